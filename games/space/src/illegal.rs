//! Which rule forbids a move.

use super::board::{Board, Side, castles};
use super::levels::{SQUARES, file};
use super::notation::{self, Written};
use super::position::NAMES;
use super::tables::{KING_KIND, PAWNS, Tables};
use std::ops::ControlFlow;
use torneo_board::army::Kind;
use torneo_board::army::pawns::Steps;
use torneo_board::grid::{BitSet, Bits192};

impl Tables {
    /// Which rule forbids what is written, if it is written as two cells or as castling; none if nothing
    /// does.
    pub(super) fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        let rule = match written {
            "O-O" => self.why_not_castle(board, Side::King)?.to_owned(),
            "O-O-O" => self.why_not_castle(board, Side::Queen)?.to_owned(),
            _ => self.why_no_move(board, notation::read_cells(written)?),
        };
        Some(rule)
    }

    fn why_not_castle(&self, board: &Board, side: Side) -> Option<&'static str> {
        if board.castling & side.right(board.to_move) == 0 {
            return Some("king or rook has moved before");
        }
        self.castling_hindrance(board, side)
    }

    fn why_no_move(&self, board: &Board, written: Written) -> String {
        let Written { from, landing, .. } = written;
        let (forces, seat) = (&board.forces, board.to_move);
        let kind = forces.kind(from);
        let rule = match (forces.owner(from), forces.owner(landing)) {
            (None, _) => "nothing stands there",
            (Some(owner), _) if owner != seat => {
                return format!("the piece belongs to {}", NAMES[owner.index()]);
            }
            (_, Some(owner)) if owner == seat => "an own piece stands there",
            _ if kind & PAWNS != 0 => match self.why_no_pawn_move(board, written) {
                Some(rule) => rule,
                None => self.why_not_end(board, kind, written),
            },
            _ if kind == KING_KIND && self.tries_to_castle(board, from, landing) => {
                let side = if file(landing) > file(from) { Side::King } else { Side::Queen };
                match self.why_not_castle(board, side) {
                    Some(rule) => rule,
                    None => self.why_not_end(board, kind, written),
                }
            }
            _ if !forces.reach(self, from, forces.occupied()).has(landing) => {
                let free = forces.reach(self, from, Bits192::EMPTY).has(landing);
                if free { "a piece stands in the way" } else { "the piece does not move so" }
            }
            _ => self.why_not_end(board, kind, written),
        };
        rule.to_owned()
    }

    fn tries_to_castle(&self, board: &Board, from: usize, landing: usize) -> bool {
        from / SQUARES == landing / SQUARES
            && castles(from, landing)
            && landing.wrapping_sub(board.array.home(board.to_move)) < super::levels::SIDE
    }

    /// Which rule forbids a pawn to land on a cell that no own piece holds.
    fn why_no_pawn_move(
        &self,
        board: &Board,
        Written { from, landing, promotion, .. }: Written,
    ) -> Option<&'static str> {
        let (forces, seat) = (&board.forces, board.to_move);
        let (empty, others) = (!forces.occupied(), forces.owned[seat.other().index()]);
        let fresh = board.fresh_pawns(seat).has(from);
        let takes = self.attacks_as_pawn(seat, from, landing);
        let goes = |fresh: bool, targets: [Bits192; 2]| {
            let pawn = Bits192::one(from);
            let fresh = if fresh { pawn } else { Bits192::EMPTY };
            let lands = |Steps { targets, .. }: Steps<Bits192>| match targets.has(landing) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            self.pawns.for_each_steps(seat, pawn, fresh, targets, lands).is_break()
        };
        let passed = board.en_passant.is_some_and(|en_passant| en_passant.passed as usize == landing);
        let lands = goes(fresh, [empty, others]) || takes && passed;
        if !lands {
            let free = [!Bits192::EMPTY, Bits192::EMPTY];
            return Some(match () {
                () if takes => "a pawn goes there only to capture",
                () if goes(fresh, free) && others.has(landing) => "a pawn does not capture so",
                () if goes(fresh, free) => "a piece stands in the way",
                () if goes(true, free) => "only a pawn that has never moved goes two steps",
                () => "the piece does not move so",
            });
        }
        if !self.promotes(board.array, seat).has(landing) {
            return promotion.map(|_| "a pawn is not promoted there");
        }
        let Some(letter) = promotion else {
            return Some("a pawn is promoted there: add the letter of a piece");
        };
        let kind = self.kind(letter.to_ascii_uppercase()).filter(|_| letter.is_ascii_lowercase());
        match kind.is_some_and(|kind| self.promotions().contains(&kind)) {
            true => None,
            false => Some("a pawn becomes `q`, `r`, `b` or `n`"),
        }
    }

    /// Which rule forbids a piece that can land on a cell to end there or where its transfer leads.
    fn why_not_end(&self, board: &Board, kind: Kind, written: Written) -> &'static str {
        let Written { from, landing, transfer, promotion } = written;
        if promotion.is_some() && kind & PAWNS == 0 {
            return "only a pawn is promoted";
        }
        let first = self.rules.leave_at_once && board.first_movers(board.to_move).has(from);
        let marked = self.marks(kind) >> (landing % SQUARES) & 1 == 1;
        let exposed = "the own king would be attacked";
        let Some(level) = transfer else {
            // A first move that stays is legal where it parries a check or where there is no room.
            return if first && !board.guard.in_check() { "a first move leaves the level" } else { exposed };
        };
        let goal = level * SQUARES + landing % SQUARES;
        match () {
            () if self.rules.marks.is_none() => "pieces do not go on to another level in this game",
            () if goal == landing => "the piece is on that level already",
            () if castles(from, landing) && kind == KING_KIND => {
                "the pair goes to the next level if there is room"
            }
            () if board.forces.occupied().has(goal) => "the cell of the other level is not empty",
            () if !marked && !first => "only from a marked square does a piece go on to another level",
            () if first && !marked && level != 1 => "a first move leads to the next level",
            () => exposed,
        }
    }
}
