#!/bin/sh
# Takes the pictures of the site in the README and the docs, for light and dark screens. Needs a release build, the site for hunt and
# dice games (`web/build.sh calculator hunt morris dice`), Chromium and npm. What the program draws by itself is written by
# `TORNEO_PICTURES=write cargo test -p torneo --test main pictures::`.
#     docs/pictures/make.sh
set -eu
cd "$(dirname "$0")/../.."
torneo="${TORNEO:-target/release/torneo}"
pictures=docs/pictures

there="$(mktemp -d)"
cp -r tests/browser "$there/browser"
(cd "$there/browser" && npm install --silent --no-audit --no-fund)
cp "$pictures/play.mjs" "$pictures/web.mjs" "$there/browser/"
chromium="$(command -v chromium || command -v chromium-browser || command -v google-chrome)"
for taken in play web; do
    node "$there/browser/$taken.mjs" "$(realpath "$torneo")" "$chromium" "$(realpath "$pictures")"
done
rm -rf "$there"
# A test compares what the pictures show with what the site is later.
TORNEO_SHOTS_TAKEN=1 cargo test -p torneo --test main -- pictures::screenshots
