//! Ends of games that follow from what the engines tell: a game that is lost is resigned, a game that nobody wins is drawn.
//!
//! The conventions are those of cutechess: a choice counts for the seat that made it, and what it tells is for that seat. The count of an
//! engine that tells nothing is 0 again. A forced mate is beyond every limit and never quiet.

use serde::{Deserialize, Serialize};
use torneo_contract::session::Session;
use torneo_contract::{Form, Outcome, Seat, Turn, reason};
use torneo_search::AnyEngine;

/// The engine that knows the value of every position, from tables.
pub const KNOWING: &str = "perfect";

/// What ends games of two seats before the rules do.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// When a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Quiet>,
    /// Whether positions of known value end a game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub solved: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(word: &bool) -> bool {
    !word
}

/// When a seat resigns.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resign {
    /// Choices of the seat, one after another, with which it tells that it loses; at least 1.
    pub movecount: u32,
    /// What that means.
    #[serde(flatten)]
    pub limit: Limit,
    /// Whether the other seat must have told as often that it wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub twosided: bool,
}

/// When a game is drawn because nothing happens in it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Quiet {
    /// The first move, of two plies each, at which it may be.
    pub movenumber: u64,
    /// Moves, one after another, with which both seats tell that the game is even; at least 1.
    pub movecount: u32,
    /// What that means.
    #[serde(flatten)]
    pub limit: Limit,
}

/// How much is won or lost, and how little is even.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// In centipawns.
    Cp(u32),
    /// In expected score, from 0 for a loss, or from 0.5 for a draw.
    Score(f64),
}

/// What an engine tells of its choice, for its own seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Told {
    /// Expected score, 0 to 1.
    pub value: Option<f64>,
    /// Centipawns.
    pub cp: Option<i64>,
    /// Moves to a forced win, negative to a forced loss.
    pub mate: Option<i64>,
}

/// Scores are compared as results write them, in six decimals, so that the rows of a game tell when it ends.
fn millionths(score: f64) -> i64 {
    (score * 1e6).round() as i64
}

impl Told {
    fn is_valued(&self, fits: impl FnOnce(i64) -> bool) -> bool {
        self.value.is_some_and(|value| fits(millionths(value)))
    }

    fn loses(&self, limit: Limit) -> bool {
        match (self.mate, limit) {
            (Some(mate), _) => mate <= 0,
            (None, Limit::Cp(most)) => self.cp.is_some_and(|cp| cp <= -i64::from(most)),
            (None, Limit::Score(most)) => self.is_valued(|value| value <= millionths(most)),
        }
    }

    fn wins(&self, limit: Limit) -> bool {
        match (self.mate, limit) {
            (Some(mate), _) => mate > 0,
            (None, Limit::Cp(least)) => self.cp.is_some_and(|cp| cp >= i64::from(least)),
            (None, Limit::Score(most)) => self.is_valued(|value| value >= 1_000_000 - millionths(most)),
        }
    }

    fn is_even(&self, limit: Limit) -> bool {
        match (self.mate, limit) {
            (Some(_), _) => false,
            (None, Limit::Cp(most)) => self.cp.is_some_and(|cp| cp.unsigned_abs() <= u64::from(most)),
            (None, Limit::Score(most)) => self.is_valued(|value| (value - 500_000).abs() <= millionths(most)),
        }
    }
}

/// What an adjudicated game ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The other seat resigns.
    WonBy(Seat),
    /// The game is drawn.
    Drawn,
}

impl Verdict {
    /// The outcome of a game of two seats.
    fn outcome(self) -> Outcome {
        match self {
            Verdict::WonBy(seat) => Outcome::win(seat, 2, reason::ADJUDICATED_WIN),
            Verdict::Drawn => Outcome::draw(2, reason::ADJUDICATED_DRAW),
        }
    }
}

/// Who ends a game before its rules do.
pub struct Referee<'a> {
    rules: Adjudication,
    runs: Runs,
    /// An engine that knows the value of every position, where that is to end the game.
    knowing: Option<&'a mut (dyn AnyEngine + 'static)>,
}

