// The list of all games.

import { element, make } from "./page.js";

let shown = null;

const words = game => `${game.title} ${game.id} ${game.family} ${game.seats.min}-${game.seats.max} seats ${game.turns.join(" ")} ${(game.words ?? []).join(" ")}`.toLowerCase();

function card(game) {
  const { min, max } = game.seats;
  return make("li", {},
    make("a", { href: `#game=${encodeURIComponent(game.id)}` },
      make("img", { src: `pictures/${encodeURIComponent(game.id)}.svg`, alt: "", loading: "lazy", width: 160, height: 160 }),
      make("strong", {}, game.title),
      make("small", {}, `${min === max ? min : `${min} to ${max}`} seats, ${game.family}`)));
}

function fill() {
  const wanted = element("find").value.toLowerCase().split(/\s+/).filter(word => word !== "");
  const found = shown.filter(game => wanted.every(word => words(game).includes(word)));
  element("cards").replaceChildren(...found.map(card));
  element("found").textContent = `${found.length} games`;
}

export function showLibrary(games) {
  document.title = "torneo: games to play and to study";
  element("where").hidden = true;
  element("rules").hidden = true;
  if (shown === null) element("find").addEventListener("input", fill);
  // What has no module cannot be played. Without any module all games are shown: their pictures and rules are all there is.
  const playable = games.filter(game => game.playable);
  shown = playable.length > 0 ? playable : games;
  const missing = games.length - playable.length;
  element("unplayable").hidden = missing === 0;
  element("unplayable").textContent = `${missing} games cannot be played here, because the site has no modules for their families. web/build.sh makes them.`;
  fill();
}
