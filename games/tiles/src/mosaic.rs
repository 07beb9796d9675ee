//! Tiles with coloured sides on the unbounded plane, and the tracks that run over them.
//!
//! A track is kept as its two ends, each beside an empty cell, and its length. So a tile joins the tracks
//! that meet it in constant time, and a track that meets itself is a loop. The cells lie in a window that
//! wraps round, so tiles may grow in all directions without being moved. The window is doubled when they no
//! longer fit.

use educe::Educe;
use torneo_contract::scene::{Glyph, Item, Scene, Site};

/// A cell: column and row.
pub(crate) type Cell = (i16, i16);

/// The opposite of a side.
#[inline]
pub(crate) const fn opposite(side: usize, sides: usize) -> usize {
    (side + sides / 2) % sides
}

/// The colours of the sides of a tile or those that touch an empty cell: three bits for each side, 0 where
/// nothing touches, else the colour plus 1.
pub(crate) type Colours = u32;
/// Bits for each side in [`Colours`].
pub(crate) const SIDE_BITS: usize = 3;

/// What [`Colours`] says of a side.
#[inline]
pub(crate) const fn side_of(colours: Colours, side: usize) -> u32 {
    colours >> (SIDE_BITS * side) & 7
}

/// The other end of a track that ends here, and how many tiles the track runs over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct End {
    /// The number of the open cell times eight, plus its side.
    at: u16,
    /// Tiles of the track.
    pub(crate) length: u16,
}

impl End {
    #[inline]
    fn new(open: usize, side: usize, length: u16) -> End {
        End { at: (open << 3 | side) as u16, length }
    }

    /// The number of the open cell.
    #[inline]
    pub(crate) fn open(self) -> usize {
        usize::from(self.at >> 3)
    }

    /// The side of the open cell.
    #[inline]
    pub(crate) fn side(self) -> usize {
        usize::from(self.at & 7)
    }
}

/// An empty cell next to a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open<const SIDES: usize> {
    pub(crate) cell: Cell,
    /// The colours of the sides that touch it.
    pub(crate) touch: Colours,
    /// For each side that is touched the other end of the track there.
    pub(crate) ends: [End; SIDES],
}

/// Columns and rows that hold tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// The first column and row.
    pub(crate) low: Cell,
    /// The last column and row.
    pub(crate) high: Cell,
}

impl Bounds {
    /// The bounds with one cell more.
    #[inline]
    pub(crate) fn with(self, (x, y): Cell) -> Bounds {
        Bounds { low: (self.low.0.min(x), self.low.1.min(y)), high: (self.high.0.max(x), self.high.1.max(y)) }
    }

    /// Number of columns and rows.
    #[inline]
    pub(crate) fn size(self) -> (usize, usize) {
        ((self.high.0 - self.low.0 + 1) as usize, (self.high.1 - self.low.1 + 1) as usize)
    }

    /// The cells row by row.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        (self.low.1..=self.high.1).flat_map(move |y| (self.low.0..=self.high.0).map(move |x| (x, y)))
    }
}

/// Columns and rows of a new window, as powers of two.
const FIRST_BITS: [u32; 2] = [4, 4];

/// Columns or rows beside the tiles that the window shows: on each side the open cells, and those round them,
/// at which games look to see what a tile would do there.
const MARGINS: usize = 4;

/// In the window: a tile, with its code in the other bits.
const TILE: u16 = 1 << 15;
/// In the window: an empty cell with a mark.
const MARK: u16 = 1 << 14;
/// In the window: where the number of neighbours that have been counted begins, and one of them.
const COUNTED_SHIFT: u32 = 11;
const COUNTED: u16 = 1 << COUNTED_SHIFT;
/// In the window: the number of an open cell plus 1, or a tile's code.
const VALUE: u16 = COUNTED - 1;

/// Tiles on the plane. `SIDES` is 4 or 6.
#[derive(Debug, Educe)]
#[educe(Clone)]
pub(crate) struct Mosaic<const SIDES: usize> {
    /// For each side the step to the neighbour.
    steps: &'static [Cell; SIDES],
    /// The window: cell (x, y) is at column and row modulo its size.
    cells: Vec<u16>,
    bits: [u32; 2],
    open: Vec<Open<SIDES>>,
    /// Columns and rows with tiles; without meaning as long as there is none.
    bounds: Bounds,
    tiles: u16,
}

