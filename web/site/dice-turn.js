// Dice at a table: one button rolls them, real dice can be entered, and the chances of a decision are told when they are asked for.

import { element, make, tell } from "./page.js";

const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

let offered = null;
let worker = null;
let asked = 0;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Milliseconds before an engine rolls: so long that what the last throw did can be seen.
export const pause = watched => still() ? (watched ? 60 : 250) : watched ? 500 : 900;

// Nothing to roll and nothing to decide.
export function hide() {
  offered = null;
  asked += 1;
  for (const id of ["roll", "real", "chances", "odds"]) element(id).hidden = true;
  element("real").open = false;
}

// A person's dice: `roll` throws them; real ones are entered die by die, `enter` takes the number of the result.
export function offer(turn) {
  offered = { ...turn, path: [] };
  element("roll").hidden = element("real").hidden = false;
  faces();
}

// The key R rolls; whether it did.
export function key() {
  if (offered === null) return false;
  offered.roll();
  return true;
}

// The faces that the next real die can show.
function faces() {
  const { path, clicks, enter } = offered;
  const without = list => {
    const rest = [...list];
    for (const key of path) {
      const at = rest.indexOf(key);
      if (at < 0) return null;
      rest.splice(at, 1);
    }
    return rest;
  };
  const next = new Set(clicks.flatMap(list => without(list) ?? []));
  const buttons = offered.faces.filter(({ key }) => next.has(key)).map(({ key, name, svg }) => {
    const button = make("button", { type: "button", "aria-label": name });
    button.innerHTML = svg;
    button.addEventListener("click", () => {
      path.push(key);
      const whole = clicks.findIndex(list => without(list)?.length === 0);
      if (whole >= 0) enter(whole);
      else faces();
    });
    return button;
  });
  const seen = path.map(key => offered.faces.find(face => face.key === key)?.name ?? "").join(", ");
  element("entered").replaceChildren(...(seen ? [make("span", {}, `${seen} and`)] : []), ...buttons);
}

// A decision in a dice game: what it is worth is told when it is asked for. None where nothing is decided.
export function decide(question) {
  element("chances").hidden = question === null;
  element("chances").onclick = question && (() => tellChances(question));
}

async function tellChances({ module, spec, position }) {
  const mine = ++asked;
  element("odds").hidden = false;
  element("odds").textContent = "The chances are worked out …";
  try {
    const chances = await ask({ chances: true, module, game: spec, position });
    if (mine !== asked) return;
    const side = ({ win, draw }) => `win ${win.toFixed(3)}${draw > 0.0005 ? `, draw ${draw.toFixed(3)}` : ""}`;
    element("odds").textContent = `Throw: ${side(chances.throw)}. Stop: ${side(chances.stop)}. Both play on as well as can be.`;
  } catch (error) {
    if (mine !== asked) return;
    element("odds").hidden = true;
    tell(`No chances: ${error.message}`);
  }
}

function ask(question) {
  worker ??= new Worker("worker.js", { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.error === undefined ? resolve(data.answer) : reject(new Error(data.error));
    worker.onerror = event => reject(new Error(event.message || "the worker could not be loaded"));
    worker.postMessage({ id: asked, ...question });
  });
}

// A ply of a game with dice in words: who threw what, and what that did.
export function line(token, told, name) {
  const thrown = /^(\d):([+\d/]+)$/.exec(token);
  if (thrown === null) return told;
  const dice = [...thrown[2]].map(letter => FACES[letter] ?? (letter === "/" ? " " : "")).join("");
  return `${name(Number(thrown[1]))} ${dice} ${told}`;
}

export function listen() {
  element("roll").addEventListener("click", () => key());
}
