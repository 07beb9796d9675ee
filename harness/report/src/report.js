"use strict";
(() => {
  const element = id => document.getElementById(id);
  const parse = id => JSON.parse(element(id).textContent);
  const section = element("replays");
  if (!section) return;
  const [games, engines] = parse("names");
  const list = parse("games");
  const PAGE = 25, BLOCK = 100;
  const blocks = new Map();
  let shown = [], page = 0, current = null, ply = 0, timer = null;

  // Unpacks the block of a game, once.
  async function block(number) {
    if (!blocks.has(number)) {
      const packed = Uint8Array.from(atob(element("block-" + number).textContent.trim()), c => c.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      blocks.set(number, JSON.parse(await new Response(stream).text()));
    }
    return blocks.get(number);
  }

  // All drawings of a game, and its tokens.
  function unroll([first, frames]) {
    const drawings = [first], tokens = [];
    for (const [token, at, gone, come] of frames) {
      const before = Array.from(drawings[drawings.length - 1]);
      before.splice(at, gone, ...Array.from(come));
      drawings.push(before.join(""));
      tokens.push(token);
    }
    return { drawings, tokens };
  }

  const isLetter = c => c !== undefined && /^[A-Za-z]$/.test(c);
  const isWordy = c => c !== undefined && /^[A-Za-z0-9]$/.test(c);
  // A line such as "a b c d" that names the columns.
  function isLabels(line) {
    const words = line.trim().split(/\s+/);
    return words.length > 1 && words.every((word, i) => word === String.fromCharCode(97 + i));
  }

  // Single letters stand for pieces, but not in a line that names the columns.
  const isPiece = (cells, column) =>
    isLetter(cells[column]) && !isWordy(cells[column - 1]) && !isWordy(cells[column + 1]);

  // How pieces are told apart: by upper and lower case where both occur, else by colour.
  function colours(drawings) {
    const letters = new Set();
    for (const drawing of drawings) {
      for (const line of drawing.split("\n").filter(line => !isLabels(line))) {
        const cells = Array.from(line);
        cells.forEach((cell, column) => { if (isPiece(cells, column)) letters.add(cell); });
      }
    }
    const all = [...letters].sort();
    const cases = new Set(all.map(letter => letter === letter.toUpperCase()));
    const shade = (letter, i) => cases.size > 1
      ? (letter === letter.toUpperCase() ? "light" : "dark")
      : `hsl(${(210 + 150 * i) % 360} 45% 38%)`;
    return new Map(all.map((letter, i) => [letter, shade(letter, i)]));
  }

  function draw(drawing, before, shades) {
    const W = 11, H = 22, NS = "http://www.w3.org/2000/svg";
    const lines = drawing.split("\n"), old = before === null ? null : before.split("\n");
    const columns = Math.max(...lines.map(line => Array.from(line).length), 1);
    const svg = document.createElementNS(NS, "svg");
    const add = (name, attributes, text) => {
      const node = document.createElementNS(NS, name);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      if (text !== undefined) node.textContent = text;
      svg.appendChild(node);
    };
    svg.setAttribute("viewBox", `0 0 ${(columns + 2) * W} ${(lines.length + 1) * H}`);
    svg.setAttribute("width", (columns + 2) * W);
    lines.forEach((line, row) => {
      const cells = Array.from(line), was = old && old.length === lines.length ? Array.from(old[row] || "") : null;
      const labels = isLabels(line);
      cells.forEach((cell, column) => {
        const x = (column + 1.5) * W, y = (row + 1) * H;
        const inWord = isWordy(cell) && (isWordy(cells[column - 1]) || isWordy(cells[column + 1]));
        const changed = was && was[column] !== cell && !inWord;
        if (changed) add("rect", { x: x - W * 0.8, y: y - H / 2, width: W * 1.6, height: H, class: "changed" });
        if (cell === " ") return;
        const shade = !labels && isPiece(cells, column) ? shades.get(cell) : undefined;
        if (shade) {
          const named = shade === "light" || shade === "dark";
          add("circle", { cx: x, cy: y, r: 10, ...(named ? { class: shade } : { fill: shade }) });
          add("text", { x, y, class: shade === "light" ? "on-light" : "on-dark" }, cell);
        } else {
          add("text", { x, y, class: labels || cell === "." ? "faint" : "" }, cell);
        }
      });
    });
    return svg;
  }

  function show() {
    const { drawings, tokens } = current.unrolled;
    const board = element("board");
    board.replaceChildren(draw(drawings[ply], ply > 0 ? drawings[ply - 1] : null, current.shades));
    board.setAttribute("aria-label", `Game ${current.number} after ${ply} plies:\n${drawings[ply]}`);
    element("ply").textContent = `ply ${ply} of ${tokens.length}` + (ply > 0 ? `: ${tokens[ply - 1]}` : "");
  }

  function go(to) {
    if (!current) return;
    ply = Math.max(0, Math.min(current.unrolled.tokens.length, to));
    show();
  }

  function stop() { clearInterval(timer); timer = null; element("play").textContent = "Play"; }

  async function choose(index) {
    stop();
    const [number, game, seats, scores, reason] = list[index];
    const games_of_block = await block(Math.floor(index / BLOCK));
    const unrolled = unroll(games_of_block[index % BLOCK]);
    current = { number, index, unrolled, shades: colours(unrolled.drawings) };
    ply = 0;
    const who = seats.map((engine, seat) => `${engines[engine]} ${scores[seat]}`).join(" – ");
    element("title").textContent = `Game ${number}, ${games[game]}: ${who} (${reason})`;
    element("viewer").hidden = false;
    show();
    fill();
  }

  function fill() {
    const rows = shown.slice(page * PAGE, (page + 1) * PAGE).map(index => {
      const [number, game, seats, scores, reason, plies] = list[index];
      const row = document.createElement("tr");
      row.tabIndex = 0;
      if (current && current.index === index) row.className = "chosen";
      const who = seats.map((engine, seat) => `${engines[engine]} ${scores[seat]}`).join(" – ");
      for (const text of [games[game], number, who, reason, plies]) {
        const cell = document.createElement("td");
        cell.textContent = text;
        row.appendChild(cell);
      }
      row.addEventListener("click", () => choose(index));
      row.addEventListener("keydown", event => { if (event.key === "Enter") choose(index); });
      return row;
    });
    element("rows").replaceChildren(...rows);
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    element("page").textContent = `page ${page + 1} of ${pages}`;
    element("previous").disabled = page === 0;
    element("next").disabled = page + 1 >= pages;
  }

  function filter() {
    const wanted = element("filter").value;
    shown = list.map((_, index) => index).filter(index => wanted === "" || list[index][1] === Number(wanted));
    page = 0;
    fill();
  }

  games.forEach((name, index) => {
    const option = document.createElement("option");
    option.value = index;
    option.textContent = name;
    element("filter").appendChild(option);
  });
  element("filter").addEventListener("change", filter);
  element("previous").addEventListener("click", () => { page -= 1; fill(); });
  element("next").addEventListener("click", () => { page += 1; fill(); });
  element("first").addEventListener("click", () => { stop(); go(0); });
  element("back").addEventListener("click", () => { stop(); go(ply - 1); });
  element("forward").addEventListener("click", () => { stop(); go(ply + 1); });
  element("last").addEventListener("click", () => { stop(); go(Infinity); });
  element("play").addEventListener("click", () => {
    if (timer) return stop();
    element("play").textContent = "Pause";
    timer = setInterval(() => {
      if (!current || ply >= current.unrolled.tokens.length) return stop();
      go(ply + 1);
    }, 600);
  });
  document.addEventListener("keydown", event => {
    if (!current || event.target.tagName === "SELECT") return;
    const moves = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity };
    if (event.key in moves) { stop(); go(moves[event.key]); event.preventDefault(); }
  });
  filter();
})();
