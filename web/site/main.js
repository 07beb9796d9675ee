// The page: which game the address names, or the list of all.

import { openGame, leaveGame } from "./game.js";
import { folded, showLibrary } from "./library.js";
import { element, tell } from "./page.js";
import { read } from "./record.js";

const list = fetch("games.json").then(answer => {
  if (!answer.ok) throw new Error(`games.json: ${answer.status} ${answer.statusText}`);
  return answer.json();
});

// Letters that have to be changed to make one word of another (V. Levenshtein 1965).
function distance(a, b) {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

// The game whose name is the most like a word.
function nearest(word, games) {
  const ids = games.map(game => game.id).sort((a, b) => distance(word, a) - distance(word, b));
  return ids[0];
}

// The game of a name, however it is written: an id, a title, or a part of a title such as `Hazard (Azar)`.
function named(name, games) {
  const plain = text => folded(text).replaceAll(" ", "");
  const names = game => [game.id, game.title, ...game.title.split(/[(),]/)].map(plain);
  const found = games.filter(game => game.id === name || names(game).includes(plain(name)));
  return found.find(game => game.id === name) ?? (found.length === 1 ? found[0] : undefined);
}

async function route() {
  tell("");
  try {
    const games = await list;
    element("dice").hidden = !games.dice;
    element("results").hidden = !games.results;
    const link = read(location.hash);
    element("library").hidden = link !== null;
    element("game").hidden = link === null;
    if (link === null) {
      leaveGame();
      showLibrary(games.games);
      return;
    }
    const name = link.game.split("(")[0];
    const info = named(name, games.games);
    if (!info) throw new Error(`There is no game \`${name}\` here; did you mean \`${nearest(name.toLowerCase(), games.games)}\`?`);
    await openGame(info, { ...link, game: info.id + link.game.slice(name.length) });
  } catch (error) {
    tell(error.message ?? String(error));
  }
}

addEventListener("hashchange", route);
addEventListener("unhandledrejection", event => tell(event.reason?.message ?? String(event.reason)));
route();
