// What pages load: little.
import assert from "node:assert/strict";
import { test } from "node:test";
import { demoMatch, someone } from "./people.js";
import { browser, serve, server } from "./service.js";
import { games } from "./walk.js";

const most = 150 * 1024;

serve({ demo: true });

/** What the network carried for a first visit. */
async function firstVisit(address) {
  const page = await someone(browser, server.origin);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  // A page that is followed live never falls silent, so its load event has to do.
  await page.goto(address, { waitUntil: "load" });
  await page.waitForFunction(() => performance.getEntriesByType("navigation")[0].loadEventEnd > 0);
  const parts = await page.evaluate(() => performance.getEntriesByType("resource").length);
  await page.context().close();
  return { bytes, parts };
}

test("a first visit stays below 150 KB", { timeout: 60_000 }, async (t) => {
  const page = await someone(browser, server.origin);
  const addresses = ["/"];
  for (const title of ["Bora Bora", "The Great Zimbabwe"]) {
    addresses.push(await demoMatch(page, `${title}: midway`));
  }
  addresses.push(...games.map((game) => `/games/${game}`));
  for (const address of addresses) {
    const { bytes, parts } = await firstVisit(address);
    t.diagnostic(`${Math.round(bytes / 1024)} KB, ${parts + 1} parts: ${address}`);
    assert.ok(bytes > 1024 && bytes < most, `${address} needs ${bytes} bytes`);
  }
});
