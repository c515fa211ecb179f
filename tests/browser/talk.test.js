// Two people at a table talk, each in a browser of their own.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { join, openMatch, register, someone } from "./people.js";
import { SOON, eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

const { PICTURES } = process.env;

serve({}, async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});

async function picture(page, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/talk-${name}.png` });
}

/** How long it takes until a page shows something. */
async function until(seen) {
  const began = Date.now();
  await seen;
  return Date.now() - began;
}

test("two people talk beside the board, live", { timeout: 120_000 }, async (t) => {
  const anna = await someone(browser, server.origin);
  const ben = await someone(browser, server.origin);
  await register(anna, "anna");
  await register(ben, "ben");
  const address = await openMatch(anna, "great-zimbabwe", "A talk at the fire");
  await join(ben, address);
  await anna.goto(address);
  await ben.goto(address);
  const panel = (page) => page.locator("[data-talk-panel]");
  const link = (page) => page.locator("nav [data-talk]").first();
  const say = async (page, text) => {
    await panel(page).getByLabel("Say something").fill(text);
    await panel(page).getByRole("button", { name: "Say it" }).click();
  };

  await t.test("a line counts where nobody looks, within a second", async () => {
    await link(anna).click();
    await panel(anna).getByLabel("Say something").waitFor();
    const counted = ben.locator(".bar .count", { hasText: "1" });
    await say(anna, "Hello, ben!");
    const took = await until(counted.waitFor());
    assert.match(await ben.locator("[data-said]").textContent(), /^A new line of talk\.$/);
    t.diagnostic(`${took} ms until it counts`);
    assert.ok(took < SOON, `${took} ms`);
    // Others may hear of it before its answer is there.
    await eventually(async () => await panel(anna).getByLabel("Say something").inputValue() === "");
  });

  await t.test("it is shown where somebody looks, within a second, and what is typed stays", async () => {
    await link(ben).click();
    await panel(ben).getByText("Hello, ben!").waitFor();
    await ben.locator(".bar .count", { hasText: /^$/ }).waitFor({ state: "attached" });
    await panel(anna).getByLabel("Say something").fill("half a thou");
    await say(ben, "Hello, anna!");
    const took = await until(panel(anna).getByText("Hello, anna!").waitFor());
    t.diagnostic(`${took} ms until it is shown`);
    assert.ok(took < SOON, `${took} ms`);
    assert.equal(await panel(anna).getByLabel("Say something").inputValue(), "half a thou");
    await picture(anna, "two");
  });

  await t.test("what a line points to lights up on the board of the other", async () => {
    await panel(ben).getByText("Point at something").click();
    const thing = ben.locator(".column.first [data-spot]").first();
    const spot = await thing.getAttribute("data-spot");
    await thing.dispatchEvent("click", { bubbles: true, cancelable: true });
    assert.equal(await panel(ben).getByLabel("Something on the board").inputValue(), spot);
    assert.equal(new URL(ben.url()).search, "", "nothing was chosen");
    await say(ben, "Build here?");
    const line = panel(anna).locator("[data-line]", { hasText: "Build here?" });
    await line.waitFor();
    await line.hover();
    const lit = await anna.evaluate(() => [...document.querySelectorAll(".pointed")].map((one) => one.dataset.spot));
    assert.ok(lit.length > 0 && lit.every((one) => one === spot), `${lit} of ${spot}`);
    await picture(anna, "pointed");
    await panel(anna).getByLabel("Say something").hover();
    assert.equal(await anna.locator(".pointed").count(), 0);
  });

  await t.test("who hears the page is told of new lines alone", async () => {
    await anna.evaluate(() => {
      window.told = [];
      const log = document.querySelector("[role=log]");
      const news = (changes) => changes.filter((one) => !one.target.closest("[aria-live=off]")).flatMap((one) => [...one.addedNodes]);
      new MutationObserver((changes) => window.told.push(...news(changes).map((one) => one.textContent)))
        .observe(log, { childList: true, subtree: true });
    });
    await say(ben, "Only this");
    await panel(anna).getByText("Only this").waitFor();
    const told = await anna.evaluate(() => window.told);
    assert.ok(told.some((text) => text.includes("Only this")), told.join("|"));
    assert.ok(told.every((text) => !text.includes("Hello")), told.join("|"));
    // One that was hidden comes where it was said.
    const order = await anna.evaluate(() => {
      const list = (ids) => {
        const ol = document.createElement("ol");
        ol.innerHTML = ids.map((id) => `<li data-line="${id}"><time>now</time></li>`).join("");
        return ol;
      };
      const shown = list([2, 4]);
      window.mergeLines(shown, list([1, 2, 3, 4, 5]));
      return [...shown.children].map((line) => line.dataset.line).join(" ");
    });
    assert.equal(order, "1 2 3 4 5");
  });

  await t.test("markup is only text, and a removed line is gone for both", async () => {
    await say(ben, "<img src=x onerror=\"document.title='caught'\"><b>bold</b>");
    const line = panel(anna).locator("[data-line]", { hasText: "<b>bold</b>" });
    await line.waitFor();
    assert.equal(await line.locator("img, b").count(), 0);
    await panel(ben).locator("[data-line]", { hasText: "bold" }).getByRole("button", { name: "Remove" }).click();
    await line.waitFor({ state: "detached" });
    // Others may hear of it before its answer is there.
    await panel(ben).locator("[data-line]", { hasText: "bold" }).waitFor({ state: "detached" });
    assert.notEqual(await anna.title(), "caught");
  });

  await t.test("Escape closes it and loses no word, and the keys are the board's again", async () => {
    const saying = panel(anna).getByLabel("Say something");
    await saying.fill("Half a thought");
    await saying.press("Escape");
    await panel(anna).waitFor({ state: "hidden" });
    await anna.keyboard.press("t");
    await panel(anna).getByText("Hello, anna!").waitFor();
    assert.equal(await saying.inputValue(), "Half a thought");
    await saying.fill("");
  });

  await t.test("it goes on when the match is over", async () => {
    await panel(ben).getByRole("button", { name: "Close" }).click();
    await ben.locator(".menu > summary").click();
    await ben.locator(".resign > summary").click();
    await ben.getByLabel(/I give up/).check();
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.getByRole("heading", { name: "The match is over" }).waitFor();
    await link(ben).click();
    await panel(ben).getByLabel("Say something").waitFor();
    await say(ben, "Well played!");
    assert.ok(await until(panel(anna).getByText("Well played!").waitFor()) < SOON);
    await say(anna, "Thank you!");
    assert.ok(await until(panel(ben).getByText("Thank you!").waitFor()) < SOON);
  });

  await t.test("on a phone, on a page of its own", async () => {
    await ben.setViewportSize({ width: 360, height: 740 });
    await ben.goto(`${address}/talk`);
    await ben.getByLabel("Say something").fill("From my phone");
    await ben.getByRole("button", { name: "Say it" }).click();
    await panel(anna).getByText("From my phone").waitFor();
    await say(anna, "I see");
    assert.ok(await until(ben.getByText("I see").waitFor()) < SOON);
    assert.ok(await ben.evaluate(() => document.documentElement.scrollWidth) <= 360);
    await picture(ben, "phone");
    await ben.goto(address);
    await picture(ben, "phone-table");
  });

  assert.deepEqual([...anna.troubles, ...ben.troubles], []);
});
