//! Legal moves and what they do.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::tables::{GAITS, KING, ORTHOGONALS, PAWN, PAWNS, Tables};
use super::{Action, BLACK, Variant, WHITE};
use torneo_board::army::batch::{Batch, Draw};
use torneo_board::army::pawns::Steps;
use torneo_board::army::{Forces, Guard, Kind};
use torneo_board::grid::BitSet;
use torneo_contract::{Ending, Seat, zobrist};

/// The most kinds that a pawn can become.
pub(super) const MOST_PROMOTIONS: usize = 6;

/// The pieces and what the position text shows besides, with counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<S> {
    pub(super) forces: Forces<S, GAITS, 2>,
    pub(super) to_move: Seat,
    /// The start position has still to be drawn.
    pub(super) undrawn: bool,
    /// By seat the files of the rooks with which it may castle, as bits.
    pub(super) castling: [u16; 2],
    /// The square on which a pawn can be captured en passant.
    pub(super) en_passant: Option<u8>,
    /// Plies since the last capture or pawn move.
    pub(super) idle: u32,
    /// Plies since the game or the position text began.
    pub(super) plies: u32,
    /// The number of White's and Black's next pair of moves.
    pub(super) number: u32,
    /// Checks and pins against the player to move.
    pub(super) guard: Guard<S>,
    pub(super) ending: Option<Ending>,
}

/// The kinds that a pawn can become here.
pub(super) type Promotions = ArrayVec<Kind, MOST_PROMOTIONS>;

impl<S: BitSet> Board<S> {
    /// Gives the turn to the other player.
    pub(super) fn pass(&mut self) {
        self.number += u32::from(self.to_move == BLACK);
        self.to_move = self.to_move.other();
        self.en_passant = None;
        self.plies += 1;
        self.idle += 1;
    }

    pub(super) const EMPTY: Board<S> = Board {
        forces: Forces::EMPTY,
        to_move: WHITE,
        undrawn: false,
        castling: [0; 2],
        en_passant: None,
        idle: 0,
        plies: 0,
        number: 1,
        guard: Guard { checkers: S::EMPTY, pinned: S::EMPTY, allowed: S::EMPTY },
        ending: None,
    };

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let [white, black] = self.castling.map(u64::from);
        let en_passant = self.en_passant.map_or(0, |square| u64::from(square) + 1);
        let turn = self.to_move.index() as u64 | u64::from(self.undrawn) << 1;
        self.forces.key ^ zobrist::key(1 << 60 | turn << 40 | en_passant << 32 | white << 16 | black)
    }
}

/// The rules of moves on the board of `V`.
impl<V: Variant, const CELLS: usize> Tables<V, CELLS> {
    /// The first square of the rank on which a player's king and rooks begin.
    #[inline]
    pub(super) fn home(seat: Seat) -> usize {
        if seat == WHITE { 0 } else { CELLS - V::FILES }
    }

    /// The kinds that a pawn of the player to move can become now.
    #[inline]
    pub(super) fn promotions(board: &Board<V::Set>) -> Promotions {
        let seat = board.to_move;
        let available = |kind: Kind, count: u32| {
            !V::PROMOTES_TO_CAPTURED || board.forces.of_kind(seat, kind).len() < count
        };
        let pieces = V::PIECES.iter().filter(|piece| piece.kind != 1 << KING);
        pieces.filter(|piece| available(piece.kind, piece.count)).map(|piece| piece.kind).collect()
    }

    /// The number of moves of pawns to these squares, promotions told apart.
    #[inline]
    pub(super) fn forms(&self, board: &Board<V::Set>, targets: V::Set) -> usize {
        let may = targets & self.may_promote[board.to_move.index()];
        if may.is_empty() {
            return targets.len() as usize;
        }
        let stay = targets & !self.last[board.to_move.index()];
        stay.len() as usize + may.len() as usize * Self::promotions(board).len()
    }

    /// The number of moves of a batch.
    #[inline]
    fn size(&self, board: &Board<V::Set>, batch: &Batch<V::Set>) -> usize {
        match *batch {
            Batch::Piece(_, targets) => targets.len() as usize,
            Batch::Pawns(Steps { targets, .. }) => self.forms(board, targets),
        }
    }

