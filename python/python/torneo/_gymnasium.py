"""Every game as an environment of Gymnasium for one agent: `gymnasium.make("torneo/hnefatafl-v0")`."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from ._gym import Gym, Opponent
from ._illegal import Illegal, one_of
from ._torneo import Encoding, Engine, State, games

__all__ = ["GymGame", "register"]

_Mode = Literal["ansi", "rgb_array", "human"]


class GymGame(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game for one agent; an opponent plays the other seats.

    `opponent`, `seat`, `illegal`, `max_plies`, `encoding` and the options of the game: as for
    `torneo.vector.Gym`, one game of which this is. `info["action_mask"]`, int8 `(actions,)`, says
    what is legal. The reward comes at the end, as everywhere in torneo; `info["returns"]` has those
    of all seats. `render_mode`: "ansi" gives the board as a text, "rgb_array" as uint8 `(rows,
    columns, 3)`, and "human" prints the text at every step.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        opponent: str | Engine | Opponent | None = None,
        seat: int = 0,
        illegal: Illegal = "lose",
        render_mode: _Mode | None = None,
        max_plies: int = 0,
        encoding: Encoding | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.render_mode = render_mode
        self.games = Gym(
            game,
            1,
            opponent=opponent,
            seat=seat,
            illegal=illegal,
            max_plies=max_plies,
            encoding=encoding,
            autoreset_mode=AutoresetMode.DISABLED,
            **options,
        )
        self.observation_space = self.games.single_observation_space
        self.action_space = self.games.single_action_space
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game: `(observation, info)`. Its chance and the opponent are a function of the
        seed; without a seed a further game of the same seed begins.
        """
        super().reset(seed=seed)
        seen, infos = self.games.reset(seed=seed)
        self._over = False
        self._show()
        return seen[0], self._info(infos)

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Takes an action, then the opponent plays until it is the agent's turn again:
        `(observation, reward, terminated, truncated, info)`.
        """
        if self._over:
            self.games._use.check("step")
            raise ResetNeeded("the game is over: call reset")
        seen, rewards, terminated, truncated, infos = self.games.step(np.array([action]))
        self._over = bool(terminated[0] or truncated[0])
        self._show()
        return seen[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, bool `(actions,)`: the method that `MaskablePPO` of sb3-contrib asks.
        Nothing is legal when the game is over.
        """
        self.games._use.check("action_masks")
        return (
            np.zeros(self.games.games.encoding.actions, dtype=bool)
            if self._over
            else np.array(self.games.games.mask[0])
        )

    def _info(self, infos: dict[str, Any]) -> dict[str, Any]:
        info = {"action_mask": infos["action_mask"][0]}
        if "returns" in infos:
            info["returns"] = infos["returns"][0]
        if "illegal" in infos and infos["illegal"][0]:
            info["illegal"] = True
        return info

    def position(self) -> State:
        """The game as it stands: a `torneo.State`."""
        self.games._use.check("position")
        return self.games.games.state(0)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.position())

    def render(self) -> Any:
        """The board, by the render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: ansi, rgb_array or human")
            return None
        state = self.position()
        if self.render_mode == "rgb_array":
            return state.rgb()
        if self.render_mode == "ansi":
            return str(state)
        return None

    def close(self) -> None:
        """Other calls raise `ClosedEnvironmentError` afterwards."""
        self.games.close()


def _vector(num_envs: int, game: str, render_mode: None = None, **settings: Any) -> Gym:
    """As `gymnasium.make_vec` asks for several games."""
    if render_mode is not None:
        raise ValueError("render_mode: several games are not shown; `Gym.games.state(i)` is one of them")
    return Gym(game, num_envs, **settings)


def register() -> None:
    """Registers every game with Gymnasium as `torneo/ID-v0`."""
    for game in games():
        name = f"torneo/{game['id']}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="torneo._gymnasium:GymGame",
                vector_entry_point="torneo._gymnasium:_vector",
                kwargs={"game": game["id"]},
            )
