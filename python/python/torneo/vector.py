"""Many games of one kind that step together, on all cores.

>>> from torneo import vector
>>> games = vector.make("three-mens-morris", 4, seed=1)
>>> for _ in range(100):
...     _ = games.step(games.sample())
>>> games.obs.shape[0], games.done.dtype.name
(4, 'bool')
"""

import numpy as np

from ._torneo import Batch, Encoding, Game

__all__ = ["Vector", "make"]


def make(spec, n, seed, max_steps=0):
    """`n` games of a specification that step together: `Vector`. `max_steps`: a game that takes more steps is
    cut off; 0 for none. Raises `SpecError`.

    Game `i` has the same chance as `torneo.pettingzoo.env(spec)` in its `i`-th game after `reset(seed)`,
    counted from 0; a game that ends is followed by
    game `i + n`, and so on.
    """
    return Vector(spec, n, seed, max_steps)


def _read_only(array):
    view = array.view()
    view.setflags(write=False)
    return view


class Vector:
    """Games that step together. The arrays are always the same objects, written in place by the batch. As it
    clears only what it wrote, they are read-only to everybody else.

    `obs` float32 `(n, *shape)`: what the seat to step sees; `mask` bool `(n, actions)`: what it may do;
    `to_play` int32 `(n,)`: the seat;
    `rewards` float32 `(n, seats)`: what each seat gained by the last step, not 0 only where a game ended: 1
    for a sole winner, 0 for a draw of all,
    adding up to 0; `done` bool `(n,)`: whether the last step ended a game. Where it did, `obs`, `mask` and
    `to_play` are those of the next game.
    Copy what is to outlive the next step, or to be changed.
    """

    def __init__(self, spec, n, seed, max_steps=0):
        self.game = spec if isinstance(spec, Game) else Game(spec)
        self.encoding = Encoding(self.game)
        self.n = n
        self._batch = Batch(self.encoding, n, seed, max_steps)
        self.obs = _read_only(self._batch.obs)
        self.mask = _read_only(self._batch.mask)
        self.to_play = _read_only(self._batch.to_play)
        self.rewards = _read_only(self._batch.rewards)
        self.done = _read_only(self._batch.done)

    def reset(self, seed):
        """Begins all games anew with another seed: `(obs, mask, to_play)`."""
        self._batch.reset(seed, self.n)
        return self.obs, self.mask, self.to_play

    def step(self, actions):
        """Steps every game by one action, integers `(n,)`: `(obs, mask, to_play, rewards, done)`. Raises
        `IllegalMove`, and then no game has moved."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, found an array of {actions.dtype}")
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int64))
        return self.obs, self.mask, self.to_play, self.rewards, self.done

    def sample(self):
        """A legal action for each game, each equally likely: int64 `(n,)`. A function of the seed, the number
        of the game and the calls during it."""
        return self._batch.sample()

    @property
    def numbers(self):
        """The numbers of the games under way, from which their chance comes."""
        return self._batch.numbers()

    def text(self, index):
        """The position of a game as one line, as `State.text`."""
        return self._batch.text(index)

    def __len__(self):
        return self.n
