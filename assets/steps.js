// Stepping through a match on its table: event by event, with the slider, along the chart. What is
// shown is fetched and put into the page by table.js.
"use strict";

// Gives the focus to what stands on the new page in the place of what led there.
function stepOn(was, address) {
  const moment = () => [...document.querySelectorAll(".chart a")].find((link) => href(link) === address);
  const same = was.matches("select") ? document.querySelector(`.filters [name="${was.name}"]`) : was.id ? document.getElementById(was.id) : was.matches(".chart") ? moment() : document.querySelector(".events .now a");
  (same || document.getElementById("zone-plan")).focus({ preventScroll: true });
  if (same && was.matches(".chart")) same.scrollIntoView({ block: "nearest" });
}

// Steps follow each other as they are answered. Who holds a key or draws the slider sees what lies
// on the way, never waits for more than one answer, and comes back to where they began.
let [stepping, wanted, steppedAt, late] = [false, "", 0, false];
// Presses whose events only the page to come can name: so many later ones, or earlier ones below 0.
let owed = 0;
async function step(address, keyed) {
  if (address) [wanted, owed] = [address, 0];
  if (stepping) return;
  stepping = true;
  try {
    while (wanted) {
      const [to, keep] = [wanted, Date.now() - steppedAt < 700 ? "replace" : "push"];
      wanted = "";
      await go(to, keep, { keyed, steps: true });
      steppedAt = Date.now();
      if (!owed || wanted) continue;
      const next = document.getElementById(owed > 0 ? "later" : "earlier");
      wanted = next ? href(next) : "";
      owed = next ? owed - Math.sign(owed) : 0;
    }
  } finally {
    stepping = false;
  }
}

// What is asked for otherwise is a step of its own.
function stepAnew() {
  [wanted, steppedAt, owed] = ["", 0, 0];
}

// Where a step leads: on from the one that is under way; nowhere as long as nobody can say.
function stepTo(link) {
  const by = { earlier: -1, later: 1 }[link.id];
  if (!by || !stepping) return href(link);
  const to = new URL(wanted || last);
  const most = Number(document.getElementById("at").max);
  const at = Number(to.searchParams.get("at") ?? most);
  let next = at + by;
  if (to.searchParams.has("seat") && document.querySelector(".events")) {
    // Of one player's events only those can be foreseen that are listed.
    const listed = [...document.querySelectorAll(".events a.at")].map((one) => Number(one.textContent));
    next = owed ? 0 : by > 0 ? listed.find((one) => one > at) : listed.findLast((one) => one < at);
    if (!next) {
      owed += by;
      return "";
    }
  }
  to.searchParams.set("at", Math.min(most, Math.max(1, next)));
  return to.href;
}

// Filters and the slider lead on as links do.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-table] form[method=get]")) return;
  const address = new URL(form.action);
  address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  if (address.pathname !== location.pathname) return;
  event.preventDefault();
  if (form.matches("[data-slider]")) return void step(address.href, true);
  stepAnew();
  go(address.href, "push", { steps: true });
});
const slides = (target) => target instanceof Element && target.matches("[data-slider] input");
document.addEventListener("input", ({ target }) => {
  if (slides(target)) document.querySelector("output[for=at]").textContent = `${target.value} of ${target.max}`;
});
document.addEventListener("change", ({ target }) => {
  if (slides(target) || target.matches(".history .filters select")) target.form.requestSubmit();
});
// What came while the slider was held, and led to nothing further.
document.addEventListener("pointerup", () => setTimeout(() => {
  if (late && !stepping) go(last, "", { steps: true });
  late = false;
}));
