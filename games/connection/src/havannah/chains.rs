//! Stones and their chains on the hexagon of Havannah.

use torneo_board::hex::{DIRECTIONS, HexBoard};
use torneo_contract::{Seat, zobrist};

/// The largest side, and the cells and rows of the board that has it.
pub const LARGEST: usize = 13;
const MAX_CELLS: usize = 3 * LARGEST * (LARGEST - 1) + 1;
const MAX_ROWS: usize = 2 * LARGEST - 1;
/// With an empty row above, for neighbours off the board, and two below, for cells two rows down.
const ROWS: usize = MAX_ROWS + 3;
/// Links that are looked through at once.
const BATCH: usize = 8;

/// Rotations and reflections of the board.
const SYMMETRIES: usize = 2 * DIRECTIONS;

/// Borders of a chain: bits 0 to 5 the corners, bits 6 to 11 the sides.
const CORNERS: u16 = 0b11_1111;
const SIDES_SHIFT: u32 = 6;
const BORDERS: u16 = 0xfff;

/// The link of a cell is the number of another cell of its chain or, with this bit, the chain's borders and rank.
const ROOT: u16 = 1 << 15;
const RANK: u16 = 1 << 12;
const MAX_RANK: u16 = 7 * RANK;

/// Structures that a chain can have.
pub const BRIDGE: u8 = 1;
pub const FORK: u8 = 2;
pub const RING: u8 = 4;

/// Groups of neighbours that do not touch each other, at most.
const MOST_GROUPS: usize = DIRECTIONS / 2;

/// What the neighbours of one colour look like from a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    /// A direction for each group of neighbours that lie side by side.
    groups: [u8; MOST_GROUPS],
    count: u8,
    /// The directions whose neighbour has the colour between two others that have it.
    middles: u8,
}

/// A neighbourhood read from three rows: two bits above, three of the row itself, two below.
const AROUND: usize = 1 << 7;
const ALL_AROUND: usize = AROUND - 1;
/// The bit of each direction in a neighbourhood.
const AROUND_BITS: [u32; DIRECTIONS] = [1, 4, 6, 5, 2, 0];

#[derive(Clone, Copy, Debug)]
struct Cell {
    column: u8,
    row: u8,
    borders: u16,
    /// The number of the cell for a neighbour off the board.
    near: [u16; DIRECTIONS],
}

/// The board without stones.
#[derive(Clone, Debug)]
pub struct Lattice {
    pub hex: HexBoard,
    cells: Vec<Cell>,
    around: [Around; AROUND],
    /// The directions of the neighbours in a neighbourhood, a bit each.
    directions: [u8; AROUND],
    /// The cells of each row, as in [`Stones`].
    rows: [u32; ROWS],
    /// The key of each stone as each symmetry of the board moves it; see [`stone`].
    symmetric_keys: Vec<[u64; SYMMETRIES]>,
}

impl Lattice {
    /// The board with `side` cells on each side.
    pub fn new(side: usize) -> Lattice {
        let hex = HexBoard::new(side);
        let cells = (0..hex.cells()).map(|cell| {
            let (column, row) = hex.column_and_row(cell);
            let near = std::array::from_fn(|direction| hex.step(cell, direction).unwrap_or(cell) as u16);
            Cell { column: column as u8, row: row as u8, borders: 0, near }
        });
        let mut cells: Vec<Cell> = cells.collect();
        for (index, cell) in hex.rim().into_iter().enumerate() {
            let (side_of_rim, place) = (index / (side - 1), index % (side - 1));
            cells[cell].borders = 1 << if place == 0 { side_of_rim } else { side_of_rim + DIRECTIONS };
        }
        let symmetries = hex.symmetries();
        let stones = (0..hex.cells()).flat_map(|cell| Seat::all(2).map(move |colour| (colour, cell)));
        let keys =
            stones.map(|(colour, cell)| std::array::from_fn(|index| key(colour, symmetries[index][cell])));
        let symmetric_keys = keys.collect();
        let mut rows = [0; ROWS];
        cells.iter().for_each(|cell| rows[cell.row as usize + 1] |= 1 << (cell.column + 1));
        Lattice {
            hex,
            cells,
            around: std::array::from_fn(around),
            directions: std::array::from_fn(directions),
            rows,
            symmetric_keys,
        }
    }