impl<'a> Referee<'a> {
    /// The referee of a game about to begin.
    pub fn new(rules: Adjudication, knowing: Option<&'a mut (dyn AnyEngine + 'static)>) -> Referee<'a> {
        Referee { rules, runs: Runs::default(), knowing: knowing.filter(|_| rules.solved) }
    }

    /// The outcome that follows from what a seat told with the choice that led here, after which `plies` were played. None
    /// if the game goes on, or is over by its rules.
    pub fn follow(&mut self, seat: Seat, told: &Told, session: &dyn Session, plies: u64) -> Option<Outcome> {
        if session.turn() == Turn::Over {
            return None;
        }
        if let Some(outcome) = self.knowing.as_mut().and_then(|knowing| known(&mut **knowing, session)) {
            return Some(outcome);
        }
        let (plies, resets) = match self.rules.draw {
            Some(_) => (plies_of(session, plies), session.is_afresh()),
            None => (plies, false),
        };
        self.runs.judge(&self.rules, seat, told, plies, resets).map(Verdict::outcome)
    }
}

/// The outcome of best play from a position in which a seat chooses, by an engine that knows it.
fn known(knowing: &mut dyn AnyEngine, session: &dyn Session) -> Option<Outcome> {
    let Turn::Seat(seat) = session.turn() else { return None };
    let mut session = session.copy();
    let nodes = knowing.choose(&mut *session).ok()?;
    let value = knowing.assess(&*session, nodes).value?;
    let why = reason::ADJUDICATED_SOLVED;
    let other = Seat::new(1 - seat.index());
    Some(match value {
        0.5 => Outcome::draw(2, why),
        value => Outcome::win(if value > 0.5 { seat } else { other }, 2, why),
    })
}

/// How often, one time after another, the seats of a game have told that they lose, that they win, and that it is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Runs {
    losing: [u32; 2],
    winning: [u32; 2],
    even: u32,
}

/// The plies of a game where `played` of them were played: a position of chess tells with its move number how many came before it.
fn plies_of(session: &dyn Session, played: u64) -> u64 {
    let by_number = || {
        let text = session.export_position(Form::Uci)?;
        let fields: Vec<&str> = text.split(' ').collect();
        let (side, number) = (*fields.get(1)?, fields.get(5)?.parse::<u64>().ok()?);
        Some(number.saturating_sub(1) * 2 + u64::from(side == "b"))
    };
    by_number().unwrap_or(played)
}

/// Counts one more time, or begins again.
fn count(run: &mut u32, goes_on: bool) {
    *run = if goes_on { run.saturating_add(1) } else { 0 };
}

impl Runs {
    /// Counts what a seat told with its choice, after which `plies` were played. `resets`: whether the choice made progress by the
    /// game's own count, such as a capture in chess. Returns the verdict, if there is one now.
    fn judge(
        &mut self,
        rules: &Adjudication,
        seat: Seat,
        told: &Told,
        plies: u64,
        resets: bool,
    ) -> Option<Verdict> {
        self.resigns(rules, seat, told).or_else(|| self.is_drawn(rules, told, plies, resets))
    }

    fn resigns(&mut self, rules: &Adjudication, seat: Seat, told: &Told) -> Option<Verdict> {
        let Resign { movecount, limit, twosided } = rules.resign?;
        let (own, other) = (seat.index(), 1 - seat.index());
        count(&mut self.losing[own], told.loses(limit));
        count(&mut self.winning[own], told.wins(limit));
        let resigns = self.losing[own] >= movecount && (!twosided || self.winning[other] >= movecount);
        resigns.then(|| Verdict::WonBy(Seat::new(other)))
    }

