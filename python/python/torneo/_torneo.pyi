from collections.abc import Sequence
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, Literal, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, deprecated

_Turn = Literal["seat", "chance", "together", "over"]

__version__: str

class TorneoError(Exception):
    """Anything that torneo cannot do."""

class SpecError(TorneoError):
    """A game or an engine that cannot be set up. `nearest` is the valid name nearest to what was written, or None."""

    nearest: str | None

class PositionError(TorneoError):
    """A text that is no position of the game."""

class IllegalMove(TorneoError):
    """A token or an action that is not legal. `legal` holds the legal tokens: a list for each choosing seat."""

    legal: list[list[str]]

class ConfigError(TorneoError):
    """A configuration, a folder or an argument that cannot be used; nothing was changed. `line` is the line of the configuration, counted from 1, or None; `nearest` as in SpecError."""

    line: int | None
    nearest: str | None

class RunError(TorneoError):
    """Something that failed while it ran."""

class RunWarning(UserWarning):
    """Faults of engines in a run."""

class EngineError(TorneoError):
    """An engine that failed. `reason` is the word that games.csv has for it."""

    reason: str

class GameError(TorneoError):
    """A method of a game in Python that raised something or returned what it must not. What it raised is the `__cause__`."""

class ConcurrentUse(TorneoError):
    """A batch or an environment that two threads change at the same time, or what is asked for within a call of its own."""

class Unsolvable(TorneoError):
    """A game whose value cannot be found within the limits that were given."""

