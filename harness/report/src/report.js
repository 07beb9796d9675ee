"use strict";

// Tables: columns sort when their heading is activated; long ones show their ends until asked for everything.
(() => {
  const LONG = 30, ENDS = 10;

  // Numbers before the interval or the sign that follows; text otherwise.
  const key = text => {
    const number = parseFloat(text.replace("−", "-"));
    return Number.isNaN(number) ? text.toLowerCase() : number;
  };
  const compare = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

  function sortable(table) {
    const headings = [...table.querySelectorAll("thead th")];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const ascending = heading.getAttribute("aria-sort") !== "ascending";
        headings.forEach(other => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        const body = table.tBodies[0];
        const rows = [...body.rows].map((row, index) => [key(row.cells[column].textContent.trim()), index, row]);
        rows.sort((a, b) => (ascending ? 1 : -1) * compare(a[0], b[0]) || a[1] - b[1]);
        body.append(...rows.map(([, , row]) => row));
        table.dispatchEvent(new Event("sorted"));
      });
    });
  }

  function shorten(table) {
    const rows = () => [...table.tBodies[0].rows];
    if (rows().length <= LONG) return;
    let all = false;
    const button = document.createElement("button");
    button.type = "button";
    const apply = () => {
      rows().forEach((row, index, list) => { row.hidden = !all && index >= ENDS && index < list.length - ENDS; });
      button.textContent = all ? "Show the ends only" : `Show all ${rows().length} rows`;
    };
    button.addEventListener("click", () => { all = !all; apply(); });
    table.addEventListener("sorted", apply);
    addEventListener("beforeprint", () => { rows().forEach(row => { row.hidden = false; }); });
    addEventListener("afterprint", apply);
    table.parentElement.after(button);
    apply();
  }

  // A corner without a title is no heading.
  document.querySelectorAll(".rules th").forEach(cell => { if (cell.textContent.trim() === "") cell.replaceWith(document.createElement("td")); });
  document.querySelectorAll("main table:not(#list)").forEach(table => {
    if (!table.closest(".rules")) sortable(table);
    shorten(table);
  });
  // What scrolls can be reached by the keyboard.
  document.querySelectorAll(".scroll, .rules table, .rules pre").forEach(part => { if (!part.hasAttribute("tabindex")) part.tabIndex = 0; });

  // A link to folded rules unfolds them.
  function unfold() {
    const part = /^#rules-/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (part) { part.open = true; part.scrollIntoView(); }
  }
  addEventListener("hashchange", unfold);
  unfold();
})();

