//! What the first move is worth at each game: measured in self-play from the start, or known exactly. What the model of the
//! ratings supposes stands beside it, with a check.

use serde::Serialize;
use torneo_arena::figures::{Pooled, SeatScore, SelfPlayFigure};
use torneo_arena::plan::GameIndex;
use torneo_arena::trial::word;
use torneo_contract::Seat;
use torneo_registry::{AnyGame, Registry};
use torneo_statistics::Estimate;
use torneo_statistics::betting::rejected;
use torneo_statistics::distributions::chi_squared_above;
use torneo_statistics::model::Fit;
use torneo_statistics::movement::{Direction, Step, directions};

use super::collect::{Collected, GameSums};
use super::known::Known;

/// Where the score of a seat comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Known exactly: the expectation in a game without decisions.
    #[default]
    Exact,
    /// Known exactly: what best play of all seats leads to.
    Solved,
    /// Measured: one engine with one budget played all seats.
    SelfPlay,
    /// Supposed: the expectation between equal players, from the seat parameters of the model fitted to the game.
    Model,
}

impl Method {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Solved => "solved",
            Method::SelfPlay => "self-play",
            Method::Model => "model",
        }
    }
}

/// The score of a seat at one game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GameAdvantage {
    /// The game's specification.
    pub game: String,
    /// The engine that played all seats; none for what is exact, solved or supposed.
    pub engine: Option<String>,
    /// Where the score comes from.
    pub method: Method,
    /// The seat, from 0.
    pub seat: usize,
    /// Its name in the game.
    pub name: String,
    /// Number of seats.
    pub seats: usize,
    /// Whether chance plays a part in the game.
    #[serde(skip)]
    pub has_chance: bool,
    /// Games that it rests on, without those that a fault ended; none where it is exact or solved.
    pub games: Option<u64>,
    /// Different games among them, if moves were recorded.
    pub distinct_games: Option<u64>,
    /// The share of the commonest of them.
    pub commonest: Option<f64>,
    /// Openings of a book that were played; none where games begin at the start.
    pub openings: Option<u64>,
    /// The score with its 95% interval, which is no number for an engine's one game.
    pub score: Estimate,
    /// The score that a seat without advantage would have.
    pub fair: f64,
    /// The e-value against the hypothesis that the seat scores the fair share.
    pub e_value: Option<f64>,
    /// The 95% confidence sequence.
    pub sequence: Option<(f64, f64)>,
    /// What can be said: `ahead`, `behind`, `fair`, `undecided`, `one-game` or `no-first-move`. One row of a game has a
    /// verdict: what is exact or solved, else the strongest engine that played itself.
    pub verdict: Option<&'static str>,
    /// About how many more games a verdict takes, where that can be told.
    pub more: Option<u64>,
    /// Share of the games without a sole winner; none where it is exact or solved.
    pub draws: Option<f64>,
    /// Mean length in plies.
    pub mean_plies: Option<f64>,
    /// How the model's seat effect fits the pairs of engines; for the first seat of rows of the model.
    pub check: Option<ModelCheck>,
}

/// Whether one seat effect for all engines fits what was played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ModelCheck {
    /// Pairs of engines.
    pub pairs: u64,
    /// The sum of the squared deviations of the first seat's scores of the pairs, in standard errors.
    pub q: f64,
    /// The probability of so large a sum if the model holds; none with one pair, which cannot be checked.
    pub p: Option<f64>,
}

impl GameAdvantage {
    /// Whether the score is known rather than estimated.
    pub fn is_known(&self) -> bool {
        matches!(self.method, Method::Exact | Method::Solved)
    }

    /// Whether it has an interval.
    pub fn has_interval(&self) -> bool {
        !self.is_known() && self.score.low.is_finite()
    }
}

/// How many rows of a table of verdicts are tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tests {
    /// Rows with a measured score of an engine whose games differ.
    pub rows: u64,
    /// Of those, the ones that are said to be ahead or behind.
    pub rejected: u64,
}

/// What the figures are taken from.
pub struct Sources<'a> {
    pub registry: &'a Registry,
    pub names: &'a [&'a str],
    pub collected: &'a Collected,
    /// The engines by measured Elo over all games, the strongest first; empty if nothing measures their strength.
    pub order: &'a [usize],
    pub pooled: &'a Pooled,
}

