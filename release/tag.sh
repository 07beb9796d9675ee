#!/usr/bin/env bash
# Whether the tag of a release is that of the version: `release/tag.sh [TAG]`. Without TAG it is the one that the workflow was started by
# (GITHUB_REF_NAME).
set -euo pipefail
cd "$(dirname "$0")/.."
version="$(release/version.sh)"
tag="${1:-${GITHUB_REF_NAME:?expected a tag}}"
if [ "$tag" != "v$version" ]; then
    echo "error: the tag is $tag, but Cargo.toml has version $version: expected v$version" >&2
    exit 2
fi