/// What became of a track by a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Joined {
    /// The colour.
    pub(crate) colour: usize,
    /// Tiles of the track.
    pub(crate) length: u16,
    /// Whether it is a loop.
    pub(crate) closed: bool,
}

impl<const SIDES: usize> Mosaic<SIDES> {
    /// No tiles.
    pub(crate) fn new(steps: &'static [Cell; SIDES]) -> Self {
        Mosaic {
            steps,
            cells: vec![0; 1 << (FIRST_BITS[0] + FIRST_BITS[1])],
            bits: FIRST_BITS,
            open: Vec::new(),
            bounds: Bounds { low: (0, 0), high: (0, 0) },
            tiles: 0,
        }
    }

    /// Puts the tiles into a scene, with sites for them and for where another one can lie.
    pub(crate) fn lay_out(
        &self,
        scene: &mut Scene,
        site: impl Fn(Cell) -> Site,
        glyph: impl Fn(u16) -> Glyph,
    ) {
        for (cell, tile) in self.iter() {
            let site = site(cell);
            scene.put(Item::on(site.id as usize, glyph(tile)));
            scene.sites.push(site);
        }
        scene.sites.extend(self.open.iter().map(|open| site(open.cell)));
        if self.tiles == 0 {
            scene.sites.push(site((0, 0)));
        }
    }

    /// Number of tiles.
    #[inline]
    pub(crate) fn tiles(&self) -> usize {
        self.tiles.into()
    }

    /// Columns and rows with tiles; of no meaning if there is none.
    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The empty cells next to tiles, in no particular order.
    #[inline]
    pub(crate) fn open(&self) -> &[Open<SIDES>] {
        &self.open
    }

    #[inline]
    fn index(&self, (x, y): Cell) -> usize {
        let [columns, rows] = self.bits;
        (y as usize & ((1 << rows) - 1)) << columns | x as usize & ((1 << columns) - 1)
    }

    /// The neighbour of a cell.
    #[inline]
    pub(crate) fn next(&self, (x, y): Cell, side: usize) -> Cell {
        let (dx, dy) = self.steps[side];
        (x + dx, y + dy)
    }

    /// The code of the tile on a cell within the bounds or next to them.
    #[inline]
    pub(crate) fn tile(&self, cell: Cell) -> Option<u16> {
        let value = self.cells[self.index(cell)];
        (value & TILE != 0).then_some(value & VALUE)
    }

    /// The number of an open cell, of a cell within the bounds or next to them.
    #[inline]
    pub(crate) fn open_at(&self, cell: Cell) -> Option<usize> {
        let value = self.cells[self.index(cell)];
        if value & TILE != 0 { None } else { usize::from(value & VALUE).checked_sub(1) }
    }

    /// Counts a cell within the bounds for its neighbours; [`counted_around`](Mosaic::counted_around) tells.
    #[inline]
    pub(crate) fn count_around(&mut self, cell: Cell) {
        for side in 0..SIDES {
            let index = self.index(self.next(cell, side));
            self.cells[index] += COUNTED;
        }
    }

    /// How many neighbours of a cell near the tiles have been counted; none if it has a tile or a mark itself.
    #[inline]
    pub(crate) fn counted_around(&self, cell: Cell) -> Option<u32> {
        let value = self.cells[self.index(cell)];
        (value & (TILE | MARK) == 0).then_some(u32::from(value >> COUNTED_SHIFT))
    }

    /// Marks an empty cell within the bounds. The mark goes when a tile is put there.
    #[inline]
    pub(crate) fn mark(&mut self, cell: Cell) {
        let index = self.index(cell);
        self.cells[index] |= MARK;
    }

    /// Whether a cell near the tiles is empty and marked.
    #[inline]
    pub(crate) fn is_marked(&self, cell: Cell) -> bool {
        self.cells[self.index(cell)] & (TILE | MARK) == MARK
    }

