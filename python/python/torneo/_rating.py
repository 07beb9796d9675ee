"""Agents on the ladders of games."""

from __future__ import annotations

import json
import numbers
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from . import _player, _torneo
from ._answer import Answer, html_of, made
from ._results import AnyPath, _split

__all__ = ["rate"]

Errors = Literal["forfeit", "raise"]
#: The first and the last rung that are met, as a pair or as the command line has it: "3..6".
Rungs = tuple[int, int] | str
#: Half the width of an interval that is narrow enough. Another object than the same number of a
#: caller, since agents that speak text have another default.
WIDTH: float = float("60")
_WIDTH_OF_TEXT = 150.0


@dataclass(frozen=True)
class LadderScore(Answer):
    """A ladder score, or a difference of two, with its 95% interval. 0 is random play, 100 the
    highest rung.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1f} [{self.low:.1f}, {self.high:.1f}]"


@dataclass(frozen=True)
class Difference(Answer):
    """Elo of the first agent less that of the second, with its 95% interval; None where it is open."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class WithoutFaults(Answer):
    """Where an agent stands by those of its games that it did not lose by faults. As `Placement`."""

    elo: float | None
    low: float | None
    high: float | None
    low_with_ladder: float | None
    high_with_ladder: float | None
    bound: Literal["above", "below"] | None
    games: int
    score: float


@dataclass(frozen=True)
class Placement(Answer):
    """Where an agent stands on the ladder of a game, in Elo above random play.

    `low` and `high` are the 95% interval with the ladder held fixed, `low_with_ladder` and
    `high_with_ladder` with what is uncertain of the ladder. `bound` is "above" where all games were
    won and "below" where all were lost: `elo` and that end are None then, the other end is one-sided.
    `between`: the rungs next below and above, None beyond the ends. `score` is the mean score of its
    `games`, 0 to 1. `faults` counts games that it lost by faults, by reason. `retries` counts answers
    that were asked for again, `decisions` its choices. `without_faults`: where it stands by its other
    games, None if it lost none by faults. `ladder_score` is that of this game; `counted`: whether it
    counts over all games. `ran_out`: whether `max_games` were played and the interval is still wider
    than was asked for. `difference` is None unless two are rated.
    """

    game: str
    ladder: str
    elo: float | None
    low: float | None
    high: float | None
    low_with_ladder: float | None
    high_with_ladder: float | None
    bound: Literal["above", "below"] | None
    between: list[int | None]
    games: int
    score: float
    faults: dict[str, int]
    retries: int
    decisions: int
    difference: Difference | None = None
    without_faults: WithoutFaults | None = None
    counted: bool = True
    ran_out: bool = False
    ladder_score: LadderScore | None = None

    def __str__(self) -> str:
        return f"{self.ladder}: {self._elo()} in {self.games} games"

    def _elo(self) -> str:
        if self.elo is None or self.low is None or self.high is None:
            end = self.low if self.bound == "above" else self.high
            return f"{self.bound} {_signed(end)}"
        return f"{_signed(self.elo)} [{_signed(self.low)}, {_signed(self.high)}]"

    def _row(self) -> dict[str, Any]:
        below, above = self.between
        next_to = [f"above {below}"] * (below is not None) + [f"below {above}"] * (above is not None)
        return {
            "ladder": self.ladder,
            "Elo [95%]": self._elo(),
            "rungs": ", ".join(next_to),
            "games": self.games,
            "score": f"{self.score:.3f}",
            "faults": sum(self.faults.values()),
        }


def _signed(elo: float | None) -> str:
    return "unknown" if elo is None else f"{elo:+.0f}"


@dataclass(frozen=True)
class RatedAgent(Answer):
    """An agent with its ladder score over all games, and where it stands at each.

    `ladder_score_elsewhere`: the ends of the 95% interval at other games of this kind, None for fewer
    than five games.
    """

    agent: str
    seed: int
    ladder_score: LadderScore
    games: list[Placement]
    ladder_score_elsewhere: list[float] | None = None

    def __str__(self) -> str:
        return "\n".join([f"{self.agent}: ladder score {self.ladder_score}", *map(str, self.games)])

    def _table(self) -> dict[str, Any]:
        rows = [placement._row() for placement in self.games]
        return {"agent": self.agent, "ladder score [95%]": str(self.ladder_score), "games": rows}


