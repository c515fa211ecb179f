// Somebody on a phone opens a match at the daily pace, and one of four stops playing. Whoever
// runs this moves the clock: it asks on one line and waits for the answer on another.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { openBrowser, signIn, someone } from "../people.js";

const { ORIGIN: origin, PASSWORD: password, PICTURES: pictures } = process.env;
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const ask = async (what) => {
  console.log(what);
  return (await answers.next()).value;
};
const browser = await openBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody, signed in just now: sessions end while the clock jumps. */
async function here(handle) {
  const page = await someone(browser, origin, phone);
  page.setDefaultTimeout(60_000);
  await signIn(page, handle, password);
  return page;
}
const picture = async (page, name) => {
  if (pictures) await page.screenshot({ path: `${pictures}/absent-${name}.png` });
};

try {
  let page = await here("anna");
  await page.goto("/matches/new?game=great-zimbabwe");
  await page.getByLabel("Name of the match").fill("Four at the fire");
  await page.getByRole("radio", { name: "4", exact: true }).check();
  await page.getByRole("radio", { name: /at least once a day/ }).check();
  await page.getByRole("button", { name: "Open the match" }).tap();
  await page.getByRole("heading", { name: "Four at the fire" }).waitFor();
  await page.getByText("Pace: at least once a day.").waitFor();
  await picture(page, "room");
  const address = new URL(page.url()).pathname;

  const gone = await ask(`joined ${address.split("/").pop()}`);
  await page.goto(address);
  await page.getByText(/due in \d+ days/).first().waitFor({ state: "attached" });
  await picture(page, "begun");

  const other = gone === "anna" ? "ben" : "anna";
  await ask("reminder");
  await ask("runs out");
  page = await here(other);
  await page.goto(`${address}/history`);
  await page.getByText(`The time of ${gone} is over; one more day is given.`).first().waitFor();

  for (const what of ["a stand-in plays this turn", "a stand-in plays on until they return"]) {
    await ask("runs out");
    page = await here(other);
    await page.goto(`${address}/history`);
    await page.getByText(`The time of ${gone} is over; ${what}.`).first().waitFor();
    if (what.includes("this turn")) await ask("round");
  }

  page = await here(gone);
  await page.goto(address);
  await page.getByText("a robot plays for you until you are back").waitFor();
  await picture(page, "stood-in");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "I am back" }).tap()]);
  assert.equal(await page.getByRole("button", { name: "I am back" }).count(), 0);
  await page.goto(`${address}/history`);
  await page.getByText(`${gone} is back.`).first().waitFor();
  assert.deepEqual(page.troubles, []);
  await ask("done");
} finally {
  await browser.close();
}
process.exit(0);
