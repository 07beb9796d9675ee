#!/usr/bin/env python3
"""Works out the statistics of a run again from its games.csv and seats.csv.

    torneo analyze results/reference
    python3 docs/recompute.py results/reference

The formulas are those of docs/statistics.md, written down a second time with Python's standard
library and numpy and without a line shared with the program. The script compares what it finds with
ratings.csv, pairs.csv, advantage.csv and metrics.csv in the folder and ends with status 1 if a
figure differs. It leaves out what is drawn at random (the bootstrap, simultaneous intervals, the
range of skill_depth), what needs the rules of the games (replays, exact values, families), and the
rankings of rankings.csv. Verdicts are compared for the default margin, from the figures found here.
"""

import csv
import json
import math
import sys
from collections import Counter, defaultdict
from itertools import combinations

import numpy as np

ELO = 400 / math.log(10)
PRIOR = 1.0  # drawn games of every engine against one of strength 0
SPREAD = 5.0  # standard deviation of the prior of seat and tie parameters
RIDGE = 1e-9
EXTRA = 2.0  # groups of the widest spread, added to those of a mean
EXPECTED = 10.0  # groups of the expected spread, added to those that differ
RARE = 10.0  # events up to which the ends of a share's interval are those of Poisson's distribution
FEWEST_DIFFERENT = 10  # different groups below which copies leave no rating
WIDEST = 0.1  # games that are as different as can be, added to a sample of games
FEWEST_KINDS = 10  # games from which on something is said of games as a sample
MARGIN = 0.05  # how close to fair a confidence sequence must stay to be fair
EDGE = 1e-9  # means closer to 0 or 1 are not bet against
FAULTS = ("engine-error", "engine-crash", "time-forfeit", "illegal-move", "protocol-error", "memory-limit")


# Student's distribution ---------------------------------------------------------------------------


def beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function (Lentz's method)."""
    tiny, c = 1e-300, 1.0
    d = 1 / (1 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 500):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + factor * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + factor / c
            c = c if abs(c) > tiny else tiny
            h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h


def incomplete_beta(a, b, x):
    if x <= 0 or x >= 1:
        return min(max(x, 0.0), 1.0)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def student_cdf(t, freedom):
    tail = 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
    return 1 - tail if t > 0 else tail


def quantile(observations, probability=0.975):
    """The quantile of Student's distribution for the mean of this many observations."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        if student_cdf(middle, observations - 1) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# Means of scores ----------------------------------------------------------------------------------


class Moments:
    def __init__(self, values):
        self.n = len(values)
        self.mean = sum(values) / self.n
        self.squares = sum((value - self.mean) ** 2 for value in values)

    def dispersion(self):
        largest = self.mean * (1 - self.mean)
        seen = 1.0 if self.n < 2 or largest <= 1e-15 else self.squares / (self.n - 1) / largest
        return min((self.n * seen + EXTRA) / (self.n + EXTRA), 1.0)

    def estimate(self):
        if self.n < 2:
            return self.mean, 0.0, 1.0
        return wilson(self.mean, self.n / self.dispersion(), self.n)

    def share(self):
        """The same for something that may be rare: near 0 and 1 with the ends of Poisson's distribution."""
        value, low, high = self.estimate()
        if self.n < 2:
            return value, low, high
        effective = self.n / self.dispersion()
        if 0 < value * effective <= RARE:
            low = min(low, gamma_quantile(value * effective, 0.05) / effective)
        if 0 < (1 - value) * effective <= RARE:
            high = max(high, 1 - gamma_quantile((1 - value) * effective, 0.05) / effective)
        return value, low, high

    def of_any_size(self):
        if self.n < 2:
            return self.mean, None, None
        half = quantile(self.n) * math.sqrt(self.squares / (self.n - 1) / self.n)
        return self.mean, self.mean - half, self.mean + half


def gamma_quantile(shape, probability):
    """The quantile of the gamma distribution of scale 1, by the series of its distribution function."""

    def below(x):
        term = total = 1 / shape
        step = shape
        while term > total * 1e-15:
            step += 1
            term *= x / step
            total += term
        return total * math.exp(shape * math.log(x) - x - math.lgamma(shape))

    low, high = 0.0, shape + 10.0
    for _ in range(100):
        middle = (low + high) / 2
        if below(middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def wilson(mean, effective, groups):
    z = quantile(groups) ** 2 / effective
    centre = (mean + z / 2) / (1 + z)
    half = math.sqrt(z * (mean * (1 - mean) + z / 4)) / (1 + z)
    return mean, min(max(centre - half, 0.0), mean), max(min(centre + half, 1.0), mean)


# The run ------------------------------------------------------------------------------------------


class Run:
    """The groups of a run: for each its game, its engines, and for each of its games who sat where
    and what came.
    """

    def __init__(self, folder):
        with open(f"{folder}/manifest.json", encoding="utf-8") as file:
            config = json.load(file)["config"]
        self.games = config["games"]
        self.engines = [engine["name"] for engine in config["engines"]]
        specs = [engine["spec"] for engine in config["engines"]]
        self.anchor = specs.index("random") if "random" in specs else None
        seats = defaultdict(list)
        with open(f"{folder}/seats.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                seats[row["game_no"]].append(
                    (int(row["seat"]), self.engines.index(row["engine"]), float(row["score"]))
                )
        groups = {}
        with open(f"{folder}/games.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                placed = sorted(seats[row["game_no"]])
                scores = [score for _, _, score in placed]
                best = max(scores)
                first = tuple(seat for seat, score in enumerate(scores) if score == best)
                group = groups.setdefault(row["pair"], {"game": self.games.index(row["game"]), "games": []})
                group["games"].append(
                    {
                        "players": tuple(engine for _, engine, _ in placed),
                        "scores": scores,
                        "first": first,
                        "plies": int(row["plies"]),
                        "reason": row["reason"],
                        "record": row["record"],
                        "opening": row["opening"],
                    }
                )
        self.groups = list(groups.values())
        for group in self.groups:
            group["engines"] = sorted({player for game in group["games"] for player in game["players"]})
        self.contested = [group for group in self.groups if len(group["engines"]) > 1]
        self.leave_out_copies([may_draw(engine["spec"]) for engine in config["engines"]])

    def leave_out_copies(self, may_draw):
        """Marks the groups whose games went move by move like those of one before, where nothing
        draws at random.
        """
        drawn = {group["game"] for group in self.groups for game in group["games"] if draws(game["record"])}
        seen = set()
        for group in self.contested:
            games = group["games"]
            compared = all(game["record"] and game["reason"] not in FAULTS for game in games)
            if group["game"] in drawn or any(may_draw[engine] for engine in group["engines"]) or not compared:
                continue
            moves = tuple(sorted((game["players"], game["opening"], game["record"]) for game in games))
            group["copy"] = (group["game"], moves) in seen
            seen.add((group["game"], moves))
        self.different = [group for group in self.contested if not group.get("copy")]
        self.played = self.groups
        self.groups = [group for group in self.groups if not group.get("copy")]

    def is_repetitive(self, player, game=None):
        """Whether copies leave fewer than ten different groups of an engine."""
        own = [g for g in self.contested if player in g["engines"] and game in (None, g["game"])]
        different = [group for group in own if not group.get("copy")]
        return len(different) < min(len(own), FEWEST_DIFFERENT)


def may_draw(spec):
    """Whether an engine is known to draw at random: a program only if its entry says so."""
    return not spec.startswith("external(") or "random=true" in spec


def draws(record):
    """Whether chance took part in a game: its results stand in brackets, or as a seat and dice."""
    return any(
        token.startswith("[") or (token.split(":")[0].isdigit() and ":" in token) for token in record.split()
    )


# The model ----------------------------------------------------------------------------------------


class Fit:
    """Ratings with seats: expected scores, or (`ties`) the Davidson-Luce model of first places."""

    def __init__(self, groups, engines, ties=False, everything=True):
        self.groups, self.engines = groups, engines
        self.places = {("player", player): player for player in range(engines)}
        games = sorted({group["game"] for group in groups})
        seats = {group["game"]: len(group["games"][0]["players"]) for group in groups}
        for game in games:
            for seat in range(seats[game] - 1):
                self.places["seat", game, seat] = len(self.places)
        self.sizes = defaultdict(set)
        for group in groups if ties else []:
            for game in group["games"]:
                if len(game["first"]) > 1:
                    self.sizes[group["game"]].add(len(game["first"]))
        for game in games:
            for size in sorted(self.sizes[game]):
                self.places["tie", game, size] = len(self.places)
        self.n = len(self.places)
        # For each contest the candidates' features, and which parameters these belong to.
        self.tables, self.used = {}, {}
        for group in groups:
            for game in group["games"]:
                key = group["game"], game["players"]
                if key not in self.tables:
                    features = self.candidates(*key)
                    self.used[key] = np.flatnonzero(features.any(axis=0))
                    self.tables[key] = features[:, self.used[key]]
        self.contests = Counter(
            (group["game"], game["players"]) for group in groups for game in group["games"]
        )
        self.observed = {game: np.zeros(self.n) for game in games}
        for group in groups:
            for game in group["games"]:
                self.observed[group["game"]] += self.features(group["game"], game["players"], game["first"])
        played = Counter()
        for (game, _), count in self.contests.items():
            played[game] += count
        total = sum(played.values())
        self.weights = {game: total / (len(games) * played[game]) for game in games}
        self.values = self.maximum(self.weights, np.zeros(self.n))
        if everything:
            self.covariances()

    def features(self, game, players, first):
        row = np.zeros(self.n)
        for seat in first:
            row[players[seat]] += 1 / len(first)
            if ("seat", game, seat) in self.places:
                row[self.places["seat", game, seat]] += 1 / len(first)
        if ("tie", game, len(first)) in self.places:
            row[self.places["tie", game, len(first)]] += 1
        return row

    def candidates(self, game, players):
        sizes = [1, *sorted(self.sizes[game])]
        firsts = [first for size in sizes for first in combinations(range(len(players)), size)]
        return np.array([self.features(game, players, first) for first in firsts])

    def expected(self, key, values):
        """The expectation of all features, and the variance of those that the contest has."""
        used, features = self.used[key], self.tables[key]
        odds = features @ values[used]
        p = np.exp(odds - odds.max())
        p /= p.sum()
        mean = np.zeros(self.n)
        mean[used] = p @ features
        return mean, features.T @ (features * p[:, None]) - np.outer(mean[used], mean[used])

    def prior(self, values):
        """The gradient and the information of the prior."""
        gradient, information = np.zeros(self.n), np.full(self.n, RIDGE)
        p = 1 / (1 + np.exp(-values[: self.engines]))
        gradient[: self.engines] = PRIOR * (0.5 - p)
        information[: self.engines] += PRIOR * p * (1 - p)
        gradient[self.engines :] = -values[self.engines :] / SPREAD**2
        information[self.engines :] += 1 / SPREAD**2
        return gradient, np.diag(information)

    def maximum(self, weights, values):
        observed = sum(weights[game] * sums for game, sums in self.observed.items())
        for _ in range(200):
            gradient, information = self.prior(values)
            gradient = gradient + observed
            for key, count in self.contests.items():
                weight = count * weights[key[0]]
                if weight > 0:
                    mean, variance = self.expected(key, values)
                    gradient -= weight * mean
                    information[np.ix_(self.used[key], self.used[key])] += weight * variance
            step = np.linalg.solve(information, gradient)
            values = values + step / max(1.0, np.abs(step).max() / 2)
            if np.abs(step).max() < 1e-11:
                break
        return values

    def covariances(self):
        prior = self.prior(self.values)[1]
        curvature, model = prior.copy(), np.zeros((self.n, self.n))
        expected = {key: self.expected(key, self.values) for key in self.contests}
        for key, count in self.contests.items():
            weight = self.weights[key[0]]
            place = np.ix_(self.used[key], self.used[key])
            curvature[place] += count * weight * expected[key][1]
            model[place] += count * weight**2 * expected[key][1]
        strata = defaultdict(list)
        for group in self.groups:
            pull = np.zeros(self.n)
            for game in group["games"]:
                key = group["game"], game["players"]
                pull += self.weights[key[0]] * (self.features(*key, game["first"]) - expected[key][0])
            strata[group["game"], tuple(group["engines"])].append(pull)
        seen, spread = prior.copy(), 0.0
        for pulls in map(np.array, strata.values()):
            k = len(pulls)
            if k > 1:
                pulls = (pulls - pulls.mean(axis=0)) * math.sqrt(k / (k - 1))
                spread += (pulls[:, : self.engines] ** 2).sum()
            seen += pulls.T @ pulls
        bread = np.linalg.inv(curvature)
        dispersion = self.dispersion(spread)
        self.seen, self.model = bread @ seen @ bread, bread @ (dispersion * model + prior) @ bread
        alike = Counter()
        for group in self.groups:
            alike[group["game"], tuple(group["engines"])] += len(group["games"])
        wide = prior.copy()
        for key, count in self.contests.items():
            games = alike[key[0], tuple(sorted(set(key[1])))]
            place = np.ix_(self.used[key], self.used[key])
            wide[place] += count * games * self.weights[key[0]] ** 2 * expected[key][1]
        self.wide = bread @ wide @ bread
        self.bias = self.biases(dispersion)
        strata = defaultdict(list)
        for group in self.groups:
            strata[group["game"], tuple(group["engines"])].append(group)
        self.differing_of = [0] * self.engines
        for (_, engines), alike in strata.items():
            kinds = Counter(tuple((g["players"], g["first"]) for g in group["games"]) for group in alike)
            for player in engines:
                self.differing_of[player] += len(alike) - max(kinds.values())
        self.without = []
        if len(self.weights) >= FEWEST_KINDS:
            for game in self.weights:
                scale = len(self.weights) / (len(self.weights) - 1)
                weights = {
                    other: 0.0 if other == game else weight * scale for other, weight in self.weights.items()
                }
                self.without.append(self.maximum(weights, self.values.copy()))

    def dispersion(self, spread):
        """The spread of the players' scores as a share of the widest that their means allow."""
        strata, widest, groups = defaultdict(list), 0.0, 0
        for group in self.groups:
            strata[group["game"], tuple(group["engines"])].append(group)
            groups += 1
        for (game, _), alike in strata.items():
            if len(alike) < 2:
                continue
            points = defaultdict(list)
            for g in (g for group in alike for g in group["games"]):
                own = np.zeros(self.engines)
                for seat in g["first"]:
                    own[g["players"][seat]] += 1 / len(g["first"])
                points[g["players"]].append(own)
            for own in map(np.array, points.values()):
                widest += self.weights[game] ** 2 * len(own) * (1 - (own.mean(axis=0) ** 2).sum())
        ratio = spread / widest if widest > 0 else 1.0
        return (groups * ratio + EXTRA) / (groups + EXTRA)

    def biases(self, dispersion):
        """How far the maximum would be above the truth on average if the values without the bias
        were the truth.
        """
        bias = np.zeros(self.n)
        for _ in range(5):
            truth = self.values - bias
            pull, prior = self.prior(truth)
            curvature, model = prior.copy(), np.zeros((self.n, self.n))
            for key, count in self.contests.items():
                weight, place = self.weights[key[0]], np.ix_(self.used[key], self.used[key])
                variance = self.expected(key, truth)[1]
                curvature[place] += count * weight * variance
                model[place] += count * weight**2 * variance
            bread = np.linalg.inv(curvature)
            covariance = bread @ (dispersion * model + prior) @ bread
            for key, count in self.contests.items():
                used, features = self.used[key], self.tables[key]
                odds = features @ truth[used]
                p = np.exp(odds - odds.max())
                p /= p.sum()
                off = features - p @ features
                sizes = np.einsum("ci,ij,cj->c", off, covariance[np.ix_(used, used)], off)
                pull[used] -= 0.5 * count * self.weights[key[0]] * ((p * sizes) @ off)
            bias = (bias + bread @ pull) / 2
        return bias

    def error(self, direction, differing):
        seen, model = direction @ self.seen @ direction, direction @ self.model @ direction
        return math.sqrt(max((differing * seen + EXPECTED * model) / (differing + EXPECTED), 0.0))

    def difference(self, player, others):
        """Value, interval within the games, interval over games as a sample, probability of superiority."""
        direction = np.zeros(self.n)
        direction[player] += 1
        for other in others:
            direction[other] -= 1 / len(others)
        differing = self.differing_of[player]
        if len(others) == 1:
            differing = min(differing, self.differing_of[others[0]])
        value, error = direction @ self.values, self.error(direction, differing)
        centre, observations = value - direction @ self.bias, differing + int(EXPECTED)
        p = 1 / (1 + math.exp(-centre))

        def ends(reach):
            """Wilson's ends; the one away from even comes closer to the plain end the less even the
            score is.
            """
            z = reach**2 * p * (1 - p)
            root = math.sqrt(z * (p * (1 - p) + z / 4))
            above, below = p + z / 2 + root, 1 - p + z / 2 + root
            low = math.log(p**2 * (1 + z) / (above * below))
            high = math.log(above * below / ((1 - p) ** 2 * (1 + z)))
            share = min(1.0, abs(centre) / reach) if reach > 0 else 0.0
            if centre >= 0:
                high += share * max(0.0, centre + reach - high)
            else:
                low -= share * max(0.0, low - (centre - reach))
            return min(low, value), max(high, value)

        across = None
        if self.without:
            k = len(self.without)
            squares = sum((direction @ values - value) ** 2 for values in self.without)
            wide = direction @ self.wide @ direction
            across = ends(quantile(k) * math.sqrt((k * squares * (k - 1) / k + WIDEST * wide) / (k + WIDEST)))
        spread = error * math.sqrt(p * (1 - p))
        superiority = student_cdf((2 * p - 1) / spread, observations - 1) if spread > 0 else 0.5
        return value, ends(quantile(observations) * error), across, superiority

    def seat(self, game, seats, seat):
        """A seat's expected score between equal players, with its interval."""
        features = [self.places[place] for place in self.places if place[0] == "seat" and place[1] == game]

        def score(values):
            odds = np.array(
                [values[self.places["seat", game, s]] if s < seats - 1 else 0 for s in range(seats)]
            )
            p = np.exp(odds - odds.max())
            return p[seat] / p.sum()

        def logit(x):
            return math.log(x / (1 - x))

        value, slope = score(self.values), np.zeros(self.n)
        for place in features:
            for step in (1e-5, -1e-5):
                moved = self.values.copy()
                moved[place] += step
                slope[place] += logit(score(moved)) / (2 * step)
        strata = defaultdict(Counter)
        for group in self.groups:
            if group["game"] == game:
                played = tuple((g["players"], g["first"]) for g in group["games"])
                strata[tuple(group["engines"])][played] += 1
        differing = sum(sum(kinds.values()) - max(kinds.values()) for kinds in strata.values())
        half = quantile(differing + int(EXPECTED)) * self.error(slope, differing)
        return value, 1 / (1 + math.exp(half - logit(value))), 1 / (1 + math.exp(-half - logit(value)))


# The tables ---------------------------------------------------------------------------------------


def ratings(run):
    """Rows of ratings.csv and pairs.csv by their keys."""
    found, pairs = {}, {}
    scopes = [("all", "", None)] + [("game", spec, game) for game, spec in enumerate(run.games)]
    for scope, name, game in scopes:
        groups = [group for group in run.different if game in (None, group["game"])]
        players = sorted({player for group in groups for player in group["engines"]})
        if len(players) < 2:
            continue
        fit = Fit(groups, len(run.engines))
        davidson = Fit(groups, len(run.engines), ties=True, everything=False).values
        anchor = run.anchor if run.anchor in players else None
        heard = [player for player in players if not run.is_repetitive(player, game)]
        zero = [anchor] if anchor is not None else heard or players
        order = sorted(players, key=lambda player: (-round(fit.values[player] * 1e9), player))
        for place, player in enumerate(order):
            value, within, across, _ = fit.difference(player, zero)
            if player not in heard and player != anchor:
                found[scope, name, run.engines[player]] = dict.fromkeys(("elo", "low", "high", "superiority"))
                continue
            row = {"elo": ELO * value, "davidson": ELO * (davidson[player] - davidson[zero].mean())}
            if player != anchor:
                row["low"], row["high"] = ELO * within[0], ELO * within[1]
                if across:
                    row["across_low"], row["across_high"] = ELO * across[0], ELO * across[1]
            if place + 1 < len(order) and {player, order[place + 1]} <= set(heard):
                row["superiority"] = fit.difference(player, [order[place + 1]])[3]
            found[scope, name, run.engines[player]] = row
        if scope == "all":
            for a, b in combinations(order, 2):
                value, within, across, superiority = fit.difference(a, [b])
                if not {a, b} <= set(heard):
                    pairs[run.engines[a], run.engines[b]] = dict.fromkeys(
                        ("elo", "low", "high", "superiority")
                    )
                    continue
                row = {
                    "elo": ELO * value,
                    "low": ELO * within[0],
                    "high": ELO * within[1],
                    "superiority": superiority,
                }
                if across:
                    row["across_low"], row["across_high"] = ELO * across[0], ELO * across[1]
                pairs[run.engines[a], run.engines[b]] = row
    return found, pairs


def log_capitals(mean, scores):
    """After each score the logarithm of the capital of all bets that the mean is not this one."""
    bets = []
    for bet in (1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 3 / 4):
        bets.append(np.log1p(bet * (scores - mean) / mean).cumsum())
        bets.append(np.log1p(-bet * (scores - mean) / (1 - mean)).cumsum())
    return np.logaddexp.reduce(bets) - math.log(len(bets))


def bar(seats):
    """The logarithm of the capital that rejects a mean: seats beyond two share the error."""
    return math.log(20 * seats if seats > 2 else 20)


def sequence(scores, seats):
    """The running intersection: the ends of the means whose capital never reached the bar; None if
    none is left.

    The largest capital so far is convex in the mean, so a search by thirds finds a mean that is
    left, and bisection the ends.
    """

    def largest(mean):
        return log_capitals(mean, scores).max()

    low, high = EDGE, 1 - EDGE
    for _ in range(50):
        third = (high - low) / 3
        if largest(low + third) < largest(high - third):
            high -= third
        else:
            low += third
    inside = (low + high) / 2
    if largest(inside) >= bar(seats):
        return None
    ends = []
    for outside in (EDGE, 1 - EDGE):
        if largest(outside) < bar(seats):
            ends.append(round(outside))
            continue
        kept = inside
        for _ in range(30):
            middle = (kept + outside) / 2
            kept, outside = (kept, middle) if largest(middle) >= bar(seats) else (middle, outside)
        ends.append(kept)
    return ends


def verdicts(folder, found):
    """Adds the verdicts of the rows of self-play that are tests: those that have one in advantage.csv.

    Rows of one game and engine are decided by the largest capital so far, several games by e-BH on
    those that reached it.
    """
    tests = []
    with open(f"{folder}/advantage.csv", newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            key = tuple(row[name] for name in ("game", "engine", "method", "seat"))
            said = row["method"] == "self-play" and row["verdict"] not in ("", "one-game", "no-first-move")
            if said and key in found and (int(row["seats"]) > 2 or row["seat"] == "0"):
                tests.append((key, int(row["seats"])))
    e_values = [found[key]["e_value"] if found[key]["reached"] else 0.0 for key, _ in tests]
    if len({key[:2] for key, _ in tests}) == 1:
        outs = [found[key]["reached"] for key, _ in tests]
    else:
        ranked = sorted(e_values, reverse=True)
        enough = [e for k, e in enumerate(ranked, 1) if e >= 20 * len(ranked) / k]
        outs = [bool(enough) and e >= enough[-1] for e in e_values]
    for (key, seats), out in zip(tests, outs):
        row, fair = found[key], 1 / seats
        near = row["sequence_low"] is not None
        near = near and row["sequence_low"] >= fair - MARGIN and row["sequence_high"] <= fair + MARGIN
        row["verdict"] = (
            ("ahead" if row["score"] > fair else "behind") if out else "fair" if near else "undecided"
        )
        if seats == 2:
            other = {"ahead": "behind", "behind": "ahead"}.get(row["verdict"], row["verdict"])
            found[(*key[:3], "1")]["verdict"] = other
    for row in found.values():
        row.pop("reached", None)
    return found


def advantages(run):
    """Rows of advantage.csv by game, engine, method and seat."""
    found = {}
    for game, spec in enumerate(run.games):
        for player, name in enumerate(run.engines):
            own = [group for group in run.groups if group["game"] == game and group["engines"] == [player]]
            played = [g for group in own for g in group["games"] if g["reason"] not in FAULTS]
            if not played:
                continue
            records = [(g["record"], g["opening"]) for g in played]
            repeats = (
                len(set(records[:16])) == 1 and len(records) >= 4 and all(record for record, _ in records)
            )
            for seat in range(len(played[0]["players"])):
                scores = np.array([g["scores"][seat] for g in played])
                row = dict(zip(("score", "low", "high"), Moments(list(scores)).estimate()))
                seats = len(played[0]["players"])
                capitals = log_capitals(1 / seats, scores)
                row["e_value"] = math.exp(capitals[-1])
                row["reached"] = bool(capitals.max() >= bar(seats))
                row["sequence_low"], row["sequence_high"] = sequence(scores, seats) or (None, None)
                if repeats:
                    row = {"score": scores[0]}
                found[spec, name, "self-play", str(seat)] = row
        groups = [group for group in run.different if group["game"] == game]
        if groups:
            seats = len(groups[0]["games"][0]["players"])
            fit = Fit(groups, len(run.engines))
            for seat in range(seats):
                found[spec, "", "model", str(seat)] = dict(
                    zip(("score", "low", "high"), fit.seat(game, seats, seat))
                )
            found[spec, "", "model", "0"]["model_q"] = check(fit, game, groups)
    return found


def check(fit, game, groups):
    """How far the first seat's scores of the pairs are from what the model expects: a sum of
    squared standard errors.
    """
    pairs = defaultdict(list)
    for group in groups:
        pairs[tuple(group["engines"])].append([g for g in group["games"] if g["reason"] not in FAULTS])
    q = 0.0
    for own in pairs.values():
        scores = Moments([sum(g["scores"][0] for g in group) / len(group) for group in own if group])
        contests = sorted({g["players"] for group in own for g in group})
        expected = []
        for players in contests:
            key = game, players
            odds = fit.tables[key] @ fit.values[fit.used[key]]
            p = np.exp(odds - odds.max())
            expected.append(p[0] / p.sum())
        expected = sum(expected) / len(expected)
        if scores.n > 1:
            q += (scores.mean - expected) ** 2 / (scores.dispersion() * expected * (1 - expected) / scores.n)
    return q


def metrics(run):
    """Rows of metrics.csv that rest on the results alone."""
    found = {}
    for game, spec in enumerate(run.games):
        groups = [
            [g for g in group["games"] if g["reason"] not in FAULTS]
            for group in run.groups
            if group["game"] == game
        ]
        groups = [group for group in groups if group]
        if not groups:
            continue
        # Lengths are those of all games that were played, copies too.
        games = [
            g
            for group in run.played
            if group["game"] == game
            for g in group["games"]
            if g["reason"] not in FAULTS
        ]

        def share(holds):
            return Moments([sum(map(holds, group)) / len(group) for group in groups]).share()

        def put(name, estimate):
            found[spec, name] = dict(zip(("value", "low", "high"), estimate))

        drawn = share(lambda g: len(g["first"]) > 1)
        put(
            "mean_plies",
            Moments([sum(g["plies"] for g in group) / len(group) for group in groups]).of_any_size(),
        )
        put("draw_rate", drawn)
        put("decisiveness", (1 - drawn[0], 1 - drawn[2], 1 - drawn[1]))
        put("completion", share(lambda g: g["reason"] != "length-limit"))
        plies = sorted(g["plies"] for g in games)
        mean = sum(plies) / len(plies)
        put("sd_plies", (math.sqrt(sum((x - mean) ** 2 for x in plies) / max(len(plies) - 1, 1)),))
        for name, part in (("min", 0.0), ("median", 0.5), ("p90", 0.9), ("max", 1.0)):
            # The smallest length that this share of the games does not exceed: of two middle ones the lower.
            put(f"{name}_plies", (plies[max(math.ceil(part * len(plies) - 1e-9), 1) - 1],))
    return found


# Comparison ---------------------------------------------------------------------------------------


def compare(folder, file, keys, found):
    """The number of figures compared, and lines on those that differ."""
    compared, different, seen = 0, [], set()
    with open(f"{folder}/{file}", newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            key = tuple(row[name] for name in keys)
            if key not in found:
                continue
            seen.add(key)
            for name, value in found[key].items():
                if value is None or row[name] == "":
                    if not (value is None and row[name] == ""):
                        different.append(f"{file} {key} {name}: {row[name] or 'nothing'}, here {value}")
                    continue
                compared += 1
                if isinstance(value, str):
                    if row[name] != value:
                        different.append(f"{file} {key} {name}: {row[name]}, here {value}")
                    continue
                if abs(float(row[name]) - value) > 2e-4 * max(1.0, abs(value)):
                    different.append(f"{file} {key} {name}: {row[name]}, here {value:.6f}")
    different += [f"{file} {key}: missing" for key in found if key not in seen]
    return compared, different


def main(folder):
    run = Run(folder)
    rated, pairs = ratings(run)
    tables = [
        ("ratings.csv", ("scope", "name", "engine"), rated),
        ("pairs.csv", ("engine", "opponent"), pairs),
        ("advantage.csv", ("game", "engine", "method", "seat"), verdicts(folder, advantages(run))),
        ("metrics.csv", ("game", "metric"), metrics(run)),
    ]
    wrong = 0
    for file, keys, found in tables:
        compared, different = compare(folder, file, keys, found)
        print(f"{file}: {compared} figures compared, {len(different)} differ")
        print(*different, sep="\n", end="\n" if different else "")
        wrong += len(different)
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
