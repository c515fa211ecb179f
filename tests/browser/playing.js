// Taking turns as a person does: choose what the page offers, confirm.
import { eventually } from "./server.js";

/** The version of the match that a page shows. */
export async function version(page) {
  const live = await page.locator("main[data-live]").getAttribute("data-live");
  return Number(new URLSearchParams(live.split("?")[1]).get("after"));
}

/** Waits until a page shows a later version of its match. */
export async function movesOn(page, before) {
  const isLater = (old) => {
    const live = document.querySelector("main[data-live]").dataset.live;
    return Number(new URLSearchParams(live.split("?")[1]).get("after")) > old;
  };
  await page.waitForFunction(isLater, before, { timeout: 15_000 });
}

/** Chance that is the same in every run. */
export function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a page of a match says. */
export async function read(page) {
  return page.evaluate(() => ({
    over: document.querySelector(".whose").textContent.includes("The match is over"),
    mine: document.querySelector(".whose").textContent.includes("It is your turn"),
    plan: Boolean(document.querySelector("#confirm")),
    problem: document.querySelector(".problem")?.textContent,
    choices: [...document.querySelectorAll("#zone-do a.choice")].map((row) => row.textContent),
  }));
}

/** Follows one link of the table, and waits until it is shown. */
export async function follow(page, link) {
  const address = new URL(await link.getAttribute("href"), page.url());
  await link.evaluate((one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
  await page.waitForURL((url) => url.search === address.search);
  await page.locator(`#zone-plan`).waitFor();
}

/** How many choices are in the plan of the page. */
function planned(page) {
  return (new URL(page.url()).searchParams.get("plan") ?? "").split(";").filter(Boolean).length;
}

/** What a page of a match says, which must not be that something is wrong. */
async function readGood(page) {
  const seen = await read(page);
  if (seen.problem) throw new Error(`${page.url()}: ${seen.problem}`);
  return seen;
}

/** Clicks until one more choice is planned; gives how many clicks that took. */
export async function choose(page, pick = () => 0, hand = { follow }) {
  const before = planned(page);
  for (let clicks = 1; clicks < 12; clicks += 1) {
    const { choices } = await readGood(page);
    await hand.follow(page, page.locator("#zone-do a.choice").nth(pick(choices)));
    if (planned(page) > before) return clicks;
  }
  throw new Error(`nothing is planned after a dozen clicks: ${page.url()}`);
}

/** The plan becomes real, once what it begins is finished. */
export async function confirm(page, hand = { follow, confirm: () => page.locator("#confirm").click() }) {
  while (!(await readGood(page)).plan) await choose(page, () => 0, hand);
  await hand.confirm(page);
  await page.waitForURL((url) => !url.searchParams.has("plan"));
}

/**
 * Plays on over the API, by chance, until it is enough for who is awaited with what they may do
 * (the types of the commands, and the whole of it); who that is. `people` are who has a seat.
 */
export async function playOnUntil(origin, address, people, password, enough) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const tokens = new Map();
  for (const login of people) {
    const body = JSON.stringify({ login, password });
    const session = await (await fetch(`${origin}/api/v1/sessions`, { ...post, body })).json();
    tokens.set(login, { Authorization: `Bearer ${session.access_token}` });
  }
  const below = chance(1);
  for (let played = 0; played < 300; played += 1) {
    for (const [login, token] of tokens) {
      const { version, items } = await (
        await fetch(`${origin}/api/v1${address}/legal`, { headers: token })
      ).json();
      if (items.length === 0) continue;
      if (await enough(login, items.map((item) => item.command.type), items)) return login;
      const { command, then = [] } = items[below(items.length)];
      const headers = { ...post.headers, ...token, "If-Match": `"${version}"`, "Idempotency-Key": `${address.slice(-12)}-${version}` };
      const body = JSON.stringify({ commands: [command, ...then] });
      const answer = await fetch(`${origin}/api/v1${address}/commands`, { ...post, headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      break;
    }
  }
  throw new Error("300 commands were not enough");
}

/** How many events the history of a match counts, asked with a page of its own. */
export async function events(page, address) {
  const other = await page.context().newPage();
  await other.goto(`${address}/history`);
  const count = await other.locator("#at").getAttribute("max");
  await other.close();
  return Number(count);
}

/**
 * One person's turn: chooses up to `steps` choices in one plan and confirms it, until the
 * match waits for somebody else. Gives whether the match is over and how often was clicked.
 */
export async function takeTurn(page, { below, prefer = () => 1, steps = 6, clicks, hand }) {
  const pick = (labels) => heaviest(labels, prefer, below);
  for (;;) {
    let seen = await readGood(page);
    if (seen.over || !seen.mine) return { over: seen.over, clicks };
    for (let chosen = 0; chosen < steps && seen.choices.length > 0; chosen += 1) {
      clicks -= await choose(page, pick, hand);
      if (clicks < 0) throw new Error("the match takes too many clicks");
      seen = await readGood(page);
    }
    await confirm(page, hand);
  }
}

function heaviest(labels, prefer, below) {
  const weights = labels.map(prefer);
  const best = [...labels.keys()].filter((at) => weights[at] === Math.max(...weights));
  return best[below(best.length)];
}

/** A whole match: the pages take turns until it is over; robots take theirs meanwhile. */
export async function playToTheEnd(pages, address, options) {
  const most = options.clicks ?? 4_000;
  let clicks = most;
  for (;;) {
    const page = await eventually(() => awaitedPage(pages, address, options.hand), 60_000);
    const after = await takeTurn(page, { ...options, clicks });
    clicks = after.clicks;
    if (after.over) return most - clicks;
  }
}

/**
 * Whose page says that it is their turn, or that the match is over. Whoever plays by a hand
 * of their own stays on the page, which follows live.
 */
async function awaitedPage(pages, address, hand) {
  for (const page of pages) {
    if (!hand || !page.url().includes(address)) await page.goto(address);
    const { over, mine } = await read(page);
    if (over || mine) return page;
  }
  return null;
}
