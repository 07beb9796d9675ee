"""Where seeds come from that nobody gives: one place, which tests can make repeat itself."""

from __future__ import annotations

import os


def fresh() -> int:
    """A master seed that nobody has seen before."""
    return int.from_bytes(os.urandom(8), "little")
