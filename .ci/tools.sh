# shellcheck shell=bash
# The tools that the steps need beside Rust with rustfmt and clippy. `obtain NAME` sees to it that a tool is there: it is installed where it
# is missing, into CI_TOOLS or by Debian's packages. What is missing still ends the run, with its name, unless CI_SKIP lists it.

readonly names=(python groff cargo-deny npm chromium rustup wasm-bindgen mingw-w64 wine64 slurm fairy-stockfish)
CI_TOOLS="$(realpath --canonicalize-missing "${CI_TOOLS:-target/ci-tools}")"
export CI_TOOLS
# What is at hand comes before what was installed. The environment of Python is called by its path.
export PATH="$PATH:$CI_TOOLS/bin"

has() { command -v "$1" >/dev/null; }

# Debian's packages, by root or whoever may become root without a password.
debian() {
    local root=()
    has apt-get || return 1
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    root+=(env DEBIAN_FRONTEND=noninteractive)
    { "${root[@]}" apt-get update -qq && "${root[@]}" apt-get install -qq -y --no-install-recommends "$@"; } >/dev/null
}

# For each tool: whether it is there (have_), and how it comes (get_), its name with `_` for `-`.

have_python() { [ -x "$CI_TOOLS/bin/python" ] && cmp -s .ci/requirements.txt "$CI_TOOLS/requirements.txt"; }
get_python() {
    python3 -m venv "$CI_TOOLS" || { debian python3-venv && python3 -m venv "$CI_TOOLS"; } || return
    "$CI_TOOLS/bin/pip" install --quiet --requirement .ci/requirements.txt && cp .ci/requirements.txt "$CI_TOOLS/"
}

have_groff() { has groff; }
get_groff() { debian groff-base; }

have_cargo_deny() { has cargo-deny; }
# Python's environment has it; without Python it is built, which takes minutes.
get_cargo_deny() { cargo install --quiet --locked --root "$CI_TOOLS" cargo-deny; }

have_npm() { has npm && has node && [ -d "$CI_TOOLS/browser/node_modules" ]; }
get_npm() {
    { has npm && has node; } || debian nodejs npm || return
    mkdir -p "$CI_TOOLS/browser"
    cp tests/browser/package.json "$CI_TOOLS/browser/"
    (cd "$CI_TOOLS/browser" && npm install --silent --no-audit --no-fund)
}

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
have_chromium() { browser >/dev/null; }
get_chromium() { debian chromium; }

# The standard library of the site and of the program for Windows.
readonly rust_targets=(wasm32-unknown-unknown x86_64-pc-windows-gnu)
have_rustup() {
    local target installed
    has rustup && installed="$(rustup target list --installed)" || return
    for target in "${rust_targets[@]}"; do [[ "$installed" == *"$target"* ]] || return; done
}
get_rustup() { rustup target add "${rust_targets[@]}"; }

have_wasm_bindgen() { web/bindgen.sh --at-hand >/dev/null; }
get_wasm_bindgen() { web/bindgen.sh >/dev/null; }

have_mingw_w64() { has x86_64-w64-mingw32-gcc; }
get_mingw_w64() { debian mingw-w64; }

have_wine64() { has wine64 || has wine; }
get_wine64() { debian wine wine64; }

have_slurm() { has munged && has slurmctld && has slurmd && has sbatch && [ "$(id -u)" = 0 ]; }
get_slurm() { [ "$(id -u)" = 0 ] && debian slurm-wlm munge; }

have_fairy_stockfish() { has fairy-stockfish; }
# Debian keeps games where the path of root does not lead.
get_fairy_stockfish() {
    debian fairy-stockfish || return
    mkdir -p "$CI_TOOLS/bin"
    ln -sf /usr/games/fairy-stockfish "$CI_TOOLS/bin/"
}

# Whether CI_SKIP lists a tool.
skips() { [[ " ${CI_SKIP:-} " == *" $1 "* ]]; }

# Ends the run if CI_SKIP has a word that is no tool.
check_skipped() {
    local word
    for word in ${CI_SKIP:-}; do
        if [[ " ${names[*]} " != *" $word "* ]]; then
            echo "error: CI_SKIP has \`$word\`: expected some of ${names[*]}" >&2
            exit 2
        fi
    done
}

# Sees to it that a tool is there, or is to be left out.
obtain() {
    local name="$1" function="${1//-/_}"
    if skips "$name"; then
        echo "skipped: $name"
        return
    fi
    if "have_$function" || { "get_$function" && "have_$function"; }; then
        return
    fi
    echo "error: $name is missing and cannot be installed; CI_SKIP=\"$name\" leaves out what needs it" >&2
    exit 1
}
