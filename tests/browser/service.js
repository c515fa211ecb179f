// A server and a browser of a test file's own, there while its tests run.
import { after, before } from "node:test";
import { openBrowser } from "./people.js";
import { start } from "./server.js";

export let server;
export let browser;

/** Starts both before the tests of a file and ends them after; `ready` prepares the rest. */
export function serve(options = {}, ready = async () => {}) {
  before(async () => {
    server = await start(options);
    browser = await openBrowser();
    await ready();
  }, { timeout: 90_000 });
  after(async () => {
    await browser?.close();
    await server?.stop();
  }, { timeout: 30_000 });
}