    /// Number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells of a chain with these borders: a bridge, a fork or neither.
    #[inline]
    fn structures(borders: u16) -> u8 {
        let (corners, sides) = (borders & CORNERS, (borders & BORDERS) >> SIDES_SHIFT);
        let without_lowest = |set: u16| set & set.wrapping_sub(1);
        let fork = without_lowest(without_lowest(sides)) != 0;
        (if without_lowest(corners) != 0 { BRIDGE } else { 0 }) | if fork { FORK } else { 0 }
    }
}

/// The table of [`Around`].
fn around(bits: usize) -> Around {
    let own = |direction: usize| bits >> AROUND_BITS[direction % DIRECTIONS] & 1 == 1;
    let mut around = Around::default();
    for direction in 0..DIRECTIONS {
        if own(direction) && !own(direction + DIRECTIONS - 1) {
            around.groups[around.count as usize] = direction as u8;
            around.count += 1;
        }
        if (0..3).all(|turn| own(direction + DIRECTIONS - 1 + turn)) {
            around.middles |= 1 << direction;
        }
    }
    if around.count == 0 && own(0) {
        around.count = 1;
    }
    around
}

/// The directions in which a neighbourhood has a stone.
fn directions(bits: usize) -> u8 {
    let has = |direction: usize| (bits >> AROUND_BITS[direction] & 1) as u8;
    (0..DIRECTIONS).fold(0, |found, direction| found | has(direction) << direction)
}

/// The stones of both colours, their chains, and the hash of the stones.
///
/// The chains are a forest of links, with union by rank and halved paths (Galler and Fischer, "An improved
/// equivalence algorithm", 1964).
#[derive(Debug)]
pub struct Stones {
    cells: u16,
    count: u16,
    hash: u64,
    /// The rows of each colour: cell (x, y) is bit x + 1 of row y + 1.
    rows: [[u32; ROWS]; 2],
    links: [u16; MAX_CELLS],
}

impl PartialEq for Stones {
    fn eq(&self, other: &Stones) -> bool {
        self.rows == other.rows
    }
}

impl Clone for Stones {
    fn clone(&self) -> Stones {
        Stones { rows: self.rows, links: self.links, ..*self }
    }

    #[inline]
    fn clone_from(&mut self, source: &Stones) {
        self.cells = source.cells;
        self.count = source.count;
        self.hash = source.hash;
        self.rows = source.rows;
        let cells = source.cells as usize;
        self.links[..cells].copy_from_slice(&source.links[..cells]);
    }
}

impl Stones {
    /// An empty board.
    pub fn none(lattice: &Lattice) -> Stones {
        Stones { cells: lattice.len() as u16, count: 0, hash: 0, rows: [[0; ROWS]; 2], links: [0; MAX_CELLS] }
    }

