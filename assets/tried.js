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
    localStorage.setItem(key, JSON.stringify({ address: plan.dataset.tried, words }));
  }
  const before = plan.querySelector("[data-tried-before]");
  const kept = before && before.hidden && JSON.parse(localStorage.getItem(key));
  if (!kept) return;
  before.querySelector("[data-words]").textContent = kept.words;
  before.querySelector("a").href = kept.address;
  before.hidden = false;
}

new MutationObserver(keepTried).observe(document.getElementById("main"), { childList: true, subtree: true });
document.addEventListener("submit", (event) => {
  if (event.target.action.endsWith("/play") && triedKey()) localStorage.removeItem(triedKey());
}, true);
keepTried();
