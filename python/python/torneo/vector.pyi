from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._gym import Gym as Gym
from ._torneo import Encoding, Game, State

__all__ = ["WAIT", "Gym", "Vector", "make", "mcts"]

WAIT: int

class Vector:
    """Games that step together. The arrays are always the same objects, written in place by the batch. As it
    clears only what it wrote, they are read-only to everybody else.

    `obs` float32 `(n, *shape)`: what the seat to step sees (None without observations); `mask` bool `(n, actions)`: what it may do (None without masks);
    `to_play` int32 `(n,)`: the seat;
    `rewards` float32 `(n, seats)`: what each seat gained by the last step, not 0 only where a game ended: 1
    for a sole winner, 0 for a draw of all, adding up to 0;
    `terminated` bool `(n,)`: whether the last step ended a game by its rules; `truncated` bool `(n,)`: whether `max_steps` cut it off;
    `done` bool `(n,)`: one of both. Where a game is done, `final_obs` float32 `(n, *shape)` is its last position: after a
    truncation as the seat sees it that would have stepped next, whose value stands for the rest of the game, after an end as the seat
    that stepped last. With `autoreset` `obs`, `mask` and `to_play` are then those of the next game.
    Copy what is to outlive the next step, or to be changed. A pickled batch goes on to the same arrays.
    """
    game: Game
    encoding: Encoding
    n: int
    obs: NDArray[np.float32]
    final_obs: NDArray[np.float32]
    mask: NDArray[np.bool_]
    to_play: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    done: NDArray[np.bool_]
    def __init__(
        self,
        spec: str | Game,
        n: int,
        seed: int,
        max_steps: int = 0,
        observations: bool = True,
        autoreset: bool = True,
        masks: bool = True,
        encoding: Encoding | None = None,
    ) -> None: ...
    def reset(self, seed: int) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Begins all games anew with another seed: `(obs, mask, to_play)`."""
    def begin(
        self, places: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Begins the next games at these places, bool `(n,)`: `(obs, mask, to_play)`."""
    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]
    ]:
        """Steps every game by one action, integers `(n,)`, `WAIT` where a game is to stay as it is:
        `(obs, mask, to_play, rewards, done)`. Raises
        `IllegalMove`, and then no game has moved.
        """
    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each integer equally likely: int64 `(n,)`. Without masks each whole action is equally likely,
        also where it takes several integers. A function of the seed, the number of the game and the calls during it, and of whether
        masks are written. `WAIT` where a game has ended.
        """
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions as `(indices, offsets)`, int64: those of game `i` are
        `indices[offsets[i]:offsets[i + 1]]`, in the order in which the game lists them; none where it has ended.
        """
    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games have ended and wait for `begin`: bool `(n,)`; none with `autoreset`."""
    @property
    def numbers(self) -> list[int]:
        """The numbers of the games under way, from which their chance comes."""
    def text(self, index: int) -> str:
        """The position of a game as one line, as `State.text`."""
    def plies(self, index: int) -> int:
        """The plies played in a game, results of chance included."""
    def state(self, index: int) -> State:
        """A game as it stands now: a `torneo.State`, for engines and tokens. What was entered of an action that is not complete is
        left out.
        """
    def observe(self, index: int, seat: int) -> NDArray[np.float32]:
        """What a seat sees of a game now: float32 with the shape of the encoding."""
    def __len__(self) -> int: ...

def make(
    spec: str | Game,
    n: int,
    seed: int,
    max_steps: int = 0,
    observations: bool = True,
    autoreset: bool = True,
    masks: bool = True,
    encoding: Encoding | None = None,
) -> Vector:
    """`n` games of a specification that step together: `Vector`. `max_steps`: a game that takes more steps is
    cut off; 0 for none. `observations`, `masks`: whether `obs` and `mask` are written; without them steps are faster. `autoreset`: whether a game that
    ends is followed at once by the next one; else it waits for `begin`. `encoding`: another one than `torneo.encoding(spec)`.
    Raises `SpecError`.

    Game `i` has the same chance as `torneo.pettingzoo.env(spec)` in its `i`-th game after `reset(seed)`,
    counted from 0; a game that ends is followed by
    game `i + n`, and so on.
    """

class Positions:
    """Positions that `mcts` asks for: the arrays `obs`, `mask` and `to_play` of a `Vector`, written in place and read-only."""
    obs: NDArray[np.float32]
    mask: NDArray[np.bool_]
    to_play: NDArray[np.int32]
    def __init__(self, search: object) -> None: ...

def mcts(
    games: Vector | Sequence[State],
    evaluate: Callable[[Positions], tuple[ArrayLike, ArrayLike]],
    sims: int,
    *,
    c_puct: float = 1.5,
    noise: tuple[float, float] | None = None,
    leaves: int = 1,
    seed: int = 0,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Searches many games at once by AlphaZero's tree search with a network: `(visits, values)`. `visits` int32 `(n, actions)` is how
    often each action of the seat to step was taken in `sims` simulations, zeros where a game has ended; `values` float32
    `(n, seats)` is what each seat gains on average, -1 to 1.

    `games`: a `Vector` with masks, or a list of states of one game; they stay as they are. `evaluate(batch)` judges one position of each
    game: it gets the arrays `batch.obs`, `batch.mask` and `batch.to_play` of a `Vector`, always with as many rows, and returns
    `(logits, values)`: `(rows, actions)`, whose softmax over the legal actions gives the priors, and `(rows, seats)`, or with two seats
    `(rows,)` for the seat to play. The answers for rows of games that have ended are not used.

    `c_puct`: the weight of the priors. `noise=(alpha, fraction)` mixes Dirichlet noise into the priors of the roots, as self-play needs it.
    `leaves`: how many simulations of a game are evaluated together, for few games: there are `n * leaves` rows. The roots are evaluated
    first, which does not count as a simulation.
    The same `seed` and answers give the same visits. A seat that chooses at the same time as others does not see their choice.
    Raises `ValueError` for answers of other shapes, or that are not finite.
    """
