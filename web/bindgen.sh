#!/bin/sh
# Prints where wasm-bindgen is, in the version of the crate that the lock file has. Where it is missing it is built, into CI_TOOLS or
# web/target/tools; with `--at-hand` that is a failure.
set -eu
cd "$(dirname "$0")"
tools="${CI_TOOLS:-$PWD/target/tools}"
version="$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)"
at_hand() {
    for program in wasm-bindgen "$tools/bin/wasm-bindgen"; do
        if [ "$("$program" --version 2>/dev/null)" = "wasm-bindgen $version" ]; then
            command -v "$program"
            return
        fi
    done
    return 1
}
if ! at_hand; then
    [ "${1:-}" != --at-hand ] || exit 1
    # A run of it takes a second, a build with all optimisations minutes. Of the versions that it was released with one may be missing where
    # packages are mirrored; any that fit will do.
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=false
    set -- cargo install --quiet wasm-bindgen-cli --version "$version" --bin wasm-bindgen --root "$tools"
    "$@" --locked >&2 || "$@" >&2 || true
    at_hand || {
        echo "error: wasm-bindgen $version is missing and cannot be installed" >&2
        exit 1
    }
fi
