//! Rings, marbles and captures, and how turns change them.

use super::action::{Action, Kind, Path};
use super::rings::{DIRECTIONS, FREE_KEY, Places, key, opposite, shifted};
use torneo_board::grid::BitSet;
use torneo_contract::zobrist;
use torneo_contract::{Ending, Seat};

/// Number of colours.
pub(super) const COLOURS: usize = 3;
/// White, grey, black.
pub(super) const LETTERS: [char; COLOURS] = ['W', 'G', 'B'];

/// Numbers of marbles by colour.
pub(super) type Marbles = [u8; COLOURS];

/// What the position's text shows, and how the game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board {
    /// The rings that are still there.
    pub(super) rings: Places,
    /// The marbles of each colour on the rings.
    pub(super) marbles: [Places; COLOURS],
    pub(super) pool: Marbles,
    /// By seat.
    pub(super) captured: [Marbles; 2],
    pub(super) plies: u32,
    pub(super) hash: u64,
    pub(super) over: Option<Ending>,
}

/// The key of the second player's turn.
const SIDE_KEY: u64 = zobrist::key(FREE_KEY);

/// The key of a number of captured marbles of a colour.
#[inline]
fn captured_key(seat: usize, colour: usize, count: u8) -> u64 {
    zobrist::key(FREE_KEY + 1 + (seat * COLOURS + colour) as u64 * 32 + u64::from(count))
}

/// Which placements may leave a group without vacant rings: most are known not to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tight {
    /// The rings with at most two vacant ones beside them: a turn takes no more.
    rings: Places,
    /// The rings beside marbles on such rings.
    beside: Places,
}

impl Tight {
    /// Of the rings that can be taken away after a placement those that matter.
    #[inline]
    pub(super) fn removed(self, ring: usize, removable: Places) -> Places {
        if self.rings.has(ring) { removable } else { removable & self.beside }
    }

    /// Whether a placement and removal may leave a group without vacant rings.
    #[inline]
    pub(super) fn concerns(self, ring: usize, removed: Option<usize>) -> bool {
        self.rings.has(ring) || removed.is_some_and(|removed| self.beside.has(removed))
    }
}

/// The rings next to at least one of a set.
#[inline]
fn around(places: Places) -> Places {
    (0..DIRECTIONS).fold(0, |near, direction| near | shifted(places, direction))
}

impl Board {
    /// A board without marbles on it.
    pub(super) fn empty(rings: Places, pool: Marbles) -> Board {
        let board = Board {
            rings,
            marbles: [0; COLOURS],
            pool,
            captured: [[0; COLOURS]; 2],
            plies: 0,
            hash: 0,
            over: None,
        };
        Board { hash: board.full_hash(), ..board }
    }

    /// The hash, computed anew.
    pub(super) fn full_hash(&self) -> u64 {
        let rings = self.rings.members().map(|place| key(place, self.content(place)));
        rings.fold(self.loose_hash(), |hash, key| hash ^ key)
    }

    /// The hash of what is not on the rings.
    pub(super) fn loose_hash(&self) -> u64 {
        let side = if self.mover() == Seat::FIRST { 0 } else { SIDE_KEY };
        let counts = self.captured.iter().enumerate().flat_map(|(seat, marbles)| {
            (0..COLOURS).map(move |colour| captured_key(seat, colour, marbles[colour]))
        });
        counts.fold(side, |hash, key| hash ^ key)
    }

    /// The seat to move: even plies are the first player's.
    #[inline]
    pub(super) fn mover(&self) -> Seat {
        Seat::new((self.plies % 2) as usize)
    }

    /// The rings with marbles.
    #[inline]
    pub(super) fn occupied(&self) -> Places {
        self.marbles[0] | self.marbles[1] | self.marbles[2]
    }

    /// The rings without marbles.
    #[inline]
    pub(super) fn vacant(&self) -> Places {
        self.rings & !self.occupied()
    }

    /// What is on a ring: 0 nothing, else a marble of the colour before.
    #[inline]
    pub(super) fn content(&self, place: usize) -> usize {
        (0..COLOURS).find(|&colour| self.marbles[colour].has(place)).map_or(0, |colour| colour + 1)
    }

    /// The vacant rings that can be slid out: two neighbouring places that are next to each other have no
    /// ring.
    #[inline]
    pub(super) fn free(&self) -> Places {
        let missing: [Places; DIRECTIONS] =
            std::array::from_fn(|direction| shifted(!self.rings, opposite(direction)));
        let pairs = (0..DIRECTIONS).map(|d| missing[d] & missing[(d + 1) % DIRECTIONS]);
        self.vacant() & pairs.fold(0, |open, pair| open | pair)
    }

    /// The marbles that the seat to move may put on the board: those of the pool, or its own if the pool is
    /// empty.
    #[inline]
    pub(super) fn supply(&self) -> &Marbles {
        if self.pool == [0; COLOURS] { &self.captured[self.mover().index()] } else { &self.pool }
    }

    /// The marbles that can jump in a direction.
    #[inline]
    fn jumpers(&self, direction: usize) -> Places {
        let (back, occupied) = (opposite(direction), self.occupied());
        shifted(shifted(self.vacant(), back) & occupied, back) & occupied
    }

    /// All marbles that can jump.
    #[inline]
    pub(super) fn all_jumpers(&self) -> Places {
        (0..DIRECTIONS).fold(0, |all, direction| all | self.jumpers(direction))
    }

    /// Calls `visit` with all jumps of some marbles, each followed to where it cannot go on.
    #[inline]
    pub(super) fn for_each_jump(&self, jumpers: Places, visit: &mut impl FnMut(Action)) {
        for from in jumpers.members() {
            let marble = Places::one(from);
            self.follow(from, marble, self.occupied() & !marble, Path::NONE, visit);
        }
    }

