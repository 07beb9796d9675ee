"""What the commands of the command line do, as functions. Each returns what the command prints with
`--json`, as a dataclass.

Options have the names of the command line, with `_` for `-`; one that is None has the command's
default. Errors are the texts of the command line: `SpecError` or `ConfigError` for what cannot be
used, `RunError` for what failed; Ctrl-C raises `KeyboardInterrupt`.
"""

import json
import os
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from . import _games, _torneo
from ._answer import Answer, Several, html_of, made
from ._deprecated import StandsFor
from ._results import Results

__all__ = [
    "advantage",
    "bench",
    "best_of",
    "calibrate",
    "conformance",
    "exploit",
    "export",
    "import_games",
    "learn",
    "match",
    "merge",
    "perft",
    "report",
    "show",
    "tune",
    "verify",
]

#: What a sequential test says.
Decision = Literal["accept-h0", "accept-h1", "undecided", "fixed"]
_Path = str | os.PathLike[str]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Estimate(Answer):
    """A mean score with its 95% interval, None where none can be given, over so many independent
    groups of games.
    """

    value: float
    low: float | None
    high: float | None
    groups: int


@dataclass(frozen=True)
class Hypotheses(Answer):
    """What a sequential test tells apart: advantages in Elo points, and how often it may err."""

    elo0: float
    elo1: float
    alpha: float
    beta: float


@dataclass(frozen=True)
class MatchElo(Answer):
    """An advantage as match programs state it, in Elo points and in normalised ones; None where no
    number can be given, as at scores of 0 and 1. Errors are half of the 95% interval. `superiority`
    is the probability that the first engine is better, 0 to 1.
    """

    score: float
    elo: float | None
    elo_error: float | None
    normalised: float | None
    normalised_error: float | None
    superiority: float | None


@dataclass(frozen=True)
class GameScore(Answer):
    """The score of the first engine at a game."""

    game: str
    score: Estimate


@dataclass(frozen=True)
class Copies(Answer):
    """Games of the same engines that went move by move like others: how many groups there are, and
    how many different ones among them.
    """

    game: str
    engines: list[str]
    groups: int
    different: int


@dataclass(frozen=True)
class Match(Answer):
    """Two engines compared by a sequential test. `decision` is "accept-h0" where the smaller
    advantage is accepted, "accept-h1" where the larger one is, "undecided", or "fixed" where the
    number of games was given.

    `hypotheses`, `model`, `log_likelihood_ratio`, `bounds` and `llr_percent` are None without a test.
    `model` is "logistic" or "normalized". `expected_groups` are the mean numbers of groups until the
    test decides: "h0" and "h1" if that hypothesis is true, "between" midway; None where unknown.

    `elo` is the advantage of the first engine in Elo points with the ends of its 95% interval,
    `score` its mean score, 0 to 1; `llr_percent` says how far the test is to a bound, and
    `log_likelihood_ratio` and `bounds` are natural logarithms. `elo` and `match_elo` are None where
    no number can be given: at scores of 0 and 1, and where copies leave fewer than ten different
    groups. `groups` and `scores` count each different group once.
    """

    engine: str
    opponent: str
    hypotheses: Hypotheses | None
    log_likelihood_ratio: float | None
    bounds: list[float] | None
    decision: Decision
    groups: int
    games: int
    score: Estimate
    elo: list[float | None] | None
    llr_percent: float | None
    match_elo: MatchElo | None
    pentanomial: dict[str, int] | None
    draws: float
    out_of_reach: float | None
    scores: list[list[float]]
    by_game: list[GameScore]
    faults: dict[str, Any]
    copies: list[Copies] | None = None
    model: str | None = None
    expected_groups: dict[str, float | None] | None = None


@dataclass(frozen=True)
class Opening(Answer):
    """How the games of a measurement began."""

    random_plies: int
    by: str


@dataclass(frozen=True)
class KnownScore(Answer):
    """The first seat's score where it is known without games: "exact" without decisions, "solved"
    with them.
    """

    value: float
    method: str


@dataclass(frozen=True)
class SeatAdvantage(Answer):
    """What a seat is worth: its mean score beside the fair one. The e-value and the confidence
    sequence hold at any time.
    """

    seat: int
    name: str
    score: Estimate
    fair: float
    e_value: float | None
    sequence: list[float] | None
    verdict: Literal["ahead", "behind", "fair", "undecided", "one-game", "no-first-move", "exact", "solved"]


