//! Simulated placements of agents whose strength is known, on a ladder that is itself measured.

use rand_distr::{Distribution, StandardNormal};

use super::{COVERAGE, Frequency, each, unit};
use crate::placement::{Placement, Scale, Scored, next_rung, place};
use crate::{Rng, expected_score};

/// An agent that is placed.
#[derive(Clone, Copy, Debug)]
struct Agent {
    /// Elo above the first rung.
    elo: f64,
    /// Elo by which it is stronger than that against every other rung, and weaker against the rest.
    uneven: f64,
    /// Share of drawn games between equals.
    draws: f64,
    /// Elo that the first seat is worth.
    seat: f64,
}

/// Rungs of the simulated ladder, Elo between two of them, and the standard error of that.
const RUNGS: usize = 10;
const STEP: f64 = 147.0;
const ERROR_OF_STEP: f64 = 14.0;
/// How far the interval may reach to both sides, and after how many pairs of games it ends all the same.
const WIDTH: f64 = 60.0;
const MOST_PAIRS: usize = 75;
/// How often a rung at an end of the ladder may be called beyond it.
const ERRORS: (f64, f64) = (0.0, 0.05);
/// Pairs after which an interval may be narrow enough.
const FEWEST_PAIRS: usize = 10;

impl Agent {
    fn strength(&self, rung: usize) -> f64 {
        self.elo + if rung.is_multiple_of(2) { self.uneven } else { -self.uneven }
    }

    /// The expected score of a game at a seat.
    fn expected(&self, rung: usize, ladder: &[f64], is_first: bool) -> f64 {
        let seat = if is_first { self.seat } else { -self.seat } / 2.0;
        expected_score(self.strength(rung) - ladder[rung] + seat)
    }

    /// The mean score of a mirrored pair.
    fn pair(&self, rung: usize, ladder: &[f64], rng: &mut Rng) -> f64 {
        let mut game = |is_first| {
            let expected = self.expected(rung, ladder, is_first);
            // Unequal players draw less.
            let draws = self.draws * 4.0 * expected * (1.0 - expected);
            match unit(rng) {
                x if x < draws => 0.5,
                x if x < draws + expected - draws / 2.0 => 1.0,
                _ => 0.0,
            }
        };
        f64::midpoint(game(true), game(false))
    }

