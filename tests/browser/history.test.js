// Looking back at a match: keys, slider, filters, links.
import assert from "node:assert/strict";
import { test } from "node:test";
import { measures } from "./measures.js";
import { awaited, demoMatch, register, signIn, someone } from "./people.js";
import { choose, confirm, version } from "./playing.js";
import { browser, serve, server } from "./service.js";

let page;
let ended;
serve({ demo: true }, async () => {
  page = await someone(browser, server.origin);
  ended = await demoMatch(page, "Bora Bora: ended");
});

/** The event that the page shows, and the newest. */
async function shown() {
  const [, at, newest] = (await page.locator("output").textContent()).match(/(\d+) of (\d+)/);
  return { at: Number(at), newest: Number(newest) };
}

async function pressTo(key, at) {
  await page.keyboard.press(key);
  await page.locator("output", { hasText: new RegExp(`^${at} of `) }).waitFor();
  // The keys are heard once the page's script has run.
  await page.waitForLoadState("domcontentloaded");
  assert.equal((await shown()).at, at);
}

/** A match of eight events or a few more. */
async function shortMatch() {
  const address = await demoMatch(page, "Bora Bora: just begun");
  const people = {};
  for (let newest = 0; newest < 8;) {
    const who = await awaited(page, address);
    if (!people[who]) {
      people[who] = await someone(browser, server.origin);
      await signIn(people[who], who);
    }
    await people[who].goto(address);
    await choose(people[who]);
    await confirm(people[who]);
    newest = await version(people[who]);
  }
  for (const person of Object.values(people)) await person.context().close();
  return address;
}

test("the arrow keys lead from the last event to the first and back", { timeout: 120_000 }, async () => {
  await page.goto(`${await shortMatch()}/history`);
  const { newest } = await shown();
  assert.ok(newest >= 8);
  for (let at = newest - 1; at >= 1; at -= 1) {
    await pressTo("ArrowLeft", at);
    assert.equal(await page.locator(".events .now .at").textContent(), String(at));
  }
  await page.keyboard.press("ArrowLeft");
  for (let at = 2; at <= newest; at += 1) await pressTo("ArrowRight", at);
  await pressTo("Home", 1);
  await pressTo("End", newest);
  assert.deepEqual(page.troubles, []);
});

test("the arrow keys follow into the next round and keep its events in sight", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history`);
  const last = await shown();
  assert.equal(last.at, last.newest);
  await page.getByLabel("Round").selectOption("2");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/round=2/);
  const first = Number(await page.locator(".events .at").first().textContent());
  await page.goto(`${ended}/history?at=${first}`);
  await pressTo("ArrowLeft", first - 1);
  assert.equal(await page.locator(".events .now .at").textContent(), String(first - 1));
  await pressTo("ArrowRight", first);
  assert.equal(await page.locator(".events .now .at").textContent(), String(first));
});

test("going back is proposed where the slider stands, and agreed on", { timeout: 120_000 }, async () => {
  const address = await shortMatch();
  const players = [];
  for (const name of ["anna", "ben", "cleo"]) {
    const who = await someone(browser, server.origin);
    await signIn(who, name);
    players.push(who);
  }
  const [anna, ben, cleo] = players;
  const board = async () => (await anna.locator(".zone:not(.plan, .z-do)").allTextContents()).join("\n");
  // The newest event before the last step: somebody had just ended one.
  const offer = anna.getByRole("button", { name: "Propose to go back to here" });
  const refused = anna.getByRole("alert");
  await anna.goto(address);
  let at = await version(anna) - 1;
  for (; at > 1; at -= 1) {
    await anna.goto(`${address}/history?at=${at}&show=more`);
    await offer.click();
    await anna.waitForLoadState("domcontentloaded");
    if (!await refused.isVisible()) break;
  }
  await anna.getByText(`proposes to go back to event ${at}.`).waitFor();
  for (const who of [ben, cleo]) {
    await who.goto(address);
    await who.getByRole("link", { name: "Answer" }).click();
    await who.getByText("What would be lost").click();
    assert.ok(await who.locator(".lost li").count() > 0, "each step is told");
    await who.getByRole("button", { name: "I agree" }).click();
    await who.getByText(`${who === ben ? "ben" : "agreed on"}`).first().waitFor();
  }
  await cleo.getByText("agreed on").waitFor();
  await anna.goto(`${address}/history?at=${at}`);
  const then = await board();
  await anna.goto(`${address}/history`);
  await anna.getByText("The game goes on as it stood").first().waitFor();
  assert.equal(await board(), then);
  for (const who of players) await who.context().close();
});

test("the slider leads to an event, and moves by keys of its own", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history?at=100`);
  const slider = page.getByRole("slider", { name: "Event" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/at=101/);
  assert.equal((await shown()).at, 101);
  await page.getByRole("slider", { name: "Event" }).fill("200");
  await page.getByRole("slider", { name: "Event" }).dispatchEvent("change");
  await page.waitForURL(/at=200/);
  assert.equal((await shown()).at, 200);
});

