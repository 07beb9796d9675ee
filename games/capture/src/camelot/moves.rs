//! The kinds of move, and which of them the rules allow.

use super::board::{Board, CASTLES, DIRECTIONS, STEPS, is_enemy_castle, stepped};
use super::quarters::{Leaps, QUARTERS, Quarter, ROW, place, square_of, squares};
use torneo_board::grid::BitSet;

/// A path of jumps: three bits for each direction, the first highest, below a leading one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Jumps(u64);

impl Jumps {
    /// No jump.
    pub const NONE: Jumps = Jumps(1);

    #[inline]
    pub fn then(self, direction: usize) -> Jumps {
        Jumps(self.0 << 3 | direction as u64)
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self == Jumps::NONE
    }

    /// The directions in order.
    #[inline]
    pub fn directions(self) -> impl Iterator<Item = usize> {
        let jumps = self.0.ilog2() / 3;
        (0..jumps).rev().map(move |jump| (self.0 >> (3 * jump)) as usize % DIRECTIONS)
    }
}

/// A move of one piece. All canters between two squares are one move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    pub from: u8,
    /// Where a plain move, a castle move, a canter or the canter part of a charge ends; `from` before a mere jump.
    pub to: u8,
    pub jumps: Jumps,
}

impl Action {
    #[inline]
    pub fn quiet(from: u8, to: u8) -> Action {
        Action { from, to, jumps: Jumps::NONE }
    }
}

/// The direction that leads by a leap from one place of a quarter to another.
#[inline]
fn direction(from: usize, to: usize) -> usize {
    /// By the difference of the places, from below left to above right.
    const BY_DIFFERENCE: [u8; 2 * ROW + 3] = {
        let mut directions = [0; 2 * ROW + 3];
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (right, up) = STEPS[direction];
            directions[(up * ROW as i32 + right + ROW as i32 + 1) as usize] = direction as u8;
            direction += 1;
        }
        directions
    };
    BY_DIFFERENCE[to + ROW + 1 - from] as usize
}

impl Quarter {
    /// The places that a piece on a place can reach by canter leaps.
    #[inline]
    pub fn canters(&self, start: usize) -> u64 {
        self.canters_until(start, 0)
    }

    /// Whether a canter leads from a place to another.
    #[inline]
    pub fn reaches(&self, start: usize, end: usize) -> bool {
        self.canters_until(start, 1 << end).has(end)
    }

    /// The places that canters reach, at least until one of them reaches a place of a set.
    ///
    /// A canter cannot come next to its start, so that it does not matter that the piece has left it.
    #[inline]
    fn canters_until(&self, start: usize, ends: u64) -> u64 {
        let (mut reached, mut last) = (0, u64::one(start) & self.outside);
        loop {
            let further = self.friends.from(last) & self.vacant & !reached;
            reached |= further;
            if further == 0 || further & ends != 0 {
                return reached;
            }
            last = further & self.outside;
        }
    }

    /// The places of a set from which a piece that has left `start` can jump.
    #[inline]
    pub fn jumpers(&self, set: u64, start: u64) -> u64 {
        set & self.outside & self.enemies.from(self.empty | start)
    }
}

impl Quarter {
    /// Calls `visit` with each complete path of jumps that the piece on `start` can make, after it has cantered to
    /// another place or from its own.
    pub fn each_path(&self, start: usize, at: usize, visit: &mut dyn FnMut(Action)) {
        let square = |place: usize| square_of(self.number, place);
        let (from, to) = (square(start), square(at));
        let jumping = Jumping { empty: self.empty | 1 << start, outside: self.outside };
        jumping.walk(self.enemies, at, Jumps::NONE, &mut |jumps| visit(Action { from, to, jumps }));
    }

    /// Calls `visit` with the charges of the knight on a place.
    #[inline]
    pub fn each_charge(&self, start: usize, visit: &mut dyn FnMut(Action)) {
        let charging = self.jumpers(self.canters(start), 1 << start);
        charging.members().for_each(|at| self.each_path(start, at, visit));
    }
}

/// What stays the same while a piece jumps: the places where nothing stands, its start among them, and those outside
/// the enemy castle.
#[derive(Clone, Copy, Debug)]
struct Jumping {
    empty: u64,
    outside: u64,
}

impl Jumping {
    /// Goes on from a place with these leaps over enemies left.
    fn walk(self, leaps: Leaps, at: usize, path: Jumps, visit: &mut dyn FnMut(Jumps)) {
        let ends = leaps.from(1 << at & self.outside) & self.empty;
        if ends == 0 && !path.is_empty() {
            visit(path);
        }
        for to in ends.members() {
            self.walk(leaps.without(at, to), to, path.then(direction(at, to)), visit);
        }
    }
}

impl Board {
    /// The quarter and the place of a square, the quarter as a side sees it.
    #[inline]
    pub fn look(&self, side: usize, square: u8) -> (Quarter, usize) {
        let (quarter, place) = place(square);
        (self.quarter(side, quarter), place)
    }

    /// Whether a piece of a side that stood on `from` can jump from a square.
    #[inline]
    pub fn can_jump(&self, side: usize, from: u8, at: u8) -> bool {
        let (quarter, at) = self.look(side, at);
        quarter.jumpers(1 << at, u64::one(place(from).1)) != 0
    }

    /// Whether a piece that has cantered to a square may stop there.
    #[inline]
    pub fn may_stop(&self, side: usize, from: u8, at: u8) -> bool {
        !self.knights.has(from) || !self.can_jump(side, from, at)
    }

