//! Exact analysis of dice games for two.

use crate::battle::Rule;
use torneo_contract::{Game, Notation, Seat};
use torneo_exact::{DuelAnalysis, Policy, ThrowCounts, UNLIMITED_THROWS};

use super::{Duel, DuelGame};

impl<D: Duel> ThrowCounts for DuelGame<D> {
    fn turns_over(&self, position: &Self::Position) -> u32 {
        position.turn
    }

    fn throws(&self, position: &Self::Position) -> u32 {
        u32::from(position.battle.is_none())
    }

    fn begins_round(&self, position: &Self::Position) -> bool {
        self.duel.begins_round(&position.state)
    }
}

impl<D: Duel> DuelAnalysis for DuelGame<D> {
    fn begin(&self) -> Self::Position {
        let mut position = self.start();
        if position.battle.take().is_some() {
            position.first = Seat::FIRST;
            self.begin_turn(&mut position);
        }
        position
    }

    fn has_battle(&self) -> bool {
        self.battle != Rule::None
    }

    /// The number of throws is looked at by `max_throws` alone; the rest is up to the rules of the duel.
    fn lump(&self, position: &mut Self::Position) {
        if self.max_throws == UNLIMITED_THROWS {
            position.throws = 0;
        }
        self.duel.lump(&mut position.turn, &mut position.state);
    }

    fn lumps_money(&self) -> bool {
        self.duel.lumps_money()
    }

    fn net(&self, position: &Self::Position) -> [i64; 2] {
        self.duel.money(&position.state).map(|money| money - self.duel.bank())
    }

    fn won(&self, position: &Self::Position) -> [i64; 2] {
        self.duel.won(&position.state)
    }

    fn table(&self, position: &Self::Position) -> i64 {
        self.duel.table(&position.state)
    }

    fn state_text(&self, position: &Self::Position) -> String {
        let values = self.duel.values(&position.state);
        let fields = D::FIELDS.iter().zip(values).map(|(name, value)| format!("{name}={value}"));
        let [first, second] = self.duel.money(&position.state);
        let turn = format!("turn={} first={}", position.turn, position.first);
        let money = format!("money={first},{second}");
        [turn]
            .into_iter()
            .chain(fields)
            .chain((!self.lumps_money()).then_some(money))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Two throws at least have fixed the numbers when a third one leads to a decision. A lumped turn is the first one in
    /// which the seat can have the first role and as many pots are won.
    fn decision_text(&self, position: &Self::Position) -> String {
        const FEWEST_THROWS: u32 = 3;
        let pots: i64 = self.won(position).iter().sum();
        let turn = position.turn.max(u32::try_from(pots).unwrap_or(u32::MAX));
        let turn = match self.has_battle() {
            true => turn,
            false => turn + (turn + position.first.index() as u32) % 2,
        };
        let throws = position.throws.max(FEWEST_THROWS);
        self.position_text(&super::Position { turn, throws, ..*position })
    }

    fn gain(&self, position: &Self::Position) -> i64 {
        self.duel.gain(&position.state)
    }

    fn policies(&self) -> &'static [(&'static str, Policy)] {
        self.duel.policies()
    }

    fn size(&self) -> Option<f64> {
        (self.max_throws == UNLIMITED_THROWS).then(|| self.duel.size()).flatten()
    }
}
