#!/bin/sh
# Makes the pictures of the README: a board, a plot of first-move figures, and a game in the browser, each for light and dark
# screens; those of the page about the site; and the sheet of all games. Needs a release build, the site for hunt and dice games
# (`web/build.sh hunt dice`), Chromium and npm.
#     docs/pictures/make.sh
set -eu
cd "$(dirname "$0")/../.."
torneo="${TORNEO:-target/release/torneo}"
pictures=docs/pictures

"$torneo" show hnefatafl --moves "d1-d4 e5-e2 h1-h4 f4-g4" --svg "$pictures/board.svg" --size 320 >/dev/null
plots="$(mktemp -d)"
"$torneo" atlas configs/atlas.toml --page "$plots/first-move.svg"
for game in havannah razzle-dazzle; do
    "$torneo" atlas configs/atlas.toml --page "$pictures/first-moves-$game.svg" --games "$game"
done
# On dark screens the plot is drawn with its colours turned.
sed '0,/>/s//><style>@media(prefers-color-scheme:dark){svg{filter:invert(1) hue-rotate(180deg)}}<\/style>/' \
    "$plots/first-move.svg" >"$pictures/first-move.svg"
cp -r tests/browser "$plots/browser"
(cd "$plots/browser" && npm install --silent --no-audit --no-fund)
cp "$pictures/play.mjs" "$pictures/web.mjs" "$pictures/sheet.mjs" "$plots/browser/"
chromium="$(command -v chromium || command -v chromium-browser || command -v google-chrome)"
node "$plots/browser/play.mjs" "$(realpath "$torneo")" "$chromium" "$(realpath "$pictures")"
node "$plots/browser/web.mjs" "$(realpath "$torneo")" "$chromium" "$(realpath "$pictures")"
node "$plots/browser/sheet.mjs" "$(realpath "$torneo")" "$chromium" "$(realpath "$pictures")/sheet.webp"
rm -rf "$plots"
# A test compares what the pictures of the site show with what the site is later.
TORNEO_SHOTS_TAKEN=1 cargo test -p torneo --test main -- pictures::screenshots
