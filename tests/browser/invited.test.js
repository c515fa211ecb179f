// A friend who is invited by an address, and somebody who would rather not.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { openMatch, register, someone } from "./people.js";
import { chance, read, takeTurn } from "./playing.js";
import { eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

const { PICTURES } = process.env;

serve({}, async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});

async function picture(page, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/invited-${name}.png`, fullPage: true });
}

/** The first link below a path in the newest letter to an address. */
async function linkTo(address, path) {
  const letter = await eventually(async () => {
    const all = (await server.letters()).filter(({ text }) => text.match(/^To: .*$/m)[0].includes(address));
    return all.find(({ text }) => text.includes(`${path}?token=`));
  });
  return letter.text.match(new RegExp(`http\\S+${path}\\?token=\\w+`))[0];
}

test("a friend comes from a letter to a seat, and somebody else declines", { timeout: 120_000 }, async (t) => {
  const anna = await someone(browser, server.origin);
  const dora = await someone(browser, server.origin, { viewport: { width: 390, height: 844 } });
  const cleo = await someone(browser, server.origin);
  await register(anna, "anna");
  await anna.goto(await linkTo("anna@example.org", "/confirm"));
  await anna.getByRole("button", { name: "Confirm my address" }).click();
  await anna.getByRole("heading", { name: "Confirmed" }).waitFor();
  const whom = anna.getByLabel(/their handle or email address/);
  const send = anna.getByRole("button", { name: "Send an invitation" });

  await t.test("who has no account takes a seat in one step and plays", async () => {
    const address = await openMatch(anna, "bora-bora", "Over the summer");
    await whom.fill("dora@example.org");
    await send.click();
    await anna.getByText("A letter to dora@example.org is on its way").waitFor();
    await picture(anna, "room");
    await dora.goto(await linkTo("dora@example.org", "/invited"));
    await dora.getByRole("heading", { name: "anna invites you to Bora Bora" }).waitFor();
    assert.equal(await dora.getByLabel("Email address").inputValue(), "dora@example.org");
    await picture(dora, "letterhead");
    await dora.getByLabel("Handle").fill("dora");
    await dora.getByLabel("Password").fill("a few words are fine");
    await dora.getByRole("button", { name: "Register and take a seat" }).click();
    await dora.waitForURL((url) => url.pathname === address);
    await dora.locator("main.table").waitFor();
    await anna.goto(address);
    if (!(await read(dora)).mine) {
      await takeTurn(anna, { below: chance(1), clicks: 200 });
      await dora.reload();
    }
    await takeTurn(dora, { below: chance(1), clicks: 200 });
    await anna.goto(address);
    assert.ok((await read(anna)).mine, "dora has played her first turn");
    await picture(dora, "played");
  });

  await t.test("who is invited by handle finds it on the first page and declines", async () => {
    await register(cleo, "cleo");
    const address = await openMatch(anna, "great-zimbabwe", "A long evening", 3);
    await whom.fill("cleo");
    await send.click();
    await anna.getByText("cleo has not answered yet.").waitFor();
    await cleo.goto("/");
    await cleo.getByRole("heading", { name: "Invitations" }).waitFor();
    await cleo.getByText("anna invites you.").waitFor();
    await cleo.locator(".answers > details summary").click();
    await cleo.getByLabel(/Why/).fill("Not before Easter.");
    await picture(cleo, "inbox");
    await cleo.getByRole("button", { name: "Decline for good" }).click();
    await cleo.getByText("anna invites you.").waitFor({ state: "detached" });
    await anna.goto(address);
    await anna.getByText("cleo has declined: “Not before Easter.”").waitFor();
    await picture(anna, "declined");
  });

  assert.deepEqual([...anna.troubles, ...dora.troubles, ...cleo.troubles], []);
});
