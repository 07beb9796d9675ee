"""Agents that speak text."""

import csv
import json
import re
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import torneo
from torneo.text import TEMPLATE, Agent, Refused, Template, openai

CONFIG = {
    "name": "text",
    "seed": 3,
    "games": ["three-mens-morris"],
    "rounds": 2,
    "limits": {"max_plies": 12},
}


KEY = ("game_no", "ply", "seat", "attempt")


def first_legal(messages):
    """The first legal move of the last question."""
    legal = [m for m in messages if "Legal moves: " in m["content"]][-1]["content"]
    return "I take it.\n**Move:** `" + legal.split("Legal moves: ")[1].split("\n")[0].split(", ")[0] + "`"


def rows(folder, name="faults.csv"):
    with (Path(folder) / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("answer", "token"),
    [
        ("MOVE: @b2", "@b2"),
        ("move: @a1\nNo, better:\nMOVE: @b2", "@b2"),
        ("  **Move** : `@B2`  ", "@b2"),
        ("MOVE: @b9\nI could also play @a1", "@b9"),
        ("MOVE:", None),
        ("I looked at @a1, but (@b2) is best.", "@b2"),
        ("Either @a1 or @b2/@c3: who knows", "@c3"),
        ("@a1x is nothing, and b2 is no token", None),
        ("", None),
    ],
)
def test_the_last_move_of_an_answer_decides(answer, token):
    state = torneo.Game("three-mens-morris").start()
    assert Agent(first_legal).read(state, 0, answer) == token


def test_tokens_that_differ_in_capitals_alone_are_told_apart():
    state = torneo.Game("chess").position("4k3/8/8/2p5/1P6/8/8/B3K3 w - - 0 1")
    legal = state.legal()
    alike = [token for token, count in Counter(map(str.casefold, legal)).items() if count > 1]
    for token in legal:
        assert Agent(first_legal).read(state, 0, f"MOVE: {token}") == token, alike


def test_a_prompt_has_what_a_player_needs():
    state = torneo.Game("surakarta").start()
    for token in ("b2b3", "b5b4"):
        if token in state.legal():
            state.play(token)
    agent = Agent(first_legal, legal=True)
    system, user = agent.messages(state, state.seat)
    assert (system["role"], user["role"]) == ("system", "user")
    names = state.game.seat_names
    assert "# Surakarta" in system["content"] and ", ".join(names) in system["content"]
    assert state.text in user["content"] and f"move of {names[state.seat]}." in user["content"]
    assert "6 " in user["content"] and "MOVE:" in user["content"]
    assert f"Legal moves: {', '.join(state.legal())}\n" in user["content"]
    assert "Legal moves" not in Agent(first_legal).messages(state, state.seat)[1]["content"]
    assert Agent(first_legal).prompt != agent.prompt == Agent(first_legal, legal=True).prompt


def test_templates_are_checked_and_told_apart():
    short = Template(system="$rules", user="$position: $legal")
    state = torneo.Game("three-mens-morris").start()
    assert Agent(first_legal, template=short).messages(state, 0)[1]["content"] == f"{state.text}: "
    assert short.hash != TEMPLATE.hash == Template(TEMPLATE.system, TEMPLATE.user).hash
    with pytest.raises(ValueError, match=r"no `\$boad`.*\$drawing"):
        Template(system="", user="$boad")
    with pytest.raises(ValueError, match=r"\$\$"):
        Template(system="5 $", user="")


