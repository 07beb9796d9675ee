//! What a seat scores when an engine plays itself, until that is known well enough.

use std::collections::VecDeque;

use serde::Serialize;
use torneo_contract::Seat;
use torneo_statistics::Estimate;
use torneo_statistics::betting::Verdict;
use torneo_statistics::sequence::{FIRST_LOOK, look_after};

use super::GroupScores;
use super::games::{self, Conduct};
use crate::Error;
use crate::faults::Faults;
use crate::figures::{Observed, PROBES, SeatScore, SelfPlayFigure, SelfPlaySums, Source};
use crate::plan::{Event, GameIndex, Tournament};

/// What makes one game differ from the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Varied {
    /// Random plies of the openings.
    pub random_plies: u64,
    /// Where the differences come from.
    pub by: Variation,
}

/// Where the differences between games come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variation {
    /// The number of random plies was asked for.
    Asked,
    /// The openings of a book.
    Book,
    /// The game's own chance, and perhaps the engine's.
    Chance,
    /// The engine's own randomness, if it has any.
    Engine,
}

impl Varied {
    /// Games that begin at the start: nothing makes them differ but the game and the engine.
    pub fn from_start(tournament: &Tournament) -> Varied {
        let by = if tournament.tables[GameIndex::FIRST].has_chance() {
            Variation::Chance
        } else {
            Variation::Engine
        };
        Varied { random_plies: 0, by }
    }
}

/// When a measurement ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The 95% interval of the first seat's score is to reach no farther to both sides; none to end with a verdict.
    pub precision: Option<f64>,
    /// How close to fair is fair.
    pub margin: f64,
}

/// What is known of the seats' scores.
#[derive(Clone, Debug, Serialize)]
pub struct AdvantageReport {
    /// The game's specification.
    pub game: String,
    /// The engine that played against itself.
    pub engine: String,
    /// The first seat's score with its 95% interval; `groups` is the number of observations.
    pub score: Estimate,
    /// The score of a seat without advantage.
    pub fair: f64,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub mean_plies: f64,
    /// How the games were made to differ.
    pub opening: Varied,
    /// Whether the goal is reached; else the most games that were allowed are played.
    pub precise: bool,
    /// Games that the engine lost by faults of its own.
    pub faults: Faults,
    /// Games without those that a fault ended.
    pub games: u64,
    /// Different games among them.
    pub distinct_games: Option<u64>,
    /// The seats in order.
    pub seats: Vec<SeatReport>,
    /// All that the games say.
    #[serde(skip)]
    pub figure: SelfPlayFigure,
}

/// What a seat scores.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// The seat, from 0.
    pub seat: usize,
    /// Its name in the game.
    pub name: String,
    /// Its score with its 95% interval; no interval for an engine's one game and below ten openings of a book.
    pub score: Estimate,
    /// The score of a seat without advantage.
    pub fair: f64,
    /// The capital of bets against the fair score after the last observation.
    pub e_value: Option<f64>,
    /// The 95% confidence sequence.
    pub sequence: Option<(f64, f64)>,
    /// What can be said: `ahead`, `behind`, `fair`, `undecided`, `one-game` or `no-first-move`.
    pub verdict: &'static str,
}

/// The word of a verdict.
pub fn word(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Ahead) => "ahead",
        Some(Verdict::Behind) => "behind",
        Some(Verdict::Fair) => "fair",
        Some(Verdict::Undecided) => "undecided",
        None => "one-game",
    }
}

/// Plays the first game of a self-play tournament, whose openings are as `opening` says, until the goal is reached or all its
/// games are played. `report` is shown what is known at each look; the decision to stop is made at looks only, so that it
/// does not depend on threads.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn measure_advantage(
    tournament: &Tournament,
    opening: Varied,
    goal: Goal,
    conduct: &Conduct,
    mut report: impl FnMut(&AdvantageReport),
) -> Result<AdvantageReport, Error> {
    let mut measuring = Measuring::new(tournament, opening, goal);
    // What was played before the trial went on is looked at in the same steps.
    let (mut waiting, mut look, mut found) = (VecDeque::new(), 0, None);
    games::play(tournament, conduct, |groups| {
        waiting.extend(groups.iter().cloned());
        loop {
            while measuring.played < look {
                let Some(group) = waiting.pop_front() else { return Ok(Some(look)) };
                measuring.add(&group);
            }
            if look > 0 {
                if let Some(looked) = measuring.look() {
                    let looked = found.insert(looked);
                    report(looked);
                    if looked.precise || looked.figure.is_one_game {
                        return Ok(None);
                    }
                }
                if look == measuring.most() {
                    return Ok(None);
                }
            }
            look = measuring.next_look();
        }
    })?;
    found.ok_or_else(|| {
        let faults = measuring.faults.lines().join("; ");
        Error::run(format!("all {} games ended by a fault of the engine: {faults}", measuring.played))
    })
}

/// What has been counted so far.
struct Measuring<'a> {
    tournament: &'a Tournament,
    opening: Varied,
    goal: Goal,
    sums: SelfPlaySums,
    faults: Faults,
    played: u64,
}

impl<'a> Measuring<'a> {
    fn new(tournament: &'a Tournament, opening: Varied, goal: Goal) -> Measuring<'a> {
        let source = if opening.by == Variation::Book { Source::Book } else { Source::Game };
        let sums = SelfPlaySums::new(source, goal.margin);
        Measuring { tournament, opening, goal, sums, faults: Faults::default(), played: 0 }
    }

    fn event(&self) -> &'a Event {
        &self.tournament.plan.events()[0]
    }

    /// The most games that are played.
    fn most(&self) -> u64 {
        self.event().groups
    }

    /// The number of games before the next look: looks come seldom, at numbers that grow by a quarter.
    fn next_look(&self) -> u64 {
        let next = match self.played {
            0..PROBES => PROBES,
            PROBES..FIRST_LOOK => FIRST_LOOK,
            played => look_after(played),
        };
        next.min(self.most())
    }

    fn add(&mut self, group: &GroupScores) {
        group.count_faults(self.tournament, &mut self.faults);
        self.played += 1;
        for game in &group.games {
            self.sums.add(&Observed {
                scores: &game.scores,
                record: &game.record,
                opening: &game.opening,
                plies: game.plies,
                is_fault: game.fault.is_some(),
            });
        }
    }

    fn look(&self) -> Option<AdvantageReport> {
        let figure = self.sums.figure(0.95)?;
        let (table, first) = (&self.tournament.tables[GameIndex::FIRST], figure.seats[0]);
        let seat = |seat: &SeatScore| SeatReport {
            seat: seat.seat,
            name: table.seat_name(Seat::new(seat.seat)).to_owned(),
            score: seat.score,
            fair: seat.fair,
            e_value: seat.e_value,
            sequence: seat.sequence,
            verdict: if table.has_no_first_move() { "no-first-move" } else { word(seat.verdict) },
        };
        let precise = match self.goal.precision {
            Some(precision) => {
                self.played >= FIRST_LOOK && first.score.high - first.score.low <= 2.0 * precision
            }
            None => first.verdict.is_some_and(|verdict| verdict != Verdict::Undecided),
        };
        Some(AdvantageReport {
            game: self.event().game.clone(),
            engine: self.tournament.config.engines[0].spec.clone(),
            score: first.score,
            fair: first.fair,
            draws: figure.draws,
            mean_plies: figure.mean_plies,
            opening: self.opening,
            precise,
            faults: self.faults.clone(),
            games: figure.games,
            distinct_games: figure.distinct_games,
            seats: figure.seats.iter().map(seat).collect(),
            figure,
        })
    }
}
