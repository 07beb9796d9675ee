//! What a seat scores when one engine plays all seats.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use torneo_contract::SeatVec;
use torneo_statistics::betting::{self, Bets, Verdict};
use torneo_statistics::movement::FEWEST_GAMES;
use torneo_statistics::{Estimate, Moments};

use super::sole_winner;
use crate::results::GameResult;

/// A finished game of one engine with itself.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The scores of the seats.
    pub scores: &'a [f64],
    /// The moves; empty if they were not recorded.
    pub record: &'a str,
    /// The opening.
    pub opening: &'a str,
    /// Number of plies.
    pub plies: u64,
    /// Whether a fault ended it.
    pub is_fault: bool,
}

impl<'a> Observed<'a> {
    /// A game of a results folder; `scores` are those of its seats.
    pub fn of(result: &'a GameResult, scores: &'a [f64]) -> Observed<'a> {
        let GameResult { record, opening, plies, .. } = result;
        Observed { scores, record, opening, plies: *plies, is_fault: result.is_fault() }
    }
}

/// Where the games of an engine with itself begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// At the start, or after random plies: every game is an observation.
    #[default]
    Game,
    /// With openings of a book: every opening is an observation.
    Book,
}

/// Games after which it is known whether an engine plays always the same game, and the fewest that can tell.
pub const PROBES: u64 = 16;
const FEWEST_PROBES: u64 = 4;
/// Openings of a book below which there is no interval.
const FEWEST_OPENINGS: usize = 10;

/// What the games of an engine with itself add up to. Games that a fault ended are counted and nothing else.
#[derive(Clone, Debug, Default)]
pub struct SelfPlaySums {
    margin: f64,
    source: Source,
    games: u64,
    faults: u64,
    drawn: u64,
    plies: u64,
    /// How often each record came, by a hash of it.
    records: HashMap<u64, u64>,
    /// Whether all games so far have a record.
    is_recorded: bool,
    /// Whether the first games were one and the same.
    is_same: bool,
    first_scores: SeatVec<f64>,
    /// By seat: its scores, with the bets on them where every game is an observation.
    seats: Vec<(Moments, Bets)>,
    /// By opening of a book in the order in which they came: the scores of the seats.
    openings: Vec<Vec<Moments>>,
    places: BTreeMap<String, usize>,
}

impl SelfPlaySums {
    /// No game yet; a seat is fair within `margin` of one over the number of seats.
    pub fn new(source: Source, margin: f64) -> SelfPlaySums {
        SelfPlaySums { margin, source, is_recorded: true, is_same: true, ..SelfPlaySums::default() }
    }

    /// Adds the next game.
    pub fn add(&mut self, game: &Observed) {
        if game.is_fault {
            self.faults += 1;
            return;
        }
        if self.seats.is_empty() {
            let seats = game.scores.len();
            self.seats = vec![(Moments::default(), Bets::of_seat(seats, self.margin)); seats];
            self.first_scores = game.scores.iter().copied().collect();
        }
        self.games += 1;
        self.plies += game.plies;
        self.drawn += u64::from(sole_winner(game.scores).is_none());
        self.is_recorded &= !game.record.is_empty();
        let mut hasher = DefaultHasher::new();
        (game.record, game.opening).hash(&mut hasher);
        *self.records.entry(hasher.finish()).or_default() += 1;
        if self.games <= PROBES {
            self.is_same &= self.records.len() == 1;
        }
        let bets_on_games = self.source == Source::Game;
        for ((moments, bets), &score) in self.seats.iter_mut().zip(game.scores) {
            moments.add(score);
            if bets_on_games {
                bets.add(score);
            }
        }
        if self.source == Source::Book {
            let next = self.places.len();
            let place = *self.places.entry(game.opening.to_owned()).or_insert(next);
            if place == next {
                self.openings.push(vec![Moments::default(); game.scores.len()]);
            }
            self.openings[place].iter_mut().zip(game.scores).for_each(|(sum, score)| sum.add(*score));
        }
    }

    /// Games without those that a fault ended.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether the engine plays always the same game: the first sixteen were one and the same, or all of them where there
    /// are fewer, four at least.
    pub fn is_one_game(&self) -> bool {
        self.source == Source::Game && self.is_recorded && self.is_same && self.games >= FEWEST_PROBES
    }

    /// Whether the games begin with openings of a book.
    pub fn has_book(&self) -> bool {
        self.source == Source::Book
    }

    /// The first seat's score with its 95% interval, for differences between engines. None below ten games, for an engine's
    /// one game, and with a book, whose openings are not those of another engine.
    pub fn first_seat(&self) -> Option<Estimate> {
        let tells = self.games >= FEWEST_GAMES && !self.is_one_game() && !self.has_book();
        self.seats.first().filter(|_| tells).map(|(moments, _)| moments.estimate())
    }