@pytest.mark.parametrize(
    "wrong",
    [{"retries": -1}, {"retries": True}, {"at_once": 0}, {"timeout": 0}, {"max_tokens": 0}, {"max_cost": -1}],
)
def test_settings_are_checked(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Agent(first_legal, **wrong)
    with pytest.raises(TypeError, match="complete"):
        Agent("no function")


def test_an_agent_plays_a_tournament(tmp_path):
    async def later(messages):
        return {"text": first_legal(messages), "tokens": 10, "cost": 0.5}

    def run(complete, out):
        agent = Agent(complete, name="model", legal=True)
        return agent, torneo.run(CONFIG, engines=["random", agent], out=out, progress=False)

    plain, results = run(first_legal, tmp_path / "a")
    agent, _ = run(later, tmp_path / "b")
    choices = [row for row in rows(tmp_path / "a", "seats.csv") if row["engine"] == "model"]
    asked = sum(int(row["actions"]) for row in choices)
    assert results.games.num_rows == 4 and asked > 10
    assert (plain.tokens, agent.tokens, agent.cost) == (0, 10 * asked, 0.5 * asked)
    for name in ("games.csv", "seats.csv", "faults.csv"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert rows(tmp_path / "a") == []
    entries = [json.loads(line) for line in (tmp_path / "b" / "transcripts.jsonl").read_text().splitlines()]
    assert len(entries) == asked
    assert {entry["game_no"] for entry in entries} == {0, 1, 2, 3}
    fields = "game_no ply seat attempt messages answer token kind reason tokens cost prompt".split()
    assert list(entries[0]) == fields
    assert all(entry["kind"] is None and entry["prompt"] == agent.prompt for entry in entries)


class Scripted:
    """Answers each question wrongly first, in turn by every kind of fault."""

    def __init__(self, wrong):
        self.wrong, self.seen, self.lock = wrong, Counter(), threading.Lock()

    def __call__(self, messages):
        question = messages[1]["content"]
        with self.lock:
            tried = self.seen[question]
            self.seen[question] += 1
        if tried >= len(self.wrong):
            return first_legal(messages)
        kind = self.wrong[tried]
        if kind == "refused":
            raise Refused("I do not play games")
        if kind == "error":
            raise RuntimeError("no connection")
        if kind == "timeout":
            time.sleep(30)
        return {"illegal": "MOVE: @z9", "unread": "I pass\nMOVE:"}.get(kind, "")


def test_wrong_answers_are_asked_again_and_counted_apart(tmp_path):
    kinds = ["illegal", "unread", "refused", "error"]
    # One game after the other: two that come to the same position would share its wrong answers.
    agent = Agent(Scripted(kinds), name="model", legal=True, retries=4, at_once=1)
    torneo.run(CONFIG, engines=["random", agent], out=tmp_path / "out", progress=False)
    games = rows(tmp_path / "out", "games.csv")
    assert not {game["reason"] for game in games} & {"illegal-move", "engine-error"}
    found = rows(tmp_path / "out")
    assert Counter(row["kind"] for row in found) == agent.faults
    assert set(agent.faults) == set(kinds) and len(set(agent.faults.values())) == 1
    texts = {row["kind"]: row["text"] for row in found}
    assert "@z9" in texts["illegal"] and "I pass" in texts["unread"] and "\n" not in texts["unread"]
    assert "I do not play games" in texts["refused"] and "RuntimeError: no connection" in texts["error"]
    lines = (tmp_path / "out" / "transcripts.jsonl").read_text().splitlines()
    entries = {tuple(entry[key] for key in KEY): entry for entry in map(json.loads, lines)}
    again = [(key, entry) for key, entry in entries.items() if entry["attempt"] == 2]
    assert all(entry["messages"][2] == {"role": "assistant", "content": "MOVE: @z9"} for _, entry in again)
    reasons = [(entries[(*key[:3], 1)]["reason"], entry["messages"][3]["content"]) for key, entry in again]
    assert reasons and all(reason[1:] in told and "Choose again" in told for reason, told in reasons)


@pytest.mark.parametrize(
    ("kind", "reason"), [("illegal", "illegal-move"), ("unread", "engine-error"), ("timeout", "engine-error")]
)
def test_the_last_retry_decides(tmp_path, kind, reason):
    agent = Agent(Scripted([kind] * 99), name="model", legal=True, retries=1, timeout=0.05)
    with pytest.warns(torneo.RunWarning):
        torneo.run(CONFIG, engines=["random", agent], out=tmp_path / "out", progress=False)
    assert {game["reason"] for game in rows(tmp_path / "out", "games.csv")} == {reason}
    assert [row["kind"] for row in rows(tmp_path / "out")] == [kind] * 8


def test_no_new_game_begins_when_the_tokens_are_used(tmp_path):
    def complete(messages):
        return {"text": first_legal(messages), "tokens": 100}

    agent = Agent(complete, name="model", legal=True, max_tokens=500, at_once=1)
    config = {**CONFIG, "rounds": 50}
    with pytest.warns(torneo.RunWarning, match="model.*500"):
        results = torneo.run(config, engines=["random", agent], out=tmp_path / "out", progress=False)
    # At once, however fast the games are: the mirrored pair is ended in which they were used.
    assert results.games.num_rows == 2
    assert agent.is_spent
    agent.max_tokens, agent.tokens = 500, 0
    with pytest.warns(torneo.RunWarning, match="model.*500"):
        rating = torneo.rate(agent, games="three-mens-morris", threads=1)
    assert rating.games[0].games == 2
    agent = Agent(complete, name="model", legal=True)
    config["rounds"] = 50
    results = torneo.run(config, engines=["random", agent], out=tmp_path / "out", resume=True, progress=False)
    assert results.games.num_rows == 100


def test_a_run_that_was_killed_asks_nothing_twice(tmp_path):
    whole, asked = Agent(first_legal, name="model", legal=True), Counter()
    torneo.run(CONFIG, engines=["random", whole], out=tmp_path / "whole", progress=False)

    class Dead(BaseException):
        pass

    def complete(messages):
        if sum(asked.values()) == 7:
            raise Dead
        asked[messages[1]["content"]] += 1
        return first_legal(messages)

    agent = Agent(complete, name="model", legal=True, at_once=1)
    with pytest.raises(Dead):
        torneo.run(CONFIG, engines=["random", agent], out=tmp_path / "out", threads=1, progress=False)
    with (tmp_path / "out" / "transcripts.jsonl").open("a") as file:
        file.write('{"game_no": 0, "ply')  # cut short
    before = (tmp_path / "out" / "transcripts.jsonl").read_text().count("\n")
    assert before == 7

    def counted(messages):
        asked["again"] += 1
        return first_legal(messages)

    agent = Agent(counted, name="model", legal=True)
    torneo.run(CONFIG, engines=["random", agent], out=tmp_path / "out", resume=True, progress=False)
    for name in ("games.csv", "seats.csv", "faults.csv"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    lines = (tmp_path / "out" / "transcripts.jsonl").read_text().splitlines()
    keys = [tuple(json.loads(line)[key] for key in KEY) for line in lines]
    assert len(set(keys)) == len(keys) == 7 + asked["again"]


def test_many_games_wait_at_once(tmp_path):
    most, now, lock = 0, 0, threading.Lock()

    def complete(messages):
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.05)
        with lock:
            now -= 1
        return first_legal(messages)

    agent = Agent(complete, name="model", legal=True, at_once=32)
    config = {**CONFIG, "rounds": 40}
    torneo.run(config, engines=["random", agent], out=tmp_path / "out", progress=False)
    assert most > 16


class Endpoint(BaseHTTPRequestHandler):
    """A server of the shape of OpenAI's that fails at first, and declines now and then."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append((self.path, self.headers.get("Authorization"), body))
        code, answer = self.server.answers.pop(0) if self.server.answers else (200, None)
        if answer is None:
            message = {"content": first_legal(body["messages"])}
            answer = {"choices": [{"message": message}], "usage": {"total_tokens": 7}}
        text = json.dumps(answer).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(text)))
        self.send_header("Retry-After", "0.01")
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


@pytest.fixture
def endpoint():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.answers, server.bodies = [], []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_endpoints_are_asked_with_pauses_that_are_no_retries(endpoint, tmp_path):
    endpoint.answers += [(429, {}), (503, {})]
    complete = openai(f"http://127.0.0.1:{endpoint.server_port}/v1", "small", key="secret", temperature=0)
    agent = Agent(complete, name="model", legal=True, retries=0)
    torneo.run(CONFIG, engines=["random", agent], out=tmp_path / "out", progress=False)
    assert agent.faults == {} and agent.tokens == 7 * (len(endpoint.bodies) - 2)
    path, key, body = endpoint.bodies[-1]
    assert (path, key) == ("/v1/chat/completions", "Bearer secret")
    assert (body["model"], body["temperature"]) == ("small", 0)


def test_what_an_endpoint_declines_or_cannot_do_is_told_apart(endpoint):
    url = f"http://127.0.0.1:{endpoint.server_port}/v1"
    state = torneo.Game("three-mens-morris").start()
    endpoint.answers += [
        (200, {"choices": [{"message": {"content": None, "refusal": "no games"}}]}),
        (401, {"error": "no such key"}),
    ]
    agent = Agent(openai(url, "small"), legal=True)
    chosen = agent.choose(state, 0)
    assert chosen["token"] == state.legal()[0]
    assert [kind for kind, _ in chosen["faulty"]] == ["refused", "error"]
    assert "no games" in chosen["faulty"][0][1] and re.search("401.*no such key", chosen["faulty"][1][1])