test("who steps by the keyboard goes on stepping, and is told the event", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history?at=100`);
  const pressed = async (name, at) => {
    await page.keyboard.press(name === "Event" ? "ArrowRight" : "Enter");
    await page.waitForURL((url) => url.searchParams.get("at") === String(at));
    await page.locator(".steps :focus").waitFor();
    const on = await page.locator(".steps :focus").evaluate((one) => one.textContent || one.ariaLabel);
    assert.equal(on, name);
    const told = await page.locator("[data-said]").textContent();
    const what = await page.locator(".comes-to").textContent();
    assert.ok(told.startsWith(`Event ${at} of `) && told.includes(what), told);
  };
  await page.getByRole("link", { name: "Later" }).focus();
  await pressed("Later", 101);
  await pressed("Later", 102);
  await page.getByRole("slider", { name: "Event" }).focus();
  await pressed("Event", 103);
  await pressed("Event", 104);
  // Where there is nothing further, the event itself has the focus.
  await page.getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/at=1(&|$)/);
  await page.locator("#zone-plan:focus").waitFor();
  // A step by the mouse takes it nowhere.
  await page.goto(`${ended}/history?at=100`);
  await page.evaluate(() => document.querySelector("[rel=next]").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, cancelable: true })));
  await page.waitForURL(/at=101/);
  assert.equal(await page.locator(":focus").count(), 0);
});

test("however one steps, the zones stay where they are", { timeout: 60_000 }, async () => {
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${ended}/history?at=150`);
    const { zones } = await page.evaluate(measures);
    for (let at = 151; at < 171; at += 1) {
      await pressTo("ArrowRight", at);
      assert.deepEqual((await page.evaluate(measures)).zones, zones, `event ${at} at ${width}x${height}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("the points walk with the board, and what is shown beside it stays", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history?at=100`);
  const now = await page.locator(".stage").first().innerHTML();
  await page.getByRole("link", { name: "Points" }).click();
  await page.waitForURL(/show=points/);
  const total = page.locator("tr.together td").first();
  const then = Number(await total.textContent());
  await page.locator(".chart a").last().focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".chart a:focus").waitFor();
  await page.waitForURL(({ searchParams }) => Number(searchParams.get("at")) > 200);
  assert.ok(Number(await total.textContent()) > then);
  assert.notEqual(await page.locator(".stage").first().innerHTML(), now);
  await page.getByRole("link", { name: "Later" }).click();
  await page.waitForURL(/show=points/);
  assert.equal(await page.locator(".looks [aria-current]").textContent(), "Points");
  // The table in words is that of the same moment, and leads back to it.
  const { at } = await shown();
  await page.keyboard.press("w");
  await page.waitForURL(new RegExp(`words\\?at=${at}$`));
  await page.keyboard.press("Escape");
  await page.waitForURL(new RegExp(`history\\?at=${at}$`));
  await page.keyboard.press("Escape");
  await page.locator(".whose", { hasText: "The match is over." }).waitFor();
  assert.deepEqual(page.troubles, []);
});

test("a browser that may keep nothing shows and walks history all the same", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
  });
  await page.goto(`${ended}/history?at=100`);
  await page.getByRole("slider", { name: "Event" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/at=101/);
  await page.getByRole("link", { name: "Later" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/at=102/);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/at=101/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("filters show the events of one person, of one round, of all", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history?at=57`);
  const list = page.locator(".events li");
  const show = async (seat, round) => {
    await page.getByLabel("Player", { exact: true }).selectOption(seat);
    await page.getByLabel("Round").selectOption(round);
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL((url) => url.searchParams.get("round") === round);
    return list.count();
  };
  const here = await list.count();
  const all = await show({ label: "everybody" }, "all");
  const { newest } = await shown();
  assert.ok(newest > 200 && all >= here && all === 100, "of all events those around this one");
  await page.getByRole("link", { name: "Later" }).click();
  await page.waitForURL(/at=58/);
  assert.equal(await list.count(), all, "a filter stays while one looks on");
  await page.getByRole("link", { name: "Those after" }).click();
  await page.waitForURL(/at=101/);
  assert.match(await page.locator(".events").textContent(), /^\s*101 /);
  assert.equal(await list.count(), Math.min(100, newest - 100));
  await page.getByRole("link", { name: "Those before" }).click();
  await page.waitForURL(/at=100/);
  assert.equal(await page.locator(".events li.now").textContent(), await list.last().textContent());
  const bens = await show({ label: "ben" }, "all");
  assert.ok(bens > 0 && bens < newest);
  const bensThird = await show({ label: "ben" }, "3");
  assert.ok(bensThird > 0 && bensThird < bens);
  const texts = await list.allTextContents();
  assert.ok(texts.some((text) => text.includes("ben")));
  assert.equal((await shown()).at, 100, "filters do not move");
});

test("a link to an event shows the match as it was then", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}?at=57`);
  assert.equal(new URL(page.url()).pathname, `${ended}/history`);
  assert.equal((await shown()).at, 57);
  await page.getByRole("link", { name: "Back to the match" }).click();
  await page.locator(".whose", { hasText: "The match is over." }).waitFor();
  await page.getByRole("navigation", { name: "Parts of the table" }).getByRole("link", { name: "News" }).click();
  const event = page.locator(".news a.at").first();
  const number = Number(await event.textContent());
  await event.click();
  await page.waitForURL(/history/);
  assert.equal((await shown()).at, number);
});