@dataclass(frozen=True)
class Advantage(Answer):
    """A game's first-move advantage between equal players.

    `method` is "exact", "solved" or "self-play". Where a known score is the answer and nothing is
    played, `engine`, `draws` and `mean_plies` are None. `decided_after` is the number of games
    after which there was a verdict.
    """

    game: str
    engine: str | None
    method: str
    score: Estimate
    fair: float
    draws: float | None
    mean_plies: float | None
    opening: Opening
    precise: bool
    faults: dict[str, Any]
    games: int
    distinct_games: int | None
    decided_after: int | None
    known: KnownScore | None
    seats: list[SeatAdvantage]


@dataclass(frozen=True)
class Runner(Answer):
    """An engine of an elimination; `out_after` and `beaten_by` are None for those still in the race."""

    engine: str
    score: Estimate
    games: int
    out_after: int | None
    beaten_by: str | None


@dataclass(frozen=True)
class BestOf(Answer):
    """The best of several engines by elimination; `runners` from the best on."""

    games: list[str]
    error: float
    rounds: int
    played: int
    without_elimination: int
    runners: list[Runner]
    faults: dict[str, Any]
    copies: list[Copies] | None = None


@dataclass(frozen=True)
class SeatLoss(Answer):
    """What an engine gives away at a seat, in scores of 0 to 1."""

    seat: int
    value: float
    worst_case: float
    loss: float
    against_optimal: float
    loss_against_optimal: float
    choices: int
    mistakes: int
    largest_mistake: float


@dataclass(frozen=True)
class EngineLoss(Answer):
    """How far an engine is from perfect play."""

    engine: str
    seats: list[SeatLoss]
    nash_conv: float
    against_itself: float


@dataclass(frozen=True)
class Exploitability(Answer):
    """How far engines are from perfect play at a game."""

    game: str
    seeds: int
    positions: int
    engines: list[EngineLoss]


@dataclass(frozen=True)
class Parameter(Answer):
    """An option that is tuned, its range and its value at the start."""

    name: str
    low: float
    high: float
    start: float
    whole: bool
    geometric: bool
    c_end: float
    r_end: float


@dataclass(frozen=True)
class TuneSettings(Answer):
    """How a tuning was made; the gains have their names in fishtest."""

    engine: str
    parameters: list[Parameter]
    games: list[str]
    iterations: int
    pairs: int
    check: int
    seed: int
    random_plies: int
    openings: str | None
    order: str
    max_plies: int
    A: float
    alpha: float
    gamma: float
    plies: int | None = None
    start: int | None = None


@dataclass(frozen=True)
class Iteration(Answer):
    """One iteration of a tuning: the score of its games, and the values after it."""

    score: float
    values: list[float]


@dataclass(frozen=True)
class Tuning(Answer):
    """What a tuning found; `check` is the score of the tuned engine against the one at the start."""

    settings: TuneSettings
    iterations: list[Iteration]
    means: list[float]
    tuned: str
    check: Estimate | None


@dataclass(frozen=True)
class LearnSettings(Answer):
    """How an evaluation was learnt."""

    game: str
    budget: int
    nodes: int
    seed: int
    random_plies: int
    max_plies: int
    lines: int | None


@dataclass(frozen=True)
class Half(Answer):
    """The score of learnt weights in a match, and its games."""

    score: float
    games: int


@dataclass(frozen=True)
class Tried(Answer):
    """Weights that were tried against the game's own evaluation."""

    longest: int
    share: float
    first: Half
    last: Half | None


@dataclass(frozen=True)
class Found(Answer):
    """What was learnt; `kept` is the number of what was tried that is kept, None if nothing beats
    the game's own evaluation.
    """

    generations: int
    games: int
    nodes: int
    positions: int
    error: float
    weights: int
    tried: list[Tried]
    kept: int | None


@dataclass(frozen=True)
class Learnt(Answer):
    """An evaluation that was learnt, and the file of its weights."""

    settings: LearnSettings
    found: Found
    weights: str


