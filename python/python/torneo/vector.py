"""Many games of one kind that step together, on all cores.

>>> from torneo import vector
>>> games = vector.make("three-mens-morris", 4, seed=1)
>>> for _ in range(100):
...     _ = games.step(games.sample())
>>> games.obs.shape[0], games.done.dtype.name
(4, 'bool')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _seeds
from ._deprecated import plies_of
from ._encoding import chosen
from ._torneo import Batch, Encoding, Game, Search, State

if TYPE_CHECKING:
    from ._gym import Gym

__all__ = ["WAIT", "Gym", "Positions", "Tree", "Vector", "make", "mcts"]

_N = TypeVar("_N", bound=np.generic)

WAIT = -1
"""The action that leaves a game as it is."""


def __getattr__(name: str) -> type:
    if name == "Gym":
        from ._gym import Gym

        return Gym
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
        self._seed = seed = _seeds.fresh() if seed is None else seed
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
        seed = _seeds.fresh() if seed is None else seed
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
    _check_search(sims, leaves, c_puct, noise)
    seed = _seeds.fresh() if seed is None else seed
    search = _searched(games if isinstance(games, Vector) else list(games), leaves, c_puct, seed)
    batch = Positions(search)
    for width in (1, *[leaves] * (sims // leaves), *[sims % leaves] * (sims % leaves > 0)):
        if search.descend(width):
            logits, values = batch.answers(evaluate(batch))
            if noise is not None:
                logits, noise = batch.with_noise(logits, *noise, seed), None
            search.back_up(logits, values)
    return search.visits(), search.values()


class Tree:
    """The search of `mcts` in games that go on: what was searched below the actions that are played
    is kept.

        tree = Tree(games, evaluate, noise=(0.3, 0.25))
        while True:
            visits, values = tree.run(100)
            actions = tree.actions(temperature=1.0)
            games.step(actions)
            tree.advance(actions)

    `games`, `evaluate`, `noise`, `c_puct`: as for `mcts`. `root`: "puct" takes at the roots what
    `mcts` takes; "gumbel" tries few actions, drawn by their priors, and halves them step by step
    (Danihelka et al., Policy improvement by planning with Gumbel, ICLR 2022), at first at most
    `considered` of them. `seed`: of noise, draws and chance; fresh without it.

    Each `run` goes on where the games stand. A tree whose root stands elsewhere, as after a game
    that has ended, begins anew; so does that of a state after chance.
    """

    def __init__(
        self,
        games: Vector | Sequence[State],
        evaluate: Callable[[Positions], tuple[ArrayLike, ArrayLike]],
        root: Literal["puct", "gumbel"] = "puct",
        noise: tuple[float, float] | None = None,
        seed: int | None = None,
        *,
        c_puct: float = 1.5,
        considered: int = 16,
    ) -> None:
        if root not in ("puct", "gumbel"):
            raise ValueError(f"root: expected 'puct' or 'gumbel', found {root!r}")
        if considered < 1:
            raise ValueError(f"considered: expected 1 or more, found {considered!r}")
        _check_search(1, 1, c_puct, noise)
        self.games = games if isinstance(games, Vector) else list(games)
        self.evaluate = evaluate
        self.root, self.noise, self.considered = root, noise, considered
        seed = _seeds.fresh() if seed is None else seed
        self._rng = np.random.default_rng(seed)
        self._search = _searched(self.games, 1, c_puct, seed)
        self._batch = Positions(self._search)
        self._mixed = np.zeros(len(self._batch.to_play), dtype=bool)
        self._chosen: NDArray[np.int64] | None = None

    @property
    def visits(self) -> NDArray[np.int32]:
        """How often each action of the seat to step was taken, what was kept included: int32 `(n,
        actions)`.
        """
        return self._search.visits()

    def run(self, sims: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """So many more simulations in every game that goes on: `(visits, values)` as of `mcts`, what
        was kept included.
        """
        if sims < 1:
            raise ValueError(f"sims: expected 1 or more, found {sims!r}")
        if isinstance(self.games, Vector):
            self._search.go_to_batch(self.games._batch)
        else:
            self._search.go_to_states(self.games)
        new = np.array(self._search.new_roots(), dtype=bool)
        if new.any():
            self._down(None)
        if self.noise is not None:
            self._mix(new | ~self._mixed)
        if self.root == "puct":
            for _ in range(sims):
                self._down(None)
            self._chosen = None
        else:
            self._halve(sims)
        return self._search.visits(), self._search.values()

    def _down(self, forced: NDArray[np.int64] | None) -> None:
        if self._search.descend(1, None if forced is None else forced.tolist()):
            self._search.back_up(*self._batch.answers(self.evaluate(self._batch)))

    def _mix(self, rows: NDArray[np.bool_]) -> None:
        assert self.noise is not None
        alpha, fraction = self.noise
        noise = self._rng.gamma(alpha, size=self._batch.mask.shape).astype(np.float32)
        noise[~rows] = 0
        self._search.mix(np.ascontiguousarray(noise), fraction)
        self._mixed[:] = True

    def _halve(self, sims: int) -> None:
        """Sequential halving of the actions with the largest sums of log prior, Gumbel noise and
        value.
        """
        priors, _ = self._search.at_roots()
        legal = priors > 0
        before = self._search.visits()
        logits = np.log(priors, where=legal, out=np.full(priors.shape, -np.inf, np.float32))
        drawn = logits + self._rng.gumbel(size=priors.shape)
        tried = np.minimum(legal.sum(axis=1), self.considered)
        plans = {int(many): _halvings(int(many), sims) for many in set(tried.tolist())}
        for number in range(sims):
            wanted = np.array([plans[int(many)][number] for many in tried])
            due = legal & (self._search.visits() - before == wanted[:, None])
            scores = np.where(due, self._scores(drawn, before), -np.inf)
            best = scores.argmax(axis=1)
            self._down(np.where(due.any(axis=1), best, WAIT).astype(np.int64))
        visits = self._search.visits() - before
        most = legal & (visits == visits.max(axis=1, keepdims=True))
        best = np.where(most, self._scores(drawn, before), -np.inf).argmax(axis=1)
        self._chosen = np.where(legal.any(axis=1), best, WAIT).astype(np.int64)

    def _scores(self, drawn: NDArray[Any], before: NDArray[np.int32]) -> NDArray[Any]:
        _, values = self._search.at_roots()
        most = (self._search.visits() - before).max(axis=1, keepdims=True)
        scores: NDArray[Any] = drawn + (50 + most) * (values + 1) / 2
        return scores

    def actions(self, temperature: float = 1.0) -> NDArray[np.int64]:
        """An action for each game: int64 `(n,)`, `WAIT` where it has ended. With the root "puct"
        actions are drawn by their visits to the power of `1 / temperature`; 0 takes the most visited
        one. With "gumbel" it is the one that the search chose, whatever the temperature.
        """
        if not 0 <= temperature < np.inf:
            raise ValueError(f"temperature: expected 0 or more, found {temperature!r}")
        if self._chosen is not None:
            return self._chosen.copy()
        visits = self._search.visits().astype(np.float64)
        live = visits.any(axis=1)
        if temperature == 0:
            chosen = visits.argmax(axis=1)
        else:
            shares = visits / np.maximum(visits.max(axis=1, keepdims=True), 1)
            ends = (shares ** (1 / temperature)).cumsum(axis=1)
            drawn = self._rng.random(len(visits)) * ends[:, -1]
            chosen = (ends <= drawn[:, None]).sum(axis=1)
        return np.where(live, chosen, WAIT).astype(np.int64)

    def advance(self, actions: ArrayLike) -> None:
        """Keeps what was searched below an action of each game: integers `(n,)`, `WAIT` where a game
        stays. The games themselves are stepped by who has them. Raises `IllegalMove`.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, found an array of {given.dtype}")
        self._search.advance(given.astype(np.int64).ravel().tolist())
        self._mixed &= given.ravel() == WAIT
        self._chosen = None


