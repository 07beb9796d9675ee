// What an engine thinks of a position: once as a hint, or on and on with more and more time.

import { mark, unmark } from "./board.js";
import { ADVISER, Engines } from "./engines.js";
import { element, make, tell } from "./page.js";

const LINES = 5;
// Seconds for the looks at a position while it is analysed.
const LOOKS = [0.1, 0.3, 1, 3, 8, 20];

const engines = new Engines();
let looking = 0;

const percent = value => value === null ? "" : `${(100 * value).toFixed(1)} %`;

function show(view, names, list, answer) {
  element("thought").hidden = false;
  const depth = answer.depth ? `, depth ${answer.depth}` : "";
  const seat = view.seats[list];
  element("thinking").textContent = `${names[seat]}: ${answer.token}` +
    (answer.value === null ? "" : `, ${names[seat]} can expect a score of ${answer.value.toFixed(3)}`) + `, ${answer.nodes} nodes${depth}`;
  element("lines").replaceChildren(...answer.candidates.map(({ token, value, nodes }) => make("tr", {},
    make("td", {}, token),
    make("td", {}, percent(value)),
    make("td", {}, String(nodes)))));
  element("variation").textContent = answer.line.length > 1 ? `Expected: ${answer.line.join(" ")}` : "";
  const index = view.legal[list].indexOf(answer.token);
  if (index >= 0) mark(view, view.clicks[list][index]);
}

// Asks once.
export async function hint(question, view, names, list) {
  forget();
  const mine = looking;
  element("thought").hidden = false;
  element("thinking").textContent = "An engine thinks …";
  try {
    const answer = await engines.ask({ engine: ADVISER, lines: LINES, seat: view.seats[list], ...question });
    if (mine === looking) show(view, names, list, answer);
  } catch (error) {
    forget();
    tell(`No hint: ${error.message}`);
  }
}

// Asks with more and more time until something else is looked at.
export async function analyse(question, view, names, list) {
  forget();
  const mine = looking;
  element("thought").hidden = false;
  element("thinking").textContent = view.seats.length === 0 ? "Nobody moves here." : "An engine thinks …";
  if (view.seats.length === 0) return;
  try {
    for (const seconds of LOOKS) {
      const engine = `auto(time=${seconds})`;
      const answer = await engines.ask({ engine, lines: LINES, seat: view.seats[list], ...question });
      if (mine !== looking) return;
      show(view, names, list, answer);
    }
  } catch (error) {
    forget();
    tell(`No analysis: ${error.message}`);
  }
}

// Forgets what was thought.
export function forget() {
  looking += 1;
  engines.stop();
  unmark();
  element("thought").hidden = true;
  element("lines").replaceChildren();
  element("variation").textContent = "";
}