@dataclass(frozen=True)
class HeldOut(Answer):
    """How well a policy names what a search chose, in games that it was not learnt from. `policy`
    and `evaluation` are the shares of choices that are their first choice; the ranks are means.
    """

    games: int
    choices: int
    policy: float
    evaluation: float
    policy_rank: float
    evaluation_rank: float


@dataclass(frozen=True)
class LearntPolicy(Answer):
    """A policy that was learnt, and the file of its weights."""

    game: str
    seed: int
    minutes: float
    choices: int
    held_out: HeldOut
    games: int
    nodes: int
    weights: str


@dataclass(frozen=True)
class Repair(Answer):
    """What a repair left, and where what it cut off is kept."""

    games: int
    kept: list[str]


@dataclass(frozen=True)
class Verification(Answer):
    """Whether a folder holds what its run wrote: `sound`, and what is wrong if it is not. `kind` is
    "run".
    """

    kind: str
    folder: str
    sound: bool
    planned_games: int
    games: int
    checkpoints: int
    checkpoints_holding: int
    replayed: int
    played_again: int
    faults: list[str]
    more_faults: int
    notes: list[str]
    repair: Repair | None


@dataclass(frozen=True)
class AtlasFault(Answer):
    """What is wrong with a file of an atlas; `line` is None where no line can be told."""

    file: str
    line: int | None
    message: str


@dataclass(frozen=True)
class AtlasVerification(Answer):
    """Whether the folder of an atlas holds what its tasks wrote. `kind` is "atlas"."""

    kind: str
    folder: str
    sound: bool
    cells: int
    matches: int
    with_games: int
    replayed: int
    played_again: int
    faults: list[AtlasFault]
    notes: list[str]


@dataclass(frozen=True)
class Speed(Answer):
    """Uniformly random games on one thread."""

    game: str
    playouts_per_second: float
    plies_per_second: float
    mean_plies: float


@dataclass(frozen=True)
class SearchSpeed(Answer):
    """Searches of an engine on one thread; `nodes` and `choices` tell whether two programs search
    alike.
    """

    game: str
    engine: str
    nodes_per_second: float
    choices_per_second: float
    nodes: int
    choices: str


@dataclass(frozen=True)
class Bench(Answer, Several):
    """Speeds of one thread: of random games in `speeds`, or of the searches of engines in
    `searches`. A list of both.
    """

    speeds: list[Speed] = field(default_factory=list)
    searches: list[SearchSpeed] = field(default_factory=list)

    def _items(self) -> list[Any]:
        return [*self.speeds, *self.searches]


@dataclass(frozen=True)
class Coverage(Answer):
    """How often a statement about simulated tournaments came true, and within which bounds it should."""

    name: str
    cases: int
    happened: int
    target: list[float]


@dataclass(frozen=True)
class Calibration(Answer, Several):
    """How often the statements of the statistics came true in simulated tournaments: a list."""

    coverages: list[Coverage]

    def _items(self) -> list[Any]:
        return self.coverages


@dataclass(frozen=True)
class Perft(Answer):
    """The number of `leaves` of a game tree at `depth` plies."""

    game: str
    depth: int
    leaves: int

    def __index__(self) -> int:
        return self.leaves


@dataclass(frozen=True)
class Tally(Answer):
    """How often a property was tried."""

    property: str
    tried: int


@dataclass(frozen=True)
class Breach(Answer):
    """What breaks the contract of games: `property` at `position` of a random game, after `moves`.
    `traceback`: what a method of a game in Python raised.
    """

    property: str
    message: str
    game: str
    seed: int
    ply: int
    position: str
    moves: list[str]
    traceback: str | None = None


@dataclass(frozen=True)
class Conformance(Answer):
    """How often the properties of games were tried, and what breaks them."""

    specifications: int
    games: int
    plies: int
    properties: list[Tally]
    breaches: list[Breach]

    def __str__(self) -> str:
        examined = f"{self.specifications} specifications, {self.games} games, {self.plies} plies"
        return "\n".join([examined, *(_told(breach) for breach in self.breaches)])


@dataclass(frozen=True)
class Report(StandsFor, Answer):
    """The page of a run. It stands for its path where one is asked for: `open(report)`."""

    path: Path

    def _plain(self) -> tuple[str, Any]:
        return "path", self.path

    def __fspath__(self) -> str:
        return os.fspath(self.path)

    def __str__(self) -> str:
        return str(self.path)

    def __eq__(self, other: object) -> bool:
        return self.path == (other.path if isinstance(other, Report) else other)

    def __hash__(self) -> int:
        return hash(self.path)

    def to_dict(self) -> dict[str, Any]:
        """The path as a text."""
        return {"path": str(self.path)}


