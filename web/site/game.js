// A game in progress: whose turn it is, and who is asked.

import * as board from "./board.js";
import * as dice from "./dice-turn.js";
import { Engines } from "./engines.js";
import { element, make, tell } from "./page.js";
import { fromFile, toFile, write } from "./record.js";
import * as setup from "./setup.js";
import * as thought from "./thought.js";

const engines = new Engines();
let listening = false;
// The game that is looked at; none while the list of games is shown.
let now = null;
// How often the address has changed. A game whose module arrives after another change is not opened.
let visits = 0;

const last = () => now.moves().length;
const random = () => crypto.getRandomValues(new BigUint64Array(1))[0];

export function leaveGame() {
  visits += 1;
  engines.stop();
  thought.forget();
  now?.table.free();
  now = null;
}

async function load(info) {
  const player = await import(`./modules/${info.family}.js`).catch(() => {
    throw new Error(`${info.title} cannot be played here: the site has no module \`${info.family}\`.`);
  });
  await player.default();
  if (!player.games().includes(info.id)) {
    throw new Error(`${info.title} cannot be played here: add_game of web/player/src/games.rs adds it to the module \`${info.family}\`.`);
  }
  return player;
}

// Opens the game of a link.
export async function openGame(info, link) {
  const visit = ++visits;
  if (now?.address === write(link)) return;
  const player = await load(info);
  if (visit === visits) begin(info, player, link);
}

function begin(info, player, link) {
  const table = new player.Table(link.game, link.position || undefined, link.moves);
  const names = table.seats();
  const seats = names.map((_, seat) => link.seats?.[seat] ?? (seat === 0 ? "" : "auto(time=0.3)"));
  seats.forEach(spec => { if (spec) player.engine(spec); });
  // What is refused does not end the game that goes on.
  leaveGame();
  now = {
    info, player, table, names, seats,
    turned: false, throws: false,
    spec: table.spec(), position: link.position, ply: 0, joint: new Map(), resigned: null, analysing: false, turn: null,
    moves: () => table.record().split(" ").filter(token => token !== ""),
  };
  now.ply = last();
  if (!listening) listen();
  // The title, with the options that differ from the usual ones.
  element("where").textContent = now.spec === info.id ? info.title : `${info.title} ${now.spec.slice(info.id.length)}`;
  element("where").hidden = false;
  element("rules").href = `games/${encodeURIComponent(info.id)}.html`;
  element("rules").hidden = false;
  document.title = `${info.title} – torneo`;
  element("analyse").setAttribute("aria-pressed", "false");
  element("flip").setAttribute("aria-pressed", "false");
  element("throws").checked = now.throws;
  element("people").textContent = names.length === 2 ? "Two people here" : "All people here";
  showSeats();
  if (last() === 0 && !link.position) drawStart();
  setup.options(info, link.game, spec => { location.hash = write({ game: spec, seats: now.seats }); });
  go(last());
}

// The seat of the only person at the screen, who is told things as `you`; none where there are none or several.
function reader() {
  const people = now.seats.flatMap((spec, seat) => spec === "" ? [seat] : []);
  return people.length === 1 ? people[0] : null;
}

// Words that the game has for all readers, for those at the screen.
const words = ({ text, to }) => reader() === null ? text : to[reader()];

// The seats that act after so many plies: those that choose, or the one whose dice are thrown.
function acting(ply) {
  const thrower = now.table.thrower(ply);
  return thrower === undefined ? [...now.table.choosing(ply)] : [thrower];
}

function showSeats() {
  // Ladders are those of games as they are usually set up.
  const rungs = now.spec === now.info.id ? now.info.rungs : [];
  setup.seats(now.names, now.seats, rungs, spec => now.player.engine(spec), changed => { now.seats = changed; go(last()); });
}

// Gives the seats to people and engines anew.
function seat(seats) {
  now.seats = seats;
  now.resigned = null;
  now.joint.clear();
  showSeats();
  go(last());
}

// How many plies chance drew before anybody chose.
function startPlies() {
  let ply = 0;
  while (ply < last() && acting(ply).length === 0) ply += 1;
  return ply;
}

// Draws what chance decides before anybody chooses, all at once.
function drawStart() {
  if (now.throws) return;
  for (let before = -1; last() > before && acting(last()).length === 0;) {
    before = last();
    now.table.draw(random());
  }
}

// After how many plies a person at the screen begins to see what is new: after the own last choice.
function newsSince(ply) {
  const own = seat => now.seats[seat] === "";
  const chose = acting;
  const me = chose(ply).find(own);
  for (let at = ply - 1; at >= 0; at -= 1) {
    if (me === undefined ? chose(at).some(own) : chose(at).includes(me)) return me === undefined ? at : at + 1;
  }
  return me === undefined ? ply : startPlies();
}