@dataclass(frozen=True)
class Rating(Answer):
    """Where one agent stands on the ladders of games, or two with the difference of their ladder
    scores. `agents` has each.

    `agent`, `seed`, `ladder_score` and `games` are those of the only agent; with two they raise
    `AttributeError`. `difference` is None with one. Elo is above random play, intervals are 95%. Two
    agents meet the same dice.
    """

    agents: list[RatedAgent]
    difference: LadderScore | None = None

    @property
    def _only(self) -> RatedAgent:
        if len(self.agents) == 1:
            return self.agents[0]
        raise AttributeError("two agents were rated: ask `agents[0]` or `agents[1]`, and `difference`")

    @property
    def agent(self) -> str:
        """What the agent is called."""
        return self._only.agent

    @property
    def seed(self) -> int:
        """The master seed."""
        return self._only.seed

    @property
    def ladder_score(self) -> LadderScore:
        """The mean of the ladder scores of the games: 0 is random play, 100 the highest rung."""
        return self._only.ladder_score

    @property
    def games(self) -> list[Placement]:
        """Where the agent stands at each game."""
        return self._only.games

    def __str__(self) -> str:
        of_two = [] if self.difference is None else [f"difference of ladder scores: {self.difference}"]
        return "\n".join([*map(str, self.agents), *of_two])

    def _repr_html_(self) -> str:
        tables = "".join(html_of(agent._table()) for agent in self.agents)
        difference = {"difference of ladder scores": str(self.difference)}
        return tables + (html_of(difference) if self.difference is not None else "")


def _of_json(found: dict[str, Any]) -> Rating:
    """What `torneo rate --json` prints as a `Rating`."""
    agents = found.get("agents", [found])
    rating: Rating = made(Rating, {"agents": agents, "difference": found.get("difference")}, "rate")
    object.__setattr__(rating, "_printed", found)
    return rating


def _is_number(value: Any, whole: bool) -> bool:
    """Whether it is a number, of numpy too; truth values are none."""
    kind = numbers.Integral if whole else numbers.Real
    return isinstance(value, kind) and not isinstance(value, bool)


def _within(name: str, value: Any, least: float, most: float, what: str, whole: bool = False) -> Any:
    """A number of a range. Raises `ValueError` for anything else."""
    if not _is_number(value, whole) or not least <= value <= most:
        raise ValueError(f"{name}: expected {what} from {least:.0f} to {most:.0f}, found {value!r}")
    return value


def _rungs(against: Rungs | None) -> tuple[int, int] | None:
    if against is None:
        return None
    ends = against.split("..") if isinstance(against, str) else against
    try:
        low, high = map(int, ends)
    except (TypeError, ValueError):
        low, high = 1, 0
    if not 0 <= low <= high:
        raise ValueError(
            f"against: expected the first and the last rung, such as (3, 6) or '3..6', found {against!r}"
        )
    return low, high


@dataclass(frozen=True)
class Settings:
    """How agents are rated: the arguments of `rate`."""

    games: Sequence[str] | str = "all"
    width: float = WIDTH
    max_games: int = 150
    against: Rungs | None = None
    seed: int = 1283
    threads: int = 0
    ladder: AnyPath | None = None
    errors: Errors = "forfeit"
    parallel: int = 64

    def __post_init__(self) -> None:
        """Raises `ValueError` for values that cannot be used."""
        if not self.games:
            raise ValueError(f"games: expected 'all' or some games, found {self.games!r}")
        _within("width", self.width, 1, 2000, "a number of Elo points")
        _within("max_games", self.max_games, 2, 1_000_000, "a number of games", whole=True)
        _within("seed", self.seed, 0, 2**64 - 1, "a seed", whole=True)
        _within("threads", self.threads, 0, 1024, "a number of threads", whole=True)
        _within("parallel", self.parallel, 1, 1_000_000, "a number of games", whole=True)
        _rungs(self.against)
        if self.errors not in ("forfeit", "raise"):
            raise ValueError(f"errors: expected forfeit or raise, found {self.errors!r}")


