// The table without reloading: what differs is replaced, by zone. It works without this
// script; nothing here knows a game.
"use strict";

const table = () => document.querySelector("[data-table]");
const isNarrow = () => matchMedia("(width < 43.75em)").matches;

const answers = "#zone-do a.choice, .zone a.offered";
const href = (link) => new URL(link.getAttribute("href"), location.href).href;

// Where focus goes on: after undo to what was chosen, else to Confirm or to the next question, at
// last to the plan.
function goOn(left = "") {
  const parts = (address) => address.split(":").length;
  const undone = parts(left) > parts(location.href);
  const given = document.querySelector("#zone-do a.choice[aria-current]");
  const chosen = undone ? [...document.querySelectorAll(answers)].find((link) => href(link) === left) : given;
  const next = chosen || document.getElementById("confirm") || document.querySelector(answers);
  (next || document.getElementById("zone-plan")).focus({ preventScroll: true });
}

// An answer is asked for again: undo leads back to where it was given, and it is what one goes on
// from; also where undo has led back to the question.
const askedAgain = new Map();
function askAgain(left, given) {
  const undo = document.querySelector(".plan [data-key=z]");
  if (undo) undo.href = left;
  for (const link of document.querySelectorAll(answers)) if (href(link) === given) link.setAttribute("aria-current", "true");
}

// Whose turn it is and what is asked, or what happened, for who hears the page: said when it is
// another than before.
let heard = "";
function toHear() {
  const text = (one) => document.querySelector(one)?.textContent.trim() ?? "";
  return [".whose strong", ".lesson h3", ".chip:last-child b", "#plan-heading", ".plan > .comes-to"].map(text).filter(Boolean).map((said) => /[.?!…]$/.test(said) ? said : `${said}.`).join(" ");
}
function say() {
  const now = toHear();
  if (now !== heard) document.querySelector("[data-said]").textContent = now;
  heard = now;
}

// Each zone as the server sent it: this script and the browser add to what lies there.
const sent = new WeakMap();

// News that replace what has the focus give it to what stands in its place.
function keepFocus(zone, focused) {
  if (focused.matches(".looked")) return jumpTo(zone.querySelector(".stage"), focused.dataset.spot);
  const names = ["id", "href", "data-spot"].filter((name) => focused.getAttribute(name));
  const like = names.map((name) => `[${name}=${JSON.stringify(focused.getAttribute(name))}]`);
  const same = like.map((one) => zone.querySelector(one)).find(Boolean) || zone;
  same.focus({ preventScroll: true });
}

// What somebody adds to the chance goes on, here and after a look elsewhere, as long as it is
// asked for under the same seed.
let added = null;
function keepAdded(old, zone) {
  const of = (one) => one.querySelector("input[data-entropy]");
  const seed = (field) => field.form.elements.seed_hash?.value;
  const [was, now] = [of(old), of(zone)];
  if (was) added = { seed: seed(was), value: was.value, open: was.closest("details")?.open };
  if (!now || !added || added.seed !== seed(now)) return;
  now.value = added.value;
  entropyFilled.add(now);
  if (added.open) now.closest("details").open = true;
}

// What was being written goes on where it is asked for again.
function keepWritten(old, zone) {
  for (const was of old.querySelectorAll("input[name]:not([type], [data-entropy])")) {
    const now = was.value !== was.defaultValue && zone.querySelector(`input[name="${was.name}"]:not([type])`);
    if (now) now.value = was.value;
  }
}

