#!/bin/sh
# Checks the style and the types of the package with the tools of an environment in which it is built (test.sh): ruff, mypy, pyright,
# and whether the stub is that of the native module.
set -eu
cd "$(dirname "$0")"
bin="$(cd "${TORNEO_VENV:-target/venv}/bin" && pwd)"
"$bin/ruff" check --quiet
"$bin/ruff" format --quiet --check
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
package="$("$bin/python" -c 'import torneo; print(torneo.__path__[0])')"
examples="$PWD/examples"
# PyO3 makes a list of all names; nobody imports them by `*`.
echo "torneo._torneo.__all__" >"$scratch/allowed"
# Elsewhere, so that the package is the one that is installed.
cd "$scratch"
"$bin/python" -m mypy --strict -p torneo
"$bin/python" -m mypy --strict "$examples/variants.py" "$examples/compare_variants.py"
"$bin/python" -m pyright --pythonpath "$bin/python" "$package"
"$bin/python" -m mypy.stubtest torneo._torneo --concise --allowlist allowed
