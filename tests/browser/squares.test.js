// The squares of a map: each can be looked at and jumped to, also where none is a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { focused } from "./hands.js";
import { awaited, demoMatch, signIn, someone } from "./people.js";
import { playOnUntil } from "./playing.js";
import { demoPassword } from "./server.js";
import { browser, serve, server } from "./service.js";

const title = "The Great Zimbabwe: midway";
const people = ["anna", "ben", "cleo"];

serve({ demo: true });

/** Opens the match as whoever is awaited. */
async function sit(options = {}) {
  const page = await someone(browser, server.origin, options);
  const address = await demoMatch(page, title);
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  return page;
}

/** Squares of the map on which nothing lies and nothing can be chosen, with their middles. */
function plain() {
  const board = grid(document.querySelector(".stage"));
  const found = [];
  for (let letter = "a"; board.called(`${letter}1`); letter = String.fromCharCode(letter.charCodeAt(0) + 1)) {
    for (let row = 1; board.called(`${letter}${row}`); row += 1) {
      const spot = board.called(`${letter}${row}`);
      if (document.querySelector(`[data-spot=${spot}]`)) continue;
      const { x, y, width, height } = board.place(spot);
      const drawn = document.querySelector(".stage svg").getScreenCTM();
      const middle = [drawn.e + drawn.a * (x + width / 2), drawn.f + drawn.d * (y + height / 2)];
      const land = document.querySelector(".tgz-land").isPointInFill(new DOMPoint(x + width / 2, y + height / 2));
      // A large tile covers more squares than the one it goes by.
      if (!land || document.elementFromPoint(...middle)?.closest("[data-spot]")) continue;
      found.push({ name: `${letter}${row}`, spot, middle });
    }
  }
  return found;
}

const told = (page) => page.locator("[data-told]").textContent();
const outline = (page) => page.locator("[data-grid] .tgz-range").getAttribute("d", { timeout: 5_000 });

test("a square on which nothing lies says what is in reach, with its outline, when it is pointed at", { timeout: 60_000 }, async () => {
  const page = await sit();
  const squares = await page.evaluate(plain);
  assert.ok(squares.length > 50, `${squares.length} plain squares`);
  const before = page.url();
  const own = await told(page);
  const outlines = new Set();
  for (const { name, middle } of [squares[0], squares[squares.length >> 1], squares.at(-1)]) {
    await page.mouse.move(...middle, { steps: 4 });
    const says = new RegExp(`^${name}: .*; within range \\d: \\S`, "i");
    await page.waitForFunction((says) => new RegExp(says, "i").test(document.querySelector("[data-told]").textContent), says.source);
    outlines.add(await outline(page));
  }
  assert.equal(outlines.size, 3);
  assert.equal(page.url(), before, "looking leads nowhere");
  // Away from the map there is no outline any more.
  await page.mouse.move(5, 5);
  await page.locator("[data-grid] *").first().waitFor({ state: "detached" });
  assert.equal(await told(page), own, "nor is told what is not pointed at any more");
  // What the service shows for the square is the same.
  const { spot, name } = squares[0];
  await page.goto(`${new URL(before).pathname}?from=${spot}`);
  assert.ok(outlines.has(await outline(page)));
  assert.match(await told(page), new RegExp(`^${name}: .*; within range`, "i"));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a finger that stays on a plain square is told what is in reach of it", { timeout: 60_000 }, async () => {
  const page = await sit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.locator(".tabs [data-to=supply]").click();
  const [{ name, middle }] = await page.evaluate(plain);
  await page.evaluate(([clientX, clientY]) => {
    const touch = { pointerType: "touch", bubbles: true, clientX, clientY };
    document.elementFromPoint(clientX, clientY).dispatchEvent(new PointerEvent("pointerdown", touch));
  }, middle);
  const here = page.locator("[data-told-here]");
  await here.waitFor();
  assert.match(await here.textContent(), new RegExp(`^${name}: .*; within range`, "i"));
  assert.ok(await outline(page));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("with the focus on the board a letter and a number jump to a square, and I looks at it", { timeout: 60_000 }, async () => {
  const page = await sit();
  const at = page.url();
  const squares = await page.evaluate(plain);
  // One of two digits, in a column whose letter is a shortcut elsewhere.
  const { name, spot } = squares.find((one) => /^[gimnp]1\d$/.test(one.name)) ?? squares.find((one) => /^.1\d$/.test(one.name));
  await page.keyboard.press("g");
  assert.ok((await page.evaluate(focused)).zone, "the board has the focus");
  assert.ok(await page.evaluate(() => Boolean(document.activeElement.closest(".stage"))));
  for (const key of name) await page.keyboard.press(key);
  const stop = await page.evaluate(focused);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.spot), spot);
  assert.ok(stop.seen, JSON.stringify(stop));
  assert.equal(page.url(), at, "no row of the list was chosen");
  await page.waitForFunction((name) => (document.activeElement.getAttribute("aria-label") ?? document.activeElement.querySelector("title")?.textContent ?? "").startsWith(`${name}: `), name.toUpperCase());
  assert.match(await told(page), new RegExp(`^${name}: .*; within range`, "i"));
  // A pointer that lies somewhere else takes nothing from what has the focus.
  for (let over = 0; over < 2; over += 1) await page.evaluate(() => document.body.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
  assert.match(await told(page), new RegExp(`^${name}: .*; within range`, "i"));
  // What cannot be said more of keeps its name.
  await page.evaluate(() => { window.fetched = 0; const ask = window.fetch; window.fetch = (...all) => ask(...all).finally(() => { window.fetched += 1; }); });
  const bare = await page.evaluate(() => [..."abcdefghijklmnopqr"].flatMap((column) => [1, 9, 18].map((row) => column + row))
    .find((name) => !document.querySelector(`[data-spot=square-${name}]`) && grid(document.querySelector(".stage:has([data-grid])")).called(name)));
  for (const key of bare) await page.keyboard.press(key);
  await page.waitForFunction(() => window.fetched > 0);
  await page.waitForTimeout(100);
  assert.ok((await page.evaluate(() => document.activeElement.getAttribute("aria-label"))).startsWith(bare.toUpperCase()));
  for (const key of name) await page.keyboard.press(key);
  // A number without a letter chooses nothing there, and a letter alone does not leave the match.
  assert.ok(await page.locator("[data-digits] a.choice").count() && await page.locator("[data-key=m]").count());
  await page.keyboard.press("z");
  for (const key of ["1", "m"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(1_500);
    assert.equal(page.url(), at, key);
  }
  // A number goes with its letter also when it comes late.
  await page.keyboard.press(name[0]);
  if (!/^[gimnp]/.test(name)) await page.waitForTimeout(1_500);
  for (const key of name.slice(1)) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.spot), spot);
  // I keeps it in the address, and the focus stays.
  await page.keyboard.press("i");
  await page.waitForURL((url) => url.searchParams.get("from") === spot);
  await page.waitForFunction((spot) => document.activeElement.dataset.spot === spot, spot);
  await page.mouse.move(5, 5);
  assert.ok(await outline(page));
  // A square that can be chosen takes the focus itself; a letter alone is the shortcut that it is.
  const lit = page.locator(".stage a.offered[data-spot^=square-]").first();
  if (await lit.count()) {
    const [, wanted] = (await lit.getAttribute("data-spot")).split("-");
    for (const key of wanted) await page.keyboard.press(key);
    assert.ok(await lit.evaluate((one) => one === document.activeElement));
  }
  const first = await page.locator(".news .at").first().textContent();
  await page.keyboard.press("n");
  await page.waitForURL((url) => url.searchParams.get("news") === first);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("squares are not jumped to from a text field, nor with the shortcuts off; the list of keys tells of it", { timeout: 60_000 }, async () => {
  const page = await sit();
  await page.keyboard.press("g");
  await page.evaluate(() => {
    const field = document.createElement("input");
    document.querySelector(".stage").append(field);
    field.focus();
  });
  await page.keyboard.type("c7");
  assert.equal(await page.evaluate(() => document.activeElement.value), "c7");
  await page.evaluate(() => document.querySelector(".stage input").remove());
  await page.keyboard.press("?");
  assert.ok(await page.locator("[data-keys=squares]").isVisible());
  await page.locator("[data-shortcuts]").uncheck();
  await page.evaluate(() => document.querySelector(".stage").focus());
  await page.keyboard.type("c7");
  assert.equal(await page.locator(".looked").count(), 0);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".stage")));
  // There are none in a game without squares.
  await page.goto(await demoMatch(page, "Bora Bora: midway"));
  await page.evaluate(() => { document.querySelector(".menu").open = true; });
  assert.ok((await page.locator("[data-keys]").first().isVisible()) && !(await page.locator("[data-keys=squares]").isVisible()));
  await page.context().close();
});

