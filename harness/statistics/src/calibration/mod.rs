//! Simulated tournaments with known truths: how often do the intervals cover them, how often do the tests err?

mod placements;
mod sequential;
mod worlds;

pub use placements::placements;
pub use sequential::sprt;

use rand_core::{Rng as _, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rayon::prelude::*;
use serde::Serialize;

use crate::betting::{Bets, Verdict};
use crate::interval::exact_share;
use crate::model::{Difference, Fit, Settings};
use crate::movement::{Direction, Step, directions};
use crate::racing::Race;
use crate::sequence::{LEAST_COVERAGE, Sequence, coverage};
use crate::{Data, ELO, Estimate, Moments, Pool, Rng, expected_score};
use worlds::{World, worlds};

/// How often something happened in simulations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frequency {
    /// What.
    pub name: String,
    /// Cases that were looked at.
    pub cases: u64,
    /// Cases in which it happened.
    pub happened: u64,
    /// The share that is asked for: from, to.
    pub target: (f64, f64),
}

impl Frequency {
    /// The share of the cases in which it happened.
    pub fn share(&self) -> f64 {
        self.happened as f64 / self.cases.max(1) as f64
    }

    /// Whether the share can be what is asked for: some of it lies in the exact 99.9% interval of the count.
    pub fn is_met(&self) -> bool {
        let (low, high) = exact_interval(self.happened, self.cases, 0.999);
        low <= self.target.1 && self.target.0 <= high
    }

    /// Counts the cases in which it happened.
    pub fn of(
        name: impl Into<String>,
        target: (f64, f64),
        cases: impl IntoIterator<Item = bool>,
    ) -> Frequency {
        let mut frequency = Frequency { name: name.into(), cases: 0, happened: 0, target };
        for happened in cases {
            frequency.cases += 1;
            frequency.happened += u64::from(happened);
        }
        frequency
    }
}

/// The exact interval of the probability of what happened so often.
pub fn exact_interval(happened: u64, cases: u64, confidence: f64) -> (f64, f64) {
    exact_share(happened as f64, cases as f64, confidence)
}

/// What so many simulations come to, each with random numbers of its own.
fn each<T: Send>(simulations: u64, seed: u64, run: impl Fn(&mut Rng) -> T + Sync) -> Vec<T> {
    let run = |number: u64| run(&mut Rng::seed_from_u64(seed.wrapping_add(number)));
    (0..simulations).into_par_iter().map(run).collect()
}

pub(crate) fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// What intervals of 95% should cover.
pub const COVERAGE: (f64, f64) = (0.93, 0.97);
/// The same where fewer than one group in ten is decided.
const RARELY_DECIDED: (f64, f64) = (0.93, 0.99);
/// The same where results are so coarse that no interval can be exact.
const AT_LEAST: (f64, f64) = (0.93, 1.0);
/// What should happen in 5% of the cases at most.
pub const ERROR: (f64, f64) = (0.0, 0.065);

/// What a simulated tournament says of the intervals.
struct Simulated {
    /// By player beyond the anchor: whether the interval covers the truth, by curvature and by bootstrap.
    ratings: Vec<[bool; 2]>,
    /// Over games as a sample.
    sample: Option<bool>,
    /// The first seat's score, where the games are always the same.
    seat: Option<bool>,
    /// All intervals at once.
    at_once: bool,
}

/// What is true of a world whose games are always the same.
struct Known {
    ratings: Vec<f64>,
    seat: f64,
}

fn simulate(world: &World, replicates: u64, known: Option<&Known>, rng: &mut Rng) -> Simulated {
    let strengths = world.strengths_by_game(rng);
    let truth = known.map_or_else(|| world.truth(&strengths), |known| known.ratings.clone());
    let data = world.play(&strengths, rng);
    let fit = Fit::new(&data, &Settings::default()).expect("games were played");
    let differences: Vec<(usize, &[usize])> =
        (1..world.strengths.len()).map(|player| (player, [0].as_slice())).collect();
    let bootstrap = fit.bootstrap(&differences, replicates, rng.next_u64()).intervals(0.95);
    let far = fit.simultaneous(&differences, 0.95);
    let found: Vec<Difference> =
        differences.iter().map(|(player, others)| fit.difference(*player, others)).collect();
    let ratings = found.iter().zip(&bootstrap).zip(&truth);
    Simulated {
        ratings: ratings
            .map(|((difference, bootstrap), truth)| {
                [difference.within(0.95).covers(*truth), bootstrap.covers(*truth)]
            })
            .collect(),
        sample: found[0].across(0.95).map(|across| across.covers(world.truth_of_population())),
        seat: known.map(|known| fit.seat_score(0, 0, 0.95).expect("the game was played").covers(known.seat)),
        at_once: found.iter().zip(&truth).all(|(found, truth)| found.reaching(far).covers(*truth)),
    }
}

