//! The balls: how they rest on each other, drop and move.

use arrayvec::ArrayVec;

use super::chains::{Arcs, CROSSED, NONE};
use super::pyramid::{
    DIAGONAL, DIRECTIONS, LEVELS, Levels, NEAR, NEAR_DIRECTIONS, NOT_ABOVE, NOT_BELOW, NOWHERE, POINT,
    POINTS, Point, ROW, members, opposite, touching,
};
use torneo_board::grid::BitSet;
use torneo_contract::{Ending, zobrist};

/// The colours: Black moves first.
pub const BLACK: usize = 0;
pub const WHITE: usize = 1;
/// Tells a position from the same balls before the seats exchanged the colours.
const SWAPPED_KEY: u64 = zobrist::key(1 << 17);

/// The balls and what else the rules depend on.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub balls: [Levels; 2],
    /// The number of the connected chain of each ball, even for the first colour and odd for the second; [`NONE`] for
    /// a point without a ball, [`CROSSED`] for a ball under a connection of the other colour. The last entry stands
    /// for points that do not exist.
    pub(super) chains: [u8; POINTS + 1],
    /// The halves of the numbers that each colour uses.
    pub(super) used: [u128; 2],
    /// Which colours have balls marked as [`CROSSED`].
    pub(super) crossed: [bool; 2],
    /// Number of levels that hold balls.
    height: u8,
    pub hands: [u8; 2],
    pub to_move: usize,
    /// Whether the seats have exchanged the colours.
    pub swapped: bool,
    pub plies: u32,
    hash: u64,
    pub ending: Option<Ending>,
}

impl PartialEq for Board {
    /// The chains follow from the balls; their numbers may differ.
    fn eq(&self, other: &Board) -> bool {
        let rest = |board: &Board| (board.hands, board.to_move, board.swapped, board.plies, board.ending);
        self.balls == other.balls && rest(self) == rest(other)
    }
}

/// Which ball rests on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resting {
    Nothing,
    One(Point),
    Several,
}

impl Board {
    /// A board without balls.
    pub fn empty(hands: [u8; 2]) -> Board {
        Board {
            balls: [[0; LEVELS]; 2],
            chains: [NONE; POINTS + 1],
            used: [0; 2],
            crossed: [false; 2],
            height: 0,
            hands,
            to_move: BLACK,
            swapped: false,
            plies: 0,
            hash: 0,
            ending: None,
        }
    }

    /// Number of levels that hold balls.
    #[inline]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// The balls of both colours on a level.
    #[inline]
    pub fn occupied(&self, level: usize) -> u128 {
        match self.balls[0].get(level) {
            Some(black) => black | self.balls[1][level],
            None => 0,
        }
    }

    /// The colour of the ball on a point.
    #[inline]
    pub fn colour(&self, point: Point) -> Option<usize> {
        (0..2).find(|&colour| self.balls[colour][point.level()].has(point.square()))
    }

    /// Number of balls of a colour on the board.
    pub fn count(&self, colour: usize) -> usize {
        self.balls[colour].iter().map(|balls| balls.len() as usize).sum()
    }

    /// The hash of balls, hands, side to move, and whose side that is.
    #[inline]
    pub fn hash(&self) -> u64 {
        let [black, white] = self.hands.map(u64::from);
        let turn = zobrist::key(1 << 16 | (self.to_move as u64) << 24 | black << 32 | white << 40);
        self.hash ^ turn ^ if self.swapped { SWAPPED_KEY } else { 0 }
    }

    #[inline]
    fn toggle(&mut self, colour: usize, point: Point) {
        self.balls[colour][point.level()] ^= u128::one(point.square());
        self.hash ^= zobrist::key((point.index() << 1 | colour) as u64);
    }

    /// Puts a ball on an empty point. Its chain is not numbered.
    #[inline]
    pub fn put(&mut self, colour: usize, point: Point) {
        self.toggle(colour, point);
        self.height = self.height.max(point.level() as u8 + 1);
    }