// The question of an engine about the position that is shown.
function question(ply = now.ply) {
  const { info, spec, position } = now;
  return { module: info.family, game: spec, position, moves: now.moves().slice(0, ply).join(" ") };
}

// The view of the position that is shown; of a board with levels, with this one large, or the one where the last ply went.
function look(level) {
  now.view = JSON.parse(now.table.view(now.ply, newsSince(now.ply), element("board").clientWidth || 640, now.turned, level));
  return now.view;
}

// Shows the position after so many plies, and goes on where the game does.
function go(ply) {
  now.ply = Math.max(0, Math.min(last(), ply));
  // No other game's turn is this one.
  now.turn = Symbol();
  engines.stop();
  const view = look(undefined);
  element("board").classList.toggle("tumbling", now.rolled === true);
  now.rolled = false;
  const link = { game: now.spec, position: now.position, moves: now.moves().join(" "), seats: now.seats };
  now.address = write(link);
  history.replaceState(null, "", now.address);
  element("throws").closest("p").hidden = now.info.family === "dice" || view.thrower !== null || !now.info.turns.includes("chance");
  element("position").value = view.position;
  moveList();
  buttons();
  losses();
  score();
  banner();
  if (now.analysing) thought.analyse(question(), view, now.names, 0);
  else thought.forget();
  ask();
}

// Asks whoever has the turn at the end of the game so far.
function ask() {
  const { view, names } = now;
  const prompt = element("prompt");
  const watch = () => board.show(view, null);
  element("entry").hidden = true;
  dice.hide();
  if (now.resigned !== null) {
    watch();
    prompt.textContent = "";
  } else if (view.outcome) {
    watch();
    prompt.textContent = "";
  } else if (now.ply < last()) {
    watch();
    prompt.textContent = `Position after ${now.ply} of ${last()} plies.`;
  } else if (view.thrower !== null) {
    throwDice();
  } else if (view.turn === "chance") {
    chance();
  } else {
    choice();
  }
}

// A verb after a seat's name, which may be a plural: White wins, Attackers win.
const does = (name, verb) => name.endsWith("s") ? `${name} ${verb}` : `${name} ${verb}s`;

// The points that the seats have in the end, where the game counts them and the table does not show them.
function points({ points }) {
  if (!points || now.info.family === "dice") return "";
  const each = now.names.map((name, seat) => `${points[seat]} for ${name}`);
  return ` Points: ${each.slice(0, -1).join(", ")} and ${each.at(-1)}.`;
}

// The result in words, once the game is over and its end is looked at.
function banner() {
  const { view, names, resigned } = now;
  const over = now.ply === last() && (view.outcome || resigned !== null);
  element("banner").hidden = !over;
  if (!over) return;
  const rest = names.filter((_, seat) => seat !== resigned);
  element("result").textContent = view.outcome ? words(view.outcome.sentence) + points(view.outcome)
    : rest.length === 1 ? `${does(rest[0], "win")}: ${does(names[resigned], "resign")}.` : `${does(names[resigned], "resign")}.`;
}

// What the seats lost.
function losses() {
  const rows = now.view.losses.map(({ seat, things }) => make("li", {}, `${now.names[seat]} lost `, ...things.map(({ name, svg, count }) => {
    const picture = make("span", { role: "img", "aria-label": name, title: name });
    picture.innerHTML = svg;
    if (count > 1) picture.append(`×${count}`);
    return picture;
  })));
  element("losses").replaceChildren(...rows);
  element("losses").hidden = rows.length === 0;
}

// The dice of whoever throws: a person rolls them, an engine does so after a moment.
function throwDice() {
  const { view, names, turn } = now;
  const thrower = view.thrower;
  const roll = () => {
    if (now?.turn !== turn) return;
    now.table.draw(random());
    now.rolled = true;
    go(last());
  };
  board.show(view, null);
  if (now.seats[thrower] !== "") {
    element("prompt").textContent = `${does(names[thrower], "roll")} …`;
    setTimeout(roll, dice.pause(now.seats.every(spec => spec !== "")));
    return;
  }
  element("prompt").textContent = reader() === null ? `${names[thrower]} to roll.` : "Your roll.";
  dice.offer({ roll, faces: view.choices, clicks: view.clicks[0], enter: index => play(view.legal[0][index]) });
}

// Chance draws by itself, or when a person throws; a result can be entered, too.
function chance() {
  const { view } = now;
  const turn = now.turn;
  const draw = () => {
    if (now?.turn !== turn) return;
    now.table.draw(random());
    go(last());
  };
  const thrown = now.throws && now.seats.some(spec => spec === "");
  board.show(view, thrown ? { list: 0, done: index => play(view.legal[0][index]) } : null);
  if (!thrown) {
    element("prompt").textContent = "Chance draws …";
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(draw, still ? 0 : now.seats.every(spec => spec !== "") ? 150 : 400);
    return;
  }
  element("prompt").textContent = "Throw, or choose what was thrown.";
  const button = make("button", { type: "button", id: "throw" }, "Throw");
  button.addEventListener("click", draw);
  element("choices").prepend(button);
  typing(0);
}

