from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import ArrayLike, NDArray

from ._torneo import Encoding, Engine, Game
from .vector import Vector

_Opponent = Callable[[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]], ArrayLike]

class Gym(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[np.float64]]):
    """`n` games of a specification for one agent: a `gymnasium.vector.VectorEnv`. An opponent plays the other seats.

    `opponent`: the specification of an engine or a `torneo.Engine`; or a callable that gets `(obs, mask, seats)` of the games in
    which it is its turn, a row for each, and returns their actions; None plays uniformly at random. `seat`: the seat of the agent.
    `autoreset_mode`: as Gymnasium has it. `max_steps`: a game with more steps of all seats is truncated; 0 for none.
    `illegal`: what an action outside the mask does: "warn" plays a legal one in its place, warns and sets
    `infos["illegal"]`; "raise" raises `IllegalMove`, and then no game has moved.

    Observations and actions are those of `encoding`, by default `torneo.encoding(spec)`. `infos["action_mask"]`, bool `(n, actions)`, says what is legal;
    `infos["final_obs"]` and `infos["final_info"]` are those of Gymnasium 1.1. The reward comes at the end: 1 for a sole
    winner, 0 for a draw of all, so that the gains of all seats add up to 0; `infos["returns"]`, float32 `(n, seats)`, has them
    all. Without a seed `reset` begins the next games of the same seed.
    """
    games: Vector
    seat: int
    opponent: Engine | _Opponent | None
    illegal: str
    autoreset_mode: AutoresetMode
    def __init__(
        self,
        spec: str | Game,
        n: int,
        seed: int | None = None,
        opponent: str | Engine | _Opponent | None = None,
        autoreset_mode: AutoresetMode = ...,
        seat: int = 0,
        max_steps: int = 0,
        illegal: Literal["warn", "raise"] = "warn",
        encoding: Encoding | None = None,
    ) -> None: ...
    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins new games: `(observations, infos)`. `options["reset_mask"]`, bool `(n,)`, begins only these anew."""
    def step(  # type: ignore[override]
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes an action of the agent in every game, then the opponents play until it is its turn again:
        `(observations, rewards, terminations, truncations, infos)`. In mode NEXT_STEP the action of a game that has ended begins
        the next one; in mode DISABLED `reset` has to.
        """
