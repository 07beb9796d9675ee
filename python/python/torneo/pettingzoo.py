"""Every game as an environment of PettingZoo.

    >>> from torneo import pettingzoo
    >>> env = pettingzoo.env("three-mens-morris")
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> sorted(observation)
    ['action_mask', 'observation']

Agents are `seat_0`, `seat_1`, ... Actions and observations are those of `torneo.encoding(spec)`;
docs/python.md says what they mean. The reward comes at the end of the game: 1 for a sole winner, 0
for a draw of all, and so that all rewards add up to 0. Chance is drawn inside `step`, a function of
the seed. Seats that choose at the same time step one after the other without seeing each other's
choice.
"""

from __future__ import annotations

import os
import warnings
from typing import Any, Literal, SupportsInt, get_args

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._encoding import chosen
from ._torneo import Encoding, Environment, Game, IllegalMove, State

__all__ = ["AecGame", "ParallelGame", "env", "parallel_env", "raw_env"]

_Mode = Literal["ansi", "svg", "human"]
_Illegal = Literal["warn", "raise", "lose"]


def env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
    encoding: Encoding | None = None,
) -> AECEnv[str, Any, int]:
    """The AEC environment of a game.

    `render_mode`: "ansi", "svg" or "human". `max_cycles`: the game is truncated when an agent would
    step more often. `illegal`: what an action that the mask forbids does: "warn" plays a legal one
    in its place, warns, and says so in `infos[agent]["illegal"]`; "raise" raises `IllegalMove`;
    "lose" ends the game with reward -1 for the agent. `encoding`: another one than
    `torneo.encoding(spec)`. Raises `SpecError`.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(spec, render_mode, max_cycles, illegal, encoding))


def raw_env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
    encoding: Encoding | None = None,
) -> AecGame:
    """The same without PettingZoo's check of the order of calls."""
    return AecGame(spec, render_mode, max_cycles, illegal, encoding)


def parallel_env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
    encoding: Encoding | None = None,
) -> ParallelGame:
    """The parallel environment of a game. In each step every agent gives an action; those of agents
    that have nothing to choose, whose mask is empty, are not looked at. `max_cycles` counts steps.
    Otherwise as `env`.
    """
    return ParallelGame(spec, render_mode, max_cycles, illegal, encoding)


