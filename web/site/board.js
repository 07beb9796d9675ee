// The board: the picture of a position, and the clicks that stand for an action.

import { element, make } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

// Fewest pixels of a place that a finger meets (WCAG 2.2, success criterion 2.5.8), and as many as the magnified part has.
const SMALLEST = 24, MAGNIFIED = 32;

// The view that is shown, and what is asked about it.
let shown = null, asked = null;
// The smallest place in units of the picture, where it is too small to be met; none where all are large enough.
let small = null;
// The whole picture's box, while a part of it is magnified.
let whole = null;

// Shows a position. `choice` says what may be chosen, none to look only: the number of the list of legal actions, and what to do with
// the number of an action.
export function show(view, choice) {
  picture(view);
  const list = choice && view.clicks[choice.list];
  // Dice are entered in any order.
  const any = view.turn === "chance";
  asked = list ? { view, path: [], list: any ? list.map(clicks => clicks.toSorted()) : list, any, done: choice.done } : null;
  draw();
}

// Puts the picture of a view on the page.
function picture(view) {
  // The picture comes from the program, every name in it escaped.
  element("board").innerHTML = view.svg;
  shown = view;
  whole = null;
}

// Makes another level large, and goes on with what was clicked before.
function swap(level, look) {
  const view = look(Number(level));
  picture(view);
  if (asked) asked.view = view;
  draw();
}

// Marks the places of an action in the picture of a view, those too that are not to be clicked yet.
export function mark(view, places) {
  const keys = new Set(places);
  for (const spot of document.querySelectorAll("[data-key]")) spot.classList.toggle("hinted", keys.has(spot.dataset.key));
  const svg = element("board").querySelector("svg");
  svg?.querySelectorAll(".goal").forEach(goal => goal.remove());
  for (const { key, points } of view.targets) {
    if (!keys.has(key) || document.querySelector(`[data-key="${key}"]`)) continue;
    const goal = document.createElementNS(SVG, "polygon");
    goal.setAttribute("points", points);
    goal.setAttribute("class", "target hinted goal");
    svg?.append(goal);
  }
}

// Takes the marks of an action away.
export function unmark() {
  for (const spot of document.querySelectorAll(".hinted")) spot.classList.remove("hinted");
  document.querySelectorAll(".goal").forEach(goal => goal.remove());
}

// The places that are left of an action's after those of a path; null where the action does not have them all.
function left(clicks, path) {
  if (!asked.any) return path.every((key, at) => clicks[at] === key) ? clicks.slice(path.length) : null;
  const rest = [...clicks];
  for (const key of path) {
    const at = rest.indexOf(key);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

// The places that come next after those of a path.
function nexts(path) {
  const found = new Set();
  for (const clicks of asked.list) {
    const rest = left(clicks, path) ?? [];
    (asked.any ? rest : rest.slice(0, 1)).forEach(key => found.add(key));
  }
  return found;
}

// What a click on a place makes of the path so far.
function choose(key) {
  if (!asked) return;
  const longer = [...asked.path, key];
  const path = [longer, [key]].find(path => asked.list.some(clicks => left(clicks, path) !== null)) ?? [];
  const chosen = asked.list.findIndex(clicks => left(clicks, path)?.length === 0);
  if (path.length > 0 && chosen >= 0) {
    const { done } = asked;
    asked = null;
    done(chosen);
    return;
  }
  asked.path = asked.path.length === 1 && path.length === 1 && asked.path[0] === path[0] ? [] : path;
  draw();
}

// Draws the places that can be clicked.
function draw() {
  const svg = element("board").querySelector("svg");
  const focused = document.activeElement?.dataset?.key;
  svg?.querySelectorAll(".targets, .levels, .seen, .goal").forEach(part => part.remove());
  element("choices").replaceChildren();
  small = null;
  if (svg) levels(svg);
  if (!asked || !svg) {
    lens();
    return;
  }
  const next = nexts(asked.path), first = nexts([]), chosen = new Set(asked.path);
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "targets");
  // The picture is one image for those who do not see it; its places are buttons of their own.
  svg.setAttribute("role", "group");
  const known = asked.view.targets.filter(({ key }) => next.has(key) || first.has(key) || chosen.has(key));
  // On a small level they are seen; a touch makes it large.
  for (const { key, points } of known.filter(({ small }) => small)) {
    if (!chosen.has(key) && (!next.has(key) || asked.path.length === 0)) continue;
    const spot = document.createElementNS(SVG, "polygon");
    spot.setAttribute("points", points);
    spot.setAttribute("class", "target seen" + (chosen.has(key) ? " chosen" : " next"));
    svg.append(spot);
  }
  const large = known.filter(({ small }) => !small);
  const areas = enlarged(svg, large.map(({ points }) => points));
  for (const [at, { key, name }] of large.entries()) {
    const spot = document.createElementNS(SVG, "polygon");
    spot.setAttribute("points", areas[at]);
    spot.dataset.key = key;
    spot.setAttribute("class", "target" + (chosen.has(key) ? " chosen" : "") + (next.has(key) && asked.path.length > 0 ? " next" : ""));
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("aria-label", name);
    const title = document.createElementNS(SVG, "title");
    title.textContent = name;
    spot.append(title);
    layer.append(spot);
  }
  svg.append(layer);
  lens();
  let titled = null;
  for (const { key, title, name, svg: picture } of asked.view.choices) {
    if (!next.has(key) && !first.has(key) && !chosen.has(key)) continue;
    if (title !== titled && title) element("choices").append(make("span", {}, title));
    titled = title;
    const button = make("button", { type: "button", "aria-label": title ? `${title}: ${name}` : name });
    button.dataset.key = key;
    button.className = [chosen.has(key) ? "chosen" : "", next.has(key) ? "next" : ""].join(" ").trim();
    if (picture) button.innerHTML = picture;
    if (!picture || (name.length < 12 && !name.startsWith("tile"))) button.append(name);
    element("choices").append(button);
  }
  if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus();
}

// Draws a button over each level that is small.
function levels(svg) {
  if (!shown.levels?.length) return;
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "levels");
  svg.setAttribute("role", "group");
  for (const { level, name, points } of shown.levels) {
    const area = document.createElementNS(SVG, "polygon");
    area.setAttribute("points", points);
    area.dataset.level = level;
    area.setAttribute("class", "level");
    area.setAttribute("role", "button");
    area.setAttribute("tabindex", "0");
    area.setAttribute("aria-label", `enlarge ${name}`);
    const title = document.createElementNS(SVG, "title");
    title.textContent = `enlarge ${name}`;
    area.append(title);
    layer.append(area);
  }
  svg.append(layer);
}

