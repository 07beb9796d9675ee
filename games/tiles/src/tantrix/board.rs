//! Tiles on the plane, and where others may be put.

use arrayvec::ArrayVec;
use educe::Educe;

use super::hand::{Choices, Hand};
use super::tile::{COLOURS, ORIENTED, SIDES, STEPS, TILES};
use crate::mosaic::{Cell, Colours, Joined, Mosaic, Open, SIDE_BITS, side_of};
use torneo_contract::zobrist;

/// The lowest bit of each side in [`Colours`].
const EACH_SIDE: Colours = 0o111_111;

/// Tiles round a cell that make it a forced space.
pub(super) const FORCED: u32 = 3;

/// Cells that a placement fills in thought. A filling leaves the number of sides between filled cells and
/// empty ones as it is, 226 for 56 tiles at most, and no region with so many sides has more than 1027 cells,
/// the hexagon with 19 on each side.
type Filled = ArrayVec<Cell, { 1027 - TILES }>;

/// The placed tiles, the cells that they would fill in thought, and the scores.
#[derive(Debug, Educe)]
#[educe(Clone)]
pub(super) struct Board {
    /// Codes are eight times the tile plus its rotation. Marks are on the cells that have been filled in
    /// thought; these and the tiles are counted around each cell.
    pub(super) mosaic: Mosaic<SIDES>,
    /// The points of the best formation of each colour.
    pub(super) best: [u16; COLOURS],
    pub(super) hash: u64,
}

impl PartialEq for Board {
    /// The same tiles in the same rotations on the same cells.
    fn eq(&self, other: &Board) -> bool {
        self.hash == other.hash
            && self.mosaic.tiles() == other.mosaic.tiles()
            && self.mosaic.iter().eq(other.mosaic.iter())
    }
}

/// The number of sides that touch a cell.
#[inline]
pub(super) fn around(touch: Colours) -> u32 {
    ((touch | touch >> 1 | touch >> 2) & EACH_SIDE).count_ones()
}

/// Whether as many sides or more of a colour touch a cell.
#[inline]
fn touched(touch: Colours, colour: usize, times: u32) -> bool {
    let other = touch ^ ((colour as Colours + 1) * EACH_SIDE);
    (!(other | other >> 1 | other >> 2) & EACH_SIDE).count_ones() >= times
}

/// Whether two cells lie side by side.
#[inline]
fn are_beside((q, r): Cell, other: Cell) -> bool {
    let (right, up) = (other.0 - q, other.1 - r);
    right.abs().max(up.abs()).max((right + up).abs()) == 1
}

/// The key of a tile on a cell.
#[inline]
pub(super) fn key((q, r): Cell, code: u16) -> u64 {
    let cell = (i32::from(q) + 64) as u64 * 128 + (i32::from(r) + 64) as u64;
    zobrist::key(cell * 512 + u64::from(code))
}

impl Board {
    pub(super) fn empty() -> Board {
        Board { mosaic: Mosaic::new(&STEPS), best: [0; COLOURS], hash: 0 }
    }

    /// Whether a cell is a forced space.
    #[inline]
    pub(super) fn is_forced(open: &Open<SIDES>) -> bool {
        around(open.touch) >= FORCED
    }

    /// The choices of a hand for an open cell, under the restrictions or without them.
    #[inline]
    pub(super) fn choices(&self, open: &Open<SIDES>, hand: &Hand, restricted: bool) -> Choices {
        let mut choices = hand.matching(open.touch);
        if choices == 0 || !restricted {
            return choices;
        }
        for side in (0..SIDES).filter(|&side| side_of(open.touch, side) == 0) {
            let Some(near) = self.mosaic.open_at(self.mosaic.next(open.cell, side)) else { continue };
            let touch = self.mosaic.open()[near].touch;
            // Three sides of one colour need two that are there.
            if around(touch) > 1 {
                for colour in (0..COLOURS).filter(|&colour| touched(touch, colour, 2)) {
                    choices &= !hand.showing(side, colour);
                }
            }
        }
        if choices == 0 || !self.fills(open, &mut Filled::new()) { 0 } else { choices }
    }

