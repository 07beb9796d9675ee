"""Random steps per second of batches and of PettingZoo's loop over a game: python bench.py [SPEC ...]"""

import sys
import time
import warnings

import torneo

SECONDS = 5
GAMES = 256
SPECS = ["three-mens-morris", "hnefatafl", "havannah", "fischerandom", "frames", "half-hazard", "lanza"]


def steps_of_pettingzoo(spec):
    """Steps per second of the loop that PettingZoo's documentation shows."""
    env, steps, began = torneo.pettingzoo.env(spec), 0, time.perf_counter()
    env.reset(seed=1)
    while time.perf_counter() - began < SECONDS:
        for agent in env.agent_iter(100):
            view, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(view["action_mask"]))
                steps += 1
        if not env.agents:
            env.reset()
    return steps / (time.perf_counter() - began)


def steps_of_batch(spec):
    """Steps per second of a batch."""
    games, steps, began = torneo.vector.make(spec, GAMES, seed=1), 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        games.step(games.sample())
        steps += GAMES
    return steps / (time.perf_counter() - began)


def main():
    """Prints a line for each game."""
    warnings.simplefilter("ignore")
    print(f"{'game':24} {'PettingZoo':>12} {'batch':>12} {'times':>7}")
    for spec in sys.argv[1:] or SPECS:
        one, many = steps_of_pettingzoo(spec), steps_of_batch(spec)
        print(f"{spec:24} {one:12.0f} {many:12.0f} {many / one:7.1f}", flush=True)


if __name__ == "__main__":
    main()
