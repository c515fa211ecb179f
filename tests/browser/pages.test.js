// Every page once, by people who see it: nothing is wider than its window, nothing asks
// another host, breaks its policy or complains, and axe-core finds no barrier of WCAG 2.2 A
// and AA. Of two pages one is looked at wide and light, the other narrow and dark;
// TURNWISE_ROUNDS=all looks at each in all four ways, and at those pages, too, that are much
// like others. PICTURES=FOLDER puts pictures of them into a folder, to look at; ONLY=PATTERN
// looks at pages of that name only.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { browser, serve, server } from "./service.js";
import { everyPage } from "./walk.js";

const { ONLY, PICTURES, TURNWISE_ROUNDS } = process.env;
const all = TURNWISE_ROUNDS === "all";
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const widths = [1280, 360];
const looks = [[1280, "light"], [360, "dark"], [1280, "dark"], [360, "light"]];
const looksAt = (index) => (all ? looks : [looks[index % 2]]);

serve({ demo: true }, async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});

/** Has every page tell what it should not do; gives the list that is told to. */
async function heard(looking) {
  const abroad = [];
  for (const page of Object.values(looking)) {
    page.on("request", (request) => {
      if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== server.origin) {
        abroad.push(`${page.url()} asks ${request.url()}`);
      }
    });
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }
  return abroad;
}

/** Whether the page is wider than its window. */
async function wide(page, name) {
  const found = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (needed > width) found.push(`${name} needs ${needed} of ${width}`);
    if (PICTURES) await pictures(page, `${name}-${width}`);
  }
  return found;
}

async function pictures(page, name) {
  for (const colorScheme of /-(turn|plan|question)-/.test(name) ? ["light", "dark"] : ["light"]) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

/** What axe finds, with all that can be opened open; what opens over the page by itself. */
async function barriers(page, name, looks) {
  const found = [];
  await page.evaluate(axe);
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async (values) => {
      const menu = document.querySelector("details.menu");
      const run = async (where, inMenu) => {
        for (const one of document.querySelectorAll("details")) one.open = Boolean(menu?.contains(one)) === inMenu;
        const asked = { runOnly: { type: "tag", values }, resultTypes: ["violations"] };
        return (await window.axe.run(where, asked)).violations;
      };
      return [...(await run(document, false)), ...(menu ? await run(menu, true) : [])];
    }, tags);
    for (const { id, nodes } of violations) {
      const { target, html, failureSummary } = nodes[0];
      found.push(`${name}, ${width}, ${colorScheme}: ${id} at ${nodes.length} places, such as ` +
        `${target} ${html.slice(0, 160)}: ${failureSummary}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

test("every page", { timeout: 540_000 }, async (t) => {
  const { pages, looking } = await everyPage(server, browser, { all });
  const abroad = await heard(looking);
  const chosen = pages.filter((one) => !ONLY || one.name.match(ONLY));
  const found = { wide: [], barriers: [] };
  for (const [index, { name, page, go }] of chosen.entries()) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await go();
    found.wide.push(...await wide(page, name));
    found.barriers.push(...await barriers(page, name, looksAt(index)));
  }
  t.diagnostic(`${looksAt(0).length} looks at each of ${chosen.length} pages`);
  const troubles = Object.values(looking).flatMap((page) => page.troubles);
  await t.test("fits its window, at 1280 and at 360 pixels", () => assert.deepEqual(found.wide, []));
  await t.test("has no barrier that axe finds", () => assert.deepEqual(found.barriers, []));
  await t.test("asks no other host", () => assert.deepEqual(abroad, []));
  await t.test("breaks no policy and does not complain", () => assert.deepEqual(troubles, []));
});
