"""What stable-baselines3 calls at each step of a training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._rater import Rater


def callback(rater: Rater) -> Any:
    """A `BaseCallback` that lets a rater rate the model. Raises `ImportError` without the package."""
    try:
        from stable_baselines3.common.callbacks import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
            BaseCallback,
        )
    except ImportError as error:
        raise ImportError(
            "a callback needs stable-baselines3: pip install stable-baselines3; "
            "in a loop of your own call Rater.maybe"
        ) from error

    class RateCallback(BaseCallback):  # type: ignore[misc, unused-ignore]
        """Asks at each step whether a rating is due."""

        def _on_step(self) -> bool:
            rater.maybe(self.num_timesteps, self.model)
            return True

    return RateCallback()
