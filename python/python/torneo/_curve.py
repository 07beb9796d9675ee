"""Agents one after the other on the ladders of games, such as the checkpoints of a training."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _curve_picture
from ._answer import Answer, html_of
from ._rating import WIDTH, Errors, Placement, Rating, Rungs, Settings, expected, rated
from ._results import AnyPath

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

__all__ = ["rate_curve"]

#: What an agent of a curve is called: the step of a training, or a word.
Name = int | float | str
# More games of an agent are only in the table.
_MOST_GAMES = 6
_ENDS = ("elo", "low", "high", "low_with_ladder", "high_with_ladder")
_COUNTS = ("games", "retries", "decisions")


@dataclass(frozen=True, repr=False)
class Curve(Answer):
    """The ratings of agents in their order, with the name of each: a step, or a word.

    Notebooks show the curve with its 95% band, and a row for each agent. Of one game it shows Elo
    above random play, of several the ladder score.
    """

    names: list[Name]
    ratings: list[Rating]

    @cached_property
    def table(self) -> pyarrow.Table:
        """One row for each agent and game, as a `pyarrow.Table`. `agent` is the name. The other
        columns are those of `placements.csv`, and `ladder_score` with its ends over all games of the
        agent. What is open is null.
        """
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

        rows = [_row(name, rating, one) for name, rating in self._pairs() for one in rating.games]
        texts = {name: pyarrow.string() for name in ("game", "ladder", "bound")}
        reals = dict.fromkeys([*_ENDS, "score", *_SCORES], pyarrow.float64())
        counts = dict.fromkeys([*_COUNTS, "faults"], pyarrow.int64())
        kinds = {"agent": _kind(self.names), **texts, **reals, **counts}
        fields = [(name, kinds[name]) for name in _COLUMNS]
        return pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(fields))

    def to_dict(self) -> list[dict[str, Any]]:
        """A list with the name of each agent, and what `torneo rate --json` prints of it."""
        return [{"name": name, "rating": rating.to_dict()} for name, rating in self._pairs()]

    def svg(self) -> str:
        """The curve as a picture, whose text has the colour of what stands around it."""
        games = {one.ladder for rating in self.ratings for one in rating.games}
        if len(games) == 1:
            title, unit = f"Strength on the ladder {min(games)}", "Elo above random play"
            points = [(one.elo, one.low, one.high) for one in (rating.games[0] for rating in self.ratings)]
        else:
            title, unit = f"Ladder score over {len(games)} games", "ladder score"
            scores = [rating.ladder_score for rating in self.ratings]
            points = [(score.value, score.low, score.high) for score in scores]
        return _curve_picture.drawn(title, unit, self.names, points)

    def __repr__(self) -> str:
        return f"torneo.Curve({len(self.ratings)} ratings)"

    def __str__(self) -> str:
        scores = [f"{name}: ladder score {rating.ladder_score}" for name, rating in self._pairs()]
        return "\n".join(scores)

    def _pairs(self) -> list[tuple[Name, Rating]]:
        return list(zip(self.names, self.ratings))

    def _repr_html_(self) -> str:
        rows = [
            {
                "agent": name,
                "ladder score [95%]": str(rating.ladder_score),
                **{f"{one.ladder}: Elo [95%]": one._elo() for one in rating.games[:_MOST_GAMES]},
            }
            for name, rating in self._pairs()
        ]
        picture = f"<figure>{self.svg()}</figure>" if self.ratings else "no agent is rated yet"
        return picture + (html_of(rows) if rows else "")


_SCORES = ("ladder_score", "ladder_score_low", "ladder_score_high")
_COLUMNS = [
    "agent",
    "game",
    "ladder",
    *_ENDS,
    "bound",
    "games",
    "score",
    "faults",
    "retries",
    "decisions",
    *_SCORES,
]


def _row(name: Name, rating: Rating, placement: Placement) -> dict[str, Any]:
    own = ("game", "ladder", *_ENDS, "bound", "score", *_COUNTS)
    score = rating.ladder_score
    return {
        "agent": name,
        **{column: getattr(placement, column) for column in own},
        "faults": sum(placement.faults.values()),
        **dict(zip(_SCORES, (score.value, score.low, score.high))),
    }


def _kind(names: Sequence[Name]) -> Any:
    """The type of a column with these names."""
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

    if all(isinstance(name, int) for name in names):
        return pyarrow.int64()
    return pyarrow.float64() if not any(isinstance(name, str) for name in names) else pyarrow.string()


def _named(agents: Mapping[Name, Any] | Iterable[Any]) -> list[tuple[Name, Any]]:
    """The agents with their names: those of a dict or of pairs, else their numbers. Raises
    `ValueError` for a name that comes twice, and `TypeError` for one that is none.
    """
    if isinstance(agents, str):
        raise TypeError(f"agents: expected several, found {agents!r}; torneo.rate takes one")
    if isinstance(agents, Mapping):
        pairs = list(agents.items())
    else:
        listed = enumerate(agents)
        pairs = [agent if isinstance(agent, tuple) else (number, agent) for number, agent in listed]
    if not pairs:
        raise ValueError("agents: expected one or more, found none")
    for pair in pairs:
        if len(pair) != 2 or isinstance(pair[0], bool) or not isinstance(pair[0], (numbers.Real, str)):
            raise TypeError(f"agents: expected pairs of a name and an agent, found {pair!r}")
    texts = any(isinstance(name, str) for name, _ in pairs)
    named = [(str(name) if texts else _plain(name), agent) for name, agent in pairs]
    for place, (name, _) in enumerate(named):
        if name in [other for other, _ in named[:place]]:
            raise ValueError(f"agents: two have the name {name!r}")
    return named


def _plain(number: Any) -> int | float:
    """A number as one of Python."""
    return int(number) if isinstance(number, numbers.Integral) else float(number)


def folder_of(out: AnyPath | None, name: Name) -> Path | None:
    """The folder of an agent in that of a curve."""
    if out is None:
        return None
    plain = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in str(name))
    return Path(out) / plain.strip(".")


def rate_curve(
    agents: Mapping[Name, Any] | Iterable[Any],
    *,
    games: Sequence[str] | str = "all",
    width: float = WIDTH,
    max_games: int = 150,
    against: Rungs | None = None,
    seed: int = 1283,
    threads: int = 0,
    out: AnyPath | None = None,
    resume: bool = False,
    ladder: AnyPath | None = None,
    errors: Errors = "forfeit",
    parallel: int = 64,
) -> Curve:
    """Rates agents one after the other, such as the checkpoints of a training: `Curve`.

    >>> import torneo
    >>> curve = torneo.rate_curve(["random", "greedy"], games="three-mens-morris", max_games=20)
    >>> curve.names, curve.table.num_rows
    ([0, 1], 2)

    `agents` in their order: a dict by name, pairs of a name and an agent, or a list, whose names are
    0, 1, 2 and so on. A name is a step or a word. All meet the same dice. Each plays its first games
    against the rung nearest to where the last one stood, so one that is rated alone may meet other
    rungs.

    With `out` each agent has a folder there, named by its name. `resume` goes on where it was
    stopped: who was rated is not rated again. Everything else is as for `rate`.
    """
    settings = Settings(games, width, max_games, against, seed, threads, ladder, errors, parallel)
    named, near = _named(agents), dict[str, float]()
    folders = [folder_of(out, name) for name, _ in named]
    if out is not None and len(set(folders)) < len(folders):
        raise ValueError("agents: two names would have the same folder in `out`")
    ratings: list[Rating] = []
    for (_, agent), folder in zip(named, folders):
        if isinstance(agent, (tuple, list)):
            raise TypeError(f"agents: expected one agent for each name, found {agent!r}")
        goes_on = resume and folder is not None and (folder / "manifest.json").is_file()
        ratings.append(rated(agent, settings, out=folder, resume=goes_on, near=near, level=2))
        near = near | expected(ratings[-1])
    return Curve([name for name, _ in named], ratings)
