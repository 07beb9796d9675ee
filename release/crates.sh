#!/usr/bin/env bash
# Publishes the crates, each after those that it needs: `release/crates.sh [OPTION of cargo publish...]`, such as --dry-run. Needs Rust 1.90
# and, without --dry-run, CARGO_REGISTRY_TOKEN.
# A package holds only what lies in its folder. So pages, configurations and the site are copied into the crates that have them built in,
# in a copy of the checkout, and their paths there are changed.
set -euo pipefail
cd "$(dirname "$0")/.."
there="$(mktemp -d)"
trap 'rm -rf "$there"' EXIT
git archive HEAD | tar -x -C "$there"
target="$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}/crates")"
cd "$there"

# Copies a path of the checkout to the same path in a crate, and takes it from there in a file of that crate.
bring() {
    local path="$1" crate="$2" file="$3" from="$4" to="$5"
    mkdir -p "$(dirname "$crate/$path")"
    cp -r "$path" "$crate/$path"
    grep -qF "$from" "$crate/$file" || { echo "error: $crate/$file names no $from" >&2; exit 1; }
    sed -i "s#${from//./\\.}#$to#g" "$crate/$file"
}
bring docs/games harness build.rs '"../docs/games' '"docs/games'
bring configs harness build.rs '"../configs"' '"configs"'
bring results/ladders harness build.rs '"../results/ladders"' '"results/ladders"'
bring web/site harness/web src/site.rs '../../../web/site/' '../web/site/'
bring docs harness/web src/documentation.rs '../../../docs/' '../docs/'
find harness/web/docs -mindepth 1 ! -name '*.md' -delete 2>/dev/null || true

# Tests are not published, and crates that need each other for their tests alone would have no order.
git -C "$OLDPWD" ls-files '*Cargo.toml' | grep -v '^web/\|^python/' | while read -r manifest; do
    awk '/^\[/ { tests = /dev-dependencies/ } !(tests && /^torneo/)' "$manifest" >"$there/manifest"
    mv "$there/manifest" "$manifest"
done

CARGO_TARGET_DIR="$target" cargo publish --workspace --allow-dirty "$@"
