#!/bin/sh
# Builds the package into an environment of its own and runs its tests; further arguments go to pytest (--all-games).
# Needs python3 with venv, and pip's packages, else it fails.
set -eu
cd "$(dirname "$0")"
environment="${TORNEO_VENV:-target/venv}"
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet "maturin>=1.9,<2" numpy pyarrow pandas pytest tqdm matplotlib nbclient nbformat ipykernel mypy \
    icepool pettingzoo open_spiel pyright ray jax optax polars twine "ruff~=0.17.6" "pyffish==0.0.90"
VIRTUAL_ENV="$(cd "$environment" && pwd)" PATH="$environment/bin:$PATH" "$environment/bin/maturin" develop --quiet
# The example of a wheel with a game of another crate: tests/test_wheel.py loads it.
cargo build --quiet --package torneo-example-hex-wheel --features torneo-python/extension-module
exec "$environment/bin/python" -m pytest -q "$@"
