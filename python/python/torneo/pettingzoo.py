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

import operator
import warnings
from typing import Any, Literal, SupportsIndex, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-not-found, import-untyped, unused-ignore]

from . import _seeds
from ._encoding import chosen, specified
from ._illegal import Illegal, Use, checked, one_of, rewards_of_loss
from ._torneo import Encoding, Environment, Game, IllegalMove, State

__all__ = ["AecGame", "ParallelGame", "env", "parallel_env", "raw_env"]

_Mode = Literal["ansi", "svg", "rgb_array", "human"]
_MODES = list(get_args(_Mode))


def env(
    spec: str | Game,
    illegal: Illegal = "lose",
    max_plies: int = 0,
    render_mode: _Mode | None = None,
    encoding: Encoding | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> AECEnv[str, Any, int]:
    """The AEC environment of a game.

    `options`: those of the game, as keywords: `env("havannah", size=5)`. `illegal`: what an action
    that the mask forbids does. "lose" ends the game: the agent scores 0, the others share the win,
    all are paid as at any end, and `infos[agent]["illegal"]` is True. "raise" raises `IllegalMove`,
    and nothing changes. "warn" plays a legal action in its place, warns, and says so in
    `infos[agent]["illegal"]`. `max_plies`: the game is truncated after so many plies; 0 for none.
    `render_mode`: "ansi", "svg", "rgb_array" or "human". `encoding`: another one than
    `torneo.encoding(spec)`. `max_cycles` is deprecated: the game is truncated when an agent would
    step more often. The mask is int8. Raises `SpecError`.
    """
    made = raw_env(spec, illegal, max_plies, render_mode, encoding, max_cycles, **options)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(
    spec: str | Game,
    illegal: Illegal = "lose",
    max_plies: int = 0,
    render_mode: _Mode | None = None,
    encoding: Encoding | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> AecGame:
    """The same without PettingZoo's check of the order of calls."""
    return AecGame(spec, illegal, max_plies, render_mode, encoding, max_cycles, **options)


def parallel_env(
    spec: str | Game,
    illegal: Illegal = "lose",
    max_plies: int = 0,
    render_mode: _Mode | None = None,
    encoding: Encoding | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> ParallelGame:
    """The parallel environment of a game. In each step every agent gives an action; those of agents
    that have nothing to choose, whose mask is empty, are not looked at. Otherwise as `env`;
    `max_cycles`, which is deprecated, counts steps.
    """
    return ParallelGame(spec, illegal, max_plies, render_mode, encoding, max_cycles, **options)


class _Table:
    """What both kinds of environment share: spaces, seeds, views."""

    metadata: dict[str, Any]
    agents: list[str]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    _board: Environment
    #: Whether the game has ended by an action that was not legal.
    _lost: bool

    def __init__(
        self,
        spec: str | Game,
        illegal: Illegal = "lose",
        max_plies: int = 0,
        render_mode: _Mode | None = None,
        encoding: Encoding | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(modes))
        if max_cycles is not None:
            warnings.warn("max_cycles is deprecated: use max_plies", DeprecationWarning, stacklevel=3)
        if not isinstance(max_plies, int) or max_plies < 0:
            raise ValueError(f"max_plies: expected 0 or more, found {max_plies!r}")
        self._use = Use()
        self.game, self.encoding = chosen(specified(spec, options), encoding)
        self.metadata = {**self.metadata, "name": self.game.id}
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.max_cycles = max_cycles
        self.illegal = checked(illegal)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        bound = self.encoding.bound
        shape = (self.game.seats, *self.encoding.shape)
        self.state_space = spaces.Box(-bound, bound, shape, np.float32)
        self.observation_spaces = {agent: self._observation_space(bound) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        self.agents = []
        self._seed = _seeds.fresh()
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
        self._use.check("reset", is_reset=True)
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer))):
            raise TypeError(f"seed: expected an integer, found {seed!r}")
        if seed is None:
            self._number += 1
        else:
            self._seed, self._number = int(seed) % 2**64, 0
        self._board = Environment(self.encoding, self._seed, self._number)
        self._lost = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._use.begun = True

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: `observation`, float32 with the shape of the encoding, and
        `action_mask`, int8 with a 1 for each legal action.
        """
        self._use.check("observe")
        seat = self._seats[agent]
        mask = self._board.action_mask(seat).astype(np.int8)
        if self._lost:
            mask[:] = 0
        return {"observation": self._board.observe(seat), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all seats see, one after the other: float32 `(seats, *shape)` of the encoding."""
        self._use.check("state")
        return np.stack([self._board.observe(seat) for seat in range(self.game.seats)])

    def _enter(self, agent: str, action: SupportsIndex) -> bool:
        """Takes an action; whether the game goes on."""
        seat = self._seats[agent]
        try:
            self._board.step(seat, operator.index(action))
        except IllegalMove as error:
            return self._refused(agent, seat, operator.index(action), error)
        return True

    def _refused(self, agent: str, seat: int, action: int, error: Exception) -> bool:
        if self.illegal == "raise":
            raise error
        self.infos[agent] = {"illegal": True}
        if self.illegal == "lose":
            self.rewards = dict(zip(self.possible_agents, rewards_of_loss(seat, self.game.seats)))
            self._lost = True
            return False
        legal = self._board.legal_actions(seat)
        instead = int(legal[action % len(legal)])
        warnings.warn(f"{error}: {instead} is played in its place", RuntimeWarning, stacklevel=5)
        self._board.step(seat, instead)
        return True

    def _late(self) -> bool:
        """Whether the most plies are played."""
        return 0 < self.max_plies <= self._board.plies

    def _pay(self) -> None:
        """Hands out the rewards of a game that is over."""
        for agent, gain in zip(self.possible_agents, self._board.returns()):
            self.rewards[agent] = gain

    def position(self) -> State:
        """The game as it stands: a `torneo.State`, at which engines can be asked."""
        self._use.check("position")
        return self._board.state()

    def encode(self, token: str) -> int:
        """The action that enters a token of the agent whose turn it is; where a token takes
        several, the next one. Raises `IllegalMove`.
        """
        self._use.check("encode")
        return self._board.encode(token)

    def decode(self, action: int) -> str | None:
        """The token that an action of the agent whose turn it is completes; None if it takes more.
        Raises `IllegalMove`.
        """
        self._use.check("decode")
        return self._board.decode(action)

    def enter(self, token: str) -> list[int] | None:
        """Deprecated: `encode`, which gives one action after the other."""
        warnings.warn("enter is deprecated: use encode", DeprecationWarning, stacklevel=2)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return self._board.actions_of(self._board.choosers()[0], token)

    @property
    def state_text(self) -> str:
        """The position as one line, as `State.text`."""
        self._use.check("state_text")
        return self._board.text

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as a text, as SVG or as uint8 `(rows, columns, 3)`, by the render mode; "human"
        prints the text.
        """
        if self.render_mode is None:
            warnings.warn("render needs a render_mode: ansi, svg, rgb_array or human", stacklevel=2)
            return None
        self._use.check("render")
        if self.render_mode == "svg":
            return self._board.svg()
        if self.render_mode == "rgb_array":
            return self._board.state().rgb()
        if self.render_mode == "ansi":
            return str(self._board)
        print(self._board)
        return None

    def close(self) -> None:
        """Ends the environment: other calls raise `ClosedEnvironmentError` afterwards."""
        self._use.closed = True

    def __str__(self) -> str:
        return self.game.spec


class AecGame(_Table, AECEnv):  # type: ignore[misc, unused-ignore]
    """A game in which one agent steps after the other. See `env`."""

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "svg", "rgb_array", "human"],
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Its chance is a function of the seed; without a seed a further game of the
        same seed begins.
        """
        with self._use:
            self._reset(seed)

    def _reset(self, seed: int | None) -> None:
        self._begin(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._steps = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._board.choosers()[0]]

    def step(self, action: int | None) -> None:
        """Takes the action of the agent whose turn it is; None for an agent whose game is over."""
        with self._use:
            self._use.check("step")
            self._take(action)

    def _take(self, action: int | None) -> None:
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
            most = self.max_cycles
            if self._late() or (most is not None and self._steps[self.agent_selection] >= most):
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            if goes_on:
                self._pay()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class ParallelGame(_Table, ParallelEnv):  # type: ignore[misc, unused-ignore]
    """A game in which all agents step at once. See `parallel_env`."""

    metadata: dict[str, Any] = {"render_modes": _MODES}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins a game: the observations and infos of all agents."""
        with self._use:
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
        with self._use:
            self._use.check("step")
            return self._take(actions)

    def _take(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        self._cycles += 1
        goes_on = True
        for seat in self._board.choosers() if self.agents else ():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise ValueError(f"actions: expected one of {agent}, which has to choose")
            goes_on = goes_on and self._enter(agent, actions[agent])
        over = self._board.over or not goes_on
        if over and goes_on:
            self._pay()
        cycles = self.max_cycles
        late = not over and (self._late() or (cycles is not None and self._cycles >= cycles))
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, late)
        views = self._views()
        if over or late:
            self.agents = []
        return views, self.rewards, terminations, truncations, self.infos