test("at the end the chart leads to the board of any moment, by clicks and by keys", async () => {
  const page = await someone(browser, server.origin);
  await signIn(page, "anna");
  for (const match of ["Bora Bora: ended", "The Great Zimbabwe: ended"]) {
    await page.goto(await demoMatch(page, match));
    assert.match(await page.locator("#zone-plan").innerText(), /ha(s|ve) won/);
    const part = page.locator("input[data-entropy]");
    // What one adds to the chance of the next match is kept while one looks elsewhere.
    assert.match(await part.inputValue(), /^[0-9a-f]{32}$/);
    await page.getByText("Your part of the chance").click();
    await part.fill("my dice");
    const points = await page.locator("table.points").innerText();
    assert.equal(/Beyond VR/.test(points), match.startsWith("The Great"), points);
    const now = await page.locator(".stage").first().innerHTML();
    const moments = page.locator(".z-end .chart a");
    assert.ok(await moments.count() > 10);
    await moments.nth(5).focus();
    // The board walks along, and the next arrow goes on from there.
    await page.keyboard.press("ArrowRight");
    await page.locator("#plan-heading", { hasText: /^Event \d+ / }).waitFor();
    await page.locator(".z-end .chart a:focus").waitFor();
    const event = Number((await page.locator("#plan-heading").innerText()).match(/\d+/)[0]);
    assert.notEqual(await page.locator("#zone-plan .comes-to").innerText(), "");
    assert.equal(await page.locator(".z-end .chart .here").count(), 1);
    assert.notEqual(await page.locator(".stage").first().innerHTML(), now);
    // From there the neighbours are one key away.
    await page.keyboard.press("n");
    await page.locator("#plan-heading", { hasText: `Event ${event + 1}` }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#plan-heading", { hasText: "The match is over" }).waitFor();
    assert.equal(await part.inputValue(), "my dice");
    await part.fill("");
    await page.evaluate(() => window.fillEntropy());
    assert.equal(await part.inputValue(), "", "what somebody empties stays empty");
    assert.equal(await page.locator(".stage").first().innerHTML(), now);
  }
  assert.deepEqual(page.troubles, []);
});

test("a seat whose person has resigned is found in the list and taken over", { timeout: 120_000 }, async () => {
  const address = await demoMatch(page, "The Great Zimbabwe: just begun");
  const left = await someone(browser, server.origin);
  await signIn(left, "cleo");
  await left.goto(address);
  await left.getByLabel("Menu").click();
  await left.locator("summary", { hasText: "Resign" }).click();
  await left.getByRole("checkbox", { name: /I give up/ }).check();
  await left.getByRole("button", { name: "Resign" }).click();
  await left.getByText("You are watching").first().waitFor();
  const dora = await someone(browser, server.origin, { viewport: { width: 390, height: 844 } });
  await dora.goto("/matches");
  await dora.getByLabel("Stage").selectOption("looking for a player");
  await dora.getByRole("button", { name: "Show" }).click();
  await dora.getByRole("link", { name: "The Great Zimbabwe: just begun" }).click();
  await dora.getByRole("link", { name: "Sign in to take over" }).waitFor();
  await register(dora, "dora");
  await dora.goto(address);
  await dora.getByRole("button", { name: "Take over" }).click();
  await dora.getByRole("button", { name: "Take over" }).waitFor({ state: "detached" });
  await left.goto(address);
  assert.equal(await left.getByRole("button", { name: "I am back" }).count(), 0);
  await left.goto(`${address}/history`);
  await left.getByText("dora takes over from cleo.").first().waitFor();
  for (const who of [left, dora]) await who.context().close();
});
