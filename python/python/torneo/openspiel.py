"""Every game as a Python game of OpenSpiel.

    >>> from torneo import openspiel
    >>> openspiel.register()[:2]
    ['torneo_akron', 'torneo_as_many_on_one_as_on_two']
    >>> import pyspiel
    >>> game = pyspiel.load_game("torneo_three_mens_morris", {"equal_turns": False})
    >>> game.num_players()
    2

A game is called `torneo_` and its id with `_` for `-`; its parameters are its options (a number
below the least one, or an empty text, where the default depends on other options). Actions and
observations are those of `torneo.encoding(spec)`, with the parameter `encoding_version` 1 of the
first version; docs/python.md says what they mean. Utilities are 1 for a sole winner, 0 for a draw
of all, and add up to 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
from numpy.typing import NDArray

from ._torneo import Encoding, Environment, Game, IllegalMove, games

__all__ = ["TorneoGame", "TorneoState", "register"]

# A game without a bound of its own is given this many plies, and every ply at most so many steps.
_MOST_PLIES = 100_000
_STEPS = 16


def register() -> list[str]:
    """Registers every game with OpenSpiel: the names, sorted. Games that are registered already
    stay as they are.
    """
    known = set(pyspiel.registered_names())
    names = []
    for info in games():
        kind = _game_type(info)
        names.append(kind.short_name)
        if kind.short_name not in known:
            # A class of its own: OpenSpiel holds on to it until after Python has ended, which only
            # classes outlive.
            made = type(
                kind.short_name, (TorneoGame,), {"kind": kind, "info": info, "__doc__": kind.long_name}
            )
            pyspiel.register_game(kind, made)
    return sorted(names)


def _default(option: dict[str, Any]) -> Any:
    """The default of an option as OpenSpiel has it. Where it depends on other options: one below
    the least number, or an empty text.
    """
    kind, default = option["kind"], option["default"]
    if kind == "choice" and all(value.isdigit() for value in option["range"]["values"]):
        # OpenSpiel reads what looks like a number as one.
        return int(default or -1)
    if default is not None:
        return default
    return {"int": int, "float": float}[kind](option["range"]["min"] - 1) if kind in ("int", "float") else ""


def _game_type(info: dict[str, Any]) -> Any:
    dynamics, chance = pyspiel.GameType.Dynamics, pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name="torneo_" + info["id"].replace("-", "_"),
        long_name=info["title"],
        dynamics=dynamics.SIMULTANEOUS if "together" in info["turns"] else dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if "chance" in info["turns"] else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info["seats"]["max"],
        min_num_players=info["seats"]["min"],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **{option["name"]: _default(option) for option in info["options"]},
            "encoding_version": 2,
        },
    )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spec(info: dict[str, Any], params: dict[str, Any]) -> str:
    """The specification that parameters stand for: options that are given and not their defaults."""
    given = [
        (option["name"], params[option["name"]])
        for option in info["options"]
        if option["name"] in params and params[option["name"]] != _default(option)
    ]
    quoted = ", ".join(f'{name}="{_text(value)}"' for name, value in given)
    return f"{info['id']}({quoted})" if given else info["id"]


class TorneoGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game of torneo with its options set; a class of its own for each game has `kind`, as OpenSpiel
    describes it, and `info`, as torneo does."""

    kind: Any
    info: dict[str, Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, info, params = self.kind, self.info, params or {}
        self.torneo_game = Game(_spec(info, params))
        self.encoding = Encoding(self.torneo_game, params.get("encoding_version", 2))
        plies = min(self.torneo_game.max_plies or _MOST_PLIES, _MOST_PLIES)
        seats = self.torneo_game.seats
        description = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.encoding.chance if "chance" in info["turns"] else 0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=plies * _STEPS,
        )
        super().__init__(kind, description, params)

    def new_initial_state(self) -> TorneoState:
        """The start."""
        return TorneoState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.kind.short_name, self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.encoding, kind, params)


def _loaded(name: str, params: dict[str, Any]) -> Any:
    """A game from what was pickled of it, in whatever process."""
    register()
    return pyspiel.load_game(name, params)


class TorneoState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A game in progress. Copies go through one handle."""

    def __init__(self, game: TorneoGame) -> None:
        super().__init__(game)
        self._environment = Environment(game.encoding, seed=0, open_chance=True)
        self._encoding = game.encoding
        self._seats: int = game.num_players()
        self._actions: tuple[tuple[int, ...], ...] = ((),) * self._seats
        self._positions: tuple[str, ...] = (self._environment.text,)
        self._begun: tuple[int, ...] = (0,) * self._seats

    def current_player(self) -> int:
        """The seat that acts, or chance, several at once, or nobody."""
        environment = self._environment
        player: int
        if environment.over:
            player = pyspiel.PlayerId.TERMINAL
        elif environment.turn == "chance":
            player = pyspiel.PlayerId.CHANCE
        elif environment.turn == "together":
            player = pyspiel.PlayerId.SIMULTANEOUS
        else:
            player = environment.choosers()[0]
        return player

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions of a seat; action 0, which is not looked at, for one that has nothing
        to enter while others do.
        """
        return self._environment.legal_actions(player).tolist() or [0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results that chance may draw, with their probabilities."""
        weights = self._environment.chances() or []
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        environment = self._environment
        plies = environment.plies
        if environment.turn == "chance":
            environment.draw(action)
        else:
            self._enter(environment.choosers()[0], action)
        self._look(plies)

    def _apply_actions(self, actions: list[int]) -> None:
        plies = self._environment.plies
        for seat in self._environment.choosers():
            self._enter(seat, actions[seat])
        self._look(plies)

    def _enter(self, seat: int, action: int) -> None:
        self._environment.step(seat, action)
        own = (*self._actions[seat], action)
        self._actions = (*self._actions[:seat], own, *self._actions[seat + 1 :])

    def _look(self, plies: int) -> None:
        """Remembers the position once a ply is played."""
        if self._environment.plies > plies:
            self._positions = (*self._positions, self._environment.text)
            self._begun = tuple(len(own) for own in self._actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        try:
            token = self._environment.decode(action, player)
        except IllegalMove:
            token = None
        return token or self._encoding.describe(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._environment.over

    def returns(self) -> list[float]:
        """What each seat gains; zeros before the end."""
        return self._environment.returns()

    def observation(self, player: int) -> str:
        """The position, and how far the player has entered its action."""
        entered = self._actions[player][self._begun[player] :]
        return f"{self._positions[-1]} | {player} | {','.join(map(str, entered))}"

    def recall(self, player: int) -> str:
        """Every position so far, every action of the player, and those of others that were played:
        the same actions are legal wherever this is the same, on tables that grow, too.
        """
        known = [
            own if seat == player else own[:begun]
            for seat, (own, begun) in enumerate(zip(self._actions, self._begun))
        ]
        return " | ".join((*self._positions, str(player), *(",".join(map(str, own)) for own in known)))

    def __str__(self) -> str:
        return f"{self._environment}\n{self._positions[-1]}"


class _Observer:
    """What a player sees, as a tensor and as a text."""

    def __init__(self, encoding: Encoding, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; found {params}")
        self._recall: bool = iig_obs_type.perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not self._recall:
            self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: TorneoState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = state._environment.observe(player).ravel()

    def string_from(self, state: TorneoState, player: int) -> str:
        """The same as a text."""
        return state.recall(player) if self._recall else state.observation(player)
