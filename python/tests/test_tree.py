"""Trees that are kept from ply to ply."""

import numpy as np
import pytest

import torneo
from torneo import vector


def even(batch):
    return np.zeros(batch.mask.shape), np.zeros(len(batch.mask))


@pytest.mark.parametrize("game", ["three-mens-morris", "half-hazard", "frames(size=4)", "camelot"])
def test_what_was_searched_below_the_actions_is_kept(game):
    games = vector.make(game, 4, seed=2)
    tree = vector.Tree(games, even, seed=1)
    kept = 0
    for _ in range(8):
        visits, values = tree.run(30)
        assert values.shape == (4, games.game.seats) and np.isfinite(values).all()
        assert not visits[~games.mask].any() and (visits.sum(axis=1) >= 30).all()
        actions = tree.actions(temperature=0)
        assert (actions == visits.argmax(axis=1)).all() and games.mask[np.arange(4), actions].all()
        games.step(actions)
        tree.advance(actions)
        kept += tree.visits.sum()
    assert kept > 0


def test_a_tree_and_mcts_search_alike():
    games = vector.make("three-mens-morris", 3, seed=2)
    visits, values = vector.mcts(games, even, 40, seed=5)
    found, means = vector.Tree(games, even, seed=5).run(40)
    assert (found == visits).all() and np.allclose(means, values)


def test_what_is_kept_is_what_was_there():
    state = torneo.Game("three-mens-morris").start()
    tree = vector.Tree([state], even, seed=1)
    tree.run(400)
    action = int(tree.actions(temperature=0)[0])
    below = int(tree.visits[0, action])
    state.step(action)
    tree.advance([action])
    # The first simulation through an action evaluates the position after it, and takes none there.
    assert tree.visits.sum() == below - 1
    visits, _ = tree.run(100)
    assert visits.sum() == below - 1 + 100
    other = vector.Tree([state], even, seed=1)
    assert other.run(100)[0].sum() == 100


def test_a_game_that_stands_elsewhere_begins_anew():
    games = vector.make("three-mens-morris", 2, seed=2)
    tree = vector.Tree(games, even, seed=1)
    tree.run(20)
    games.step(games.sample())
    assert (tree.run(10)[0].sum(axis=1) == 10).all()


def test_the_best_action_is_found_by_both_roots():
    state = torneo.Game("three-mens-morris").position("ww./bb./... w 1,1 -")
    for root in ("puct", "gumbel"):
        for seed in range(4):
            tree = vector.Tree([state], even, root=root, seed=seed)
            tree.run(120)
            assert state.decode(int(tree.actions(temperature=0)[0])) == "@c3", root


def test_gumbel_roots_halve_what_they_try():
    games = vector.make("havannah", 3, seed=1)
    tree = vector.Tree(games, even, root="gumbel", considered=8, seed=3)
    visits, _ = tree.run(48)
    assert (visits.sum(axis=1) == 48).all() and ((visits > 0).sum(axis=1) == 8).all()
    assert sorted(visits[0][visits[0] > 0].tolist()) == [2, 2, 2, 2, 6, 6, 14, 14]
    chosen = tree.actions()
    assert (visits[np.arange(3), chosen] == visits.max(axis=1)).all()


def test_temperature_noise_and_seeds():
    state = torneo.Game("surakarta").start()

    def actions(seed=None, temperature=1.0):
        tree = vector.Tree([state], even, noise=(0.3, 0.5), seed=seed)
        tree.run(60)
        return [int(tree.actions(temperature)[0]) for _ in range(6)]

    assert actions(1) == actions(1) and len(set(actions(1, 5.0))) > 1
    assert len(set(actions(1, 0.0))) == 1
    assert len({str(actions()) for _ in range(4)}) > 1, "fresh without a seed"


def test_wrong_arguments_are_named():
    games = vector.make("three-mens-morris", 2, seed=2)
    with pytest.raises(ValueError, match="root"):
        vector.Tree(games, even, root="ucb")
    tree = vector.Tree(games, even)
    for wrong, match in ((lambda: tree.run(0), "sims"), (lambda: tree.actions(-1), "temperature")):
        with pytest.raises(ValueError, match=match):
            wrong()
    with pytest.raises(ValueError, match="actions"):
        tree.advance([1])
    with pytest.raises(torneo.IllegalMove, match="game 0"):
        tree.advance([10**6, 0])
