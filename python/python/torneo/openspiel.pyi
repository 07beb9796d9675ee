from typing import Any

import pyspiel  # type: ignore[import-not-found]

from ._torneo import Encoding, Game

__all__ = ["TorneoGame", "TorneoState", "register"]

class TorneoGame(pyspiel.Game):  # type: ignore[misc]
    """A game of torneo with its options set; a class of its own for each game has `kind`, as OpenSpiel
    describes it, and `info`, as torneo does.
    """
    torneo_game: Game
    encoding: Encoding
    def __init__(self, params: dict[str, Any] | None = None) -> None: ...
    def new_initial_state(self) -> TorneoState:
        """The start."""
    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees."""

class TorneoState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. Copies go through one handle."""
    def __init__(self, game: TorneoGame) -> None: ...
    def current_player(self) -> int:
        """The seat that acts, or chance, several at once, or nobody."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results that chance may draw, with their probabilities."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def returns(self) -> list[float]:
        """What each seat gains; zeros before the end."""
    def observation(self, player: int) -> str:
        """The position, and how far the player has entered its action."""
    def recall(self, player: int) -> str:
        """Every position so far, every action of the player, and those of others that were played: the same actions are legal
        wherever this is the same, on tables that grow, too.
        """

def register() -> list[str]:
    """Registers every game with OpenSpiel: the names, sorted. Games that are registered already stay as they
    are.
    """
