//! Duels in words: what a throw or a decision did, and why somebody won.

use torneo_contract::scenery::Last;
use torneo_contract::{Game, Outcome, Ply, Seat, Turn, Words};

use super::super::battle;
use super::{Action, Combination, Duel, DuelGame, Position, Step, Throw};

/// A throw of a turn, with what it came upon and what it did.
pub struct Thrown<'a, S> {
    /// What stood before it.
    pub before: S,
    /// What stands after it, in the same turn.
    pub after: S,
    /// The seat with the first role of the turn.
    pub first: Seat,
    /// Who threw it.
    pub thrower: Seat,
    /// What the dice show.
    pub throw: &'a Combination,
    /// What is due after it.
    pub step: Step,
}

impl<S> Thrown<'_, S> {
    /// The sum of the dice.
    pub fn sum(&self) -> u8 {
        self.throw.sum
    }
}

impl<D: Duel> DuelGame<D> {
    /// The throw of a turn that led to a position from another one.
    fn thrown(&self, before: &Position<D::State>, throw: Throw) -> Thrown<'_, D::State> {
        let throw = self.pool.combination(throw);
        let mut after = before.state;
        let step = self.duel.throw(&mut after, before.first, throw);
        let thrower = self.duel.thrower(&before.state, before.first);
        Thrown { before: before.state, after, first: before.first, thrower, throw, step }
    }

    /// What a throw or a decision did, in words.
    pub(super) fn told(&self, last: &Last<Self>, position: &Position<D::State>) -> Option<Words> {
        let (before, Ply::One(action)) = (&last.before, &last.ply) else { return None };
        let words = match *action {
            Action::Dice(throw) if before.battle.is_some() => {
                let first = position.battle.is_none().then_some(position.first);
                return Some(battle::told(self.pool.combination(throw).sum, first));
            }
            Action::GoOn => return Some(Words::new().does(before.first, "throw").text(" on")),
            Action::Stop => self.duel.tell_stop(&before.state, before.first),
            Action::Dice(throw) => {
                let thrown = self.thrown(before, throw);
                let words = self.duel.tell(&thrown);
                let is_limit = thrown.step != Step::NextTurn && position.turn > before.turn;
                match is_limit {
                    true => words
                        .text("; the limit of throws is reached: ")
                        .then(self.duel.tell_stop(&thrown.after, before.first)),
                    false => words,
                }
            }
        };
        Some(match self.turn(position) {
            Turn::Over => match self.outcome(position).winner() {
                Some(winner) => words.text(": ").does(winner, "win"),
                None => words.text(": a draw"),
            },
            _ if position.turn > before.turn => words.text("; ").does(position.first, "throw").text(" next"),
            _ => words,
        })
    }

    /// Why a game that is over ended.
    pub(super) fn why_over(
        &self,
        position: &Position<D::State>,
        outcome: &Outcome,
        last: Option<&Last<Self>>,
    ) -> Words {
        let thrown = last.and_then(|last| match last.ply {
            Ply::One(Action::Dice(throw)) if last.before.battle.is_none() => {
                Some(self.thrown(&last.before, throw))
            }
            _ => None,
        });
        self.duel.why(&position.state, outcome, thrown.as_ref())
    }
}

/// `112 to 88`: an amount of each seat, that of a sole winner first.
pub fn compared(amounts: [i64; 2], outcome: &Outcome) -> String {
    let [first, second] = amounts;
    match outcome.winner() {
        Some(Seat::SECOND) => format!("{second} to {first}"),
        _ => format!("{first} to {second}"),
    }
}