// Replays.
(async () => {
  const element = id => document.getElementById(id);
  if (!element("replays")) return;
  const [games, engines, seats, ends] = JSON.parse(element("names").textContent);
  const PAGE = 25;
  // A line of the list; the last is which of its kind it is.
  const NUMBER = 0, GAME = 1, SEATS = 2, SCORES = 3, REASON = 4, PLIES = 5, PLACE = 6;
  const unpackings = new Map();
  let shown = [], page = 0, current = null, ply = 0, timer = null, order = [null, true];

  // Unpacks what an element holds, once: the list, or the games of a kind.
  function unpacked(id) {
    if (!unpackings.has(id)) {
      const packed = Uint8Array.from(atob(element(id).textContent.trim()), c => c.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      unpackings.set(id, new Response(stream).text().then(JSON.parse));
    }
    return unpackings.get(id);
  }

  async function listed() {
    const { steps, kinds, engines, scores, reasons, plies } = await unpacked("games");
    const places = games.map(() => 0);
    let number = 0;
    return steps.map((step, row) => {
      number += step;
      return [number, kinds[row], engines[row], scores[row], ends[reasons[row]], plies[row], places[kinds[row]]++];
    });
  }

  // What stands where after every ply of a game, its tokens, what its choices were thought to be worth, and how it ended.
  function unroll({ sheet, starts, steps, games }, place) {
    const [start, numbers, values, ending] = games[place];
    const [view, placed, beside, caption] = starts[start];
    const frames = [{ view, placed, beside, caption }], tokens = [];
    const changed = (before, changes) => {
      if (changes.length === 0) return before;
      const after = before.slice();
      for (const [at, gone, come] of changes) after.splice(at, gone, ...come);
      return after;
    };
    for (const [token, placed, beside, view, caption] of numbers.map(number => steps[number])) {
      const last = frames[frames.length - 1];
      frames.push({
        view: view ?? last.view, placed: changed(last.placed, placed), beside: changed(last.beside, beside), caption: caption ?? last.caption,
      });
      tokens.push(token);
    }
    return { sheet, frames, tokens, values, ending };
  }

  // The picture of a frame. Sprites come from the program, every name in them escaped.
  function picture(sheet, frame) {
    const placed = frame.placed.map(number => {
      const [sprite, x, y] = sheet.placed[number];
      return x || y ? `<g transform="translate(${x} ${y})">${sheet.sprites[sprite]}</g>` : sheet.sprites[sprite];
    });
    const [view, outline] = sheet.views[frame.view], [x, y, width, height] = view.split(" ");
    return `<svg class="torneo" viewBox="${view}" stroke-width="${outline}" aria-hidden="true"><rect class="ground" x="${x}" y="${y}" width="${width}" height="${height}"/>${placed.join("")}</svg>`;
  }

  // A sprite in a line of text.
  function small(sheet, sprite) {
    const place = document.createElement("span");
    place.innerHTML = `<svg class="torneo" viewBox="-24 -24 48 48" stroke-width="1.8" aria-hidden="true">${sheet.sprites[sprite]}</svg>`;
    return place.firstChild;
  }

  // The seats with what is written of them and lies before them, and what else lies beside the board.
  function beside(sheet, frame) {
    const [caption, due] = sheet.captions[frame.caption];
    const lines = frame.beside.map(line => sheet.lines[line]);
    const made = (name, ...content) => { const made = document.createElement(name); made.append(...content); return made; };
    const things = line => line.things.flatMap(thing => {
      if (typeof thing === "string") return [thing, " "];
      const [sprite, count, words] = thing, picture = made("span", small(sheet, sprite), count > 1 ? `×${count}` : "");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", words);
      return [picture];
    });
    const titled = line => made("span", `${line.title} `, ...things(line));
    const rows = sheet.seats.map(([name, chip], seat) => {
      const row = made("li", small(sheet, chip), made("strong", name));
      if (due.includes(seat)) row.append(" to move");
      if (due.includes(seat)) row.setAttribute("aria-current", "true");
      row.append(...lines.filter(line => line.seat === seat).map(line => line.title === name ? made("span", ...things(line)) : titled(line)));
      return row;
    });
    const more = lines.filter(line => line.seat === null).map(line => made("li", titled(line)));
    return [...rows, ...more, ...(caption === "" ? [] : [made("li", caption)])];
  }

  const list = await listed();

  // The engines at a table with their scores, in the order of the seats.
  const who = game => game[SEATS].map((engine, seat) => `${engines[engine]} ${game[SCORES][seat]}`).join(" – ");
  const named = (game, seat) => seats[game[GAME]][seat] ?? `Player ${seat + 1}`;

  // A game in words: who sat where, and how it ended.
  function told(game, ending) {
    const table = game[SEATS].map((engine, seat) => `${engines[engine]} (${named(game, seat)})`).join(" against ");
    return `${games[game[GAME]]}, game ${game[NUMBER]}: ${table}. ${ending}`;
  }

  // The moves as buttons; those of long games are shown around the one on the board.
  const SHOWN = 400;
  function listMoves() {
    const { tokens } = current, from = Math.max(0, Math.min(ply - SHOWN / 2, tokens.length - SHOWN));
    const rows = tokens.slice(from, from + SHOWN).map((token, index) => {
      const row = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = `${from + index + 1}. ${token}`;
      button.addEventListener("click", () => { stop(); go(from + index + 1); });
      row.append(button);
      return row;
    });
    element("moves").replaceChildren(...rows);
    current.from = from;
  }

  function markMove() {
    if (current.tokens.length > SHOWN) listMoves();
    [...element("moves").children].forEach((row, index) => {
      const on = current.from + index + 1 === ply;
      row.firstChild.classList.toggle("on", on);
      if (on) { row.firstChild.setAttribute("aria-current", "step"); } else row.firstChild.removeAttribute("aria-current");
    });
    const list = element("moves"), now = list.querySelector(".on");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function show() {
    const { sheet, frames, tokens } = current;
    const board = element("board"), frame = frames[ply];
    board.innerHTML = picture(sheet, frame);
    const token = ply > 0 ? `: ${tokens[ply - 1]}` : "";
    board.setAttribute("aria-label", `The board of game ${current.number} after ${ply} plies${token}`);
    element("beside").replaceChildren(...beside(sheet, frame));
    element("ply").textContent = `ply ${ply} of ${tokens.length}${token}`;
    element("at").value = ply;
    markMove();
    element("now")?.setAttribute("x1", across(ply));
    element("now")?.setAttribute("x2", across(ply));
  }

  // The curve of what the engines expected, seat by seat.
  const WIDE = 320, HIGH = 120, LEFT = 28;
  const across = at => LEFT + (WIDE - LEFT - 8) * at / Math.max(1, current.tokens.length);
  const up = value => 8 + (HIGH - 28) * (1 - value / 1000);
  const HUES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a6a00", "#56b4e9", "#555555", "#a0522d"];

  function curve() {
    const values = current.values, place = element("curve");
    place.hidden = values.length === 0;
    if (values.length === 0) return;
    const chosen = [...new Set(values.map(([, seat]) => seat))].sort();
    const lines = chosen.map(seat => {
      const points = values.filter(([, own]) => own === seat).map(([at, , value]) => `${across(at)},${up(value)}`);
      return `<polyline fill="none" stroke="${HUES[seat]}" stroke-width="2"${seat % 2 ? ' stroke-dasharray="6 3"' : ""} points="${points.join(" ")}"/>`;
    });
    const grid = [0, 500, 1000].map(value =>
      `<line class="grid" x1="${LEFT}" x2="${WIDE - 8}" y1="${up(value)}" y2="${up(value)}"/><text x="${LEFT - 6}" y="${up(value) + 4}" text-anchor="end">${value / 1000}</text>`);
    place.querySelector("svg").innerHTML = grid.join("") + lines.join("") +
      `<line id="now" y1="8" y2="${HIGH - 20}" x1="${LEFT}" x2="${LEFT}"/>`;
    const game = list[current.index];
    element("legend").textContent = "The score that each engine expected: " +
      chosen.map(seat => `${named(game, seat)} ${seat % 2 ? "dashed" : "whole"}`).join(", ") + ".";
  }

  function go(to) {
    if (!current) return;
    ply = Math.max(0, Math.min(current.tokens.length, to));
    show();
  }

  function stop() { clearInterval(timer); timer = null; element("play").textContent = "Play"; }

  async function choose(index, at = 0, follows = true) {
    stop();
    const game = list[index];
    const kind = await unpacked(`kind-${game[GAME]}`);
    current = { number: game[NUMBER], index, ...unroll(kind, game[PLACE]) };
    element("title").textContent = told(game, current.ending);
    element("link").href = `#game-${game[NUMBER]}`;
    if (follows) history.replaceState(null, "", `#game-${game[NUMBER]}`);
    element("viewer").hidden = false;
    element("at").max = current.tokens.length;
    curve();
    listMoves();
    go(at);
    fill();
    if (follows) element("viewer").scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  function fill() {
    const rows = shown.slice(page * PAGE, (page + 1) * PAGE).map(index => {
      const game = list[index];
      const row = document.createElement("tr");
      if (current && current.index === index) row.className = "chosen";
      const open = document.createElement("button");
      open.type = "button";
      open.textContent = game[NUMBER];
      open.setAttribute("aria-label", `Show game ${game[NUMBER]}`);
      for (const content of [games[game[GAME]], open, who(game), game[REASON], game[PLIES]]) {
        const cell = document.createElement("td");
        cell.append(content);
        row.append(cell);
      }
      row.addEventListener("click", () => choose(index));
      return row;
    });
    element("rows").replaceChildren(...rows);
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    element("page").textContent = `${shown.length} games, page ${page + 1} of ${pages}`;
    element("previous").disabled = page === 0;
    element("next").disabled = page + 1 >= pages;
  }

  // Whether an engine won, drew or lost a game: the best score, alone or shared.
  function result(game, engine) {
    const best = Math.max(...game[SCORES]);
    const winners = game[SCORES].filter(score => score === best).length;
    const own = Math.max(...game[SEATS].map((other, seat) => other === engine ? game[SCORES][seat] : -1));
    return own < best ? "lost" : winners > 1 ? "drawn" : "won";
  }

  const chosen = id => element(id).value === "" ? null : Number(element(id).value);

  function fits(game) {
    const kind = chosen("filter"), engine = chosen("engine"), opponent = chosen("opponent");
    const wanted = element("result").value, end = element("end").value;
    const [fewest, most] = [chosen("fewest"), chosen("most")];
    return (kind === null || game[GAME] === kind)
      && (engine === null || game[SEATS].includes(engine))
      && (opponent === null || game[SEATS].some((other, seat) => other === opponent && (engine !== opponent || game[SEATS].indexOf(engine) !== seat)))
      && (wanted === "" || (engine === null ? (wanted === "drawn") === (result(game, game[SEATS][0]) === "drawn") : result(game, engine) === wanted))
      && (end === "" || game[REASON] === end)
      && (fewest === null || game[PLIES] >= fewest) && (most === null || game[PLIES] <= most);
  }

  function filter() {
    shown = list.map((_, index) => index).filter(index => fits(list[index]));
    const [column, ascending] = order;
    if (column !== null) {
      const key = index => column === GAME ? games[list[index][GAME]] : column === SEATS ? who(list[index]) : list[index][column];
      shown.sort((a, b) => (ascending ? 1 : -1) * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || a - b);
    }
    page = 0;
    fill();
  }

  function options(id, names, values) {
    names.forEach((name, index) => {
      const option = document.createElement("option");
      option.value = values ? values[index] : index;
      option.textContent = name;
      element(id).append(option);
    });
    element(id).addEventListener("change", filter);
  }

  const reasons = ends.toSorted();
  options("filter", games);
  options("engine", engines);
  options("opponent", engines);
  options("end", reasons, reasons);
  for (const id of ["result", "fewest", "most"]) element(id).addEventListener("change", filter);
  document.querySelectorAll("#list thead th").forEach(heading => {
    heading.querySelector("button").addEventListener("click", () => {
      const column = Number(heading.dataset.column);
      order = [column, order[0] === column ? !order[1] : true];
      document.querySelectorAll("#list thead th").forEach(other => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", order[1] ? "ascending" : "descending");
      filter();
    });
  });
  element("previous").addEventListener("click", () => { page -= 1; fill(); });
  element("next").addEventListener("click", () => { page += 1; fill(); });
  element("first").addEventListener("click", () => { stop(); go(0); });
  element("back").addEventListener("click", () => { stop(); go(ply - 1); });
  element("forward").addEventListener("click", () => { stop(); go(ply + 1); });
  element("last").addEventListener("click", () => { stop(); go(Infinity); });
  element("at").addEventListener("input", () => { stop(); go(Number(element("at").value)); });
  element("curve").addEventListener("click", event => {
    const box = element("curve").querySelector("svg").getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * WIDE;
    stop();
    go(Math.round((x - LEFT) / (WIDE - LEFT - 8) * current.tokens.length));
  });
  element("play").addEventListener("click", () => {
    if (timer) return stop();
    if (current && ply >= current.tokens.length) go(0);
    element("play").textContent = "Pause";
    timer = setInterval(() => {
      if (!current || ply >= current.tokens.length) return stop();
      go(ply + 1);
    }, 600);
  });
  document.addEventListener("keydown", event => {
    if (!current || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
    const moves = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity };
    if (event.key in moves) { stop(); go(moves[event.key]); event.preventDefault(); }
  });

  // A link to a game and perhaps a ply: #game-12 or #game-12-30.
  function follow() {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    if (!found) return;
    const index = list.findIndex(game => game[NUMBER] === Number(found[1]));
    const said = element("unknown");
    said.hidden = index >= 0;
    if (index < 0) said.textContent = `Game ${found[1]} is not among those that can be replayed here.`;
    else choose(index, Number(found[2] ?? 0));
  }
  addEventListener("hashchange", follow);
  filter();
  follow();
  document.querySelectorAll("[data-open]").forEach(button => {
    button.addEventListener("click", () => choose(list.findIndex(game => game[NUMBER] === Number(button.dataset.open))));
  });
  // A game to begin with: the first that is worth a look, at its end.
  if (!current && !/^#game-/.test(location.hash)) {
    const first = Number(document.querySelector("[data-open]")?.dataset.open ?? -1);
    choose(Math.max(0, list.findIndex(game => game[NUMBER] === first)), Infinity, false);
  }
})();