    /// Whether a piece that stood on `from` and has captured can jump on from a square.
    pub fn goes_on(&self, side: usize, from: u8, at: u8, captured: &[u8]) -> bool {
        let (quarter, at) = self.look(side, at);
        let mut left = self.leaps[side & 1 ^ 1];
        captured.iter().for_each(|&square| left.toggle(square));
        let enemies = left.of(quarter.number);
        Quarter { enemies, ..quarter }.jumpers(1 << at, u64::one(place(from).1)) != 0
    }

    /// Calls `visit` with the captures of one piece: its jumps, and of a knight its charges.
    fn each_capture_of(&self, side: usize, from: u8, visit: &mut dyn FnMut(Action)) {
        let (quarter, start) = self.look(side, from);
        if quarter.jumpers(1 << start, 0) != 0 {
            quarter.each_path(start, start, visit);
        }
        if self.knights.has(from) {
            quarter.each_charge(start, visit);
        }
    }

    /// Calls `visit` with the captures of all pieces.
    pub fn each_capture(&self, side: usize, visit: &mut dyn FnMut(Action)) {
        let (jumpers, knights) = (self.jumpers(side), self.pieces[side & 1] & self.knights);
        for number in 0..QUARTERS {
            let quarter = self.quarter(side, number);
            jumpers.0[number].members().for_each(|start| quarter.each_path(start, start, visit));
            knights.0[number].members().for_each(|start| quarter.each_charge(start, visit));
        }
    }

    /// The squares where a piece's canters may end.
    pub fn ends_of_canters(&self, side: usize, from: u8) -> impl Iterator<Item = u8> {
        let (quarter, start) = self.look(side, from);
        let mut ends = quarter.canters(start);
        if self.knights.has(from) {
            ends &= !quarter.jumpers(ends, 1 << start);
        }
        squares(quarter.number, ends)
    }

    /// The squares to which one canter leap of a side leads from a square.
    pub fn canter_leaps(&self, side: usize, from: u8) -> impl Iterator<Item = u8> {
        let (quarter, start) = self.look(side, from);
        squares(quarter.number, quarter.friends.from(1 << start & quarter.outside) & quarter.vacant)
    }

    /// The squares to which the plain moves of a piece lead.
    #[inline]
    pub fn plain(&self, side: usize, from: u8) -> impl Iterator<Item = u8> {
        (0..DIRECTIONS).filter_map(move |direction| self.step(side, from, direction))
    }

    /// Calls `visit` with the moves of a piece that need not capture, castle moves left out.
    pub fn each_free_move_of(&self, side: usize, from: u8, visit: &mut dyn FnMut(Action)) {
        self.plain(side, from).for_each(|to| visit(Action::quiet(from, to)));
        self.ends_of_canters(side, from).for_each(|to| visit(Action::quiet(from, to)));
        if self.knights.has(from) {
            let (quarter, start) = self.look(side, from);
            quarter.each_charge(start, visit);
        }
    }

    /// The castle move of a side that may make one.
    #[inline]
    pub fn castle_move(&self, side: usize, limit: u8) -> Option<Action> {
        let [first, second] = CASTLES[side & 1 ^ 1];
        let (from, to) = match (self.pieces[side & 1].has(first), self.pieces[side & 1].has(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return None,
        };
        let may = self.castle_moves[side & 1] < limit && !self.is_occupied(to);
        may.then(|| Action::quiet(from, to))
    }

    /// Whether a piece of a side can jump.
    #[inline]
    pub fn must_capture(&self, side: usize) -> bool {
        !self.jumpers(side).is_empty()
    }

    /// Whether a piece of a side in its own castle can move, which it has to do then.
    #[inline]
    pub fn must_leave_castle(&self, side: usize) -> bool {
        self.in_own_castle(side).any(|square| self.can_move_piece(side, square))
    }

    /// Whether a piece can move or capture, castle moves left out. A knight that may not stop a canter can jump.
    #[inline]
    fn can_move_piece(&self, side: usize, square: u8) -> bool {
        (0..DIRECTIONS).any(|direction| self.step(side, square, direction).is_some())
            || self.canter_leaps(side, square).next().is_some()
            || self.can_jump(side, square, square)
    }

    /// Whether a side has a legal move.
    #[inline]
    pub fn can_move(&self, side: usize, castle_limit: u8) -> bool {
        self.list(side).iter().any(|&square| self.can_move_piece(side, square))
            || self.castle_move(side, castle_limit).is_some()
    }

    /// Calls `visit` with each legal move of a side.
    pub fn each_move(&self, side: usize, castle_limit: u8, visit: &mut dyn FnMut(Action)) {
        if self.must_leave_castle(side) {
            for from in self.in_own_castle(side) {
                if self.can_jump(side, from, from) {
                    self.each_capture_of(side, from, visit);
                } else {
                    self.each_free_move_of(side, from, visit);
                }
            }
        } else if self.must_capture(side) {
            self.each_capture(side, visit);
        } else {
            let pieces = self.pieces[side & 1];
            pieces.squares().for_each(|from| self.each_free_move_of(side, from, visit));
            self.castle_move(side, castle_limit).into_iter().for_each(visit);
        }
    }

    /// Plays a legal move of a side; whether it captures or enters the enemy castle.
    #[inline]
    pub fn play(&mut self, side: usize, action: Action) -> bool {
        let mut at = action.to;
        for direction in action.jumps.directions() {
            self.take(side ^ 1, stepped(at, direction, 1));
            at = stepped(at, direction, 2);
        }
        self.shift(side, action.from, at);
        if is_enemy_castle(side, action.from) {
            self.castle_moves[side & 1] += 1;
            return false;
        }
        !action.jumps.is_empty() || is_enemy_castle(side, at)
    }
}