// The first of the choosing seats that has not chosen yet.
function choice() {
  const { view, names, joint } = now;
  const list = view.seats.findIndex(seat => !joint.has(seat));
  const seat = view.seats[list];
  if (now.seats[seat] !== "") {
    board.show(view, null);
    think(seat, list);
    return;
  }
  const hidden = view.turn === "together" && view.seats.filter(other => now.seats[other] === "").length > 1;
  element("prompt").textContent = `${names[seat]} to move${view.check ? ", in check" : ""}${hidden ? "; the others look away" : ""}.`;
  board.show(view, { list, done: index => chosen(seat, view.legal[list][index]) });
  dice.decide(now.info.family === "dice" && view.turn === "seat" ? { ...question(), spec: now.spec, position: view.position } : null);
  if (now.info.family !== "dice") typing(list);
}

async function think(seat, list) {
  const { names, view, turn } = now;
  element("prompt").textContent = `${does(names[seat], "think")} …`;
  try {
    const answer = await engines.ask({ ...question(), engine: now.seats[seat], seat });
    if (now?.turn !== turn) return;
    chosen(seat, answer.token);
  } catch (error) {
    if (now?.turn === turn) tell(`The engine of seat ${seat}, ${now.seats[view.seats[list]]}: ${error.message}`);
  }
}

// A seat has chosen. What seats choose at the same time is played when the last of them has.
function chosen(seat, token) {
  tell("");
  const { view, joint, table } = now;
  if (view.turn === "seat") return play(token);
  joint.set(seat, token);
  if (joint.size < view.seats.length) {
    choice();
    return;
  }
  const tokens = view.seats.map(seat => joint.get(seat));
  joint.clear();
  table.play_joint(tokens);
  go(last());
}

function play(token) {
  try {
    now.table.play(token);
    tell("");
  } catch (error) {
    tell(error.message);
    return;
  }
  go(last());
}

// Moves may be typed.
function typing(list) {
  const legal = now.view.legal[list];
  element("entry").hidden = false;
  element("typed").value = "";
  element("legal").replaceChildren(...legal.slice(0, 500).map(token => make("option", { value: token })));
  element("entry").onsubmit = event => {
    event.preventDefault();
    const typed = element("typed").value.trim();
    const plain = text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const fits = legal.filter(token => token === typed);
    const near = fits.length > 0 ? fits : legal.filter(token => plain(token) === plain(typed));
    if (near.length === 1) {
      if (now.view.turn === "chance") play(near[0]);
      else chosen(now.view.seats[list], near[0]);
    } else if (near.length > 1) {
      tell(`\`${typed}\` may be one of ${near.join(", ")}`);
    } else {
      tell(`\`${typed}\` is not legal here. Legal are ${legal.slice(0, 12).join(", ")}${legal.length > 12 ? " and others" : ""}.`);
    }
  };
}

// What was played: a line of words for each ply of a game with dice, else the moves.
function moveList() {
  const story = JSON.parse(now.table.story());
  const inWords = story.some(told => told !== null);
  const items = now.moves().map((token, index) => {
    const text = story[index] === null ? token : dice.line(token, words(story[index]), seat => seat === reader() ? "You" : now.names[seat]);
    const button = make("button", { type: "button", "aria-current": String(index + 1 === now.ply), title: token }, text);
    button.addEventListener("click", () => go(index + 1));
    return make("li", {}, button);
  });
  element("moves").classList.toggle("log", inWords);
  element("moves").replaceChildren(...items);
  const current = element("moves").querySelector("[aria-current=true]");
  if (current) element("moves").scrollTop = current.offsetTop - element("moves").offsetTop - 40;
}

// Who plays, what each has, and what is to be known besides.
function score() {
  const { seated, score, seats, thrower } = now.view;
  const line = ({ title, text }) => [title, text].filter(part => part !== "").join(": ");
  const rows = seated.map(({ name, svg }, seat) => {
    const chip = make("span", { "aria-hidden": "true" });
    chip.innerHTML = svg;
    const own = score.filter(entry => entry.seat === seat).map(entry => entry.title === name ? entry.text : line(entry));
    const acts = seats.includes(seat) || thrower === seat;
    return make("li", { "aria-current": String(acts) }, chip, make("strong", {}, name), " ", own.join(", "));
  });
  const more = score.filter(entry => entry.seat === null).map(entry => make("li", {}, line(entry)));
  element("score").replaceChildren(...rows, ...more, ...(now.view.caption === "" ? [] : [make("li", {}, now.view.caption)]));
}

