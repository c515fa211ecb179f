// Every page of the site, with somebody who sees it: for tests that look at them all.
import { awaited, demoMatch, join, openMatch, register, signIn, someone } from "./people.js";
import { choose } from "./playing.js";
import { demoPassword, eventually } from "./server.js";

const demoPeople = ["anna", "ben", "cleo"];
export const games = ["bora-bora", "great-zimbabwe"];
const titles = { "bora-bora": "Bora Bora", "great-zimbabwe": "The Great Zimbabwe" };

/**
 * Prepares a demo so that there is something on every page, and gives the pages: each
 * has a name, the browser page of who looks, and how to get there. Only `all` has those,
 * too, that are much like another one.
 */
export async function everyPage(server, browser, { all = false, ...options } = {}) {
  const looking = { nobody: await someone(browser, server.origin, options) };
  for (const name of demoPeople) {
    looking[name] = await someone(browser, server.origin, options);
    await signIn(looking[name], name);
  }
  looking.dora = await someone(browser, server.origin, options);
  await register(looking.dora, "dora");
  const letters = await playAndWrite(server, looking);
  const pages = [];
  const add = (name, who, go) => {
    const page = looking[who];
    pages.push({ name, page, go: () => (typeof go === "string" ? page.goto(go) : go(page)) });
  };
  addFrontPages(add, letters);
  await addLobby(add, looking);
  for (const game of games) await addMatches(add, looking, game, all || game === games[0]);
  return { pages, looking };
}

/** Anna gets letters of a match; the link with which dora confirms her address stays unused. */
async function playAndWrite(server, { anna, ben }) {
  const linked = async (handle, kind, pattern) => eventually(async () => {
    const all = await server.letters();
    const letter = all.find((one) => one.name.includes(kind) && one.to === `${handle}@example.org`);
    return letter?.text.match(pattern)?.[0];
  }, 40_000);
  await join(ben, await openMatch(anna, "great-zimbabwe", "Two at a table"));
  return {
    confirm: await linked("dora", "confirm_address", /http:\S+\/confirm\?token=\w+/),
    unsubscribe: await linked("anna", "digest", /http:\S+\/unsubscribe\?token=[\w.-]+/),
  };
}

function addFrontPages(add, letters) {
  add("landing", "nobody", "/");
  add("sign-in", "nobody", "/sign-in?next=/account");
  add("sign-in-refused", "nobody", async (page) => {
    await page.goto("/sign-in");
    await page.getByLabel("Handle or email address").fill("anna");
    await page.getByLabel("Password").fill("something else");
    await page.getByRole("main").getByRole("button").click();
    await page.getByRole("alert").waitFor();
  });
  add("register", "nobody", "/register");
  add("forgot", "nobody", "/forgot");
  add("forgot-sent", "nobody", async (page) => {
    await page.goto("/forgot");
    await page.getByLabel("Email address").fill("nobody@example.org");
    await page.getByRole("main").getByRole("button").click();
    await page.getByRole("heading", { name: "Look into your letters" }).waitFor();
  });
  add("reset", "nobody", "/reset?token=twt_0");
  add("confirm", "nobody", letters.confirm);
  add("unsubscribe", "nobody", letters.unsubscribe);
  add("problem", "anna", "/people/nobody-of-this-name");
  add("no-such-address", "anna", "/no/such/address");
  add("games", "nobody", "/games");
  for (const game of games) {
    add(`game-${game}`, "nobody", `/games/${game}`);
    add(`best-${game}`, "nobody", `/games/${game}/ratings`);
  }
  add("help", "nobody", "/help");
  add("errors", "nobody", "/docs/errors");
  add("mine", "anna", "/");
  add("mine-not-confirmed", "dora", "/");
  add("account", "anna", "/account");
  add("account-with-new-token", "anna", async (page) => {
    await page.goto("/account");
    const old = page.getByRole("button", { name: "Revoke my robot" });
    if (await old.count()) await old.first().click();
    await page.getByLabel("Name of a new token").fill("my robot");
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.locator("#made").waitFor();
  });
  add("second-factor", "anna", "/account/second-factor");
  add("second-factor-secret", "anna", async (page) => {
    await page.goto("/account/second-factor");
    await page.getByLabel("Your password").fill(demoPassword);
    await page.getByRole("button", { name: "Set up a second factor" }).click();
    await page.getByRole("img", { name: "QR code" }).waitFor();
  });
  add("person", "ben", "/people/anna");
}