    /// Calls `visit` with all legal moves of the player to move; castling enters the square of an own rook, and
    /// promotions of pawns are still to be told apart.
    #[inline]
    fn for_each_batch(
        &self,
        board: &Board<V::Set>,
        mut visit: impl FnMut(Batch<V::Set>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_batch_but_steps_of_king(board, &mut visit)?;
        let (forces, seat) = (&board.forces, board.to_move);
        let steps = forces.king_targets(self, seat);
        if steps.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(Batch::Piece(forces.king::<Self>(seat), steps))
    }

    #[inline]
    fn for_each_batch_but_steps_of_king(
        &self,
        board: &Board<V::Set>,
        mut visit: impl FnMut(Batch<V::Set>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (forces, guard, seat) = (&board.forces, &board.guard, board.to_move);
        self.pawns.for_each_batch(self, forces, seat, guard, &mut visit)?;
        if let Some(square) = board.en_passant {
            for from in self.en_passant_takers(board, square as usize).members() {
                visit(Batch::Piece(from, V::Set::one(square as usize)))?;
            }
        }
        if V::CASTLING && board.castling[seat.index()] != 0 {
            let rooks = self.castling_rooks(board);
            if !rooks.is_empty() {
                visit(Batch::Piece(forces.king::<Self>(seat), rooks))?;
            }
        }
        forces.for_each_piece(self, seat, guard, |_, from, targets| visit(Batch::Piece(from, targets)))
    }

    /// The pawns of the player to move that may capture en passant on a square, as far as the own king is concerned.
    pub(super) fn en_passant_takers(&self, board: &Board<V::Set>, square: usize) -> V::Set {
        let (forces, seat) = (&board.forces, board.to_move);
        let captured = square.wrapping_add_signed(-self.pawns.forward(seat) as isize);
        let others = forces.owned[seat.other().index()] & !V::Set::one(captured);
        let king = forces.king::<Self>(seat);
        let takers = forces.gaits[PAWN + seat.index()] & self.takers(seat, square);
        let exposed = |from: &usize| {
            let left = V::Set::one(*from) | V::Set::one(captured);
            let occupied = forces.occupied() & !left | V::Set::one(square);
            forces.attacked(self, king, occupied, others)
        };
        takers.members().filter(exposed).fold(takers, |takers, from| takers & !V::Set::one(from))
    }

    /// The rooks with which the player to move may castle now.
    fn castling_rooks(&self, board: &Board<V::Set>) -> V::Set {
        let home = Self::home(board.to_move);
        let rooks = board.castling[board.to_move.index()].members();
        rooks.fold(V::Set::EMPTY, |rooks, file| {
            let hindrance = self.castling_hindrance(board, home + file);
            if hindrance.is_none() { rooks | V::Set::one(home + file) } else { rooks }
        })
    }

    /// Where king and rook stand after castling with this rook.
    pub(super) fn castled(king: usize, rook: usize) -> (usize, usize) {
        let home = rook - rook % V::FILES;
        if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) }
    }