function buttons() {
  const { ply } = now, end = last();
  element("first").disabled = element("previous").disabled = ply === 0;
  element("last").disabled = element("next").disabled = ply === end;
  element("from-here").hidden = ply === end;
  const start = startPlies();
  element("again").hidden = now.throws || start === 0 || start !== end || acting(end).length === 0;
  element("undo").disabled = end === 0 || (!now.throws && end === start);
  element("hint").disabled = now.view.seats.length === 0;
  // Whoever has nothing to choose needs no engine's advice.
  for (const id of ["hint", "analyse"]) element(id).hidden = now.info.turns.every(kind => kind === "chance");
  element("flip").hidden = now.info.family === "dice";
  element("resign").disabled = now.view.outcome !== null || now.resigned !== null || !now.seats.includes("");
}

// Takes back to the last choice of a person; where nobody is at the table, one ply.
function undo() {
  now.resigned = null;
  now.joint.clear();
  let ply = last() - 1;
  const person = at => acting(at).some(seat => now.seats[seat] === "");
  if (now.seats.includes("")) while (ply > 0 && !person(ply)) ply -= 1;
  // A start that was drawn stays.
  now.table.back(Math.max(now.throws ? 0 : startPlies(), ply));
  go(last());
}

// The same game again; the seats go on by one.
function rematch() {
  const seats = now.seats.map((_, seat) => now.seats[(seat + 1) % now.seats.length]);
  const { info, player, spec, position } = now;
  begin(info, player, { game: spec, position, moves: "", seats });
}

function resign() {
  const people = now.seats.map((spec, seat) => spec === "" ? seat : -1).filter(seat => seat >= 0);
  now.resigned = now.view.seats.find(seat => people.includes(seat)) ?? people[0];
  go(now.ply);
}

function save() {
  const text = toFile({ game: now.spec, position: now.position, moves: now.moves().join(" ") });
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/toml" })), download: `${now.info.id}.toml` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function opened(file) {
  try {
    if (file.size > 10_000_000) throw new Error(`${file.name} is too large for a saved game`);
    const link = fromFile(await file.text(), file.name);
    location.hash = write({ ...link, seats: now.seats.length > 0 ? now.seats : null });
  } catch (error) {
    tell(error.message);
  }
}

function listen() {
  listening = true;
  board.listen(look);
  dice.listen();
  const on = (id, act) => element(id).addEventListener("click", () => { if (now) act(); });
  on("undo", undo);
  on("resign", resign);
  on("hint", () => thought.hint(question(), now.view, now.names, Math.max(0, now.view.seats.findIndex(seat => now.seats[seat] === "" && !now.joint.has(seat)))));
  on("analyse", () => {
    now.analysing = !now.analysing;
    element("analyse").setAttribute("aria-pressed", String(now.analysing));
    if (now.analysing) thought.analyse(question(), now.view, now.names, 0);
    else thought.forget();
  });
  on("flip", () => {
    now.turned = !now.turned;
    element("flip").setAttribute("aria-pressed", String(now.turned));
    go(now.ply);
  });
  on("rematch", rematch);
  on("again", () => { now.table.back(0); drawStart(); go(last()); });
  on("people", () => seat(now.names.map(() => "")));
  on("against", () => seat(now.names.map((_, seat) => seat === 0 ? "" : "auto(time=0.3)")));
  on("first", () => go(0));
  on("previous", () => go(now.ply - 1));
  on("next", () => go(now.ply + 1));
  on("last", () => go(last()));
  on("from-here", () => { now.resigned = null; now.table.back(now.ply); go(now.ply); });
  on("set-up", () => { location.hash = write({ game: now.spec, position: element("position").value, seats: now.seats }); });
  on("save", save);
  on("copy", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      element("copy").textContent = "Copied";
    } catch {
      tell(`The link: ${location.href}`);
    }
  });
  element("throws").addEventListener("change", event => {
    if (!now) return;
    now.throws = event.target.checked;
    // Nobody has chosen yet: the start is thrown by hand, or drawn at once.
    if (startPlies() === last() && !now.position) {
      if (now.throws) now.table.back(0);
      else drawStart();
    }
    go(now.throws ? last() : now.ply);
  });
  let width = innerWidth;
  addEventListener("resize", () => {
    if (!now || innerWidth === width) return;
    width = innerWidth;
    go(now.ply);
  });
  element("load").addEventListener("change", event => {
    const [file] = event.target.files;
    if (file) opened(file);
    event.target.value = "";
  });
  document.addEventListener("keydown", event => {
    if (!now || ["SELECT", "INPUT"].includes(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "r" && dice.key()) return;
    const plies = { ArrowLeft: now.ply - 1, ArrowRight: now.ply + 1, Home: 0, End: last() };
    if (event.key in plies) {
      event.preventDefault();
      go(plies[event.key]);
    }
  });
}
