"""Encodings: versions, heads, symmetries, things, ids."""

import pickle

import numpy as np
import pytest

import torneo
from torneo import vector

RNG = np.random.default_rng(1)


def drawn(spec, plies, encoding=None):
    """A state some random plies on."""
    state = torneo.Game(spec).start(encoding)
    for _ in range(plies):
        if state.turn == "over":
            break
        state.step(int(RNG.choice(state.legal_actions())))
    return state


def test_versions():
    new, old = torneo.encoding("surakarta"), torneo.encoding("surakarta", version=1)
    assert (new.version, old.version) == (2, 1) and new != old and old.fingerprint and not new.fingerprint
    assert new == torneo.Game("surakarta").start().encoding and new.bound == 1 and new.turned
    assert pickle.loads(pickle.dumps(old)) == old
    assert torneo.encoding("surakarta", fingerprint=True).shape[0] == new.shape[0] + 4
    with pytest.raises(ValueError, match="expected 1 or 2, found 3"):
        torneo.encoding("surakarta", version=3)


def test_an_encoding_is_chosen_everywhere():
    old = torneo.encoding("surakarta", version=1)
    state = drawn("surakarta", 7, old)
    assert list(state.observe().shape) == old.shape and state.encoding == old
    for same in (pickle.loads(pickle.dumps(state)), state.copy(), torneo.Environment.at(state).state()):
        assert same.encoding == old and (same.observe() == state.observe()).all()
    assert torneo.Game("surakarta").position(state.text, old).encoding == old
    games = vector.make("surakarta", 3, seed=1, encoding=old)
    games.step(games.sample())
    assert list(games.obs.shape[1:]) == old.shape and games.state(0).encoding == old
    assert pickle.loads(pickle.dumps(games)).encoding == old
    with pytest.raises(ValueError, match="is of surakarta, the game is hnefatafl"):
        torneo.Game("hnefatafl").start(old)
    with pytest.raises(ValueError, match="is of surakarta, the game is hnefatafl"):
        vector.make("hnefatafl", 3, seed=1, encoding=old)


def test_environments_of_libraries_take_an_encoding():
    pytest.importorskip("pettingzoo")
    old = torneo.encoding("surakarta", version=1)
    env = torneo.pettingzoo.env("surakarta", encoding=old)
    env.reset(seed=1)
    assert list(env.last()[0]["observation"].shape) == old.shape
    games = vector.Gym("surakarta", 2, seed=1, encoding=old)
    assert list(games.reset(seed=1)[0].shape[1:]) == old.shape


def test_numbers_have_names():
    encoding = torneo.encoding("fischerandom")
    state = torneo.Game("fischerandom(start=518)").start()
    seen = state.observe().ravel()
    pawns = seen[encoding.slice_of("pawn, own")].reshape(encoding.grid)
    assert pawns.sum() == 8 and pawns[6].all() and len(encoding.names) == encoding.shape[0]
    assert (seen >= 0).all() and (seen <= 1).all()
    with pytest.raises(ValueError, match="did you mean `pawn, own`"):
        encoding.slice_of("pawn own")
    flat = torneo.encoding("tantrix")
    assert flat.slice_of(flat.names[-1]).stop == flat.shape[0]


@pytest.mark.parametrize("version", [1, 2])
def test_heads(spec, version):
    encoding = torneo.encoding(spec, version)
    state = drawn(spec, 5, encoding)
    masks = state.encoding.head_masks(state.action_mask())
    assert [len(masks[0]), *masks[-1].shape[1:]] == encoding.heads or len(masks) == 1
    for action in state.legal_actions() if state.turn == "seat" else []:
        parts = encoding.factor(int(action))
        assert encoding.join(*parts) == action and masks[0][parts[0]] and masks[-1][parts]
    assert masks[-1].sum() == state.action_mask().sum()
    many = encoding.head_masks(np.stack([state.action_mask(), state.action_mask()]))
    assert all((two[0] == one).all() and (two[1] == one).all() for two, one in zip(many, masks))
    with pytest.raises(ValueError, match="have no choices"):
        encoding.join(*encoding.heads)
    with pytest.raises(ValueError, match="there is no action"):
        encoding.factor(encoding.actions)