@dataclass(frozen=True, eq=False, repr=False)
class Export(str, Answer):
    """The games of a run in a format of other programs: a text, which is empty if it was written to
    the file `out`. `file_format` is "pgn", "sgf" or "json".
    """

    text: str
    file_format: str
    out: Path | None = None

    def __new__(cls, text: str, file_format: str, out: Path | None = None) -> "Export":
        return super().__new__(cls, text)

    def __getnewargs__(self) -> tuple[str, str, Path | None]:  # type: ignore[override]
        return self.text, self.file_format, self.out

    def __getitem__(self, place: Any) -> str:
        return self.text[place]

    def to_dict(self) -> dict[str, Any]:
        """The text, the format, and the path of the file as a text or None."""
        out = None if self.out is None else str(self.out)
        return {"text": self.text, "format": self.file_format, "out": out}

    def _repr_html_(self) -> str:
        return html_of(self.to_dict())


@dataclass(frozen=True)
class PlayedGame(Answer):
    """A game as `torneo export --format json` writes it. `tokens` are its plies, and `by` says whose
    each is: a seat, seats that chose together, or "chance". `position` is None where the game began
    at its start. `scores` are 0 to 1.
    """

    event: str
    game_no: int | None
    round: int | None
    game: str
    seats: list[str]
    engines: list[str]
    scores: list[float]
    points: list[float] | None
    reason: str
    position: str | None
    opening: str
    tokens: list[str]
    by: list[Any]


@dataclass(frozen=True)
class Imported(Answer, Several):
    """The games of a file: a list of `PlayedGame`."""

    games: list[PlayedGame]

    def _items(self) -> list[Any]:
        return self.games


@dataclass(frozen=True)
class Piece(Answer):
    """A thing on a site."""

    site: str
    kind: str
    letter: str
    owner: int | None


@dataclass(frozen=True)
class Field(Answer):
    """What a position holds beside the things on its sites, by name. `site` names the site where
    the value is one.
    """

    name: str
    owner: int | None
    value: int
    least: int
    most: int
    site: str | None = None


@dataclass(frozen=True)
class Shown(Answer):
    """A position as data."""

    game: str
    position: str
    turn: str
    seat: int | None
    legal: list[Any]
    over: bool
    reason: str | None
    scores: list[float] | None
    points: list[float] | None
    pieces: list[Piece]
    fields: list[Field]
    weights: list[int] | None = None
    legal_by_seat: Any = None


def _texts(values: Iterable[str] | str) -> list[str]:
    return [values] if isinstance(values, str) else list(values)


def _call(
    command: Sequence[str], positional: Iterable[str], options: dict[str, Any], failing: bool = False
) -> str:
    """What a command prints."""
    arguments = list(command)
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(flag)
        elif isinstance(value, (list, tuple)):
            for item in value:
                arguments.append(f"{flag}={item}")
        else:
            arguments.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return _torneo.call([*arguments, "--", *positional], failing)


def _answer(
    kind: type[_T], command: str, positional: Iterable[str], options: dict[str, Any], failing: bool = False
) -> _T:
    printed = _call(command.split(), positional, {**options, "json": True}, failing)
    answer: _T = made(kind, json.loads(printed), command)
    return answer


def _listed(
    kind: type[_T], name: str, command: str, positional: Iterable[str], options: dict[str, Any]
) -> _T:
    """The answer of a command that prints a list."""
    printed = json.loads(_call(command.split(), positional, {**options, "json": True}))
    answer: _T = made(kind, {name: printed}, command)
    object.__setattr__(answer, "_printed", printed)
    return answer