impl Sources<'_> {
    /// The rows of all games, in their order; `fit_of` is the model fitted to a game.
    pub fn figures<'f>(&self, fit_of: impl Fn(&str) -> Option<&'f Fit>) -> (Vec<GameAdvantage>, Tests) {
        let mut rows = Vec::new();
        for (game, sums) in self.collected.by_game.indexed() {
            let Ok(set_up) = self.registry.game(&sums.game) else { continue };
            if sums.games + sums.faults == 0 {
                continue;
            }
            let of_game = OfGame { sources: self, game, sums, set_up: &*set_up };
            rows.extend(of_game.rows(fit_of(&sums.game)));
        }
        let tests = decide(&mut rows);
        (rows.into_iter().map(|(row, _)| row).collect(), tests)
    }

    /// How the first seat's score differs from the strongest engine to the weakest, and to the one below the strongest, in
    /// the order of measured Elo. Nothing where no strength is measured, and of engines with fewer than ten games.
    pub fn movements(&self) -> Vec<Movement> {
        let (mut movements, mut steps) = (Vec::new(), Vec::new());
        for sums in self.collected.by_game.iter() {
            let score = |engine: &usize| Some((*engine, sums.self_play.get(engine)?.first_seat()?));
            let levels: Vec<(usize, Estimate)> = self.order.iter().filter_map(score).collect();
            let [(strongest, strong), .., weakest] = levels[..] else { continue };
            let below = levels[1];
            for (than, weak) in [weakest].into_iter().chain((below.0 != weakest.0).then_some(below)) {
                steps.push(Step { strong, weak, fair: 1.0 / sums.seats as f64 });
                movements.push(Movement {
                    game: sums.game.clone(),
                    engine: self.names[strongest].to_owned(),
                    than: self.names[than].to_owned(),
                    change: steps[steps.len() - 1].change(0.95),
                    words: Direction::None,
                });
            }
        }
        for (movement, direction) in movements.iter_mut().zip(directions(&steps)) {
            movement.words = direction;
        }
        movements
    }
}

/// A row with what a test needs, where it is one.
type Tested = (GameAdvantage, Option<SeatScore>);

struct OfGame<'a> {
    sources: &'a Sources<'a>,
    game: GameIndex,
    sums: &'a GameSums,
    set_up: &'a dyn AnyGame,
}

impl OfGame<'_> {
    fn rows(&self, fit: Option<&Fit>) -> Vec<Tested> {
        let mut rows = self.known();
        let is_known = !rows.is_empty();
        let (sums, order) = (self.sums, self.sources.order);
        let mut engines: Vec<usize> = sums.self_play.keys().copied().collect();
        let place = |engine: &usize| order.iter().position(|other| other == engine).unwrap_or(usize::MAX);
        engines.sort_by_key(place);
        let confidence = self.sources.pooled.confidence(1);
        let no_first_move = self.set_up.has_no_first_move();
        let mut strongest = true;
        for engine in engines {
            let Some(figure) = sums.self_play[&engine].figure(confidence) else { continue };
            let has_verdict = !is_known && (strongest || order.is_empty());
            rows.extend(figure.seats.iter().map(|seat| {
                let mut row = self.measured(engine, &figure, seat);
                // A game of two seats has one test: what one seat has the other lacks.
                let is_test = has_verdict && !no_first_move && (figure.seats.len() > 2 || seat.seat == 0);
                if has_verdict {
                    row.verdict = Some(if no_first_move { "no-first-move" } else { word(seat.verdict) });
                }
                (row, (is_test && seat.verdict.is_some()).then_some(*seat))
            }));
            strongest = false;
        }
        rows.extend(self.model(fit).map(|row| (row, None)));
        rows
    }

    fn blank(&self, method: Method, seat: usize, score: Estimate) -> GameAdvantage {
        let seats = self.set_up.seats();
        GameAdvantage {
            game: self.sums.game.clone(),
            method,
            seat,
            name: self.set_up.seat_name(Seat::new(seat)).to_owned(),
            seats,
            has_chance: self.set_up.info().turns.chance,
            score,
            fair: 1.0 / seats as f64,
            ..GameAdvantage::default()
        }
    }

    /// What is known without playing.
    fn known(&self) -> Vec<Tested> {
        let Some(known) = Known::of(self.sources.registry, &self.sums.game) else { return Vec::new() };
        let row = |(seat, &value): (usize, &f64)| {
            let mut row =
                self.blank(known.method, seat, Estimate { value, low: value, high: value, groups: 0 });
            row.verdict = Some(known.verdict(seat));
            (row, None)
        };
        known.scores.iter().enumerate().map(row).collect()
    }

    fn measured(&self, engine: usize, figure: &SelfPlayFigure, seat: &SeatScore) -> GameAdvantage {
        GameAdvantage {
            engine: Some(self.sources.names[engine].to_owned()),
            games: Some(figure.games),
            distinct_games: figure.distinct_games,
            commonest: figure.commonest,
            openings: figure.openings,
            e_value: seat.e_value,
            sequence: seat.sequence,
            more: figure.more.filter(|_| seat.seat == 0),
            draws: Some(figure.draws),
            mean_plies: Some(figure.mean_plies),
            ..self.blank(Method::SelfPlay, seat.seat, seat.score)
        }
    }

    /// What the model supposes of equal players.
    fn model(&self, fit: Option<&Fit>) -> impl Iterator<Item = GameAdvantage> {
        let confidence = self.sources.pooled.confidence(1);
        let fit = fit.filter(|_| !self.sums.first_seat.is_empty());
        let check = fit.map(|fit| self.check(fit));
        let seats = fit.map_or(0, |_| self.set_up.seats());
        (0..seats).filter_map(move |seat| {
            let score = fit?.seat_score(self.game.number(), seat, confidence)?;
            let check = check.filter(|_| seat == 0);
            Some(GameAdvantage {
                check,
                games: Some(self.sums.games),
                ..self.blank(Method::Model, seat, score)
            })
        })
    }

    /// For every pair of engines: how far the first seat's mean score is from what the model expects, in standard errors.
    fn check(&self, fit: &Fit) -> ModelCheck {
        let (mut q, mut pairs) = (0.0, 0);
        for (engines, (_, scores)) in &self.sums.first_seat {
            let contests = self.sources.collected.contests(self.game, engines);
            let expected: Vec<f64> =
                contests.iter().filter_map(|contest| fit.expected_score(contest, 0)).collect();
            if scores.count < 2 || expected.is_empty() {
                continue;
            }
            let expected = expected.iter().sum::<f64>() / expected.len() as f64;
            // Two groups of the widest spread, as for intervals: groups that agree are no certainty.
            let error = (scores.dispersion() * expected * (1.0 - expected) / scores.count as f64).sqrt();
            q += ((scores.mean - expected) / error).powi(2);
            pairs += 1;
        }
        let p = (pairs >= 2).then(|| chi_squared_above(q, (pairs - 1) as f64));
        ModelCheck { pairs, q, p }
    }
}

