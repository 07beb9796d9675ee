"""A batch as a vector environment of Gymnasium, in which one seat learns."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import _seeds
from ._deprecated import plies_of
from ._encoding import specified
from ._illegal import Illegal, Use, checked, rewards_of_loss
from ._torneo import Advice, Encoding, Engine, Game, State
from .vector import WAIT, Vector

#: What plays the other seats: from rows of observations, masks and seats to actions.
Opponent = Callable[[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]], ArrayLike]
_WORD = 2**64


class Gym(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[np.float64]]):
    """`n` games of a specification for one agent: a `gymnasium.vector.VectorEnv`. An opponent plays
    the other seats.

    `opponent`: the specification of an engine or a `torneo.Engine`; or a callable that gets `(obs,
    mask, seats)` of the games in which it is its turn, a row for each, and returns their actions;
    None plays uniformly at random. `seat`: the seat of the agent. `autoreset_mode`: as Gymnasium
    has it. `max_plies`: a game is truncated after so many plies of all seats; 0 for none.
    `illegal`: what an action outside the mask does. "lose" ends the game: the agent scores 0, the
    others share the win, and `infos["illegal"]` is True. "raise" raises `IllegalMove`, and then no
    game has moved. "warn" plays a legal one in its place, warns and sets `infos["illegal"]`.
    `options`: those of the game, as keywords. `max_steps` is deprecated: `max_plies`.

    Observations and actions are those of `encoding`, by default `torneo.encoding(spec)`.
    `infos["action_mask"]`, int8 `(n, actions)`, says what is legal, as `sample` of the action
    space takes it for each game; `infos["final_obs"]` and
    `infos["final_info"]` are those of Gymnasium 1.1. The reward comes at the end: 1 for a sole
    winner, 0 for a draw of all, so that the gains of all seats add up to 0; `infos["returns"]`,
    float32 `(n, seats)`, has them all. Without a seed `reset` begins the next games of the same
    seed.
    """

    def __init__(
        self,
        spec: str | Game,
        n: int,
        seed: int | None = None,
        opponent: str | Engine | Opponent | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        seat: int = 0,
        max_plies: int = 0,
        illegal: Illegal = "lose",
        encoding: Encoding | None = None,
        max_steps: int | None = None,
        **options: Any,
    ) -> None:
        max_plies = plies_of(max_plies, max_steps=max_steps)
        self._use = Use()
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self._seed = _seeds.fresh() if seed is None else int(seed) % _WORD
        spec = specified(spec, options)
        self.games = Vector(spec, n, self._seed, max_plies, autoreset=False, encoding=encoding)
        seats = self.games.game.seats
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {seats - 1}")
        self.seat = seat
        self.opponent = Engine(opponent) if isinstance(opponent, str) else opponent
        if self.opponent is not None and not isinstance(self.opponent, Engine) and not callable(opponent):
            raise TypeError(f"opponent: expected an engine, a function or None, found {opponent!r}")
        self.illegal = checked(illegal)
        self.num_envs = n
        encoding = self.games.encoding
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.single_observation_space = spaces.Box(
            -encoding.bound, encoding.bound, tuple(encoding.shape), np.float32
        )
        self.single_action_space = spaces.Discrete(encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._ended = np.zeros(n, dtype=bool)
        self._begun = False
        self._clear()

    def _clear(self) -> None:
        """Nothing was gained and nothing has ended in this step."""
        self._returns = np.zeros((self.num_envs, self.games.game.seats), dtype=np.float32)
        self._terminated = np.zeros(self.num_envs, dtype=bool)
        self._truncated = np.zeros(self.num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins new games: `(observations, infos)`. `options["reset_mask"]`, bool `(n,)`, begins
        only these anew.
        """
        with self._use:
            self._use.check("reset", is_reset=True)
            return self._reset(seed, options)

    def _reset(
        self, seed: int | list[int | None] | None, options: dict[str, Any] | None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        mask = None if options is None else options.get("reset_mask")
        everywhere = np.ones(self.num_envs, dtype=bool)
        self._clear()
        if mask is not None:
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
                raise ValueError(f"reset_mask: expected {self.num_envs} booleans, at least one of them True")
            if seed is not None:
                raise ValueError("a seed begins all games: leave out reset_mask")
            self._begin(mask)
            self._ended &= ~mask
        else:
            if isinstance(seed, list):
                raise TypeError("seed: expected one for all games, found a list")
            if seed is not None:
                self._seed = int(seed) % _WORD
                super().reset(seed=self._seed % 2**32)
            if seed is not None or not self._begun:
                self.games.reset(self._seed)
                self._play_on(everywhere)
            else:
                self._begin(everywhere)
            self._ended = np.zeros(self.num_envs, dtype=bool)
        self._begun = self._use.begun = True
        return self._observations(), self._infos({})

    def _begin(self, places: NDArray[np.bool_]) -> None:
        self.games.begin(places)
        self._play_on(places)

    def _play_on(self, places: NDArray[np.bool_]) -> None:
        """Opponents play at these places, which have just begun, until it is the agent's turn. A
        game that ends before is followed by another one.
        """
        while True:
            self._answer()
            over = places & (self._terminated | self._truncated)
            if not over.any():
                return
            self._returns[over] = 0.0
            self._terminated[over] = self._truncated[over] = False
            self.games.begin(over)

    def step(  # type: ignore[override]
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes an action of the agent in every game, then the opponents play until it is its turn
        again: `(observations, rewards, terminations, truncations, infos)`. In mode NEXT_STEP the
        action of a game that has ended begins the next one; in mode DISABLED `reset` has to.
        """
        with self._use:
            self._use.check("step")
            return self._step(actions)

    def _step(
        self, given: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        actions = np.asarray(given)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, found an array of {actions.dtype}")
        actions = actions.astype(np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, found an array of shape {actions.shape}")
        before = self._ended
        if self.autoreset_mode is AutoresetMode.DISABLED and before.any():
            waiting = np.flatnonzero(before).tolist()
            raise ValueError(
                f"the games {waiting} have ended: begin them by reset(options={{'reset_mask': ...}})"
            )
        illegal = self._corrected(actions, ~before)
        self._clear()
        actions[before] = WAIT
        if self.illegal == "lose":
            for index in np.flatnonzero(illegal):
                self._returns[index] = rewards_of_loss(self.seat, self.games.game.seats)
            self._terminated |= illegal
            actions[illegal] = WAIT
        self._take(actions)
        self._answer()
        if before.any():
            self._begin(before)
        ended = self._terminated | self._truncated
        rewards = self._returns[:, self.seat].astype(np.float64)
        terminated, truncated, returns = self._terminated, self._truncated, self._returns
        infos: dict[str, Any] = {"returns": returns, "_returns": ended.copy()}
        if illegal.any():
            infos["illegal"], infos["_illegal"] = illegal, illegal.copy()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            finals = np.full(self.num_envs, None, dtype=object)
            for index in np.flatnonzero(ended):
                finals[index] = self.games.observe(int(index), self.seat)
            infos["final_obs"], infos["_final_obs"] = finals, ended.copy()
            final = {"returns": returns.copy(), "_returns": ended.copy()}
            infos["final_info"], infos["_final_info"] = final, ended.copy()
            self._clear()
            self._begin(ended)
            self._ended = np.zeros(self.num_envs, dtype=bool)
        else:
            self._ended = ended
        return self._observations(), rewards, terminated, truncated, self._infos(infos)

    def _corrected(self, actions: NDArray[np.int64], live: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Puts legal actions in the place of illegal ones, and says where."""
        inside = (actions >= 0) & (actions < self.games.encoding.actions)
        rows = np.arange(self.num_envs)
        legal = inside & self.games.mask[rows, np.where(inside, actions, 0)]
        illegal: NDArray[np.bool_] = live & ~legal
        if self.illegal == "lose":
            return illegal
        if illegal.any() and self.illegal == "warn":
            place = int(np.flatnonzero(illegal)[0])
            message = (
                f"action {actions[place]} is not legal in game {place}: a legal one is played in its place"
            )
            warnings.warn(message, RuntimeWarning, stacklevel=5)
            found, offsets = self.games.legal()
            for index in np.flatnonzero(illegal):
                own = found[offsets[index] : offsets[index + 1]]
                actions[index] = np.sort(own)[int(actions[index]) % len(own)]
            return illegal
        return np.zeros(self.num_envs, dtype=bool)

    def _take(self, actions: NDArray[np.int64]) -> None:
        self.games.step(actions)
        self._returns += self.games.rewards
        self._terminated |= self.games.terminated
        self._truncated |= self.games.truncated

    def _answer(self) -> None:
        """The opponents play until it is the agent's turn in every game that goes on."""
        coming: dict[int, str] = {}
        while True:
            due = np.flatnonzero(~self.games.ended & (self.games.to_play != self.seat))
            if not len(due):
                return
            actions = np.full(self.num_envs, WAIT, dtype=np.int64)
            if self.opponent is None:
                actions[due] = self.games.sample()[due]
            elif isinstance(self.opponent, Engine):
                self._ask(self.opponent, [index for index in due.tolist() if index not in coming], coming)
                for index in due.tolist():
                    actions[index] = self.games.encode(index, coming[index])
                    if self.games.decode(index, int(actions[index])) is not None:
                        del coming[index]
            else:
                games = self.games
                chosen = self.opponent(games.obs[due], games.mask[due], games.to_play[due])
                actions[due] = np.asarray(chosen, dtype=np.int64)
            self._take(actions)

    def _ask(self, opponent: Engine, indices: list[int], coming: dict[int, str]) -> None:
        """What the engine plays in games, on all cores: tokens, which may take several integers."""
        alone: dict[int, tuple[State, int]] = {}
        for index in indices:
            state, seat = self.games.state(index), int(self.games.to_play[index])
            seed = (self._seed + 1000003 * self.games.numbers[index] + self.games.plies(index)) % _WORD
            if state.turn == "seat":
                alone[index] = state, seed
            else:
                coming[index] = opponent.bestmove(state, seed=seed, seat=seat).move
        states, seeds = [state for state, _ in alone.values()], [seed for _, seed in alone.values()]
        advice: list[Advice] = opponent.bestmoves(states, seeds) if states else []
        coming.update(zip(alone, (one.move for one in advice)))

    def _observations(self) -> NDArray[np.float32]:
        seen = np.array(self.games.obs)
        other = self.games.ended | (self.games.to_play != self.seat)
        for index in np.flatnonzero(other):
            seen[index] = self.games.observe(int(index), self.seat)
        return seen

    def _infos(self, infos: dict[str, Any]) -> dict[str, Any]:
        mask = self.games.mask.astype(np.int8)
        mask[self._ended] = 0
        infos["action_mask"] = mask
        infos["_action_mask"] = np.ones(self.num_envs, dtype=bool)
        return infos

    def close_extras(self, **_: Any) -> None:
        """Other calls raise `ClosedEnvironmentError` afterwards."""
        self._use.closed = True
