// Notes are saved while somebody types, on their own page and beside the board. It works without
// this script: there is a button.
"use strict";

// Saves one form of notes: one request at a time, the newest text last.
function keepNotes(form) {
  const said = form.querySelector("[data-notes-said]");
  const text = form.elements.text;
  // What was refused waits for the button: the text that was saved meanwhile stands beside it.
  const refused = form.dataset.notes === "refused";
  // Not what a browser may have put there by itself.
  let saved = refused ? null : text.defaultValue;
  let due = 0;
  let busy = false;
  let sent = null;
  let failing = false;
  let stopped = refused;
  let pressed = false;
  // What the button has sent: its page may come at any time, and go on from there.
  let over;
  // What was sent and may have arrived, though no answer has come.
  const underWay = new Set();
  const isSaved = () => text.value === saved && underWay.size === 0;
  let isKept = false;
  const keep = (isSaved) => keepUnsent(form, ["text", "after"], { over, isSaved });
  const tell = (words) => { said.textContent = words; };
  const body = () => new URLSearchParams(new FormData(form));
  // A page that goes away has one request left, of 64 KiB at most.
  const light = () => body().toString().length < 60000;
  const save = async () => {
    clearTimeout(due);
    if (busy || stopped || form.dataset.sent || isSaved()) return;
    busy = true;
    sent = text.value;
    underWay.add(sent);
    const how = { method: "POST", body: body(), keepalive: light(), signal: AbortSignal.timeout(10000) };
    const answer = await fetch(form.action, how).catch(() => null);
    const html = answer && await answer.text().catch(() => null);
    busy = false;
    const page = html && new DOMParser().parseFromString(html, "text/html");
    const fresh = page && page.querySelector("[data-notes]");
    const why = fresh ? null : whySignedOut(answer, page, () => keep(false));
    if (answer && answer.ok && fresh) {
      form.elements.after.value = fresh.elements.after.value;
      saved = sent;
      failing = false;
      underWay.clear();
      if (over === undefined) forgetUnsent(form);
      else keep(text.value === saved);
      tell("Saved.");
      if (text.value !== saved && !pressed) save();
    } else if (fresh && answer.status === 409 && savesOf(fresh) > savesOf(form) && underWay.has(page.querySelector("[data-notes-saved]")?.textContent ?? "")) {
      // It is not somebody else who was faster, but what was sent before.
      form.elements.after.value = fresh.elements.after.value;
      if (!pressed) save();
    } else if (fresh && answer.status !== 409) {
      // What is written next is tried again.
      underWay.delete(sent);
      failing = true;
      tell(page.querySelector(".problem").textContent);
      if (text.value !== sent && !pressed) save();
    } else if (fresh) {
      underWay.delete(sent);
      stopped = true;
      tell(`${page.querySelector(".problem").textContent} Press “Save” to see both.`);
    } else if (why) {
      underWay.delete(sent);
      stopped = true;
      said.replaceChildren(why);
      why.querySelector("a").addEventListener("click", (event) => {
        // Another tab does not have it.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) isKept = keep(false);
      });
    } else {
      failing = true;
      tell("Not saved yet; trying again.");
      due = setTimeout(save, 5000);
    }
    if (pressed) {
      pressed = false;
      form.requestSubmit();
    }
  };
  text.addEventListener("input", () => {
    clearTimeout(due);
    if (over !== undefined || (stopped && !refused)) keep();
    if (!stopped) tell("");
    else if (refused) tell("Saved when you press “Save”.");
    due = setTimeout(save, 800);
  });
  // The button saves what is written after what is on its way.
  form.addEventListener("submit", (event) => {
    clearTimeout(due);
    over = text.value;
    keep();
    if (!busy) return void underWay.add(over);
    event.preventDefault();
    event.stopPropagation();
    pressed = true;
    tell("Saving…");
  });
  // What was written while the button's page did not come.
  form.addEventListener("released", () => save());
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") save(); });
  window.addEventListener("pagehide", () => save());
  // Where the text will not arrive, the browser asks.
  window.addEventListener("beforeunload", (event) => {
    save();
    const arrives = (form.dataset.sent && text.value === over) || isKept || (!stopped && !failing && sent === text.value && light());
    if (!isSaved() && !arrives) event.preventDefault();
  });
  if (giveBackUnsent(form)) save();
  return { form, save, isUnsaved: () => !isSaved(), saves: () => savesOf(form) };
}

// How often notes were saved when a form of them came.
const savesOf = (form) => Number(form.elements.after.value);

let drawer = null;
const notesPanel = () => document.querySelector("[data-notes-panel]");

async function openNotes(address) {
  const panel = notesPanel();
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  const html = answer && answer.ok && await answer.text().catch(() => null);
  const page = html && new DOMParser().parseFromString(html, "text/html");
  const notes = page && page.querySelector("[data-notes-here]");
  // Nor does somebody else find there what was written before they signed in.
  if (!notes || personOf(page) !== personOf(document)) return location.assign(address);
  // What is not saved yet stays where it was written, and what was saved since it was asked for.
  if (drawer && (drawer.isUnsaved() || drawer.saves() > savesOf(notes.querySelector("[data-notes]")))) {
    panel.hidden = false;
  } else {
    fillDrawer(panel, notes, closeNotes);
    drawer = keepNotes(panel.querySelector("[data-notes]"));
  }
  drawer.form.elements.text.focus();
}

function closeNotes() {
  if (drawer) drawer.save();
  notesPanel().hidden = true;
  document.querySelector("[data-notes-link]").focus();
}

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const panel = notesPanel();
  const link = panel && event.target.closest("[data-notes-link]");
  if (!link) return;
  event.preventDefault();
  const menu = link.closest(".menu");
  if (menu) menu.open = false;
  if (!panel.hidden) return closeNotes();
  openNotes(link.href);
}, true);

document.addEventListener("keydown", (event) => {
  const panel = notesPanel();
  // An input method has an Escape of its own.
  if (event.isComposing || event.key !== "Escape" || !panel || panel.hidden || !panel.contains(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  closeNotes();
}, true);

const ownPage = document.querySelector("[data-notes]");
if (ownPage) keepNotes(ownPage);
