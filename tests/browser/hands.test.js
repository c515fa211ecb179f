// Turns taken on the things themselves: with a mouse, with the keys alone, with a finger.
// TURNWISE_ROUNDS=all takes more of them; whole matches are in whole-matches.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { finger, keys, mouse, phone } from "./hands.js";
import { awaited, demoMatch, signIn, someone } from "./people.js";
import { chance, takeTurn, version } from "./playing.js";
import { browser, serve, server } from "./service.js";

const titles = ["Bora Bora: midway", "The Great Zimbabwe: midway", "The Great Zimbabwe: just begun"];
const ways = { "a mouse": [mouse, {}], "the keys alone": [keys, { viewport: { width: 1440, height: 900 } }], "a finger on a phone": [finger, phone] };

serve({ demo: true });

for (const title of titles) {
  for (const [name, [hand, window]] of Object.entries(ways)) {
    const few = hand !== mouse && title.endsWith("midway");
    const skip = process.env.TURNWISE_ROUNDS !== "all" && !few && "TURNWISE_ROUNDS=all does it";
    test(`a turn of ${title} is taken with ${name}`, { timeout: 90_000, skip }, async (t) => {
      const page = await someone(browser, server.origin, window);
      const address = await demoMatch(page, title);
      await signIn(page, await awaited(page, address));
      await page.goto(address);
      const before = await version(page);
      const own = hand();
      const began = performance.now();
      await takeTurn(page, { below: chance(7), clicks: 60, hand: own });
      t.diagnostic(`${JSON.stringify(own.counted)} in ${Math.round(performance.now() - began)} ms`);
      assert.ok((await version(page)) > before);
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    });
  }
}

for (const game of ["Bora Bora", "The Great Zimbabwe"]) {
  test(`the first turns of ${game} are taken with a mouse on the things, wherever one lies`, { timeout: 120_000 }, async (t) => {
    const pages = new Map();
    const own = mouse();
    const began = performance.now();
    const looking = await someone(browser, server.origin);
    const address = await demoMatch(looking, `${game}: just begun`);
    for (let turn = 0; turn < 9; turn += 1) {
      const name = await awaited(looking, address);
      if (!pages.has(name)) {
        const page = await someone(browser, server.origin);
        await signIn(page, name);
        pages.set(name, page);
      }
      const page = pages.get(name);
      await page.goto(address);
      await takeTurn(page, { below: chance(turn), steps: 3, clicks: 60, hand: own });
    }
    t.diagnostic(`${JSON.stringify(own.counted)} in ${Math.round(performance.now() - began)} ms`);
    assert.ok(own.counted.things >= 9, JSON.stringify(own.counted));
    for (const page of pages.values()) assert.deepEqual(page.troubles, []);
  });
}