// Shows what differs on another page of the table. Who `follows` a link sees what it leads to; who
// only steps on keeps the part of the table that they look at.
function show(fresh, follows, steps) {
  const main = table();
  const next = fresh.querySelector("[data-table]");
  if (!main || !next) return false;
  const pane = main.dataset.pane;
  const asked = (page) => page.getElementById("zone-do")?.getAttribute("aria-label") ?? page.getElementById("plan-heading")?.textContent;
  const sameQuestion = asked(document) === asked(fresh);
  for (const zone of fresh.querySelectorAll("[data-zone]")) {
    const old = document.getElementById(zone.id);
    if (!old) return false;
    // Nothing is taken from under somebody's finger.
    if (old.querySelector("[data-slider] input:active")) {
      late = true;
      continue;
    }
    const html = zone.outerHTML;
    if (sent.get(old) !== html) {
      sent.set(zone, html);
      const [left, top] = [old.scrollLeft, old.scrollTop];
      const zoomed = old.querySelector(".stage.zoomed");
      const at = zoomed && [zoomed.scrollLeft, zoomed.scrollTop, zoomed.style.getPropertyValue("--near")];
      const focused = old.contains(document.activeElement) && document.activeElement;
      keepAdded(old, zone);
      keepWritten(old, zone);
      old.replaceWith(zone);
      if (focused && !follows) keepFocus(zone, focused);
      // The choices of another question are read from the first one on.
      if (zone.id !== "zone-do" || sameQuestion) [zone.scrollLeft, zone.scrollTop] = [left, top];
      if (at) {
        const stage = zone.querySelector(".stage");
        bringNear(stage, at[2]);
        [stage.scrollLeft, stage.scrollTop] = at;
        keepNames(stage);
      }
    }
  }
  for (const part of [".tabs", ".pictures"]) {
    const [old, now] = [document.querySelector(part), fresh.querySelector(part)];
    if (old && now) old.replaceWith(now);
  }
  for (const told of ["live", "busy"]) if (told in next.dataset) main.dataset[told] = next.dataset[told];
  main.className = next.className;
  if (wanted) document.getElementById("at").value = new URL(wanted).searchParams.get("at");
  // A hint about what was just chosen is not to be missed, nor what was asked for.
  const stays = steps || (!follows && main.matches(".history"));
  const picture = stays && next.querySelector(`[data-picture-to="${main.dataset.looksAt}"]`);
  choosePicture(picture ? main.dataset.looksAt : next.dataset.picture);
  const asks = follows && !steps && new URL(last).searchParams.has("pane") && next.dataset.pane;
  choosePane(follows && next.querySelector(".lesson") ? "do" : asks || pane);
  document.title = fresh.title;
  ready();
  say();
  if (follows) bringIntoSight();
  return true;
}

// What was chosen last, the news that is looked at, and what can be chosen on the own board.
function bringIntoSight() {
  const made = document.querySelector(".made");
  const ways = made && made.querySelector("a.way");
  const last = ways && isNarrow() ? null : made && made.querySelector(".chip:last-child");
  const chosen = made && (made.querySelector(".way.on") || last);
  if (chosen) {
    made.scrollLeft = Math.max(0, chosen.offsetLeft + chosen.offsetWidth - made.clientWidth);
    made.scrollTop = Math.max(0, chosen.offsetTop + chosen.offsetHeight - made.clientHeight);
  }
  const now = document.querySelector(".news .now, .news .near, .compare tr.now");
  const zone = now && now.getClientRects().length && now.closest(".zone");
  // A hint stands above what it is about, and is read first.
  if (zone && !zone.querySelector(".lesson")) {
    const [line, room] = [now, zone].map((one) => one.getBoundingClientRect());
    zone.scrollTop += line.top - room.top - Math.max(0, room.height - line.height) / 2;
  }
  const lit = [...document.querySelectorAll(".z-you a.offered")].filter((one) => one.getClientRects().length);
  if (lit.length) {
    const [own, last] = [lit[0].closest(".zone"), lit[lit.length - 1]];
    own.scrollTop = Math.max(0, Math.min(lit[0].offsetTop - 8, last.offsetTop + last.offsetHeight + 8 - own.clientHeight));
  }
}

window.showTable = show;

// What was asked for last, without the part of a page (#), and how often anything was.
const page = (address) => address.split("#")[0];
let last = page(location.href);
let asked = 0;