def test_aims():
    assert np.prod(torneo.encoding("havannah(size=8)").shape) <= 1000
    assert sum(torneo.encoding("hnefatafl").heads) <= 300
    assert sum(torneo.encoding("tantrix").heads) <= 400


@pytest.mark.parametrize("name", ["hnefatafl", "havannah", "surakarta"])
def test_symmetries_lead_to_the_position_of_the_mapped_actions(name):
    symmetries = torneo.encoding(name).symmetries()
    assert symmetries[0].name == "unchanged" and len(symmetries) > 1
    for symmetry in symmetries:
        one, other = torneo.Game(name).start(), torneo.Game(name).start()
        for _ in range(40):
            if one.turn == "over":
                break
            assert (symmetry.observation(one.observe()) == other.observe()).all()
            assert (symmetry.mask(one.action_mask()) == other.action_mask()).all()
            action = int(RNG.choice(one.legal_actions()))
            one.play(action)
            other.play(int(symmetry.actions[action]))
        assert one.scores == other.scores
    batch = np.stack([one.observe(), one.observe()])
    assert (symmetry.observation(batch)[1] == symmetry.observation(one.observe())).all()


def test_things():
    state = torneo.Game("surakarta").start()
    things = state.objects(0)
    assert things.shape == (24, 5) and state.encoding.kinds == ["man"]
    assert sorted(map(tuple, things)) == sorted(map(tuple, state.objects(1)))
    assert (things[:, 1] == 0).sum() == 12
    tiles = drawn("trax", 30).objects()
    assert len(tiles) >= 5 and set(tiles[:, 4]) <= {0, 90, 180, 270}


def test_ids_are_checked():
    encoding = torneo.encoding("havannah(size=5)")
    encoding.check(torneo.encoding("havannah(size=5)").id)
    with pytest.raises(ValueError, match="version 2 instead of 1"):
        encoding.check(torneo.encoding("havannah(size=5)", version=1).id)
    with pytest.raises(ValueError, match="shape 4x9x9 instead of 4x11x11"):
        encoding.check(torneo.encoding("havannah(size=6)").id)


def test_a_game_in_python_has_symmetries():
    @torneo.register_game(replace=True)
    class Fill:
        """Two players fill a board of 3 by 3. Who fills the middle wins."""

        id = "fill-encoding"
        board = (3, 3)
        kinds = {"x": ("stone", 0), "o": ("stone", 1)}

        def __init__(self, cells=".........", seat=0):
            self.cells, self.seat = cells, seat

        def turn(self):
            return None if self.cells[4] != "." else self.seat

        def legal(self):
            return [f"{'abc'[i % 3]}{i // 3 + 1}" for i in range(9) if self.cells[i] == "."]

        def apply(self, action):
            at = "abc".index(action[0]) + 3 * (int(action[1]) - 1)
            return Fill(self.cells[:at] + "xo"[self.seat] + self.cells[at + 1 :], 1 - self.seat)

        def outcome(self):
            return "xo".index(self.cells[4])

        def text(self):
            return f"{self.cells} {'xo'[self.seat]}"

        def parse(self, text):
            cells, seat = text.split()
            return Fill(cells, "xo".index(seat))

        def pieces(self):
            return self.cells

    encoding = torneo.encoding("fill-encoding")
    assert encoding.shape == [3, 3, 3] and encoding.turned and len(encoding.symmetries()) == 8
    state = torneo.Game("fill-encoding").start()
    state.play("a1")
    assert state.observe()[encoding.names.index("stone, of the seat 1 after")].sum() == 1
