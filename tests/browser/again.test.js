// Notes that are kept while somebody types, and two people who play again.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { between } from "./late.js";
import { join, openMatch, register, signIn, someone } from "./people.js";
import { eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

const { PICTURES } = process.env;

serve({}, async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});

async function picture(page, name) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/again-${name}.png` });
}

test("notes beside the board, and the same people again", { timeout: 120_000 }, async (t) => {
  // No route of a test sees what a service worker lets pass.
  const anna = await someone(browser, server.origin, { serviceWorkers: "block" });
  const ben = await someone(browser, server.origin);
  await register(anna, "anna");
  await register(ben, "ben");
  const address = await openMatch(anna, "great-zimbabwe", "A long evening");
  await join(ben, address);
  await anna.goto(address);
  await ben.goto(address);
  const panel = anna.locator("[data-notes-panel]");
  const text = (page) => page.getByLabel("Your notes on this match");

  await t.test("what is typed is saved without a click", async () => {
    await anna.locator(".menu > summary").click();
    await anna.getByRole("link", { name: "My notes", exact: true }).click();
    await panel.getByRole("heading", { name: "My notes" }).waitFor();
    await text(anna).fill("Mind the river.");
    await panel.getByText("Saved.").waitFor();
    await text(anna).fill("Mind the river. Twice.");
    await picture(anna, "notes");
    // Leaving at once loses nothing either.
    await anna.goto("/");
    await eventually(async () => {
      await anna.goto(`${address}/notes`);
      return await text(anna).inputValue() === "Mind the river. Twice.";
    });
  });

  await t.test("what was typed in two places is never written over", async () => {
    const other = await anna.context().newPage();
    await other.goto(`${address}/notes`);
    await text(other).fill("From the other window.");
    await other.getByText("Saved.").waitFor();
    await text(anna).fill("From this window.");
    await anna.getByText("saved elsewhere meanwhile").waitFor();
    await anna.getByRole("button", { name: "Save" }).click();
    await anna.getByText("From the other window.").waitFor();
    assert.equal(await text(anna).inputValue(), "From this window.");
    await picture(anna, "both");
    // What is typed there waits for the button, too, and is not left without a question.
    await text(anna).press("End");
    await anna.keyboard.type(" Really.");
    await anna.getByText("Saved when you press").waitFor();
    const asked = new Promise((resolve) => { anna.once("dialog", (dialog) => { resolve(dialog.type()); dialog.dismiss(); }); });
    await anna.close({ runBeforeUnload: true });
    assert.equal(await asked, "beforeunload");
    await other.reload();
    assert.equal(await text(other).inputValue(), "From the other window.");
    await anna.getByRole("button", { name: "Save" }).click();
    await anna.getByRole("alert").waitFor({ state: "detached" });
    await other.reload();
    assert.equal(await text(other).inputValue(), "From this window. Really.");
    await other.close();
  });

  await t.test("what is typed once Save was pressed follows what it saved, and nothing else", async () => {
    const here = await anna.context().newPage();
    const other = await anna.context().newPage();
    const pressAndType = async (before, after, meanwhile = async () => {}) => {
      await here.goto(`${address}/notes`);
      await other.goto(`${address}/notes`);
      let go;
      const gate = new Promise((resolve) => { go = resolve; });
      const sending = here.waitForRequest((request) => request.method() === "POST");
      await here.route(`**${address}/notes`, async (route) => {
        // The form is sent; its page comes when there is more in the field.
        if (route.request().method() === "POST") await gate;
        await route.continue();
      });
      await text(here).fill(before);
      // Pressed while the field keeps the focus; nothing is waited for, since a page is on its way.
      await here.evaluate(() => setTimeout(() => document.querySelector("[data-notes] button").click(), 0));
      await sending;
      await here.keyboard.type(after);
      await meanwhile();
      const arrived = here.waitForEvent("load");
      go();
      await arrived;
      await here.unroute(`**${address}/notes`);
    };
    await pressAndType("Sent.", " And more.");
    await here.getByText("Saved.", { exact: true }).waitFor();
    await other.goto(`${address}/notes`);
    assert.equal(await text(other).inputValue(), "Sent. And more.");
    // Whatever another window saves meanwhile stays.
    await pressAndType("Mine.", " And more.", async () => {
      await text(other).fill("Theirs.");
      await other.getByText("Saved.", { exact: true }).waitFor();
    });
    await here.getByText("Theirs.").waitFor();
    assert.equal(await text(here).inputValue(), "Mine. And more.");
    await other.goto(`${address}/notes`);
    assert.equal(await text(other).inputValue(), "Theirs.");
    await here.getByRole("button", { name: "Save" }).click();
    await here.getByRole("alert").waitFor({ state: "detached" });
    await other.goto(`${address}/notes`);
    assert.equal(await text(other).inputValue(), "Mine. And more.");
    // The notes beside the board keep what is not saved when they are closed.
    await here.goto(address);
    const open = () => here.keyboard.press("Escape").then(() => here.evaluate(() => document.querySelector("[data-notes-link]").click()));
    await open();
    await text(here).waitFor();
    await text(other).fill("Theirs again.");
    await other.getByText("Saved.", { exact: true }).waitFor();
    await text(here).fill("Mine again.");
    await here.getByText("saved elsewhere meanwhile").waitFor();
    await here.getByRole("button", { name: "Close" }).click();
    await text(here).waitFor({ state: "hidden" });
    await open();
    await text(here).waitFor();
    assert.equal(await text(here).inputValue(), "Mine again.");
    // Nothing is left without a question while it has not arrived.
    await here.getByRole("button", { name: "Save" }).click();
    await here.getByText("Theirs again.").waitFor();
    await here.getByRole("button", { name: "Save" }).click();
    await here.getByRole("alert").waitFor({ state: "detached" });
    await here.route(`**${address}/notes`, (route) => (route.request().method() === "POST" ? undefined : route.continue()));
    await text(here).focus();
    const sending = here.waitForRequest((request) => request.method() === "POST");
    await here.evaluate(() => setTimeout(() => document.querySelector("[data-notes] button").click(), 0));
    await sending;
    await here.keyboard.type("More.");
    const asked = new Promise((resolve) => { here.once("dialog", (dialog) => { resolve(dialog.type()); dialog.dismiss(); }); });
    await here.close({ runBeforeUnload: true });
    assert.equal(await asked, "beforeunload");
    await here.close();
    await other.close();
  });

  await t.test("a page of notes that comes late knows what was saved before it came", async () => {
    const line = await between(server.origin);
    const notes = `${line.origin}${new URL(address, server.origin).pathname}/notes`;
    const [here, other] = [await anna.context().newPage(), await anna.context().newPage()];
    const isSaved = async (all) => {
      await other.goto(`${address}/notes`);
      return await text(other).inputValue() === all;
    };
    // What waits for fifteen seconds waits for one.
    await here.addInitScript(() => {
      const later = window.setTimeout;
      window.setTimeout = (then, after, ...rest) => later(then, after === 15000 ? 1000 : after, ...rest);
    });
    let [go, gate] = [];
    const hold = (which) => {
      gate = new Promise((resolve) => { go = resolve; });
      line.held = (answer) => (which(answer) ? gate : undefined);
    };
    const isPage = ({ method, headers }) => method === "GET" && headers["sec-fetch-dest"] === "document";
    for (const typed of [" Two.", ""]) {
      await here.goto(notes);
      hold(isPage);
      await text(here).fill("One.");
      const sending = here.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
      await here.evaluate(() => setTimeout(() => document.querySelector("[data-notes] button").click(), 0));
      await sending;
      await here.keyboard.type(typed);
      // The form goes on by itself meanwhile, after what it has sent.
      await eventually(() => isSaved(`One.${typed}`));
      await here.waitForTimeout(1200);
      await here.keyboard.type(" Three.");
      const arrived = here.waitForEvent("load");
      go();
      await arrived;
      await here.getByText("Saved.", { exact: true }).waitFor();
      assert.equal(await text(here).inputValue(), `One.${typed} Three.`);
      assert.ok(await isSaved(`One.${typed} Three.`));
    }
    // The notes beside the board, closed and opened again while they are saved, are the newer ones.
    line.held = () => {};
    await here.goto(notes.replace("/notes", ""));
    const open = () => here.evaluate(() => document.querySelector("[data-notes-link]").click());
    await open();
    await text(here).fill("One.");
    await here.getByText("Saved.", { exact: true }).waitFor();
    await text(here).press("End");
    let pages = 0;
    hold(({ method }) => method === "GET" && (pages += 1) === 1);
    line.asks = ({ method }) => (method === "POST" ? new Promise((done) => { setTimeout(done, 300); }) : undefined);
    await here.keyboard.type(" Two.");
    await here.keyboard.press("Escape");
    await open();
    await eventually(() => isSaved("One. Two."));
    await here.waitForFunction(() => document.querySelector("[data-notes-said]").textContent === "Saved.");
    go();
    await text(here).waitFor();
    await here.waitForTimeout(200);
    assert.equal(await text(here).inputValue(), "One. Two.");
    // What arrived without an answer is nobody else's.
    line.asks = () => {};
    let lost = 0;
    line.held = ({ method }) => {
      if (method === "POST" && !lost) throw new Error(`the line is cut ${lost += 1}`);
    };
    await here.keyboard.type(" Three.");
    await eventually(() => lost);
    await here.keyboard.type(" Four.");
    await eventually(() => isSaved("One. Two. Three. Four."));
    await here.getByText("Saved.", { exact: true }).waitFor();
    // What is refused for another reason is told, and not sent again and again.
    lost = 0;
    let posts = 0;
    line.asks = ({ method }) => { posts += method === "POST" ? 1 : 0; };
    line.held = ({ method }) => {
      // A browser asks again by itself, once.
      if (method === "POST" && lost < 2) throw new Error(`the line is cut ${lost += 1}`);
    };
    await here.keyboard.type(" Five.");
    await eventually(() => lost === 2);
    await text(here).fill("One.\u202e");
    await here.waitForFunction(() => /character/.test(document.querySelector("[data-notes-said]").textContent));
    await here.waitForTimeout(1000);
    assert.ok(posts < 6, `${posts} requests`);
    assert.ok(await isSaved("One. Two. Three. Four. Five."));
    // What was taken back though its answer was lost is taken back there, too.
    await text(here).fill("One. Two. Three. Four.");
    await eventually(() => isSaved("One. Two. Three. Four."));
    await here.close();
    await other.close();
    line.close();
  });

  await t.test("what could not be saved is not left without a question", async () => {
    const other = await anna.context().newPage();
    await other.goto(`${address}/notes`);
    await other.route(`**${address}/notes`, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await text(other).click();
    await other.keyboard.type("Lost? ");
    await other.getByText("Not saved yet").waitFor();
    const asked = new Promise((resolve) => { other.once("dialog", (dialog) => { resolve(dialog.type()); dialog.dismiss(); }); });
    await other.close({ runBeforeUnload: true });
    assert.equal(await asked, "beforeunload");
    await other.unroute(`**${address}/notes`);
    // It is tried every five seconds, each time for ten.
    await other.getByText("Saved.").waitFor({ timeout: 40_000 });
    await other.close();
    await anna.goto(`${address}/notes`);
    assert.match(await text(anna).inputValue(), /Lost\?/);
  });

  await t.test("what is written while one is signed out elsewhere is kept for who wrote it", async () => {
    const other = await anna.context().newPage();
    await other.goto(`${address}/notes`);
    await text(other).click();
    await anna.goto("/");
    await anna.getByRole("button", { name: "Sign out" }).click();
    await other.keyboard.type("Signed out! ");
    await other.getByText("You were signed out.").waitFor();
    await other.keyboard.type("And on. ");
    await other.locator("[data-notes-said] a").click();
    await other.getByLabel("Handle or email address").fill("anna");
    await other.getByLabel("Password").fill("a few words are fine");
    await other.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await other.getByText("Saved.").waitFor();
    await other.reload();
    assert.match(await text(other).inputValue(), /Signed out! And on\. /);
    // The same for a line of talk, from a page of before.
    await other.goto(`${address}/talk`);
    await other.getByLabel("Say something").fill("Half said");
    await anna.goto("/");
    await anna.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("button", { name: "Say it" }).click();
    await other.getByText("You were signed out.").waitFor();
    await signIn(anna, "anna", "a few words are fine");
    await other.getByRole("button", { name: "Say it" }).click();
    await other.getByText("not come from a page of your session").waitFor();
    await other.getByRole("link", { name: "Load the page again" }).click();
    await eventually(async () => await other.getByLabel("Say something").inputValue() === "Half said");
    await other.getByRole("button", { name: "Say it" }).click();
    await other.locator("[data-line]", { hasText: "Half said" }).waitFor();
    // Somebody else who signs in in this browser finds nothing of it.
    await other.goto(address);
    const open = async () => {
      await other.locator(".menu > summary").click();
      await other.getByRole("link", { name: "My notes", exact: true }).click();
    };
    await open();
    await text(other).click();
    await anna.goto("/");
    await anna.getByRole("button", { name: "Sign out" }).click();
    await other.keyboard.type("Only hers. ");
    await other.getByText("You were signed out.").waitFor();
    await signIn(anna, "ben", "a few words are fine");
    await other.getByRole("button", { name: "Close" }).click();
    await open();
    await other.waitForURL(`**${address}/notes`);
    assert.equal(await text(other).inputValue(), "");
    await anna.getByRole("button", { name: "Sign out" }).click();
    await signIn(anna, "anna", "a few words are fine");
    await other.goto(`${address}/notes`);
    await other.getByText("Saved.").waitFor();
    assert.match(await text(other).inputValue(), /Only hers\. /);
    await other.close();
  });

  await t.test("a bookmark leads back to its event", async () => {
    await anna.goto(`${address}?news=2`);
    await anna.getByLabel("What to call event 2").fill("He came");
    await anna.getByRole("button", { name: "Set a bookmark" }).click();
    await anna.getByText("He came").waitFor();
    await anna.getByRole("link", { name: "Event 2" }).click();
    await anna.getByRole("heading", { name: "Event 2" }).waitFor();
  });

  await t.test("two who click meet in one match", async () => {
    await ben.locator(".menu > summary").click();
    await ben.locator(".resign > summary").click();
    await ben.getByLabel(/I give up/).check();
    await ben.getByRole("button", { name: "Resign" }).click();
    await anna.goto(address);
    const again = { name: "Play again with the same people" };
    await ben.getByRole("button", again).waitFor();
    await picture(ben, "over");
    await Promise.all([anna, ben].map(async (page) => {
      await page.getByRole("button", again).click();
      await page.waitForURL((url) => url.pathname.startsWith("/matches/") && !url.href.startsWith(address));
    }));
    assert.equal(new URL(anna.url()).pathname, new URL(ben.url()).pathname);
    await anna.reload();
    await anna.getByRole("heading", { name: "A long evening" }).waitFor();
    assert.match(await anna.locator(".whose").innerText(), /turn|Waiting for/);
  });

  assert.deepEqual([...anna.troubles, ...ben.troubles], []);
});