    /// The number of an open cell, of any cell.
    pub(crate) fn open_within(&self, (x, y): Cell) -> Option<usize> {
        let Bounds { low, high } = self.bounds;
        let near = (low.0 - 1..=high.0 + 1).contains(&x) && (low.1 - 1..=high.1 + 1).contains(&y);
        if near { self.open_at((x, y)) } else { None }
    }

    /// The tiles row by row: cells and codes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cell, u16)> {
        let cells = (self.tiles > 0).then_some(self.bounds).into_iter().flat_map(Bounds::cells);
        cells.filter_map(|cell| Some((cell, self.tile(cell)?)))
    }

    /// Puts a tile on an open cell, or any cell if it is the first: its code, the colours of its sides, and
    /// for each of its links the two sides. Tells what becomes of each track.
    #[inline]
    pub(crate) fn put(
        &mut self,
        cell: Cell,
        code: u16,
        colours: Colours,
        links: &[[u8; 2]],
        mut tell: impl FnMut(Joined),
    ) {
        let first = self.tiles == 0;
        let bounds = if first { Bounds { low: cell, high: cell } } else { self.bounds.with(cell) };
        if bounds != self.bounds {
            self.bounds = bounds;
            self.make_room();
        }
        self.tiles += 1;
        let here = if first { self.add_open(cell) } else { self.open_at(cell).expect("the cell is open") };
        let mut near = [End::default(); SIDES];
        for (side, near) in near.iter_mut().enumerate() {
            if side_of(self.open[here].touch, side) == 0 {
                *near = self.touch(self.next(cell, side), opposite(side, SIDES), side_of(colours, side));
            }
        }
        for link in links {
            let [a, b] = link.map(usize::from);
            let colour = side_of(colours, a) as usize - 1;
            tell(self.join(here, [a, b], &near, colour));
        }
        self.close(here);
        let index = self.index(cell);
        self.cells[index] = self.cells[index] & !(VALUE | MARK) | TILE | code;
    }

    /// Lets a side touch an empty cell; the end there.
    #[inline]
    fn touch(&mut self, cell: Cell, side: usize, colour: u32) -> End {
        let open = match self.open_at(cell) {
            Some(open) => open,
            None => self.add_open(cell),
        };
        self.open[open].touch |= colour << (SIDE_BITS * side);
        End::new(open, side, 0)
    }

    fn add_open(&mut self, cell: Cell) -> usize {
        debug_assert!(self.open.len() < VALUE as usize);
        self.open.push(Open { cell, touch: 0, ends: [End::default(); SIDES] });
        let index = self.index(cell);
        self.cells[index] |= self.open.len() as u16;
        self.open.len() - 1
    }

    /// Joins what comes to two sides of a cell.
    #[inline]
    fn join(&mut self, here: usize, sides: [usize; 2], near: &[End; SIDES], colour: usize) -> Joined {
        let open = &self.open[here];
        let [a, b] = sides.map(|side| match side_of(open.touch, side) {
            0 => near[side],
            _ => open.ends[side],
        });
        if side_of(open.touch, sides[0]) != 0 && a.at == End::new(here, sides[1], 0).at {
            return Joined { colour, length: a.length + 1, closed: true };
        }
        let length = a.length + b.length + 1;
        self.open[a.open()].ends[a.side()] = End { length, ..b };
        self.open[b.open()].ends[b.side()] = End { length, ..a };
        Joined { colour, length, closed: false }
    }

    /// Takes a cell off the list of open ones; the last one gets its number.
    #[inline]
    fn close(&mut self, here: usize) {
        self.open.swap_remove(here);
        let last = self.open.len();
        if here == last {
            return;
        }
        let moved = self.open[here];
        let index = self.index(moved.cell);
        self.cells[index] = self.cells[index] & !VALUE | (here + 1) as u16;
        for side in 0..SIDES {
            if side_of(moved.touch, side) != 0 {
                let other = self.open[here].ends[side];
                let open = if other.open() == last { here } else { other.open() };
                self.open[open].ends[other.side()].at = End::new(here, side, 0).at;
            }
        }
    }

    /// Doubles the window until the bounds and their margins fit into it.
    #[inline]
    fn make_room(&mut self) {
        let (columns, rows) = self.bounds.size();
        while columns + MARGINS > 1 << self.bits[0] || rows + MARGINS > 1 << self.bits[1] {
            let axis = usize::from(columns + MARGINS <= 1 << self.bits[0]);
            self.double(axis);
        }
    }

    #[cold]
    fn double(&mut self, axis: usize) {
        let mut held: Vec<(Cell, u16)> = Vec::with_capacity(self.cells.len());
        held.extend(self.held());
        self.bits[axis] += 1;
        self.cells.clear();
        self.cells.resize(1 << (self.bits[0] + self.bits[1]), 0);
        for (cell, value) in held {
            let index = self.index(cell);
            self.cells[index] = value;
        }
    }

    /// All cells of the window that hold something, while the bounds may be larger by one cell than before.
    fn held(&self) -> impl Iterator<Item = (Cell, u16)> {
        let [columns, rows] = self.bits.map(|bits| 1i16 << bits);
        // The columns and rows that were in use before are those around the open cells and what they enclose, and one more on
        // each side where neighbours are counted.
        let low = |axis: fn(&Open<SIDES>) -> i16| self.open.iter().map(axis).min().unwrap_or(0) - 1;
        let (x, y) = (low(|open| open.cell.0), low(|open| open.cell.1));
        let cells = (0..rows).flat_map(move |dy| (0..columns).map(move |dx| (x + dx, y + dy)));
        cells.map(|cell| (cell, self.cells[self.index(cell)])).filter(|&(_, value)| value != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    const LINKS: [[u8; 2]; 2] = [[0, 2], [1, 3]];
    /// Colour 0 runs up and down, colour 1 across.
    const CROSS: Colours = 1 | 2 << 3 | 1 << 6 | 2 << 9;

    #[test]
    fn tracks_grow_and_the_window_with_them() {
        for step in [1, -1] {
            let mut mosaic = Mosaic::new(&STEPS);
            for n in 0..100 {
                let mut joined = Vec::new();
                mosaic.put((n * step, 0), 7, CROSS, &LINKS, |track| joined.push(track));
                assert_eq!(joined[0], Joined { colour: 0, length: 1, closed: false });
                assert_eq!(joined[1], Joined { colour: 1, length: n as u16 + 1, closed: false });
            }
            assert_eq!((mosaic.tiles(), mosaic.bounds().size(), mosaic.open().len()), (100, (100, 1), 202));
            assert_eq!(mosaic.iter().count(), 100);
            for open in mosaic.open() {
                assert_eq!(mosaic.open_at(open.cell).map(|at| mosaic.open()[at]), Some(*open));
                let side = (0..4).find(|&side| side_of(open.touch, side) != 0).unwrap();
                let other = &mosaic.open()[open.ends[side].open()];
                assert_eq!(other.ends[open.ends[side].side()].length, open.ends[side].length);
                assert_eq!(side_of(other.touch, open.ends[side].side()), side_of(open.touch, side));
            }
        }
    }

    #[test]
    fn four_corners_are_a_loop() {
        let mut mosaic = Mosaic::new(&STEPS);
        // Colour 0 turns round the point between four cells.
        let corner = |a: u8, b: u8| {
            let colour = |side: u8| if side == a || side == b { 1 } else { 2 };
            let colours = (0..4u8).fold(0, |all, side| all | colour(side) << (3 * side));
            let rest: Vec<u8> = (0..4).filter(|side| ![a, b].contains(side)).collect();
            (colours, [[a, b], [rest[0], rest[1]]])
        };
        let mut loops = Vec::new();
        for (cell, a, b) in [((0, 0), 1, 2), ((1, 0), 2, 3), ((1, 1), 0, 3), ((0, 1), 0, 1)] {
            let (colours, links) = corner(a, b);
            mosaic.put(cell, 0, colours, &links, |track| loops.push(track));
        }
        let closed: Vec<&Joined> = loops.iter().filter(|track| track.closed).collect();
        assert_eq!(closed, [&Joined { colour: 0, length: 4, closed: true }]);
    }
}
