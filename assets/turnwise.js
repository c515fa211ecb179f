// Improves pages that work without it: live news, no second click on a form that is on its way.
"use strict";

let sends = 0;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  if (form.method === "post") {
    const mine = form.dataset.sent = String(sends += 1);
    // After the browser has read the form, so that a button's own value is sent.
    setTimeout(() => form.querySelectorAll("button").forEach((button) => { button.disabled = true; }), 0);
    // Whoever has stopped the page that was to come can send it again.
    setTimeout(() => {
      if (form.dataset.sent !== mine) return;
      release(form);
      form.dispatchEvent(new Event("released"));
    }, 15000);
  }
});
function release(form) {
  delete form.dataset.sent;
  form.querySelectorAll("button").forEach((button) => { button.disabled = false; });
}

// Everybody adds to the chance of a match: from the browser's own randomness, in a field
// that can be seen and changed. Without this script it stays empty; nobody else fills it.
// What somebody empties stays empty.
const entropyFilled = new WeakSet();
function fillEntropy() {
  document.querySelectorAll("input[data-entropy]").forEach((field) => {
    if (field.value || entropyFilled.has(field)) return;
    entropyFilled.add(field);
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  });
}

// What is there to be passed on can be copied.
function addCopies() {
  if (!navigator.clipboard) return;
  document.querySelectorAll("input.long[readonly]:not([data-copied])").forEach((field) => {
    field.dataset.copied = "";
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "quiet", textContent: "Copy" });
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard.writeText(field.value).then(() => { button.textContent = "Copied"; }, () => {});
    });
    field.after(button);
  });
}

// What this browser has kept in one of its stores so far. Where a value is given, that is kept from
// now on; `null` forgets it. A browser that may keep nothing goes on without.
function kept(store, key, value) {
  try {
    const before = window[store].getItem(key);
    if (value === null) window[store].removeItem(key);
    else if (value !== undefined) window[store].setItem(key, value);
    return before;
  } catch {
    return null;
  }
}

// What somebody wrote and could not send, since they were signed out meanwhile, waits in this tab
// for them, and for nobody else who signs in here.
const personOf = (page) => page.querySelector("meta[name=person]")?.content;
function unsentOf(form) {
  const person = personOf(document);
  return person ? `unsent ${new URL(form.action).pathname} ${person}` : "";
}

// Whether it could be kept. `over` is the text that is on its way already, if any is; `isSaved` says
// that it is kept only for a page that is on its way and may not know it yet.
function keepUnsent(form, names, { over, isSaved } = {}) {
  const [key, fields] = [unsentOf(form), names.map((name) => [name, form.elements[name].value])];
  const text = JSON.stringify({ ...Object.fromEntries(fields), over, isSaved });
  if (key) kept("sessionStorage", key, text);
  return Boolean(key) && kept("sessionStorage", key) === text;
}

// What has arrived is not put back.
const forgetUnsent = (form) => kept("sessionStorage", unsentOf(form), null);

// Puts it back into the form; whether it is another than what stood there. Where what was on its
// way has arrived, it follows that, and not what stood there before.
function giveBackUnsent(form) {
  const { over, isSaved, ...fields } = JSON.parse((unsentOf(form) && kept("sessionStorage", unsentOf(form), null)) || "{}");
  const isNewer = !isSaved || Number(fields.after) > Number(form.elements.after.value);
  const isOther = isNewer && "text" in fields && fields.text !== form.elements.text.defaultValue;
  if (over === form.elements.text.defaultValue) fields.after = Math.max(fields.after, form.elements.after.value);
  if (isOther) for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  return isOther;
}

// What to tell whose form was not taken since they are signed out, or since the page is one of an
// earlier sign-in; `null` where neither is why.
function whySignedOut(answer, page, keep) {
  const isOut = answer && answer.redirected && new URL(answer.url).pathname === "/sign-in";
  const old = page && page.querySelector("[data-old-page]");
  if (!isOut && !old) return null;
  const [why, link] = [document.createElement("span"), document.createElement("a")];
  // With what stands behind a #, it would only be scrolled to.
  link.href = isOut ? answer.url : location.pathname + location.search;
  link.textContent = isOut ? "Sign in" : "Load the page again";
  why.append(isOut ? "You were signed out." : old.textContent, " ", link, keep && keep() ? ": what you wrote is kept." : ".");
  return why;
}

// Where a key led to this page, and what it was pressed on: there one goes on. It counts once.
const cameByKey = kept("sessionStorage", "goes on", null);
const leaveByKey = (to) => kept("sessionStorage", "goes on", to);

// What this script adds to a page, also where a part of it has just come.
function equip() {
  fillEntropy();
  addCopies();
}
equip();

// What a drawer beside the board shows, below its name and the button that closes it.
function fillDrawer(drawer, content, shut) {
  const [close, name] = [document.createElement("button"), document.createElement("h2")];
  Object.assign(close, { type: "button", className: "quiet close", textContent: "Close" });
  close.addEventListener("click", shut);
  name.textContent = drawer.getAttribute("aria-label");
  drawer.replaceChildren(close, name, content);
  drawer.hidden = false;
  return close;
}