async function addLobby(add, looking) {
  add("matches", "nobody", "/matches");
  add("matches-none", "anna", "/matches?player=nobody");
  add("new", "anna", "/matches/new");
  for (const game of games) add(`new-${game}`, "anna", `/matches/new?game=${game}`);
  add("new-refused", "anna", async (page) => {
    await page.goto("/matches/new?game=great-zimbabwe");
    await page.getByLabel("Name of the match").fill("   ");
    await page.getByRole("button", { name: "Open the match" }).click();
    await page.getByRole("alert").waitFor();
  });
  const room = await demoMatch(looking.anna, "Bora Bora: come and join");
  add("room-of-host", "anna", room);
  add("room-of-guest", "ben", room);
  add("room-of-spectator", "nobody", room);
}

/** The pages of the matches of a game; those of another game look alike, but for the tables. */
async function addMatches(add, looking, game, all) {
  const title = titles[game];
  const midway = await demoMatch(looking.nobody, `${title}: midway`);
  const begun = await demoMatch(looking.nobody, `${title}: just begun`);
  const ended = await demoMatch(looking.nobody, `${title}: ended`);
  const who = await awaited(looking.nobody, midway);
  const other = demoPeople.find((name) => name !== who);
  add(`${game}-turn`, who, midway);
  add(`${game}-plan`, who, await plan(looking[who], midway));
  const question = await asked(looking[who], midway);
  if (question) add(`${game}-question`, who, question);
  add(`${game}-board-of-another`, who, `${midway}?from=seat-1`);
  add(`${game}-news`, who, `${midway}?news=57`);
  add(`${game}-words`, who, `${midway}/words`);
  add(`${game}-talk`, who, await talked(looking[other], looking[who], midway));
  add(`${game}-over`, "anna", ended);
  if (!all) return;
  add(`${game}-stale`, who, `${midway}?v=6&plan=do:pass`);
  add(`${game}-waiting`, other, midway);
  add(`${game}-spectator`, "nobody", midway);
  const first = await awaited(looking.nobody, begun);
  add(`${game}-begun`, first, begun);
  add(`${game}-history`, who, `${midway}/history`);
  add(`${game}-proposals`, who, `${midway}/proposals`);
  add(`${game}-history-midway`, "nobody", `${ended}/history?at=57`);
  add(`${game}-history-first`, "nobody", `${ended}/history?at=1`);
  add(`${game}-verified`, "nobody", `${ended}/verify`);
}

/** The address of the talk at a table where each has said something. */
async function talked(one, other, address) {
  for (const page of [one, other]) {
    await page.goto(`${address}/talk`);
    await page.getByLabel("Say something").fill("What a match! I had not thought of that.");
    await page.getByText("Point at something").click();
    await page.getByLabel("An event").fill("5");
    await page.getByLabel("Something on the board").fill("seat-1");
    await page.getByRole("button", { name: "Say it" }).click();
    await page.locator(".talk li.yours").first().waitFor();
  }
  return `${address}/talk`;
}

/** The address of a plan: the first choices of a person's page. */
async function plan(page, address) {
  await page.goto(address);
  await choose(page);
  return page.url();
}

/** The address of a table where the next question is about its pictures, if there is one. */
async function asked(page, address) {
  await page.goto(address);
  const rows = page.locator("#zone-do a.choice");
  for (const row of await rows.all()) {
    const to = await row.getAttribute("href");
    if (to.includes("at=")) return new URL(to, page.url()).href;
  }
  return null;
}
