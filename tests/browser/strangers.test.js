// Forms that were not sent from a page of the person's own change nothing.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { awaited, demoMatch, signIn, someone } from "./people.js";
import { choose, events } from "./playing.js";
import { eventually } from "./server.js";
import { browser, serve, server } from "./service.js";

let page;
let midway;
let room;
let forms;
serve({ demo: true }, async () => {
  page = await someone(browser, server.origin);
  midway = await demoMatch(page, "The Great Zimbabwe: midway");
  room = await demoMatch(page, "Bora Bora: come and join");
  await signIn(page, await awaited(page, midway));
  for (const name of ["anna", "ben", "cleo"]) await lettersGone(name);
  forms = await everyForm();
});

/** Waits until somebody's letters of the demo are sent: painting their pictures takes a while. */
async function lettersGone(name) {
  const other = await someone(browser, server.origin);
  await signIn(other, name);
  await eventually(async () => {
    await other.goto("/account");
    const states = await other.locator("table[aria-labelledby=h-latest] td:last-child").allTextContents();
    return states.length > 0 && !states.some((state) => /waiting|being sent/.test(state));
  }, 60_000);
  await other.context().close();
}

/** Every form of a signed-in person, filled in as it should be, with its proof. */
async function everyForm() {
  await page.goto(midway);
  await choose(page);
  const fields = await page.locator("#zone-plan form[action$=play]").evaluate((form) => Object.fromEntries(new FormData(form)));
  const { proof } = fields;
  assert.ok(proof);
  const all = [
    [`${midway}/play`, fields],
    [`${midway}/take-back`, { to: "170" }],
    [`${midway}/resign`, { sure: "yes" }],
    [`${room}/join`, {}],
    [`${room}/leave`, {}],
    [`${room}/start`, {}],
    ["/games/bora-bora/teach", { key: "forged" }],
    [`${midway}/learned`, { lesson: "region", v: "1", enough: "yes" }],
    ["/matches/new", { game: "bora-bora", title: "Forged", seats: "2" }],
    ["/account/letters", {}],
    ["/account/address", { email: "forged@example.org", current_password: "turnwise-demo" }],
    ["/account/password", { password: "forged password", current_password: "turnwise-demo" }],
    ["/account/tokens", { name: "forged" }],
    ["/account/second-factor", { current_password: "turnwise-demo" }],
    ["/account/second-factor/confirm", { code: "000000" }],
    ["/account/second-factor/recovery-codes", { current_password: "turnwise-demo", code: "000000" }],
    ["/account/second-factor/end", { current_password: "turnwise-demo", code: "000000" }],
    ["/account/close", { current_password: "turnwise-demo" }],
    ["/account/confirmation-letter", {}],
    ["/sign-out", {}],
  ];
  return all.map(([address, form]) => ({ address, form: { ...form, proof } }));
}

/** All that the forms could have changed. */
async function everything() {
  const text = async (address, selector) => {
    await page.goto(address);
    return page.locator(selector).allTextContents();
  };
  const told = [await text("/account", "main"), await text(room, ".sitters"), await text("/matches", ".match > a")];
  const checked = await page.locator("main").evaluate(() => fetch("/account/letters").then((answer) => answer.text()));
  const boxes = checked.match(/<input type="checkbox"[^>]*>/g);
  return JSON.stringify({
    told: told.map((lines) => lines.map((line) => line.replace(/(just now|\d+ \w+ ago)/g, ""))),
    boxes,
    events: await events(page, midway),
    letters: (await server.letters()).length,
  });
}

/** Sends every form; `how` says how. Gives the statuses. */
async function sendAll(context, how) {
  const answers = [];
  for (const { address, form } of forms) {
    const { form: sent = form, headers = {} } = how(form);
    const answer = await context.request.post(`${server.origin}${address}`, { form: sent, headers, maxRedirects: 0 });
    answers.push({ address, status: answer.status(), to: answer.headers().location });
  }
  return answers;
}

test("forms of somebody who is not signed in change nothing", { timeout: 60_000 }, async () => {
  const before = await everything();
  const stranger = await browser.newContext();
  for (const { address, status, to } of await sendAll(stranger, () => ({}))) {
    const led = status === 303 && (to.startsWith("/sign-in") || address === "/sign-out");
    assert.ok(led || (status >= 400 && status < 500), `${address} answers ${status} ${to}`);
  }
  await stranger.close();
  assert.equal(await everything(), before);
});

test("forms with a wrong proof, or with none, change nothing", { timeout: 60_000 }, async () => {
  const before = await everything();
  for (const proof of ["", "x", forms[0].form.proof.replace(/.$/, (last) => (last === "0" ? "1" : "0"))]) {
    for (const { address, status } of await sendAll(page.context(), (form) => ({ form: { ...form, proof } }))) {
      assert.equal(status, 403, address);
    }
  }
  assert.equal(await everything(), before);
});

test("forms that name another origin change nothing, even with the right proof", { timeout: 60_000 }, async () => {
  const before = await everything();
  for (const headers of [{ Origin: "https://elsewhere.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "cross-site" }]) {
    for (const { address, status } of await sendAll(page.context(), () => ({ headers }))) {
      assert.equal(status, 403, `${address} ${JSON.stringify(headers)}`);
    }
  }
  assert.equal(await everything(), before);
});

test("a page of another site that sends a form for a person changes nothing", { timeout: 60_000 }, async () => {
  const before = await everything();
  const play = forms[0];
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const inputs = Object.entries(play.form).map(([name, value]) => `<input name="${name}" value="${escaped(value)}">`);
  const elsewhere = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(`<form method="post" action="${server.origin}${play.address}">${inputs.join("")}<button>Win a prize</button></form>`);
  });
  await new Promise((resolve) => { elsewhere.listen(0, "127.0.0.1", resolve); });
  const forger = await page.context().newPage();
  await forger.goto(`http://localhost:${elsewhere.address().port}/`);
  await forger.getByRole("button", { name: "Win a prize" }).click();
  await forger.getByRole("heading", { name: "That did not work" }).waitFor();
  await forger.close();
  elsewhere.close();
  assert.equal(await everything(), before);
});

test("the very same form from the person's own page is accepted", { timeout: 60_000 }, async () => {
  const before = await events(page, midway);
  const { address, form } = forms[0];
  const answer = await page.context().request.post(`${server.origin}${address}`, { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  assert.ok((await events(page, midway)) > before);
});
