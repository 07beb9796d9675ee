//! The pieces, their steps, and their captures round the loops.

use arrayvec::ArrayVec;

use torneo_board::grid::{BitSet, Grid};
use torneo_board::terms::less;
use torneo_contract::{reason, zobrist};

pub(super) const SIDE: usize = 6;
const POINTS: usize = SIDE * SIDE;
pub(super) type Points = Grid<SIDE, SIDE>;

/// The sides; which seat has which depends on who moves first.
pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;
pub(super) const LETTERS: [char; 2] = ['w', 'b'];

const BOARD: u64 = (1 << POINTS) - 1;

/// The four ways of a step to a point with a higher number: how much higher, and from which points.
pub(super) const STEPS: [(usize, u64); 4] =
    [(1, !file_set(SIDE - 1)), (SIDE - 1, !file_set(0)), (SIDE, BOARD), (SIDE + 1, !file_set(SIDE - 1))];

const fn file_set(file: usize) -> u64 {
    let (mut set, mut rank) = (0, 0);
    while rank < SIDE {
        set |= 1 << Points::at(file, rank);
        rank += 1;
    }
    set
}

/// Places of a circuit: four lines of the board, with a loop behind each.
const PLACES: usize = 4 * SIDE;
/// So many places are listed of a circuit, which goes on after the last with the first: two rounds and more.
const LISTED: usize = 64;

/// The points of a circuit in order, round after round: the rank `line` to the right, a file upwards, a rank to the left, the file `line`
/// downwards. It passes twice through the four points where its lines cross.
const fn circuit(line: usize) -> [u8; LISTED] {
    let mut points = [0; LISTED];
    let (opposite, mut i) = (SIDE - 1 - line, 0);
    while i < LISTED {
        let (along, back) = (i % SIDE, SIDE - 1 - i % SIDE);
        let point = match i / SIDE % 4 {
            0 => Points::at(along, line),
            1 => Points::at(opposite, along),
            2 => Points::at(back, opposite),
            _ => Points::at(line, back),
        };
        points[i] = point as u8;
        i += 1;
    }
    points
}

/// The inner circuit and the outer.
static CIRCUITS: [[u8; LISTED]; 2] = [circuit(1), circuit(2)];

/// The places of each point on both circuits.
static TRACKS: [[u32; 2]; POINTS] = {
    let mut tracks = [[0; 2]; POINTS];
    let mut place = 0;
    while place < PLACES {
        tracks[CIRCUITS[0][place] as usize][0] |= 1 << place;
        tracks[CIRCUITS[1][place] as usize][1] |= 1 << place;
        place += 1;
    }
    tracks
};

/// Keys of white and black pieces on each point, and of Black to move.
static KEYS: [[u64; POINTS]; 2] = zobrist::tables(0);
pub(super) const SIDE_KEY: u64 = zobrist::key(2 * POINTS as u64);

/// A piece moved, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Nothing: no piece can move.
    Pass,
    /// A step, or a capture if an enemy piece stands on the second point.
    Move(u8, u8),
}

/// The pieces and what else the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) pieces: [u64; 2],
    /// The places that each side holds on both circuits.
    tracks: [[u32; 2]; 2],
    /// The side to move.
    pub(super) to_move: usize,
    pub(super) hash: u64,
    /// Plies since the last capture.
    pub(super) quiet: u32,
    /// Why the game is over.
    pub(super) over: Option<&'static str>,
}

/// Captures: each pair of runner and victim once.
#[derive(Default)]
struct Captures {
    list: ArrayVec<(u8, u8), MAX_CAPTURES>,
    victims: u64,
    /// Whether a piece of either side sees itself through a loop. Else the two sides capture the same pairs, one side's
    /// runners being the other's victims.
    past_itself: bool,
}

/// Two through each of the eight loops.
const MAX_CAPTURES: usize = 16;

impl Captures {
    #[inline]
    fn add(&mut self, runner: u8, victim: u8) {
        if !self.victims.has(victim as usize) || !self.list.contains(&(runner, victim)) {
            self.victims |= 1 << victim;
            self.list.push((runner, victim));
        }
    }
}

