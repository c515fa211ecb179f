// Taking turns as a person does: choose what the page offers, confirm.

/** The version of the match that a page shows. */
export async function version(page) {
  const live = await page.locator("main[data-live]").getAttribute("data-live");
  return Number(new URLSearchParams(live.split("?")[1]).get("after"));
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
    plan: Boolean(document.querySelector("#plan")),
    problem: document.querySelector(".problem")?.textContent,
    groups: [...document.querySelectorAll("#choices .group")].map((group) =>
      [...group.querySelectorAll("a")].map((link) => link.textContent)),
  }));
}

/** Follows a choice, opening its group first where it is closed. */
export async function choose(page, group = 0, label = 0) {
  const found = page.locator("#choices .group").nth(group);
  const choice = found.locator("a").nth(label);
  if (!(await choice.isVisible())) await found.locator("summary").click();
  const plan = new URL(await choice.getAttribute("href"), page.url()).searchParams.get("plan");
  await choice.click();
  await page.waitForURL((url) => url.searchParams.get("plan") === plan);
  await page.locator("#plan, .problem").first().waitFor();
}

/** The plan becomes real. */
export async function confirm(page) {
  await page.locator("#plan button").click();
  await page.locator("main[data-busy=false]").waitFor();
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
 * One person's turn: chooses up to `steps` steps in one plan and confirms it, until the
 * match waits for somebody else. Gives whether the match is over and how often was clicked.
 */
export async function takeTurn(page, { below, prefer = () => 1, steps = 6, clicks }) {
  for (;;) {
    let chosen = 0;
    let seen = await read(page);
    if (seen.problem) throw new Error(`${page.url()}: ${seen.problem}`);
    if (seen.over || !seen.mine) return { over: seen.over, clicks };
    while (chosen < steps && seen.groups.length > 0) {
      const [group, label] = pick(seen.groups, prefer, below);
      await choose(page, group, label);
      chosen += 1;
      clicks -= 1;
      if (clicks < 0) throw new Error("the match takes too many clicks");
      seen = await read(page);
      if (seen.problem) throw new Error(`${page.url()}: ${seen.problem}`);
    }
    await confirm(page);
  }
}

function pick(groups, prefer, below) {
  const offers = groups.flatMap((labels, group) =>
    labels.map((label, at) => ({ group, at, weight: prefer(label) })));
  const heaviest = Math.max(...offers.map((offer) => offer.weight));
  const best = offers.filter((offer) => offer.weight === heaviest);
  const one = best[below(best.length)];
  return [one.group, one.at];
}

/** A whole match: the pages take turns until it is over. */
export async function playToTheEnd(pages, address, options) {
  let clicks = options.clicks ?? 1_500;
  for (let turn = 0; ; turn += 1) {
    const page = pages[turn % pages.length];
    await page.goto(address);
    const after = await takeTurn(page, { ...options, clicks });
    clicks = after.clicks;
    if (after.over) return (options.clicks ?? 1_500) - clicks;
  }
}
