// The page: which game the address names, or the list of all.

import { openGame, leaveGame } from "./game.js";
import { showLibrary } from "./library.js";
import { element, tell } from "./page.js";
import { read } from "./record.js";

const list = fetch("games.json").then(answer => {
  if (!answer.ok) throw new Error(`games.json: ${answer.status} ${answer.statusText}`);
  return answer.json();
});

async function route() {
  tell("");
  try {
    const games = await list;
    element("results").hidden = !games.results;
    const link = read(location.hash);
    element("library").hidden = link !== null;
    element("game").hidden = link === null;
    if (link === null) {
      leaveGame();
      showLibrary(games.games);
      return;
    }
    const id = link.game.split("(")[0];
    const info = games.games.find(game => game.id === id);
    if (!info) throw new Error(`There is no game \`${id}\` here; the list of games has all.`);
    await openGame(info, link);
  } catch (error) {
    tell(error.message ?? String(error));
  }
}

addEventListener("hashchange", route);
addEventListener("unhandledrejection", event => tell(event.reason?.message ?? String(event.reason)));
route();
