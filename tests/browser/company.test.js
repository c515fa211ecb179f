// Peace among people: a block, and a report that is settled from the command line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join, openMatch, register, someone } from "./people.js";
import { SOON, eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

serve();

const panel = (page) => page.locator("[data-talk-panel]");

async function openTalk(page) {
  await page.locator("nav [data-talk]").first().click();
  await panel(page).getByLabel("Say something").waitFor();
}

async function say(page, text) {
  await panel(page).getByLabel("Say something").fill(text);
  await panel(page).getByRole("button", { name: "Say it" }).click();
  await panel(page).getByText(text).waitFor();
}

test("people who do not get along are kept apart, and the operator helps", { timeout: 90_000 }, async (t) => {
  const [anna, ben, cleo] = await Promise.all([0, 1, 2].map(() => someone(browser, server.origin)));
  await register(anna, "anna");
  await register(ben, "ben");
  await register(cleo, "cleo");
  const address = await openMatch(anna, "bora-bora", "An evening of three", 3);
  await join(ben, address);
  await join(cleo, address);
  await Promise.all([anna, ben, cleo].map(async (page) => {
    await page.goto(address);
    await openTalk(page);
  }));

  await t.test("a reported line is hidden from the command line, and vanishes for everybody", async () => {
    await say(anna, "You are all fools.");
    const lines = [anna, ben, cleo].map((page) => panel(page).getByText("You are all fools."));
    await Promise.all(lines.map((line) => line.waitFor()));
    const bad = panel(ben).locator("[data-line]", { hasText: "fools" });
    await bad.getByText("Report", { exact: true }).click();
    await bad.getByLabel("What is wrong with it").fill("It insults us.");
    await bad.getByRole("button", { name: "Report this line" }).click();
    const listed = await eventually(async () => {
      const text = await server.admin("reports");
      return text.includes("ben says: It insults us.") && text;
    });
    const [, line, match] = listed.match(/^line (\S+) of anna in match (\S+)$/m);
    const report = listed.match(/(\S+) {2}ben says/)[1];
    await server.admin("hide-line", match, line, "--why", "an insult");
    const began = Date.now();
    await Promise.all(lines.map((one) => one.waitFor({ state: "detached" })));
    const took = Date.now() - began;
    t.diagnostic(`${took} ms after the command has ended`);
    assert.ok(took < SOON, `${took} ms`);
    await server.admin("settle", report, "--why", "hidden");
    assert.match(await server.admin("reports"), /^0 reports$/m);
    assert.match(await server.admin("audit"), /settled_report .*because: hidden/);
  });

  await t.test("whom somebody has blocked is not read by them, and by nobody else less", async () => {
    await cleo.goto("/people/anna");
    await cleo.getByText("Block anna").click();
    await cleo.getByRole("button", { name: "Block", exact: true }).click();
    await cleo.getByText("It is noted. Nobody else is told.").waitFor();
    await cleo.goto(address);
    await openTalk(cleo);
    await say(anna, "Good evening to you.");
    await panel(ben).getByText("Good evening to you.").waitFor();
    // What comes after it is there, so it does not come late.
    await say(ben, "And to you!");
    await panel(cleo).getByText("And to you!").waitFor();
    assert.equal(await panel(cleo).getByText("Good evening to you.").count(), 0);
  });

  await t.test("they take no seat where the other sits, and are told no reason", async () => {
    const other = await openMatch(cleo, "bora-bora", "Without you");
    await anna.goto(other);
    await anna.getByRole("button", { name: "Take a seat" }).click();
    await anna.getByText("You cannot take a seat in this match.").waitFor();
    assert.doesNotMatch(await anna.locator("main").innerText(), /block/i);
    await join(ben, other);
  });

  for (const page of [anna, ben, cleo]) assert.deepEqual(page.troubles, []);
});
