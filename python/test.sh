#!/bin/sh
# Builds the package into an environment of its own and runs its tests; further arguments go to pytest (--all-games).
# Says that it is skipped where Python or pip's packages are not to be had.
set -eu
cd "$(dirname "$0")"
if ! python3 -c "import venv, ensurepip" 2>/dev/null; then
    echo "skipped: the tests of the Python package need python3 with venv and pip"
    exit 0
fi
environment="${TORNEO_VENV:-target/venv}"
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
if ! "$environment/bin/pip" install --quiet "maturin>=1.9,<2" numpy pyarrow pandas pytest tqdm matplotlib nbclient nbformat ipykernel mypy \
    icepool pettingzoo open_spiel pyright ray jax optax polars twine; then
    echo "skipped: the packages that the tests of the Python package need cannot be had"
    exit 0
fi
VIRTUAL_ENV="$(cd "$environment" && pwd)" PATH="$environment/bin:$PATH" "$environment/bin/maturin" develop --quiet
# The example of a wheel with a game of another crate: tests/test_wheel.py loads it.
cargo build --quiet --package torneo-example-hex-wheel --features torneo-python/extension-module
exec "$environment/bin/python" -m pytest -q "$@"