    /// Which rule forbids the player to move to castle with a rook that has the right to.
    pub(super) fn castling_hindrance(&self, board: &Board<V::Set>, rook: usize) -> Option<&'static str> {
        let forces = &board.forces;
        let others = forces.owned[board.to_move.other().index()];
        let king = forces.king::<Self>(board.to_move);
        let (king_goal, rook_goal) = Self::castled(king, rook);
        let first = king.min(rook).min(king_goal).min(rook_goal);
        let last = king.max(rook).max(king_goal).max(rook_goal);
        let without = forces.occupied() & !(V::Set::one(king) | V::Set::one(rook));
        // King and rook together pass over all squares from the first to the last.
        if (first..=last).any(|square| without.has(square)) {
            return Some("a piece stands between king or rook and its goal");
        }
        if board.guard.in_check() {
            return Some("a king in check does not castle");
        }
        let attacked = |square, occupied| forces.attacked(self, square, occupied, others);
        let mut crossed = king.min(king_goal)..=king.max(king_goal);
        if crossed.any(|square| attacked(square, without | V::Set::one(rook))) {
            return Some("the king would cross or reach an attacked square");
        }
        attacked(king_goal, without | V::Set::one(rook_goal))
            .then_some("the king would be in check afterwards")
    }

    /// Whether the player to move has a legal move.
    #[inline]
    pub(super) fn can_move(&self, board: &Board<V::Set>) -> bool {
        let step = |batch: Batch<V::Set>| match self.size(board, &batch) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let (forces, seat) = (&board.forces, board.to_move);
        self.for_each_batch_but_steps_of_king(board, step).is_break()
            || forces.king_can_reach(self, seat, forces.king_steps(self, seat))
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self, board: &Board<V::Set>) -> usize {
        let mut count = 0;
        let _ = self.for_each_batch(board, |batch| {
            count += self.size(board, &batch);
            ControlFlow::Continue(())
        });
        count
    }

    /// Appends the legal moves of the player to move to some squares.
    #[inline]
    fn list_to(&self, board: &Board<V::Set>, squares: V::Set, actions: &mut Vec<Action>) {
        let _ = self.for_each_batch(board, |batch| {
            let targets = batch.targets() & squares;
            match batch {
                Batch::Piece(from, _) => actions.extend(targets.members().map(|to| Action::plain(from, to))),
                Batch::Pawns(steps) => {
                    actions
                        .extend(targets.members().flat_map(|to| self.pawn_moves(board, steps.from(to), to)));
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Appends the legal moves.
    pub(super) fn list(&self, board: &Board<V::Set>, actions: &mut Vec<Action>) {
        self.list_to(board, !V::Set::EMPTY, actions);
    }

    /// Appends the legal moves to squares where something may be won, among them all captures and promotions.
    pub(super) fn list_gains(&self, board: &Board<V::Set>, actions: &mut Vec<Action>) {
        let (seat, other) = (board.to_move.index(), board.to_move.other().index());
        let pawns = board.forces.gaits[PAWN + seat];
        let ready = self.may_promote[seat].shifted(-self.pawns.forward(board.to_move)) & pawns;
        let mut squares = board.forces.owned[other];
        if let Some(passed) = board.en_passant {
            squares = squares | V::Set::one(passed as usize);
        }
        if !ready.is_empty() {
            squares = squares | self.may_promote[seat];
        }
        self.list_to(board, squares, actions);
    }

    /// The moves of a pawn to a square: staying a pawn first, then the promotions.
    #[inline]
    fn pawn_moves(&self, board: &Board<V::Set>, from: usize, to: usize) -> impl Iterator<Item = Action> {
        let seat = board.to_move.index();
        let stays = (!self.last[seat].has(to)).then(|| Action::plain(from, to));
        let promotions = self.may_promote[seat].has(to).then(|| Self::promotions(board));
        let promote = move |promotion| Action::Move { from: from as u8, to: to as u8, promotion };
        stays.into_iter().chain(promotions.into_iter().flatten().map(promote))
    }

    /// A legal move, all equally likely if `below` draws a number below its argument evenly.
    #[inline]
    pub(super) fn pick(&self, board: &Board<V::Set>, below: impl FnMut(usize) -> usize) -> Action {
        let mut draw = Draw::new();
        let _ = self.for_each_batch_but_steps_of_king(board, |batch| {
            draw.push(self.size(board, &batch), batch);
            ControlFlow::Continue(())
        });
        let steps = board.forces.king_steps(self, board.to_move);
        let (batch, number) = draw.pick(self, &board.forces, board.to_move, steps, below);
        let promotes = !(batch.targets() & self.may_promote[board.to_move.index()]).is_empty();
        match batch {
            Batch::Pawns(steps) if promotes => {
                let mut forms =
                    steps.targets.members().flat_map(|to| self.pawn_moves(board, steps.from(to), to));
                forms.nth(number).expect("the moves are counted")
            }
            _ => {
                let to = batch.targets().nth(number);
                Action::plain(batch.from(to), to)
            }
        }
    }

    /// Moves a piece of the player to move and passes the turn on; whether nothing before can come back: a capture
    /// or a pawn move.
    #[inline]
    pub(super) fn play(&self, board: &mut Board<V::Set>, from: usize, to: usize, promotion: Kind) -> bool {
        let (seat, other) = (board.to_move, board.to_move.other());
        let kind = board.forces.kind(from);
        let pawn = kind & PAWNS != 0;
        let mut captures = board.forces.owned[other.index()].has(to);
        let passed = board.en_passant.take();
        if V::CASTLING && board.forces.owned[seat.index()].has(to) {
            self.castle(board, from, to);
        } else {
            if captures {
                board.forces.take(other, board.forces.kind(to), to);
            } else if pawn && passed == Some(to as u8) && from % V::FILES != to % V::FILES {
                captures = true;
                let captured = to.wrapping_add_signed(-self.pawns.forward(seat) as isize);
                board.forces.take(other, 1 << (PAWN + other.index()), captured);
            }
            board.forces.take(seat, kind, from);
            board.forces.put(seat, if promotion == 0 { kind } else { promotion }, to);
            if V::CASTLING && board.castling != [0; 2] {
                Self::lose_rights(board, kind, from, to);
            }
        }
        board.to_move = other;
        if pawn && from.abs_diff(to) == 2 * V::FILES {
            let square = from.midpoint(to);
            let rivals = board.forces.gaits[PAWN + other.index()] & self.takers(other, square);
            if !rivals.is_empty() && !self.en_passant_takers(board, square).is_empty() {
                board.en_passant = Some(square as u8);
            }
        }
        board.plies += 1;
        board.number += u32::from(seat == BLACK);
        let progress = captures || pawn;
        board.idle = if progress { 0 } else { board.idle + 1 };
        progress
    }

    fn castle(&self, board: &mut Board<V::Set>, king: usize, rook: usize) {
        let seat = board.to_move;
        let (king_goal, rook_goal) = Self::castled(king, rook);
        board.forces.take(seat, 1 << KING, king);
        board.forces.take(seat, 1 << ORTHOGONALS, rook);
        board.forces.put(seat, 1 << KING, king_goal);
        board.forces.put(seat, 1 << ORTHOGONALS, rook_goal);
        board.castling[seat.index()] = 0;
    }

    /// A king's move ends both rights of its player, a move from or to a rook's square the right of that rook.
    #[inline]
    fn lose_rights(board: &mut Board<V::Set>, kind: Kind, from: usize, to: usize) {
        if kind == 1 << KING {
            board.castling[board.to_move.index()] = 0;
        }
        for seat in [WHITE, BLACK] {
            for square in [from, to] {
                let file = square.wrapping_sub(Self::home(seat));
                if file < V::FILES {
                    board.castling[seat.index()] &= !(1 << file);
                }
            }
        }
    }
}
