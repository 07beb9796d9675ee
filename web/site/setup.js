// Who sits where, and how a game is set up.

import { LEVELS } from "./engines.js";
import { element, make } from "./page.js";

// What the specification of an engine means, in words.
function explained(spec) {
  if (spec === "") return "";
  const [name, given = ""] = spec.split("(", 2);
  const [, seconds] = /\btime=([\d.]+)/.exec(given) ?? [];
  const what = name === "auto" ? "the engine that suits the game best" : name === "random" ? "any legal move, each as likely" : `the engine ${name}`;
  return `${spec}: ${what}${seconds === undefined ? "" : `, thinking ${seconds} s a move`}`;
}

// What every game has, and the rungs of this game's ladder, which begin with random play.
function levels(rungs) {
  const title = ({ elo }, rung) => `rung ${rung} of ${rungs.length - 1}: ${Math.round(elo)} Elo above random play`;
  return [...LEVELS, ...rungs.map((rung, number) => [rung.spec, title(rung, number)]).slice(1)];
}

// One chooser for each seat; `changed` is called with the engines of all seats, empty for people.
export function seats(names, engines, rungs, check, changed) {
  const current = [...engines];
  const offered = levels(rungs);
  const rows = names.map((name, seat) => {
    const select = make("select", { "aria-label": `Seat ${seat}, ${name}` });
    const known = offered.some(([spec]) => spec === current[seat]);
    for (const [spec, title] of offered) select.append(make("option", { value: spec }, title));
    select.append(make("option", { value: "other" }, "another engine …"));
    const typed = make("input", { value: known ? "" : current[seat], "aria-label": `Engine of seat ${seat}`, placeholder: "mcts(sims=1000)", hidden: known, spellcheck: false });
    select.value = known ? current[seat] : "other";
    const set = spec => {
      current[seat] = spec;
      changed([...current]);
    };
    select.addEventListener("change", () => {
      typed.hidden = select.value !== "other";
      if (select.value === "other") typed.focus();
      else set(select.value);
    });
    typed.addEventListener("change", () => {
      try {
        check(typed.value);
        typed.setCustomValidity("");
        set(typed.value);
      } catch (error) {
        typed.setCustomValidity(error.message);
        typed.reportValidity();
      }
    });
    return make("label", {}, name, select, typed, make("small", {}, explained(current[seat])));
  });
  element("seats").replaceChildren(...rows);
}

// The options of a specification such as `lanza(players=3)`, as texts.
function given(spec) {
  const inside = /\((.*)\)$/s.exec(spec)?.[1] ?? "";
  const found = {};
  for (const [, name, quoted, plain] of inside.matchAll(/([a-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)) {
    found[name] = quoted === undefined ? plain.trim() : JSON.parse(`"${quoted}"`);
  }
  return found;
}

// The default of an option as text; nothing where it depends on others.
const usual = option => option.default === null ? "" : String(option.default);

// The form of a game's options; `begin` is called with the specification that was asked for.
export function options(info, spec, begin) {
  const set = given(spec);
  const fields = info.options.map(option => {
    const value = set[option.name] ?? usual(option);
    let field;
    if (option.kind === "choice") {
      field = make("select", {}, ...option.range.values.map(word => make("option", { value: word }, word)));
      field.value = value;
    } else if (option.kind === "bool") {
      field = make("input", { type: "checkbox", checked: value === "true" });
    } else if (option.kind === "text") {
      field = make("input", { value });
    } else {
      field = make("input", { type: "number", value, step: option.kind === "int" ? 1 : "any" });
      for (const bound of ["min", "max"]) if (option.range[bound] !== undefined) field[bound] = option.range[bound];
    }
    return { option, field };
  });
  const rows = fields.map(({ option, field }) => make("label", {}, option.name, " ", field, make("small", {}, option.help)));
  element("options").replaceChildren(...rows, make("button", {}, "Begin"));
  element("options").onsubmit = event => {
    event.preventDefault();
    const text = ({ option, field }) => option.kind === "bool" ? String(field.checked)
      : option.kind === "text" && !/^[\w.+-]+$/.test(field.value) ? JSON.stringify(field.value) : field.value;
    const changed = fields.filter(field => field.field.value !== "" || field.option.kind === "bool")
      .filter(field => text(field) !== usual(field.option));
    const list = changed.map(field => `${field.option.name}=${text(field)}`).join(", ");
    begin(list === "" ? info.id : `${info.id}(${list})`);
  };
}
