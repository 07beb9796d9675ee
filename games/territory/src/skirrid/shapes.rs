//! The shapes of the tiles and how they can lie.

use arrayvec::ArrayVec;
use torneo_contract::refuse;
use torneo_contract::{Refusal, refusal};

/// Shapes, of one square to six.
pub(super) const SHAPES: usize = 6;
pub(super) const LETTERS: [char; SHAPES] = ['E', 'R', 'Q', 'S', 'D', 'G'];
/// Multipliers: each shape comes plain, with a 2 and with a 3.
pub(super) const MULTIPLIERS: usize = 3;
/// Tiles of a player.
pub(super) const TILES: usize = SHAPES * MULTIPLIERS;
/// Most squares of a tile, and the most that it is long.
pub(super) const LARGEST: usize = SHAPES;

/// Rotations.
const TURNS: usize = 4;
/// Ways for a tile to lie: face up, then face down.
pub(super) const SLOTS: usize = 2 * TURNS;

/// The reconstruction: drawings separated by `;`, rows from the top separated by `/`, `*` the multiplier's square.
const RECONSTRUCTION: &str = "*;*#;#./*#;.##/*#.;#.#/#*#;#.../#.../###*";

/// A square of a tile: file and rank, counted from the lowest and leftmost that the tile covers.
type Square = (u8, u8);
type Squares = ArrayVec<Square, LARGEST>;

/// A shape as it is drawn.
#[derive(Clone, Debug)]
struct Drawing {
    squares: Squares,
    star: Square,
}

impl Drawing {
    /// Reads a drawing with this number of squares.
    fn parse(text: &str, size: usize) -> Result<Drawing, Refusal> {
        let (mut squares, mut stars) = (Vec::new(), Vec::new());
        let rows = text.split('/').count();
        for (row, letters) in text.split('/').enumerate() {
            for (file, letter) in letters.chars().enumerate() {
                if !matches!(letter, '#' | '*' | '.') {
                    refuse!("expected `#`, `*`, `.`, `/` or `;`, found `{letter}`");
                }
                if letter != '.' && (rows > LARGEST || file >= LARGEST || squares.len() == size) {
                    refuse!("expected {size} connected squares, found more in `{text}`");
                }
                if letter != '.' {
                    squares.push((file as u8, (rows - 1 - row) as u8));
                }
                if letter == '*' {
                    stars.push((file as u8, (rows - 1 - row) as u8));
                }
            }
        }
        let connected = squares.iter().all(|&(file, rank)| {
            let near = |&&(f, r): &&Square| f.abs_diff(file) + r.abs_diff(rank) == 1;
            squares.len() == 1 || squares.iter().any(|square| near(&square))
        });
        if squares.len() != size || !connected || reached(&squares) != size {
            refuse!("expected {size} connected squares, found `{text}`");
        }
        let [star] = stars[..] else {
            refuse!("expected one square `*` for the multiplier, found {} in `{text}`", stars.len());
        };
        Ok(Drawing { squares: squares.into_iter().collect(), star })
    }

    /// The drawing with each square moved and the whole put back into its corner.
    fn moved(&self, to: impl Fn(Square) -> (i8, i8)) -> Drawing {
        let lowest =
            |part: &dyn Fn((i8, i8)) -> i8| self.squares.iter().map(|&at| part(to(at))).min().unwrap_or(0);
        let (file, rank) = (lowest(&|at| at.0), lowest(&|at| at.1));
        let put = |at: Square| ((to(at).0 - file) as u8, (to(at).1 - rank) as u8);
        let mut squares: Squares = self.squares.iter().map(|&at| put(at)).collect();
        squares.sort_unstable();
        Drawing { squares, star: put(self.star) }
    }

    fn turned(&self) -> Drawing {
        self.moved(|(file, rank)| (rank as i8, -(file as i8)))
    }

    fn mirrored(&self) -> Drawing {
        self.moved(|(file, rank)| (-(file as i8), rank as i8))
    }
}

/// Number of squares that the first one is connected with, itself included.
fn reached(squares: &[Square]) -> usize {
    let mut found: Vec<Square> = squares.first().copied().into_iter().collect();
    let mut next = 0;
    while let Some(&(file, rank)) = found.get(next) {
        for &(f, r) in squares {
            if f.abs_diff(file) + r.abs_diff(rank) == 1 && !found.contains(&(f, r)) {
                found.push((f, r));
            }
        }
        next += 1;
    }
    found.len()
}

/// The squares that a tile covers in one of its orientations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outline {
    /// In the order in which they are written: by file, then by rank.
    pub squares: Squares,
    /// The squares rank by rank: bit `file`.
    pub rows: [u32; LARGEST],
    /// The orthogonal neighbours of the squares, which lie from one rank below to one above: bit `file + 1`.
    pub around: [u32; LARGEST + 2],
}

impl Outline {
    fn new(squares: Squares) -> Outline {
        let (mut rows, mut around) = ([0; LARGEST], [0; LARGEST + 2]);
        for &(file, rank) in &squares {
            let (bit, rank) = (1u32 << file, rank as usize);
            rows[rank] |= bit;
            around[rank] |= bit << 1;
            around[rank + 1] |= bit | bit << 2;
            around[rank + 2] |= bit << 1;
        }
        Outline { squares, rows, around }
    }
}

/// A tile lying in one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    /// The number of its outline.
    pub outline: u8,
    /// The multiplier's square, as its place in the list of squares.
    pub star: u8,
}

/// All ways in which the tiles can lie.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    pub outlines: Vec<Outline>,
    /// For each tile (its shape times [`MULTIPLIERS`], plus its multiplier less one) the ways in which it can lie face
    /// up, and from the middle on face down.
    figures: [[Option<Figure>; SLOTS]; TILES],
}