@final
class Game:
    """A game with its options set.

    `spec` is a specification such as `"hnefatafl"` or `"lanza(players=3)"`; `torneo.games()` lists all.
    Raises `SpecError` for an unknown game or option, or a value that the option does not take.
    """
    def __new__(cls, spec: str) -> Self: ...
    @property
    def spec(self) -> str:
        """The specification in its canonical form."""
    @property
    def id(self) -> str:
        """The id: the specification without its options."""
    @property
    def title(self) -> str:
        """The title."""
    @property
    def seats(self) -> int:
        """Number of seats, 2 to 8. Seats are counted from 0."""
    @property
    def seat_names(self) -> list[str]:
        """What the seats are called, in seat order."""
    @property
    def max_plies(self) -> int | None:
        """The largest number of plies that a game can last, where the options set one; else None."""
    @property
    def turns(self) -> list[str]:
        """The kinds of turn that occur: some of "seat", "chance", "together"."""
    def start(self, encoding: Encoding | None = None) -> State:
        """A game from its start. `encoding`: how it becomes integers and arrays, that of `torneo.encoding(spec)` unless another one is
        given.
        """
    def position(self, text: str, encoding: Encoding | None = None) -> State:
        """A game from a position, as `State.text` writes it. Histories that the text does not show start afresh.
        `encoding` as for `start`. Raises `PositionError` for a text that is no position.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    """A game in progress, played by tokens or by integers. `play` and `step` change it, `undo` takes one of them back, and `copy` makes
    another one.

    Integers and arrays are those of `torneo.encoding`. Two states are equal if they are of the same game and stand at
    the same position, what repetition rules remember included. Calls of several threads take turns; engines and random games think
    at a copy, so that they keep nobody waiting.
    """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def turn(self) -> _Turn:
        """Whose turn it is: "seat" (one decides), "chance", "together" (several choose, none knowing the others' choice) or "over"."""
    @property
    def seat(self) -> int | None:
        """The seat that decides, counted from 0; None at other turns."""
    @property
    def seats_to_choose(self) -> list[int]:
        """The seats that are to choose: one, several at the same time, or none."""
    def legal(self, seat: int | None = None) -> list[str]:
        """The legal tokens of a seat, in the documented order; of chance at its turns. Where several seats choose at the same
        time `seat` says which (ValueError without it); a seat that does not choose has none. Raises `ValueError` for a seat that the
        game does not have.
        """
    def chance(self) -> list[tuple[str, Fraction]]:
        """The results of a chance turn with their exact probabilities: a list of (token, fractions.Fraction); empty at other turns."""
    def play(self, token: str | Sequence[str], seat: int | None = None) -> None:
        """Plays a token as `legal` lists them; at a turn of several seats the token of the joint choice, or a list of their tokens
        in seat order. Raises `IllegalMove`, and nothing changes then. Integers, which `step` takes, are deprecated here.
        """
    def step(self, action: SupportsIndex, seat: int | None = None) -> None:
        """Plays an integer as `legal_actions` lists them: of `seat`, else of the first seat that has still something to enter; at a turn
        of chance the result with this number. Raises `IllegalMove`, and nothing changes then.
        """
    def undo(self) -> None:
        """Takes the last `play` or `step` back, or the step that entered the last part of a ply. Raises `IllegalMove` where the record
        begins.
        """
    def legal_actions(self, seat: int | None = None) -> NDArray[np.int64]:
        """The integers that may be played now, ascending: an array of int64. Of `seat`, else of the first seat that has still something
        to enter. At turns of chance they are the numbers of the results in the order of `chance`. Empty at the end.
        """
    def action_mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """Which integers may be played now: bool `(encoding.actions,)`. Those of `legal_actions(seat)`; none at turns of chance. For heads
        see `encoding.head_masks`.
        """
    def encode(self, token: str, seat: int | None = None) -> int:
        """The integer that enters a token of `seat`, else of the seat to choose; where a token takes several, the next one. Raises
        `IllegalMove` for a token that is not legal, or does not go on with what was entered.
        """
    def decode(self, action: SupportsIndex, seat: int | None = None) -> str | None:
        """The token that an integer of `seat` completes, else of the seat to choose; None if the action takes more integers.
        Raises `IllegalMove` for an integer that is not legal.
        """
    @deprecated("use State.legal_actions")
    def actions(self, seat: int | None = None) -> NDArray[np.int64]:
        """Deprecated: `legal_actions`."""
    @deprecated("use State.action_mask")
    def mask(self, seat: int | None = None, factored: bool = False) -> Any:
        """Deprecated: `action_mask`, and with `factored` the masks of the heads, which `encoding.head_masks(mask)` gives."""
    @deprecated("use State.encode")
    def to_action(self, token: str, seat: int | None = None) -> int:
        """Deprecated: `encode`. Raises `ValueError` if the token takes several integers."""
    @deprecated("use State.encode")
    def to_actions(self, token: str, seat: int | None = None) -> list[int]:
        """Deprecated: `encode`, which gives one integer after the other."""
    @deprecated("use State.decode")
    def to_token(self, action: SupportsIndex, seat: int | None = None) -> str | None:
        """Deprecated: `decode`."""
    def playouts(self, n: int, seed: int | None = None, threads: int = 0) -> NDArray[np.float64]:
        """The scores of `n` games that go on uniformly at random from here: float64 `(n, seats)`. A function of the position, `n` and
        `seed`, whatever `threads` is (0: all); a fresh seed without one. A game that lasts a million plies more is shared. Ctrl-C stops
        it.
        """
    @property
    def encoding(self) -> Encoding:
        """How the game becomes integers and arrays."""
    def objects(self, seat: int | None = None) -> NDArray[np.float32]:
        """The things on the sites as a seat sees them, for tables without rows and columns: float32 `(things, 5)`. The columns are the
        kind, a number in `encoding.kinds`; the owner: 0 own, 1 the next seat, -1 nobody; x and y in distances of neighbours, y downwards;
        and the turn in degrees clockwise. Without `seat` as for `observe`.
        """
    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """What a seat sees: float32 with the shape of the encoding. Without `seat` the first seat that has still something to enter, or
        seat 0.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def copy(self) -> State:
        """The same game at the same point; the two go on independently."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    @property
    def text(self) -> str:
        """The position as one line; `Game.position` reads it."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def scores(self) -> list[float] | None:
        """The score of each seat, 0 to 1, all adding up to 1; None before the end."""
    @property
    def points(self) -> list[float] | None:
        """The points of each seat in the game's own unit; None before the end, and where the game has none."""
    @property
    def reason(self) -> str | None:
        """Why the game ended, such as "won" or "repetition"; None before the end."""
    @property
    def plies(self) -> int:
        """Plies played since the start, or since the position that it began with."""
    @property
    def record(self) -> str:
        """The tokens played since then, separated by blanks."""
    def rgb(self, size: int = ..., theme: Literal["light", "dark"] = "light") -> NDArray[np.uint8]:
        """A picture of the board in points: uint8 `(rows, columns, 3)`, red, green and blue. `size`: its width in pixels, 16 to 8192;
        `theme`: "light" or "dark".
        """
    def svg(self, size: int = ..., theme: Literal["auto", "light", "dark"] = "auto") -> str:
        """A picture of the board as SVG. `size`: its width in pixels; `theme`: "auto", "light" or "dark"."""

@final
class Advice:
    """What an engine would play."""
    def __new__(
        cls,
        seat: int,
        move: str,
        value: float | None,
        pv: list[str],
        nodes: int,
        depth: int | None,
        candidates: list[tuple[str, float | None, int]],
        mixture: list[tuple[str, float]],
    ) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def seat(self) -> int:
        """The seat that it is for."""
    @property
    def move(self) -> str:
        """The token of its choice."""
    @property
    def value(self) -> float | None:
        """The expected score of the seat, 0 to 1; None if the engine has none."""
    @property
    def pv(self) -> list[str]:
        """The decisions that it expects from here, the chosen one first."""
    @property
    def nodes(self) -> int:
        """Positions visited."""
    @property
    def depth(self) -> int | None:
        """The depth of the search in plies; None if it has none."""
    @property
    def candidates(self) -> list[tuple[str, float | None, int]]:
        """Actions with their values as (token, value, nodes), the chosen one first, the others from the best on."""
    @property
    def mixture(self) -> list[tuple[str, float]]:
        """The tokens among which the choice was drawn as (token, probability); empty if nothing was drawn, or the engine does not tell."""

@final
class Engine:
    """An engine with its options set.

    `spec` is a specification such as `"mcts(sims=1000)"`; `torneo.engines()` lists all. Raises `SpecError`.
    """
    def __new__(cls, spec: str) -> Self: ...
    @property
    def spec(self) -> str:
        """The specification in its canonical form."""
    @property
    def id(self) -> str:
        """The id: the specification without its options."""
    def bestmove(
        self, state: State, seed: int | None = None, seat: int | None = None, *, lines: int = 1
    ) -> Advice:
        """What the engine would play, a function of state, seed and its options (unless it has a time budget).

        `seed`: 0 to 2^64 - 1, a fresh one without it. `seat`: where several choose at the same time, the one that is asked, needed
        there. `lines`: how many of the moves are valued, where the engine compares them. Raises `ValueError` where nobody has to
        choose, `EngineError` if the engine fails. Other Python threads run meanwhile, and may change the state: the engine thinks at a
        copy.
        """
    def bestmove_each(self, state: State, seed: int | None = None, *, lines: int = 1) -> list[Advice]:
        """What the engine would play at each seat that chooses, in seat order, as `bestmove` with this seat. Raises `ValueError` where
        nobody has to choose.
        """
    def bestmoves(self, states: Sequence[State], seeds: Sequence[int] | None = None) -> list[Advice]:
        """What the engine would play at each state, at which one seat has to choose: on all cores, the same as `bestmove(state, seed)` of
        each. `seeds`: one for each state, fresh ones without them. Raises as `bestmove`.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Encoding:
    """How a game becomes numbers: the shape of its observations, and the number of its actions. Made once for a specification.

    `version`: 2, or 1 as it was before. `fingerprint`: whether four numbers tell apart what has no place of its own; version 1
    always has them. Raises `ValueError` for another version.
    """
    def __new__(cls, game: Game, version: int = 2, fingerprint: bool = False) -> Self: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def version(self) -> int:
        """The version: 1 or 2."""
    @property
    def fingerprint(self) -> bool:
        """Whether four numbers tell apart what has no place of its own."""
    @property
    def id(self) -> str:
        """What weights that are learnt depend on: the version, the shape, the number of actions, and what the numbers and the actions
        mean. Store it beside weights, and `check` it before they are used.
        """
    def check(self, id: str) -> None:
        """Raises `ValueError`, which says what differs, unless an id is that of this encoding."""
    @property
    def grid(self) -> tuple[int, int] | None:
        """Rows and columns of the cells; None where the board has none."""
    @property
    def turned(self) -> bool:
        """Whether the board is turned to the seat that looks."""
    @property
    def names(self) -> list[str]:
        """The names of the channels in their order; where the array has one dimension, of the planes and of the numbers after them."""
    def slice_of(self, name: str) -> slice:
        """Where the numbers of a name are in an observation as a single row: a slice. Raises `ValueError` for an unknown name."""
    @property
    def heads(self) -> list[int]:
        """The sizes of the heads that choose an action together: `[n]`, or `[n, n + 1]` where an action enters two places, with `n` as
        the second for none.
        """
    def factor(self, action: SupportsIndex) -> tuple[int, ...]:
        """The choices of the heads that stand for an action. Raises `ValueError` for what is no action."""
    def join(self, *parts: int) -> int:
        """The action for which the choices of the heads stand. Raises `ValueError` where they are too many, too few or too large."""
    def head_masks(self, mask: NDArray[Any]) -> list[NDArray[Any]]:
        """The masks of the heads from a mask of actions, or from several in an array: `[first]`, or `[first, second]` of shapes `(..., n)`
        and `(..., n, n + 1)`. `second[..., i, :]` is what may follow the choice `i` of the first head.
        """
    def symmetries(self) -> list[Symmetry]:
        """The symmetries of the board under which the rules stay the same: a list of `Symmetry`, the first of which changes nothing.
        They are found by random play.
        """
    @property
    def kinds(self) -> list[str]:
        """The names of the kinds of things in `State.objects`."""
    @property
    def shape(self) -> list[int]:
        """The shape of an observation: (channels, rows, columns), or (length,) where the board has no rows and columns or too much
        lies beside it.
        """
    @property
    def actions(self) -> int:
        """The number of actions: integers from 0."""
    @property
    def pairs(self) -> bool:
        """Whether an action enters two places at once; else an action of several places takes several steps."""
    @property
    def places(self) -> int:
        """The number of places, the escape included."""
    @property
    def planes(self) -> list[str]:
        """What the planes of cells show, in their order."""
    @property
    def wholes(self) -> list[str]:
        """What the numbers that concern the whole position are, in their order."""
    @property
    def chance(self) -> int:
        """The most results that one draw of chance has."""
    @property
    def bound(self) -> float:
        """The largest absolute value of a number of an observation."""
    def describe(self, action: SupportsIndex) -> str:
        """What an action enters, in words. Raises `ValueError` for what is no action."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __deepcopy__(self, _memo: Any) -> Encoding: ...

@final
class Symmetry:
    """A symmetry of the board under which the rules stay the same, as a seat sees it.

    `name` says what it does with the board. Number `i` of an observation becomes number `numbers[i]` of that of the image, action
    `a` becomes `actions[a]`: arrays of int64.
    """
    @property
    def name(self) -> str: ...
    @property
    def numbers(self) -> NDArray[np.int64]: ...
    @property
    def actions(self) -> NDArray[np.int64]: ...
    def observation(self, observation: NDArray[Any]) -> NDArray[Any]:
        """The observation of the image, from an observation or from several in an array."""
    def mask(self, mask: NDArray[Any]) -> NDArray[Any]:
        """The mask of the image, or whatever has a number for each action, from one or from several in an array."""

@final
class Environment:
    """A game in progress that is played by integers and seen as arrays.

    With `open_chance` the caller draws the results of chance (`chances`, `draw`). Else they come from the stream of game `number` of
    the master seed `seed`, a fresh one if it is None. Two threads that change it at the same time are told so (`ConcurrentUse`).
    """
    def __new__(
        cls, encoding: Encoding, seed: int | None = None, number: int = 0, open_chance: bool = False
    ) -> Self: ...
    @staticmethod
    def at(state: State, seed: int | None = None, number: int = 0, open_chance: bool = False) -> Environment:
        """A game that goes on where a state stands. `seed`, `number`, `open_chance`: as for an environment."""
    def legal_actions(self, seat: int | None = None) -> NDArray[np.int64]:
        """The actions that a seat may take now, ascending: an array of int64. Without `seat` the first that has still something to enter."""
    def action_mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """Which actions a seat may take now: bool `(encoding.actions,)`. Without `seat` as for `legal_actions`."""
    def encode(self, token: str, seat: int | None = None) -> int:
        """The action that enters a token of `seat`, else of the first seat that has still something to enter; where a token takes several,
        the next one. Raises `IllegalMove` for a token that is not legal, or does not go on with what was entered.
        """
    def decode(self, action: SupportsIndex, seat: int | None = None) -> str | None:
        """The token that an action of `seat` completes, else of the first seat that has still something to enter; None if it does not
        complete one. Raises `IllegalMove` for an action that is not legal.
        """
    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees: an array of float32 with the shape of the encoding."""
    def step(self, seat: int, action: SupportsIndex) -> None:
        """Takes an action of a seat. Raises `IllegalMove`; nothing changes then."""
    def draw(self, number: SupportsIndex) -> None:
        """Draws a result of chance by its number in `chances`. Raises `IllegalMove`."""
    @deprecated("use Environment.legal_actions")
    def legal(self, seat: int) -> list[int]:
        """Deprecated: `legal_actions`."""
    @deprecated("use Environment.action_mask")
    def mask(self, seat: int) -> NDArray[np.int8]:
        """Deprecated: `action_mask`, which is bool; this one is int8."""
    @deprecated("use Environment.decode")
    def token(self, seat: int, action: SupportsIndex) -> str | None:
        """Deprecated: `decode`."""
    @deprecated("use Environment.encode")
    def actions_of(self, seat: int, token: str) -> list[int] | None:
        """Deprecated: `encode`, which gives one action after the other."""
    def state(self) -> State:
        """The game as it stands now as a state, for engines and tokens; what was entered of an action that is not complete is
        left out. Its record begins here.
        """
    def choosers(self) -> list[int]:
        """The seats that still have something to enter, in seat order."""
    @property
    def turn(self) -> _Turn:
        """Whose turn it is, as `State.turn`."""
    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
    @property
    def plies(self) -> int:
        """Plies played, results of chance included."""
    def returns(self) -> list[float]:
        """What each seat gains: 1 for a sole winner, 0 for a draw of all, adding up to 0; zeros before the end."""
    @property
    def reason(self) -> str | None:
        """Why the game ended; None before."""
    @property
    def points(self) -> list[float] | None:
        """The points of each seat; None before the end, and where the game has none."""
    def chances(self) -> list[int] | None:
        """The weights of what chance may do next, if the caller draws; else None."""
    @property
    def text(self) -> str:
        """The text of the position."""
    def svg(self) -> str:
        """A picture of the board as SVG."""
    def copy(self) -> Environment:
        """The same game at the same point; the two go on independently."""
    def __copy__(self) -> Environment: ...
    def __deepcopy__(self, _memo: Any) -> Environment: ...

@final
class Batch:
    """Many games of one specification that step together, on all cores. See `torneo.vector.make`."""
    def __new__(
        cls, encoding: Encoding, n: int, seed: int, max_plies: int, arrays: tuple[bool, bool], restarts: bool
    ) -> Self: ...
    def reset(self, seed: int, n: int) -> None:
        """Begins `n` new games: those with the numbers from 0 of a master seed."""
    def observe(self, index: int, seat: int) -> NDArray[np.float32]:
        """What a seat sees of a game."""
    def plies(self, index: int) -> int:
        """The plies played in a game."""
    def state(self, index: int) -> State:
        """A game of the batch as a state, for engines and tokens. Its record begins here."""
    def encode(self, index: int, token: str) -> int:
        """The action of the seat that steps next in a game that enters a token, or the next one where it takes several."""
    def decode(self, index: int, action: int) -> str | None:
        """The token that an action of the seat that steps next in a game completes; None if it does not complete one."""
    def text(self, index: int) -> str:
        """The text of the position of a game."""
    @property
    def obs(self) -> NDArray[np.float32]: ...
    @property
    def mask(self) -> NDArray[np.bool_]: ...
    @property
    def to_play(self) -> NDArray[np.int32]: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def done(self) -> NDArray[np.bool_]: ...
    @property
    def final_obs(self) -> NDArray[np.float32]: ...
    def begin_ended(self, places: NDArray[np.bool_]) -> None:
        """Begins another game where a game has ended: with the number that follows among those of its place."""
    def left(self) -> list[tuple[int, list[int], int, bool, int | None]]:
        """What is pickled of the games under way."""
    def restore(self, left: list[tuple[int, list[int], int, bool, int | None]]) -> None:
        """Goes on with games that were left in the middle."""
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of the seats that step next, game after game, and where those of each game begin: two arrays of int64,
        the second of length n + 1. In a game they stand in the order in which the game lists them.
        """
    def ended(self) -> NDArray[np.bool_]:
        """Which games have ended and wait for the next one."""
    def step(self, actions: NDArray[np.int64]) -> None:
        """Steps every game by one action; -1 leaves a game as it is. A game that ends is replaced at once by a new one with the number
        that follows, or waits, as the batch was told.
        """
    def sample(self) -> NDArray[np.int64]:
        """A legal action of each game, each equally likely: an array of int64. What is drawn in a game depends on the seed, its number
        and how often something was drawn in it.
        """
    def numbers(self) -> list[int]:
        """The numbers of the games, from which their chance comes."""

@final
class Search:
    """The trees of many games, and the positions in them that are to be evaluated next. See `torneo.vector.mcts`."""
    @staticmethod
    def of_batch(batch: Batch, at_once: int, c: float, seed: int) -> Search:
        """The games of a batch as they stand."""
    @staticmethod
    def of_states(states: list[State], at_once: int, c: float, seed: int) -> Search:
        """States of one game."""
    @property
    def obs(self) -> NDArray[np.float32]: ...
    @property
    def mask(self) -> NDArray[np.bool_]: ...
    @property
    def to_play(self) -> NDArray[np.int32]: ...
    @property
    def seats(self) -> int:
        """The number of seats."""
    def go_to_batch(self, batch: Batch) -> None:
        """Goes on where the games of a batch stand: a tree whose root stands elsewhere begins afresh."""
    def go_to_states(self, states: list[State]) -> None:
        """The same for states."""
    def advance(self, actions: list[int]) -> None:
        """Takes a step in every game that goes on, and keeps what was searched below it. -1 leaves a game as it is."""
    def mix(self, noise: NDArray[np.float32], fraction: float) -> None:
        """Mixes noise into the priors of the roots: float32 `(n, actions)`."""
    def at_roots(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The priors of the actions at the roots, and their mean values: two arrays of float32 `(n, actions)`; zeros where an action is not
        legal.
        """
    def new_roots(self) -> list[bool]:
        """Which roots wait for their evaluation."""
    def descend(self, width: int, forced: list[int] | None = None) -> bool:
        """So many more simulations in every game. Whether one of them is to be evaluated: the others have come to the end of the game.
        `forced`: the action of each root that the simulations take; -1 for what the search would take.
        """
    def back_up(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> None:
        """Takes the answers for all rows: logits `(rows, actions)` and values `(rows, seats)`."""
    def visits(self) -> NDArray[np.int32]:
        """How often each action of the seat to step was taken: int32 `(n, actions)`."""
    def values(self) -> NDArray[np.float32]:
        """The mean of what the simulations gave each seat: float32 `(n, seats)`."""

@final
class Collector:
    """A results folder that grows by ranges of groups; see `torneo.ray`."""
    def __new__(
        cls,
        file: str | None,
        text: str,
        out: str | PathLike[str] | None,
        resume: bool,
        players: dict[str, Any],
    ) -> Self: ...
    @property
    def path(self) -> Path: ...
    @property
    def groups(self) -> int:
        """Number of groups of the run."""
    @property
    def games(self) -> int:
        """Number of games of the run."""
    @property
    def notes(self) -> list[str]: ...
    @property
    def next(self) -> int:
        """The group from which on the next range has to be."""
    @property
    def done(self) -> int:
        """Games that are there."""
    def take(self, end: int, games: bytes, seats: bytes, moves: bytes | None) -> int:
        """Adds the groups up to `end` from the files of a run of them; returns the number of games that are new."""
    def close(self) -> None:
        """Makes what is there last."""

@final
class Race:
    """A race of engines whose groups are played elsewhere; see `torneo.ray`."""
    def __new__(cls, asked: dict[str, Any], error: float) -> Self: ...
    @property
    def over(self) -> bool:
        """Whether one engine is left, or all rounds are played."""
    def groups(self, rounds: int) -> list[int]:
        """The groups of the next rounds, if nobody drops out meanwhile."""
    def round(self, played: dict[int, bytes]) -> None:
        """Ends the next round with what `play_groups` said of its groups, by their numbers; what is said of others is not looked at."""
    def report(self) -> dict[str, Any]:
        """What is known so far, as `torneo best-of --json`."""

def play_groups(asked: dict[str, Any], groups: list[int], threads: int) -> list[bytes]:
    """Plays groups of a race. Returns the results, group by group, as `Race.round` reads them."""

def games() -> list[dict[str, Any]]:
    """Every game with its card and its options: a list of dicts, as `torneo games --json`. A card is its `source`, `length` and `summary`."""

def engines() -> list[dict[str, Any]]:
    """Every engine with its options: a list of dicts, as `torneo engines --json`."""

def odds(spec: str, policy: list[str] = ...) -> dict[str, Any]:
    """The exact results of a dice game, as `torneo dice odds --json`."""

def combos(expression: str, sum: int | None = None, given: str | None = None) -> dict[str, Any]:
    """The distribution of a dice expression, as `torneo dice combos --json`."""

def solve(
    spec: str,
    position: str | None = None,
    method: Literal["auto", "retrograde", "proof", "values"] = "auto",
    memory: int = 1024,
    threads: int = 0,
) -> dict[str, Any]:
    """The exact value of a game or a position, as `torneo solve --json`."""

def call(arguments: list[str], failing: bool) -> str:
    """What a command of the command line prints, by its arguments; raises what it fails with. `failing`: whether a failure after
    something was printed is an answer too.
    """

def register_game(class_: type, description: dict[str, Any]) -> None:
    """Adds a class to the games, in place of one of the same id. Its description stays for as long as the process does."""

def conformance(spec: str, games: int, seed: int, damaged: bool) -> tuple[dict[str, Any], Exception | None]:
    """What random play finds about a game in Python, as `torneo conformance --json`; with the failure of a method, if one failed."""

def main(arguments: list[str]) -> int:
    """Does what a command line says, the name of the program left out, as the program does: its exit code."""

def restore(
    game: Game,
    begin: str | None,
    tokens: str,
    encoding: Encoding | None = None,
    kept: Any = None,
) -> State:
    """The state from what was pickled of it: the position that it began with, the tokens since, and where it stood before the last."""

def guard_programs() -> None:
    """Waits for the end of the process at the other end of stdin, and kills what its programs started."""

def rate(asked: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Rates an agent, or two. Returns what `torneo rate --json` prints, and whether everything was played that was asked for."""

def run(file: str | None, text: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Plays the tournament of a configuration: the text of a `file`, or without one JSON with the `values` and the
    `folder` from which the files are looked for that they name. Returns a dict with the folder and what was done.
    """

def analyze(path: str | PathLike[str]) -> tuple[dict[str, Any], str | None]:
    """Analyses a results folder and writes its tables there: Returns what `torneo analyze --json` prints and, if
    the tables could not be written, why.
    """

def from_toml(file: str, text: str) -> str:
    """A configuration in TOML as JSON; `file` names it in errors."""

@final
class Numbers:
    """Whole numbers with their weights."""

    def __new__(cls, weights: Sequence[tuple[int, int]]) -> Self: ...
    @staticmethod
    def die(faces: int) -> Numbers:
        """The die with faces from 1."""
    def weights(self) -> list[tuple[int, int]]:
        """The numbers in ascending order with their weights."""
    def total(self) -> int:
        """The sum of the weights."""
    def mean(self) -> tuple[int, int]:
        """The expected value: numerator and denominator."""
    def variance(self) -> tuple[int, int]:
        """The variance: numerator and denominator."""
    def plus(self, other: Numbers) -> Numbers:
        """The sum of two independent numbers."""
    def negated(self) -> Numbers:
        """The opposite numbers."""
    def times(self, count: int) -> Numbers:
        """The sum of several throws; below 0 the opposite of it."""
    def pool(self, count: int, is_dealt: bool) -> NumberPool:
        """The pool of several equal dice, or of cards dealt from the deck with these copies."""

@final
class NumberPool:
    """Dice and cards that are thrown and dealt together."""

    def both(self, other: NumberPool, combination: str) -> NumberPool:
        """Two pools as one: `sum`, `union`, `intersection` or `difference`."""
    def at_most(self, most: int) -> NumberPool:
        """The pool with each face at most this often."""
    def fixed_size(self) -> int | None:
        """The number of dice, if it is always the same."""
    def read(self, reading: str, numbers: Sequence[int] = ..., other: NumberPool | None = None) -> Numbers:
        """A reading by its name."""
    def listed(self) -> list[tuple[tuple[int, ...], int]]:
        """Every throw, from its highest die on, with its weight."""
    def walk(self, start: Any, next: Any, is_descending: bool) -> list[tuple[Any, int]]:
        """The last states of a walk over the faces, with their weights: `next(state, face, count)` gives the next state."""
