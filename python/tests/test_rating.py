"""Agents on the ladders of games."""

import csv
import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import torneo
from torneo._commands import _call
from torneo.text import Agent

GAME = "three-mens-morris"
FEW = {"games": GAME, "max_games": 12}


def last(state, seat):
    return state.legal(seat)[-1]


class Drawing:
    """Plays by a seed that the run gives it."""

    def begin(self, game, seat, seed):
        self.seed = seed

    def choose(self, state, seat):
        legal = state.legal(seat)
        return legal[(self.seed + state.plies) % len(legal)]


class Together:
    name = "together"

    def choose_many(self, states, seats, seeds):
        return [int(state.legal_actions(seat)[-1]) for state, seat in zip(states, seats)]


def first_legal(messages):
    legal = messages[1]["content"].split("Legal moves: ")[1].split("\n")[0]
    return "MOVE: " + legal.split(", ")[0]


def printed(*agents, **options):
    """What the command line prints."""
    return json.loads(_call(["rate"], agents, {**options, "json": True}))


def test_one_agent_is_rated_as_on_the_command_line():
    found = torneo.rate("greedy", games=[GAME], max_games=30, seed=5, against=(1, 4), threads=1)
    same = printed("greedy", games=[GAME], max_games=30, seed=5, against="1..4")
    assert found.to_dict() == same
    assert found.agent == "greedy" and found.seed == 5 and found.difference is None
    (placed,) = found.games
    assert placed.ladder.startswith(f"{GAME}@") and placed.low < placed.elo < placed.high
    assert 10 <= placed.games <= 30 and placed.difference is None and placed.retries == 0
    assert found.ladder_score.low < found.ladder_score.value < found.ladder_score.high
    assert "greedy: ladder score" in str(found) and placed.ladder in str(found)
    assert "<table>" in found._repr_html_() and f"{placed.elo:+.0f}" in found._repr_html_()


def test_all_games_are_those_with_a_ladder():
    ladders = [ladder["game"] for ladder in json.loads(_call(["ladder"], [], {"json": True}))]
    found = torneo.rate("random", max_games=2, against=(0, 0))
    assert [placed.game for placed in found.games] == ladders


def test_two_agents_are_compared():
    found = torneo.rate(("greedy", "greedy"), **FEW)
    assert found.to_dict() == printed("greedy", "greedy", **FEW)
    found = torneo.rate(["greedy", last], **FEW)
    assert [agent.agent for agent in found.agents] == ["greedy", "last"]
    assert found.difference.value == pytest.approx(
        found.agents[0].ladder_score.value - found.agents[1].ladder_score.value
    )
    assert found.agents[0].games[0].difference == found.agents[1].games[0].difference is not None
    with pytest.raises(AttributeError, match="agents"):
        found.games
    assert "difference" in found._repr_html_() and "difference" in str(found)


@pytest.mark.parametrize("agent", [last, Drawing, Drawing(), Together, Together()], ids=str)
def test_agents_in_python_are_rated_the_same_on_all_threads(agent):
    found = torneo.rate(agent, **FEW, threads=1)
    assert found.games[0].games == 12 and found.games[0].decisions > 0
    assert not any(found.games[0].faults.values())
    assert found == torneo.rate(agent, **FEW, threads=2)
    name = agent if isinstance(agent, type) or agent is last else type(agent)
    assert found.agent == getattr(name, "name", name.__name__)


def test_a_program_is_an_agent(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        "import torneo\n\n\ndef last(state, seat):\n    return state.legal(seat)[-1]\n\n\n"
        "torneo.serve(last)\n"
    )
    agent = {"name": "mine", "command": [sys.executable, str(script)]}
    found = torneo.rate(agent, **FEW)
    assert found.agent == "mine" and found.games[0].games == 12
    # The dice of its games are those of its name, so only what it is called tells it from the function.
    assert not any(found.games[0].faults.values())
    with pytest.raises(torneo.SpecError, match=r"agent.comand: unknown key.*did you mean `command`"):
        torneo.rate({"comand": "x", "command": "y"}, **FEW)