    /// Takes a ball off; what rests on it drops. The chains keep their numbers. Returns the colours that
    /// dropped (black in the first bit).
    #[inline]
    pub fn lift(&mut self, colour: usize, point: Point) -> u8 {
        let mut dropped = 0;
        self.toggle(colour, point);
        self.chains[point.index()] = NONE;
        if let Resting::One(mut next) = self.resting(point) {
            let mut empty = point;
            while let Some(colour) = self.colour(next) {
                self.toggle(colour, next);
                self.toggle(colour, empty);
                self.chains[next.index()] = NONE;
                dropped |= 1 << colour;
                match follow(empty, next) {
                    Some(further) => (empty, next) = (next, further),
                    None => break,
                }
            }
        }
        while self.height > 0 && self.occupied(self.height() - 1) == 0 {
            self.height -= 1;
        }
        dropped
    }

    /// What rests directly on a point.
    #[inline]
    pub fn resting(&self, point: Point) -> Resting {
        let on = self.occupied(point.level() + 1) & point.above();
        if on == 0 {
            Resting::Nothing
        } else if on.without_lowest() == 0 {
            Resting::One(Point::new(point.level() + 1, on.lowest()))
        } else {
            Resting::Several
        }
    }

    /// The places that drop when the ball on a point, on which one rests, is lifted.
    fn dropping(&self, point: Point, first: Point) -> Levels {
        let mut set = [0; LEVELS];
        let (mut below, mut next) = (point, Some(first));
        while let Some(at) = next.filter(|&at| self.colour(at).is_some()) {
            set[at.level()] |= u128::one(at.square());
            (below, next) = (at, follow(below, at));
        }
        set
    }

    /// The empty points of the board on which a ball would rest, `without` not counted among the supports.
    #[inline]
    fn open_without(&self, all: &Levels, without: &Levels) -> Levels {
        let mut open = [0; LEVELS];
        open[0] = all[0] & !self.occupied(0);
        for level in 1..=self.height().min(LEVELS - 1) {
            let below = self.occupied(level - 1) & !without[level - 1];
            let pairs = below & below >> 1;
            open[level] = pairs & pairs >> ROW & all[level] & !self.occupied(level);
        }
        open
    }

    /// The empty points of the board on which a ball would rest.
    #[inline]
    pub fn open(&self, all: &Levels) -> Levels {
        self.open_without(all, &[0; LEVELS])
    }

    /// The balls of a colour on which at most one rests.
    #[inline]
    pub fn free(&self, colour: usize) -> Levels {
        let mut free = self.balls[colour];
        for (level, free) in free.iter_mut().enumerate().take(self.height()) {
            let on = self.occupied(level + 1);
            let (left, right) = (on | on << ROW, on << 1 | on << (ROW + 1));
            let several = on & on << ROW | on << 1 & on << (ROW + 1) | left & right;
            *free &= !several;
        }
        free
    }

    /// The balls of a colour with a chain among those that `chosen` accepts.
    fn of_chains(&self, colour: usize, arcs: &Arcs, chosen: impl Fn(u16) -> bool) -> Levels {
        let mut set = [0; LEVELS];
        for ball in members(&self.balls[colour]) {
            if self.chains_of(ball.index(), arcs).any(&chosen) {
                set[ball.level()] |= u128::one(ball.square());
            }
        }
        set
    }

