//! Exact analysis of games whose turns are contests.

use crate::battle::Rule;
use torneo_exact::{Accounts, Plan, Shuffle, ThrowCounts, TurnAnalysis, UNLIMITED_THROWS};

use super::{Contest, DiceGame, Position, Thrower};

impl<C: Contest> ThrowCounts for DiceGame<C> {
    fn turns_over(&self, position: &Self::Position) -> u32 {
        position.turn
    }

    fn throws(&self, position: &Self::Position) -> u32 {
        if position.battle.is_some() { 0 } else { C::INFO.throws }
    }

    fn begins_round(&self, position: &Self::Position) -> bool {
        let thrower = Thrower { place: position.place as usize, players: self.players };
        self.contest.begins_round(&position.state, thrower)
    }
}

impl<C: Contest> TurnAnalysis for DiceGame<C> {
    /// Place, throws (0 where they are unlimited) and state. The turn number, the accounts and the order of play do
    /// not change how a turn goes on: the contest sees places only.
    type Key = (u8, u32, C::State);

    fn plan(&self) -> Plan {
        let shuffle = match self.battle {
            Rule::None => Shuffle::Never,
            _ if C::INFO.for_two => Shuffle::Once,
            _ => Shuffle::EveryTurn,
        };
        Plan { turns: self.turns, cycle: self.orders.len() as u32, shuffle }
    }

    fn begin(&self, turn: u32) -> Self::Position {
        let mut position: Position<C::State> = torneo_contract::Game::start(self);
        position.turn = turn;
        self.begin_turn(&mut position);
        position.battle = None;
        position.order = self.seat_order(turn);
        position
    }

    fn accounts(&self, position: &Self::Position) -> Accounts {
        Accounts { won: position.won.map(i64::from), money: position.money }
    }

    fn key(&self, position: &Self::Position) -> Self::Key {
        let mut state = position.state;
        self.contest.lump(&mut state);
        let throws = if self.max_throws == UNLIMITED_THROWS { 0 } else { position.throws };
        (position.place, throws, state)
    }
}