    /// Number of stones.
    #[inline]
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// Whether the board is full.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.count == self.cells
    }

    /// The hash of the stones.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The least hash of the stones that a symmetry of the board gives.
    pub fn symmetric_hash(&self, lattice: &Lattice) -> u64 {
        let mut hashes = [0; SYMMETRIES];
        for colour in Seat::all(2) {
            for row in 0..lattice.hex.rows() {
                let mut stones = self.rows[colour.index()][row + 1] >> 1 >> lattice.hex.first_column(row);
                let first = lattice.hex.row(row).start;
                while stones != 0 {
                    let keys =
                        &lattice.symmetric_keys[stone(colour, first + stones.trailing_zeros() as usize)];
                    hashes.iter_mut().zip(keys).for_each(|(hash, key)| *hash ^= key);
                    stones &= stones - 1;
                }
            }
        }
        hashes.into_iter().min().unwrap_or_default()
    }

    /// Whether a colour has a stone on the cell.
    #[inline]
    pub fn has(&self, lattice: &Lattice, colour: Seat, cell: usize) -> bool {
        let Cell { column, row, .. } = lattice.cells[cell];
        self.rows[colour.index()][row as usize + 1] >> (column + 1) & 1 == 1
    }

    /// The colour of the stone on a cell.
    pub fn colour(&self, lattice: &Lattice, cell: usize) -> Option<Seat> {
        Seat::all(2).find(|&colour| self.has(lattice, colour, cell))
    }

    /// Whether the cell is empty.
    #[inline]
    pub fn is_empty(&self, lattice: &Lattice, cell: usize) -> bool {
        let Cell { column, row, .. } = lattice.cells[cell];
        let row = row as usize + 1;
        (self.rows[0][row] | self.rows[1][row]) >> (column + 1) & 1 == 0
    }

    /// The empty cells, ascending.
    #[inline]
    pub fn for_each_empty(&self, lattice: &Lattice, mut take: impl FnMut(usize)) {
        for row in 0..lattice.hex.rows() {
            let cells = lattice.hex.row(row);
            let stones =
                (self.rows[0][row + 1] | self.rows[1][row + 1]) >> 1 >> lattice.hex.first_column(row);
            let mut empty = !stones & ((1 << cells.len()) - 1);
            while empty != 0 {
                take(cells.start + empty.trailing_zeros() as usize);
                empty &= empty - 1;
            }
        }
    }

    /// The cells with a stone of this colour.
    pub fn of<'a>(&'a self, lattice: &'a Lattice, colour: Seat) -> impl Iterator<Item = usize> + 'a {
        (0..lattice.len()).filter(move |&cell| self.has(lattice, colour, cell))
    }

    #[inline]
    fn around(&self, colour: usize, cell: &Cell) -> usize {
        let (column, row) = (cell.column, cell.row as usize);
        let rows = &self.rows[colour];
        let above = rows[row] >> column & 0b11;
        let beside = rows[row + 1] >> column & 0b111;
        let below = rows[row + 2] >> (column + 1) & 0b11;
        (above | beside << 2 | below << 5) as usize
    }

    #[inline]
    fn root(&mut self, cell: u16) -> usize {
        let mut at = cell as usize;
        loop {
            let link = self.links[at];
            if link & ROOT != 0 {
                return at;
            }
            let next = self.links[link as usize];
            if next & ROOT != 0 {
                return link as usize;
            }
            self.links[at] = next;
            at = next as usize;
        }
    }

    /// Joins two different chains; the root of the joint chain.
    #[inline]
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (links_a, links_b) = (self.links[a], self.links[b]);
        let (low, high) = if links_a & MAX_RANK < links_b & MAX_RANK { (a, b) } else { (b, a) };
        let borders = (links_a | links_b) & BORDERS;
        let rank = self.links[high] & MAX_RANK;
        let same = links_a & MAX_RANK == links_b & MAX_RANK && rank < MAX_RANK;
        self.links[high] = ROOT | borders | (rank + if same { RANK } else { 0 });
        self.links[low] = high as u16;
        high
    }

    /// Puts a stone on an empty cell. Returns the structures that its chain has because of it.
    ///
    /// A loop of stones appears in two cases. The stone joins two groups of neighbours of the same chain,
    /// since a cell between them is then walled in. Or it is the last of six around a stone.
    #[inline]
    pub fn put(&mut self, lattice: &Lattice, colour: Seat, at: usize) -> u8 {
        let cell = &lattice.cells[at];
        let around = lattice.around[self.around(colour.index(), cell)];
        self.rows[colour.index()][cell.row as usize + 1] |= 1 << (cell.column + 1);
        self.count += 1;
        self.hash ^= key(colour, at);
        if around.count == 0 {
            self.links[at] = ROOT | cell.borders;
            return 0;
        }
        let mut ring = false;
        let mut root = self.root(cell.near[around.groups[0] as usize]);
        for &group in &around.groups[1..around.count as usize] {
            let other = self.root(cell.near[group as usize]);
            if other == root {
                ring = true;
            } else {
                root = self.join(root, other);
            }
        }
        self.links[at] = root as u16;
        self.links[root] |= cell.borders;
        let mut middles = around.middles;
        while middles != 0 {
            let near = &lattice.cells[cell.near[middles.trailing_zeros() as usize] as usize];
            ring |= self.around(colour.index(), near) == ALL_AROUND;
            middles &= middles - 1;
        }
        Lattice::structures(self.links[root]) | if ring { RING } else { 0 }
    }

    /// The root of a cell's chain; the links stay as they are.
    #[inline]
    fn root_of(&self, cell: u16) -> u16 {
        let mut at = cell;
        loop {
            let link = self.links[at as usize];
            if link & ROOT != 0 {
                return at;
            }
            at = link;
        }
    }

    /// Whether a stone of this colour on an empty cell wins.
    #[inline]
    pub fn wins(&self, lattice: &Lattice, colour: Seat, at: usize) -> bool {
        let cell = &lattice.cells[at];
        let around = lattice.around[self.around(colour.index(), cell)];
        let (mut roots, mut borders) = ([0; MOST_GROUPS], cell.borders);
        for (place, &group) in around.groups[..around.count as usize].iter().enumerate() {
            let root = self.root_of(cell.near[group as usize]);
            if roots[..place].contains(&root) {
                return true;
            }
            roots[place] = root;
            borders |= self.links[root as usize];
        }
        let mut middles = around.middles;
        while middles != 0 {
            let near = &lattice.cells[cell.near[middles.trailing_zeros() as usize] as usize];
            // Of the seven cells there this one alone is empty.
            if self.around(colour.index(), near).count_ones() as usize == DIRECTIONS {
                return true;
            }
            middles &= middles - 1;
        }
        Lattice::structures(borders & BORDERS) != 0
    }

    /// The empty neighbours of a cell, a bit for each direction.
    #[inline]
    fn empty_around(&self, lattice: &Lattice, cell: &Cell) -> u8 {
        let (column, row) = (cell.column, cell.row as usize);
        let empty = |row: usize| lattice.rows[row] & !(self.rows[0][row] | self.rows[1][row]);
        let (above, beside, below) = (
            empty(row) >> column & 0b11,
            empty(row + 1) >> column & 0b111,
            empty(row + 2) >> (column + 1) & 0b11,
        );
        lattice.directions[(above | beside << 2 | below << 5) as usize]
    }

    /// Takes the empty cells next to a stone of the other colour that keep two chains of this colour connected: each lies between
    /// two stones of this colour, which the stone and the cell alone join.
    #[inline]
    pub fn for_each_kept_pair(
        &self,
        lattice: &Lattice,
        (colour, at): (Seat, usize),
        mut take: impl FnMut(usize),
    ) {
        let cell = &lattice.cells[at];
        let own = lattice.directions[self.around(colour.index(), cell)];
        let mut between = (own << 1 | own >> (DIRECTIONS - 1)) & (own >> 1 | own << (DIRECTIONS - 1));
        if between == 0 {
            return;
        }
        between &= self.empty_around(lattice, cell);
        while between != 0 {
            let direction = between.trailing_zeros() as usize;
            let root = |turn: usize| self.root_of(cell.near[(direction + turn) % DIRECTIONS]);
            if root(1) != root(DIRECTIONS - 1) {
                take(cell.near[direction] as usize);
            }
            between &= between - 1;
        }
    }

    /// Calls `visit` for each chain that has a border, with its colour and the numbers of its corners and sides.
    pub fn for_each_bordering(&self, lattice: &Lattice, mut visit: impl FnMut(Seat, u32, u32)) {
        let links = &self.links[..lattice.len()];
        for (batch, first) in links.chunks(BATCH).zip((0..).step_by(BATCH)) {
            // Most batches hold no root.
            if batch.iter().fold(0, |found, link| found | link) & ROOT == 0 {
                continue;
            }
            for (link, cell) in batch.iter().zip(first..).filter(|(link, _)| *link & ROOT != 0) {
                let (corners, sides) = (link & CORNERS, link & BORDERS & !CORNERS);
                if let Some(colour) = self.colour(lattice, cell).filter(|_| link & BORDERS != 0) {
                    visit(colour, corners.count_ones(), sides.count_ones());
                }
            }
        }
    }

    /// By colour the pairs of neighbouring stones, and the pairs of stones two cells apart with both cells between
    /// them empty.
    pub fn pairs(&self, lattice: &Lattice) -> [(u32, u32); 2] {
        let empty = |row: usize| lattice.rows[row] & !(self.rows[0][row] | self.rows[1][row]);
        let both = |one: u32, other: u32| (u64::from(one) | u64::from(other) << 32).count_ones();
        let (mut pairs, mut above, mut here) = ([(0, 0); 2], empty(0), empty(1));
        for row in 1..=lattice.hex.rows() {
            let below = empty(row + 1);
            // Two columns right and one row down, one right and one up, one right and two down.
            let between = [here >> 1 & below >> 1, above & here >> 1, below >> 1 & below];
            for (own, (close, apart)) in self.rows.iter().zip(&mut pairs) {
                let (stones, next) = (own[row], own[row + 1]);
                *close += both(stones & stones >> 1, stones & next) + (stones & next >> 1).count_ones();
                let to = [next >> 2, own[row - 1] >> 1, own[row + 2] >> 1];
                let [far, up, down] = std::array::from_fn(|way| stones & to[way] & between[way]);
                *apart += both(far, up) + down.count_ones();
            }
            (above, here) = (here, below);
        }
        pairs
    }
}

