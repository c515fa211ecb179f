// How pages look: nothing overflows, and pictures of all of them to look at.
// UPDATE=1 rewrites the tops of all pages in screenshots/; WHOLE=FOLDER writes whole
// pages into a folder; ONLY=PATTERN looks at pages of that name only.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./people.js";
import { start } from "./server.js";
import { everyPage } from "./walk.js";

const { UPDATE, WHOLE, ONLY } = process.env;
const kept = path.join(path.dirname(fileURLToPath(import.meta.url)), "screenshots");
const folder = WHOLE ?? (UPDATE === "1" ? kept : null);
const tops = { 1280: 1000, 360: 1100 };

let server;
let browser;
before(async () => {
  server = await start({ demo: true });
  browser = await openBrowser();
  if (folder === kept && !ONLY) await rm(kept, { recursive: true, force: true });
  if (folder) await mkdir(folder, { recursive: true });
}, { timeout: 90_000 });
after(async () => {
  await browser?.close();
  await server?.stop();
}, { timeout: 30_000 });

/** WebP, which Playwright itself does not write, keeps the folder small. */
async function picture(page, name, width, height) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: WHOLE ? 90 : 45,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: WHOLE ? height : Math.min(height, tops[width]), scale: 1 },
  });
  await session.detach();
  if (folder) await writeFile(path.join(folder, `${name}.webp`), Buffer.from(data, "base64"));
}

test("no page is wider than its window, at 1280 and at 360 pixels", { timeout: 300_000 }, async () => {
  const { pages } = await everyPage(server, browser);
  const wide = [];
  for (const { name, page, go } of pages.filter((one) => !ONLY || one.name.match(ONLY))) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await go();
    const schemes = /-(turn|plan)$/.test(name) ? ["light", "dark"] : ["light"];
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const needed = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { width: scrollWidth, height: scrollHeight };
      });
      if (needed.width > width) wide.push(`${name} needs ${needed.width} of ${width}`);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        const dark = colorScheme === "dark" ? "-dark" : "";
        await picture(page, `${name}-${width}${dark}`, width, needed.height);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  assert.deepEqual(wide, []);
});
