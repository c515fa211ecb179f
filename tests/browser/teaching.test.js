// What somebody who learns a game is told stands whole in sight, and so do choices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { register, someone } from "./people.js";
import { chance, choose, confirm, read } from "./playing.js";
import { eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

const sizes = [[1440, 900], [1280, 720], [1024, 768], [768, 1024], [390, 844]];

serve();

for (const game of ["bora-bora", "great-zimbabwe"]) {
  test(`hints of ${game} are whole and in sight, beside what can be chosen`, { timeout: 120_000 }, async (t) => {
    const page = await someone(browser, server.origin);
    await register(page, `pupil-${game.slice(0, 4)}`);
    await page.goto(`/games/${game}`);
    await page.getByRole("button", { name: /Teach me/ }).click();
    await page.waitForURL(/\/matches\//);
    const told = [];
    const below = chance(3);
    for (let step = 0; step < 12 && told.length < 5; step += 1) {
      await eventually(async () => (await page.reload(), (await read(page)).mine));
      while (await page.locator(".lesson").count()) {
        told.push(await page.locator(".lesson h3").textContent());
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const seen = await page.evaluate(hint);
          assert.deepEqual(seen.hidden, [], `${told.at(-1)} at ${width}x${height}`);
          assert.ok(!seen.inPlan || seen.choices > 0, `${told.at(-1)} at ${width}x${height} hides all choices`);
        }
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole("button", { name: "Got it" }).click();
        await page.locator(".lesson h3", { hasText: told.at(-1) }).waitFor({ state: "detached" });
      }
      await choose(page, (labels) => below(labels.length));
      if (!(await page.locator(".lesson").count())) await confirm(page);
    }
    t.diagnostic(told.join(", "));
    assert.ok(told.length >= 3, told.join(", "));
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

/** What of the hint is not in sight, where it stands, and how many choices are. */
function hint() {
  const lesson = document.querySelector(".lesson");
  const inSight = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const edges = [[x + width / 2, y + 2], [x + width / 2, y + height - 2]];
    return edges.every(([left, top]) => one.contains(document.elementFromPoint(left, top)));
  };
  const parts = [...lesson.querySelectorAll("h3, p, button")];
  const choices = document.querySelectorAll("#zone-do a.choice, #zone-do .compare a");
  return {
    hidden: parts.filter((one) => !inSight(one)).map((one) => one.textContent),
    inPlan: Boolean(lesson.closest(".plan")),
    choices: [...choices].filter(inSight).length,
  };
}
