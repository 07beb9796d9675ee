"""Many games of one kind that step together, on all cores.

>>> from torneo import vector
>>> games = vector.make("three-mens-morris", 4, seed=1)
>>> for _ in range(100):
...     _ = games.step(games.sample())
>>> games.obs.shape[0], games.done.dtype.name
(4, 'bool')
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._deprecated import plies_of
from ._encoding import chosen
from ._torneo import Batch, Encoding, Game, Search, State

if TYPE_CHECKING:
    from ._gym import Gym

__all__ = ["WAIT", "Gym", "Vector", "make", "mcts"]

_N = TypeVar("_N", bound=np.generic)

WAIT = -1
"""The action that leaves a game as it is."""


def __getattr__(name: str) -> type:
    if name == "Gym":
        from ._gym import Gym

        return Gym
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def fresh() -> int:
    """A master seed that nobody has seen before."""
    return int.from_bytes(os.urandom(8), "little")


def make(
    spec: str | Game,
    n: int,
    seed: int | None = None,
    max_plies: int = 0,
    observations: bool = True,
    autoreset: bool = True,
    masks: bool = True,
    encoding: Encoding | None = None,
    max_steps: int | None = None,
) -> Vector:
    """`n` games of a specification that step together: `Vector`. `seed`: 0 to 2^64 - 1, a fresh one
    without it. `max_plies`: a game is cut off after so many plies; 0 for none. `observations`,
    `masks`: whether `obs` and `mask` are written; without them steps are faster. `autoreset`:
    whether a game that ends is followed at once by the next one; else it waits for `begin`.
    `encoding`: another one than `torneo.encoding(spec)`. `max_steps` is deprecated: `max_plies`.
    Raises `SpecError`.

    Game `i` has the same chance as `torneo.pettingzoo.env(spec)` in its `i`-th game after
    `reset(seed)`, counted from 0; a game that ends is followed by game `i + n`, and so on.
    """
    most = plies_of(max_plies, max_steps=max_steps)
    return Vector(spec, n, seed, most, observations, autoreset, masks, encoding)


#: What stands for arrays that are not written. Their types say nothing of it: who leaves arrays out
#: knows which.
_LEFT_OUT: Any = None


def _read_only(array: NDArray[_N]) -> NDArray[_N]:
    view = array.view()
    view.setflags(write=False)
    return view


class Vector:
    """Games that step together. Two threads that change them at the same time are told so
    (`ConcurrentUse`). The arrays are always the same objects, written in place by the
    batch. As it clears only what it wrote, they are read-only to everybody else.

    `obs` float32 `(n, *shape)`: what the seat to step sees (None without observations); `mask` bool
    `(n, actions)`: what it may do (None without masks); `to_play` int32 `(n,)`: the seat; `rewards`
    float32 `(n, seats)`: what each seat gained by the last step, not 0 only where a game ended: 1
    for a sole winner, 0 for a draw of all, adding up to 0; `terminated` bool `(n,)`: whether the
    last step ended a game by its rules; `truncated` bool `(n,)`: whether `max_plies` cut it off;
    `done` bool `(n,)`: one of both. Where a game is done, `final_obs` float32 `(n, *shape)` is its
    last position: after a truncation as the seat sees it that would have stepped next, whose value
    stands for the rest of the game, after an end as the seat that stepped last. With `autoreset`
    `obs`, `mask` and `to_play` are then those of the next game. Copy what is to outlive the next
    step, or to be changed. A pickled batch goes on to the same arrays.
    """

    def __init__(
        self,
        spec: str | Game,
        n: int,
        seed: int | None = None,
        max_plies: int = 0,
        observations: bool = True,
        autoreset: bool = True,
        masks: bool = True,
        encoding: Encoding | None = None,
    ) -> None:
        self.game, self.encoding = chosen(spec, encoding)
        self.n = n
        self._made = (max_plies, observations, autoreset, masks, self.encoding)
        self._seed = seed = fresh() if seed is None else seed
        self._batch = Batch(self.encoding, n, seed, max_plies, (observations, masks), autoreset)
        self.obs = _read_only(self._batch.obs) if observations else _LEFT_OUT
        self.final_obs = _read_only(self._batch.final_obs) if observations else _LEFT_OUT
        self.mask = _read_only(self._batch.mask) if masks else _LEFT_OUT
        self.to_play = _read_only(self._batch.to_play)
        self.rewards = _read_only(self._batch.rewards)
        self.terminated = _read_only(self._batch.terminated)
        self.truncated = _read_only(self._batch.truncated)
        self.done = _read_only(self._batch.done)

    def reset(
        self, seed: int | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Begins all games anew with another seed, a fresh one without it: `(obs, mask, to_play)`."""
        seed = fresh() if seed is None else seed
        self._batch.reset(seed, self.n)
        self._seed = seed
        return self.obs, self.mask, self.to_play

    def begin(self, places: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Begins the next games at these places, bool `(n,)`: `(obs, mask, to_play)`."""
        self._batch.begin_ended(np.ascontiguousarray(places, dtype=bool))
        return self.obs, self.mask, self.to_play

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]
    ]:
        """Steps every game by one action, integers `(n,)`, `WAIT` where a game is to stay as it is:
        `(obs, mask, to_play, rewards, done)`. Raises `IllegalMove`, and then no game has moved.
        """
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, found an array of {actions.dtype}")
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int64))
        return self.obs, self.mask, self.to_play, self.rewards, self.done

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each integer equally likely: int64 `(n,)`. Without masks
        each whole action is equally likely, also where it takes several integers. A function of the
        seed, the number of the game and the calls during it, and of whether masks are written.
        `WAIT` where a game has ended.
        """
        return self._batch.sample()

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions as `(indices, offsets)`, int64: those of game `i` are
        `indices[offsets[i]:offsets[i + 1]]`, in the order in which the game lists them; none where
        it has ended.
        """
        return self._batch.legal()

    def encode(self, index: int, token: str) -> int:
        """The integer of the seat to step in a game that enters a token; where a token takes
        several, the next one. Raises `IllegalMove`.
        """
        return self._batch.encode(index, token)

    def decode(self, index: int, action: int) -> str | None:
        """The token that an integer of the seat to step in a game completes; None if the action
        takes more integers. Raises `IllegalMove`.
        """
        return self._batch.decode(index, action)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games have ended and wait for `begin`: bool `(n,)`; none with `autoreset`."""
        return self._batch.ended()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the games under way, from which their chance comes."""
        return self._batch.numbers()

    def text(self, index: int) -> str:
        """The position of a game as one line, as `State.text`."""
        return self._batch.text(index)

    def plies(self, index: int) -> int:
        """The plies played in a game, results of chance included."""
        return self._batch.plies(index)

    def state(self, index: int) -> State:
        """A game as it stands now: a `torneo.State`, for engines and tokens. What was entered of an
        action that is not complete is left out.
        """
        return self._batch.state(index)

    def observe(self, index: int, seat: int) -> NDArray[np.float32]:
        """What a seat sees of a game now: float32 with the shape of the encoding."""
        return self._batch.observe(index, seat)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<torneo.vector.Vector of {self.n} games {self.game.spec}, seed {self._seed}>"

    def __reduce__(self) -> tuple[Any, ...]:
        batch = self._batch
        last = (batch.rewards, batch.terminated, batch.truncated, batch.done)
        finals = {int(i): batch.final_obs[i].copy() for i in np.flatnonzero(batch.done)}
        given = (self.game, self.n, self._seed, *self._made)
        return _restore, (given, batch.left(), tuple(array.copy() for array in last), finals)


def _restore(
    given: tuple[Any, ...],
    left: list[Any],
    last: tuple[NDArray[Any], ...],
    finals: dict[int, NDArray[np.float32]],
) -> Vector:
    """A batch from what was pickled of it."""
    games = Vector(*given)
    batch = games._batch
    batch.restore(left)
    for array, values in zip((batch.rewards, batch.terminated, batch.truncated, batch.done), last):
        array[...] = values
    for index, seen in finals.items():
        batch.final_obs[index] = seen
    return games


def mcts(
    games: Vector | Sequence[State],
    evaluate: Callable[[Positions], tuple[ArrayLike, ArrayLike]],
    sims: int,
    *,
    c_puct: float = 1.5,
    noise: tuple[float, float] | None = None,
    leaves: int = 1,
    seed: int | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Searches many games at once by AlphaZero's tree search with a network: `(visits, values)`.
    `visits` int32 `(n, actions)` is how often each action of the seat to step was taken in `sims`
    simulations, zeros where a game has ended; `values` float32 `(n, seats)` is what each seat gains
    on average, -1 to 1.

    `games`: a `Vector` with masks, or a list of states of one game; they stay as they are.
    `evaluate(batch)` judges one position of each game: it gets the arrays `batch.obs`, `batch.mask`
    and `batch.to_play` of a `Vector`, always with as many rows, and returns `(logits, values)`:
    `(rows, actions)`, whose softmax over the legal actions gives the priors, and `(rows, seats)`,
    or with two seats `(rows,)` for the seat to play. The answers for rows of games that have ended
    are not used.

    `c_puct`: the weight of the priors. `noise=(alpha, fraction)` mixes Dirichlet noise into the
    priors of the roots, as self-play needs it. `leaves`: how many simulations of a game are
    evaluated together, for few games: there are `n * leaves` rows. The roots are evaluated first,
    which does not count as a simulation. The same `seed` and answers give the same visits;
    without a seed noise and chance are fresh at every call. A seat
    that chooses at the same time as others does not see their choice. Raises `ValueError` for
    answers of other shapes, or that are not finite.
    """
    if sims < 1 or leaves < 1:
        raise ValueError(f"sims and leaves are at least 1, found {sims} and {leaves}")
    if not 0 <= c_puct < np.inf:
        raise ValueError(f"c_puct is a number from 0, found {c_puct}")
    if noise is not None and not (0 < noise[0] < np.inf and 0 <= noise[1] <= 1):
        raise ValueError(f"noise is (alpha, fraction), alpha above 0 and fraction 0 to 1, found {noise}")
    seed = fresh() if seed is None else seed
    if isinstance(games, Vector):
        search = Search.of_batch(games._batch, leaves, c_puct, seed)
    else:
        search = Search.of_states(list(games), leaves, c_puct, seed)
    batch = Positions(search)
    for width in (1, *[leaves] * (sims // leaves), *[sims % leaves] * (sims % leaves > 0)):
        if search.descend(width):
            logits, values = batch.answers(evaluate(batch))
            if noise is not None:
                logits, noise = batch.with_noise(logits, *noise, seed), None
            search.back_up(logits, values)
    return search.visits(), search.values()


class Positions:
    """Positions that `mcts` asks for: the arrays `obs`, `mask` and `to_play` of a `Vector`, written
    in place and read-only.
    """

    def __init__(self, search: Search) -> None:
        self.obs = _read_only(search.obs)
        self.mask = _read_only(search.mask)
        self.to_play = _read_only(search.to_play)
        self._seats = search.seats

    def answers(self, answer: tuple[ArrayLike, ArrayLike]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What a network returned as float32 `(rows, actions)` and `(rows, seats)`. Raises
        `ValueError`.
        """
        logits, values = (np.asarray(numbers, dtype=np.float32) for numbers in answer)
        rows = len(self.to_play)
        if values.shape == (rows,) and self._seats == 2:
            own = self.to_play[:, None] == np.arange(2)
            values = np.where(own, values[:, None], -values[:, None])
        wanted = {"logits": (logits, self.mask.shape), "values": (values, (rows, self._seats))}
        for name, (found, shape) in wanted.items():
            if found.shape != shape:
                raise ValueError(f"evaluate returned {name} of shape {found.shape}, expected {shape}")
        if not (
            np.isfinite(values).all()
            and np.isfinite(logits, where=self.mask, out=np.ones_like(self.mask)).all()
        ):
            raise ValueError("evaluate returned numbers that are not finite")
        return np.ascontiguousarray(logits), np.ascontiguousarray(values)

    def with_noise(
        self, logits: NDArray[np.float32], alpha: float, fraction: float, seed: int
    ) -> NDArray[np.float32]:
        """Logits whose softmax over the legal actions is mixed with Dirichlet noise."""
        odds = np.exp(
            logits - logits.max(axis=1, keepdims=True, where=self.mask, initial=-np.inf),
            where=self.mask,
            out=np.zeros_like(logits),
        )
        noise = np.random.default_rng(seed).gamma(alpha, size=logits.shape) * self.mask
        mixed = (1 - fraction) * _shares(odds) + fraction * _shares(noise)
        return np.log(mixed.astype(np.float32), where=mixed > 0, out=np.full_like(logits, -1e9))


def _shares(weights: NDArray[Any]) -> NDArray[Any]:
    """Rows that add up to 1, where they are not all 0."""
    shares: NDArray[Any] = weights / np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return shares
