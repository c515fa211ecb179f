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

/** Steps by a key, past what only says whose turn it is; gives the event. */
async function press(key) {
  const before = (await shown()).at;
  await page.keyboard.press(key);
  await page.waitForFunction((was) => !document.querySelector("output").textContent.startsWith(`${was} of`), before);
  return (await shown()).at;
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
  const met = [];
  for (let at = newest; at > 1;) {
    const to = await press("ArrowLeft");
    assert.ok(to < at && at - to < 4, `${at} to ${to}`);
    at = to;
    met.push(at);
    assert.equal(await page.locator(".events .now .at").textContent(), String(at));
  }
  await page.keyboard.press("ArrowLeft");
  assert.equal(met.at(-1), 1);
  for (const at of met.reverse().slice(1)) assert.equal(await press("ArrowRight"), at);
  assert.equal(await press("Home"), 1);
  assert.equal(await press("End"), newest);
  assert.deepEqual(page.troubles, []);
});

test("the arrow keys follow into the next round and keep its events in sight", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history`);
  const last = await shown();
  assert.equal(last.at, last.newest);
  await page.getByLabel("Round").selectOption("2");
  await page.waitForURL(/round=2/);
  const first = Number(await page.locator(".events .at").first().textContent());
  await page.goto(`${ended}/history?at=${first}`);
  const before = await press("ArrowLeft");
  assert.ok(before < first);
  assert.equal(await page.locator(".events .now .at").textContent(), String(before));
  assert.equal(await press("ArrowRight"), first);
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
    if (await offer.isVisible()) break;
    // Where it is not possible it is said where it is.
    await anna.getByText("One can go back to where a step of the game had just ended").waitFor();
  }
  await anna.getByText(/would lose (one step|\d+ steps) of the game/).waitFor();
  await offer.click();
  await anna.waitForLoadState("domcontentloaded");
  assert.ok(!await refused.isVisible());
  await anna.goto(`${address}/history?at=${at}&show=more`);
  await anna.getByText("Somebody proposes to go back already.").waitFor();
  await anna.goto(`${address}/proposals`);
  await anna.getByText(`proposes to go back to event ${at}.`).waitFor();
  // Who plays on meanwhile sees what they plan whole.
  const mover = players[["anna", "ben", "cleo"].indexOf(await awaited(page, address))];
  for (const [width, height] of [[1440, 900], [1280, 720], [360, 640]]) {
    await mover.setViewportSize({ width, height });
    await mover.goto(address);
    await mover.getByText("proposes to go back").first().waitFor();
    await choose(mover);
    const { covered, unseen } = await mover.evaluate(measures);
    assert.deepEqual([covered, Boolean(unseen)], [[], false], `${width}x${height}`);
  }
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
  const pressed = async (name) => {
    const before = (await shown()).at;
    const at = await press(name === "Event" ? "ArrowRight" : "Enter");
    assert.ok(at > before && at < before + 5, `${before} to ${at}`);
    await page.locator(".steps :focus").waitFor();
    const on = await page.locator(".steps :focus").evaluate((one) => one.textContent || one.ariaLabel);
    assert.equal(on, name);
    const told = await page.locator("[data-said]").textContent();
    const what = await page.locator(".comes-to").textContent();
    assert.ok(told.startsWith(`Event ${at} of `) && told.includes(what.trim()), told);
  };
  await page.getByRole("link", { name: "Later" }).focus();
  await pressed("Later");
  await pressed("Later");
  await page.getByRole("slider", { name: "Event" }).focus();
  await pressed("Event");
  await pressed("Event");
  // Where there is nothing further, the event itself has the focus.
  await page.getByRole("link", { name: "First" }).focus();
  assert.equal(await press("Enter"), 1);
  await page.locator("#zone-plan:focus").waitFor();
  // Who steps by the mouse can go on by the keyboard.
  await page.goto(`${ended}/history?at=100`);
  await page.locator("[rel=next]").click();
  await page.waitForURL(/at=10[1-4]/);
  await page.locator("#later:focus").waitFor();
  await pressed("Later");
});

test("who holds a key or draws the slider never waits for more than one answer", { timeout: 60_000 }, async () => {
  let [asked, under, most] = [0, 0, 0];
  const slow = async (route) => {
    if (route.request().resourceType() !== "fetch") return route.continue();
    asked += 1;
    under += 1;
    most = Math.max(most, under);
    await new Promise((done) => { setTimeout(done, 150); });
    under -= 1;
    return route.continue();
  };
  await page.goto(`${await demoMatch(page, "The Great Zimbabwe: ended")}/history?at=100`);
  const places = await page.evaluate(() => history.length);
  await page.route("**/history?*", slow);
  for (let pressed = 0; pressed < 12; pressed += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(30);
  }
  await page.waitForURL(/at=112/);
  assert.equal((await shown()).at, 112);
  assert.ok(asked < 8 && most === 1, `${asked} answers, ${most} at a time`);
  await page.locator("#at").focus();
  for (let pressed = 0; pressed < 12; pressed += 1) {
    await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(30);
  }
  await page.waitForURL(/at=100/);
  assert.equal(await page.locator("#at").inputValue(), "100");
  assert.ok(asked < 16 && most === 1, `${asked} answers, ${most} at a time`);
  // One finger on the slider moves it on while answers come.
  const box = await page.locator("#at").boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.click(box.x + box.width / 2, y);
  await page.mouse.down();
  for (const part of [0.6, 0.7, 0.8, 0.9]) {
    await page.mouse.move(box.x + part * box.width, y);
    await page.waitForTimeout(100);
  }
  await page.mouse.up();
  const { newest } = await shown();
  await page.waitForURL((url) => Math.abs(Number(url.searchParams.get("at")) - 0.9 * newest) < 0.06 * newest);
  await page.waitForFunction(() => document.querySelector("output").textContent.startsWith(`${new URL(location.href).searchParams.get("at")} of`));
  assert.equal((await shown()).at, Number(await page.locator("#at").inputValue()));
  await page.unroute("**/history?*", slow);
  assert.ok(await page.evaluate(() => history.length) < places + 8, "one comes back to where one began");
  await page.goBack();
  assert.deepEqual(page.troubles, []);
});

test("however fast one steps through one player's events, it is from one to the next", { timeout: 60_000 }, async () => {
  const address = await demoMatch(page, "The Great Zimbabwe: ended");
  const slow = async (route) => {
    await new Promise((done) => { setTimeout(done, 200); });
    return route.continue();
  };
  // In one round the next ones of theirs are not listed yet.
  for (const [from, key, name] of [["at=20&seat=0", "ArrowRight", "later"], ["at=40&seat=1", "ArrowLeft", "earlier"], ["at=20&seat=0&round=all", "ArrowRight", "later"]]) {
    let there = `${address}/history?${from}`;
    for (let step = 0; step < 6; step += 1) {
      await page.goto(there);
      there = new URL(await page.locator(`#${name}`).getAttribute("href"), page.url()).href;
    }
    await page.goto(`${address}/history?${from}`);
    await page.route("**/history?*", slow);
    for (let pressed = 0; pressed < 6; pressed += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(40);
    }
    await page.waitForURL(there);
    await page.waitForTimeout(300);
    assert.equal(page.url(), there, from);
    await page.unroute("**/history?*", slow);
  }
  // What is asked for otherwise meanwhile is where one ends.
  const everybody = () => page.locator(".filters [name=seat]").selectOption({ index: 0 });
  const first = () => page.keyboard.press("Home");
  const others = (url) => !url.searchParams.get("seat");
  for (const [how, to] of [[first, (url) => url.searchParams.get("at") === "1"], [everybody, others]]) {
    await page.goto(`${address}/history?at=20&seat=1`);
    await page.route("**/history?*", slow);
    for (let pressed = 0; pressed < 12; pressed += 1) await page.keyboard.press("ArrowRight");
    await how();
    await page.waitForURL(to);
    await page.waitForTimeout(700);
    assert.ok(to(new URL(page.url())), page.url());
    await page.unroute("**/history?*", slow);
  }
  // Past the first and the last of theirs there are others.
  const { newest } = await shown();
  for (const [from, key, to] of [["at=3&seat=1", "Home", 1], [`at=${newest - 1}&seat=0`, "End", newest]]) {
    await page.goto(`${address}/history?${from}&round=all`);
    await page.keyboard.press(key);
    await page.waitForURL((url) => url.searchParams.get("at") === String(to));
  }
  assert.deepEqual(page.troubles, []);
});

