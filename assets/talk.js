// The talk of those at a table: lines appear as they are said, on its own page and beside the
// board, where what a line points to lights up. It works without this script.
"use strict";

const talkHere = () => document.querySelector("[data-talk-here]");
const talkPanel = () => document.querySelector("[data-talk-panel]");

function countUnread(unread) {
  document.querySelectorAll("[data-talk] .count").forEach((count) => {
    count.textContent = unread > 0 ? unread : "";
    if (unread > 0) count.closest("a").classList.remove("wide");
  });
}

// Shows the lines of a page of the talk as it was fetched; what is being written stays. A line that
// is as it was stays where it is: who hears the page is told of the new ones alone.
function showLines(fresh) {
  const [here, now] = [talkHere(), fresh.querySelector("[data-talk-here]")];
  if (!here || !now) return false;
  const [old, lines] = [here, now].map((one) => one.querySelector("[data-talk-lines]"));
  const [top, bottom] = [old.scrollTop, old.scrollHeight - old.scrollTop - old.clientHeight < 40];
  const focused = old.contains(document.activeElement);
  const [list, next] = [old, lines].map((one) => one.querySelector("ol"));
  if (list && next) {
    mergeLines(list, next);
    [...old.children].forEach((one) => { if (one !== list) one.remove(); });
    let put = (one) => list.before(one);
    [...lines.children].forEach((one) => {
      if (one === next) put = (later) => old.append(later);
      else put(one);
    });
  } else {
    old.replaceChildren(...lines.children);
  }
  old.scrollTop = bottom ? old.scrollHeight : top;
  if (focused && !old.contains(document.activeElement)) old.focus({ preventScroll: true });
  haveRead();
  return true;
}

function mergeLines(list, next) {
  const gone = new Map([...list.children].map((line) => [line.dataset.line, line]));
  let last = null;
  [...next.children].forEach((line) => {
    const was = gone.get(line.dataset.line);
    gone.delete(line.dataset.line);
    const time = was && was.querySelector("time");
    if (time) time.textContent = line.querySelector("time").textContent;
    // Somebody may be writing a report.
    const stays = was && (was.querySelector("details[open]") || was.innerHTML === line.innerHTML);
    if (was && !stays) was.replaceWith(line);
    if (!was && last) last.after(line);
    if (!was && !last) list.prepend(line);
    last = stays ? was : line;
  });
  gone.forEach((line) => line.remove());
}

async function fetched(address, how) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...how }).catch(() => null);
  const html = answer && await answer.text().catch(() => null);
  return html ? [answer, new DOMParser().parseFromString(html, "text/html")] : [null, null];
}

let asking = 0;
async function askLines() {
  const here = talkHere();
  if (!here || location.search.includes("before=")) return;
  const mine = asking += 1;
  const [answer, fresh] = await fetched(here.dataset.talkHere);
  if (mine === asking && answer && answer.ok) showLines(fresh);
}

// What is in front of somebody is read.
function haveRead() {
  const form = talkHere()?.querySelector("[data-talk-unread]");
  if (!form || document.visibilityState !== "visible") return;
  form.hidden = true;
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" }).catch(() => {});
  countUnread(0);
}
document.addEventListener("visibilitychange", haveRead);

document.addEventListener("talk", (event) => {
  if (talkHere()) askLines();
  else {
    const { unread } = event.detail;
    const before = Number(document.querySelector("[data-talk] .count")?.textContent);
    countUnread(unread);
    // For who hears the page and does not see the number.
    const said = document.querySelector("[data-said]");
    if (said && unread > before) said.textContent = unread === 1 ? "A new line of talk." : `${unread} new lines of talk.`;
  }
});

