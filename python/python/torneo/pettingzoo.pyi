from typing import Any, Literal

from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ._torneo import Encoding, Game, State

__all__ = ["AecGame", "ParallelGame", "env", "parallel_env", "raw_env"]

_Mode = Literal["ansi", "svg", "human"]
_Illegal = Literal["warn", "raise", "lose"]

class _Table:
    """What both kinds of environment share: spaces, seeds, views."""
    game: Game
    encoding: Encoding
    def position(self) -> State:
        """The game as it stands: a `torneo.State`, at which engines can be asked."""
    def enter(self, token: str) -> list[int] | None:
        """The actions that enter a token of the agent whose turn it is, one after the other."""
    @property
    def state_text(self) -> str:
        """The position as one line, as `State.text`."""
    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: a Dict of `observation` and `action_mask`."""
    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: Discrete."""
    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: `observation`, float32 with the shape of the encoding, and `action_mask`, int8
        with a 1 for each legal action.
        """
    def render(self) -> str | None:
        """The board as a text or as SVG, by the render mode; "human" prints the text."""
    def close(self) -> None:
        """Does nothing: there is no window."""

class AecGame(_Table, AECEnv):  # type: ignore[misc]
    """A game in which one agent steps after the other. See `env`."""
    metadata: dict[str, Any]
    def __init__(
        self,
        spec: str | Game,
        render_mode: _Mode | None = None,
        max_cycles: int | None = None,
        illegal: _Illegal = "warn",
        encoding: Encoding | None = None,
    ) -> None: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Its chance is a function of the seed; without a seed a further game of the same seed
        begins.
        """
    def step(self, action: int | None) -> None:
        """Takes the action of the agent whose turn it is; None for an agent whose game is over."""

class ParallelGame(_Table, ParallelEnv):  # type: ignore[misc]
    """A game in which all agents step at once. See `parallel_env`."""
    metadata: dict[str, Any]
    def __init__(
        self,
        spec: str | Game,
        render_mode: _Mode | None = None,
        max_cycles: int | None = None,
        illegal: _Illegal = "warn",
        encoding: Encoding | None = None,
    ) -> None: ...
    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins a game: the observations and infos of all agents."""
    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Takes an action of every agent that has something to choose: observations, rewards, terminations,
        truncations, infos.
        """

def env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
    encoding: Encoding | None = None,
) -> AECEnv[str, Any, int]:
    """The AEC environment of a game.

    `render_mode`: "ansi", "svg" or "human". `max_cycles`: the game is truncated when an agent would step more
    often. `illegal`: what an action that the
    mask forbids does: "warn" plays a legal one in its place, warns, and says so in `infos[agent]["illegal"]`;
    "raise" raises `IllegalMove`; "lose"
    ends the game with reward -1 for the agent. `encoding`: another one than `torneo.encoding(spec)`. Raises `SpecError`.
    """
def raw_env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
    encoding: Encoding | None = None,
) -> AecGame:
    """The same without PettingZoo's check of the order of calls."""
def parallel_env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
    encoding: Encoding | None = None,
) -> ParallelGame:
    """The parallel environment of a game. In each step every agent gives an action; those of agents that have
    nothing to choose, whose mask is
    empty, are not looked at. `max_cycles` counts steps. Otherwise as `env`.
    """
