// Three ways to have one's hands at a table: a mouse, the keys alone, a finger on a phone.
// Each follows an answer on the thing that it is about, where one lies there, else in the
// list, and confirms; what it meets on the way must be seen and large enough to be hit.
import assert from "node:assert/strict";
import { eventually } from "./server.js";

/** The window of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What has the focus, and whether it can be seen. */
export function focused() {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return {
    tag: one.tagName.toLowerCase(),
    id: one.id,
    zone: one.closest("[data-zone]")?.id ?? "",
    text: (one.getAttribute("aria-label") ?? one.getAttribute("title") ?? one.textContent).trim().slice(0, 60),
    href: one.getAttribute("href") ?? "",
    choice: Boolean(one.closest("#zone-do a.choice")),
    thing: Boolean(one.closest("[data-spot]")),
    seen: outlined && inside && box.width > 0,
  };
}

/** Presses Tab until `wanted` has the focus; every stop on the way must be visible. */
export async function tabTo(page, wanted, most = 60) {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focused);
    // Past the last stop the browser itself has the focus.
    assert.ok(stop.seen || stop.tag === "body", `the focus cannot be seen on ${page.url()}: ${JSON.stringify(stop)}`);
    if (wanted(stop)) return stop;
  }
  throw new Error(`not reached with ${most} presses of Tab on ${page.url()}`);
}

/** The answers that lie on the table: where each lies, and whether it is in sight. */
async function things(page, address) {
  return page.evaluate((wanted) => {
    const all = [...document.querySelectorAll("[data-zone]:not(#zone-do) a.offered")];
    return all
      .filter((one) => one.getAttribute("href") === wanted)
      .map((one) => ({ zone: one.closest("[data-zone]").id, shown: one.getClientRects().length > 0 }));
  }, address);
}

function thing(page, zone, address) {
  return page.locator(`#${zone} a.offered[href=${JSON.stringify(address)}]`).first();
}

/** Waits for the address that an answer leads to, and for what stands there. */
async function arrive(page, address) {
  const { search } = new URL(address, page.url());
  await page.waitForURL((url) => url.search === search);
}

/** A mouse: it clicks on the thing, wherever one lies, and nothing may lie above it. */
export function mouse() {
  const counted = { things: 0, rows: 0 };
  return {
    counted,
    async follow(page, row) {
      const address = await row.getAttribute("href");
      const all = await things(page, address);
      assert.ok(all.every((one) => one.shown), `a thing for ${address} is out of sight on ${page.url()}`);
      const [lies] = all;
      counted[lies ? "things" : "rows"] += 1;
      await (lies ? thing(page, lies.zone, address) : row).click();
      await arrive(page, address);
    },
    confirm: (page) => page.locator("#confirm").click(),
  };
}

/** The arrows that lead from what has the focus to a link of the same list or picture. */
function arrows(address) {
  const from = document.activeElement;
  const all = links(from.closest("[data-roving]"));
  const ways = new Map([[from, []]]);
  for (const [one, way] of ways) {
    if (one.getAttribute("href") === address) return way;
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      const next = nearest(one, all, key);
      if (next && !ways.has(next)) ways.set(next, [...way, key]);
    }
  }
  return null;
}