def match(
    engine: str,
    opponent: str,
    games: Sequence[str] | str,
    sprt: tuple[float, float] | None = None,
    *,
    pairs: int | None = None,
    model: Literal["logistic", "normalized"] | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    random_plies: int | None = None,
    openings: _Path | None = None,
    plies: int | None = None,
    start: int | None = None,
    order: str | None = None,
    seatings: str | None = None,
    out: _Path | None = None,
    resume: bool = False,
    max_plies: int | None = None,
    resign: str | None = None,
    draw: str | None = None,
    solved: bool = False,
    max_rounds: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engines_file: _Path | None = None,
    log_engines: bool = False,
    report_every: int | None = None,
    affinity: bool = False,
) -> Match:
    """Compares two engines by a sequential test of two advantages in Elo points, `sprt=(0, 5)`, or over
    so many mirrored groups of each game, `pairs=100`. One of both is needed; with both all groups are
    played. As `torneo match`.
    """
    options = dict(
        alpha=alpha, beta=beta, random_plies=random_plies, openings=openings, order=order, seatings=seatings
    )
    options |= dict(
        out=out, resume=resume, max_plies=max_plies, max_rounds=max_rounds, seed=seed, threads=threads
    )
    hypotheses = None if sprt is None else f"{sprt[0]},{sprt[1]}"
    given = dict(games=_texts(games), sprt=hypotheses, pairs=pairs, model=model)
    options |= dict(engines=engines_file, log_engines=log_engines, affinity=affinity)
    options |= dict(report_every=report_every, plies=plies, start=start)
    options |= dict(resign=resign, draw=draw, solved=solved)
    return _answer(Match, "match", [engine, opponent], given | options)


def advantage(
    game: str,
    engine: str | None = None,
    *,
    precision: float | None = None,
    margin: float | None = None,
    random_plies: int | None = None,
    openings: _Path | None = None,
    plies: int | None = None,
    start: int | None = None,
    order: str | None = None,
    out: _Path | None = None,
    resume: bool = False,
    max_plies: int | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engines_file: _Path | None = None,
    log_engines: bool = False,
    report_every: int | None = None,
    affinity: bool = False,
) -> Advantage:
    """A game's first-move advantage, known or measured to a precision or a verdict. As `torneo
    advantage`.
    """
    options = dict(
        precision=precision, margin=margin, random_plies=random_plies, openings=openings, order=order
    )
    options |= dict(
        out=out, resume=resume, max_plies=max_plies, max_games=max_games, seed=seed, threads=threads
    )
    options |= dict(engines=engines_file, log_engines=log_engines, affinity=affinity)
    options |= dict(report_every=report_every, plies=plies, start=start)
    return _answer(Advantage, "advantage", [game], dict(engine=engine) | options)


def best_of(
    engines: Sequence[str],
    games: Sequence[str] | str,
    *,
    error: float | None = None,
    random_plies: int | None = None,
    openings: _Path | None = None,
    plies: int | None = None,
    start: int | None = None,
    order: str | None = None,
    seatings: str | None = None,
    out: _Path | None = None,
    resume: bool = False,
    max_plies: int | None = None,
    resign: str | None = None,
    draw: str | None = None,
    solved: bool = False,
    max_rounds: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engines_file: _Path | None = None,
    log_engines: bool = False,
    report_every: int | None = None,
    affinity: bool = False,
) -> BestOf:
    """Finds the best of several engines by elimination. As `torneo best-of`."""
    options = dict(error=error, random_plies=random_plies, openings=openings, order=order, seatings=seatings)
    options |= dict(
        out=out, resume=resume, max_plies=max_plies, max_rounds=max_rounds, seed=seed, threads=threads
    )
    options |= dict(engines=engines_file, log_engines=log_engines, affinity=affinity)
    options |= dict(report_every=report_every, plies=plies, start=start)
    options |= dict(resign=resign, draw=draw, solved=solved)
    return _answer(BestOf, "best-of", engines, dict(games=_texts(games)) | options)


def exploit(
    game: str,
    engines: Sequence[str] | str,
    *,
    position: str | None = None,
    seeds: int | None = None,
    seed: int | None = None,
    positions: int | None = None,
    threads: int | None = None,
) -> Exploitability:
    """Measures how far engines are from perfect play at a small game for two. As `torneo exploit`."""
    options = dict(position=position, seeds=seeds, seed=seed, positions=positions, threads=threads)
    return _answer(Exploitability, "exploit", [game], dict(engine=_texts(engines)) | options)


