//! Tiles, forced play and the tracks that win.

use arrayvec::ArrayVec;
use educe::Educe;

use super::sums;
use super::tile::{COLOURS, LINKS, SIDES, STEPS, matching};
use crate::mosaic::{Bounds, Cell, Colours, Joined, Mosaic, Open, SIDE_BITS, opposite, side_of};

/// The width or height from which a line wins.
pub(super) const LINE: usize = 8;

/// The tiles and what is known of them.
#[derive(Debug, Educe)]
#[educe(Clone)]
pub struct Board {
    pub(super) mosaic: Mosaic<SIDES>,
    /// The sum that the hash is made of.
    sum: u64,
    /// By colour whether a loop has been closed.
    pub(super) loops: [bool; 2],
}

impl PartialEq for Board {
    /// The same tiles, wherever on the plane they lie.
    fn eq(&self, other: &Board) -> bool {
        self.mosaic.tiles() == other.mosaic.tiles()
            && self.loops == other.loops
            && self.iter().eq(other.iter())
    }
}

/// A turn cannot be played: some cell is touched by three sides of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Impossible;

/// Cells that change in a trial before it is made on a copy of the board.
const TRIAL_CELLS: usize = 48;

/// What touches the cells that a trial changes; nothing more of a cell that has been filled.
type Trial = ArrayVec<(Cell, Option<Colours>), TRIAL_CELLS>;

impl Board {
    /// The empty plane.
    pub(super) fn empty() -> Board {
        Board { mosaic: Mosaic::new(&STEPS), sum: 0, loops: [false; 2] }
    }

    /// The tiles row by row, counted from the first column and row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, usize)> {
        let (left, top) = self.mosaic.bounds().low;
        self.mosaic.iter().map(move |((x, y), tile)| ((x - left, y - top), usize::from(tile)))
    }

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        sums::hash(self.sum, self.mosaic.bounds().low)
    }

    pub(super) fn symmetric_hash(&self) -> u64 {
        if self.mosaic.tiles() == 0 {
            return self.hash();
        }
        sums::symmetric_hash(self.iter(), self.mosaic.bounds().size())
    }

    /// Puts down one tile.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, tile: usize) {
        let loops = &mut self.loops;
        let tell = |Joined { colour, closed, .. }: Joined| loops[colour] |= closed;
        self.mosaic.put(cell, tile as u16, COLOURS[tile], &LINKS[tile], tell);
        self.sum = self.sum.wrapping_add(sums::term(cell, tile));
    }

    /// Puts down a tile and all that it forces.
    pub(super) fn play(&mut self, cell: Cell, tile: usize) -> Result<(), Impossible> {
        self.put(cell, tile);
        for side in 0..SIDES {
            let near = self.mosaic.next(cell, side);
            // Forced play may have filled the cell in the meantime.
            let Some(open) = self.mosaic.open_at(near) else { continue };
            let fitting = matching(self.mosaic.open()[open].touch);
            if fitting == 0 {
                return Err(Impossible);
            }
            if fitting.is_power_of_two() {
                self.play(near, fitting.trailing_zeros() as usize)?;
            }
        }
        Ok(())
    }

    /// Whether a tile that matches can be put down with all that it forces.
    #[inline]
    pub(super) fn is_possible(&self, open: &Open<SIDES>, tile: usize) -> bool {
        let mut forces = false;
        for side in (0..SIDES).filter(|&side| side_of(open.touch, side) == 0) {
            let touched = self.touch_at(self.mosaic.next(open.cell, side));
            let fitting = matching(touched | added(tile, side));
            if fitting == 0 {
                return false;
            }
            forces |= fitting.is_power_of_two();
        }
        !forces || self.is_possible_after_all(open.cell, tile)
    }

    /// The same for a tile that forces others.
    fn is_possible_after_all(&self, cell: Cell, tile: usize) -> bool {
        let mut trial = Trial::new();
        match self.try_play(cell, tile, &mut trial) {
            Some(result) => result.is_ok(),
            None => self.clone().play(cell, tile).is_ok(),
        }
    }

    /// [`play`](Board::play) in thought; none if it changes too many cells.
    fn try_play(&self, cell: Cell, tile: usize, trial: &mut Trial) -> Option<Result<(), Impossible>> {
        let here = self.try_cell(cell, trial)?;
        trial[here].1 = None;
        let mut near = ArrayVec::<usize, SIDES>::new();
        for side in 0..SIDES {
            let cell = self.mosaic.next(cell, side);
            if self.mosaic.tile(cell).is_some() {
                continue;
            }
            let known = self.try_cell(cell, trial)?;
            if let Some(touch) = &mut trial[known].1 {
                *touch |= added(tile, side);
                near.push(known);
            }
        }
        for known in near {
            // Forced play may have filled the cell in the meantime.
            let (cell, Some(touch)) = trial[known] else { continue };
            let fitting = matching(touch);
            if fitting == 0 {
                return Some(Err(Impossible));
            }
            if fitting.is_power_of_two()
                && let Err(impossible) = self.try_play(cell, fitting.trailing_zeros() as usize, trial)?
            {
                return Some(Err(impossible));
            }
        }
        Some(Ok(()))
    }

    /// Where a trial keeps a cell; none if there is no room.
    fn try_cell(&self, cell: Cell, trial: &mut Trial) -> Option<usize> {
        if let Some(known) = trial.iter().position(|&(known, _)| known == cell) {
            return Some(known);
        }
        trial.try_push((cell, Some(self.touch_at(cell)))).ok()?;
        Some(trial.len() - 1)
    }

    /// What touches an empty cell near the tiles.
    #[inline]
    fn touch_at(&self, cell: Cell) -> Colours {
        self.mosaic.open_at(cell).map_or(0, |open| self.mosaic.open()[open].touch)
    }

    /// By colour whether a line runs over the whole width or height.
    #[inline]
    pub(super) fn lines(&self) -> [bool; 2] {
        let bounds = self.mosaic.bounds();
        let (columns, rows) = bounds.size();
        let mut lines = [false; 2];
        if columns >= LINE {
            self.find_lines(bounds, |cell| cell.0, |bounds| bounds.low.0, |bounds| bounds.high.0, &mut lines);
        }
        if rows >= LINE {
            self.find_lines(bounds, |cell| cell.1, |bounds| bounds.low.1, |bounds| bounds.high.1, &mut lines);
        }
        lines
    }

    /// Tracks from a cell right before the first column or row to one right after the last.
    fn find_lines(
        &self,
        bounds: Bounds,
        axis: fn(Cell) -> i16,
        low: fn(Bounds) -> i16,
        high: fn(Bounds) -> i16,
        lines: &mut [bool; 2],
    ) {
        let open = self.mosaic.open();
        for first in open.iter().filter(|open| axis(open.cell) == low(bounds) - 1) {
            // Beyond the edge nothing but the edge touches a cell.
            for side in (0..SIDES).filter(|&side| side_of(first.touch, side) != 0) {
                if axis(open[first.ends[side].open()].cell) == high(bounds) + 1 {
                    lines[side_of(first.touch, side) as usize - 1] = true;
                }
            }
        }
    }
}

/// What the side of a tile adds to what touches the neighbour there.
#[inline]
fn added(tile: usize, side: usize) -> Colours {
    side_of(COLOURS[tile], side) << (SIDE_BITS * opposite(side, SIDES))
}