/// How often the intervals of the ratings and of the first seat's score cover the truth. The intervals of the
/// ratings are those by curvature, by bootstrap with this number of replicates, all at once, and over games
/// as a sample.
pub fn ratings(simulations: u64, replicates: u64, seed: u64) -> Vec<Frequency> {
    let mut frequencies = Vec::new();
    for world in worlds() {
        // Where the games are always the same, so is the truth.
        let known = (world.spread == 0.0).then(|| Known {
            ratings: world.truth(&vec![world.strengths.clone(); world.games]),
            seat: world.truth_of_seat(),
        });
        let simulated = each(simulations, seed, |rng| simulate(&world, replicates, known.as_ref(), rng));
        let target = match () {
            () if world.coarse => AT_LEAST,
            () if world.rarely_decided => RARELY_DECIDED,
            () => COVERAGE,
        };
        let mut add = |what: &str, target, cases: Vec<bool>| {
            let name = format!("{}: {what}", world.name);
            frequencies.push(Frequency::of(name, target, cases));
        };
        let kind =
            |index: usize| simulated.iter().flat_map(|s| &s.ratings).map(|kinds| kinds[index]).collect();
        add("rating covered by curvature", target, kind(0));
        add("rating covered by bootstrap", target, kind(1));
        if world.strengths.len() > 2 {
            add("all ratings covered at once", AT_LEAST, simulated.iter().map(|s| s.at_once).collect());
        }
        if world.spread == 0.0 {
            add("first seat's score covered", AT_LEAST, simulated.iter().filter_map(|s| s.seat).collect());
        } else {
            let sample: Vec<bool> = simulated.iter().filter_map(|s| s.sample).collect();
            if !sample.is_empty() {
                add("rating covered over games as a sample", target, sample);
            }
        }
    }
    frequencies
}

/// How often the range of the ratings of equal players is said to be above 0, and how often its interval covers the range
/// of unequal ones.
pub fn ranges(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |elo: [f64; 6], rng: &mut Rng| {
        let world = worlds::two("round robin", &elo, 20);
        let data = world.play(&world.strengths_by_game(rng), rng);
        let fit = Fit::new(&data, &Settings::default()).expect("games were played");
        fit.range(&[0, 1, 2, 3, 4, 5], 0.95).expect("six players")
    };
    let simulate = |elo: [f64; 6], happens: fn(&Estimate) -> bool| {
        each(simulations, seed, |rng| happens(&run(elo, rng)))
    };
    vec![
        Frequency::of(
            "six equal players: the range is said to be above 0",
            ERROR,
            simulate([0.0; 6], |range| range.low > 0.0),
        ),
        Frequency::of(
            "six players of 0 to 200 Elo: the range is covered",
            AT_LEAST,
            simulate([0.0, 40.0, 80.0, 120.0, 160.0, 200.0], |range| range.covers(200.0 / ELO)),
        ),
    ]
}

/// How often equal players are said to be different: any two of them over all games, and any two at any of the games.
pub fn differences(simulations: u64, seed: u64) -> Vec<Frequency> {
    const GAMES: usize = 2;
    let world = World { games: GAMES, ..worlds::two("round robin", &[0.0; 12], 5) };
    let players: Vec<usize> = (0..world.strengths.len()).collect();
    let is_any_different = |data: &Data, confidence: f64| {
        let fit = Fit::new(data, &Settings::default()).expect("games were played");
        let far = fit.pairs_at_once(&players, confidence);
        let is_different = |a: usize, b: usize| !fit.difference(a, &[b]).reaching(far).covers(0.0);
        players.iter().any(|&a| players.iter().any(|&b| a < b && is_different(a, b)))
    };
    let run = |rng: &mut Rng| {
        let data = world.play(&world.strengths_by_game(rng), rng);
        let each = libm::pow(0.95, 1.0 / GAMES as f64);
        let at_games = (0..GAMES).any(|game| is_any_different(&data.at_games(|other| other == game), each));
        [is_any_different(&data, 0.95), at_games]
    };
    let found = each(simulations, seed, run);
    let of = |index: usize| found.iter().map(move |found| found[index]);
    vec![
        Frequency::of("twelve equal players: two are said to differ over all games", ERROR, of(0)),
        Frequency::of("twelve equal players: two are said to differ at some game", ERROR, of(1)),
    ]
}

