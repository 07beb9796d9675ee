//! Which rule forbids an action.

use torneo_board::grid::BitSet;
use torneo_contract::{refuse, refuse_if};

use super::board::{Action, KIND_NAMES};
use super::paths::{PRINCESS, Squares, mover};
use super::wager::{Passing, Stage, Wager};
use super::{Jetan, State};

impl Jetan {
    /// Which rule forbids an action that is not legal.
    pub(super) fn refusal(&self, state: &State, action: Action) -> Option<String> {
        let rule = match (state.ledger.stage, action) {
            (Stage::Ask(_), Action::Answer(_)) => "without this piece the force cannot be completed",
            (Stage::Ask(_), _) => "expected `yes` or `no`",
            (Stage::Duel { .. }, _) => "expected the dice of a duel, such as `[5,2]`",
            (Stage::Play, Action::Answer(_)) => "nothing is asked",
            (Stage::Play, Action::Throw(_)) => "no duel is fought",
            (Stage::Play, Action::Pass) => self.pass_refusal(),
            (Stage::Play, Action::Move { from, to }) => {
                return self.check_move(state, from as usize, to as usize, false).err();
            }
            (Stage::Play, Action::Escape { from, to }) => {
                return self.check_move(state, from as usize, to as usize, true).err();
            }
        };
        Some(rule.to_owned())
    }

    fn pass_refusal(&self) -> &'static str {
        match self.terms.wager {
            Wager::Pay { passing: Passing::Limited(_), .. } => "all passes of this game are used up",
            Wager::Pay { passing: Passing::Alternate, .. } => "the player has passed on the last own turn",
            Wager::Pay { passing: Passing::Never, .. } => "a player passes only if no move can be paid",
            _ => "nobody passes",
        }
    }

    fn check_move(&self, state: &State, from: usize, to: usize, escapes: bool) -> Result<(), String> {
        let board = &state.board;
        let side = board.to_move & 1;
        let Some((_, kind)) = board.piece(from).filter(|&(owner, _)| owner == side) else {
            refuse!("a player moves an own piece");
        };
        refuse_if!(board.owned[side].has(to), "a piece does not enter a square of its own side");
        let mover = mover(side, kind);
        let reached = self.moves.paths.targets(mover, from, board.occupied()).has(to);
        if kind == PRINCESS {
            return self.check_princess(state, [from, to], escapes, reached);
        }
        let name = KIND_NAMES[kind];
        refuse_if!(escapes, "only the Princess escapes");
        if !reached {
            let way = self.moves.paths.reach(mover, from).has(to);
            refuse_if!(way, "pieces stand in all ways of the {name} to {}", Squares::name(to));
            refuse!("a {name} does not move like that");
        }
        let duels = matches!(self.terms.wager, Wager::Duel { .. });
        refuse_if!(duels, "the player does not own the value of the {name} for a duel");
        self.check_money(state, kind, to)
    }

    fn check_princess(
        &self,
        state: &State,
        [from, to]: [usize; 2],
        escapes: bool,
        reached: bool,
    ) -> Result<(), String> {
        let board = &state.board;
        let side = board.to_move & 1;
        refuse_if!(board.occupied().has(to), "the Princess never captures");
        refuse_if!(escapes && !board.escapes[side], "the Princess has escaped once already");
        refuse_if!(escapes && reached, "an ordinary move of the Princess is written without `!`");
        if !escapes && !reached {
            refuse!("the Princess moves three steps; her escape is written with `!`");
        }
        let threatened = self.moves.is_attacked(board, side ^ 1, to, board.occupied() & !u128::one(from));
        refuse_if!(threatened, "the Princess may not end on a threatened square");
        self.check_money(state, PRINCESS, to)
    }

    /// Refuses a move that cannot be paid.
    fn check_money(&self, state: &State, kind: usize, to: usize) -> Result<(), String> {
        let captures = Self::is_capture(&state.board, to as u8);
        let price = self.terms.price(kind, captures);
        let money = state.ledger.money_of(state.board.to_move);
        refuse_if!(price > money, "the player cannot pay for this move");
        Ok(())
    }
}