    /// The third restriction, which includes the second: whether no cell with four neighbours turns up after a placement.
    /// The cells that are then filled in thought beside those that are filled already are written to `filled`.
    ///
    /// The order of filling does not matter. The cells that are filled in the end are the same, and each adds
    /// its neighbours at that moment to the number of adjacent pairs, which is thus three times the number of
    /// fillings exactly if no cell had more. So it is enough to go on from what the tiles before have filled.
    /// A cell filled in thought with three tiles round it only becomes a real tile. With fewer it counts
    /// others that were filled before it and now come after it, with four neighbours; so does the first of
    /// them next to any other tile.
    fn fills(&self, open: &Open<SIDES>, filled: &mut Filled) -> bool {
        if self.mosaic.is_marked(open.cell) {
            return around(open.touch) == FORCED;
        }
        // Neighbours that are filled in thought would be more than the tiles that touch it.
        if self.mosaic.counted_around(open.cell).is_some_and(|counted| counted > around(open.touch)) {
            return false;
        }
        filled.push(open.cell);
        let mut next = 0;
        while let Some(&cell) = filled.get(next) {
            next += 1;
            for side in 0..SIDES {
                let near = self.mosaic.next(cell, side);
                match self.neighbours(near, filled) {
                    None | Some(0..FORCED) => {}
                    Some(_) if filled.contains(&near) => {}
                    Some(FORCED) => filled.push(near),
                    Some(_) => return false,
                }
            }
        }
        true
    }

    /// How many cells round a cell hold tiles, real ones or in thought; none if it holds one itself.
    /// Those in `filled` count for others only.
    #[inline]
    fn neighbours(&self, cell: Cell, filled: &Filled) -> Option<u32> {
        // Few cells are filled, and none of them is counted.
        let beside = filled.iter().map(|&other| u32::from(are_beside(cell, other)));
        self.mosaic.counted_around(cell).map(|counted| counted + beside.sum::<u32>())
    }

    /// Puts down a tile.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, tile: usize, turns: usize, restricted: bool) {
        let open = self.mosaic.open_within(cell).map(|open| self.mosaic.open()[open]);
        let mut filled = Filled::new();
        if let Some(open) = open.filter(|_| restricted) {
            self.fills(&open, &mut filled);
        }
        let (code, oriented) = ((tile * 8 + turns) as u16, &ORIENTED[tile][turns]);
        let best = &mut self.best;
        let tell = |Joined { colour, length, closed }: Joined| {
            best[colour] = best[colour].max(if closed { 2 * length } else { length });
        };
        let counted = open.is_some() && self.mosaic.is_marked(cell);
        self.mosaic.put(cell, code, oriented.colours, &oriented.links, tell);
        if !counted {
            self.mosaic.count_around(cell);
        }
        self.hash ^= key(cell, code);
        // The first one is the cell itself.
        filled.into_iter().skip(1).for_each(|cell| self.mark(cell));
    }

    /// Fills a cell in thought.
    fn mark(&mut self, cell: Cell) {
        self.mosaic.mark(cell);
        self.mosaic.count_around(cell);
    }

    /// Fills in thought from nothing, for a position that was not played; the cell that breaks a restriction
    /// if there is one.
    pub(super) fn fill(&mut self) -> Result<(), Cell> {
        let three = |open: &Open<SIDES>| (0..COLOURS).any(|colour| touched(open.touch, colour, 3));
        if let Some(open) = self.mosaic.open().iter().find(|open| three(open)) {
            return Err(open.cell);
        }
        loop {
            let mut changed = false;
            for cell in self.mosaic.bounds().cells() {
                match self.mosaic.counted_around(cell) {
                    None | Some(0..FORCED) => {}
                    Some(FORCED) => {
                        self.mark(cell);
                        changed = true;
                    }
                    Some(_) => return Err(cell),
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

const _: () = assert!(SIDE_BITS * SIDES == 18);
