// How pages look: nothing overflows. PICTURES=FOLDER puts pictures of all whole pages
// into a folder, to look at; ONLY=PATTERN looks at pages of that name only.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { browser, serve, server } from "./service.js";
import { everyPage } from "./walk.js";

const { PICTURES, ONLY } = process.env;

serve({ demo: true }, async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});

async function pictures(page, name) {
  for (const colorScheme of /-(turn|plan|question)-/.test(name) ? ["light", "dark"] : ["light"]) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("no page is wider than its window, at 1280 and at 360 pixels", { timeout: 300_000 }, async () => {
  const { pages } = await everyPage(server, browser);
  const wide = [];
  for (const { name, page, go } of pages.filter((one) => !ONLY || one.name.match(ONLY))) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await go();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      if (needed > width) wide.push(`${name} needs ${needed} of ${width}`);
      if (PICTURES) await pictures(page, `${name}-${width}`);
    }
  }
  assert.deepEqual(wide, []);
});
