#!/bin/sh
# Builds what runs in browsers, in web/dist: a module for each family of games, with its engines, and the calculator of dice.
# Needs Rust with rustup (or the target wasm32-unknown-unknown by other means). Further arguments are the modules to build;
# all without any.
set -eu
cd "$(dirname "$0")"
modules="${*:-calculator $(ls ../harness/entries)}"
target="${CARGO_TARGET_DIR:-$PWD/target}"

if command -v rustup >/dev/null; then
    rustup target add wasm32-unknown-unknown
fi
bindgen="$(./bindgen.sh)"

mkdir -p dist
for module in $modules; do
    if [ "$module" = calculator ]; then
        crate=calculator
        set --
    else
        crate=player
        set -- --features "$module"
    fi
    cargo build --release --locked --target wasm32-unknown-unknown -p "torneo-web-$crate" "$@"
    "$bindgen" --target web --no-typescript --out-dir dist --out-name "$module" \
        "$target/wasm32-unknown-unknown/release/torneo_web_$crate.wasm"
    # Where binaryen is at hand it saves another tenth.
    if command -v wasm-opt >/dev/null; then
        wasm-opt -Os --all-features -o "dist/${module}_bg.wasm" "dist/${module}_bg.wasm"
    fi
done
for module in $modules; do
    printf '%s: %s bytes, compressed %s\n' "$module" "$(wc -c <"dist/${module}_bg.wasm")" "$(gzip -9 -c "dist/${module}_bg.wasm" | wc -c)"
done
