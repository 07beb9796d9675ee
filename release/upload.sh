#!/usr/bin/env bash
# Makes the page of a release with its files: `release/upload.sh FOLDER`, with the folder that release/build.sh made. Needs gh, and a
# checkout at the tag. What is uploaded already is replaced, so that it can be done again.
set -euo pipefail
folder="$(realpath "${1:?expected the folder that release/build.sh made}")"
cd "$(dirname "$0")/.."
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
tag="v$(release/version.sh)"
release/tag.sh "${GITHUB_REF_NAME:-$tag}"
mapfile -t files < <(find "$folder" -type f | LC_ALL=C sort)
gh release view "$tag" >/dev/null 2>&1 || gh release create "$tag" --verify-tag --title "$tag" --notes "What changed: CHANGELOG.md."
gh release upload "$tag" --clobber -- "${files[@]}"