    /// The chains of a ball.
    pub(super) fn chains_of<'a>(&self, ball: usize, arcs: &'a Arcs) -> impl Iterator<Item = u16> + 'a {
        let chain = Some(self.chains[ball]).filter(|&chain| chain != CROSSED);
        chain.map(u16::from).into_iter().chain(arcs.chains(ball))
    }

    /// The crossed balls of a colour with the chains that they join.
    fn arcs(&self, colour: usize) -> Arcs {
        let mut arcs = Arcs::default();
        if self.crossed[colour] {
            let mut copy = *self;
            copy.number_crossed_chains(colour, &self.links(colour), &mut arcs);
        }
        arcs
    }

    /// Where the ball on `from` may move: rules 1 to 4 of the docs page.
    pub fn destinations(&self, all: &Levels, colour: usize, from: Point) -> Levels {
        self.destinations_with(all, colour, from, &self.arcs(colour))
    }

    fn destinations_with(&self, all: &Levels, colour: usize, from: Point, arcs: &Arcs) -> Levels {
        let mut gone = [0; LEVELS];
        let resting = self.resting(from);
        if resting == Resting::Several {
            return gone;
        }
        // With at most one ball on it nothing passes over it: it has one chain.
        let chain = u16::from(self.chains[from.index()]);
        let mut kept = self.of_chains(colour, arcs, |other| other == chain);
        if let Resting::One(first) = resting {
            gone = self.dropping(from, first);
            let still = self.still_connected(colour, from, &gone, arcs);
            for level in 0..self.height() {
                kept[level] &= still[level] & !gone[level];
            }
        }
        gone[from.level()] |= u128::one(from.square());
        kept[from.level()] &= !u128::one(from.square());
        let mut to = self.open_without(all, &gone);
        let near = touching(&kept, self.height() + 1);
        to.iter_mut().zip(near).for_each(|(to, near)| *to &= near);
        to
    }

    /// The balls that are connected, once the ball on `from` is lifted and those on `gone` have dropped, with a ball
    /// that was linked with it.
    fn still_connected(&self, colour: usize, from: Point, gone: &Levels, arcs: &Arcs) -> Levels {
        let mut after = *self;
        after.lift(colour, from);
        let mut arcs_after = Arcs::default();
        after.number_crossed_chains(colour, &after.links(colour), &mut arcs_after);
        let mut chains: ArrayVec<u16, LINKED_CHAINS> = ArrayVec::new();
        for linked in self.linked(colour, from, arcs) {
            let place = if gone[linked.level()].has(linked.square()) { from } else { linked };
            chains.extend(after.chains_of(place.index(), &arcs_after));
        }
        after.of_chains(colour, &arcs_after, |chain| chains.contains(&chain))
    }

    /// The balls that have an uncut link with a ball that nothing passes over.
    fn linked(&self, colour: usize, ball: Point, arcs: &Arcs) -> impl Iterator<Item = Point> {
        let links = self.links(colour);
        let near = NEAR[ball.index()].iter().zip(NEAR_DIRECTIONS).filter(move |&(&near, direction)| {
            let Some(&near) = POINT.get(near as usize) else { return false };
            let uncut = near.level() != ball.level() || links.along_level(ball, direction);
            let from_there = || match self.chains[near.index()] {
                CROSSED => arcs.toward(near.index(), opposite(direction)).is_some(),
                _ => true,
            };
            self.colour(near) == Some(colour) && uncut && from_there()
        });
        near.map(|(&near, _)| POINT[near as usize])
    }

    /// Adds the moves of a colour's balls, ball by ball.
    pub fn each_move(&self, all: &Levels, colour: usize, mut add: impl FnMut(Point, Levels)) {
        let arcs = self.arcs(colour);
        for from in members(&self.free(colour)) {
            add(from, self.destinations_with(all, colour, from, &arcs));
        }
    }

    /// Whether a ball may move to an open point, by the numbers of the chains. None if these do not decide
    /// it.
    #[inline]
    pub fn may_move(&self, from: Point, to: Point) -> Option<bool> {
        let chain = self.chains[from.index()];
        let near = &NEAR[to.index()][..if to.level() > 0 { NOT_ABOVE } else { NOT_BELOW }];
        let is_joined = |&near: &u16| (self.chains[near as usize] == chain) & (near as usize != from.index());
        if near.iter().fold(false, |found, near| found | is_joined(near)) {
            return self.may_join(from, to, near.iter().filter(|&near| is_joined(near)));
        }
        let crossed =
            !self.is_plain(chain as usize) && near.iter().any(|&near| self.chains[near as usize] == CROSSED);
        if crossed { None } else { Some(false) }
    }

    /// The same where balls `near` the open point are in the same chain.
    fn may_join<'a>(
        &self,
        from: Point,
        to: Point,
        near: impl Iterator<Item = &'a u16> + Clone,
    ) -> Option<bool> {
        let rests = |on: Point| to.level() == on.level() + 1 && on.above().has(to.square());
        match self.resting(from) {
            Resting::Several => Some(false),
            _ if rests(from) => Some(false),
            Resting::Nothing => Some(true),
            Resting::One(first) if self.resting(first) == Resting::Nothing => {
                let near = near.filter(|&&near| near as usize != first.index());
                if rests(first) {
                    return Some(false);
                }
                // Two balls would have to rest on this one to cut a link with it.
                let linked = near.clone().any(|near| NEAR[from.index()].contains(near));
                let stays = linked || near.clone().next().is_some() && self.drops_aside(from, first);
                stays.then_some(true)
            }
            Resting::One(_) => None,
        }
    }

    /// Whether no connection is lost when a ball is lifted and the only one above drops from `first` to its place. On
    /// the board a ball of the other colour crosses nothing; one of the own takes over the links of the lifted ball,
    /// and its own are not missed where they lead to one group of balls only.
    #[inline]
    fn drops_aside(&self, from: Point, first: Point) -> bool {
        if self.chains[first.index()] == self.chains[from.index()] {
            self.groups_around(first) < 2 && self.is_plain(self.chains[from.index()] as usize)
        } else {
            from.level() == 0
        }
    }

    /// The number of groups among the chain's balls around a ball. Balls are in one group if they are linked
    /// within the eight directions around it.
    ///
    /// Nothing may rest on the ball, and nothing may pass over its colour. Then no link in a group is cut:
    /// two balls across a link would have to rest on this ball.
    #[inline]
    pub fn groups_around(&self, ball: Point) -> u32 {
        let chain = self.chains[ball.index()];
        let (near, diagonal) = (&NEAR[ball.index()], &DIAGONAL[ball.index()]);
        let joined = |near: u16| u32::from(self.chains[near as usize] == chain);
        let (mut beside, mut below, mut corners) = (0, 0, 0);
        for i in 0..4 {
            beside |= joined(near[i]) << (2 * i);
            below |= joined(near[NOT_BELOW + i]) << (2 * i + 1);
            corners |= joined(diagonal[i]) << (2 * i + 1);
        }
        let turned = |set: u32, by: u32| (set << by | set >> (DIRECTIONS as u32 - by)) & 0xff;
        // Neighbouring supports are linked with each other.
        let ring = beside | below | turned(below, 1) & turned(below, 7);
        // A corner counts if it is between two.
        let ring = ring | corners & turned(ring, 1) & turned(ring, 7);
        (ring & !turned(ring, 1)).count_ones().max(u32::from(ring != 0))
    }

    /// Whether nothing passes over the balls of a colour, so that all that touch are linked unless a pair above cuts
    /// them.
    #[inline]
    pub fn is_plain(&self, colour: usize) -> bool {
        !self.crossed[colour & 1]
    }

    /// Whether a ball of a colour can move.
    pub fn can_move(&self, all: &Levels, colour: usize) -> bool {
        let open = self.open(all);
        // The first few neighbours of neighbours decide nearly always.
        for from in members(&self.free(colour)) {
            let chain = self.chains[from.index()];
            for &linked in NEAR[from.index()].iter().filter(|&&near| self.chains[near as usize] == chain) {
                for &to in NEAR[linked as usize].iter().filter(|&&near| near as usize != NOWHERE) {
                    let to = POINT[to as usize];
                    if open[to.level()].has(to.square()) && self.may_move(from, to) == Some(true) {
                        return true;
                    }
                }
            }
        }
        let mut found = false;
        self.each_move(all, colour, |_, to| found |= to != [0; LEVELS]);
        found
    }
}

/// Chains of the balls that are linked with one: twelve balls of up to four arcs.
const LINKED_CHAINS: usize = 48;

/// The next place along a slant.
#[inline]
fn follow(from: Point, to: Point) -> Option<Point> {
    let square = (2 * to.square()).checked_sub(from.square())?;
    (to.level() + 1 < LEVELS).then_some(Point::new(to.level() + 1, square))
}
