# shellcheck shell=bash
# The steps of .ci/run, in order: each with the tools that it needs, and with a `?` those that it takes if they are not left out.
steps=(
    "format"
    "words python"
    "licences cargo-deny"
    "scripts python"
    "locks"
    "lints"
    "documentation"
    "tests python? groff?"
    "fuzz"
    "program"
    "windows rustup mingw-w64 wine64?"
    "report npm chromium"
    "site npm chromium rustup wasm-bindgen"
    "cluster python slurm"
    "package python fairy-stockfish?"
)

# The program as it is shipped. `program` builds it.
shipped="$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")/release/torneo"
# What the steps write, removed in the end.
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch" || echo "left behind: $scratch"' EXIT

format() {
    cargo fmt --all --check
    (cd web && cargo fmt --check)
    (cd python && cargo fmt --check)
}

words() { "$CI_TOOLS/bin/typos"; }

# What the dependencies are allowed to be follows from the checkout alone. Advisories come from outside, and newer ones are no fault of a
# change: a workflow of their own looks at them every day.
licences() { cargo deny check bans licenses sources; }

# Every Python file of the repository, the notebooks included.
scripts() { "$CI_TOOLS/bin/ruff" check --quiet && "$CI_TOOLS/bin/ruff" format --quiet --check; }

# Nothing is to be resolved anew.
locks() {
    local workspace
    for workspace in . web python; do
        (cd "$workspace" && cargo metadata --locked --format-version 1 >/dev/null)
    done
}

lints() { cargo clippy --workspace --all-targets --locked -- -D warnings; }

documentation() { RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked; }

# Tests that compute something a second time in Python fail where they cannot, once a Python is named. The same for pages of `man`.
tests() {
    skips python || export TORNEO_PYTHON="$CI_TOOLS/bin/python"
    skips groff || export TORNEO_GROFF=groff
    cargo test --workspace --locked --no-fail-fast |& tee "$scratch/tests" || { failures "$scratch/tests" && return 1; }
}

# What failed and how, once more behind everything else: of a long output often only the end is kept.
failures() {
    echo "== failed"
    sed -n '/^failures:$/,/^test result: FAILED/p' "$1"
}

# Each reader of files from outside for a while. Of the whole workspace, so that nothing is compiled with other features.
fuzz() { FUZZ_SECONDS="${FUZZ_SECONDS:-20}" cargo test --workspace --locked --test fuzz; }

# A tournament as people run it, and its results compared with what its games give. Then what matters most is asked of the program as it is
# shipped: interrupted, killed, on full disks, with damaged results.
program() {
    cargo build --release --locked
    "$shipped" run configs/quickstart.toml --out "$scratch/quickstart"
    "$shipped" verify "$scratch/quickstart" --sample 20
    TORNEO_PROGRAM="$shipped" cargo test --workspace --locked --test main -- reliability:: command_line::
}

# The program for Windows in a quick build, and under Wine what it plays beside the program of this machine.
windows() {
    CARGO_PROFILE_DEV_DEBUG=false cargo build --locked -p torneo --target x86_64-pc-windows-gnu
    skips wine64 || WINE_QUICK=1 release/wine.sh "${shipped%/*/*}/x86_64-pc-windows-gnu/debug/torneo.exe" "$shipped"
}

# A script for the pages in a browser, which finds what npm installed.
browse() {
    cp -r tests/browser "$CI_TOOLS/"
    node "$CI_TOOLS/browser/$1" "${@:2}"
}

report() {
    "$shipped" report "$scratch/quickstart"
    browse report.mjs "$scratch/quickstart/report.html" "$(browser)"
}

# Some of the families; `web/build.sh` without arguments builds all.
site() {
    (cd web && cargo clippy --locked --all-targets --features morris,dice,simultaneous -- -D warnings)
    (cd web && cargo test --locked --features morris,dice,simultaneous)
    web/build.sh calculator hunt morris dice simultaneous
    browse site.mjs "$shipped" "$(browser)" three-mens-morris "hazard(players=3)" frames hnefatafl
    browse library.mjs "$shipped" "$(browser)"
    browse dice-games.mjs "$shipped" "$(browser)"
    browse results.mjs "$shipped" "$(browser)"
    browse dice.mjs "$shipped" "$(browser)"
}

# A job array on a real Slurm of two nodes.
cluster() { tests/slurm/test.sh "$shipped"; }

# The Python package in a quick build, with a part of the games; then its style and its types.
package() {
    TORNEO_PROGRAM="$shipped" TORNEO_VENV="$CI_TOOLS/package" python/test.sh
    TORNEO_VENV="$CI_TOOLS/package" python/types.sh
}
