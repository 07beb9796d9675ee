"""Speeds of the Python package, each beside what it is measured against: python bench.py [PROGRAM]

PROGRAM is the program torneo, for the last two lines. Build the package with its release profile.
Every line is the median of five turns of a second each, the two sides one after the other.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

import torneo

SECONDS = 1.0
TURNS = 5
GAMES = 256


def rate(step):
    """How much `step` does in a second; it returns what it did in one call."""
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        done += step()
    return done / (time.perf_counter() - began)


def batch(spec, observations):
    """Steps of a batch, with observations and masks or without."""
    games = torneo.vector.make(spec, GAMES, seed=1, observations=observations, masks=observations)

    def step():
        games.step(games.sample())
        return GAMES

    return step


def pettingzoo(spec):
    """Steps of the loop that PettingZoo's documentation shows."""
    env = torneo.pettingzoo.env(spec)
    env.reset(seed=1)

    def step():
        done = 0
        for agent in env.agent_iter(100):
            view, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(view["action_mask"]))
                done += 1
        if not env.agents:
            env.reset()
        return done

    return step


def states(spec):
    """Plies of random games, an integer at a time."""
    game = torneo.Game(spec)

    def step():
        state, plies = game.start(), 0
        while not state.over:
            actions = state.legal_actions()
            state.play(actions[int(random.random() * len(actions))])
            plies += 1
        return plies

    return step


def playouts(spec):
    """Random games on one thread."""
    state = torneo.Game(spec).start()

    def step():
        state.playouts(2048, seed=1, threads=1)
        return 2048

    return step


def benchmark(spec):
    """The same by `torneo bench`."""
    return lambda: torneo.bench(spec, seconds=SECONDS)[0].playouts_per_second * SECONDS


def spiel_loop(name):
    """Plies of random games of OpenSpiel in its own loop, in C++."""
    import pyspiel

    start = pyspiel.load_game(name).new_initial_state()
    mean = statistics.mean(spiel_length(start) for _ in range(100))
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
    seeds = iter(range(10**9))

    def step():
        for _ in range(20):
            pyspiel.evaluate_bots(start.clone(), bots, next(seeds))
        return 20 * mean

    return step


def spiel_length(start, seen=False):
    """The length of a random game, in which the observation and the mask of each position are read
    if they are to be `seen`.
    """
    state, plies = start.clone(), 0
    while not state.is_terminal():
        if seen:
            state.observation_tensor(), state.legal_actions_mask()
        state.apply_action(random.choice(state.legal_actions()))
        plies += 1
    return plies


def spiel_states(name, seen=False):
    """Plies of random games of OpenSpiel from Python."""
    import pyspiel

    start = pyspiel.load_game(name).new_initial_state()
    return lambda: spiel_length(start, seen)


def idle(batch):
    """What a network that knows nothing says of positions."""
    return np.zeros(batch.mask.shape, np.float32), np.zeros(len(batch.mask), np.float32)


def mcts(spec):
    """Simulations of the tree search with a network, in all games of a batch."""
    games = torneo.vector.make(spec, GAMES, seed=1)

    def step():
        torneo.vector.mcts(games, idle, 32)
        return GAMES * 32

    return step


def spiel_mcts(name):
    """Simulations of OpenSpiel's tree search in Python, with an evaluation that knows nothing."""
    import pyspiel
    from open_spiel.python.algorithms import mcts

    class Idle(mcts.Evaluator):
        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

    game = pyspiel.load_game(name)
    bot = mcts.MCTSBot(game, 1.5, 200, Idle(), child_selection_fn=mcts.SearchNode.puct_value)

    def step():
        bot.mcts_search(game.new_initial_state())
        return 200

    return step


LINES_OF_THREE = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@torneo.register_game
class TicTacToe:
    """The game of OpenSpiel's `python_tic_tac_toe`."""

    def __init__(self, cells=".........", to_move=0, won=False):
        self.cells, self.to_move, self.won = cells, to_move, won

    def turn(self):
        return None if self.won or "." not in self.cells else self.to_move

    def legal(self):
        return [str(cell) for cell, mark in enumerate(self.cells) if mark == "."]

    def apply(self, action):
        cell, mark = int(action), "xo"[self.to_move]
        cells = self.cells[:cell] + mark + self.cells[cell + 1 :]
        won = any(cells[a] == cells[b] == cells[c] == mark for a, b, c in LINES_OF_THREE)
        return TicTacToe(cells, 1 - self.to_move, won)

    def outcome(self):
        return 1 - self.to_move if self.won else None

    def text(self):
        return f"{self.cells} {self.to_move}{'w' * self.won}"

    def parse(self, text):
        cells, to_move = text.split()
        return TicTacToe(cells, int(to_move[0]), to_move.endswith("w"))


def spiel_python(name):
    """Plies of random games of one of OpenSpiel's games in Python."""
    from open_spiel.python import games  # noqa: F401

    return spiel_states(name)


