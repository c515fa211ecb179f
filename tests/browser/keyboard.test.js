// A person without a pointer: signs in, chooses, confirms, and always sees where they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { focused, tabTo } from "./hands.js";
import { awaited, demoMatch, signIn, someone } from "./people.js";
import { choose, confirm, follow, read, version } from "./playing.js";
import { demoPassword } from "./server.js";
import { browser, serve, server } from "./service.js";

serve({ demo: true });

for (const title of ["Bora Bora: midway", "The Great Zimbabwe: midway"]) {
  test(`a turn of ${title} is taken with the keyboard alone`, { timeout: 60_000 }, async () => {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    const who = await awaited(page, address);

    await page.goto("/");
    await tabTo(page, (stop) => stop.text === "Skip to the content", 1);
    await tabTo(page, (stop) => stop.text === "Sign in");
    await page.keyboard.press("Enter");
    await page.waitForURL(/sign-in/);
    await tabTo(page, (stop) => stop.id === "login");
    await page.keyboard.type(who);
    await tabTo(page, (stop) => stop.id === "password", 1);
    await page.keyboard.type(demoPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "My matches" }).waitFor();

    await tabTo(page, (stop) => stop.href === address);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === address);
    const before = await version(page);
    await tabTo(page, (stop) => stop.text === "Skip to your plan", 1);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.hash === "#zone-plan");
    await tabTo(page, (one) => one.choice, 20);
    // After each choice the focus goes on to the next question, at last to Confirm.
    for (let press = 0; !(await page.locator("#confirm").count()); press += 1) {
      assert.ok(press < 12, page.url());
      const asked = page.url();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.href !== asked);
      await page.waitForFunction(() => document.activeElement.closest("a, button"));
      const said = await page.locator("[data-said]").textContent();
      const question = await page.locator("#plan-heading").textContent();
      assert.ok(said.endsWith(/[.?!…]$/.test(question) ? question : `${question}.`), said);
    }
    assert.equal((await page.evaluate(focused)).id, "confirm");
    await page.keyboard.press("Enter");
    await page.locator("main[data-busy=false]").waitFor();
    assert.ok((await version(page)) > before);
    // The new page goes on where the old one ended, and says so.
    await page.waitForFunction(() => document.activeElement.closest("#zone-plan, #zone-do a.choice"));
    await page.locator("[data-said]", { hasText: /./ }).waitFor({ state: "attached" });
    await page.reload();
    assert.equal(await page.locator("[data-said]").textContent(), "");
    assert.equal((await page.evaluate(focused)).tag, "body");
    await page.context().close();
  });

  test(`every stop of Tab on the page of ${title} can be seen, and there are few`, { timeout: 60_000 }, async (t) => {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    let stops = 0;
    await tabTo(page, (stop) => (stops += 1) > 1 && stop.text.startsWith("Skip"), 60);
    t.diagnostic(`${stops - 1} stops`);
    assert.ok(stops - 1 <= 40, `${stops - 1} stops`);
    await page.context().close();
  });

  test(`things on the table of ${title} can be chosen with the keyboard`, { timeout: 60_000 }, async () => {
    // At the beginning there is always something to point at.
    const page = await withThings(title.replace("midway", "just begun"));
    await page.keyboard.press("g");
    const stop = await page.evaluate(focused);
    assert.ok(stop.thing && stop.seen, JSON.stringify(stop));
    assert.notEqual(stop.text, "", "a thing says what it is");
    await page.keyboard.press("Enter");
    await page.waitForURL(/(plan|at)=/);
    for (let press = 0; new URL(page.url()).search && press < 5; press += 1) {
      const chosen = page.url();
      await page.keyboard.press("z");
      await page.waitForURL((url) => url.href !== chosen);
    }
    assert.equal(new URL(page.url()).search, "", "what was chosen is undone");
    await page.context().close();
  });
}