def rated(
    agent: Any,
    settings: Settings,
    *,
    out: AnyPath | None = None,
    resume: bool = False,
    near: Mapping[str, float] | None = None,
    is_over: Callable[[], bool] = lambda: False,
    level: int = 2,
) -> Rating:
    """As `rate`. `near`: an Elo at some games, near which the first games are played. When `is_over`
    says so, no new game begins. `level`: that of the caller for warnings.
    """
    entries, players = _split(agent if isinstance(agent, (tuple, list)) else [agent])
    if resume and out is None:
        raise ValueError("resume: expected `out`, the folder to go on with")
    texts = _player.that_speak(players.values())

    def begun(finish: Callable[[], None]) -> None:
        for text in texts:
            text.begin(None if out is None else Path(out), resume, finish)

    is_many = any(isinstance(player, _player.Many) for player in players.values())
    asked = {
        "agents": json.dumps(entries),
        "games": [settings.games] if isinstance(settings.games, str) else list(settings.games),
        "width": _WIDTH_OF_TEXT if texts and settings.width is WIDTH else float(settings.width),
        "max_games": settings.max_games,
        "against": _rungs(settings.against),
        "near": dict(near or {}),
        "seed": settings.seed,
        "threads": max(
            [settings.threads, settings.parallel if is_many else 0, *(text.at_once for text in texts)]
        ),
        "out": None if out is None else os.fspath(out),
        "resume": resume,
        "ladder": None if settings.ladder is None else os.fspath(settings.ladder),
        "raises": settings.errors == "raise",
        "players": players,
        "begun": begun,
        "is_over": is_over,
    }
    found, _ = _torneo.rate(asked)
    rating = _of_json(found)
    faults = [line for one in rating.agents for line in _faults(one)]
    later = "" if out is None else "; resume=True goes on"
    for line in [*faults, *(text.spent + later for text in texts if text.is_spent)]:
        warnings.warn(line, _torneo.RunWarning, stacklevel=level + 1)
    return rating


def _faults(rated: RatedAgent) -> list[str]:
    """How often an agent failed, in a line, if it did."""
    counts: dict[str, int] = {}
    for placement in rated.games:
        for reason, count in placement.faults.items():
            counts[reason] = counts.get(reason, 0) + count
    told = ", ".join(f"{reason} {count}" for reason, count in counts.items() if count)
    return [f"{rated.agent}: {told}"] if told else []


def expected(rating: Rating) -> dict[str, float]:
    """The Elo near which an agent like this one is looked for, by game."""
    known = {one.game: (one.elo, one.low, one.high) for one in rating.games}
    found = {game: [elo for elo in ends if elo is not None] for game, ends in known.items()}
    return {game: ends[0] for game, ends in found.items() if ends}


def rate(
    agent: Any,
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
) -> Rating:
    """Places an agent, or two, on the ladders of games: `Rating`. As `torneo rate`.

    >>> import torneo
    >>> rating = torneo.rate("greedy", games="three-mens-morris", max_games=20)
    >>> rating.games[0].games, rating.games[0].ladder
    (20, 'three-mens-morris@1')

    `agent`: a specification; a function of state and seat, an object or a class, as in `torneo.run`;
    a `torneo.text.Agent`; or a dict with `name` and `spec`, or with `protocol` and `command` of a
    program. A pair of them, as a tuple or a list, is compared.

    It plays mirrored pairs of games against the rungs that tell most. `games`: "all" that have a
    ladder, or some. A game ends when the 95% interval reaches at most `width` Elo to both sides, 150
    for a `torneo.text.Agent` if nothing is given, or after `max_games` games. `against`: keeps to
    these rungs, such as `(3, 6)`. `ladder`: the file of a ladder in place of those of the program.
    `seed`: the master seed, the same for all who are compared. `threads`: 0 for one per processor;
    the rating does not depend on it.

    `out`: a results folder that keeps the games, with `placements.csv`; `resume` goes on with one
    that was stopped. `errors` and `parallel` are those of `torneo.run`. Where a `torneo.text.Agent`
    has used its limit, no new game begins, and what was played is rated.

    Faults of the agent are warned of (`RunWarning`). Raises `SpecError` for an agent or a game that
    cannot be used, with the nearest name, `ConfigError` for a folder, `ValueError` and `TypeError` for
    other arguments, `RunError` if something fails, and `KeyboardInterrupt` on Ctrl-C. Other Python
    threads run meanwhile.
    """
    settings = Settings(games, width, max_games, against, seed, threads, ladder, errors, parallel)
    return rated(agent, settings, out=out, resume=resume)
