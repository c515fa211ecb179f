// Whole matches from registering to the proof, through the pages alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { finger, keys, mouse, phone } from "./hands.js";
import { join, openMatch, register, someone } from "./people.js";
import { chance, playToTheEnd } from "./playing.js";
import { browser, serve, server } from "./service.js";

serve();

/** A match of these people, with a robot of this kind if one is given. */
async function playWhole(game, names, { robot, window = {}, ...options }) {
  const pages = [];
  for (const name of names) {
    const page = await someone(browser, server.origin, window);
    await register(page, name);
    pages.push(page);
  }
  const [host, guest] = pages;
  const seats = names.length + (robot ? 1 : 0);
  const address = await openMatch(host, game, `A whole match of ${game}`, seats);
  if (guest) await join(guest, address);
  if (robot) {
    await host.goto(address);
    await host.getByRole("button", { name: `Seat a ${robot} robot` }).click();
  }
  const clicks = await playToTheEnd(pages, address, options);

  await host.goto(address);
  const places = await host.locator(".z-end thead th[scope=col]").allTextContents();
  assert.equal(places.length, seats, "everybody has a place");
  assert.match(places[0], /^1\. /);
  for (const name of names) {
    assert.ok(places.some((place) => place.includes(name)), `${name} is in the ranking`);
  }
  await host.getByRole("link", { name: "Verify it" }).click();
  await host.getByRole("heading", { name: "is proved" }).waitFor();
  // Without scripts nobody is filled in for.
  const added = window.javaScriptEnabled === false ? /Nobody added anything to it/ : new RegExp(`what ${names.join(", ")} added to it`);
  assert.match(await host.locator("[aria-labelledby=proof-heading]").textContent(), added);
  for (const page of pages) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
  return clicks;
}

// One match without scripts, with a robot that makes it short; TURNWISE_ROUNDS=all plays more, of
// each game one with scripts, one without, one with a mouse on the things, one with the keys alone
// and one with a finger.
const sample = process.env.TURNWISE_ROUNDS !== "all" && "TURNWISE_ROUNDS=all plays it";

test("two people play a whole match of Bora Bora through the pages", { timeout: 240_000, skip: sample }, async (t) => {
  const clicks = await playWhole("bora-bora", ["anna", "ben"], { below: chance(1) });
  t.diagnostic(`${clicks} choices`);
});

for (const [scripts, name] of [[false, "cleo"], [true, "dora"]]) {
  test(`somebody plays a whole match of The Great Zimbabwe with a robot, ${scripts ? "with" : "without"} scripts`, { timeout: 240_000, skip: scripts && sample }, async (t) => {
    const prefer = (label) => [/./, /^Raise/, /cheapest/, /^Build/].findLastIndex((one) => one.test(label));
    const options = { below: chance(2), prefer, robot: "sensible", window: { javaScriptEnabled: scripts } };
    const clicks = await playWhole("great-zimbabwe", [name], options);
    t.diagnostic(`${clicks} choices`);
  });
}

test("somebody plays a whole match of Bora Bora with a robot, without scripts", { timeout: 240_000, skip: sample }, async (t) => {
  const prefer = (label) => [/./, /^Leave it/].findLastIndex((one) => one.test(label));
  const options = { below: chance(3), prefer, steps: 8, robot: "random", window: { javaScriptEnabled: false } };
  const clicks = await playWhole("bora-bora", ["emil"], options);
  t.diagnostic(`${clicks} choices`);
});

const hands = [["a mouse on the things", mouse, { viewport: { width: 1440, height: 900 } }], ["the keys alone", keys, { viewport: { width: 1440, height: 900 } }], ["a finger on a phone", finger, phone]];
const short = {
  "bora-bora": { steps: 8, robot: "random" },
  "great-zimbabwe": { prefer: (label) => [/./, /^Raise/, /cheapest/, /^Build/].findLastIndex((one) => one.test(label)), robot: "sensible" },
};
for (const [at, [game, options]] of Object.entries(short).entries()) {
  for (const [at_hand, [name, hand, window]] of hands.entries()) {
    test(`somebody plays a whole match of ${game} with ${name}`, { timeout: 480_000, skip: sample }, async (t) => {
      const own = hand();
      const who = ["fay", "gus", "hal", "ida", "jim", "kim"][3 * at + at_hand];
      const clicks = await playWhole(game, [who], { below: chance(4), hand: own, window, ...options });
      t.diagnostic(`${clicks} choices: ${JSON.stringify(own.counted)}`);
      assert.ok(own.counted.things > 10, "the things themselves are what is chosen");
    });
  }
}