def tune(
    engine: str,
    game: Sequence[str] | str,
    param: Sequence[str] | str,
    *,
    iterations: int | None = None,
    pairs: int | None = None,
    check: int | None = None,
    random_plies: int | None = None,
    openings: _Path | None = None,
    plies: int | None = None,
    start: int | None = None,
    order: str | None = None,
    out: _Path | None = None,
    resume: bool = False,
    max_plies: int | None = None,
    resign: str | None = None,
    draw: str | None = None,
    solved: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    engines_file: _Path | None = None,
    log_engines: bool = False,
    report_every: int | None = None,
    affinity: bool = False,
) -> Tuning:
    """Tunes options of an engine, such as `param="c=0.1..2"`. As `torneo tune`."""
    options = dict(
        iterations=iterations, pairs=pairs, check=check, random_plies=random_plies, openings=openings
    )
    options |= dict(order=order, out=out, resume=resume, max_plies=max_plies, seed=seed, threads=threads)
    options |= dict(plies=plies, start=start)
    options |= dict(engines=engines_file, log_engines=log_engines, affinity=affinity)
    options |= dict(report_every=report_every)
    options |= dict(resign=resign, draw=draw, solved=solved)
    return _answer(Tuning, "tune", [engine], dict(game=_texts(game), param=_texts(param)) | options)


