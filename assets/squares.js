// The squares of a picture: jumping to one by letter and number, and looking at what is in reach
// of one, as the service says it. Where squares lie is all that is known of them here.
"use strict";

// The grid of a picture; nothing where it has none.
function grid(stage) {
  const layer = stage.querySelector("[data-grid]");
  if (!layer) return null;
  const [left, top, side, columns, rows] = layer.dataset.grid.split(" ").map(Number);
  const svg = layer.ownerSVGElement;
  const within = (column, row) => column >= 0 && column < columns && row >= 0 && row < rows;
  const named = (column, row) => `${layer.dataset.square}${String.fromCharCode(97 + column)}${row + 1}`;
  return {
    layer,
    /** The spot at a place of the screen. */
    at(x, y) {
      const drawn = svg.getScreenCTM();
      const [column, row] = [((x - drawn.e) / drawn.a - left) / side, ((y - drawn.f) / drawn.d - top) / side].map(Math.floor);
      return within(column, row) ? named(column, row) : null;
    },
    /** The spot of a name such as m7. */
    called(name) {
      const [column, row] = [name.charCodeAt(0) - 97, Number(name.slice(1) || 1) - 1];
      return within(column, row) ? named(column, row) : null;
    },
    /** Where a spot lies in the picture. */
    place(spot) {
      const name = spot.slice(layer.dataset.square.length);
      return { x: left + side * (name.charCodeAt(0) - 97), y: top + side * (Number(name.slice(1)) - 1), width: side, height: side };
    },
  };
}

// Gives the focus to a square: to its link, else to a frame around it.
function jumpTo(stage, spot) {
  stage.querySelectorAll(".looked").forEach((one) => one.remove());
  let square = stage.querySelector(`a[data-spot=${JSON.stringify(spot)}]`);
  if (!square) {
    const { layer, place } = grid(stage);
    square = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const name = spot.slice(layer.dataset.square.length).toUpperCase();
    const attributes = { class: "looked", tabindex: "-1", role: "img", "data-spot": spot, "aria-label": name, ...place(spot) };
    for (const [attribute, value] of Object.entries(attributes)) square.setAttribute(attribute, value);
    layer.ownerSVGElement.setAttribute("role", "group");
    layer.ownerSVGElement.append(square);
  }
  square.focus({ preventScroll: true });
}

// The focus stays on what was looked at; whether there is such a thing.
function lookAgain(spot) {
  const stage = document.querySelector(".stage:has([data-grid])");
  const link = spot && document.querySelector(`a[data-spot=${JSON.stringify(spot)}]`);
  if (link) link.focus({ preventScroll: true });
  else if (spot && stage && spot.startsWith(grid(stage).layer.dataset.square)) jumpTo(stage, spot);
  else return false;
  return true;
}

// With the focus on a board of squares a letter and a number jump to one. A letter that no
// number follows soon is the shortcut that it is elsewhere, unless that leaves the match; a number
// without a letter chooses nothing there.
let spelled = "";
let spelling = null;
function spell(key) {
  const stage = document.activeElement.closest(".stage:has([data-grid])");
  const digit = /^[0-9]$/.test(key);
  const name = (digit ? spelled : "") + key;
  spelled = "";
  clearTimeout(spelling);
  if (!stage || !/^[a-z]?[0-9]*$/.test(name)) return false;
  const spot = /^[a-z]/.test(name) && grid(stage).called(name);
  if (!spot) return digit;
  spelled = name;
  spelling = setTimeout(() => {
    // Whoever went on to write something meanwhile did not mean it.
    if (!document.activeElement.closest(".stage:has([data-grid])")) return;
    if (name.length === 1 && name !== "m" && shortcut(name)) spelled = "";
  }, 1000);
  if (name.length > 1) jumpTo(stage, spot);
  return true;
}

// What is in reach of a square, its outline and its words, as the service says it: of the board
// that is shown, each is asked for once.
const looks = new Map();
let shown = "";
function closer(spot) {
  // The page of a proof is not asked again for each square.
  const address = new URL(table().dataset.here ?? page(location.href), location.href);
  address.searchParams.set("from", spot);
  return address.href;
}
async function ask(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { reach: fresh.querySelector("[data-grid]").innerHTML, told: fresh.querySelector("[data-told]")?.textContent };
}
let looking = null;
async function look(spot) {
  looking = spot;
  const layer = () => document.querySelector("[data-grid]");
  if (!spot) {
    if (layer() && layer().own !== undefined) layer().innerHTML = layer().own;
    return null;
  }
  const board = page(location.href) + table().dataset.live;
  if (board !== shown) looks.clear();
  shown = board;
  if (!looks.has(spot)) looks.set(spot, ask(closer(spot)));
  const found = await looks.get(spot).catch(() => looks.delete(spot) && null);
  if (!found || looking !== spot || !layer()) return null;
  layer().own ??= layer().innerHTML;
  layer().innerHTML = found.reach;
  const link = document.querySelector(`a.offered[data-spot=${JSON.stringify(spot)}]`);
  const told = document.querySelector("[data-told]");
  if (told && found.told && !link) {
    told.own ??= told.textContent;
    told.pointed = over === spot;
    told.textContent = found.told;
  }
  if (found.told) document.querySelectorAll(".looked").forEach((one) => one.dataset.spot === spot && one.setAttribute("aria-label", found.told));
  return link ? said(link) : found.told;
}
function squareAt(event) {
  if (!(event.target instanceof Element)) return null;
  const meant = meantBy(event.target);
  if (meant && meant.closest(".stage:has([data-grid])")) return meant.dataset.spot;
  const stage = event.target.closest(".stage:has([data-grid])");
  if (!stage) return null;
  const { layer, at } = grid(stage);
  // What can be chosen over the squares, such as one of the ways for a tile to lie.
  const link = event.target.closest("a[data-spot]");
  const above = link && !link.dataset.spot.startsWith(layer.dataset.square);
  return above ? link.dataset.spot : at(event.clientX, event.clientY);
}
// A square on which the pointer or the focus rests is looked at, or what can be chosen over it, or
// what a row of the list means.
let resting = null;
function rest(spot) {
  clearTimeout(resting);
  resting = setTimeout(look, spot ? 200 : 0, spot);
}
let over = null;
document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch" || event.buttons) return;
  const spot = squareAt(event);
  if (spot === over) return;
  over = spot;
  if (spot) pointed = spot;
  rest(spot);
});