def _halvings(tried: int, sims: int) -> list[int]:
    """How often an action was taken that a simulation is to take: sequential halving among so many
    actions, simulation after simulation.
    """
    if tried <= 1:
        return list(range(sims))
    rounds = int(np.ceil(np.log2(tried)))
    plan: list[int] = []
    visits, left = [0] * tried, tried
    while len(plan) < sims:
        each = max(1, sims // (rounds * left))
        for _ in range(each):
            plan += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return plan[:sims]


def _searched(games: Vector | list[State], leaves: int, c_puct: float, seed: int) -> Search:
    if isinstance(games, Vector):
        return Search.of_batch(games._batch, leaves, c_puct, seed)
    return Search.of_states(games, leaves, c_puct, seed)


def _check_search(sims: int, leaves: int, c_puct: float, noise: tuple[float, float] | None) -> None:
    """Raises `ValueError` for what is no search."""
    if sims < 1 or leaves < 1:
        raise ValueError(f"sims and leaves are at least 1, found {sims} and {leaves}")
    if not 0 <= c_puct < np.inf:
        raise ValueError(f"c_puct is a number from 0, found {c_puct}")
    if noise is not None and not (0 < noise[0] < np.inf and 0 <= noise[1] <= 1):
        raise ValueError(f"noise is (alpha, fraction), alpha above 0 and fraction 0 to 1, found {noise}")


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