impl Board {
    pub(super) const EMPTY: Board =
        Board { pieces: [0; 2], tracks: [[0; 2]; 2], to_move: WHITE, hash: 0, quiet: 0, over: None };

    /// Puts a piece on a point, or takes it off.
    #[inline]
    pub(super) fn toggle(&mut self, side: usize, point: usize) {
        let side = side & 1;
        self.pieces[side] ^= 1 << point;
        self.tracks[side][0] ^= TRACKS[point][0];
        self.tracks[side][1] ^= TRACKS[point][1];
        self.hash ^= KEYS[side][point];
    }

    pub(super) fn letter(&self, point: usize) -> char {
        let side = (0..2).find(|&side| self.pieces[side].has(point));
        side.map_or('.', |side| LETTERS[side])
    }

    /// The steps of a side for each entry of `STEPS`, as a set of the lower points.
    #[inline]
    pub(super) fn steps(&self, side: usize) -> [u64; 4] {
        let (own, empty) = (self.pieces[side & 1], BOARD & !(self.pieces[0] | self.pieces[1]));
        STEPS.map(|(higher, from)| (own & empty >> higher | empty & own >> higher) & from)
    }

    /// The step of a side between a lower point and the one that is `higher`.
    #[inline]
    pub(super) fn step(&self, side: usize, lower: usize, higher: usize) -> Action {
        let (lower, upper) = (lower as u8, (lower + higher) as u8);
        if self.pieces[side & 1].has(lower as usize) {
            Action::Move(lower, upper)
        } else {
            Action::Move(upper, lower)
        }
    }

    /// The captures of a side, each pair of runner and victim once, in the order in which the loops show them.
    #[inline]
    pub(super) fn captures(&self, side: usize) -> ArrayVec<(u8, u8), MAX_CAPTURES> {
        self.find_captures(side).list
    }

    /// How many captures each side has.
    #[inline]
    fn capture_counts(&self) -> [usize; 2] {
        let white = self.find_captures(WHITE);
        let count = white.list.len();
        [count, if white.past_itself { self.find_captures(BLACK).list.len() } else { count }]
    }

    #[inline]
    fn find_captures(&self, side: usize) -> Captures {
        let mut captures = Captures::default();
        for track in 0..CIRCUITS.len() {
            let (own, enemy) = (self.tracks[side & 1][track], self.tracks[side & 1 ^ 1][track]);
            if own != 0 && enemy != 0 {
                let view = View { track, own: twice(own), all: twice(own | enemy) };
                let (loops, past_itself) = view.loops_with_captures();
                captures.past_itself |= past_itself;
                loops.members().for_each(|start| view.captures(start, &mut captures));
            }
        }
        captures
    }

    /// Why the game is over by what stands on the board.
    #[inline]
    pub(super) fn judge(&self) -> Option<&'static str> {
        (self.pieces[self.to_move & 1] == 0).then_some(reason::WON)
    }

    /// What White has more than Black.
    #[inline]
    pub(super) fn advantage(&self) -> [i32; TERMS.len()] {
        let counts = self.capture_counts();
        let side = |side: usize| {
            let steps: u32 = self.steps(side).iter().map(|steps| steps.count_ones()).sum();
            let (captures, moves) = (counts[side] as i32, i32::from(side == self.to_move));
            [self.pieces[side].len() as i32, steps as i32, moves * captures, (1 - moves) * captures]
        };
        less(side(WHITE), side(BLACK))
    }
}

/// What the evaluation counts, and its worth.
pub(super) const TERMS: [&str; 4] = ["pieces", "steps", "captures-to-move", "captures-waiting"];
pub(super) const WEIGHTS: [i32; TERMS.len()] = [100, 1, 30, 10];

/// The places of a circuit, and once more behind them.
#[inline]
fn twice(places: u32) -> u64 {
    u64::from(places) | u64::from(places) << PLACES
}

/// What stands on a circuit, places counted twice; there are pieces of both sides.
///
/// Seen from a loop, the first piece behind it and the last before it see each other. A piece may see itself, as the
/// circuit passes twice through some points; then it looks past itself.
struct View {
    track: usize,
    own: u64,
    all: u64,
}

