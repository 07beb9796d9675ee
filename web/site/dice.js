// A field for dice: answers come as one types.

import { element, make } from "./page.js";

// Milliseconds without typing before a text is worked out, and those that it may take.
const PAUSE = 250;
const LIMIT = 10000;
// Pixels of the widest picture, and of the table beside it where there is room for both.
const WIDEST = 760;
const TABLE = 300;

const EXAMPLES = [
  ["The best three of four", "4d6kh3"],
  ["Two sides compared", "3d6\n2d10-1\n3d6 > 2d10-1"],
  ["Successes", "10d10cs>=7"],
  ["At least two sixes", "at least 2 6 in 5d6"],
  ["Exploding dice", "3d6!"],
  ["Two aces in five cards", "output [count 1 in [deal 5 from {1..13:4}]] named \"aces\""],
  ["How long until 20", "repeat S from 0 by S + d6 until S >= 20 named \"throws\""],
];

const NOTATION = [
  ["3d6, d20, 4dF", "dice with so many faces; faces -1, 0, 1"],
  ["d{1,1,2,3}", "a die with these faces"],
  ["4d6kh3, 4d6 drop lowest 1", "the highest three; all but the lowest"],
  ["3d6!, 3d6!!", "each highest face brings another die; the die itself grows"],
  ["4d6r1, 4d6rr1", "a 1 is thrown again once; until it is no 1"],
  ["10d10cs>=7", "how many dice show 7 or more"],
  ["2d6 + 1d8 + 3", "sums, also -, *, / and brackets"],
  ["3d6 > 2d8", "the chance that it holds"],
  ["5d6 given any 6", "only throws in which a die shows 6"],
  ["sets(5d6), straight(5d6)", "the largest set of equal dice, the longest run"],
];

const text = element("text");
const graph = element("graph");
const darkness = matchMedia("(prefers-color-scheme: dark)");
let worker = null;
let asked = { id: 0, timer: null, busy: false, place: 0 };
let pause = null;

function stop() {
  clearTimeout(asked.timer);
  if (asked.busy) {
    worker?.terminate();
    worker = null;
  }
  asked.busy = false;
  element("stop").hidden = true;
}

function started() {
  worker = new Worker("dice-worker.js", { type: "module" });
  worker.addEventListener("message", ({ data }) => { if (data.id === asked.id) show(data); });
  worker.addEventListener("error", event => {
    const { message } = event;
    show({ failed: message || "the calculator could not be loaded" });
  });
}

function width() {
  const table = matchMedia("(min-width: 1000px)").matches ? TABLE : 0;
  return Math.max(280, Math.min(WIDEST, Math.floor(element("answers").clientWidth) - table));
}

// The address holds the text, and the graph where it is another than the first.
const link = (wanted, shown) => `#${new URLSearchParams(shown === graph.options[0].value ? { text: wanted } : { text: wanted, graph: shown })}`;
const address = wanted => history.replaceState(null, "", wanted.trim() === "" ? "#" : link(wanted, graph.value));

function ask() {
  clearTimeout(pause);
  stop();
  const wanted = text.value;
  address(wanted);
  if (wanted.trim() === "") {
    tell("");
    refuse(null);
    element("answers").replaceChildren();
    return;
  }
  if (worker === null) started();
  asked = { id: asked.id + 1, busy: true, width: width() };
  asked.timer = setTimeout(() => {
    stop();
    tell("");
    refuse({ message: `This takes more than ${LIMIT / 1000} seconds and was stopped. The command line has more time: torneo dice` });
  }, LIMIT);
  element("stop").hidden = false;
  tell("Working …");
  worker.postMessage({ id: asked.id, text: wanted, width: asked.width, graph: graph.value, dark: darkness.matches });
}

const tell = words => { element("state").textContent = words; };

