#!/bin/sh
# Builds what runs in browsers, in web/dist: a module for each family of games, with its engines, and the calculator of dice.
# Needs Rust with rustup (or the target wasm32-unknown-unknown by other means). Further arguments are the modules to build;
# all without any. Exit code 3: its tool, wasm-bindgen, cannot be installed.
set -eu
cd "$(dirname "$0")"
modules="${*:-calculator $(ls ../harness/entries)}"
tools="$PWD/target/tools"
target="${CARGO_TARGET_DIR:-$PWD/target}"

if command -v rustup >/dev/null; then
    rustup target add wasm32-unknown-unknown
fi
# The tool and the crate are of the same version.
version="$(cargo metadata --format-version 1 --locked --filter-platform wasm32-unknown-unknown |
    tr '{' '\n' | sed -n 's/.*"name":"wasm-bindgen","version":"\([^"]*\)".*/\1/p' | head -n 1)"
bindgen="$tools/bin/wasm-bindgen"
if [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $version" ]; then
    bindgen=wasm-bindgen
elif [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
    # Of the versions that it was released with one may be missing where packages are mirrored; any that fit will do.
    cargo install wasm-bindgen-cli --version "$version" --locked --root "$tools" ||
        cargo install wasm-bindgen-cli --version "$version" --root "$tools" || exit 3
fi

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