impl Shapes {
    /// The reconstructed shapes, or those of a table of drawings.
    ///
    /// # Errors
    /// Something else than six drawings of one to six connected squares with one `*` in each.
    pub fn new(text: &str, mirror_when_down: bool) -> Result<Shapes, Refusal> {
        let text = if text == "reconstruction" { RECONSTRUCTION } else { text };
        let drawings: Vec<&str> = text.split(';').map(str::trim).collect();
        if drawings.len() != SHAPES {
            refuse!("expected {SHAPES} drawings separated by `;`, found {}", drawings.len());
        }
        let mut shapes = Shapes { outlines: Vec::new(), figures: [[None; SLOTS]; TILES] };
        for (shape, (text, letter)) in drawings.into_iter().zip(LETTERS).enumerate() {
            let up = Drawing::parse(text, shape + 1).map_err(|error| refusal!("shape {letter}: {error}"))?;
            let down = if mirror_when_down { up.mirrored() } else { up.clone() };
            for multiplier in 0..MULTIPLIERS {
                let tile = shape * MULTIPLIERS + multiplier;
                shapes.add(tile, 0, &up);
                shapes.add(tile, TURNS, &down);
            }
        }
        Ok(shapes)
    }

    /// Adds the different rotations of a face of a tile.
    fn add(&mut self, tile: usize, first: usize, drawing: &Drawing) {
        let (mut turned, mut slot) = (drawing.clone(), first);
        for _ in 0..TURNS {
            turned = turned.turned();
            let star = turned.squares.iter().position(|&square| square == turned.star);
            // Where a plain tile has its star does not matter.
            let star = if multiplier(tile) == 1 { 0 } else { star.unwrap_or_default() as u8 };
            let outline = self.outline(&turned.squares);
            let known = self.figures[tile][first..slot].iter().flatten();
            if !known.clone().any(|figure| (figure.outline, figure.star) == (outline, star)) {
                self.figures[tile][slot] = Some(Figure { outline, star });
                slot += 1;
            }
        }
    }

    fn outline(&mut self, squares: &Squares) -> u8 {
        let known = self.outlines.iter().position(|outline| outline.squares == *squares);
        known.unwrap_or_else(|| {
            self.outlines.push(Outline::new(squares.clone()));
            self.outlines.len() - 1
        }) as u8
    }

    /// The way in which a tile lies that has this number, if there is one.
    #[inline]
    pub fn figure(&self, tile: usize, slot: usize) -> Option<Figure> {
        self.figures[tile][slot]
    }

    #[inline]
    pub fn outline_of(&self, figure: Figure) -> &Outline {
        &self.outlines[figure.outline as usize]
    }
}

/// Whether the way with this number is face down.
#[inline]
pub(super) const fn is_down(slot: usize) -> bool {
    slot >= TURNS
}

/// The value of a tile's multiplier.
#[inline]
pub(super) const fn multiplier(tile: usize) -> u32 {
    (tile % MULTIPLIERS) as u32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(shapes: &Shapes, tile: usize, down: bool) -> usize {
        (0..SLOTS).filter(|&slot| is_down(slot) == down && shapes.figure(tile, slot).is_some()).count()
    }

    #[test]
    fn tiles_have_their_rotations() {
        for mirror in [true, false] {
            let shapes = Shapes::new("reconstruction", mirror).unwrap();
            let counts = [[1, 1, 1], [2, 4, 4], [4, 4, 4], [2, 4, 4], [4, 4, 4], [4, 4, 4]];
            for tile in 0..TILES {
                let expected = counts[tile / MULTIPLIERS][tile % MULTIPLIERS];
                assert_eq!([false, true].map(|down| count(&shapes, tile, down)), [expected; 2], "{tile}");
            }
            // The snake and the gun have another mirror image.
            assert_eq!(shapes.outlines.len(), if mirror { 17 + 2 + 4 } else { 17 });
        }
    }

    #[test]
    fn faces_are_mirror_images() {
        let shapes = Shapes::new("reconstruction", true).unwrap();
        for tile in 0..TILES {
            for slot in TURNS..SLOTS {
                let Some(figure) = shapes.figure(tile, slot) else { continue };
                let outline = shapes.outline_of(figure);
                let star = outline.squares[figure.star as usize];
                let back = Drawing { squares: outline.squares.clone(), star }.mirrored();
                let same = (0..TURNS).filter_map(|slot| shapes.figure(tile, slot)).any(|up| {
                    let plain = multiplier(tile) == 1;
                    let squares = &shapes.outline_of(up).squares;
                    *squares == back.squares && (plain || squares[up.star as usize] == back.star)
                });
                assert!(same, "{tile}, {slot}");
            }
        }
    }

    #[test]
    fn wrong_drawings_are_refused() {
        let refused = |text: &str| Shapes::new(text, true).unwrap_err().to_string();
        assert!(refused("*;*#").contains("6 drawings"));
        assert!(refused("*;*#;#./*#;.##/*#.;#.#/#*#;#.../#.../##*").contains("shape G: expected 6"));
        assert!(refused("*;*#;#./*#;.##/*#.;#.#/#*#;#.../#.../#####*").contains("found more"));
        assert!(refused("*;*#;#./*#;.##/*#.;#.#/#*#;#.../#.../####").contains("one square `*`"));
        assert!(refused("*;*#;#./*#;##./..*/..#;#.#/#*#;#.../#.../###*").contains("shape S"));
        assert!(refused("x;*#;#./*#;.##/*#.;#.#/#*#;#.../#.../###*").contains("found `x`"));
        assert!(Shapes::new("*;*#;*##;*###;*####;*#####", true).is_ok());
    }
}
