//! Contests in words: what a throw did, and why somebody won.

use torneo_contract::scenery::Last;
use torneo_contract::{End, Outcome, Ply, Seat, SeatSet, Words, reason};

use super::super::battle;
use super::{Combination, Contest, DiceGame, Places, Position, Progress, TURN, Thrower};

/// Why games of contests end, by turns won.
pub const ENDS: &[End] =
    &[(reason::WON, "most turns are won"), (reason::DRAWN, "nobody alone won most turns")];

/// What ends a turn that no throw decided.
const LIMIT: &str = "the limit of throws is reached";

/// A throw of a turn, with what it came upon and what it did.
pub struct Thrown<'a, S> {
    /// What the throws before it had fixed.
    pub before: S,
    /// What is fixed with it, unless it decided the turn.
    pub after: S,
    /// Who threw it.
    pub thrower: Thrower,
    /// What the dice show.
    pub throw: &'a Combination,
    /// What it did.
    pub progress: Progress,
    /// The seat of each place.
    order: &'a [Seat],
}

impl<S> Thrown<'_, S> {
    /// The sum of the dice.
    pub fn sum(&self) -> u8 {
        self.throw.sum
    }

    /// The seat at a place.
    pub fn seat(&self, place: usize) -> Seat {
        self.order[place]
    }

    /// The seats at some places.
    pub fn seats(&self, places: Places) -> SeatSet {
        places.iter().map(|place| self.seat(place)).collect()
    }

    /// Whether the turn goes on.
    pub fn goes_on(&self) -> bool {
        matches!(self.progress, Progress::Next(_))
    }
}

impl<C: Contest> DiceGame<C> {
    /// The throw that led to a position from another one; none in a battle.
    fn thrown<'a>(&'a self, last: &'a Last<Self>) -> Option<Thrown<'a, C::State>> {
        let before = &last.before;
        let Ply::One(throw) = last.ply else { return None };
        if before.battle.is_some() {
            return None;
        }
        let throw = self.pool(before).combination(throw);
        let thrower = Thrower { place: before.place as usize, players: self.players };
        let mut after = before.state;
        let progress = self.contest.throw(&mut after, thrower, throw);
        let order = &before.order[..self.players];
        Some(Thrown { before: before.state, after, thrower, throw, progress, order })
    }

    /// What a throw for the order of play did.
    fn battled(&self, last: &Last<Self>, position: &Position<C::State>) -> Option<Words> {
        let Ply::One(throw) = last.ply else { return None };
        let sum = self.pool(&last.before).combination(throw).sum;
        Some(battle::told(sum, position.battle.is_none().then_some(position.order[0])))
    }

    /// What a throw did, in words.
    pub(super) fn told(&self, last: &Last<Self>, position: &Position<C::State>) -> Option<Words> {
        let Some(thrown) = self.thrown(last) else { return self.battled(last, position) };
        let words = self.contest.tell(&thrown);
        // The number of the turn, where there are several.
        let which = match self.turns {
            1 => String::new(),
            _ => format!(" turn {}", position.turn),
        };
        Some(match thrown.progress {
            Progress::Won(place) => words.text(": ").does(thrown.seat(place), "win").text(which),
            Progress::Shared(places) if self.turns == 1 => {
                words.text(": ").does(thrown.seats(places), "draw")
            }
            Progress::Shared(places) => words.text(": ").does(thrown.seats(places), "share").text(which),
            Progress::Next(_) if position.turn > last.before.turn => words.text("; ").text(LIMIT),
            Progress::Next(_) => words,
        })
    }

    /// Why a game that is over ended.
    pub(super) fn why_over(
        &self,
        position: &Position<C::State>,
        outcome: &Outcome,
        last: Option<&Last<Self>>,
    ) -> Words {
        let thrown = last.filter(|_| self.turns == 1).and_then(|last| self.thrown(last));
        match thrown {
            Some(thrown) if thrown.goes_on() => LIMIT.into(),
            Some(thrown) => self.contest.why(&thrown),
            None => self.turns_won(position, outcome),
        }
    }

    /// `Player 1 won 3 of 5 turns`.
    fn turns_won(&self, position: &Position<C::State>, outcome: &Outcome) -> Words {
        let winners = outcome.winners();
        let first = winners.iter().next().map_or(0, Seat::index);
        let won = f64::from(position.won[first]) / f64::from(TURN);
        // Shares of turns can have many digits.
        let won = (won * 100.0).round() / 100.0;
        match (self.turns, winners.len()) {
            (1, 1) => "the turn is won".into(),
            (1, _) => "the turn is shared".into(),
            (turns, 1) => Words::new().name(winners).text(format!(" won {won} of {turns} turns")),
            (turns, _) => Words::new().name(winners).text(format!(" won {won} of {turns} turns each")),
        }
    }
}