class _Table:
    """What both kinds of environment share: spaces, seeds, views."""

    metadata: dict[str, Any]
    agents: list[str]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    _board: Environment

    def _set_up(
        self,
        spec: str | Game,
        render_mode: _Mode | None,
        max_cycles: int | None,
        illegal: _Illegal,
        encoding: Encoding | None,
    ) -> None:
        if illegal not in get_args(_Illegal):
            raise ValueError(f"illegal: expected one of {', '.join(get_args(_Illegal))}, found {illegal!r}")
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode: expected one of {modes}, found {render_mode!r}")
        self.game, self.encoding = chosen(spec, encoding)
        self.metadata = {**self.metadata, "name": self.game.id}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        bound = self.encoding.bound
        self.observation_spaces = {agent: self._observation_space(bound) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        self.agents = []
        self._seed = int.from_bytes(os.urandom(8), "little")
        self._number = -1

    def _observation_space(self, bound: float) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-bound, bound, tuple(self.encoding.shape), np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: a Dict of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: Discrete."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is None:
            self._number += 1
        else:
            self._seed, self._number = int(seed) % 2**64, 0
        self._board = Environment(self.encoding, self._seed, self._number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: `observation`, float32 with the shape of the encoding, and
        `action_mask`, int8 with a 1 for each legal action.
        """
        seat = self._seats[agent]
        return {"observation": self._board.observe(seat), "action_mask": self._board.mask(seat)}

    def _enter(self, agent: str, action: SupportsInt) -> bool:
        """Takes an action; whether the game goes on."""
        seat = self._seats[agent]
        try:
            self._board.step(seat, int(action))
        except (IllegalMove, OverflowError) as error:
            return self._refused(agent, seat, int(action), error)
        return True

    def _refused(self, agent: str, seat: int, action: int, error: Exception) -> bool:
        if self.illegal == "raise":
            raise error
        self.infos[agent] = {"illegal": True}
        if self.illegal == "lose":
            self.rewards[agent] = -1.0
            return False
        legal = self._board.legal(seat)
        instead = legal[action % len(legal)]
        warnings.warn(f"{error}: {instead} is played in its place", RuntimeWarning, stacklevel=4)
        self._board.step(seat, instead)
        return True

    def _pay(self) -> None:
        """Hands out the rewards of a game that is over."""
        for agent, gain in zip(self.possible_agents, self._board.returns()):
            self.rewards[agent] = gain

    def position(self) -> State:
        """The game as it stands: a `torneo.State`, at which engines can be asked."""
        return self._board.state()

    def enter(self, token: str) -> list[int] | None:
        """The actions that enter a token of the agent whose turn it is, one after the other."""
        return self._board.actions_of(self._board.choosers()[0], token)

    @property
    def state_text(self) -> str:
        """The position as one line, as `State.text`."""
        return self._board.text

    def render(self) -> str | None:
        """The board as a text or as SVG, by the render mode; "human" prints the text."""
        if self.render_mode is None:
            warnings.warn("render needs a render_mode: ansi, svg or human", stacklevel=2)
            return None
        if self.render_mode == "svg":
            return self._board.svg()
        if self.render_mode == "ansi":
            return str(self._board)
        print(self._board)
        return None

    def close(self) -> None:
        """Does nothing: there is no window."""

    def __str__(self) -> str:
        return self.game.spec


class AecGame(_Table, AECEnv):  # type: ignore[misc, unused-ignore]
    """A game in which one agent steps after the other. See `env`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "human"], "is_parallelizable": False}

    def __init__(
        self,
        spec: str | Game,
        render_mode: _Mode | None = None,
        max_cycles: int | None = None,
        illegal: _Illegal = "warn",
        encoding: Encoding | None = None,
    ) -> None:
        super().__init__()
        self._set_up(spec, render_mode, max_cycles, illegal, encoding)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Its chance is a function of the seed; without a seed a further game of the
        same seed begins.
        """
        self._begin(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._steps = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._board.choosers()[0]]

    def step(self, action: int | None) -> None:
        """Takes the action of the agent whose turn it is; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        self._steps[agent] += 1
        if action is None:
            raise TypeError(f"it is {agent}'s turn: expected an action, found None")
        goes_on = self._enter(agent, action)
        if goes_on and not self._board.over:
            self._select()
            if self.max_cycles is not None and self._steps[self.agent_selection] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            if goes_on:
                self._pay()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class ParallelGame(_Table, ParallelEnv):  # type: ignore[misc, unused-ignore]
    """A game in which all agents step at once. See `parallel_env`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "human"]}

    def __init__(
        self,
        spec: str | Game,
        render_mode: _Mode | None = None,
        max_cycles: int | None = None,
        illegal: _Illegal = "warn",
        encoding: Encoding | None = None,
    ) -> None:
        self._set_up(spec, render_mode, max_cycles, illegal, encoding)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins a game: the observations and infos of all agents."""
        self._begin(seed)
        self._cycles = 0
        return self._views(), self.infos

    def _views(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Takes an action of every agent that has something to choose: observations, rewards,
        terminations, truncations, infos.
        """
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        self._cycles += 1
        goes_on = True
        for seat in self._board.choosers():
            agent = self.possible_agents[seat]
            goes_on = goes_on and self._enter(agent, actions[agent])
        over = self._board.over or not goes_on
        if over and goes_on:
            self._pay()
        late = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, late)
        views = self._views()
        if over or late:
            self.agents = []
        return views, self.rewards, terminations, truncations, self.infos
