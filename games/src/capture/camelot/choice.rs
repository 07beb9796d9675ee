//! A random move without a list of all, and the number of moves.

use arrayvec::ArrayVec;
use rand_core::Rng;

use super::board::{Board, DIRECTIONS, QUARTERS, square_of};
use super::moves::Action;
use crate::parts::grid::BitSet;
use crate::parts::random;
use crate::parts::ranked::Ranked;

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

/// The pieces of a quarter that can canter, and the places in it to which some leap leads.
#[derive(Clone, Copy, Debug)]
struct Canters {
    quarter: usize,
    pieces: u64,
    places: Ranked,
    /// The number of pairs of a piece and a place.
    pairs: usize,
}

/// The quarters with pieces that can canter.
type AllCanters = ArrayVec<Canters, QUARTERS>;

impl Board {
    /// One of the legal moves of a side, each equally likely.
    ///
    /// Draws pairs of a piece and a direction, pairs of a piece and a place of its quarter, and the other moves, until
    /// a legal move is drawn.
    #[inline]
    pub fn random_move<R: Rng>(&self, side: usize, castle_limit: u8, rng: &mut R) -> Action {
        if self.must_leave_castle(side) {
            return any(rng, |visit| self.each_move(side, castle_limit, visit));
        }
        let (mut canters, mut jumpers, mut charging) = (AllCanters::new(), 0, 0);
        for number in 0..QUARTERS {
            let quarter = self.quarter(side, number);
            let own = self.pieces[side & 1].0[number] & quarter.outside;
            jumpers |= quarter.jumpers(own, 0);
            let pieces = own & quarter.friends.from(quarter.vacant);
            if pieces != 0 {
                let places = Ranked::new(quarter.friends.ends() & quarter.vacant);
                let pairs = pieces.len() as usize * places.len();
                let knights = pieces & self.knights.0[number];
                if knights != 0 {
                    charging |= quarter.jumpers(places.set(), knights);
                }
                canters.push(Canters { quarter: number, pieces, places, pairs });
            }
        }
        if jumpers != 0 {
            return any(rng, |visit| self.each_capture(side, visit));
        }
        let each_other = |visit: &mut dyn FnMut(Action)| {
            canters.iter().for_each(|canters| self.each_charge_among(side, canters, visit));
            self.castle_move(side, castle_limit).into_iter().for_each(visit);
        };
        let mut others = Counted::default();
        if charging != 0 || self.has_entered(side) {
            others.add(each_other);
        }
        let list = self.list(side);
        let steps = DIRECTIONS * list.len();
        let all = steps + others.count + canters.iter().map(|canters| canters.pairs).sum::<usize>();
        for _ in 0..TRIES {
            let mut drawn = random::below(rng, all);
            if drawn < steps {
                let (from, direction) = (list[drawn / DIRECTIONS], drawn % DIRECTIONS);
                match self.step(side, from, direction) {
                    Some(to) => return Action::quiet(from, to),
                    None => continue,
                }
            }
            drawn -= steps;
            if drawn < others.count {
                return others.nth(drawn, each_other);
            }
            drawn -= others.count;
            for canters in &canters {
                if drawn < canters.pairs {
                    if let Some(action) = self.canter(side, canters, drawn) {
                        return action;
                    }
                    break;
                }
                drawn -= canters.pairs;
            }
        }
        any(rng, |visit| self.each_move(side, castle_limit, visit))
    }

    /// The canter that a pair of a piece and a place stands for.
    #[inline]
    fn canter(&self, side: usize, canters: &Canters, pair: usize) -> Option<Action> {
        let &Canters { quarter, pieces, places, .. } = canters;
        let (pair, count) = (pair as u32, places.len() as u32);
        let start = pieces.nth((pair / count) as usize);
        let end = places.nth((pair % count) as usize);
        let seen = self.quarter(side, quarter);
        let must_go_on = self.knights.0[quarter].has(start) && seen.jumpers(1 << end, 1 << start) != 0;
        let legal = !must_go_on && seen.reaches(start, end);
        legal.then(|| Action::quiet(square_of(quarter, start), square_of(quarter, end)))
    }

    /// Calls `visit` with the charges of a side's pieces in a quarter.
    fn each_charge_among(&self, side: usize, canters: &Canters, visit: &mut dyn FnMut(Action)) {
        let &Canters { quarter, pieces, .. } = canters;
        let knights = pieces & self.knights.0[quarter];
        if knights != 0 {
            let seen = self.quarter(side, quarter);
            knights.members().for_each(|start| seen.each_charge(start, visit));
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