    /// What can be said so far, with estimates of this confidence; none before the first game.
    pub fn figure(&self, confidence: f64) -> Option<SelfPlayFigure> {
        if self.games == 0 {
            return None;
        }
        let games = self.games as f64;
        let seats: Vec<(Moments, Bets)> = (0..self.seats.len()).map(|seat| self.observed(seat)).collect();
        let seat = |(seat, own): (usize, &(Moments, Bets))| self.seat(seat, own, confidence);
        let decided = betting::decided_after(seats.iter().map(|(_, bets)| bets));
        let commonest = self.records.values().copied().max().unwrap_or(0);
        Some(SelfPlayFigure {
            games: self.games,
            faults: self.faults,
            distinct_games: self.is_recorded.then_some(self.records.len() as u64),
            commonest: self.is_recorded.then_some(commonest as f64 / games),
            openings: (self.source == Source::Book).then_some(self.openings.len() as u64),
            is_one_game: self.is_one_game(),
            draws: self.drawn as f64 / games,
            mean_plies: self.plies as f64 / games,
            more: seats.iter().filter_map(|(_, bets)| bets.more()).min(),
            margin: self.margin,
            decided_after: decided.filter(|_| !self.is_one_game()).map(|after| match self.source {
                Source::Game => after,
                // The openings that decided have been played again since.
                Source::Book => self.games,
            }),
            seats: seats.iter().enumerate().map(seat).collect(),
        })
    }

    /// What a seat scored in the observations, with the bets on it: the games, or the means of the openings of a book.
    fn observed(&self, seat: usize) -> (Moments, Bets) {
        if self.source == Source::Game {
            return self.seats[seat].clone();
        }
        let (mut means, mut bets) = (Moments::default(), Bets::of_seat(self.seats.len(), self.margin));
        for opening in &self.openings {
            let Moments { count, mean, squares, .. } = opening[seat];
            means.add_mean(mean, count, squares);
            bets.add(opening[seat].mean);
        }
        (means, bets)
    }

    fn seat(&self, seat: usize, (moments, bets): &(Moments, Bets), confidence: f64) -> SeatScore {
        let none = |value: f64| SeatScore {
            seat,
            score: Estimate { value, low: f64::NAN, high: f64::NAN, groups: moments.count },
            fair: 1.0 / self.seats.len() as f64,
            ..SeatScore::default()
        };
        if self.is_one_game() {
            return none(self.first_scores[seat]);
        }
        let has_interval = self.source == Source::Game || self.openings.len() >= FEWEST_OPENINGS;
        let found = none(moments.mean);
        SeatScore {
            score: if has_interval { moments.estimate_with(confidence) } else { found.score },
            observed: has_interval.then_some(*moments),
            e_value: Some(bets.e_value()),
            sequence: bets.sequence(),
            verdict: Some(bets.verdict()),
            alone: Some(bets.verdict_within(false)),
            is_rejected: bets.is_rejected(),
            ..found
        }
    }
}

/// What the games of one engine with itself say of the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayFigure {
    /// Games without those that a fault ended.
    pub games: u64,
    /// Games that a fault ended.
    pub faults: u64,
    /// Different records among them; none if moves were not recorded.
    pub distinct_games: Option<u64>,
    /// The share of the commonest record.
    pub commonest: Option<f64>,
    /// Openings of a book that were played; none where games begin at the start.
    pub openings: Option<u64>,
    /// Whether the engine plays always the same game: the scores are those of that game.
    pub is_one_game: bool,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub mean_plies: f64,
    /// About how many more observations a verdict takes, if that can be told.
    pub more: Option<u64>,
    /// Games after which a seat was first ahead or behind, or all were fair; none before.
    pub decided_after: Option<u64>,
    /// How close to fair is fair.
    pub margin: f64,
    /// The seats in order.
    pub seats: Vec<SeatScore>,
}

/// What a seat scores.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct SeatScore {
    /// The seat, from 0.
    pub seat: usize,
    /// Its mean score; the ends of the interval are no numbers where there is none.
    pub score: Estimate,
    /// One over the number of seats.
    pub fair: f64,
    /// The e-value against the hypothesis that the seat scores the fair share; none for an engine's one game.
    pub e_value: Option<f64>,
    /// The observations, where there are enough for an interval.
    #[serde(skip)]
    pub observed: Option<Moments>,
    /// The confidence sequence; none for an engine's one game, and where every mean was rejected. The sequences of all
    /// seats hold together with 95%.
    pub sequence: Option<(f64, f64)>,
    /// What these games alone say; none for an engine's one game.
    pub verdict: Option<Verdict>,
    /// What is left of it if the hypothesis is not rejected: fair or undecided.
    #[serde(skip)]
    pub alone: Option<Verdict>,
    /// Whether the capital against the fair score has reached what the number of seats asks for.
    #[serde(skip)]
    pub is_rejected: bool,
}

