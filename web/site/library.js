// The list of all games. The page holds the cards; here they are found and hidden.

import { element } from "./page.js";

let cards = null;

// Small letters without accents and apostrophes, in words: as `torneo games --search` compares texts.
export const folded = text => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’‘`]/g, "")
  .replace(/ł/g, "l").replace(/đ/g, "d").replace(/ø/g, "o").replace(/ı/g, "i").replace(/æ/g, "ae").replace(/œ/g, "oe")
  .replace(/[^\p{L}\p{N}]+/gu, " ").trim();

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const OF_PLAYERS = ["player", "players", "seats", "people", "persons"];
// Letters of a word that is found inside of others too.
const INSIDE = 4;

// What somebody looks for: words, and how many want to play.
function read(text) {
  const wanted = { words: [], players: [] };
  const words = folded(text).split(" ").filter(word => word !== "");
  for (let at = 0; at < words.length; at += 1) {
    const number = NUMBERS.includes(words[at]) ? NUMBERS.indexOf(words[at]) + 1 : /^\d+$/.test(words[at]) ? Number(words[at]) : null;
    if (number !== null && OF_PLAYERS.includes(words[at + 1])) {
      wanted.players.push(number);
      at += 1;
    } else {
      wanted.words.push(words[at]);
    }
  }
  return wanted;
}

const holds = (text, word) => text.includes(` ${word}`) || (word.length >= INSIDE && text.includes(word));

function fill() {
  const { words, players } = read(element("find").value);
  const chosen = name => element(`by-${name}`).value;
  if (chosen("players") !== "") players.push(Number(chosen("players")));
  let count = 0;
  for (const card of cards) {
    const { words: text, least, most, kind, source, chance } = card.dataset;
    const found = words.every(word => holds(text, word)) && players.every(number => least <= number && number <= most)
      && [["kind", kind], ["source", source], ["chance", chance]].every(([name, value]) => ["", value].includes(chosen(name)));
    card.hidden = !found;
    count += found ? 1 : 0;
  }
  for (const family of document.querySelectorAll("#cards > section")) {
    family.hidden = family.querySelector("[data-game]:not([hidden])") === null;
  }
  element("found").textContent = count === 0 ? "No game is found: try fewer words." : count === 1 ? "1 game" : `${count} games`;
}

export function showLibrary(games) {
  document.title = "torneo: games to play and to study";
  element("where").hidden = true;
  element("rules").hidden = true;
  if (cards === null) {
    cards = [...document.querySelectorAll("[data-game]")];
    element("search").addEventListener("input", fill);
    element("search").addEventListener("submit", event => event.preventDefault());
    element("search").addEventListener("reset", () => setTimeout(fill));
  }
  const missing = games.filter(game => !game.playable).length;
  element("unplayable").hidden = missing === 0;
  element("unplayable").textContent = `${missing} games cannot be played here, because the site has no modules for their families. web/build.sh makes them.`;
  fill();
}