/// How often a run says something false of how the first player's score moves with strength: where it does not move, and
/// where it goes from one side of fair to the other, as far from it as before.
pub fn movements(simulations: u64, seed: u64) -> Vec<Frequency> {
    let played = |score: f64, games: u64, rng: &mut Rng| {
        let mut moments = Moments::default();
        (0..games).for_each(|_| moments.add(f64::from(u8::from(unit(rng) < score))));
        moments.estimate()
    };
    let run = |(strong, weak): (f64, f64), games: u64, is_false: fn(Direction) -> bool, rng: &mut Rng| {
        let mut step =
            |_| Step { strong: played(strong, games, rng), weak: played(weak, games, rng), fair: 0.5 };
        let steps: Vec<Step> = (0..18).map(&mut step).collect();
        directions(&steps).into_iter().any(is_false)
    };
    let mut frequencies = Vec::new();
    for games in [10, 20, 200] {
        let still: fn(Direction) -> bool = |direction| direction != Direction::None;
        let sided: fn(Direction) -> bool = |said| matches!(said, Direction::Towards | Direction::Away);
        for (scores, is_false, name) in [
            ((0.45, 0.45), still, "18 games whose score does not move: a movement is told"),
            ((0.55, 0.45), sided, "18 games whose score crosses fair: towards or away is told"),
        ] {
            let wrong = each(simulations, seed, |rng| run(scores, games, is_false, rng));
            frequencies.push(Frequency::of(format!("{name}, {games} games a level"), ERROR, wrong));
        }
    }
    frequencies
}

/// How often the interval of a share covers it, where few events are expected.
pub fn shares(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |(pairs, share): (u64, f64), rng: &mut Rng| {
        let mut moments = Moments::default();
        for _ in 0..pairs {
            let mut game = || f64::from(u8::from(unit(rng) < share));
            moments.add((game() + game()) / 2.0);
        }
        moments.share_with(0.95).covers(share)
    };
    [(50, 0.0015), (100, 0.0008), (200, 0.0004), (200, 0.01)]
        .into_iter()
        .map(|(pairs, share)| {
            let covers = each(simulations, seed, |rng| run((pairs, share), rng));
            let name = format!("{} games of which {share} are drawn: the share is covered", 2 * pairs);
            Frequency::of(name, AT_LEAST, covers)
        })
        .collect()
}

/// How often the interval of a mean covers it where an observation is the mean of many games: openings of a book.
pub fn openings(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |spread: f64, rng: &mut Rng| {
        let mut openings = Moments::default();
        for _ in 0..12 {
            let (mut games, worth) = (Moments::default(), 0.55 + spread * (unit(rng) - 0.5));
            (0..60).for_each(|_| games.add(f64::from(u8::from(unit(rng) < worth))));
            openings.add_mean(games.mean, games.count, games.squares);
        }
        openings.estimate().covers(0.55)
    };
    [0.0, 0.4, 0.8]
        .into_iter()
        .map(|spread| {
            let covers = each(simulations, seed, |rng| run(spread, rng));
            let name = format!("12 openings of 60 games, {spread} apart: the score is covered");
            Frequency::of(name, (0.93, 0.985), covers)
        })
        .collect()
}

/// How often the interval of a mean score over several games covers it: within these games, and over games as a sample.
pub fn pools(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |rng: &mut Rng| {
        let (mut pool, mut truth) = (Pool::default(), 0.0);
        for game in 0..GAMES {
            let score = unit(rng);
            truth += score / GAMES as f64;
            let mut moments = Moments::default();
            // Some games are played more often than others.
            (0..10 * (1 + game % 3)).for_each(|_| moments.add(f64::from(u8::from(unit(rng) < score))));
            pool.add(1.0, moments);
        }
        [pool.within(0.95).covers(truth), pool.across(0.95).is_some_and(|across| across.covers(0.5))]
    };
    let covers = each(simulations, seed, run);
    let of = |index: usize| covers.iter().map(move |covers| covers[index]);
    vec![
        Frequency::of("a score over ten games: covered within these games", COVERAGE, of(0)),
        Frequency::of("a score over ten games: covered over games as a sample", COVERAGE, of(1)),
    ]
}

/// Games of a pool.
const GAMES: usize = 10;

