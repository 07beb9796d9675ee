from typing import Any, Literal

from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from ._torneo import Encoding, Game

__all__ = ["AecGame", "ParallelGame", "env", "parallel_env", "raw_env"]

_Mode = Literal["ansi", "svg", "human"]
_Illegal = Literal["warn", "raise", "lose"]

class _Table:
    game: Game
    encoding: Encoding
    @property
    def state_text(self) -> str: ...
    def observation_space(self, agent: str) -> Any: ...
    def action_space(self, agent: str) -> Any: ...
    def observe(self, agent: str) -> dict[str, Any]: ...
    def render(self) -> str | None: ...
    def close(self) -> None: ...

class AecGame(_Table, AECEnv):
    metadata: dict[str, Any]
    def __init__(
        self,
        spec: str | Game,
        render_mode: _Mode | None = None,
        max_cycles: int | None = None,
        illegal: _Illegal = "warn",
    ) -> None: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def step(self, action: int | None) -> None: ...

class ParallelGame(_Table, ParallelEnv):
    metadata: dict[str, Any]
    def __init__(
        self,
        spec: str | Game,
        render_mode: _Mode | None = None,
        max_cycles: int | None = None,
        illegal: _Illegal = "warn",
    ) -> None: ...
    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]: ...
    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]: ...

def env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
) -> AECEnv[str, Any, int]: ...
def raw_env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
) -> AecGame: ...
def parallel_env(
    spec: str | Game,
    render_mode: _Mode | None = None,
    max_cycles: int | None = None,
    illegal: _Illegal = "warn",
) -> ParallelGame: ...
