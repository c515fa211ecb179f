// What the table of a match must keep to, measured on a page as it stands.

/** Where everything lies, how large it is, and what is hard to see or to hit. */
export function measures() {
  const root = document.documentElement;
  const shown = (one) => one.checkVisibility() && one.getClientRects().length > 0;
  const narrow = innerWidth < 700;
  const least = narrow ? 36 : 24;
  const name = (one) => `${one.id || one.className.baseVal || one.className} “${one.textContent.trim().slice(0, 40)}”`;
  const zones = {};
  const spills = {};
  const wide = [];
  for (const zone of document.querySelectorAll("[data-zone]")) {
    if (!shown(zone)) continue;
    const { x, y, width, height } = zone.getBoundingClientRect();
    zones[zone.id] = [x, y, width, height].map(Math.round).join(" ");
    const spill = zone.scrollHeight - zone.clientHeight;
    if (spill > 1) spills[zone.id] = spill;
    if (zone.scrollWidth > zone.clientWidth + 1) wide.push(`${zone.id} ${zone.scrollWidth}`);
  }
  const small = [...document.querySelectorAll("main a[href], main button, .bar a, .bar summary")].filter((one) => {
    // All of a line of the news leads where its link does.
    const all = one.closest(".news li");
    const lies = all && getComputedStyle(one, "::after").position === "absolute" ? all : one;
    const { width, height } = lies.getBoundingClientRect();
    // Squares that the first tap brings near, moments of a chart that the arrow keys walk.
    if (!shown(one) || !width || one.closest("svg, .skip, .points, .chart")) return false;
    return Math.min(width, height) < least - 0.5;
  });
  const controls = document.querySelectorAll("button, .button, .choice, .other, .chip, .way, .tabs a, .pictures a");
  const clipped = [...controls].flatMap((control) => [control, ...control.querySelectorAll("span")]).filter((one) => {
    const { overflowX, clipPath } = getComputedStyle(one);
    // What is for readers alone is clipped on purpose.
    if (!shown(one) || overflowX === "visible" || clipPath !== "none") return false;
    return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
  });
  // A control of the plan is whole: nothing lies over its edges, nothing cuts them off.
  const covered = [...document.querySelectorAll(".plan .verbs :is(button, .button)")].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    if (!shown(one) || y < 0 || y + height > innerHeight) return shown(one) && root.scrollHeight <= innerHeight;
    const edges = [[x + width / 2, y + 1], [x + width / 2, y + height - 1], [x + 1, y + height / 2], [x + width - 1, y + height / 2]];
    return edges.some(([left, top]) => !one.contains(document.elementFromPoint(left, top)));
  });
  // What a tile says lies below its dice, and what one may choose there is said whole.
  const overprinted = [...document.querySelectorAll(".tile")].filter((tile) => {
    const said = tile.querySelector(".says, .why");
    if (!said || !shown(said)) return false;
    const above = Math.max(...[...tile.children].filter((one) => one !== said && shown(one)).map((one) => one.getBoundingClientRect().bottom));
    return said.getBoundingClientRect().top < above - 1 || said.scrollHeight > said.clientHeight + 2;
  });
  // What a choice comes to is seen, one line of it at least.
  const comesTo = document.querySelector(".plan .comes-to");
  const unseen = comesTo && comesTo.textContent.trim() && comesTo.clientHeight < parseFloat(getComputedStyle(comesTo).lineHeight) - 2;
  const picture = [...document.querySelectorAll(".picture")].find(shown);
  const high = picture && picture.getBoundingClientRect().height > innerHeight;
  const stops = [...document.querySelectorAll("a[href], button:not([disabled]), input:not([type=hidden]), summary, [tabindex='0']")]
    .filter((one) => shown(one) && one.getAttribute("tabindex") !== "-1");
  return {
    size: [root.scrollWidth, root.scrollHeight], over: Boolean(document.querySelector("main.over")), zones, spills, stops: stops.length,
    small: small.map(name), clipped: clipped.map(name), covered: covered.map(name), wide,
    overprinted: overprinted.map(name), unseen, high,
  };
}

/** Names and numbers of the table that are cut off without saying so by three dots. */
export function cutOff() {
  return [...document.querySelectorAll("main *")].filter((one) => {
    if (one.closest("svg, .news") || !one.textContent.trim() || !one.checkVisibility() || !one.getClientRects().length) return false;
    const { overflowX, textOverflow, clipPath } = getComputedStyle(one);
    // What is for readers alone is clipped on purpose.
    if (clipPath !== "none" || one.scrollWidth <= one.clientWidth + 1) return false;
    return one.matches(".tabs, .tabs a") || (overflowX === "hidden" && textOverflow !== "ellipsis");
  }).map((one) => `${one.className} “${one.textContent.trim().slice(0, 40)}” ${one.scrollWidth} > ${one.clientWidth}`);
}

/** How far it is from each of some things to each of others, in pixels. */
export function distances([from, to]) {
  const middles = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && one.getClientRects().length)
    .map((one) => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const all = middles(to);
  return middles(from).map(([x, y]) => all.map(([ox, oy]) => Math.round(Math.hypot(ox - x, oy - y))));
}

/** The middle one of some numbers. */
export function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