/// How often the interval of a mean length covers it after ten groups, as far to both sides as `quantile` says of the number
/// of groups and the probability.
pub fn lengths(simulations: u64, seed: u64, quantile: fn(u64, f64) -> f64) -> Vec<Frequency> {
    let run = |rng: &mut Rng| {
        let mut moments = Moments::default();
        (0..10).for_each(|_| moments.add(60.0 + 15.0 * Distribution::<f64>::sample(&StandardNormal, rng)));
        (moments.mean - 60.0).abs() <= quantile(moments.count, 0.975) * moments.error_of_mean()
    };
    vec![Frequency::of("the mean length of ten groups is covered", COVERAGE, each(simulations, seed, run))]
}

/// How often a fair game is called unfair by who looks at it after every one of two thousand games, and how often the
/// confidence sequence loses a mean.
pub fn verdicts(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |seats: u32, draws: f64, rng: &mut Rng| {
        let fair = 1.0 / f64::from(seats);
        let mut bets = Bets::new(fair, 0.05);
        for _ in 0..LOOKS {
            bets.add(match () {
                () if unit(rng) < draws => fair,
                () if unit(rng) < fair => 1.0,
                () => 0.0,
            });
        }
        matches!(bets.verdict(), Verdict::Ahead | Verdict::Behind)
    };
    [(2, 0.0), (2, 0.5), (2, 0.96), (4, 0.0)]
        .into_iter()
        .map(|(seats, draws)| {
            let wrong = each(simulations, seed, |rng| run(seats, draws, rng));
            let name =
                format!("a fair game of {seats} seats with {:.0}% draws is called unfair", 100.0 * draws);
            Frequency::of(name, ERROR, wrong)
        })
        .collect()
}

/// Looks at a verdict.
const LOOKS: u64 = 2_000;

/// How often any seat of a fair game of several seats is called ahead or behind by who looks after every game.
pub fn tables(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |seats: usize, shared: f64, rng: &mut Rng| {
        let mut bets = vec![Bets::of_seat(seats, 0.05); seats];
        for _ in 0..LOOKS_AT_TABLES {
            // Two seats share the win, or one has it.
            let place = |rng: &mut Rng| (unit(rng) * seats as f64) as usize;
            let winner = place(rng);
            let other = if unit(rng) < shared { (winner + 1) % seats } else { winner };
            for (seat, bets) in bets.iter_mut().enumerate() {
                bets.add((f64::from(u8::from(seat == winner)) + f64::from(u8::from(seat == other))) / 2.0);
            }
        }
        bets.iter().any(Bets::is_rejected)
    };
    [(3, 0.0), (4, 0.0), (4, 0.5), (8, 0.0)]
        .into_iter()
        .map(|(seats, shared)| {
            let wrong = each(simulations, seed, |rng| run(seats, shared, rng));
            let name = format!(
                "a fair game of {seats} seats with {:.0}% shared wins: any seat is called ahead or behind",
                100.0 * shared
            );
            Frequency::of(name, TABLE_ERROR, wrong)
        })
        .collect()
}

/// Looks at the verdict on a game of several seats.
const LOOKS_AT_TABLES: u64 = 500;
/// What should happen to a whole table in 5% of the cases at most.
const TABLE_ERROR: (f64, f64) = (0.0, 0.05);

/// How often a race takes out a player who is as good as all others.
pub fn races(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |rng: &mut Rng| {
        let mut race = Race::new(4, 0.05);
        for _ in 0..300 {
            race.pairs().into_iter().for_each(|(a, b)| race.observe(a, b, pair_score(0.0, 0.3, rng)));
            race.eliminate();
        }
        !race.running().contains(&0)
    };
    vec![Frequency::of("a race of four equals: the first is taken out", ERROR, each(simulations, seed, run))]
}

/// The score of a mirrored pair between players of which the first is stronger by so many Elo points.
fn pair_score(elo: f64, draws: f64, rng: &mut Rng) -> f64 {
    let mut game = || match unit(rng) {
        x if x < draws => 0.5,
        x if (x - draws) / (1.0 - draws) < expected_score(elo) => 1.0,
        _ => 0.0,
    };
    (game() + game()) / 2.0
}

/// How often the interval of a sequential estimate covers the truth when it stops.
pub fn sequences(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |(truth, precision): (f64, f64), rng: &mut Rng| {
        let (mut sequence, mut moments) = (Sequence::new(precision), Moments::default());
        loop {
            while moments.count < sequence.next_look() {
                moments.add(if unit(rng) < truth { 1.0 } else { 0.0 });
            }
            let (estimate, done) = sequence.look(&moments);
            if done {
                return estimate.covers(truth);
            }
        }
    };
    [(0.5, 0.03), (0.6, 0.02), (0.9, 0.03)]
        .into_iter()
        .map(|(truth, precision)| {
            let covers = each(simulations, seed, |rng| run((truth, precision), rng));
            let name = format!("sequence: a score of {truth} to within {precision} is covered");
            Frequency::of(name, STOPPED, covers)
        })
        .collect()
}

