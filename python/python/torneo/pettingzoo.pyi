from typing import Any, Literal

from pettingzoo import AECEnv, ParallelEnv

from ._torneo import Encoding, Game

_Mode = Literal["ansi", "svg", "human"]
_Illegal = Literal["warn", "raise", "lose"]

class AecGame(AECEnv):
    game: Game
    encoding: Encoding
    @property
    def state_text(self) -> str: ...

class ParallelGame(ParallelEnv):
    game: Game
    encoding: Encoding
    @property
    def state_text(self) -> str: ...

def env(spec: str | Game, render_mode: _Mode | None = None, max_cycles: int | None = None, illegal: _Illegal = "warn") -> AECEnv[str, Any, int]: ...
def raw_env(spec: str | Game, render_mode: _Mode | None = None, max_cycles: int | None = None, illegal: _Illegal = "warn") -> AecGame: ...
def parallel_env(spec: str | Game, render_mode: _Mode | None = None, max_cycles: int | None = None, illegal: _Illegal = "warn") -> ParallelGame: ...
