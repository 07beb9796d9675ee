//! Replaying recorded games for what their positions tell.

use rayon::prelude::*;
use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, Turn};
use torneo_registry::Registry;
use torneo_statistics::{Moments, logistic};

use super::super::collect::Collected;
use super::super::source::Source;
use torneo_arena::Error;
use torneo_arena::figures::Groups;
use torneo_arena::plan::{GameIndex, PerGame};
use torneo_arena::results::GameResult;

/// What the replayed games of a kind tell; an observation is a game of a group of its own.
#[derive(Clone, Debug, Default)]
pub struct Replays {
    /// Mean number of legal actions where somebody chooses.
    pub branching: Moments,
    /// Share of the choices with more than one legal action.
    pub decisions: Moments,
    /// How often another seat takes the lead.
    pub lead_changes: Moments,
    /// How far behind the winner was, where he was behind.
    pub drama: Moments,
    /// The game that somebody won alone in which the lead changed hands most often: how often, and its number.
    pub disputed: Option<(u32, u64)>,
}

/// The seats' evaluations along a game.
struct Course {
    evaluations: Vec<Vec<i32>>,
    scores: Vec<f64>,
}

/// The games of a kind that are replayed.
#[derive(Default)]
struct Sample {
    records: Vec<GameResult>,
    /// The number of groups so far, and the last one.
    groups: u64,
    last: Option<u64>,
}

/// Replays up to `most` games of each kind, spread evenly over the run and each from a group of its own.
///
/// # Errors
/// A record that is not a legal game: the results were edited, or another version of the program wrote them.
pub fn replay(
    registry: &Registry,
    source: &Source<'_>,
    collected: &Collected,
    most: u64,
) -> Result<PerGame<Replays>, Error> {
    let mut samples = collected.by_game.map(|_| Sample::default());
    let groups = Groups::new(source.config);
    if most > 0 {
        (source.each_game)(&mut |result| {
            let Some((game, _)) = groups.indices(result) else { return };
            if result.is_fault() || collected.copied.contains(&result.pair) {
                return;
            }
            let sample = &mut samples[game];
            if sample.last == Some(result.pair) {
                return;
            }
            sample.last = Some(result.pair);
            let stride = collected.by_game[game].lengths.count.div_ceil(most);
            if !result.record.is_empty() && sample.groups.is_multiple_of(stride) {
                sample.records.push(result.clone());
            }
            sample.groups += 1;
        })?;
    }
    let games: Vec<(GameIndex, &Sample)> = samples.indexed().collect();
    let replayed = games
        .into_par_iter()
        .map(|(game, sample)| replay_game(registry, &collected.by_game[game].game, &sample.records));
    replayed.collect::<Result<Vec<_>, _>>().map(PerGame::from)
}

fn replay_game(registry: &Registry, spec: &str, records: &[GameResult]) -> Result<Replays, Error> {
    let mut replays = Replays::default();
    let game = registry.game(spec).map_err(|error| Error::input(format!("game `{spec}`: {error}")))?;
    let replay = |record: &GameResult| replay_record(record.session(&*game)?, record, &mut replays);
    let courses = records.iter().map(replay).collect::<Result<Vec<_>, _>>()?;
    let scale = scale(&courses);
    for (record, course) in records.iter().zip(&courses).filter(|(_, course)| !course.evaluations.is_empty())
    {
        let (changes, drama) = course.measure(scale);
        replays.lead_changes.add(f64::from(changes));
        if record.winner.is_some() && replays.disputed.is_none_or(|(most, _)| changes > most) {
            replays.disputed = Some((changes, record.game_no));
        }
        if let Some(drama) = drama {
            replays.drama.add(drama);
        }
    }
    Ok(replays)
}

fn replay_record(
    mut game: Box<dyn Session>,
    record: &GameResult,
    replays: &mut Replays,
) -> Result<Course, Error> {
    let seats = game.seats();
    let (mut choices, mut free, mut actions) = (0u64, 0u64, 0u64);
    let mut evaluations = Vec::new();
    for (number, token) in record.record.split_whitespace().enumerate() {
        for count in game.choice_counts() {
            choices += 1;
            free += u64::from(count > 1);
            actions += count as u64;
        }
        game.play(token).map_err(|error| {
            let (game_no, number) = (record.game_no, number + 1);
            Error::input(format!("game {game_no}, token {number} of its record: {}", error.message))
        })?;
        if game.turn() != Turn::Over {
            evaluations
                .extend(Seat::all(seats).map(|seat| game.evaluation(seat)).collect::<Option<Vec<i32>>>());
        }
    }
    if choices > 0 {
        replays.branching.add(actions as f64 / choices as f64);
        replays.decisions.add(free as f64 / choices as f64);
    }
    let scores = match game.outcome() {
        Some(Outcome { scores, .. }) => scores.iter().copied().collect(),
        None => record.seats.iter().map(|seat| seat.score).collect(),
    };
    Ok(Course { evaluations, scores })
}

/// Steps of the search for the scale.
const STEPS: u32 = 60;
/// The scales that are searched: an evaluation of one unit, and of the largest number, decides.
const SCALES: (f64, f64) = (0.1, 1e7);

/// How many units of a game's evaluation are worth one unit of the logistic scale: the scale that makes the scores of the
/// games likeliest given the evaluations on the way (logistic regression without a constant).
fn scale(courses: &[Course]) -> f64 {
    let log_likelihood = |scale: f64| -> f64 {
        let of_course = |course: &Course| -> f64 {
            let positions = course.evaluations.len().max(1) as f64;
            let terms = course.evaluations.iter().flat_map(|evaluations| {
                evaluations.iter().zip(&course.scores).map(|(&evaluation, &score)| {
                    let x = f64::from(evaluation) / scale;
                    -score * libm::log1p(libm::exp(-x)) - (1.0 - score) * libm::log1p(libm::exp(x))
                })
            });
            terms.map(|term| term.max(-50.0)).sum::<f64>() / positions
        };
        courses.iter().map(of_course).sum()
    };
    // The likelihood has one peak in the logarithm of the scale.
    let (mut low, mut high) = (libm::log(SCALES.0), libm::log(SCALES.1));
    for _ in 0..STEPS {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if log_likelihood(libm::exp(a)) < log_likelihood(libm::exp(b)) { low = a } else { high = b }
    }
    libm::exp(f64::midpoint(low, high))
}

impl Course {
    /// How often the lead changed hands, and the drama: where the sole winner was behind, the mean of the square root of
    /// how far, in expected score; none if nobody won alone.
    fn measure(&self, scale: f64) -> (u32, Option<f64>) {
        let best = self.scores.iter().copied().fold(0.0, f64::max);
        let mut winners = (0..self.scores.len()).filter(|&seat| self.scores[seat] == best);
        let winner = winners.next().filter(|_| winners.next().is_none());
        let (mut leader, mut changes) = (None, 0u32);
        let mut behind = Moments::default();
        for evaluations in &self.evaluations {
            let most = evaluations.iter().copied().max().unwrap_or(0);
            let mut leading = (0..evaluations.len()).filter(|&seat| evaluations[seat] == most);
            if let (Some(seat), None) = (leading.next(), leading.next()) {
                changes += u32::from(leader.is_some_and(|before| before != seat));
                leader = Some(seat);
            }
            if let Some(winner) = winner.filter(|&winner| evaluations[winner] < most) {
                let expected = |evaluation: i32| logistic(f64::from(evaluation) / scale);
                behind.add((expected(most) - expected(evaluations[winner])).max(0.0).sqrt());
            }
        }
        (changes, winner.map(|_| behind.mean))
    }
}