/// What intervals at the stop of a sequential estimate should cover.
const STOPPED: (f64, f64) = (LEAST_COVERAGE, 1.0);

/// For how many shares of wins and draws the interval at the stop covers the score with 94% at least: all of them. The coverage is
/// computed exactly, so the cases are no simulations.
pub fn stops() -> Vec<Frequency> {
    let two_valued = |share: u32| (f64::from(share) / 100.0, 0.0);
    let drawn = |mean: f64| {
        [0.1, 0.3, 0.5, 0.7, 0.9, 0.97].map(|share| {
            let draw = 2.0 * mean * share;
            (mean - draw / 2.0, draw)
        })
    };
    let wins: Vec<(f64, f64)> = (1..=50).map(two_valued).collect();
    let draws: Vec<(f64, f64)> = [0.1, 0.3, 0.5].into_iter().flat_map(drawn).collect();
    let of = |what: &str, precision: f64, cases: &[(f64, f64)]| {
        let covered = |&(win, draw): &(f64, f64)| coverage(precision, win, draw) >= LEAST_COVERAGE;
        let covered: Vec<bool> = cases.par_iter().map(covered).collect();
        Frequency::of(format!("{what} to within {precision}: covered with 94% at least"), (1.0, 1.0), covered)
    };
    let of_wins = [0.2, 0.1, 0.07, 0.05, 0.03].map(|precision| of("a score without draws", precision, &wins));
    let of_draws = [0.1, 0.05].map(|precision| of("a score with draws", precision, &draws));
    of_wins.into_iter().chain(of_draws).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::quantile;

    /// Simulations of each case.
    const MANY: u64 = 1_000;

    #[track_caller]
    fn met(frequencies: &[Frequency]) {
        for frequency in frequencies {
            assert!(frequency.is_met(), "{frequency:?}: {}", frequency.share());
        }
    }

    #[test]
    fn exact_intervals_are_those_of_tables() {
        let close = |(low, high): (f64, f64), expected: (f64, f64)| {
            (low - expected.0).abs() < 1e-4 && (high - expected.1).abs() < 1e-4
        };
        // Of 10 cases none and 3, as in the tables of Clopper and Pearson's intervals.
        assert!(close(exact_interval(0, 10, 0.95), (0.0, 0.3085)));
        assert!(close(exact_interval(3, 10, 0.95), (0.0667, 0.6525)));
        assert!(close(exact_interval(10, 10, 0.95), (0.6915, 1.0)));
    }

    /// Student's quantile of ten groups is 2.26; with the normal one of 1.96 the interval covers 0.92.
    #[test]
    fn the_wrong_quantile_is_noticed() {
        met(&lengths(MANY, 8, quantile));
        let normal = |_: u64, _: f64| 1.96;
        assert!(!lengths(20_000, 8, normal)[0].is_met());
    }

    #[test]
    fn ratings_cover_the_truth() {
        met(&ratings(MANY, 100, 1));
    }

    #[test]
    fn ranges_allow_for_the_choice_of_best_and_worst() {
        met(&ranges(MANY, 4));
    }

    #[test]
    fn equal_players_are_seldom_told_apart() {
        met(&differences(200, 7));
    }

    #[test]
    fn movements_are_told_as_seldom_as_they_say() {
        met(&movements(MANY, 8));
    }

    #[test]
    fn shares_and_openings_are_covered() {
        met(&shares(MANY, 10));
        met(&openings(MANY, 11));
    }

    #[test]
    fn pools_cover_the_truth() {
        met(&pools(MANY, 5));
    }

    #[test]
    fn races_err_as_seldom_as_they_say() {
        met(&races(MANY, 6));
    }

    #[test]
    fn tests_err_as_seldom_as_they_say() {
        met(&sprt(MANY, 2));
    }

    #[test]
    fn verdicts_err_as_seldom_as_they_say() {
        met(&verdicts(MANY, 9));
    }

    #[test]
    fn tables_of_several_seats_make_one_claim() {
        met(&tables(MANY / 5, 10));
    }

    #[test]
    fn placements_cover_the_truth() {
        // A placement plays some fifty pairs; `torneo calibrate` simulates as many as of the others.
        met(&placements(MANY / 4, 12));
    }

    #[test]
    fn sequences_cover_the_truth() {
        met(&sequences(MANY, 3));
        met(&stops());
    }
}