/// The number of a stone.
#[inline]
fn stone(colour: Seat, cell: usize) -> usize {
    cell << 1 | colour.index()
}

/// The key of a stone.
#[inline]
fn key(colour: Seat, cell: usize) -> u64 {
    zobrist::key(stone(colour, cell) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_contract::random;

    /// The members of `set` that are connected with `from`.
    fn region(lattice: &Lattice, set: &[bool], from: usize) -> Vec<bool> {
        let mut found = vec![false; set.len()];
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            if set[cell] && !found[cell] {
                found[cell] = true;
                open.extend((0..DIRECTIONS).filter_map(|direction| lattice.hex.step(cell, direction)));
            }
        }
        found
    }

    #[test]
    fn pairs_are_kept_where_the_stone_alone_parts_them() {
        let lattice = Lattice::new(4);
        let centre = lattice.hex.cells() / 2;
        let near = |direction: usize| lattice.hex.step(centre, direction).unwrap();
        let (own, other) = (Seat::FIRST, Seat::SECOND);
        let kept = |own_stones: &[usize], other_stones: &[usize]| {
            let mut stones = Stones::none(&lattice);
            own_stones.iter().for_each(|&cell| _ = stones.put(&lattice, own, cell));
            other_stones.iter().for_each(|&cell| _ = stones.put(&lattice, other, cell));
            let mut kept = Vec::new();
            stones.for_each_kept_pair(&lattice, (own, centre), |cell| kept.push(cell));
            kept
        };
        assert_eq!(kept(&[near(0), near(2)], &[centre]), [near(1)]);
        assert_eq!(kept(&[near(5), near(1), near(3)], &[centre]), [near(0), near(2), near(4)]);
        assert_eq!(kept(&[near(0), near(3)], &[centre]), [], "no cell touches both");
        assert_eq!(kept(&[near(0), near(2)], &[centre, near(1)]), [], "the cell is taken");
        let beyond = [0, 1, 2].map(|direction| lattice.hex.step(near(1), direction).unwrap());
        let joined = [&[near(0), near(2)][..], &beyond].concat();
        assert_eq!(kept(&joined, &[centre]), [], "they are one chain");
    }

    /// The definition of a ring: a cell of the chain with all six neighbours in the chain, or a region of cells
    /// outside the chain that does not touch the rim.
    fn has_ring(lattice: &Lattice, chain: &[bool]) -> bool {
        let near = |cell| (0..DIRECTIONS).map(move |direction| lattice.hex.step(cell, direction));
        let outside: Vec<bool> = chain.iter().map(|&own| !own).collect();
        let rim = lattice.hex.rim();
        (0..lattice.len()).any(|cell| {
            if chain[cell] {
                near(cell).all(|near| near.is_some_and(|near| chain[near]))
            } else {
                let region = region(lattice, &outside, cell);
                !rim.iter().any(|&cell| region[cell])
            }
        })
    }

    #[test]
    fn rings_are_found_as_they_are_defined() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for side in [3, 4, 5, 6] {
            let lattice = Lattice::new(side);
            for _ in 0..40 {
                let mut stones = Stones::none(&lattice);
                let mut found = 0;
                while !stones.is_full() {
                    let cell = random::below(&mut rng, lattice.len());
                    let colour = Seat::new(random::below(&mut rng, 3) / 2);
                    if !stones.is_empty(&lattice, cell) {
                        continue;
                    }
                    let wins = stones.wins(&lattice, colour, cell);
                    let structures = stones.put(&lattice, colour, cell);
                    assert_eq!(wins, structures != 0, "foreseen as it comes");
                    if colour == Seat::FIRST {
                        found |= structures & RING;
                        let own: Vec<bool> =
                            (0..lattice.len()).map(|cell| stones.has(&lattice, colour, cell)).collect();
                        let chain = region(&lattice, &own, cell);
                        assert!(found != 0 || !has_ring(&lattice, &chain));
                        assert!(structures & RING == 0 || has_ring(&lattice, &chain));
                    }
                }
            }
        }
    }
}
