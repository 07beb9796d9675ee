// Games in addresses and files.

// The game of an address such as `#game=hnefatafl&seats=|mcts(time%3D0.5)&moves=d1-d3`; null where it names none.
export function read(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  const seats = fields.get("seats");
  return {
    game,
    position: fields.get("position") ?? "",
    moves: fields.get("moves") ?? "",
    seats: seats === null ? null : seats.split("|"),
  };
}

export function write({ game, position, moves, seats }) {
  const fields = new URLSearchParams({ game });
  if (position) fields.set("position", position);
  if (moves) fields.set("moves", moves);
  if (seats) fields.set("seats", seats.join("|"));
  return "#" + fields;
}

// A saved game, as the terminal's `save` writes it.
export function toFile({ game, position, moves }) {
  const line = (name, text) => `${name} = ${JSON.stringify(text)}\n`;
  return line("game", game) + (position ? line("position", position) : "") + line("moves", moves);
}

// A string as TOML writes it: basic, literal, or either over several lines.
function string(text) {
  const long = /^("""|''')\n?([\s\S]*?)\1$/.exec(text);
  if (long) return long[1] === "'''" ? long[2] : JSON.parse(`"${long[2].replace(/\\\n\s*/g, "").replace(/\n/g, "\\n").replace(/(^|[^\\])"/g, '$1\\"')}"`);
  if (/^'[^'\n]*'$/.test(text)) return text.slice(1, -1);
  return JSON.parse(text);
}

// The game of a file: a saved game, or the first game of those that `torneo export --format json` writes.
export function fromFile(text, name) {
  const wrong = why => new Error(`${name} is not a saved game: ${why}`);
  if (text.trimStart().startsWith("{")) {
    let value;
    try {
      value = JSON.parse(text.trim().split("\n")[0]);
    } catch {
      throw wrong("its first line is not JSON");
    }
    const moves = Array.isArray(value.moves) ? value.moves.join(" ") : value.moves ?? value.record;
    if (typeof value.game !== "string" || typeof moves !== "string") throw wrong("it has no `game` and `moves`");
    return { game: value.game, position: value.position ?? "", moves, seats: null };
  }
  const fields = {};
  for (const [, field, value] of text.matchAll(/^\s*([a-z]+)\s*=\s*("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')\s*$/gm)) {
    try {
      fields[field] = string(value);
    } catch {
      throw wrong(`the text of \`${field}\` cannot be read`);
    }
  }
  if (fields.game === undefined) throw wrong("it has no line `game = \"...\"`");
  if (fields.moves === undefined) throw wrong("it has no line `moves = \"...\"`");
  return { game: fields.game, position: fields.position ?? "", moves: fields.moves, seats: null };
}
