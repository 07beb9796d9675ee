"""Ratings of agents one after the other."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import torneo

GAME = "three-mens-morris"
FEW = {"games": GAME, "max_games": 12}


def test_agents_have_the_names_that_they_are_given():
    for agents in ({"a": "random", "b": "greedy"}, [("a", "random"), ("b", "greedy")]):
        curve = torneo.rate_curve(agents, **FEW)
        assert curve.names == ["a", "b"]
        assert [rating.agent for rating in curve.ratings] == ["random", "greedy"]
    assert torneo.rate_curve(iter(["random", "greedy"]), **FEW).names == [0, 1]
    steps = torneo.rate_curve({np.int64(10): "random", np.float32(0.5): "greedy"}, **FEW).names
    assert steps == [10, 0.5] and [type(step) for step in steps] == [int, float]
    assert torneo.rate_curve({10: "random", "end": "greedy"}, **FEW).names == ["10", "end"]
    for agents, error, match in (
        ([], ValueError, "found none"),
        ("random", TypeError, "torneo.rate takes one"),
        ([("a", "random"), ("a", "greedy")], ValueError, "two have the name 'a'"),
        ([("a", "random", 3)], TypeError, "pairs of a name and an agent"),
        ([["random", "greedy"]], TypeError, "one agent for each name"),
        (["random", "gredy"], torneo.SpecError, "did you mean `greedy`"),
    ):
        with pytest.raises(error, match=match):
            torneo.rate_curve(agents, **FEW)


def test_the_first_agent_of_a_curve_is_rated_as_alone():
    curve = torneo.rate_curve(["greedy"], **FEW)
    assert curve.ratings == [torneo.rate("greedy", **FEW)]
    assert curve.to_dict() == [{"name": 0, "rating": curve.ratings[0].to_dict()}]


def rungs_met(folder, agent):
    """The rungs in the order in which an agent met them."""
    seats = torneo.Results(folder).seats.to_pylist()
    return [row["engine"] for row in seats if row["engine"] != agent]


def test_each_begins_where_the_last_one_stood(tmp_path):
    """The best agent first: the next one begins high above, though alone it would begin in the middle."""
    out = tmp_path / "curve"
    agents = {1: "alpha-beta(depth=4)", 2: "random", 3: "random"}
    curve = torneo.rate_curve(agents, **FEW, out=out)
    top = max(placed for placed in curve.ratings[0].games[0].between if placed is not None)
    first, second, third = (rungs_met(out / name, "random") for name in "123")
    assert first[0] != second[0] == f"{GAME}/{top}", "the first has none to begin from"
    lowest = {f"{GAME}/0", f"{GAME}/1"}
    assert third[0] in lowest, "who plays at random is looked for between the two lowest rungs"
    assert all(torneo.verify(out / name).sound for name in "123")
    assert torneo.rate_curve(agents, **FEW, out=out, resume=True) == curve
    with pytest.raises(ValueError, match="same folder"):
        torneo.rate_curve({"a b": "random", "a_b": "greedy"}, **FEW, out=tmp_path / "other")


def test_the_table_has_a_row_for_each_agent_and_game():
    games = [GAME, "surakarta"]
    curve = torneo.rate_curve({0: "random", 10_000: "greedy"}, games=games, max_games=4)
    rows = curve.table.to_pylist()
    assert [(row["agent"], row["game"]) for row in rows] == [(n, g) for n in (0, 10_000) for g in games]
    for row, placed in zip(rows, [placed for rating in curve.ratings for placed in rating.games]):
        same = ("ladder", "elo", "low", "high", "low_with_ladder", "high_with_ladder", "bound")
        same += ("games", "score", "retries", "decisions")
        assert {name: row[name] for name in same} == {name: getattr(placed, name) for name in same}
        assert row["faults"] == 0
    assert rows[2]["ladder_score"] == curve.ratings[1].ladder_score.value
    assert str(curve.table.schema.field("agent").type) == "int64"
    assert str(torneo.rate_curve({"x": "random"}, **FEW).table.schema.field("agent").type) == "string"


def placement(elo, low, high, bound=None):
    return torneo.Placement(
        GAME, f"{GAME}@1", elo, low, high, low, high, bound, [2, 3], 40, 0.5, {"illegal-move": 0}, 0, 99
    )


def made(names, ends):
    score = torneo.LadderScore(40.0, 30.0, 50.0)
    rated = [torneo.RatedAgent("agent", 1, score, [placement(*end)]) for end in ends]
    return torneo.Curve(names, [torneo.Rating([one]) for one in rated])


def texts(svg):
    tree = ElementTree.fromstring(svg)
    return [one.text for one in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_says_what_it_shows():
    known = [(120.0, 60.0, 180.0), (431.0, 380.0, 480.0)]
    ends = [(None, None, 12.0, "below"), *known, (None, 700.0, None, "above")]
    curve = made([0, 10_000, 20_000, 30_000], ends)
    svg = curve.svg()
    shown = texts(svg)
    assert shown[0] == f"Strength on the ladder {GAME}@1" and "step" in shown
    assert "Elo above random play, 95% band" in shown and "10,000" in shown and "200" in shown
    assert svg.count("<circle") == 2 and svg.count("<path") == 2, "open ends have triangles"
    assert "20000: 431 [380, 480] Elo above random play" in svg and "open" in svg
    assert "currentColor" in svg and 'role="img"' in svg
    page = curve._repr_html_()
    assert svg in page and "above +700" in page and "+431 [+380, +480]" in page
    words = made(["<b>a</b>", "a very long name of a checkpoint"], ends[1:3]).svg()
    assert "agent" in texts(words) and "a very long…" in texts(words) and "<b>" not in words
    assert texts(made(list(range(40)), ends[1:2] * 40).svg()).count("agent") == 1
    assert len(texts(made(list(range(40)), ends[1:2] * 40).svg())) < 25, "not every agent has a label"
    assert repr(curve) == "torneo.Curve(4 ratings)" and str(curve).startswith("0: ladder score 40.0 [30.0")
    assert "no agent" in torneo.Curve([], [])._repr_html_()


def test_several_games_show_the_ladder_score():
    score = torneo.LadderScore(40.0, 30.0, 50.0)
    games = [placement(100.0, 50.0, 150.0), placement(100.0, 50.0, 150.0)]
    object.__setattr__(games[1], "ladder", "surakarta@1")
    rated = torneo.RatedAgent("agent", 1, score, games)
    shown = texts(torneo.Curve([1], [torneo.Rating([rated])]).svg())
    assert shown[0] == "Ladder score over 2 games" and "ladder score, 95% band" in shown