    fn is_drawn(&mut self, rules: &Adjudication, told: &Told, plies: u64, resets: bool) -> Option<Verdict> {
        let Quiet { movenumber, movecount, limit } = rules.draw?;
        if resets {
            self.even = 0;
        }
        count(&mut self.even, told.is_even(limit));
        let drawn = u64::from(self.even) >= 2 * u64::from(movecount) && plies / 2 >= movenumber;
        drawn.then_some(Verdict::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cp(cp: i64) -> Told {
        Told { cp: Some(cp), ..Told::default() }
    }

    fn mate(moves: i64) -> Told {
        Told { mate: Some(moves), ..Told::default() }
    }

    fn value(value: f64) -> Told {
        Told { value: Some(value), ..Told::default() }
    }

    fn resigning(limit: Limit, twosided: bool) -> Adjudication {
        Adjudication { resign: Some(Resign { movecount: 3, limit, twosided }), ..Adjudication::default() }
    }

    fn quiet(limit: Limit) -> Adjudication {
        Adjudication { draw: Some(Quiet { movenumber: 4, movecount: 2, limit }), ..Adjudication::default() }
    }

    /// The ply, counted from 1, at which a game ends in which the seats tell this in turns, and how it ends.
    fn end(rules: Adjudication, told: &[Told], resets: &[usize]) -> Option<(usize, Verdict)> {
        let mut runs = Runs::default();
        told.iter().enumerate().find_map(|(index, told)| {
            let (seat, ply) = (Seat::new(index % 2), index + 1);
            let verdict = runs.judge(&rules, seat, told, ply as u64, resets.contains(&ply));
            verdict.map(|verdict| (ply, verdict))
        })
    }

    const NOTHING: Told = Told { value: None, cp: None, mate: None };
    const SECOND: Option<(usize, Verdict)> = Some((5, Verdict::WonBy(Seat::new(1))));

    #[test]
    fn who_tells_three_times_that_it_loses_resigns() {
        let rules = resigning(Limit::Cp(600), false);
        let lost = [cp(-600), cp(0), cp(-900), NOTHING, cp(-601), cp(0)];
        assert_eq!(end(rules, &lost, &[]), SECOND);
        for broken in [cp(-599), NOTHING, mate(3), value(0.0)] {
            let told = [cp(-600), cp(0), broken, cp(0), cp(-900), cp(0), cp(-900), cp(0)];
            assert_eq!(end(rules, &told, &[]), None, "{broken:?}");
        }
        assert_eq!(end(rules, &[mate(-9), cp(0), mate(-8), cp(0), mate(-7)], &[]), SECOND);
        let scored = resigning(Limit::Score(0.03), false);
        assert_eq!(end(scored, &[value(0.03), cp(0), value(0.0), cp(0), mate(-1)], &[]), SECOND);
        assert_eq!(end(scored, &[value(0.031), cp(0), value(0.0), cp(0), value(0.0)], &[]), None);
    }

    /// Only a choice of the seat that loses ends the game.
    #[test]
    fn where_both_must_agree_the_other_tells_as_often_that_it_wins() {
        let rules = resigning(Limit::Cp(600), true);
        let (lost, won) = (cp(-700), cp(700));
        assert_eq!(end(rules, &[lost, won, lost, won, lost], &[]), None);
        assert_eq!(
            end(rules, &[lost, won, lost, won, lost, won, lost], &[]),
            Some((7, Verdict::WonBy(Seat::new(1))))
        );
        assert_eq!(end(rules, &[lost, won, lost, cp(599), lost, won, lost, won, lost], &[]), None);
        assert_eq!(end(rules, &[lost, mate(5), lost, mate(4), lost, mate(3), lost], &[]).unwrap().0, 7);
        let scored = resigning(Limit::Score(0.1), true);
        let told = [value(0.1), value(0.9), value(0.0), value(1.0), value(0.05), value(0.95), value(0.0)];
        assert_eq!(end(scored, &told, &[]).unwrap().0, 7);
    }

    #[test]
    fn a_game_that_both_call_even_is_drawn_from_a_move_on() {
        let rules = quiet(Limit::Cp(20));
        let even = [cp(20), cp(-20)].repeat(6);
        assert_eq!(end(rules, &even, &[]), Some((8, Verdict::Drawn)));
        for broken in [cp(21), cp(-21), NOTHING, mate(40), mate(-40)] {
            let mut told = even.clone();
            told[6] = broken;
            assert_eq!(end(rules, &told, &[]), Some((11, Verdict::Drawn)), "{broken:?}");
        }
        let scored = quiet(Limit::Score(0.03));
        assert_eq!(end(scored, &[value(0.53), value(0.47)].repeat(6), &[]).unwrap().0, 8);
        assert_eq!(end(scored, &[value(0.531), value(0.47)].repeat(6), &[]), None);
    }

    /// What makes progress begins the count anew before it counts itself.
    #[test]
    fn progress_begins_the_count_of_quiet_plies_anew() {
        let rules = quiet(Limit::Cp(20));
        let even = [cp(0)].repeat(14);
        assert_eq!(end(rules, &even, &[8]).unwrap().0, 11);
        assert_eq!(end(rules, &even, &[4]).unwrap().0, 8);
        assert_eq!(end(rules, &even, &[8, 11]).unwrap().0, 14);
        let lost = [cp(-700), cp(0)].repeat(3);
        assert_eq!(end(resigning(Limit::Cp(600), false), &lost, &[1, 3, 5]), SECOND);
    }

    #[test]
    fn a_seat_resigns_before_the_game_is_drawn() {
        let rules = Adjudication {
            resign: Some(Resign { movecount: 1, limit: Limit::Cp(0), twosided: false }),
            draw: Some(Quiet { movenumber: 0, movecount: 1, limit: Limit::Cp(0) }),
            solved: false,
        };
        assert_eq!(end(rules, &[NOTHING, NOTHING, cp(0)], &[]), Some((3, Verdict::WonBy(Seat::new(1)))));
    }
}