impl View {
    /// The first piece at or behind place `start`, and the last before it one round later.
    #[inline]
    fn pair(&self, start: usize) -> (usize, usize) {
        const BEFORE: usize = u64::BITS as usize - PLACES;
        // The bits added are at the far end: they tell the compiler that there is a bit.
        let next = (self.all >> start | 1 << 63).trailing_zeros() as usize;
        let last = (self.all << (BEFORE - start) | 1).leading_zeros() as usize;
        (start + next, start + PLACES - 1 - last)
    }

    #[inline]
    fn point(&self, place: usize) -> u8 {
        CIRCUITS[self.track][place % LISTED]
    }

    #[inline]
    fn is_own(&self, place: usize) -> bool {
        self.own.has(place)
    }

    /// The first places behind the loops through which the side captures, and whether a piece sees itself through one.
    /// Of loops with nothing between them, where the same pieces see each other, only the first is given.
    #[inline]
    fn loops_with_captures(&self) -> (u32, bool) {
        (0..4).fold((0, false), |(found, past_itself), i| {
            let start = i * SIDE;
            let (next, last) = self.pair(start);
            let itself = self.point(next) == self.point(last);
            let captures = (self.is_own(next) != self.is_own(last)) | (self.is_own(next) & itself);
            let piece_before = last >= start + PLACES - SIDE;
            (found | u32::from(captures & piece_before) << start, past_itself | itself & piece_before)
        })
    }

    /// Adds the captures through the loop before place `start`, of which there is one.
    #[inline]
    fn captures(&self, start: usize, captures: &mut Captures) {
        let (next, last) = self.pair(start);
        let runner = if self.is_own(last) { last } else { next };
        let victim = next + last - runner;
        if !self.is_own(victim) {
            return self.add(runner, victim, captures);
        }
        let around = ((1 << PLACES) - 1) << start;
        let others = self.all & around & !(1 << next) & !(1 << last);
        for victim in [others.lowest(), others.ilog2() as usize] {
            if !self.is_own(victim) {
                self.add(runner, victim, captures);
            }
        }
    }

    #[inline]
    fn add(&self, runner: usize, victim: usize, captures: &mut Captures) {
        captures.add(self.point(runner), self.point(victim));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The captures as the rule describes them: every runner on every way, place by place.
    fn walked(board: &Board, side: usize) -> Vec<(u8, u8)> {
        let mut captures = Vec::new();
        for circuit in &CIRCUITS {
            for (start, direction) in (0..PLACES).flat_map(|start| [(start, 1), (start, PLACES - 1)]) {
                let runner = circuit[start];
                let (mut place, mut loops) = (start, 0);
                while board.pieces[side].has(runner as usize) {
                    let next = (place + direction) % PLACES;
                    loops += usize::from(next / SIDE != place / SIDE);
                    place = next;
                    let point = circuit[place];
                    if place == start || board.pieces[side].has(point as usize) && point != runner {
                        break;
                    } else if board.pieces[side ^ 1].has(point as usize) {
                        if loops > 0 {
                            captures.push((runner, point));
                        }
                        break;
                    }
                }
            }
        }
        captures.sort_unstable();
        captures.dedup();
        captures
    }

    #[test]
    fn loops_show_the_captures_of_every_runner() {
        for sample in 0..20_000u64 {
            // Dense and sparse boards in turn.
            let word = |index: u64| zobrist::key(4 * sample + index);
            let sparse = if sample % 3 == 0 { BOARD } else { word(2) & (word(3) | word(0).rotate_left(9)) };
            let (white, black) = (word(0) & !word(1) & sparse, word(1) & !word(0) & sparse);
            let mut board = Board::EMPTY;
            (white & BOARD).members().for_each(|point| board.toggle(WHITE, point));
            (black & BOARD).members().for_each(|point| board.toggle(BLACK, point));
            for side in [WHITE, BLACK] {
                let mut found = board.captures(side).to_vec();
                found.sort_unstable();
                assert_eq!(found, walked(&board, side), "sample {sample}, side {side}");
            }
            let counts = [WHITE, BLACK].map(|side| walked(&board, side).len());
            assert_eq!(board.capture_counts(), counts, "sample {sample}");
        }
    }
}
