//! Which rule forbids an action.

use torneo_board::grid::BitSet;

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
                return self.move_refusal(state, from as usize, to as usize, false);
            }
            (Stage::Play, Action::Escape { from, to }) => {
                return self.move_refusal(state, from as usize, to as usize, true);
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

    fn move_refusal(&self, state: &State, from: usize, to: usize, escapes: bool) -> Option<String> {
        let board = &state.board;
        let side = board.to_move & 1;
        let Some((_, kind)) = board.piece(from).filter(|&(owner, _)| owner == side) else {
            return Some("a player moves an own piece".to_owned());
        };
        if board.owned[side].has(to) {
            return Some("a piece does not enter a square of its own side".to_owned());
        }
        let mover = mover(side, kind);
        let reached = self.moves.paths.targets(mover, from, board.occupied()).has(to);
        if kind == PRINCESS {
            return self.princess_refusal(state, [from, to], escapes, reached);
        }
        let name = KIND_NAMES[kind];
        if escapes {
            return Some("only the Princess escapes".to_owned());
        }
        if !reached {
            let way = self.moves.paths.reach(mover, from).has(to);
            return Some(match way {
                true => format!("pieces stand in all ways of the {name} to {}", Squares::name(to)),
                false => format!("a {name} does not move like that"),
            });
        }
        match self.terms.wager {
            Wager::Duel { .. } => Some(format!("the player does not own the value of the {name} for a duel")),
            _ => self.money_refusal(state, kind, to),
        }
    }

    fn princess_refusal(
        &self,
        state: &State,
        [from, to]: [usize; 2],
        escapes: bool,
        reached: bool,
    ) -> Option<String> {
        let board = &state.board;
        let side = board.to_move & 1;
        let rule = if board.occupied().has(to) {
            "the Princess never captures"
        } else if escapes && !board.escapes[side] {
            "the Princess has escaped once already"
        } else if escapes && reached {
            "an ordinary move of the Princess is written without `!`"
        } else if !escapes && !reached {
            "the Princess moves three steps; her escape is written with `!`"
        } else if self.moves.is_attacked(board, side ^ 1, to, board.occupied() & !u128::one(from)) {
            "the Princess may not end on a threatened square"
        } else {
            return self.money_refusal(state, PRINCESS, to);
        };
        Some(rule.to_owned())
    }

    /// That a move cannot be paid, if that is so.
    fn money_refusal(&self, state: &State, kind: usize, to: usize) -> Option<String> {
        let captures = Self::is_capture(&state.board, to as u8);
        let price = self.terms.price(kind, captures);
        let money = state.ledger.money_of(state.board.to_move);
        (price > money).then(|| "the player cannot pay for this move".to_owned())
    }
}
