from collections.abc import Iterable
from typing import Any

from ._dice_commands import check as check
from ._dice_commands import run as run

__all__ = ["check", "combos", "odds", "run"]

def odds(spec: str, policy: str | Iterable[str] = ()) -> dict[str, Any]:
    """The exact results of a dice game, a dict as `torneo dice odds --json` prints.

    Every number is `{"exact": "a/b", "decimal": x}`; `fractions.Fraction` reads "exact". `policy`: the names
    of fixed ways to decide in
    place of the best one, one for both seats or one for each. Raises `SpecError`.

    >>> odds("hazard")["seat_win"][0]["exact"].count("/")
    1
    """
def combos(expression: str, sum: int | None = None, given: str | None = None) -> dict[str, Any]:
    """The distribution of a dice expression such as "3d6" or "4d6kh3", a dict as `torneo dice combos --json`
    prints.

    `sum`: only this value. `given`: conditions such as ">=10". Raises `SpecError`.

    >>> combos("3d6", sum=9)["orderings"]
    25
    """
