"""What a class of a game gives learners itself."""

import pickle

import numpy as np
import pytest

import torneo
from torneo import vector


@torneo.register_game
class Heap:
    """Players take one or two from a heap in turn. Who takes the last one wins."""

    kinds = {"x": None}
    board = (7, 1)
    actions = ["1", "2"]

    def __init__(self, left=7, to_move=0):
        self.left, self.to_move = left, to_move

    def turn(self):
        return self.to_move if self.left else None

    def legal(self):
        return ["1", "2"][: self.left]

    def apply(self, action):
        return type(self)(self.left - int(action), 1 - self.to_move)

    def outcome(self):
        return 1 - self.to_move

    def text(self):
        return f"{self.left} {self.to_move}"

    def parse(self, text):
        return type(self)(*map(int, text.split()))

    def fields(self):
        return {"second": self.to_move == 1}

    def pieces(self):
        return "x" * self.left + "." * (7 - self.left)

    def evaluate(self, seat):
        return 100 if (self.left % 3 == 0) != (self.to_move == seat) else -100

    def tensor(self, seat):
        return np.array([[self.left, -5.0], [self.to_move == seat, seat]], np.float32)


def expected(state, seat):
    left, to_move = map(int, state.text.split())
    return np.array([[left, -5.0], [to_move == seat, seat]], np.float32)


def test_learners_see_it_everywhere():
    state = torneo.Game("heap").start()
    encoding = state.encoding
    assert encoding.shape == [2, 2] and encoding.names == ["tensor"] and encoding.bound == np.inf
    assert encoding.slice_of("tensor") == slice(0, 4, 1) and not encoding.turned
    assert [symmetry.name for symmetry in encoding.symmetries()] == [
        torneo.encoding("three-mens-morris").symmetries()[0].name
    ]
    while not state.over:
        for seat in (0, 1):
            assert (state.observe(seat) == expected(state, seat)).all()
            assert state.observe(seat).dtype == np.float32
        state.step(state.legal_actions()[-1])
    environment = torneo.Environment(encoding)
    environment.step(0, environment.legal_actions(0)[0])
    assert (environment.observe(1) == [[6, -5], [1, 1]]).all()
    games = vector.make("heap", 5, seed=1)
    for _ in range(20):
        obs, _, to_play, _, _ = games.step(games.sample())
        assert obs.shape == (5, 2, 2)
        for number in range(5):
            assert (obs[number] == expected(games.state(number), int(to_play[number]))).all()
    assert (pickle.loads(pickle.dumps(games)).obs == games.obs).all()


def test_spaces_have_its_shape():
    gymnasium = pytest.importorskip("gymnasium")
    pettingzoo = pytest.importorskip("torneo.pettingzoo")
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    alone = gymnasium.make("torneo/heap-v0", opponent="random")
    assert alone.observation_space.shape == (2, 2)
    check_env(alone.unwrapped, skip_render_check=True)
    seen, _ = alone.reset(seed=1)
    assert alone.observation_space.contains(seen)
    table = torneo.pettingzoo.env("heap")
    api_test(table, num_cycles=100)
    assert table.observation_space("seat_0")["observation"].shape == (2, 2)
    assert table.state_space.shape == (2, 2, 2)
    assert pettingzoo is torneo.pettingzoo
    agents = vector.Gym("heap", 3, opponent="greedy")
    assert agents.reset(seed=1)[0].shape == (3, 2, 2)


def test_a_search_is_given_it():
    seen = []

    def evaluate(batch):
        seen.append(batch.obs.shape[1:])
        return np.zeros(batch.mask.shape), np.zeros(len(batch.mask))

    vector.mcts(vector.make("heap", 2, seed=1), evaluate, 5)
    assert set(seen) == {(2, 2)}
    assert torneo.Engine("alpha-beta(depth=9)").bestmove(torneo.Game("heap").start()).move == "1"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (np.zeros((2, 2)), r"an array of float64 with the shape \(2, 2\): expected a float32 array"),
        ([1.0, 2.0], r"returned \[1.0, 2.0\] \(list\): expected a float32 array"),
        (None, "returned None"),
        (np.zeros((0, 2), np.float32), "expected at least one number"),
        (np.full((2, 2), np.nan, np.float32), "NaN in it: expected finite numbers"),
    ],
)
def test_what_is_no_tensor_is_refused_at_the_start(given, said):
    class Wrong(Heap):
        id = "wrong-heap"

        def tensor(self, seat):
            return given

    torneo.register_game(Wrong, replace=True)
    with pytest.raises(torneo.GameError, match=r"Wrong\.tensor\(0\) .*" + said):
        torneo.Game("wrong-heap")
    # Other tests go through all games.
    torneo.register_game(type("Mended", (Heap,), {"id": "wrong-heap"}), replace=True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (np.zeros(4, np.float32), r"the shape \(4,\): expected the shape \(2, 2\), as at the start"),
        (
            np.zeros((2, 2), np.int8),
            r"int8 with the shape \(2, 2\): .* float32 array with the shape",
        ),
    ],
)
def test_another_shape_or_type_later_names_the_class(given, said):
    class Changing(Heap):
        id = "changing-heap"

        def tensor(self, seat):
            return super().tensor(seat) if self.left == 7 else given

    torneo.register_game(Changing, replace=True)
    state = torneo.Game("changing-heap").start()
    assert state.observe().shape == (2, 2)
    state.play("1")
    with pytest.raises(torneo.GameError, match=r"Changing\.tensor\(1\) .*" + said):
        state.observe()
    with pytest.raises(torneo.GameError, match=r"Changing\.tensor"):
        games = vector.make("changing-heap", 3, seed=1)
        games.step(games.sample())
    (breach,) = torneo.conformance(Changing).breaches
    assert "Changing.tensor" in breach.message
    assert torneo.conformance(Heap).breaches == []
