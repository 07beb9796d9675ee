#!/usr/bin/env bash
# Builds what people install: stripped programs and wheels for Python, which need no Rust, the sources for pip, a list of what they are
# made of, and checksums.
#     release/build.sh [--out FOLDER] [--no-wheels] [TARGET...]
# Without targets: all of them. Needs Rust with rustup, Python with pip, and zip; for Windows the linker of MinGW (Debian: mingw-w64).
# pip fetches the linker of the others (Zig), cargo-zigbuild and maturin into an environment of their own, and cargo installs
# cargo-cyclonedx there. Programs for -linux-gnu run on every Linux with glibc 2.17 (of 2012) or later, those for -linux-musl on any. The
# first target takes about a quarter of an hour on two cores, its wheel as long. `release/check.sh` tries what comes out.
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/tools.sh

readonly known=(
    x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl
    x86_64-pc-windows-gnu aarch64-apple-darwin x86_64-apple-darwin
)
glibc=2.17
out=target/release-files
wheels=yes
targets=()
while [ $# -gt 0 ]; do
    case "$1" in
    --out)
        out="${2:?expected a folder after --out}"
        shift
        ;;
    --no-wheels) wheels= ;;
    *)
        if [[ " ${known[*]} " != *" $1 "* ]] || [[ "$1" == *" "* ]] || [ -z "$1" ]; then
            echo "error: there is no target \`$1\`: expected --out FOLDER, --no-wheels, or some of ${known[*]}" >&2
            exit 2
        fi
        targets+=("$1")
        ;;
    esac
    shift
done
[ "${#targets[@]}" -gt 0 ] || targets=("${known[@]}")

mkdir -p "$out"
out="$(realpath "$out")"
if [ -n "$(ls -A "$out")" ]; then
    echo "error: $out is not empty: choose another folder with --out" >&2
    exit 2
fi
if [[ " ${targets[*]} " == *windows* ]] && ! { has x86_64-w64-mingw32-gcc && has zip; } && ! debian mingw-w64 zip; then
    echo "error: x86_64-pc-windows-gnu needs the linker of MinGW and zip, and Debian's mingw-w64 and zip cannot be installed" >&2
    exit 1
fi

tools="${RELEASE_TOOLS:-$PWD/target/release-tools}"
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet "maturin>=1.9,<2" ziglang cargo-zigbuild twine
[ -x "$tools/bin/cargo-cyclonedx" ] || cargo install --quiet --locked --root "$tools" cargo-cyclonedx
export PATH="$tools/bin:$PATH" VIRTUAL_ENV="$tools"
built="${CARGO_TARGET_DIR:-target}"
# Messages of failures name sources; where those lay on this machine is nobody's business.
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=torneo --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
# The oldest macOS that the wheels name, and what the linker must know of it.
export MACOSX_DEPLOYMENT_TARGET=11.0
release/macos.sh "$built/macos"
macos="$(realpath "$built/macos")"

version="$(release/version.sh)"

program() {
    case "$1" in
    *-windows-*) echo "$built/$1/release/torneo.exe" ;;
    *) echo "$built/$1/release/torneo" ;;
    esac
}

# What is said to the compiler for one target alone.
flags() {
    case "$1" in
    *-apple-darwin) echo "$RUSTFLAGS -L framework=$macos -L native=$macos" ;;
    *) echo "$RUSTFLAGS" ;;
    esac
}

build() {
    local command=zigbuild target="$1"
    case "$1" in
    *-linux-gnu) target="$1.$glibc" ;;
    *-windows-gnu) command=build ;;
    esac
    RUSTFLAGS="$(flags "$1")" cargo "$command" --release --locked -p torneo --target "$target"
}

# One wheel for each system and processor, of Python 3.10 and later; for macOS only that of today's processors.
wheel() {
    local options=(--release --locked --target "$1" --out "$out")
    case "$1" in
    *-linux-gnu) options+=(--zig --compatibility manylinux2014) ;;
    *-linux-musl) options+=(--zig --compatibility musllinux_1_2) ;;
    *-windows-gnu) ;;
    aarch64-apple-darwin) options+=(--zig) ;;
    *) return ;;
    esac
    (cd python && RUSTFLAGS="$(flags "$1")" maturin build "${options[@]}")
}

# A program that runs here: one of those that were built, or one more.
runs_here() {
    local target
    for target in "${targets[@]}"; do
        if [[ "$target" == "$(uname -m)"-unknown-linux-* ]]; then
            program "$target"
            return
        fi
    done
    cargo build --release --locked -p torneo >&2
    echo "$built/release/torneo"
}

# Manual pages and completions.
write_help() {
    local runs
    runs="$(runs_here)"
    "$runs" man "$help/man" >/dev/null
    mkdir "$help/completions"
    "$runs" completions bash >"$help/completions/torneo.bash"
    "$runs" completions zsh >"$help/completions/_torneo"
    "$runs" completions fish >"$help/completions/torneo.fish"
    "$runs" completions powershell >"$help/completions/_torneo.ps1"
    "$runs" completions elvish >"$help/completions/torneo.elv"
}

# The same bytes from the same program: no times, no names of users.
pack() {
    local name="torneo-$version-$1"
    mkdir -p "$out/$name"
    cp "$(program "$1")" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
    cp -r configs "$help/man" "$help/completions" "$out/$name/"
    case "$1" in
    *-windows-*)
        find "$out/$name" -exec touch -d "1980-01-01 00:00:00 UTC" {} +
        (cd "$out" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -qX9 "$name.zip" -@)
        ;;
    *) tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$out" -cf - "$name" | gzip -9n >"$out/$name.tar.gz" ;;
    esac
    rm -r "${out:?}/$name"
}

for target in "${targets[@]}"; do
    rustup target list --installed | grep -qx "$target" || rustup target add "$target"
    build "$target"
done
help="$(mktemp -d)"
trap 'rm -rf "$help"' EXIT
write_help
for target in "${targets[@]}"; do
    pack "$target"
    [ -z "$wheels" ] || wheel "$target"
done
if [ -n "$wheels" ]; then
    (cd python && maturin sdist --out "$out")
    twine check --strict "$out"/*.whl "$out/torneo-$version.tar.gz"
fi
release/sbom.sh "$out/torneo-$version.cdx.json"
(cd "$out" && sha256sum -- * >SHA256SUMS)
echo "built in $out:"
ls -l "$out"