/** The keys alone: by turns the thing itself, a digit, and the list with Tab and arrows. */
export function keys() {
  const counted = { things: 0, digits: 0, rows: 0 };
  let turn = 0;
  const walk = async (page, address) => {
    const way = await page.evaluate(arrows, address);
    assert.ok(way, `no arrows lead to ${address} on ${page.url()}`);
    for (const key of way) await page.keyboard.press(key);
    const stop = await page.evaluate(focused);
    assert.equal(stop.href, address);
    assert.ok(stop.seen, `the focus cannot be seen on ${page.url()}: ${JSON.stringify(stop)}`);
    await page.keyboard.press("Enter");
  };
  const byThing = async (page, address) => {
    const lie = await things(page, address);
    const [lies] = lie.filter((one) => one.shown);
    if (!lies) return false;
    await page.keyboard.press("g");
    const stop = await page.evaluate(focused);
    // A map is the board, also where only cards can be chosen.
    assert.ok((stop.thing || stop.zone === "zone-map") && stop.seen, `G leads to ${JSON.stringify(stop)} on ${page.url()}`);
    if (!lie.some((one) => one.shown && one.zone === stop.zone)) {
      await tabTo(page, (one) => one.zone === lies.zone && one.tag === "a", 40);
    }
    await walk(page, address);
    counted.things += 1;
    return true;
  };
  const byDigit = async (page, at) => {
    if (at > 8) return false;
    await page.keyboard.press(String(at + 1));
    counted.digits += 1;
    return true;
  };
  return {
    counted,
    async follow(page, row) {
      const address = await row.getAttribute("href");
      const at = await row.evaluate((one) => [...document.querySelectorAll("#zone-do a.choice")].indexOf(one));
      turn += 1;
      const done = [await (turn % 3 === 1 && byThing(page, address)), await (turn % 3 === 2 && byDigit(page, at))];
      if (!done.includes(true)) {
        const stop = await page.evaluate(focused);
        if (!stop.choice) await tabTo(page, (one) => one.choice, 40);
        await walk(page, address);
        counted.rows += 1;
      }
      await arrive(page, address);
      // The focus has gone on: to the next question, or to what confirms.
      const there = () => document.activeElement.closest("[data-zone]") && document.activeElement.closest("a, button");
      await page.waitForFunction(there);
    },
    async confirm(page) {
      const stop = await page.evaluate(focused);
      if (stop.id !== "confirm") await tabTo(page, (one) => one.id === "confirm", 40);
      await page.keyboard.press("Enter");
    },
  };
}

/** The middle of what a finger is to hit, which is brought into sight as a swipe does. */
async function target(page, locator) {
  await locator.scrollIntoViewIfNeeded();
  return locator.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...middle);
    const mine = hit && (hit === one || one.contains(hit) || hit.closest("a")?.getAttribute("href") === one.getAttribute("href"));
    return { middle, least: Math.min(width, height), under: mine ? "" : hit?.outerHTML.slice(0, 120) ?? "nothing" };
  });
}

/** A finger on a phone: it looks for the thing in the pane where it lies. */
export function finger() {
  const counted = { things: 0, rows: 0, taps: 0 };
  const tap = async (page, locator, least = 36) => {
    const { middle, least: small, under } = await target(page, locator);
    const what = await locator.evaluate((one) => one.outerHTML.slice(0, 120));
    assert.equal(under, "", `${what} lies under something on ${page.url()}`);
    assert.ok(small >= least - 0.5, `${what} is ${small} pixels on ${page.url()}`);
    await page.touchscreen.tap(...middle);
    counted.taps += 1;
  };
  const choose = async (page, locator) => {
    // The first tap on a map of small squares brings it near.
    const near = () => locator.evaluate((one) => one.closest(".stage")?.classList.contains("zoomed"));
    const small = (await target(page, locator)).least < 35.5;
    if (small && (await near()) === false) {
      await tap(page, locator, 12);
      await eventually(near);
    }
    await tap(page, locator);
  };
  /** Brings the part of the table into sight where a thing lies; whether there is one. */
  const show = async (page, zone) => {
    const part = zone.replace("zone-", "");
    const ways = [`.pictures a[data-picture-to=${part}]`, `.tabs a[data-to=${part}]`].map((way) => page.locator(way));
    for (const way of ways) {
      if (await way.isVisible()) {
        await tap(page, way);
        return true;
      }
    }
    return false;
  };
  return {
    counted,
    async follow(page, row) {
      const address = await row.getAttribute("href");
      const lie = await things(page, address);
      const lies = lie.find((one) => one.shown) ?? lie[0];
      if (lies && (lies.shown || (await show(page, lies.zone)))) {
        await choose(page, thing(page, lies.zone, address));
        counted.things += 1;
      } else {
        if (!(await row.isVisible())) await show(page, "zone-do");
        await tap(page, row);
        counted.rows += 1;
      }
      await arrive(page, address);
      assert.equal(await page.evaluate(() => scrollY + document.querySelector("main").scrollTop), 0, "a tap moves the page");
    },
    confirm: (page) => tap(page, page.locator("#confirm")),
  };
}
