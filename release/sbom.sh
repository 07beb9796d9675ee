#!/usr/bin/env bash
# Lists what the program is made of: `release/sbom.sh FILE` writes a software bill of materials (CycloneDX, JSON) with each crate of
# every target, its version, sum and licence. Needs cargo-cyclonedx. It writes beside every manifest, and so in a copy of the checkout.
set -euo pipefail
file="$(realpath --canonicalize-missing "${1:?expected the file to write}")"
cd "$(dirname "$0")/.."
there="$(mktemp -d)"
trap 'rm -rf "$there"' EXIT
git ls-files -z | tar --null --files-from - -c | tar -x -C "$there"
cd "$there"
# The same bytes from the same checkout: no time, and no folder of this machine.
SOURCE_DATE_EPOCH=0 cargo cyclonedx --quiet --format json --spec-version 1.5 --describe binaries --target all \
    --manifest-path harness/Cargo.toml
sed "s#path+file://$there/#path+file:///#g" harness/torneo_bin.cdx.json >"$file"