def test_a_folder_keeps_the_games_and_is_gone_on_with(tmp_path):
    out = tmp_path / "out"
    found = torneo.rate(Drawing, **FEW, out=out)
    assert torneo.verify(out).sound and torneo.Results(out).games.num_rows == 12
    with (out / "placements.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert float(row["elo"] or "nan") == pytest.approx(found.games[0].elo or float("nan"), nan_ok=True)
    before = (out / "games.csv").read_bytes()
    with pytest.raises(torneo.ConfigError, match="resume=True"):
        torneo.rate(Drawing, **FEW, out=out)
    assert torneo.rate(Drawing, **FEW, out=out, resume=True) == found
    assert (out / "games.csv").read_bytes() == before
    # A rating that was stopped ends with the same bytes.
    stopped = tmp_path / "stopped"
    asked = []

    class Stopped(Drawing):
        def choose(self, state, seat):
            asked.append(seat)
            if len(asked) == 40:
                raise KeyboardInterrupt
            return super().choose(state, seat)

    Stopped.__name__ = "Drawing"
    with pytest.raises(KeyboardInterrupt):
        torneo.rate(Stopped, **FEW, out=stopped, threads=1)
    assert torneo.rate(Drawing, **FEW, out=stopped, resume=True) == found
    assert (stopped / "games.csv").read_bytes() == before
    with pytest.raises(ValueError, match="out"):
        torneo.rate("random", **FEW, resume=True)


def test_a_ladder_in_a_file_is_climbed(tmp_path):
    held = Path(__file__).parents[2] / "results" / "ladders" / f"{GAME}.toml"
    file = tmp_path / "ladder.toml"
    file.write_bytes(held.read_bytes())
    assert torneo.rate("greedy", **FEW, ladder=file) == torneo.rate("greedy", **FEW)
    with pytest.raises(torneo.SpecError, match="surakarta"):
        torneo.rate("greedy", games="surakarta", ladder=file)


def test_exceptions_lose_games_or_are_raised():
    def failing(state, seat):
        raise LookupError("no idea")

    with pytest.warns(torneo.RunWarning, match="failing: engine-error 12"):
        found = torneo.rate(failing, **FEW)
    (placed,) = found.games
    assert placed.score == 0 and placed.bound == "below" and placed.faults["engine-error"] == 12
    assert placed.elo is None and placed.low is None and placed.high < 0 and placed.between[0] is None
    assert "below" in found._repr_html_()
    with pytest.raises(LookupError, match="no idea"):
        torneo.rate(failing, **FEW, errors="raise")

    def illegal(state, seat):
        return "@z9"

    with pytest.warns(torneo.RunWarning, match="illegal: illegal-move 12"):
        assert torneo.rate(illegal, **FEW).games[0].faults["illegal-move"] == 12


@pytest.mark.parametrize(
    ("agent", "options", "error", "match"),
    [
        ("gredy", {}, torneo.SpecError, "agent.*did you mean `greedy`"),
        (
            "greedy",
            {"games": "three-mens-moris"},
            torneo.SpecError,
            "games.*mean `three-mens-morris`",
        ),
        ("greedy", {"games": "hazard"}, torneo.SpecError, "games.*has no ladder"),
        ("greedy", {"against": (1, 99)}, torneo.SpecError, "against.*has the rungs 0 to"),
        ("greedy", {"against": (3, 1)}, ValueError, r"against.*such as \(3, 6\)"),
        ("greedy", {"against": "3-6"}, ValueError, "against.*found '3-6'"),
        (
            "greedy",
            {"width": 0},
            ValueError,
            "width: expected .*Elo points from 1 to 2000, found 0",
        ),
        ("greedy", {"max_games": 1}, ValueError, "max_games: expected a number of games from 2"),
        ("greedy", {"seed": -1}, ValueError, "seed"),
        ("greedy", {"threads": 1.5}, ValueError, "threads"),
        ("greedy", {"parallel": 0}, ValueError, "parallel"),
        ("greedy", {"errors": "ignore"}, ValueError, "errors: expected forfeit or raise"),
        (["greedy", "random", "greedy"], {}, torneo.SpecError, "agent: expected one or two, found 3"),
        ("greedy", {"games": []}, ValueError, "games: expected 'all' or some games"),
        ([], {}, torneo.SpecError, "agent: expected one or two, found 0"),
        (7, {}, TypeError, "7 is no engine"),
        ((last, last), {}, torneo.ConfigError, "two engines have the name `last`"),
    ],
)
def test_what_cannot_be_rated_is_told(agent, options, error, match):
    with pytest.raises(error, match=match):
        torneo.rate(agent, **{**FEW, **options})


def test_other_threads_run_while_engines_search():
    counted = 0

    def count(done):
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    done = threading.Event()
    with ThreadPoolExecutor() as pool:
        pool.submit(count, done)
        torneo.rate("mcts(sims=400)", **FEW, threads=1)
        done.set()
    assert counted > 5


def test_an_agent_that_speaks_text_has_a_wider_interval():
    agent = Agent(first_legal, name="model", legal=True)
    found = torneo.rate(agent, games=GAME, max_games=150)
    (placed,) = found.games
    assert found.agent == "model" and placed.games < 60
    if placed.bound is None:
        assert 60 < (placed.high - placed.low) / 2 <= 150
    narrow = torneo.rate(agent, games=GAME, max_games=60, width=60)
    assert narrow.games[0].games > placed.games


def test_an_agent_that_has_used_its_limit_is_rated_by_what_was_played(tmp_path):
    def complete(messages):
        return {"text": first_legal(messages), "tokens": 100}

    asked = {"games": GAME, "max_games": 40}
    agent, out = Agent(complete, name="model", legal=True, max_tokens=3000), tmp_path / "out"
    with pytest.warns(torneo.RunWarning, match="of 3000 tokens: no new game began; resume=True"):
        found = torneo.rate(agent, **asked, out=out)
    games = found.games[0].games
    assert 2 <= games < 40 and torneo.Results(out).games.num_rows == games
    assert (out / "placements.csv").read_text().count("\n") == 2 and torneo.verify(out).sound
    answers = (out / "transcripts.jsonl").read_text().splitlines()
    whole = Agent(complete, name="model", legal=True)
    unlimited = torneo.rate(whole, **asked, out=tmp_path / "whole")
    # Transcripts are those of one rating only.
    assert torneo.rate(whole, **asked) == unlimited and unlimited.games[0].games > games
    assert (out / "transcripts.jsonl").read_text().splitlines() == answers
    assert torneo.rate(Agent(complete, name="model", legal=True), **asked, out=out, resume=True) == unlimited
    assert (out / "transcripts.jsonl").read_text().splitlines()[: len(answers)] == answers
    with pytest.raises(torneo.RunError, match="no game was played"):
        torneo.rate(agent, games=GAME)
