// Pages that everybody can use: what axe-core knows of WCAG 2.2 A and AA. Of two pages one
// is looked at wide and light, the other narrow and dark; TURNWISE_ROUNDS=all looks at each
// in all four ways.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { browser, serve, server } from "./service.js";
import { everyPage } from "./walk.js";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const { ONLY, TURNWISE_ROUNDS } = process.env;
const looks = [[1280, "light"], [360, "dark"], [1280, "dark"], [360, "light"]];
const looksAt = (index) => TURNWISE_ROUNDS === "all" ? looks : [looks[index % 2]];

serve({ demo: true });

test("no page has a barrier that axe finds, light and dark, wide and narrow", { timeout: 540_000 }, async (t) => {
  const { pages } = await everyPage(server, browser);
  const barriers = [];
  const chosen = pages.filter((one) => !ONLY || one.name.match(ONLY));
  for (const [index, { name, page, go }] of chosen.entries()) {
    await go();
    // What can be opened is looked at, too.
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
    await page.evaluate(axe);
    for (const [width, colorScheme] of looksAt(index)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(
        (values) => window.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }),
        tags,
      );
      for (const { id, nodes } of found.violations) {
        const first = nodes[0];
        barriers.push(`${name}, ${width}, ${colorScheme}: ${id} at ${nodes.length} places, such as ` +
          `${first.target} ${first.html.slice(0, 160)}: ${first.failureSummary}`);
      }
    }
  }
  t.diagnostic(`${looksAt(0).length} looks at each of ${chosen.length} pages`);
  assert.deepEqual(barriers, []);
});