test("a moment that has the focus is in sight", { timeout: 60_000 }, async () => {
  for (const [width, height] of [[1280, 720], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${ended}/history?at=50&show=points`);
    await page.locator(".chart a").nth(3).focus();
    for (let at = 4; at < 8; at += 1) {
      const link = await page.locator(".chart a").nth(at).getAttribute("href");
      await page.keyboard.press("ArrowRight");
      await page.waitForURL((url) => url.search === link);
      await page.locator(".chart a:focus").waitFor();
      const hidden = await page.locator(".chart a:focus").evaluate((one) => {
        const [box, zone] = [one, one.closest(".zone")].map((it) => it.getBoundingClientRect());
        return box.bottom < zone.top + 20 || box.top > zone.bottom - 20;
      });
      assert.ok(!hidden, `${link} at ${width}x${height}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("whose board is looked at, the filters and what is being written stay while one steps", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  await signIn(page, "anna");
  await page.goto(`${ended}/history?at=100&seat=1&round=all`);
  await page.locator("#zone-players a.name", { hasText: "cleo" }).click();
  const whose = () => page.locator("#you-heading").textContent();
  await page.waitForURL(/from=seat-2/);
  assert.match(await whose(), /cleo/);
  for (const step of ["Later", "First", "Last", "Earlier"]) {
    await page.getByRole("link", { name: step, exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get("at") !== "100");
    const { searchParams } = new URL(page.url());
    assert.deepEqual(["seat", "round", "from"].map((name) => searchParams.get(name)), ["1", "all", "seat-2"], step);
    assert.match(await whose(), /cleo/);
  }
  await page.getByRole("link", { name: "More" }).click();
  const name = page.getByRole("textbox", { name: /What to call event/ });
  await name.fill("here it began");
  await page.getByRole("link", { name: "Earlier" }).click();
  await page.waitForFunction(() => !document.querySelector("#last[aria-disabled]"));
  assert.equal(await name.inputValue(), "here it began");
  // On a phone a step leaves the part of the table that one looks at.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${ended}/history?at=100&from=seat-2&pane=you`);
  await page.getByRole("link", { name: "Events" }).last().click();
  await page.getByRole("link", { name: "Later" }).click();
  await page.waitForURL(/at=101/);
  assert.equal(await page.locator("main").getAttribute("data-pane"), "do");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("before play everybody has the board with which they begin, and a match without play has none", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  await signIn(page, "cleo");
  for (const at of [1, 2, 3, 4, 60]) {
    await page.goto(`${ended}/history?at=${at}`);
    assert.match(await page.locator("#you-heading").textContent(), /^You\b/, `event ${at}`);
    await page.goto(`${ended}/words?at=${at}`);
    assert.ok(await page.locator(".words").count() > 4);
  }
  await page.goto(`${await demoMatch(page, "Bora Bora: come and join")}/history`);
  await page.getByText("Play has not begun").waitFor();
  assert.equal(await page.locator(".tabs, .pictures, .picture").count(), 0);
  assert.ok(await page.locator(".events li").count() > 0);
  await page.context().close();
});

test("on paper stands which event it is, and nothing to press", { timeout: 60_000 }, async () => {
  await page.goto(`${ended}/history?at=57`);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#plan-heading").isVisible() && await page.locator(".comes-to").isVisible());
  for (const part of [".steps", ".looks", ".tabs", ".filters"]) assert.ok(!await page.locator(part).isVisible(), part);
  await page.emulateMedia({ media: "screen" });
});

test("who looks closer at the map of a proof does not have it proved again", { timeout: 60_000 }, async () => {
  await page.goto(`${await demoMatch(page, "The Great Zimbabwe: ended")}/verify`);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const box = await page.locator(".stage").first().boundingBox();
  for (let part = 1; part < 7; part += 1) {
    await page.mouse.move(box.x + box.width * part / 7, box.y + box.height * part / 7);
    await page.waitForTimeout(150);
  }
  await page.waitForFunction(() => document.querySelector("[data-told]").textContent);
  assert.ok(asked.some((url) => url.includes("from=")) && !asked.some((url) => url.includes("verify")), asked.join(" "));
  page.removeAllListeners("request");
});

test("however one steps, the zones stay where they are", { timeout: 60_000 }, async () => {
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${ended}/history?at=150`);
    const { zones } = await page.evaluate(measures);
    for (let at = 150; at < 175;) {
      at = await press("ArrowRight");
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
  const before = (await shown()).at;
  await page.getByRole("link", { name: "Later" }).click();
  await page.waitForFunction((was) => !document.querySelector("output").textContent.startsWith(`${was} of`), before);
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
    await page.waitForURL((url) => url.searchParams.get("round") === round);
    await page.waitForFunction(() => document.querySelector(".filters"));
    return list.count();
  };
  const here = await list.count();
  const all = await show({ label: "everybody" }, "all");
  const { newest } = await shown();
  // What only says whose turn it is is not listed.
  assert.ok(newest > 200 && all >= here && all > 40 && all <= 100, "of all events those around this one");
  await page.getByRole("link", { name: "Later" }).click();
  await page.waitForURL(/at=5[89]|at=6/);
  assert.equal(await list.count(), all, "a filter stays while one looks on");
  await page.getByRole("link", { name: "Those after" }).click();
  await page.waitForURL(/at=101/);
  const first = Number(await list.first().locator(".at").textContent());
  assert.ok(first >= 101 && first < 105, String(first));
  await page.getByRole("link", { name: "Those before" }).click();
  await page.waitForURL(/at=100/);
  assert.equal(await page.locator(".events :is(.now, .near)").textContent(), await list.last().textContent());
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
