//! A random move without a list of all, and the number of moves.

use arrayvec::ArrayVec;
use rand_core::Rng;

use super::board::{Board, DIRECTIONS};
use super::moves::Action;
use super::quarters::{QUARTERS, Set, square_of};
use torneo_board::grid::BitSet;
use torneo_board::ranked::Ranked;
use torneo_contract::random;

/// Draws before the moves are listed.
const TRIES: usize = 64;
/// Moves that are kept while they are counted.
const KEPT: usize = 16;

/// Moves that are counted, the first of them kept.
#[derive(Default)]
struct Counted {
    kept: ArrayVec<Action, KEPT>,
    count: usize,
}

impl Counted {
    fn add(&mut self, each: impl Fn(&mut dyn FnMut(Action))) {
        each(&mut |action| {
            self.count += 1;
            let _ = self.kept.try_push(action);
        });
    }

    /// The `n`-th of the moves.
    fn nth(&self, n: usize, each: impl Fn(&mut dyn FnMut(Action))) -> Action {
        if let Some(&action) = self.kept.get(n) {
            return action;
        }
        let (mut number, mut found) = (0, self.kept[0]);
        each(&mut |action| {
            found = if number == n { action } else { found };
            number += 1;
        });
        found
    }
}

/// One of the moves, each equally likely.
fn any<R: Rng>(rng: &mut R, each: impl Fn(&mut dyn FnMut(Action))) -> Action {
    let mut counted = Counted::default();
    counted.add(&each);
    counted.nth(random::below(rng, counted.count), each)
}

/// The canters of one quarter.
#[derive(Clone, Copy, Debug)]
struct Canters {
    /// The pieces that can canter.
    pieces: u64,
    /// The places to which some leap leads, and their number.
    places: u64,
    count: u32,
    /// The number of pairs of a piece and a place.
    pairs: u32,
}

impl Board {
    /// One of the legal moves of a side, each equally likely.
    ///
    /// Draws pairs of a piece and a direction, pairs of a piece and a place of its quarter, and the other moves, until
    /// a legal move is drawn.
    #[inline]
    pub fn random_move<R: Rng>(&self, side: usize, castle_limit: u8, rng: &mut R) -> Action {
        if self.stands_in(side, side) && self.must_leave_castle(side) {
            return any(rng, |visit| self.each_move(side, castle_limit, visit));
        }
        if self.must_capture(side) {
            return any(rng, |visit| self.each_capture(side, visit));
        }
        let (friends, empty) = (&self.leaps[side & 1], self.empty());
        let vacant = empty & Board::outside(side);
        let pieces = self.pieces[side & 1] & Board::outside(side ^ 1) & friends.from(vacant);
        let places = friends.ends() & vacant;
        let canters: [Canters; QUARTERS] = std::array::from_fn(|number| {
            let (pieces, places) = (pieces.0[number], places.0[number]);
            let count = places.len();
            Canters { pieces, places, count, pairs: pieces.len() * count }
        });
        let all_pairs: u32 = canters.iter().map(|canters| canters.pairs).sum();
        // Of the places that a canter may reach those from which a jump is possible, over an enemy to an empty square
        // or to the start.
        let knights = pieces & self.knights;
        let charging = if knights.is_empty() {
            Set::EMPTY
        } else {
            places & self.leaps[side & 1 ^ 1].from(empty | knights)
        };
        let may_charge = !charging.is_empty();
        let each_other = |visit: &mut dyn FnMut(Action)| {
            if may_charge {
                self.each_charge_at(side, charging, visit);
            }
            self.castle_move(side, castle_limit).into_iter().for_each(visit);
        };
        let mut others = Counted::default();
        if may_charge || self.stands_in(side, side ^ 1) {
            others.add(each_other);
        }
        let list = self.list(side);
        let (steps, others_count) = ((DIRECTIONS * list.len()) as u32, others.count as u32);
        for _ in 0..TRIES {
            let mut drawn = random::below(rng, (steps + others_count + all_pairs) as usize) as u32;
            if drawn < steps {
                let (number, direction) = (drawn as usize / DIRECTIONS, drawn as usize % DIRECTIONS);
                match self.step(side, list[number], direction) {
                    Some(to) => return Action::quiet(list[number], to),
                    None => continue,
                }
            }
            drawn -= steps;
            if drawn < others_count {
                return others.nth(drawn as usize, each_other);
            }
            drawn -= others_count;
            let mut number = 0;
            while drawn >= canters[number % QUARTERS].pairs {
                drawn -= canters[number % QUARTERS].pairs;
                number += 1;
            }
            if let Some(action) = self.canter(side, number, &canters[number % QUARTERS], drawn) {
                return action;
            }
        }
        any(rng, |visit| self.each_move(side, castle_limit, visit))
    }

    /// The canter in a quarter that a pair of a piece and a place stands for.
    #[inline]
    fn canter(&self, side: usize, number: usize, canters: &Canters, pair: u32) -> Option<Action> {
        let &Canters { pieces, places, count, .. } = canters;
        let start = pieces.nth((pair / count) as usize);
        let end = Ranked::new(places).nth((pair % count) as usize);
        let quarter = self.quarter(side, number);
        let must_go_on =
            self.knights.0[quarter.number].has(start) && quarter.jumpers(1 << end, 1 << start) != 0;
        let legal = !must_go_on && quarter.reaches(start, end);
        legal.then(|| Action::quiet(square_of(number, start), square_of(number, end)))
    }

    /// Calls `visit` with the charges of a side in the quarters with places from which a jump may be possible.
    fn each_charge_at(&self, side: usize, charging: Set, visit: &mut dyn FnMut(Action)) {
        for number in (0..QUARTERS).filter(|&number| charging.0[number] != 0) {
            let knights = self.pieces[side & 1].0[number] & self.knights.0[number];
            let quarter = self.quarter(side, number);
            knights.members().for_each(|start| quarter.each_charge(start, visit));
        }
    }

    /// The number of legal moves of a side.
    pub fn count_moves(&self, side: usize, castle_limit: u8) -> usize {
        let mut count = 0;
        if self.must_leave_castle(side) || self.must_capture(side) {
            self.each_move(side, castle_limit, &mut |_| count += 1);
            return count;
        }
        for &from in self.list(side) {
            self.each_free_move_of(side, from, &mut |_| count += 1);
        }
        count + usize::from(self.castle_move(side, castle_limit).is_some())
    }
}