    /// The jumps that go on with a marble at `at` when `others` are the other marbles.
    fn follow(&self, from: usize, at: Places, others: Places, path: Path, visit: &mut impl FnMut(Action)) {
        let mut stuck = true;
        for direction in 0..DIRECTIONS {
            let over = shifted(at, direction) & others;
            let landing = shifted(over, direction) & self.rings & !others;
            if landing != 0 {
                stuck = false;
                self.follow(from, landing, others & !over, path.then(direction), visit);
            }
        }
        if stuck && path != Path::NONE {
            visit(Action::jump(from, path));
        }
    }

    /// The rings that are claimed when `rings` are there and `vacant` of them hold no marble: those of all
    /// groups without a vacant ring.
    #[inline]
    pub(super) fn claimed(rings: Places, vacant: Places) -> Places {
        let mut reached = vacant;
        loop {
            let next = (reached | around(reached)) & rings;
            if next == reached || next == rings {
                return rings & !next;
            }
            reached = next;
        }
    }

    /// The rings and vacant rings after a placement and removal, before claims.
    #[inline]
    pub(super) fn after_placement(&self, ring: usize, removed: Option<usize>) -> (Places, Places) {
        let removed = removed.map_or(0, Places::one);
        (self.rings & !removed, self.vacant() & !removed & !Places::one(ring))
    }

    /// Where placements may leave a group without vacant rings.
    pub(super) fn tight(&self) -> Tight {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for near in (0..DIRECTIONS).map(|direction| shifted(self.vacant(), direction)) {
            three |= two & near;
            two |= one & near;
            one |= near;
        }
        let rings = self.rings & !three;
        Tight { rings, beside: around(rings & self.occupied()) }
    }

    /// Whether a placement and removal claims anything.
    #[inline]
    pub(super) fn claims(&self, ring: usize, removed: Option<usize>) -> bool {
        self.may_claim(ring, removed) && {
            let (rings, vacant) = self.after_placement(ring, removed);
            Board::claimed(rings, vacant) != 0
        }
    }

    /// Whether the rings where a placement and removal can have cut a group off from vacant ones have none beside them. If not,
    /// nothing is claimed.
    #[inline]
    pub(super) fn may_claim(&self, ring: usize, removed: Option<usize>) -> bool {
        let (rings, vacant) = self.after_placement(ring, removed);
        let near = Places::one(ring) | removed.map_or(0, |removed| around(Places::one(removed)));
        near & rings & !(vacant | around(vacant)) != 0
    }

    /// Plays a turn; whether a ring left the board.
    #[inline]
    pub(super) fn play(&mut self, action: Action) -> bool {
        let mover = self.mover().index();
        let rings = self.rings;
        match action.kind() {
            Kind::Place { colour, ring, removed } => self.place(mover, colour, ring, removed),
            Kind::Jump { from, path } => self.jump(mover, from, path),
        }
        self.plies += 1;
        self.hash ^= SIDE_KEY;
        self.rings != rings
    }

    #[inline]
    fn place(&mut self, mover: usize, colour: usize, ring: usize, removed: Option<usize>) {
        if self.pool == [0; COLOURS] {
            self.set_captured(mover, colour, self.captured[mover][colour] - 1);
        } else {
            self.pool[colour] -= 1;
        }
        let (rings, vacant) = self.after_placement(ring, removed);
        self.marbles[colour] |= Places::one(ring);
        self.hash ^= key(ring, 0) ^ key(ring, colour + 1);
        if let Some(removed) = removed {
            self.hash ^= key(removed, 0);
        }
        self.rings = rings;
        let claimed = Self::claimed(rings, vacant);
        if claimed != 0 {
            self.claim(mover, claimed);
        }
    }

    /// Takes rings off the board, and their marbles for a player.
    fn claim(&mut self, mover: usize, claimed: Places) {
        for place in claimed.members() {
            self.hash ^= key(place, self.content(place));
        }
        for colour in 0..COLOURS {
            let marbles = self.marbles[colour] & claimed;
            self.set_captured(mover, colour, self.captured[mover][colour] + marbles.len() as u8);
            self.marbles[colour] &= !claimed;
        }
        self.rings &= !claimed;
    }

    #[inline]
    fn jump(&mut self, mover: usize, from: usize, path: Path) {
        let what = self.content(from);
        self.hash ^= key(from, what) ^ key(from, 0);
        self.marbles[what - 1] &= !Places::one(from);
        let mut at = 0;
        for (over, landing) in path.jumps(from) {
            let victim = over.lowest();
            let colour = self.content(victim) - 1;
            self.hash ^= key(victim, colour + 1) ^ key(victim, 0);
            self.marbles[colour] &= !over;
            self.set_captured(mover, colour, self.captured[mover][colour] + 1);
            at = landing;
        }
        let end = at.lowest();
        self.hash ^= key(end, 0) ^ key(end, what);
        self.marbles[what - 1] |= at;
    }

    #[inline]
    fn set_captured(&mut self, seat: usize, colour: usize, count: u8) {
        let before = std::mem::replace(&mut self.captured[seat][colour], count);
        self.hash ^= captured_key(seat, colour, before) ^ captured_key(seat, colour, count);
    }

    /// Whether the seat to move can neither jump nor place.
    #[inline]
    pub(super) fn is_stuck(&self) -> bool {
        let cannot_place = self.vacant() == 0 || *self.supply() == [0; COLOURS];
        cannot_place && self.all_jumpers() == 0
    }
}