// A page that the browser brings back from memory can be sent again.
window.addEventListener("pageshow", (event) => {
  document.querySelectorAll("form[data-sent]").forEach(release);
  if (event.persisted && document.querySelector("[data-live]")) refresh();
});

// Says that there are news which are not shown, or says it no more.
let hints = 0;
function hint(shown = true) {
  hints += Number(shown);
  const news = document.querySelector("[data-news]");
  if (news) news.hidden = !shown;
}

// How often news were asked for: an older answer may come after a newer one.
let refreshes = 0;

async function refresh() {
  const [mine, hinted, address] = [refreshes += 1, hints, location.href];
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  const html = answer && await answer.text().catch(() => null);
  const fresh = new DOMParser().parseFromString(html || "", "text/html");
  if (mine !== refreshes) return;
  // Whoever went on meanwhile sees the page that they went to.
  if (location.href !== address) return refresh();
  // A plan that does not fit any more is refused with the newest table, which is shown; another
  // refusal is not.
  if (!html || (!answer.ok && !fresh.querySelector("main[data-live]"))) return hint();
  // A room that has become a table brings styles and scripts of its own. Loaded again, a page
  // that answered a form would send it again.
  if (fresh.body.className !== document.body.className) return location.replace(answer.url);
  // A table replaces only what differs.
  if (!window.showTable || !window.showTable(fresh)) showMain(fresh);
  // What has happened meanwhile is not in it.
  hint(hinted !== hints);
}

function showMain(fresh) {
  const main = document.querySelector("main");
  const panned = [...document.querySelectorAll(".pan")].map((pan) => [pan.scrollLeft, pan.scrollTop]);
  const opened = [...document.querySelectorAll("main details")].map((one) => one.open);
  const focused = document.activeElement && document.activeElement.id;
  const next = fresh.querySelector("main");
  main.replaceWith(next);
  equip();
  const details = [...document.querySelectorAll("main details.words")];
  if (opened.length === document.querySelectorAll("main details").length) {
    document.querySelectorAll("main details").forEach((one, at) => { one.open = opened[at]; });
  } else {
    details.forEach((one) => { one.open = false; });
  }
  document.querySelectorAll(".pan").forEach((pan, at) => {
    if (panned[at]) [pan.scrollLeft, pan.scrollTop] = panned[at];
  });
  document.title = fresh.title;
  const icon = document.querySelector("link[rel=icon]");
  const freshIcon = fresh.querySelector("link[rel=icon]");
  if (icon && freshIcon) icon.href = freshIcon.getAttribute("href");
  const nav = fresh.querySelector("header.top");
  if (nav) document.querySelector("header.top").replaceWith(nav);
  if (focused && document.getElementById(focused)) document.getElementById(focused).focus();
}

function listen() {
  let source = null;
  let due = null;
  let away = null;
  let pause = 1000;
  const happened = () => {
    const now = document.querySelector("main[data-live]");
    const typing = document.activeElement && document.activeElement.matches("main input:not([readonly]), main textarea");
    if (now && (now.dataset.busy === "true" || typing)) {
      hint();
    } else {
      refresh();
    }
  };
  const open = () => {
    const main = document.querySelector("main[data-live]");
    if (source || !main || !window.EventSource) return;
    source = new EventSource(main.dataset.live);
    source.addEventListener("open", () => { pause = 1000; });
    // A browser comes back by itself when a stream ends, but not when a proxy answers for
    // a server that is away.
    source.addEventListener("error", (event) => {
      if (event.target !== source || source.readyState !== EventSource.CLOSED) return;
      source = null;
      setTimeout(open, pause * (1 + Math.random()));
      pause = Math.min(2 * pause, 60000);
    });
    source.addEventListener("entry", () => {
      clearTimeout(due);
      due = setTimeout(happened, 150);
    });
    // Somebody who hears of the talk goes on doing so when the match is over.
    source.addEventListener("over", () => { if (!source.url.includes("talk=")) source.close(); });
    source.addEventListener("talk", (event) => {
      document.dispatchEvent(new CustomEvent("talk", { detail: JSON.parse(event.data) }));
    });
  };
  const close = () => {
    if (source) source.close();
    source = null;
  };
  // A browser opens few connections to one host: a page that nobody looks at gives its
  // own back, and hears what it has missed when it is looked at again.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(away);
    if (document.hidden) away = setTimeout(close, 60000);
    else open();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  open();
}
listen();

// Whoever has a match in front of them needs no letter about it now.
function look() {
  const main = document.querySelector("main[data-seen]");
  const proof = document.querySelector("input[name=proof]");
  if (!main || !proof || document.visibilityState !== "visible") return;
  fetch(main.dataset.seen, { method: "POST", body: new URLSearchParams({ proof: proof.value }) }).catch(() => {});
}
look();
setInterval(look, 60000);
document.addEventListener("visibilitychange", look);

// Escape leads back to the table from what was opened beside it.
document.addEventListener("keydown", (event) => {
  const back = event.key === "Escape" && document.querySelector("[data-back]");
  if (back) back.click();
});

// Where somebody signs in, their clock is asked in which zone it is.
for (const zone of document.querySelectorAll("input[name=zone]")) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[readonly]")) event.target.select();
});

// Notices while no page is open, an installable page, and an honest one where nothing can be reached.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}