// Goes to another page of the table, which is kept as a place to come back to by `push`, in the
// place of the last one by `replace`, else not at all.
async function go(address, keep, { keyed = false, steps = false, given, undoes } = {}) {
  const [left, here] = [last, page(location.href)];
  last = page(address);
  const [mine, news] = [asked += 1, refreshes];
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10000) }).catch(() => null);
  const html = answer && !answer.redirected && await answer.text().catch(() => null);
  // Whoever goes back and forth quickly sees what they asked for last.
  if (mine !== asked) return;
  if (!html) return location.assign(address);
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const zoned = () => document.activeElement && document.activeElement.closest("main [data-zone]");
  const inside = keyed || zoned();
  // Whoever steps through the match goes on stepping where they did.
  const stepped = document.activeElement?.closest(".filters select, .steps [id], .events, .chart");
  if (!show(fresh, true, steps)) return location.assign(address);
  // Whoever comes back to this page goes on as they did.
  const again = given ? { given: new URL(given, address).href, left: here } : undoes ? askedAgain.get(address) : keep ? null : history.state;
  if (given) askedAgain.set(address, again);
  if (keep) history[`${keep}State`](again, "", address);
  if (again?.given) askAgain(again.left, again.given);
  const { searchParams } = new URL(address);
  // Whose things were asked for by a key is told by their heading.
  const pane = keyed && !steps && searchParams.get("pane");
  const shown = pane && document.getElementById(`zone-${pane}`);
  // Whoever writes beside the table goes on there.
  const writing = document.activeElement?.closest("aside");
  if (shown && !writing) shown.focus({ preventScroll: true });
  else if (stepped) stepOn(stepped, address);
  else if (inside && !writing && !zoned() && !lookAgain(searchParams.get("from"))) goOn(left);
  // News that came while this page was under way may be younger than it.
  if (news !== refreshes) refresh();
}

// Only links to this very table are followed here.
function toTable(link) {
  if (!link || !link.closest("[data-table]")) return false;
  // Links of pictures have attributes, but no properties of that name.
  const url = new URL(href(link));
  return url.origin === location.origin && url.pathname === location.pathname ? url.href : false;
}

function choosePicture(name) {
  table().dataset.picture = name;
  document.querySelectorAll(".pictures a").forEach((one) => {
    if (one.dataset.pictureTo === name) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  });
}