impl SeatScore {
    /// The verdict where others decide whether the fair score is rejected.
    pub fn verdict_if(&self, is_rejected: bool) -> Option<Verdict> {
        let ahead = self.score.value > self.fair;
        match (self.alone?, is_rejected) {
            (_, true) if ahead => Some(Verdict::Ahead),
            (_, true) => Some(Verdict::Behind),
            (otherwise, false) => Some(otherwise),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game<'a>(scores: &'a [f64], record: &'a str, opening: &'a str) -> Observed<'a> {
        Observed { scores, record, opening, plies: 10, is_fault: false }
    }

    #[test]
    fn an_engine_that_repeats_itself_has_one_game() {
        let mut sums = SelfPlaySums::new(Source::Game, 0.05);
        for played in 1..=100 {
            sums.add(&game(&[1.0, 0.0], "a b c", ""));
            assert_eq!(sums.is_one_game(), played >= 4);
        }
        let figure = sums.figure(0.95).unwrap();
        assert_eq!((figure.games, figure.distinct_games, figure.commonest), (100, Some(1), Some(1.0)));
        let seat = figure.seats[0];
        assert!(seat.score.low.is_nan() && seat.verdict.is_none() && seat.e_value.is_none(), "{seat:?}");
        assert_eq!(seat.score.value, 1.0);
    }

    #[test]
    fn repeated_games_of_an_engine_that_draws_at_random_count() {
        let mut sums = SelfPlaySums::new(Source::Game, 0.05);
        for played in 0..40 {
            let record = ["a", "b"][usize::from(played % 4 == 3)];
            sums.add(&game(&[1.0, 0.0], record, ""));
        }
        let figure = sums.figure(0.95).unwrap();
        assert_eq!((figure.games, figure.distinct_games, figure.commonest), (40, Some(2), Some(0.75)));
        assert_eq!(figure.seats[0].verdict, Some(Verdict::Ahead));
        assert_eq!(figure.seats[1].verdict, Some(Verdict::Behind));
        // Without records nothing is known of repetitions.
        sums.add(&game(&[1.0, 0.0], "", ""));
        assert_eq!(sums.figure(0.95).unwrap().distinct_games, None);
    }

    #[test]
    fn a_game_of_four_seats_makes_one_claim() {
        let mut sums = SelfPlaySums::new(Source::Game, 0.05);
        let mut decided = None;
        for played in 0..200 {
            // The third seat wins every second game, the others share the rest.
            let winner = if played % 2 == 0 { 2 } else { [0, 1, 3][played / 2 % 3] };
            let mut scores = [0.0; 4];
            scores[winner] = 1.0;
            sums.add(&game(&scores, &played.to_string(), ""));
            let figure = sums.figure(0.95).unwrap();
            let third = figure.seats[2];
            if decided.is_none() && third.e_value.unwrap() >= 80.0 {
                decided = Some(figure.games);
            }
            assert_eq!(third.is_rejected, decided.is_some());
            assert_eq!(figure.decided_after, decided);
            let sequence = third.sequence.unwrap();
            assert_eq!(third.verdict == Some(Verdict::Ahead), sequence.0 > 0.25, "{third:?}");
        }
        assert!(decided.is_some_and(|after| (16..100).contains(&after)), "{decided:?}");
    }

    #[test]
    fn of_a_book_every_opening_is_one_observation() {
        let mut sums = SelfPlaySums::new(Source::Book, 0.05);
        for _ in 0..300 {
            for (opening, score) in [("x", 1.0), ("y", 0.0), ("z", 1.0)] {
                sums.add(&game(&[score, 1.0 - score], "moves", opening));
            }
        }
        let seat = sums.figure(0.95).unwrap().seats[0];
        assert!((seat.score.value - 2.0 / 3.0).abs() < 1e-9 && seat.score.low.is_nan(), "{seat:?}");
        assert!(seat.e_value.unwrap() < 1.5, "{seat:?}");
        for opening in ["1", "2", "3", "4", "5", "6", "7"] {
            sums.add(&game(&[1.0, 0.0], "moves", opening));
        }
        let figure = sums.figure(0.95).unwrap();
        assert_eq!((figure.openings, figure.seats[0].score.groups), (Some(10), 10));
        assert!(figure.seats[0].score.low > 0.3 && !figure.is_one_game);
    }

    #[test]
    fn faults_count_as_faults_alone() {
        let mut sums = SelfPlaySums::new(Source::Game, 0.05);
        for played in 0..10 {
            let record = played.to_string();
            let is_fault = played % 2 == 0;
            sums.add(&Observed { is_fault, ..game(&[0.0, 1.0], &record, "") });
        }
        let figure = sums.figure(0.95).unwrap();
        assert_eq!((figure.games, figure.faults, figure.distinct_games), (5, 5, Some(5)));
    }
}
