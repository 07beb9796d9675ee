import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._torneo import Encoding, Game

__all__ = ["Vector", "make"]

class Vector:
    game: Game
    encoding: Encoding
    n: int
    obs: NDArray[np.float32]
    mask: NDArray[np.bool_]
    to_play: NDArray[np.int32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    def __init__(self, spec: str | Game, n: int, seed: int, max_steps: int = 0) -> None: ...
    def reset(self, seed: int) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]: ...
    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]
    ]: ...
    def sample(self) -> NDArray[np.int64]: ...
    @property
    def numbers(self) -> list[int]: ...
    def text(self, index: int) -> str: ...
    def __len__(self) -> int: ...

def make(spec: str | Game, n: int, seed: int, max_steps: int = 0) -> Vector: ...