/// Decides the rows that are tests. Those of one game and engine alone are decided by the largest capital so far, as a
/// measurement of that game is. Several games are decided together, so that of the rows that are said to be ahead or behind
/// at most 5% are expected to be wrong. Nowhere is a lower bar than that of one game.
fn decide(rows: &mut [Tested]) -> Tests {
    let tested: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].1.is_some()).collect();
    let seats: Vec<SeatScore> = tested.iter().filter_map(|&row| rows[row].1).collect();
    let of_one_game = tested.windows(2).all(|pair| {
        let [one, other] = [0, 1].map(|place| &rows[pair[place]].0);
        (&one.game, &one.engine) == (&other.game, &other.engine)
    });
    // Less than an e-value is one too: what has not reached the bar of its own game counts as nothing.
    let e_value = |seat: &SeatScore| if seat.is_rejected { seat.e_value.unwrap_or(0.0) } else { 0.0 };
    let outs: Vec<bool> = match of_one_game {
        true => seats.iter().map(|seat| seat.is_rejected).collect(),
        false => rejected(&seats.iter().map(e_value).collect::<Vec<f64>>()),
    };
    for (&row, &out) in tested.iter().zip(&outs) {
        let Some(seat) = rows[row].1 else { continue };
        let verdict = word(seat.verdict_if(out));
        rows[row].0.verdict = Some(verdict);
        // The other seat of two has what this one lacks.
        let other = rows.get_mut(row + 1).filter(|(other, _)| seat.seat == 0 && other.seats == 2);
        if let Some((other, _)) = other {
            other.verdict = Some(match verdict {
                "ahead" => "behind",
                "behind" => "ahead",
                same => same,
            });
        }
    }
    Tests { rows: tested.len() as u64, rejected: outs.iter().filter(|out| **out).count() as u64 }
}

/// How the first seat's score differs between a stronger engine and a weaker one.
#[derive(Clone, Debug, Serialize)]
pub struct Movement {
    /// The game's specification.
    pub game: String,
    /// The strongest engine that played itself.
    pub engine: String,
    /// The one that it is compared with: the weakest, or the one below the strongest.
    pub than: String,
    /// The first seat's score of the one less that of the other, with its 95% interval.
    pub change: Estimate,
    /// Which way it goes: `moves towards fair`, `moves away from fair`, `rises`, `falls`, `no clear change`. These words hold
    /// for all movements of the run at once with 95%.
    pub words: Direction,
}