// A form of the talk is sent without leaving the page.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const here = form.closest("[data-talk-here]");
  if (!here) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  const body = new URLSearchParams(new FormData(form, event.submitter));
  asking += 1;
  const [answer, fresh] = await fetched(form.action, { method: "POST", body });
  delete form.dataset.sent;
  const said = here.querySelector("[data-talk-said]");
  if (!answer || !fresh.querySelector("[data-talk-here]")) {
    const why = document.createElement("p");
    why.className = "problem";
    why.setAttribute("role", "alert");
    const say = here.querySelector("[data-talk-say]");
    const keep = () => say && keepUnsent(say, SAID_WITH);
    const signedOut = whySignedOut(answer, fresh, say === form ? keep : null);
    why.append(signedOut || "That did not work. Try again.");
    // A line goes along to where one signs in, also one that was only begun.
    if (signedOut) signedOut.querySelector("a").addEventListener("click", keep);
    return said.replaceChildren(why);
  }
  said.replaceWith(fresh.querySelector("[data-talk-said]"));
  form.querySelectorAll("details[open]").forEach((one) => { if (answer.ok) one.open = false; });
  const details = form.closest("[data-line] details");
  if (details) details.open = false;
  const shown = here.querySelector(".shown");
  const now = fresh.querySelector(".shown");
  if (shown && now && shown.contains(form)) {
    now.open = true;
    shown.replaceWith(now);
  }
  if (form.matches("[data-talk-say]")) {
    const next = fresh.querySelector("[data-talk-say]");
    form.elements.key.value = next.elements.key.value;
    if (answer.ok) {
      for (const name of SAID_WITH) form.elements[name].value = "";
      // Also where the talk was closed while it was on its way.
      unsaid = {};
      forgetUnsent(form);
    }
    form.elements.text.focus();
  }
  showLines(fresh);
  const lines = here.querySelector("[data-talk-lines]");
  if (answer.ok && form.matches("[data-talk-say]")) lines.scrollTop = lines.scrollHeight;
}, true);

// Beside the board.
async function openTalk(address) {
  const panel = talkPanel();
  const [answer, fresh] = await fetched(address);
  const talk = fresh && fresh.querySelector("[data-talk-here]");
  // Nor does somebody else find there what was written before they signed in.
  if (!panel || !answer || !answer.ok || !talk || personOf(fresh) !== personOf(document)) return location.assign(address);
  const close = fillDrawer(panel, talk, closeTalk);
  const say = panel.querySelector("[data-talk-say]");
  if (say) for (const [name, value] of Object.entries(unsaid)) say.elements[name].value = value;
  if (say && !unsaid.text) giveBackUnsent(say);
  const lines = panel.querySelector("[data-talk-lines]");
  lines.scrollTop = lines.scrollHeight;
  (panel.querySelector("textarea") || close).focus();
  haveRead();
}

// What somebody has begun to say stays theirs while the talk is closed.
const SAID_WITH = ["text", "event", "spot"];
let unsaid = {};

function closeTalk() {
  const panel = talkPanel();
  const say = panel.querySelector("[data-talk-say]");
  if (say) unsaid = Object.fromEntries(SAID_WITH.map((name) => [name, say.elements[name].value]));
  panel.hidden = true;
  panel.replaceChildren();
  document.querySelector("[data-talk]").focus();
}

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const panel = talkPanel();
  const link = panel && event.target.closest("[data-talk]");
  if (link) {
    event.preventDefault();
    const menu = link.closest(".menu");
    if (menu) menu.open = false;
    return panel.hidden ? openTalk(link.href) : closeTalk();
  }
  // While somebody points, a click on the board chooses nothing.
  const point = panel && panel.querySelector("[data-talk-point][open]");
  const thing = point && event.target.closest("[data-spot]");
  if (!thing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const place = thing.closest("[data-place]");
  point.querySelector("[name=spot]").value = place ? place.dataset.place : thing.dataset.spot;
}, true);

document.addEventListener("keydown", (event) => {
  const panel = talkPanel();
  // An input method has an Escape of its own.
  if (event.isComposing || event.key !== "Escape" || !panel || panel.hidden || !panel.contains(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  closeTalk();
}, true);

// What a line points to lights up while the line is pointed at.
function light(event) {
  document.querySelectorAll(".pointed").forEach((one) => one.classList.remove("pointed"));
  const link = event.target.closest && event.target.closest("[data-line]");
  if (!link || event.type === "focusout") return;
  const spot = link.querySelector("[data-points]");
  const version = link.querySelector("[data-points-event]");
  const lit = spot ? [...document.querySelectorAll(`[data-spot="${CSS.escape(spot.dataset.points)}"]`)] : [];
  if (version) {
    const at = `at=${version.dataset.pointsEvent}`;
    document.querySelectorAll(".news .at").forEach((one) => {
      if (one.getAttribute("href").endsWith(at)) lit.push(one.closest("li"));
    });
  }
  lit.forEach((one) => one.classList.add("pointed"));
}
for (const kind of ["pointerover", "focusin", "focusout"]) document.addEventListener(kind, light);

const lines = document.querySelector("[data-talk-lines]");
if (lines) lines.scrollTop = lines.scrollHeight;
const ownSay = document.querySelector("[data-talk-say]");
if (ownSay) giveBackUnsent(ownSay);
haveRead();