test("numbers of others have names, and their things are told when a key asks for them", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  const address = await demoMatch(page, "Bora Bora: midway");
  await signIn(page, await awaited(page, address));
  await page.goto(address);
  const rows = page.locator(".player");
  assert.equal(await rows.getByRole("img", { name: /^offerings: \d/ }).count(), await rows.count());
  const name = page.locator(".player:not(:has(.you)) a.name").first();
  const who = (await name.textContent()).trim();
  await name.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/from=seat-/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "zone-you");
  assert.match(await page.locator("#you-heading").textContent(), new RegExp(`^${who}`));
  await page.context().close();
});

test("a question mark lists the keys, and Esc leads back", { timeout: 60_000 }, async () => {
  const page = await someone(browser, server.origin);
  await page.goto(await demoMatch(page, "The Great Zimbabwe: midway"));
  await page.keyboard.press("?");
  await page.getByText("this list").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-shortcuts]")));
  await page.keyboard.press("Escape");
  await page.getByText("this list").waitFor({ state: "hidden" });
  assert.equal((await page.evaluate(focused)).tag, "summary");
  await page.context().close();
});

// Reading order, and the order of Tab: what is asked, what answers it, then the rest of the table.
const orders = {
  "Bora Bora: midway": ["bar", "zone-plan", "zone-do", "zone-map", "zone-tiles", "zone-you", "zone-people", "zone-market", "zone-players", "zone-news"],
  "The Great Zimbabwe: midway": ["bar", "zone-plan", "zone-do", "zone-map", "zone-you", "zone-players", "zone-supply", "zone-news"],
};
for (const [title, order] of Object.entries(orders)) {
  test(`Tab goes through ${title} in the order of what is decided`, { timeout: 60_000 }, async () => {
    const page = await someone(browser, server.origin, { viewport: { width: 1440, height: 900 } });
    const address = await demoMatch(page, title);
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    const met = [];
    await tabTo(page, (stop) => stop.text.startsWith("Skip"), 2);
    await tabTo(page, (stop) => {
      if (stop.zone && met.at(-1) !== stop.zone) met.push(stop.zone);
      return stop.text.startsWith("Skip");
    }, 60);
    // A picture on which nothing can be chosen or jumped to is no stop.
    assert.deepEqual(met, order.filter((zone) => met.includes(zone)));
    assert.ok(order.length - met.length <= 1, met.join(" "));
    await page.context().close();
  });
}

for (const title of ["Bora Bora: midway", "The Great Zimbabwe: midway", "The Great Zimbabwe: just begun"]) {
  test(`no name of ${title} is said twice, nor shown twice to who points`, { timeout: 60_000 }, async () => {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    const cdp = await page.context().newCDPSession(page);
    for (let click = 0; click < 3; click += 1) {
      const { nodes } = await cdp.send("Accessibility.getFullAXTree");
      const said = nodes.filter((node) => !node.ignored).map((node) => [node.name?.value ?? "", node.description?.value ?? ""]);
      assert.ok(said.length > 100, `${said.length}`);
      assert.deepEqual(said.filter(([name, more]) => more && name.includes(more)), []);
      const thing = page.locator(".z-you [data-spot]").filter({ visible: true }).first();
      const name = await thing.getAttribute("title");
      assert.ok(name, "a thing has a name");
      await page.mouse.move(1, 1);
      await thing.hover();
      assert.equal(await page.locator("[data-told]").textContent(), name);
      assert.equal(await thing.getAttribute("title"), null, "a tip beside what is told");
      await page.mouse.move(1, 1);
      assert.equal(await thing.getAttribute("title"), name);
      if (!(await page.locator("#zone-do a.choice").count())) break;
      await follow(page, page.locator("#zone-do a.choice").first());
    }
    await page.context().close();
  });
}

/** Plays on until things on the table can be chosen; the page of whoever may choose them. */
async function withThings(title) {
  for (let turn = 0; turn < 30; turn += 1) {
    const page = await someone(browser, server.origin);
    const address = await demoMatch(page, title);
    await signIn(page, await awaited(page, address));
    await page.goto(address);
    while ((await read(page)).mine) {
      if ((await page.locator("a.offered").count()) > 0) return page;
      await choose(page);
      await confirm(page);
    }
    await page.context().close();
  }
  throw new Error(`nothing on the table of ${title} can ever be chosen`);
}