// Tells what is wrong beside the field; nothing where nothing is.
function refuse(fault) {
  element("fault").hidden = fault === null;
  text.setAttribute("aria-invalid", String(fault !== null));
  if (fault === null) return;
  element("answers").replaceChildren();
  const { message, help, line, column, length } = fault;
  element("why").textContent = line ? `Line ${line}, column ${column}: ${message}` : message;
  element("help").textContent = help ?? "";
  element("help").hidden = !help;
  element("place").hidden = element("show").hidden = !line;
  if (!line) return;
  const whole = text.value.split("\n")[line - 1] ?? "";
  element("place").textContent = `${whole}\n${" ".repeat(column - 1)}${"^".repeat(Math.max(1, length))}`;
  element("show").onclick = () => {
    const lines = text.value.split("\n");
    const letters = [...(lines[line - 1] ?? "")];
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + letters.slice(0, column - 1).join("").length;
    text.focus();
    text.setSelectionRange(before, before + letters.slice(column - 1, column - 1 + length).join("").length);
  };
}

function show(answer) {
  clearTimeout(asked.timer);
  asked.busy = false;
  element("stop").hidden = true;
  tell("");
  if (answer.failed !== undefined) {
    // What has failed inside may have left anything behind.
    worker?.terminate();
    worker = null;
    refuse({ message: answer.deep ? "This calls itself too deeply for a page. The command line goes deeper: torneo dice run" : `This cannot be worked out here: ${answer.failed}` });
    return;
  }
  if (answer.refused) {
    refuse(answer.refused);
    return;
  }
  refuse(null);
  const { answers, together } = answer;
  const titles = answers.map(({ title }) => title).join(", ");
  const all = together ? [drawn(together, `Probabilities of ${titles} together`)] : [];
  element("answers").replaceChildren(...all, ...answers.map(shown));
  tell(answers.length === 0 ? "The program has no output: write output 3d6" : "");
}

const cells = (name, values) => make("tr", {}, ...values.map(value => make(name, name === "th" ? { scope: "col" } : {}, value)));
const table = (head, rows) => make("table", {}, make("thead", {}, cells("th", head)), make("tbody", {}, ...rows.map(row => cells("td", row))));

function drawn(picture, label) {
  const svg = document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}

function shown({ title, line, notes, rows, values, picture }) {
  const parts = [make("h2", {}, title), make("p", {}, line), ...notes.map(note => make("p", { className: "note" }, note))];
  if (picture) {
    parts.push(make("div", { className: "both" }, drawn(picture, `Probabilities of ${title}: ${line}`), table(["value", "chance", "at least", "at most"], rows)));
  }
  if (values.length > 0) {
    parts.push(make("details", {}, make("summary", {}, "Fractions"), table(["value", "probability"], values.map(([value, fraction]) => [String(value), fraction]))));
  }
  return make("section", { "aria-label": title }, ...parts);
}

function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  text.value = given.get("text") ?? EXAMPLES[0][1];
  graph.value = given.get("graph") ?? graph.options[0].value;
  if (graph.selectedIndex < 0) graph.selectedIndex = 0;
  text.rows = Math.min(12, Math.max(3, text.value.split("\n").length + 1));
  ask();
}

element("question").addEventListener("submit", event => {
  event.preventDefault();
  ask();
});
text.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(ask, PAUSE);
});
text.addEventListener("keydown", event => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) ask();
});
graph.addEventListener("change", ask);
darkness.addEventListener("change", ask);
element("stop").addEventListener("click", () => {
  stop();
  tell("Stopped.");
});
element("copy").addEventListener("click", async () => {
  address(text.value);
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The link is copied.");
  } catch {
    tell("The address of this page is the link.");
  }
});
element("examples").append(...EXAMPLES.map(([name, example]) =>
  make("a", { className: "button", href: link(example, graph.options[0].value) }, name)));
element("notation").append(...NOTATION.map(row => cells("td", row)));
addEventListener("hashchange", fromAddress);
// Letters in pictures keep their size: a window of another width has them drawn again.
addEventListener("resize", () => {
  clearTimeout(pause);
  pause = setTimeout(() => { if (width() !== asked.width) ask(); }, PAUSE);
});
fromAddress();