    /// The strength that the mean over the seats stands for, of what it met: where it is uneven, or the seats are, not the same
    /// for each rung.
    fn truth(&self, met: &[Scored], ladder: &[f64]) -> f64 {
        let (mut low, mut high) = (-3_000.0, 5_000.0);
        let beyond = |strength: f64| -> f64 {
            let one = |one: &Scored| {
                let mean = [true, false].map(|is_first| self.expected(one.rung, ladder, is_first));
                f64::midpoint(mean[0], mean[1]) - expected_score(strength - ladder[one.rung])
            };
            met.iter().map(one).sum()
        };
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if beyond(middle) > 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}

/// The covariance of a ladder whose steps were measured apart from each other.
fn covariance() -> Vec<Vec<f64>> {
    let cell = |row: usize, column: usize| row.min(column) as f64 * ERROR_OF_STEP * ERROR_OF_STEP;
    (0..RUNGS).map(|row| (0..RUNGS).map(|column| cell(row, column)).collect()).collect()
}

/// What a simulated placement came to.
struct Simulated {
    on_ladder: bool,
    with_ladder: bool,
    pairs: usize,
    is_narrow: bool,
    is_beyond: bool,
}

fn covers(low: Option<f64>, high: Option<f64>, truth: f64) -> bool {
    low.is_none_or(|low| low <= truth) && high.is_none_or(|high| truth <= high)
}

/// Places an agent until the interval is narrow enough; the games are those of this ladder, the scale that of the measured one.
fn placed(agent: Agent, ladder: &[f64], scale: Scale<'_>, rng: &mut Rng) -> (Placement, Vec<Scored>) {
    let mut results = Vec::new();
    loop {
        let rung = next_rung(scale, &results, 0..=RUNGS - 1);
        results.push(Scored { rung, score: agent.pair(rung, ladder, rng) });
        let placement = place(scale, &results).expect("there are results");
        let is_narrow = results.len() >= FEWEST_PAIRS && placement.half_width() <= WIDTH;
        if is_narrow || results.len() >= MOST_PAIRS {
            return (placement, results);
        }
    }
}

fn simulate(agent: Agent, rng: &mut Rng) -> Simulated {
    let measured: Vec<f64> = (0..RUNGS).map(|rung| rung as f64 * STEP).collect();
    let covariance = covariance();
    let scale = Scale { elo: &measured, covariance: &covariance };
    let (placement, results) = placed(agent, &measured, scale, rng);
    let on_ladder = covers(placement.low, placement.high, agent.truth(&results, &measured));
    let mut ladder = measured.clone();
    let mut off = 0.0;
    for rung in ladder.iter_mut().skip(1) {
        off += ERROR_OF_STEP * Distribution::<f64>::sample(&StandardNormal, rng);
        *rung += off;
    }
    let (whole, met) = placed(agent, &ladder, scale, rng);
    let with_ladder = covers(whole.low_with_ladder, whole.high_with_ladder, agent.truth(&met, &ladder));
    Simulated {
        on_ladder,
        with_ladder,
        pairs: results.len(),
        is_narrow: placement.half_width() <= WIDTH,
        is_beyond: placement.beyond(&measured).is_some(),
    }
}

/// How often the intervals of placements cover the strength: with the ladder held fixed, and with what is uncertain of it. How often
/// an interval of 60 Elo to both sides takes no more games than it should, and how often a rung at an end is called beyond it.
pub fn placements(simulations: u64, seed: u64) -> Vec<Frequency> {
    let top = STEP * (RUNGS - 1) as f64;
    let mut frequencies = Vec::new();
    for (draws, most) in [(0.0, 150), (0.6, 70)] {
        let agent = |elo: f64| Agent { elo, uneven: 0.0, draws, seat: 0.0 };
        let cases = [
            ("below the ladder", agent(-100.0)),
            ("low on the ladder", agent(200.0)),
            ("high on the ladder", Agent { seat: 120.0, ..agent(900.0) }),
            ("above the ladder", agent(top + 150.0)),
            ("not the same against each rung", Agent { uneven: 60.0, ..agent(600.0) }),
        ];
        for (place, agent) in cases {
            let simulated = each(simulations, seed, |rng| simulate(agent, rng));
            let mut add = |what: &str, target, cases: Vec<bool>| {
                let name = format!("a placement {place}, {:.0}% draws: {what}", 100.0 * draws);
                frequencies.push(Frequency::of(name, target, cases));
            };
            add("covered on the ladder", COVERAGE, simulated.iter().map(|one| one.on_ladder).collect());
            add(
                "covered with the ladder's errors",
                COVERAGE,
                simulated.iter().map(|one| one.with_ladder).collect(),
            );
            if (0.0..top).contains(&agent.elo) {
                let is_soon = |one: &Simulated| one.is_narrow && 2 * one.pairs <= most;
                let what = format!("{WIDTH} Elo to both sides after {most} games at most");
                add(&what, (0.5, 1.0), simulated.iter().map(is_soon).collect());
            }
        }
        for (place, elo) in [("as strong as the top rung", top), ("as strong as random play", 0.0)] {
            let simulated = each(simulations, seed, |rng| simulate(agent(elo), rng));
            let name = format!("a placement {place}, {:.0}% draws: called beyond the ladder", 100.0 * draws);
            let called: Vec<bool> = simulated.iter().map(|one| one.is_beyond).collect();
            frequencies.push(Frequency::of(name, ERRORS, called));
        }
    }
    frequencies
}
