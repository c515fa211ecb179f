// The table: everything on one screen, nothing moves, everything can be hit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutOff } from "./measures.js";
import { awaited, demoMatch, openBrowser, signIn, someone } from "./people.js";
import { follow, playOnUntil, read, version } from "./playing.js";
import { demoPassword, eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

const sizes = [[1440, 900], [1280, 800], [1024, 768], [390, 844], [360, 740]];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const people = ["anna", "ben", "cleo"];
const titles = ["Bora Bora: midway", "The Great Zimbabwe: midway", "Bora Bora: ended", "The Great Zimbabwe: just begun"];

serve({ demo: true });

/** Where each zone lies, how large the page is, and what is hard to hit. */
function measure() {
  const root = document.documentElement;
  const zones = {};
  for (const zone of document.querySelectorAll("[data-zone]")) {
    const { x, y, width, height } = zone.getBoundingClientRect();
    zones[zone.id] = [x, y, width, height].map(Math.round).join(" ");
  }
  const least = matchMedia("(max-width: 699px)").matches ? 36 : 24;
  const small = [...document.querySelectorAll("main a[href], main button, .bar a, .bar summary")].filter((one) => {
    const box = one.getBoundingClientRect();
    // Links within sentences, squares that the first tap brings near, what is not shown.
    if (!box.width || !one.checkVisibility() || one.closest(".news, svg, .player, .skip")) return false;
    return Math.min(box.width, box.height) < least - 0.5 && !(least === 36 && one.closest(".things"));
  });
  // What is confirmed must be in sight and not under anything.
  const confirm = document.querySelector("#zone-plan .go");
  if (confirm) {
    const box = confirm.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit !== confirm && !confirm.contains(hit)) small.push(confirm);
  }
  return {
    zones,
    size: [root.scrollWidth, root.scrollHeight],
    small: small.map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`),
  };
}

for (const title of titles) {
  test(`${title}: one screen at five sizes, on which nothing moves when something is chosen`, { timeout: 90_000 }, async () => {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    await signIn(page, title.includes("ended") ? "anna" : await awaited(page, address));
    // At the end the page of a narrow screen scrolls.
    for (const [width, height] of title.includes("ended") ? sizes.slice(0, 3) : sizes) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      const before = await page.evaluate(measure);
      const at = `${title} at ${width}x${height}`;
      assert.deepEqual(before.size, [width, height], `${at}: the page scrolls`);
      assert.deepEqual(before.small, [], `${at}: too small`);
      for (let click = 0; click < 3 && (await read(page)).choices.length; click += 1) {
        await follow(page, page.locator("#zone-do a.choice").first());
        const after = await page.evaluate(measure);
        assert.deepEqual(after.size, [width, height], `${at}: the page scrolls after ${click} clicks`);
        assert.deepEqual(after.small, [], `${at}: too small`);
        // On a narrow screen the plan grows upwards over the list, and pictures change.
        if (width >= 700) assert.deepEqual(after.zones, before.zones, at);
      }
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test("letters a quarter larger show in a window a quarter larger the same, a quarter larger", { timeout: 120_000 }, async () => {
  const larger = await openBrowser("--blink-settings=defaultFontSize=20");
  const shown = async (who, times, title, address, [width, height]) => {
    const page = await someone(who, server.origin, { viewport: { width: width * times, height: height * times } });
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    const places = await page.evaluate(() => Object.fromEntries(
      [...document.querySelectorAll("[data-zone], #zone-do .choice, .zone:not(.picture) .thing, .tabs a, .bar a")]
        .filter((one) => one.checkVisibility())
        .map((one, nth) => [`${nth} ${one.id || one.className} ${one.textContent.trim().slice(0, 20)}`, one.getBoundingClientRect()])
        .map(([name, { x, y, width, height }]) => [name, [x, y, width, height]]),
    ));
    await page.context().close();
    return places;
  };
  try {
    for (const title of titles.slice(0, 2)) {
      const page = await someone(browser, server.origin);
      const address = await demoMatch(page, title);
      await page.context().close();
      for (const size of [[1440, 900], [1024, 768], [360, 740], [320, 560]]) {
        const usual = await shown(browser, 1, title, address, size);
        const large = await shown(larger, 1.25, title, address, size);
        assert.deepEqual(Object.keys(large), Object.keys(usual), `${title} at ${size}`);
        // Where there is little room a line may break elsewhere.
        const most = size[0] < 360 ? 16 : 10;
        const others = Object.entries(usual).filter(([name, place]) => place.some((at, nth) => Math.abs(at - large[name][nth] / 1.25) > most));
        assert.deepEqual(others.map(([name, place]) => `${name}: ${place.map(Math.round)} and ${large[name].map((at) => Math.round(at / 1.25))}`), [], `${title} at ${size}`);
      }
    }
  } finally {
    await larger.close();
  }
});

test("no name on the table is cut off at the widths between a phone and a desktop", { timeout: 120_000 }, async () => {
  for (const title of ["Bora Bora: midway", "The Great Zimbabwe: midway"]) {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    await signIn(page, await awaited(page, address));
    for (const width of [700, 740, 800, 900, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address);
      for (const tab of await page.locator(".tabs a:visible").all()) {
        await tab.click();
        assert.deepEqual(await page.evaluate(cutOff), [], `${title} at ${width}, ${await tab.textContent()}`);
      }
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test("what happened is walked on the board with N and P, and Esc leads back", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  // News that are scrolled pass below their heading.
  const onTop = await page.locator("#zone-news").evaluate((zone) => {
    zone.scrollTop = 30;
    const show = zone.querySelector("h2 a").getBoundingClientRect();
    return [zone.scrollTop, document.elementFromPoint(show.x + show.width / 2, show.y + show.height / 2).closest("a, li")?.dataset.key];
  });
  assert.deepEqual(onTop, [30, "n"]);
  const first = Number(await page.locator(".news .at").first().textContent());
  await page.keyboard.press("n");
  await page.waitForURL(new RegExp(`news=${first}`));
  const told = await page.locator(".news .now").textContent();
  const happened = await page.locator("#zone-plan .comes-to").textContent();
  assert.ok(happened && told.includes(happened));
  // It is said to who hears the page, and the focus is where it stands.
  assert.ok((await page.locator("[data-said]").textContent()).endsWith(happened));
  assert.equal(await page.evaluate(() => document.activeElement.id), "zone-plan");
  await page.keyboard.press("n");
  await page.waitForURL((url) => Number(url.searchParams.get("news")) > first);
  await page.keyboard.press("p");
  await page.waitForURL(new RegExp(`news=${first}`));
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => url.search === "");
  await page.context().close();
});

test("choosing replaces what differs and keeps the rest, within a moment", { timeout: 60_000 }, async (t) => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "Bora Bora: midway");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  await page.evaluate(() => { window.stayed = true; });
  const times = [];
  while ((await read(page)).choices.length && times.length < 5) {
    const began = performance.now();
    await follow(page, page.locator("#zone-do a.choice").first());
    times.push(Math.round(performance.now() - began));
  }
  t.diagnostic(`${times.join(", ")} ms from a click to what it shows`);
  assert.ok(times.length > 0 && await page.evaluate(() => window.stayed), "without loading the page anew");
  await page.context().close();
});

for (const [title, javaScriptEnabled] of [["Bora Bora: midway", true], ["The Great Zimbabwe: midway", false]]) {
  test(`who waits tries a turn on one screen, and nothing of it is posted: ${title}`, { timeout: 90_000 }, async () => {
    const page = await someone(browser, server.origin, { javaScriptEnabled });
    const address = await demoMatch(page, title);
    await signIn(page, "anna");
    const toTry = page.getByRole("link", { name: "Try a turn" });
    await playOnUntil(server.origin, address, people, demoPassword, async (name) => {
      if (name === "anna") return false;
      await page.goto(address);
      return (await toTry.count()) > 0;
    });
    const before = await version(page);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      await toTry.click();
      await page.waitForURL(/try=yes/);
      for (let click = 0; click < 4; click += 1) {
        const at = `${title} at ${width}x${height} after ${click} clicks`;
        await page.getByText("Only tried, nothing is posted.").waitFor();
        assert.equal(await page.locator("#confirm").count(), 0, at);
        const shown = await page.evaluate(measure);
        assert.deepEqual(shown.size, [width, height], `${at}: the page scrolls`);
        assert.deepEqual(shown.small, [], `${at}: too small`);
        const next = page.locator("#zone-do a.choice");
        if ((await next.count()) === 0) break;
        if (javaScriptEnabled) await follow(page, next.first());
        else await next.first().click();
        await page.waitForLoadState();
      }
      assert.match(page.url(), /plan=/);
    }
    await page.getByRole("link", { name: "Stop", exact: true }).click();
    await page.waitForURL((url) => url.search === "");
    await page.getByRole("heading", { name: "Not your turn" }).waitFor();
    assert.equal(await version(page), before, "trying changes nothing");
    assert.deepEqual(page.troubles, []);
    if (javaScriptEnabled) {
      await playOnUntil(server.origin, address, people, demoPassword, async (name) => name === "anna");
      await page.goto(address);
      const kept = page.locator("[data-tried-before]");
      assert.match(await kept.innerText(), /^You tried: .+\sUse it$/);
      await kept.getByRole("link", { name: "Use it" }).click();
      await page.waitForURL(/plan=/);
      const shown = await read(page);
      assert.ok(shown.mine && (shown.plan || shown.problem), "it is checked anew in one's own turn");
      assert.equal(await page.getByText("Only tried").count(), 0);
    }
    await page.context().close();
  });
}

test("first monuments are compared in one table, in which the chosen one stays", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "The Great Zimbabwe: just begun");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  const heads = await page.locator(".compare thead th").allTextContents();
  assert.deepEqual(heads, ["resources", "clay", "wood", "ivory", "diamonds"]);
  const rows = await page.locator(".compare tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent))));
  assert.ok(rows.length > 1);
  rows.forEach(([all, ...kinds], at) => {
    assert.equal(kinds.reduce((sum, one) => sum + one), all);
    assert.ok(at === 0 || all <= rows[at - 1][0], "the best first");
  });
  // Who hears a link alone is told what stands beside it.
  const heard = await page.locator(".compare a").first().getAttribute("aria-label");
  assert.match(heard, new RegExp(`^[A-Z]\\d+: ${heads.map((head, at) => `${head} ${rows[0][at]}`).join(", ")}$`));
  for (let at = 0; at < 2; at += 1) {
    await follow(page, page.locator(".compare a").nth(at));
    await page.locator("#confirm").waitFor();
    assert.equal(await page.locator(".compare tr:has(a.on)").evaluate((row) => row.rowIndex), at + 1);
    assert.equal(await page.evaluate(() => document.activeElement.id), "confirm");
    assert.ok((await page.locator("[data-said]").textContent()).includes(await page.locator(".compare a.on").textContent()));
    // Another is one click away on the map, too, where its number stays.
    const others = await page.locator(".stage a.offered").evaluateAll((all) => all.map((one) => one.textContent.trim().split(":")[0]));
    const named = await page.locator(".compare a:not(.on)").allTextContents();
    assert.deepEqual(others.sort(), named.map((one) => one.trim()).sort());
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a finger that stays on a thing is told what it is, and chooses nothing", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, phone);
  const address = await demoMatch(page, "The Great Zimbabwe: just begun");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  const told = await page.locator(".stage a.offered").first().evaluate(async (thing) => {
    const touch = (name) => thing.dispatchEvent(new PointerEvent(name, { pointerType: "touch", bubbles: true }));
    document.querySelector("[data-told]").textContent = "";
    touch("pointerdown");
    await new Promise((resolve) => setTimeout(resolve, 600));
    touch("pointerup");
    thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return document.querySelector("[data-told]").textContent;
  });
  assert.match(told, /^[A-R]\d+: starting area: .*resources/);
  assert.equal(new URL(page.url()).search, "");
  // Also where the line for it is not in sight.
  await page.locator(".tabs [data-to=supply]").click();
  const here = page.locator("[data-told-here]");
  assert.ok(await here.isHidden());
  const name = await page.locator(".z-supply [data-spot]").first().evaluate((thing) => {
    thing.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }));
    return thing.title;
  });
  await here.waitFor();
  assert.equal(await here.textContent(), name);
  await page.locator(".z-supply [data-spot]").first().dispatchEvent("pointerup");
  await page.locator(".tabs [data-to=do]").click();
  // A short touch goes on to choose.
  await follow(page, page.locator(".stage a.offered").first());
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a finger on what cannot be chosen is told what it is, and news that were read are not counted again", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, { ...phone, isMobile: true });
  await signIn(page, "anna");
  await page.goto(await demoMatch(page, "Bora Bora: midway"));
  const here = page.locator("[data-told-here]");
  await page.locator(".tabs [data-to=players]").tap();
  await page.locator(".z-players .count[title]").first().tap();
  await here.waitFor();
  assert.match(await here.textContent(), /^offerings: \d+$/);
  await page.locator(".tabs [data-to=people]").tap();
  await page.locator(".z-people .space.man:not(a)").first().tap();
  assert.match(await here.textContent(), /^Position \d: .*At work: /);
  const count = page.locator(".tabs [data-to=news] b");
  if (await count.count()) {
    await page.locator(".tabs [data-to=news]").tap();
    await page.locator(".tabs [data-to=do]").tap();
    assert.equal(await count.count(), 0);
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("looking at somebody's board keeps the plan, shows it on a phone, and all is printed", { timeout: 60_000 }, async () => {
  for (const window of [{}, phone]) {
    const page = await someone(browser, server.origin, window);
    const address = await demoMatch(page, "Bora Bora: midway");
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    await follow(page, page.locator("#zone-do a.choice").first());
    const before = new URL(page.url()).search;
    await page.locator(".z-players a.name").nth(1).evaluate((name) => name.click());
    await page.waitForURL(/from=seat-/);
    assert.ok(page.url().includes(before.slice(1)), page.url());
    await page.locator(".z-you").filter({ visible: true }).waitFor();
    await page.emulateMedia({ media: "print" });
    const sizes = await page.locator("[data-zone]:not(#zone-plan, #zone-do, #icons, #bar)").evaluateAll((all) => all.map((one) => [one.id, one.getBoundingClientRect().height]));
    for (const [zone, height] of sizes) assert.ok(height > 20, `${zone} is ${height} high on paper`);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test("on a phone a tap brings the map near, and a button shows the whole of it again", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, phone);
  const address = await demoMatch(page, "The Great Zimbabwe: just begun");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  const lit = page.locator(".stage a.offered").first();
  const wide = async () => (await lit.boundingBox()).width;
  const far = await wide();
  const { x, y, width, height } = await lit.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  assert.ok((await wide()) >= 36 && far < 36, `${far}, then ${await wide()}`);
  assert.equal(new URL(page.url()).search, "", "nothing is chosen by it");
  // What cannot be chosen is looked at, and the map stays near.
  const stage = await page.locator(".stage.zoomed").boundingBox();
  const beside = await page.evaluate(({ x, y, width, height }) => {
    for (let across = 8; across < width - 8; across += 6) {
      for (let down = 8; down < height - 60; down += 6) {
        const under = document.elementFromPoint(x + across, y + down);
        if (under.closest(".stage") && !under.closest("a")) return [x + across, y + down];
      }
    }
  }, stage);
  await page.touchscreen.tap(...beside);
  assert.ok((await wide()) >= 36, "a tap beside does not lead away");
  // The names of columns and rows are in sight, wherever one looks.
  const edges = () => page.evaluate(() => ["left", "top"].map((edge) => {
    const names = document.querySelector(`.stage.zoomed [data-edge=${edge}]`).getBoundingClientRect();
    const seen = document.querySelector(".stage.zoomed").getBoundingClientRect();
    const by = edge === "left" ? names.left - seen.left : names.top - seen.top;
    return by >= 0 && by < 30;
  }));
  for (const place of [[0, 0], [90, 130], [1e4, 1e4]]) {
    await page.evaluate((to) => document.querySelector(".stage.zoomed").scrollTo(...to), place);
    await page.waitForTimeout(50);
    assert.deepEqual(await edges(), [true, true], `names at ${place}`);
  }
  await page.getByRole("button", { name: "Whole map" }).tap();
  assert.equal(Math.round(await wide()), Math.round(far));
  assert.equal(await page.locator(".nearer").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("news that are looked at are in sight, on a phone in their own part of the table", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  await signIn(page, await awaited(page, address));
  for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await page.goto(address);
    const on = await page.locator("#zone-news [data-key=n]").getAttribute("href");
    await page.goto(new URL(on, page.url()).href);
    const all = await page.locator(".news li").count();
    assert.ok(all > 2, `${all} news`);
    for (let step = 0; step < all; step += 1) {
      const [now, zone] = [await page.locator(".news .now").boundingBox(), await page.locator("#zone-news").boundingBox()];
      assert.ok(now.y >= zone.y - 1 && now.y + now.height <= zone.y + zone.height + 1, `${size.width}, step ${step}`);
      if (step < all - 1) await follow(page, page.locator("#zone-plan [data-key=n]"));
    }
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("what was chosen before stays named in the plan, with what all of it costs", { timeout: 60_000 }, async (t) => {
  const page = await someone(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  const address = await demoMatch(page, "Bora Bora: just begun");
  const enough = (_, __, items) => items.some(({ command }) => command.type === "score_points" && command.points >= 4);
  const name = await playOnUntil(server.origin, address, people, demoPassword, enough);
  await signIn(page, name);
  await page.goto(address);
  const points = async () => Number((await page.locator(".worth .cost").filter({ hasText: "helper points" }).textContent()).match(/−(\d+)/)[1]);
  const costs = async () => {
    const notes = await page.locator("#zone-do a.choice").allTextContents();
    const index = notes.findIndex((note) => /helper points −[12]\b/.test(note) && !/cannot be taken back|building materials/.test(note));
    assert.ok(index >= 0, notes.join("; "));
    const cost = Number(notes[index].match(/helper points −(\d+)/)[1]);
    await follow(page, page.locator("#zone-do a.choice").nth(index));
    return cost;
  };
  const first = await costs();
  assert.equal(await points(), first);
  const second = await costs();
  t.diagnostic(`helper points: ${first}, then ${second}`);
  assert.equal(await points(), first + second);
  const chips = await page.locator(".chip").allTextContents();
  assert.ok(chips.length >= 2, chips.join("; "));
  // The first chip leads back to the beginning.
  await follow(page, page.locator(".chip").first());
  assert.ok(!page.url().includes("plan="), page.url());
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("at the end the board is in sight beside the points, and each moment of the chart shows there", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  await signIn(page, "anna");
  for (const title of ["Bora Bora: ended", "The Great Zimbabwe: ended"]) {
    const address = await demoMatch(page, title);
    for (const [width, height] of sizes.slice(0, 3)) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      const onTop = () => page.locator(".picture").evaluate((one) => {
        const { x, y, width: w, height: h } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + w / 2, y + h / 2));
      });
      assert.ok(await onTop(), `${title} at ${width}`);
      await follow(page, page.locator("#zone-do .chart a").first());
      assert.ok(await onTop(), `${title} at ${width}, a moment`);
      // Each line has the colour of the pieces on the board, and their letter at its end.
      const lines = await page.locator(".chart .line").evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
      assert.equal(new Set(lines).size, lines.length, lines.join());
      const letters = await page.locator(".chart .name").allTextContents();
      assert.deepEqual(letters.map((one) => one.trim()[0]), [..."ABCDE"].slice(0, letters.length));
    }
  }
  await page.context().close();
});

test("a browser that may keep nothing shows the table and what is chosen all the same", { timeout: 60_000 }, async () => {
  for (const window of [{}, phone]) {
    const page = await someone(browser, server.origin, window);
    const address = await demoMatch(page, "The Great Zimbabwe: just begun");
    await signIn(page, await awaited(page, address));
    await page.addInitScript(() => {
      const denied = { get() { throw new DOMException("denied", "SecurityError"); } };
      Object.defineProperties(globalThis, { localStorage: denied, sessionStorage: denied });
    });
    await page.goto(address);
    await follow(page, page.locator("#zone-do a.choice").first());
    assert.ok(page.url().includes("plan=") && (await page.locator("#confirm").count()), page.url());
    await page.keyboard.press("z");
    await page.waitForURL((url) => !url.search.includes("plan="));
    if (window === phone) {
      await page.locator(".tabs [data-to=players]").click();
      await page.locator(".tabs [data-to=players][aria-current]").waitFor();
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test("Escape leads from the words back to the table", async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  await page.goto(`${address}/words`);
  await page.keyboard.press("Escape");
  await page.waitForURL(address);
  await page.context().close();
});

test("at the end the monuments stand by level, the highest first", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  await page.goto(await demoMatch(page, "The Great Zimbabwe: ended"));
  const rows = await page.locator(".points tbody th").allTextContents();
  const levels = rows.map((row) => Number(row.match(/^Monument of level (\d)/)?.[1])).filter(Boolean);
  assert.ok(levels.length > 0, rows.join("; "));
  assert.deepEqual(levels, [...new Set(levels)].sort().reverse());
  await page.context().close();
});

test("at the end on a phone all points and their chart are whole, above a board that is read", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, phone);
  for (const title of ["Bora Bora: ended", "The Great Zimbabwe: ended"]) {
    await page.goto(await demoMatch(page, title));
    const [points, chart, board] = await Promise.all(
      ["#zone-do", "#zone-do .chart", ".picture"].map((one) => page.locator(one).boundingBox()),
    );
    const last = await page.locator(".points tr").last().boundingBox();
    assert.ok(last.y + last.height <= chart.y && chart.height > 120, `${title}: ${JSON.stringify([last, chart])}`);
    assert.ok(chart.y + chart.height <= board.y && points.y + points.height <= board.y + 1, title);
    assert.ok(board.height > 340 && board.y + board.height - chart.y < 740, `${title}: seen together`);
    // Each moment of the chart shows the board as it was, and does not move.
    const moment = page.locator("#zone-do .chart a").first();
    await moment.evaluate((one) => one.scrollIntoView({ block: "center" }));
    const lay = async () => Math.round((await page.locator("#zone-do .chart").boundingBox()).y);
    const before = await lay();
    await follow(page, moment);
    assert.ok(Math.abs(await lay() - before) <= 2, title);
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a stroke sideways shows the next part, and news that were read are not counted", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, phone);
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  const cdp = await page.context().newCDPSession(page);
  const stroke = async (from, to, y = 480) => {
    const touch = (type, x) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: x === null ? [] : [{ x, y }] });
    // What the finger meets is what is painted.
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    await touch("touchStart", from);
    await touch("touchMove", to);
    await touch("touchEnd", null);
    return page.locator("main").getAttribute("data-pane");
  };
  assert.equal(await stroke(100, 300), "do", "there is none before the first");
  assert.equal(await stroke(300, 270), "do", "a short one is none");
  assert.equal(await stroke(300, 100, 200), "do", "nor one over the map");
  const [shown, count] = [[], page.locator(".tabs b")];
  assert.equal(await count.count(), 1);
  for (let step = 0; step < 5; step += 1) shown.push(await stroke(300, 100));
  assert.deepEqual(shown, ["you", "players", "supply", "news", "news"]);
  assert.equal(await page.locator(".tabs [aria-current]").textContent().then((it) => it.trim()), "News");
  assert.equal(await count.count(), 0);
  assert.equal(await stroke(100, 300), "supply");
  await page.goto(address);
  assert.equal(await count.count(), 0, "not after loading the page either");
  assert.equal(new URL(page.url()).search, "", "nothing was chosen");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("squares on which a craftsman may lie in two ways are ranked by the better one, and priced", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, { viewport: { width: 1440, height: 900 } });
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  const name = await playOnUntil(server.origin, address, people, demoPassword, (_, types) => types.includes("take_technology"));
  await signIn(page, name);
  await page.goto(`${address}?at=do:technology`);
  const rows = page.locator("#zone-do a.choice");
  while (!(await page.locator("#plan-heading").textContent()).includes("square")) {
    assert.ok((await rows.count()) > 0, "some square is asked for");
    await follow(page, rows.first());
  }
  const told = await rows.allTextContents();
  const reach = told.map((row) => Number(row.match(/reaches (\d+)/)?.[1]));
  assert.ok(told.some((row) => row.includes("at best reaches") && row.includes("then one of 2 ways")), told.join("\n"));
  assert.deepEqual(reach, [...reach].sort((one, other) => other - one), told.join("\n"));
  // The price is said once where it is the same for all.
  const alike = (await page.locator("#zone-do > p.aside").allTextContents()).join(" ");
  for (const row of told) assert.match(row + alike, /cattle −\d/);
  assert.equal(await rows.first().getAttribute("class"), "choice best");
  // A row that is pointed at rings its square and tells of it.
  await rows.first().hover();
  const ringed = page.locator("a.offered.meant");
  assert.equal(await ringed.getAttribute("href"), await rows.first().getAttribute("href"));
  assert.match(await page.locator("[data-told]").textContent(), /reaches \d/);
  // Before one chooses how it lies its outlines are on the map, each of which can be chosen.
  await follow(page, rows.filter({ hasText: "2 ways" }).first());
  const lies = page.locator("a.offered[data-spot^=lie-]");
  const boxes = await lies.locator(".tgz-ghost").evaluateAll((all) => all.map((one) => one.getBBox()).map(({ width, height }) => Math.sign(width - height)));
  assert.deepEqual(boxes.sort(), [-1, 1], "one across and one down");
  const ways = await lies.evaluateAll((all) => all.map((one) => one.getAttribute("href")).sort());
  assert.deepEqual(await rows.evaluateAll((all) => all.map((one) => one.getAttribute("href")).sort()), ways);
  // All that is chosen stays in sight beside its price.
  await follow(page, lies.first());
  while (!(await page.locator("#confirm").count())) await follow(page, rows.first());
  const cut = await page.locator(".comes-to").evaluate((one) => one.scrollHeight - one.clientHeight);
  assert.ok(cut <= 1, `what it comes to is cut by ${cut} px`);
  const [chip, made] = [await page.locator(".chip").last().boundingBox(), await page.locator(".made").boundingBox()];
  assert.ok(chip.y >= made.y - 1 && chip.y + chip.height <= made.y + made.height + 1, "the last answer is in sight");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("at the end on a phone nothing of who has won is cut, however long the name", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, phone);
  for (const title of ["Bora Bora: ended", "The Great Zimbabwe: ended"]) {
    await page.goto(await demoMatch(page, title));
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const cut = await page.evaluate(() => {
        const lines = [...document.querySelectorAll(".whose, #zone-plan p, #plan-heading")];
        for (const winner of document.querySelectorAll(".whose strong, #zone-plan strong")) {
          winner.textContent = `Bartholomaeus-Sonnenfels has won. ${winner.textContent}`;
        }
        return lines.filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent);
      });
      assert.deepEqual(cut, [], `${title} at ${width}`);
    }
    assert.ok(await page.locator("#zone-plan strong").first().isVisible());
  }
  await page.context().close();
});

// These play on for long, so they come last.
test("on a phone the own board takes the place of the picture while something is chosen on it", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin, phone);
  const address = await demoMatch(page, "Bora Bora: midway");
  const name = await playOnUntil(server.origin, address, people, demoPassword, (_, types, items) =>
    new Set(items.filter((item) => item.command.type === "build").map((item) => item.command.building)).size > 1);
  await signIn(page, name);
  await page.goto(address);
  const lit = page.locator("#zone-you a.offered");
  const buildings = await lit.count();
  assert.ok(buildings > 1);
  const shown = async () => {
    const [board, list] = [await page.locator("#zone-you").boundingBox(), await page.locator("#zone-do").boundingBox()];
    assert.ok(board.y + board.height <= list.y + 1, "the board above the list");
    for (const one of await lit.all()) {
      const { y, height } = await one.boundingBox();
      assert.ok(y >= board.y && y + height <= board.y + board.height, "what is lit is in sight");
    }
    return page.locator(".pictures a").evaluateAll((all) =>
      all.map((one) => [one.textContent.trim(), one.hasAttribute("aria-current"), Boolean(one.querySelector(".lit"))].join(" ")));
  };
  const [tiles, islands, you] = await shown();
  assert.deepEqual([tiles, islands], ["Tiles false false", "Islands false false"]);
  assert.match(you, /^You .* true true$/s);
  assert.ok(!(await page.locator(".pictures [aria-current] .lit").isVisible()), "what is seen needs no dot");
  await page.locator(".pictures a").first().tap();
  assert.ok(!(await page.locator("#zone-you").isVisible()) && (await page.locator("#zone-tiles").isVisible()));
  assert.ok(await page.locator(".pictures a .lit").isVisible(), "a dot tells where to choose");
  // The part of the table of that name shows it whole, with a picture above.
  await page.goto(`${address}?pane=you`);
  assert.ok((await page.locator(".picture").isVisible()) && (await page.locator("#zone-you").isVisible()));
  // Persons who can be taken stand there just as well.
  await page.goto(`${address}?picture=people`);
  const [persons, list] = [await page.locator("#zone-people").boundingBox(), await page.locator("#zone-do").boundingBox()];
  assert.ok(persons.y + persons.height <= list.y && (await page.locator("#zone-do").isVisible()));
  // A building, then the ceremony spaces by pointing at them.
  await page.goto(address);
  await follow(page, lit.first());
  const spaces = () => lit.evaluateAll((all) => all.map((one) => one.dataset.spot));
  for (let click = 0; click < 2 && (await lit.count()) > 0 && !(await page.locator("#confirm").count()); click += 1) {
    for (const spot of await spaces()) assert.match(spot, /ceremony/);
    await shown();
    await follow(page, lit.first());
  }
  assert.match((await page.locator(".chip").allTextContents()).join("; "), /in row \d, column \d.*; the .* (below|to the right of) it/i);
  assert.ok(await page.locator("#confirm").isVisible());
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("raising a monument shows its bill, other sellers and the ways on the map", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  const part = (item, slot) => item.parts.find((one) => one.slot === slot)?.value;
  let monument;
  const name = await playOnUntil(server.origin, address, people, demoPassword, (_, types, items) => {
    const other = items.find((item) => ![undefined, "cheapest"].includes(part(item, "way")));
    monument = other && part(other, "monument");
    return monument && types.includes("choose_specialist");
  });
  await signIn(page, name);
  const rows = page.locator(".bill tbody tr");
  await page.goto(`${address}?at=do:raise,monument:${monument}`);
  if ((await rows.count()) === 0) await follow(page, page.locator("#zone-do a.choice").first());
  const lines = await rows.allTextContents();
  const ways = (await page.locator(".tgz-route").getAttribute("d")).match(/M/g);
  assert.equal(ways.length, lines.length, "a way for each line");
  for (const line of lines) {
    assert.match(line, / (from \S+|of your own) on [A-R]\d+, using up [A-R]\d+.*\d+\s*\d+$/);
    assert.equal(line.includes("of your own"), line.includes("the price comes back"), line);
  }
  const other = page.locator("a.other").first();
  const [bill, instead, then] = await Promise.all([page.locator(".bill"), other, page.locator("#zone-do a.choice").first()].map((one) => one.boundingBox()));
  assert.ok(bill.y < instead.y && instead.y < then.y, "other sellers right below the bill");
  assert.match(await other.textContent(), /the same|cattle −\d/);
  const words = await other.locator("span").first().textContent();
  await follow(page, other);
  assert.ok((await page.locator(".chip").allTextContents()).some((chip) => chip.includes(words)), words);

  // What was chosen before is told above the bill, too.
  const happens = () => page.locator(".happens li").allTextContents();
  await page.goto(`${address}?at=do:specialist`);
  await follow(page, page.locator("#zone-do a.choice").first());
  const raise = page.locator("#zone-do a.choice[href*='at=do:raise']");
  while ((await raise.count()) === 0) await follow(page, page.locator("#zone-do a.choice").first());
  const before = await happens();
  assert.ok(before.length > 0);
  await follow(page, raise);
  while ((await rows.count()) === 0) await follow(page, page.locator("#zone-do a.choice").first());
  assert.deepEqual((await happens()).slice(0, before.length), before, "what comes before the bill is told");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("each line of a bill can be changed on the map, and the rest goes the cheapest way", { timeout: 90_000 }, async (t) => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "The Great Zimbabwe: midway");
  let raise;
  const name = await playOnUntil(server.origin, address, people, demoPassword, (_, __, items) => {
    const several = (item) => item.then?.length > 1 && item.parts.some((part) => part.value === "cheapest");
    raise = items.find(several)?.parts.map(({ slot, value }) => `${slot}:${value}`).join(",");
    return raise;
  });
  await signIn(page, name);
  const lines = () => page.locator(".bill tbody th").allTextContents();
  const used = (line) => line.match(/using up ([A-R]\d+)/)[1];
  const version = new URLSearchParams((await (await page.goto(address)).text()).match(/data-live="[^?"]*\?([^"]*)"/)[1]).get("after");
  await page.goto(`${address}?v=${version}&plan=${raise}`);
  const before = await lines();
  t.diagnostic(before.join("; "));
  const changes = await page.locator(".bill .again").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  assert.ok(changes.length > 0, "one of them can use up another resource");
  const at = await page.locator(".bill tbody tr").evaluateAll((rows) => rows.findIndex((row) => row.querySelector(".again")));
  assert.equal(await page.locator(".bill .again").first().getAttribute("aria-label"), `Change ${used(before[at])}`);
  await follow(page, page.locator(".bill .again").first());
  assert.equal(await page.locator("#plan-heading").textContent(), "Using up which resource?");
  // One goes on from what it was, and back to the bill.
  const now = () => page.evaluate(() => document.activeElement.querySelector("span")?.textContent);
  await eventually(async () => (await now()) === used(before[at]));
  await page.keyboard.press("z");
  await page.locator("#confirm").waitFor();
  assert.deepEqual(await lines(), before);
  // So it is for whoever comes back to the question.
  await page.goBack();
  await eventually(async () => (await now()) === used(before[at]));
  await page.keyboard.press("z");
  await page.locator("#confirm").waitFor();
  assert.deepEqual(await lines(), before);
  await follow(page, page.locator(".bill .again").first());
  const lit = page.locator(".stage a.offered");
  const spots = await lit.evaluateAll((all) => all.map((one) => one.dataset.spot));
  const other = spots.findIndex((spot) => !spot.toUpperCase().endsWith(used(before[at])));
  assert.ok(spots.length > 1 && other >= 0, spots.join(", "));
  await follow(page, lit.nth(other));
  // Undo leads from there to the question, and on to the bill; so it does on a page that was loaded.
  await page.keyboard.press("z");
  const given = page.locator("#zone-do a.choice[aria-current] > span").first();
  await eventually(async () => (await given.textContent()) === used(before[at]));
  await page.reload();
  await given.waitFor();
  await page.keyboard.press("z");
  await page.locator("#confirm").waitFor();
  assert.deepEqual(await lines(), before);
  await follow(page, page.locator(".bill .again").first());
  await follow(page, lit.nth(other));
  const square = spots[other].match(/[a-r]\d+$/)[0].toUpperCase();
  for (let click = 0; !(await page.locator("#confirm").count()); click += 1) {
    assert.ok(click < 2, page.url());
    // Where more than one purchase is left, all of them stand first.
    const first = page.locator("#zone-do a.choice").first();
    if (before.length - at > 2) assert.match(await first.textContent(), /^Buy the rest the cheapest way/);
    await follow(page, first);
  }
  const told = [...(await page.locator(".happens li").allTextContents()), ...(await lines())].join("; ");
  assert.ok(told.includes(`using up ${square}`), told);
  assert.ok((await lines()).length > 0, "what was bought last is on a bill");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a tile says which dice fit before one is taken, and may be chosen first", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "Bora Bora: just begun");
  const dice = (items) => new Set(items.filter((item) => item.command.type === "place_die").map((item) => item.command.die));
  let legal = [];
  await signIn(page, await playOnUntil(server.origin, address, people, demoPassword, (_, types, items) => {
    legal = items.map((item) => item.command);
    return dice(items).size > 1;
  }));
  await page.goto(address);
  assert.match(await page.locator("#plan-heading").textContent(), /^Which die, and on which tile\?$/);
  const tiles = await page.locator(".tile").evaluateAll((all) => all.map((one) => ({
    action: one.dataset.spot.replace("action-", ""), lit: one.matches("a.offered"), shut: one.matches(".closed"),
    says: one.querySelector(".says, .why")?.textContent ?? "",
  })));
  for (const { action, lit, shut, says } of tiles) {
    const fit = new Set(legal.filter((command) => command.action === action).map((command) => command.die));
    assert.deepEqual([lit, shut], [fit.size > 0, fit.size === 0], action);
    assert.ok(says.length > 0, `${action} says why not`);
    if (lit) assert.deepEqual(new Set(says.match(/\d/g).map(Number)), fit, says);
  }
  const tile = page.locator(".tile.offered[href*='at=tile']").first();
  const spot = await tile.getAttribute("data-spot");
  const fit = new Set((await tile.locator(".says").textContent()).match(/\d/g));
  await follow(page, tile);
  assert.match(await page.locator(".tile.chosen").getAttribute("data-spot"), new RegExp(`^${spot}$`));
  assert.equal(await page.locator("#plan-heading").textContent(), "Which die?");
  const lit = await page.locator("a.die.offered").evaluateAll((all) => all.map((one) => one.dataset.spot.at(-1)));
  assert.deepEqual(new Set(lit), fit);
  await page.locator(".chip").click();
  await page.waitForURL((url) => !url.searchParams.has("at"));
  await follow(page, page.locator(`[data-spot="${spot}"]`));
  await follow(page, page.locator("a.die.offered").first());
  assert.match((await page.locator(".chip").allTextContents()).join("; "), /the \d/i);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("what cannot be chosen is dashed, also on the map, and says why to everybody", { timeout: 90_000 }, async () => {
  const page = await someone(browser, server.origin);
  for (const [title, type, lies] of [["The Great Zimbabwe: just begun", "end_turn", ".stage"], ["Bora Bora: just begun", "place_die", ".z-tiles"]]) {
    const address = await demoMatch(page, title);
    // Not in every position something on the table is closed.
    await playOnUntil(server.origin, address, people, demoPassword, async (name, types) => {
      if (!types.includes(type)) return false;
      await page.context().clearCookies();
      await signIn(page, name);
      await page.goto(address);
      return (await page.locator(`${lies} .closed`).count()) > 0;
    });
    const shut = await page.locator(`${lies} .closed, #zone-do .shut`).evaluateAll((all) => all.map((one) => {
      const drawn = one.querySelector("rect:last-of-type") ?? one;
      const { strokeDasharray, borderTopStyle } = getComputedStyle(drawn);
      return {
        map: !one.closest("#zone-do"),
        why: one.querySelector(".note")?.textContent ?? (one.title || one.querySelector("title").textContent).split(": ").at(-1),
        dashed: borderTopStyle === "dashed" || strokeDasharray !== "none",
        disabled: one.getAttribute("aria-disabled") === "true" && one.getAttribute("role") === "link",
      };
    }));
    assert.ok(shut.some((one) => one.map), `${title}: something is closed on the table`);
    assert.deepEqual(shut.filter((one) => !one.dashed || !one.disabled || one.why.length < 10), []);
    await page.context().clearCookies();
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
