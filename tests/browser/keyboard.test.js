// A person without a pointer: signs in, chooses, confirms, and always sees where they are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { awaited, demoMatch, openBrowser, signIn, someone } from "./people.js";
import { choose, confirm, read, version } from "./playing.js";
import { demoPassword, start } from "./server.js";

let server;
let browser;
before(async () => {
  server = await start({ demo: true });
  browser = await openBrowser();
}, { timeout: 90_000 });
after(async () => {
  await browser?.close();
  await server?.stop();
}, { timeout: 30_000 });

/** What has the focus, and whether it can be seen. */
function focused() {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return {
    tag: one.tagName.toLowerCase(),
    id: one.id,
    text: (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 60),
    href: one.getAttribute("href") ?? "",
    choice: Boolean(one.closest("#choices .choices")),
    closed: one.matches("#choices details:not([open]) > summary"),
    board: Boolean(one.closest("svg")),
    seen: outlined && inside && box.width > 0,
  };
}

/** Presses Tab until `wanted` has the focus; every stop on the way must be visible. */
async function tabTo(page, wanted, most = 60) {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focused);
    assert.ok(stop.seen, `the focus cannot be seen on ${page.url()}: ${JSON.stringify(stop)}`);
    if (wanted(stop)) return stop;
  }
  throw new Error(`not reached with ${most} presses of Tab on ${page.url()}`);
}

for (const title of ["Bora Bora: midway", "The Great Zimbabwe: midway"]) {
  test(`a turn of ${title} is taken with the keyboard alone`, { timeout: 60_000 }, async () => {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    const who = await awaited(page, address);

    await page.goto("/");
    await tabTo(page, (stop) => stop.text === "Skip to the content", 1);
    await tabTo(page, (stop) => stop.text === "Sign in");
    await page.keyboard.press("Enter");
    await page.waitForURL(/sign-in/);
    await tabTo(page, (stop) => stop.id === "login");
    await page.keyboard.type(who);
    await tabTo(page, (stop) => stop.id === "password", 1);
    await page.keyboard.type(demoPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "My matches" }).waitFor();

    await tabTo(page, (stop) => stop.href === address);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === address);
    const before = await version(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    // A long list is closed until Enter on its heading opens it.
    const stop = await tabTo(page, (one) => one.choice || one.closed, 20);
    if (!stop.choice) {
      await page.keyboard.press("Enter");
      await tabTo(page, (one) => one.choice, 1);
    }
    await page.keyboard.press("Enter");
    await page.locator("#plan").waitFor();
    await tabTo(page, (one) => one.tag === "button" && one.text.startsWith("Confirm"), 3);
    await page.keyboard.press("Enter");
    await page.locator("main[data-busy=false]").waitFor();
    assert.ok((await version(page)) > before);
    await page.context().close();
  });

  test(`every stop of Tab on the page of ${title} can be seen`, { timeout: 60_000 }, async () => {
    const page = await someone(browser, server.origin);
    await page.goto(await demoMatch(page, title));
    const stops = new Set();
    await tabTo(page, (stop) => {
      stops.add(`${stop.tag} ${stop.text}`);
      return stop.text === "Help for players and hosts";
    }, 200);
    assert.ok([...stops].some((stop) => stop.startsWith("summary")));
    assert.ok([...stops].some((stop) => stop.includes("picture")));
    await page.context().close();
  });

  test(`places of the board of ${title} can be chosen with the keyboard`, { timeout: 60_000 }, async () => {
    const page = await withPlaces(title);
    const place = await tabTo(page, (stop) => stop.board, 120);
    assert.notEqual(place.text, "", "a place says what it is");
    await page.keyboard.press("Enter");
    await page.waitForURL(/(plan|spot)=/);
    await page.context().close();
  });
}

/** Plays on until the board itself offers something; the page of whoever it offers it to. */
async function withPlaces(title) {
  for (let turn = 0; turn < 30; turn += 1) {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    while ((await read(page)).mine) {
      if ((await page.locator(".panels svg a").count()) > 0) return page;
      await choose(page);
      await confirm(page);
    }
    await page.context().close();
  }
  throw new Error(`the board of ${title} never offers anything`);
}
