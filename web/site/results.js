// A run as it grows.

import { element, make, tell } from "./page.js";

const EVERY = 2000;

const row = cells => make("tr", {}, ...cells.map(cell => make("td", {}, String(cell))));
const short = score => String(Math.round(score * 1000) / 1000);

async function look() {
  let open = true;
  try {
    const answer = await fetch("results.json", { cache: "no-store" });
    if (!answer.ok) throw new Error(await answer.text().then(text => new DOMParser().parseFromString(text, "text/html").body.textContent));
    const run = await answer.json();
    element("name").textContent = run.name;
    element("progress").textContent = `${run.games} of ${run.total} games`;
    element("bar").max = Math.max(1, run.total);
    element("bar").value = run.games;
    element("standing").replaceChildren(...run.engines.map(({ engine, games, wins, draws, losses, score }) =>
      row([engine, games, wins, draws, losses, score === null ? "–" : score.toFixed(3)])));
    element("games").replaceChildren(...run.recent.map(game => row([
      game.game_no, game.game, game.engines.map((engine, seat) => `${engine} ${short(game.scores[seat])}`).join(" – "), game.reason, game.plies,
    ])));
    tell("");
    open = run.games < run.total;
  } catch (error) {
    tell(`The results cannot be read: ${error.message}`);
  }
  if (open) setTimeout(look, EVERY);
}

look();