test("each way for a tile to lie has the outline of its own reach, and keeps its own words", { timeout: 120_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, title);
  const free = (_, types) => types.includes("place_craftsman") && types.includes("end_turn");
  await signIn(page, await playOnUntil(server.origin, address, people, demoPassword, free));
  await page.goto(address);
  const ways = page.locator(".stage a.offered[data-spot^=lie-]");
  const craft = await page.locator("a.offered[href*='do:craftsman,craft:']").first().getAttribute("href");
  await page.goto(new URL(craft, page.url()).href);
  const squares = await page.locator(".stage a.offered[data-spot^=square-]").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  for (const square of squares) {
    await page.goto(new URL(square, page.url()).href);
    if (await ways.count() > 1) break;
  }
  assert.equal(await ways.count(), 2, "two ways to lie are asked for");
  const outlines = new Set();
  for (let way = 0; way < 2; way += 1) {
    const spot = await ways.nth(way).getAttribute("data-spot");
    const { x, y, width, height } = await ways.nth(way).locator(".tgz-bare").boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    const words = await told(page);
    await page.waitForFunction((spot) => looks.has(spot), spot);
    await page.waitForTimeout(500);
    assert.equal(await told(page), words, "what it would reach stays told");
    assert.match(words, /reaches \d/);
    const drawn = await outline(page);
    outlines.add(drawn);
    const fresh = await (await page.request.get(`${page.url()}&from=${spot}`)).text();
    assert.ok(fresh.includes(`d="${drawn}"`), "as the service draws it");
    assert.match(fresh, /within range \d of an? [a-z ]+ here/);
  }
  assert.equal(outlines.size, 2);
  // A row of the list has the outline of its own way, too.
  const rows = page.locator("#zone-do a.choice");
  const drawn = [];
  for (let way = 0; way < 2; way += 1) {
    await rows.nth(way).hover();
    await page.waitForTimeout(500);
    drawn.push(await outline(page));
  }
  assert.deepEqual(new Set(drawn), outlines);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