def python_playouts():
    """Plies of random games of a game in Python."""
    state = torneo.Game("tic-tac-toe").start()
    start = state.copy()

    def length():
        state, plies = start.copy(), 0
        while not state.over:
            state.play(random.choice(state.legal()))
            plies += 1
        return plies

    mean = statistics.mean(length() for _ in range(2000))

    def step():
        start.playouts(100, seed=1, threads=1)
        return 100 * mean

    return step


def python_states():
    """Plies of random games of a game in Python, a token at a time."""
    game = torneo.Game("tic-tac-toe")

    def step():
        state, plies = game.start(), 0
        while not state.over:
            state.play(random.choice(state.legal()))
            plies += 1
        return plies

    return step


def runs(program):
    """Runs of a small tournament by the package and by the program: seconds each."""
    config = {
        "name": "speed",
        "seed": 1,
        "games": ["surakarta"],
        "engines": ["random", "mcts(sims=200)"],
        "rounds": 10,
    }
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        torneo.run(config, out=f"{folder}/python", progress=False)
        middle = time.perf_counter()
        file = f"{folder}/speed.toml"
        with open(file, "w") as text:
            text.writelines(f"{key} = {value!r}\n" for key, value in config.items())
        subprocess.run([program, "run", file, "--out", f"{folder}/program"], capture_output=True, check=True)
        return 1 / (middle - began), 1 / (time.perf_counter() - middle)


LINES = [
    (
        "batch / PettingZoo, three-mens-morris",
        lambda: batch("three-mens-morris", True),
        lambda: pettingzoo("three-mens-morris"),
    ),
    ("batch / PettingZoo, hnefatafl", lambda: batch("hnefatafl", True), lambda: pettingzoo("hnefatafl")),
    (
        "batch without arrays / OpenSpiel's loop, havannah",
        lambda: batch("havannah", False),
        lambda: spiel_loop("havannah(board_size=8)"),
    ),
    (
        "batch without arrays / OpenSpiel's loop, go 9x9",
        lambda: batch("atari-go(size=9)", False),
        lambda: spiel_loop("go(board_size=9)"),
    ),
    (
        "batch / pyspiel with observations, havannah",
        lambda: batch("havannah", True),
        lambda: spiel_states("havannah(board_size=8)", True),
    ),
    (
        "batch / pyspiel with observations, go 9x9",
        lambda: batch("atari-go(size=9)", True),
        lambda: spiel_states("go(board_size=9)", True),
    ),
    (
        "batch / pyspiel with observations, chess",
        lambda: batch("fischerandom(start=518)", True),
        lambda: spiel_states("chess", True),
    ),
    (
        "mcts with an idle network / OpenSpiel's, havannah",
        lambda: mcts("havannah"),
        lambda: spiel_mcts("havannah(board_size=8)"),
    ),
    (
        "batch / OpenSpiel's loop, havannah",
        lambda: batch("havannah", True),
        lambda: spiel_loop("havannah(board_size=8)"),
    ),
    (
        "batch / OpenSpiel's loop, chess",
        lambda: batch("fischerandom(start=518)", True),
        lambda: spiel_loop("chess"),
    ),
    (
        "states / pyspiel, havannah",
        lambda: states("havannah"),
        lambda: spiel_states("havannah(board_size=8)"),
    ),
    (
        "playouts / torneo bench, three-mens-morris",
        lambda: playouts("three-mens-morris"),
        lambda: benchmark("three-mens-morris"),
    ),
    (
        "game in Python: playouts / OpenSpiel's, tic-tac-toe",
        python_playouts,
        lambda: spiel_python("python_tic_tac_toe"),
    ),
    (
        "game in Python: states / OpenSpiel's, tic-tac-toe",
        python_states,
        lambda: spiel_python("python_tic_tac_toe"),
    ),
    ("playouts / torneo bench, hnefatafl", lambda: playouts("hnefatafl"), lambda: benchmark("hnefatafl")),
]


def told(name, sides):
    """Prints the medians of both sides and the median of their ratios."""
    ours, theirs = (statistics.median(side) for side in zip(*sides))
    ratio = statistics.median(one / other for one, other in sides)
    print(f"{name:58} {ours:14,.1f} {theirs:14,.1f} {ratio:8.2f}", flush=True)


def main():
    """Prints a line for each comparison."""
    warnings.simplefilter("ignore")
    print(f"{'a second':58} {'left':>14} {'right':>14} {'ratio':>8}")
    for name, ours, theirs in LINES:
        one, other = ours(), theirs()
        told(name, [(rate(one), rate(other)) for _ in range(TURNS)])
    for program in sys.argv[1:]:
        told("torneo.run / the program, surakarta", [runs(program) for _ in range(TURNS)])


if __name__ == "__main__":
    main()