function choosePane(name) {
  table().dataset.pane = name;
  // News that were read are not counted any more, also when others come.
  const key = `read ${location.pathname}`;
  const news = [...document.querySelectorAll(".news .at")].map((one) => Number(one.textContent));
  if (name === "news" && news.length) kept("sessionStorage", key, Math.max(...news));
  const read = Number(kept("sessionStorage", key)) || (name === "news" ? Math.max(...news) : 0);
  const unread = news.filter((version) => version > read);
  const count = document.querySelector(".tabs [data-to=news] b");
  if (count && unread.length) count.textContent = unread.length;
  else if (count) count.remove();
  document.querySelectorAll(".tabs a").forEach((tab) => {
    if (tab.dataset.to === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  });
}

function bringNear(stage, times) {
  stage.classList.add("zoomed");
  stage.style.setProperty("--near", times);
  const back = document.createElement("p");
  back.className = "nearer";
  back.innerHTML = (links(stage).length ? "<span>Tap again to choose</span> " : "") + "<button type=\"button\" class=\"quiet\" data-whole>Whole map</button>";
  stage.after(back);
}

// The names of columns and rows stay at the edge of what is seen of a map that is near.
function keepNames(stage) {
  // Nothing is drawn where another picture has its place, in some browsers.
  const drawn = stage.querySelector("[data-edge]") && stage.querySelector("svg").getScreenCTM();
  if (!drawn) return;
  const seen = stage.getBoundingClientRect();
  const [left, top] = [(seen.left - drawn.e) / drawn.a, (seen.top - drawn.f) / drawn.d].map((by) => Math.max(0, by));
  for (const names of stage.querySelectorAll("[data-edge]")) {
    const moves = { left: `translateX(${left}px)`, top: `translateY(${top}px)` };
    names.style.transform = moves[names.dataset.edge] || "";
  }
}
document.addEventListener("scroll", (event) => {
  if (event.target instanceof Element && event.target.matches(".stage.zoomed")) keepNames(event.target);
}, true);

function showAll(stage) {
  stage.classList.remove("zoomed");
  stage.querySelectorAll("[data-edge]").forEach((names) => { names.style.transform = ""; });
  stage.parentElement.querySelector(".nearer").remove();
}

// On a narrow screen the first tap on a map of small squares brings it near, the second one
// chooses; what cannot be chosen is only looked at.
function zoom(event) {
  const stage = event.target.closest(".stage");
  if (!stage || !isNarrow()) return false;
  if (stage.classList.contains("zoomed")) return false;
  const sizes = links(stage).map((link) => Math.min(link.getBoundingClientRect().width, link.getBoundingClientRect().height));
  const least = sizes.length ? Math.min(...sizes) : 18;
  if (least >= 36) return false;
  const box = stage.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  // As near as a fingertip needs it.
  bringNear(stage, Math.min(4, Math.max(2, 38 / least)).toFixed(2));
  stage.scrollLeft = x * stage.scrollWidth - box.width / 2;
  stage.scrollTop = y * stage.scrollHeight - box.height / 2;
  keepNames(stage);
  return true;
}

document.addEventListener("click", (event) => {
  if (!table() || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (held && event.target.closest("[data-spot], .stage")) {
    held = false;
    return event.preventDefault();
  }
  if (event.target.closest("[data-whole]")) return showAll(document.querySelector(".stage.zoomed"));
  const picture = event.target.closest(".pictures a");
  if (picture) {
    event.preventDefault();
    // It stays while somebody steps through the match.
    table().dataset.looksAt = picture.dataset.pictureTo;
    choosePicture(picture.dataset.pictureTo);
    return;
  }
  const tab = event.target.closest(".tabs a");
  if (tab) {
    event.preventDefault();
    return choosePane(tab.dataset.to);
  }
  if (event.detail > 0 && zoom(event)) return event.preventDefault();
  const link = event.target.closest("a, button, summary, label");
  const address = toTable(link);
  if (!address) {
    // A finger on what cannot be chosen asks what it is.
    const thing = !link && (event.target.closest("[data-spot]") || event.target.closest("[title]"));
    if (!thing || !matchMedia("(pointer: coarse)").matches) return;
    tell(event);
    return tellHere(said(thing));
  }
  event.preventDefault();
  // A click of the keys has no count.
  const keyed = event.detail === 0;
  if (link.closest(".steps")) return step(stepTo(link), keyed);
  stepAnew();
  go(address, "push", { keyed, steps: Boolean(link.closest(".events, .chart, .looks")), given: link.dataset.given, undoes: link.dataset.key === "z" });
});
window.addEventListener("popstate", () => {
  if (!table() || page(location.href) === last) return;
  stepAnew();
  go(location.href);
});

// One stop a zone: arrows move to the nearest thing that way.
function links(zone) {
  return [...zone.querySelectorAll("a[href]")].filter((link) => link.getClientRects().length);
}

function ready() {
  if (window.equip) window.equip();
  document.querySelectorAll("[data-roving]").forEach((zone) => {
    links(zone).forEach((link, at) => link.setAttribute("tabindex", at ? "-1" : "0"));
    // Squares are jumped to also where none of them is a link.
    if (grid(zone)) zone.setAttribute("tabindex", links(zone).length ? "-1" : "0");
  });
  const squares = document.querySelector("[data-grid]");
  document.querySelectorAll("[data-keys]").forEach((keys) => { keys.hidden = keys.dataset.keys === "squares" && !squares; });
  document.querySelectorAll("[data-slider] button, .history .filters button").forEach((button) => { button.hidden = true; });
  const box = document.querySelector("[data-shortcuts]");
  if (box) box.checked = kept("localStorage", "shortcuts") !== "off";
}

function middle(thing) {
  const box = thing.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(from, all, key) {
  const [x, y] = middle(from);
  let [best, least] = [null, Infinity];
  for (const one of all) {
    if (one === from) continue;
    const [ox, oy] = middle(one);
    const [dx, dy] = [ox - x, oy - y];
    const [along, across] = {
      ArrowLeft: [-dx, dy], ArrowRight: [dx, dy], ArrowUp: [-dy, dx], ArrowDown: [dy, dx],
    }[key];
    const far = along + 2 * Math.abs(across);
    if (along > 1 && far < least) [best, least] = [one, far];
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  if (!table() || event.altKey || event.ctrlKey || event.metaKey) return;
  const menu = document.querySelector(".menu[open]");
  if (event.key === "Escape" && menu) {
    event.preventDefault();
    menu.open = false;
    return menu.querySelector("summary").focus();
  }
  if (event.target.closest("input, select, textarea")) return;
  const zone = event.target.closest("[data-roving]");
  if (zone && event.key.startsWith("Arrow")) {
    const from = event.target.closest("a, .looked");
    const next = from && nearest(from, links(zone), event.key);
    event.preventDefault();
    // Beside a list of events the arrows that lead nowhere in it lead to its neighbours.
    if (!next) return void (zone.matches(".events") && shortcut(event.key));
    links(zone).forEach((link) => link.setAttribute("tabindex", link === next ? "0" : "-1"));
    next.focus();
    // The board walks along with the chart.
    if (next.closest(".chart")) next.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return;
  }
  if (event.key.length === 1 && kept("localStorage", "shortcuts") === "off") return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (spell(key) || shortcut(key)) event.preventDefault();
});

// Does what a key is for; whether it is for anything here.
function shortcut(key) {
  const follow = (link) => {
    if (link) link.click();
    return Boolean(link);
  };
  const focus = (one) => {
    if (one) one.focus();
    return Boolean(one);
  };
  if (/^[1-9]$/.test(key)) return follow(document.querySelectorAll("[data-digits] a.choice")[Number(key) - 1]);
  if (key === "Escape") return follow(document.querySelector('[data-key="Escape"], [data-key="z"]'));
  if (key === "g") {
    const ways = [".stage a.offered", ".stage:has([data-grid])", ".above a.offered, .zone a.offered"];
    return focus(ways.map((way) => document.querySelector(way)).find(Boolean));
  }
  if (key === "?") {
    document.querySelector(".menu").open = true;
    return focus(document.querySelector("[data-shortcuts]"));
  }
  if (key === "i") {
    const thing = document.activeElement.closest("[data-spot]");
    const spot = thing ? thing.dataset.spot : pointed;
    if (spot) go(closer(spot), "push");
    return Boolean(spot);
  }
  return follow(document.querySelector(`[data-key="${CSS.escape(key)}"]`)) || lacks(nothing[key]);
}

// What a key of the table finds nothing for is told to who looks and to who hears.
const nothing = { n: "No later news.", p: "No earlier news.", z: "Nothing to undo.", m: "No other match waits for you." };
function lacks(words) {
  if (!words) return false;
  const [told, heard] = [document.querySelector("[data-told]"), document.querySelector("[data-said]")];
  if (told) Object.assign(told, { own: told.own ?? told.textContent, pointed: true, textContent: words });
  // Who presses the key again hears it again.
  heard.textContent = "";
  requestAnimationFrame(() => { heard.textContent = words; });
  tellHere(words);
  return true;
}

// What a row of the list leads to as well, on the board.
function meantBy(target) {
  const row = target.closest("#zone-do a.choice");
  return row && [...document.querySelectorAll("a.offered[data-spot]")].find((one) => href(one) === href(row));
}

// What is pointed at or focused is told below the choices.
let pointed = null;
function tell(event) {
  // After a tap focus moves by itself: nobody has pointed there.
  if (event.type === "focusin" && matchMedia("(pointer: coarse)").matches) return;
  const told = document.querySelector("[data-told]");
  if (!told) return;
  const meant = meantBy(event.target);
  document.querySelectorAll(".meant").forEach((one) => one.classList.remove("meant"));
  if (meant) meant.classList.add("meant");
  // Of one of many amounts the price is not in sight, of what was chosen not all words.
  const brief = event.target.closest(".amounts a.choice, .chip");
  const thing = meant || event.target.closest("[data-spot]");
  const pointing = event.type !== "focusin";
  told.own ??= told.textContent;
  // What was pointed at, or had the focus, is not and has not any more.
  if (brief || thing) told.pointed = pointing;
  else if (pointing === told.pointed) told.textContent = told.own;
  if (brief) told.textContent = brief.getAttribute("aria-label") || [...brief.children].map((part) => part.textContent).filter(Boolean).join(": ");
  if (!thing) return;
  pointed = thing.dataset.spot;
  told.textContent = said(thing);
  if (event.type === "focusin" && thing.closest(".stage:has([data-grid])")) rest(pointed);
}
function said(thing) {
  const title = thing.querySelector(":scope > title");
  return tips.get(thing) || thing.getAttribute("title") || (title && title.textContent) || thing.getAttribute("aria-label") || "";
}

// What is told below the choices needs no tip that says the same while it is pointed at.
const tips = new Map();
function putTipsAway(event) {
  for (const [thing, tip] of tips) {
    const title = thing.querySelector(":scope > title");
    if (!title) thing.title = tip;
    else {
      title.textContent = tip;
      thing.removeAttribute("aria-label");
    }
  }
  tips.clear();
  if (!document.querySelector("[data-told]")) return;
  for (let thing = event.target; thing instanceof Element; thing = thing.parentElement) {
    const title = thing instanceof SVGElement && thing.querySelector(":scope > title");
    if (title) {
      tips.set(thing, title.textContent);
      // What readers know by this name keeps it.
      if (thing.matches("a, [role]")) thing.setAttribute("aria-label", title.textContent);
      title.textContent = "";
    } else if (thing.matches("[data-spot][title]")) {
      tips.set(thing, thing.title);
      thing.removeAttribute("title");
    }
  }
}

// Where that line is not in sight it stands above the tabs for a while.
let fading = null;
function tellHere(words) {
  const [told, here] = [document.querySelector("[data-told]"), document.querySelector("[data-told-here]")];
  here.hidden = Boolean(told && told.checkVisibility());
  here.textContent = words;
  clearTimeout(fading);
  fading = setTimeout(() => { here.hidden = true; }, 5000);
}
// A finger that stays on a thing or a square asks what it is, as pointing does, and chooses
// nothing.
let held = false;
let holding = null;
document.addEventListener("pointerdown", (event) => {
  held = false;
  const [thing, spot] = [event.target.closest("[data-spot]"), squareAt(event)];
  if (event.pointerType !== "touch" || !(thing || spot)) return;
  holding = setTimeout(async () => {
    held = true;
    tell(event);
    if (thing) tellHere(said(thing));
    const words = spot && await look(spot);
    if (words) tellHere(words);
  }, 450);
});
for (const gone of ["pointerup", "pointercancel", "scroll"]) {
  document.addEventListener(gone, () => clearTimeout(holding), true);
}
// On a narrow screen a stroke sideways over the part in sight shows the next one.
let stroke = null;
document.addEventListener("touchstart", (event) => {
  const within = event.touches.length === 1 && event.target.closest(".pane, .pane .scroll");
  stroke = within && !within.matches(".scroll") && [event.touches[0].clientX, event.touches[0].clientY];
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!stroke || !table()) return;
  const { clientX, clientY } = event.changedTouches[0];
  const [across, down] = [clientX - stroke[0], clientY - stroke[1]];
  if (Math.abs(across) < 60 || Math.abs(across) < 2 * Math.abs(down)) return;
  const tabs = [...document.querySelectorAll(".tabs a")].filter((tab) => tab.getClientRects().length);
  const at = tabs.findIndex((tab) => tab.hasAttribute("aria-current"));
  const next = tabs[at - Math.sign(across)];
  if (at >= 0 && next) choosePane(next.dataset.to);
});
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch" && event.target.closest("[data-spot], .stage")) event.preventDefault();
});
document.addEventListener("pointerover", tell);
document.addEventListener("pointerover", putTipsAway);
document.addEventListener("focusin", tell);

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-shortcuts]")) {
    kept("localStorage", "shortcuts", event.target.checked ? "on" : "off");
  }
});

// A form that was sent by a key brings a new page: there one goes on where the plan does, or with
// the next hint. A hint that was read leaves nobody at the top of the page, however they said so.
let keyed = false;
document.addEventListener("keydown", () => { keyed = true; }, true);
document.addEventListener("pointerdown", () => { keyed = false; }, true);
document.addEventListener("submit", (event) => {
  const byKey = keyed || event.target.matches(".lesson");
  if (byKey && !event.defaultPrevented && event.target.closest("[data-table] [data-zone]")) leaveByKey(location.pathname);
});

if (table()) {
  document.querySelectorAll("[data-zone]").forEach((zone) => sent.set(zone, zone.outerHTML));
  ready();
  choosePane(table().dataset.pane);
  bringIntoSight();
  if (history.state?.given) askAgain(history.state.left, history.state.given);
  const goesOn = cameByKey === location.pathname;
  const hint = document.querySelector(".lesson button");
  if (goesOn && hint) hint.focus({ preventScroll: true });
  else if (goesOn) goOn();
  // What is there when the page comes is not said by itself: only what is written into it then.
  if (goesOn) setTimeout(say, 100);
  else heard = toHear();
}