@overload
def learn(
    game: str,
    *,
    policy: Literal[False] = False,
    minutes: float | None = None,
    nodes: int | None = None,
    out: _Path | None = None,
    force: bool = False,
    random_plies: int | None = None,
    max_plies: int | None = None,
    lines: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Learnt: ...
@overload
def learn(
    game: str,
    *,
    policy: Literal[True],
    minutes: float | None = None,
    nodes: int | None = None,
    out: _Path | None = None,
    force: bool = False,
    random_plies: int | None = None,
    max_plies: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> LearntPolicy: ...
def learn(
    game: str,
    *,
    policy: bool = False,
    minutes: float | None = None,
    nodes: int | None = None,
    out: _Path | None = None,
    force: bool = False,
    random_plies: int | None = None,
    max_plies: int | None = None,
    lines: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Learnt | LearntPolicy:
    """Learns an evaluation of a game by self-play, or a policy, and writes its weights to a file.
    As `torneo learn`.
    """
    options = dict(minutes=minutes, nodes=nodes, out=out, force=force, random_plies=random_plies)
    options |= dict(max_plies=max_plies, lines=lines, seed=seed, threads=threads)
    if policy:
        return _answer(LearntPolicy, "learn", [game], options | dict(policy=True))
    return _answer(Learnt, "learn", [game], options)


def verify(
    folder: _Path,
    *,
    sample: int | None = None,
    repair: bool = False,
    run_programs: bool = False,
    design: _Path | None = None,
) -> Verification | AtlasVerification:
    """Checks the files of a run or of an atlas, and plays some of its games again. A folder that is
    not sound is an answer, no error. As `torneo verify`.
    """
    options = dict(sample=sample, repair=repair, run_programs=run_programs, design=design, json=True)
    found = json.loads(_call(["verify"], [os.fspath(folder)], options, failing=True))
    kind = AtlasVerification if found["kind"] == "atlas" else Verification
    answer: Verification | AtlasVerification = made(kind, found, "verify")
    return answer


def bench(
    games: Sequence[str] | str = (),
    *,
    engines: Sequence[str] | str | None = None,
    seconds: float | None = None,
) -> Bench:
    """Measures uniformly random playouts on one thread; with `engines` their searches. As `torneo
    bench`.
    """
    options = dict(engines=None if engines is None else _texts(engines), seconds=seconds)
    return _listed(Bench, "speeds" if engines is None else "searches", "bench", _texts(games), options)


def calibrate(
    *, simulations: int | None = None, bootstrap: int | None = None, seed: int | None = None
) -> Calibration:
    """Tests the statistics on simulated tournaments. As `torneo calibrate`."""
    options = dict(simulations=simulations, bootstrap=bootstrap, seed=seed)
    return _listed(Calibration, "coverages", "calibrate", [], options)


def perft(game: str, depth: int, *, position: str | None = None) -> Perft:
    """The number of leaves of the game tree. As `torneo perft`.

    >>> import torneo
    >>> torneo.perft("three-mens-morris", 2).leaves
    72
    """
    leaves = int(_call(["perft"], [game, str(depth)], dict(position=position)))
    return Perft(game, depth, leaves)


def _told(breach: Breach) -> str:
    """A breach in words, for people."""
    lines = [
        f"broken: {breach.property}",
        f"  {breach.message}",
        f"  game: {breach.game}",
        f"  position: {breach.position}",
        f"  moves: {' '.join(breach.moves)}",
    ]
    return "\n".join(lines + ([] if breach.traceback is None else [breach.traceback.rstrip()]))


def _examined(spec: str, games: int, seed: int, damaged: bool) -> Conformance:
    """Examines a game in Python. Where a method fails, the breach says how."""
    answer, failed = _torneo.conformance(spec, games, seed, damaged)
    found: Conformance = made(Conformance, answer, "conformance")
    if failed is None or not found.breaches:
        return found
    cause = failed.__cause__
    told = None if cause is None else "".join(traceback.format_exception(cause))
    what = "every method returns what it may"
    if cause is not None:
        what = "no method raises"
    elif "changed the state before" in str(failed):
        what = "`apply` leaves the state before as it was"
    breach = replace(found.breaches[0], property=what, message=str(failed), traceback=told)
    return replace(found, breaches=[breach, *found.breaches[1:]])


def conformance(
    games: Sequence[str] | str | type = (),
    *,
    random_games: int | None = None,
    seed: int | None = None,
    damaged: bool = False,
) -> Conformance:
    """Examines games by random play: all of them if none is named. What breaks the contract is an
    answer, no error; printed, it tells where. As `torneo conformance`.

    `games` may also be a class that is a game, or its specification: then it is examined alone, and
    more is looked at, such as whether `apply` changes the state before. With `damaged` texts and
    tokens with slips are tried, too.
    """
    if isinstance(games, (str, type)) and (id := _games.id_of(games)) is not None:
        spec = id if isinstance(games, type) else games
        return _examined(spec, 3 if random_games is None else random_games, seed or 0, damaged)
    if isinstance(games, type):
        raise TypeError(f"{games.__name__} is no game")
    options = dict(games=random_games, seed=seed, damaged=damaged)
    return _answer(Conformance, "conformance", _texts(games), options, failing=True)


def show(game: str, *, position: str | None = None, moves: str | None = None) -> Shown:
    """A position with its pieces and fields. As `torneo show --json --state`.

    >>> import torneo
    >>> [piece.site for piece in torneo.show("three-mens-morris", moves="@b2 @a1").pieces]
    ['a1', 'b2']
    """
    return _answer(Shown, "show", [game], dict(position=position, moves=moves, state=True))


def report(folder: _Path, *, out: _Path | None = None, games: int | None = None) -> Report:
    """Writes the report of a run with replays of at most so many games: a `Report`, whose `path` is
    that of the page. As `torneo report`.
    """
    _call(["report"], [os.fspath(folder)], dict(out=out, games=games))
    return Report(Path(folder) / "report.html" if out is None else Path(out))


def export(
    folder: _Path,
    format: str,
    *,
    out: _Path | None = None,
    game: str | None = None,
    engine: str | None = None,
) -> Export:
    """The games of a run as PGN, SGF or JSON: an `Export`, which is a text. It is empty if the games
    are written to the file `out`. As `torneo export`.
    """
    options = dict(format=format, out=out, game=game, engine=engine)
    text = _call(["export"], [os.fspath(folder)], options)
    return Export(text, format, None if out is None else Path(out))


def import_games(file: _Path, format: str, *, game: str | None = None, skip_bad: bool = False) -> Imported:
    """The games of a PGN, SGF or JSON file: `Imported`, a list of `PlayedGame`. With `skip_bad`
    games that cannot be read are passed over. As `torneo import`.
    """
    options = dict(format=format, game=game, skip_bad=skip_bad, json=True)
    printed = _call(["import"], [os.fspath(file)], options, failing=skip_bad)
    games = [json.loads(line) for line in printed.splitlines()]
    found: Imported = made(Imported, {"games": games}, "import")
    object.__setattr__(found, "_printed", games)
    return found


def merge(folders: Sequence[_Path], out: _Path, *, allow_edited: bool = False) -> Results:
    """Joins the shards of a run into the result that one machine would have written: its `Results`.
    As `torneo merge`.
    """
    _call(["merge"], [os.fspath(folder) for folder in folders], dict(out=out, allow_edited=allow_edited))
    return Results(out)
