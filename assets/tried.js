// What somebody tries while they wait is kept in this browser and offered again until they have
// played: in their turn the page checks it anew. Without this script the address does the same.
"use strict";

// One kept turn for each match and person.
function triedKey() {
  const seated = document.querySelector("[data-tries]");
  return seated && `tried ${seated.dataset.tries}`;
}

function keepTried() {
  const plan = document.getElementById("zone-plan");
  const key = triedKey();
  if (!plan || !key) return;
  if (plan.dataset.tried) {
    const words = [...plan.querySelectorAll(".chip b")].map((chip) => chip.textContent).join(", ");
    kept("localStorage", key, JSON.stringify({ address: plan.dataset.tried, words }));
  }
  const before = plan.querySelector("[data-tried-before]");
  const tried = before && before.hidden && JSON.parse(kept("localStorage", key));
  if (!tried) return;
  before.querySelector("[data-words]").textContent = tried.words;
  before.querySelector("a").href = tried.address;
  before.hidden = false;
}

new MutationObserver(keepTried).observe(document.getElementById("main"), { childList: true, subtree: true });
document.addEventListener("submit", (event) => {
  if (event.target.action.endsWith("/play") && triedKey()) kept("localStorage", triedKey(), null);
}, true);
keepTried();
