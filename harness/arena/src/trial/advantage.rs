//! What a seat scores when an engine plays itself, until that is known well enough.

use std::collections::VecDeque;

use serde::Serialize;
use torneo_contract::Seat;
use torneo_statistics::Estimate;
use torneo_statistics::betting::Verdict;
use torneo_statistics::sequence::{self, FIRST_LOOK, look_after};

use super::games::{self, Conduct};
use crate::faults::Faults;
use crate::figures::{Observed, PROBES, SeatScore, SelfPlayFigure, SelfPlaySums, Source};
use crate::plan::{Event, GameIndex, Tournament};
use crate::{Error, PlayedGroup};

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
    /// What is known of the game without playing it, for the report.
    pub known: Option<KnownScore>,
}

/// What is known of the first seat's score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct KnownScore {
    /// The score of the first seat.
    pub value: f64,
    /// How it is known: `exact` or `solved`.
    pub method: &'static str,
}

/// What is known of the seats' scores.
#[derive(Clone, Debug, Serialize)]
pub struct AdvantageReport {
    /// The game's specification.
    pub game: String,
    /// The engine that played against itself; none where no game was played, because the score is known.
    pub engine: Option<String>,
    /// Where the scores come from: `self-play`, `exact` or `solved`.
    pub method: &'static str,
    /// The first seat's score with an interval that allows for how the games ended; `groups` is the number of
    /// observations.
    pub score: Estimate,
    /// The score of a seat without advantage.
    pub fair: f64,
    /// Share of the games without a sole winner; none where no game was played.
    pub draws: Option<f64>,
    /// Mean length in plies; none where no game was played.
    pub mean_plies: Option<f64>,
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
    /// Games after which a seat was first ahead or behind, or all were fair; none before.
    pub decided_after: Option<u64>,
    /// What is known of the game without playing it.
    pub known: Option<KnownScore>,
    /// The seats in order.
    pub seats: Vec<SeatReport>,
    /// All that the games say; none where no game was played.
    #[serde(skip)]
    pub figure: Option<SelfPlayFigure>,
}

/// What a seat scores.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// The seat, from 0.
    pub seat: usize,
    /// Its name in the game.
    pub name: String,
    /// Its score with an interval that allows for how the games ended: where a precision was asked for, that of
    /// [`sequence::estimate`], else the confidence sequence. None for an engine's one game, below ten openings of a book,
    /// and where the sequence is empty.
    pub score: Estimate,
    /// The score of a seat without advantage.
    pub fair: f64,
    /// The capital of bets against the fair score after the last observation.
    pub e_value: Option<f64>,
    /// The confidence sequence; those of all seats hold together with 95%.
    pub sequence: Option<(f64, f64)>,
    /// What can be said: `ahead`, `behind`, `fair`, `undecided`, `one-game` or `no-first-move`.
    pub verdict: &'static str,
}

impl AdvantageReport {
    /// The answer where every seat's score is known and nothing is played. `tournament` has the game; `scores` are
    /// those of its seats, known by `method`.
    pub fn known(
        tournament: &Tournament,
        opening: Varied,
        method: &'static str,
        scores: &[f64],
    ) -> AdvantageReport {
        let table = &tournament.tables[GameIndex::FIRST];
        let fair = 1.0 / scores.len() as f64;
        let seats: Vec<SeatReport> = scores
            .iter()
            .enumerate()
            .map(|(seat, &value)| SeatReport {
                seat,
                name: table.seat_name(Seat::new(seat)).to_owned(),
                score: Estimate { value, low: value, high: value, groups: 0 },
                fair,
                e_value: None,
                sequence: None,
                verdict: known_word(value, fair),
            })
            .collect();
        AdvantageReport {
            game: tournament.config.games[GameIndex::FIRST].clone(),
            engine: None,
            method,
            score: seats[0].score,
            fair,
            draws: None,
            mean_plies: None,
            opening,
            precise: true,
            faults: Faults::default(),
            games: 0,
            distinct_games: None,
            decided_after: None,
            known: Some(KnownScore { value: scores[0], method }),
            seats,
            figure: None,
        }
    }
}

/// Known scores are compared to this precision: some are decimals.
const KNOWN: f64 = 1e-9;

/// The word of the verdict on a score that is known.
pub fn known_word(score: f64, fair: f64) -> &'static str {
    match score - fair {
        ahead if ahead > KNOWN => "ahead",
        behind if behind < -KNOWN => "behind",
        _ => "fair",
    }
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
                    if looked.precise || looked.figure.as_ref().is_some_and(|figure| figure.is_one_game) {
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
    /// Games after which there was a verdict at the last look.
    decided: Option<u64>,
}

impl<'a> Measuring<'a> {
    fn new(tournament: &'a Tournament, opening: Varied, goal: Goal) -> Measuring<'a> {
        let source = if opening.by == Variation::Book { Source::Book } else { Source::Game };
        let sums = SelfPlaySums::new(source, goal.margin);
        Measuring { tournament, opening, goal, sums, faults: Faults::default(), played: 0, decided: None }
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

    fn add(&mut self, group: &PlayedGroup) {
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

    fn look(&mut self) -> Option<AdvantageReport> {
        let figure = self.sums.figure(0.95)?;
        // A book's openings are counted anew at every look: the first look with a verdict stays.
        self.decided = figure.decided_after.map(|after| self.decided.unwrap_or(after));
        let table = &self.tournament.tables[GameIndex::FIRST];
        let has_first_move = !table.has_no_first_move();
        let seat = |seat: &SeatScore| SeatReport {
            seat: seat.seat,
            name: table.seat_name(Seat::new(seat.seat)).to_owned(),
            score: self.score(seat),
            fair: seat.fair,
            e_value: seat.e_value,
            sequence: seat.sequence,
            verdict: if has_first_move { word(seat.verdict) } else { "no-first-move" },
        };
        let seats: Vec<SeatReport> = figure.seats.iter().map(seat).collect();
        let first = seats[0].score;
        let precise = match self.goal.precision {
            Some(precision) => sequence::is_precise(self.played, &first, precision),
            None => self.decided.is_some(),
        };
        Some(AdvantageReport {
            game: self.event().game.clone(),
            engine: Some(self.tournament.config.engines[0].called().to_owned()),
            method: "self-play",
            score: first,
            fair: figure.seats[0].fair,
            draws: Some(figure.draws),
            mean_plies: Some(figure.mean_plies),
            opening: self.opening,
            precise,
            faults: self.faults.clone(),
            games: figure.games,
            distinct_games: figure.distinct_games,
            decided_after: self.decided.filter(|_| has_first_move),
            known: self.goal.known,
            seats,
            figure: Some(figure),
        })
    }

    /// A seat's score with the interval that holds at this look: it allows for how the games end.
    fn score(&self, seat: &SeatScore) -> Estimate {
        match (seat.observed, self.goal.precision, seat.sequence) {
            (Some(observed), Some(_), _) => sequence::estimate(&observed),
            (Some(_), None, Some((low, high))) => Estimate { low, high, ..seat.score },
            _ => Estimate { low: f64::NAN, high: f64::NAN, ..seat.score },
        }
    }
}