// The corners of a place, and the box around it.
function box(points) {
  const corners = points.trim().split(/\s+/).map(corner => corner.split(",").map(Number));
  const [xs, ys] = [0, 1].map(axis => corners.map(corner => corner[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

// Makes small places as large as a finger needs, where there is room between them. Sets how small the smallest one is, if there is not.
function enlarged(svg, places) {
  const pixels = scale(svg);
  if (!(pixels > 0)) return places;
  const wanted = SMALLEST / pixels;
  const boxes = places.map(box);
  let least = Infinity;
  const areas = places.map((points, at) => {
    const { x, y, width, height } = boxes[at];
    const size = Math.min(width, height);
    if (size >= wanted) return points;
    const apart = boxes.map((other, number) => number === at ? Infinity : Math.max(Math.abs(other.x - x), Math.abs(other.y - y)));
    // Places on top of each other stay as they are.
    const room = Math.min(wanted * 1.02, ...apart.filter(distance => distance > size / 2));
    const half = [width, height].map(side => Math.max(side, room) / 2);
    least = Math.min(least, 2 * Math.min(...half));
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
    return corners.map(([dx, dy]) => `${x + dx * half[0]},${y + dy * half[1]}`).join(" ");
  });
  small = least < wanted * 0.999 ? least : null;
  return areas;
}

// Pixels of a unit of the picture.
const scale = svg => svg.getScreenCTM()?.a ?? 0;

// Tells that the next tap magnifies a part, or how the whole comes back.
function lens() {
  element("board").querySelector("svg")?.classList.toggle("small", small !== null && whole === null);
  element("lens").hidden = small === null && whole === null;
  element("lens").querySelector("span").textContent = whole === null ? "The first tap magnifies a part of the board." : "";
  element("whole").hidden = whole === null;
}

// Magnifies the part of the picture around a point of the screen.
function magnify(svg, x, y) {
  const { x: left, y: top, width, height } = svg.viewBox.baseVal;
  const factor = Math.min(1, small * scale(svg) / MAGNIFIED);
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  const [w, h] = [width * factor, height * factor];
  const within = (middle, least, most, size) => Math.max(least, Math.min(least + most - size, middle - size / 2));
  whole = svg.getAttribute("viewBox");
  svg.setAttribute("viewBox", `${within(point.x, left, width, w)} ${within(point.y, top, height, h)} ${w} ${h}`);
  draw();
}

// Shows the whole board again.
function showWhole() {
  element("board").querySelector("svg")?.setAttribute("viewBox", whole);
  whole = null;
  draw();
}

// Which place is meant by an event, or by a point of the screen.
const keyOf = target => target instanceof Element ? target.closest("[data-key]")?.dataset.key : undefined;
const keyAt = (x, y) => keyOf(document.elementFromPoint(x, y));

// The level that an event would enlarge.
const levelOf = target => target instanceof Element ? target.closest("[data-level]")?.dataset.level : undefined;

// A place is clicked, or something is dragged from one place to another. `look` gives the view with another level large.
let from = null;
export function listen(look) {
  const board = element("board");
  board.addEventListener("pointerdown", event => {
    const svg = board.querySelector("svg");
    const level = levelOf(event.target);
    if (level !== undefined && event.button === 0) {
      event.preventDefault();
      from = null;
      swap(level, look);
      return;
    }
    if (asked && small !== null && whole === null && event.button === 0 && svg?.contains(event.target)) {
      event.preventDefault();
      from = null;
      magnify(svg, event.clientX, event.clientY);
      return;
    }
    const key = keyOf(event.target);
    from = null;
    if (key === undefined || event.button !== 0) return;
    from = key;
    // A touch is kept by what it began on; it shall tell where it ends.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    choose(key);
  });
  board.addEventListener("pointerup", event => {
    const key = keyAt(event.clientX, event.clientY);
    if (from !== null && key !== undefined && key !== from) choose(key);
    from = null;
  });
  board.addEventListener("keydown", event => {
    const key = keyOf(event.target), level = levelOf(event.target);
    if (level !== undefined && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      swap(level, look);
      board.querySelector("[data-level]")?.focus();
    } else if (key !== undefined && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(key);
    }
  });
  element("whole").addEventListener("click", showWhole);
  element("choices").addEventListener("click", event => {
    const key = keyOf(event.target);
    if (key !== undefined) choose(key);
  });
}
