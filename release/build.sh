#!/usr/bin/env bash
# Builds what people install: stripped programs and wheels for Python, which need no Rust, the sources for pip, and checksums.
#     release/build.sh [--out FOLDER] [--no-wheels] [TARGET...]
# Without targets: x86-64 and arm64. Needs Rust with rustup, and Python with pip, which fetches the linker (Zig), cargo-zigbuild and
# maturin into an environment of their own. What comes out runs on every Linux with glibc 2.17 (of 2012) or later.
# All four take about a quarter of an hour on two cores. `release/check.sh` tries what comes out.
set -euo pipefail
cd "$(dirname "$0")/.."

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
    x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu) targets+=("$1") ;;
    *)
        echo "expected --out FOLDER, --no-wheels, x86_64-unknown-linux-gnu or aarch64-unknown-linux-gnu, found $1" >&2
        exit 2
        ;;
    esac
    shift
done
[ "${#targets[@]}" -gt 0 ] || targets=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu)

mkdir -p "$out"
out="$(realpath "$out")"
if [ -n "$(ls -A "$out")" ]; then
    echo "$out is not empty: choose another folder with --out" >&2
    exit 2
fi

tools="${RELEASE_TOOLS:-$PWD/target/release-tools}"
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/pip" install --quiet "maturin>=1.9,<2" ziglang cargo-zigbuild twine
export PATH="$tools/bin:$PATH" VIRTUAL_ENV="$tools"
built="${CARGO_TARGET_DIR:-target}"
# Messages of failures name sources; where those lay on this machine is nobody's business.
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=torneo --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"

version="$(cargo metadata --no-deps --format-version 1 --locked \
    | python3 -c 'import json, sys
print(next(p["version"] for p in json.load(sys.stdin)["packages"] if p["name"] == "torneo"))')"

# The same bytes from the same program: no times, no names of users.
pack() {
    local name="torneo-$version-$1"
    mkdir -p "$out/$name"
    cp "$built/$1/release/torneo" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
    cp -r configs "$out/$name/"
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$out" -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
    rm -r "${out:?}/$name"
}

for target in "${targets[@]}"; do
    rustup target list --installed | grep -qx "$target" || rustup target add "$target"
    cargo zigbuild --release --locked -p torneo --target "$target.$glibc"
    pack "$target"
    if [ -n "$wheels" ]; then
        (cd python && maturin build --release --locked --zig --compatibility manylinux2014 --target "$target" --out "$out")
    fi
done
if [ -n "$wheels" ]; then
    (cd python && maturin sdist --out "$out")
    twine check --strict "$out"/*.whl "$out/torneo-$version.tar.gz"
fi
(cd "$out" && sha256sum -- * >SHA256SUMS)
echo "built in $out:"
ls -l "$out"
