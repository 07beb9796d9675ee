//! Where a gait leads on three levels: leaps, and slides that stop at the first piece.
//!
//! Every gait goes down as it goes up. So the squares of each level that a cell leads to are the same for all
//! cells above each other: one table entry for each square of a level is enough.

use torneo_board::attacks::Slides;
use torneo_board::grid::{BitSet, Bits192};

use super::levels::{self, LEVELS, SQUARES, Shift, Vector};

/// The two lines on a level that a slider follows.
pub type Lines = [(i32, i32); 4];

/// The directions of a slider.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    /// On its own level, steps of file and rank; a direction and its opposite are two places apart.
    pub flat: Option<&'static Lines>,
    /// Steps of file and rank together with each change of level by one, up or down.
    pub climbs: &'static [(i32, i32)],
}

impl Vectors {
    /// The directions as vectors.
    pub fn vectors(&self) -> impl Iterator<Item = Vector> + '_ {
        let flat = self.flat.into_iter().flatten().map(|&(files, ranks)| (0, files, ranks));
        let climbs = self.climbs.iter().flat_map(|&(files, ranks)| [(1, files, ranks), (-1, files, ranks)]);
        flat.chain(climbs)
    }
}

/// The squares that are reached from a square: on the same level, on the next ones, and two levels away.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    here: u64,
    near: u64,
    far: u64,
}

impl Spread {
    /// What the vectors lead to.
    fn of(square: usize, vectors: impl Iterator<Item = Vector>) -> Spread {
        let goals = vectors.filter_map(|vector| levels::step(square, vector));
        let [here, near, far] = goals.fold(Bits192::EMPTY, |set, goal| set | Bits192::one(goal)).words();
        Spread { here, near, far }
    }

    #[inline]
    fn seen_from(self, level: usize) -> Bits192 {
        let Spread { here, near, far } = self;
        Bits192::from_words(match level {
            0 => [here, near, far],
            1 => [near, here, near],
            _ => [far, near, here],
        })
    }
}

/// The tables of a leaper: it reaches its cells whatever stands between.
#[derive(Clone, Debug)]
pub struct Leaps([Spread; SQUARES]);

impl Leaps {
    /// The leaper with these vectors; each must come with its mirror image upside down.
    pub fn new(vectors: &[Vector]) -> Leaps {
        debug_assert!(
            vectors.iter().all(|&(levels, files, ranks)| vectors.contains(&(-levels, files, ranks)))
        );
        Leaps(std::array::from_fn(|square| Spread::of(square, vectors.iter().copied())))
    }

    #[inline]
    pub fn reach(&self, cell: usize) -> Bits192 {
        self.0[cell % SQUARES].seen_from(cell / SQUARES)
    }
}

/// The tables of a slider.
#[derive(Clone, Debug)]
pub struct Slider {
    flat: Option<Slides<u64, SQUARES, 2>>,
    climbs: Vec<Shift>,
    /// The squares one step away on the next level.
    near: [u64; SQUARES],
    /// What is reached on the empty board.
    aims: [Spread; SQUARES],
}

impl Slider {
    pub fn new(vectors: Vectors) -> Slider {
        let flat = |lines: &'static Lines| {
            Slides::new(move |square: usize, direction: usize| {
                let (files, ranks) = lines[direction];
                levels::step(square, (0, files, ranks))
            })
        };
        let climbs: Vec<Shift> = vectors.climbs.iter().map(|&way| Shift::new(way)).collect();
        let near = std::array::from_fn(|square| {
            climbs.iter().fold(0, |near, climb| near | climb.squares(1 << square))
        });
        let mut slider =
            Slider { flat: vectors.flat.map(flat), climbs, near, aims: [Spread::default(); SQUARES] };
        slider.aims = std::array::from_fn(|square| slider.spread(square, 0, 0));
        slider
    }

    /// What is reached when the own level is occupied so, and the next level away from a bottom or top level.
    #[inline]
    fn spread(&self, square: usize, own: u64, next: u64) -> Spread {
        let here = self.flat.as_ref().map_or(0, |flat| flat.reach(square, own));
        let twice = |far: u64, climb: &Shift| far | climb.squares(climb.squares(1 << square) & !next);
        Spread { here, near: self.near[square], far: self.climbs.iter().fold(0, twice) }
    }

    /// The cells up to the first occupied one in each direction, that one included.
    #[inline]
    pub fn reach(&self, cell: usize, occupied: Bits192) -> Bits192 {
        let (level, square) = (cell / SQUARES, cell % SQUARES);
        let words = occupied.words();
        self.spread(square, words[level], words[LEVELS / 2]).seen_from(level)
    }

    /// The cells from which a cell is reached on the empty board.
    #[inline]
    pub fn aims(&self, cell: usize) -> Bits192 {
        self.aims[cell % SQUARES].seen_from(cell / SQUARES)
    }

    /// The cells between two cells, one of them reached from the other on the empty board.
    #[inline]
    pub fn path(&self, from: usize, at: usize) -> Bits192 {
        let level = from / SQUARES;
        if level == at / SQUARES {
            let path = self.flat.as_ref().map_or(0, |flat| flat.path(from % SQUARES, at % SQUARES));
            let mut words = [0; LEVELS];
            words[level] = path;
            return Bits192::from_words(words);
        }
        match level.abs_diff(at / SQUARES) {
            2 => Bits192::one(from.midpoint(at)),
            _ => Bits192::EMPTY,
        }
    }
}

/// How a gait goes.
#[derive(Clone, Debug)]
pub enum Course {
    Leap(Box<Leaps>),
    Slide(Box<Slider>),
}

impl Course {
    pub fn leap(vectors: &[Vector]) -> Course {
        Course::Leap(Box::new(Leaps::new(vectors)))
    }

    pub fn slide(vectors: Vectors) -> Course {
        Course::Slide(Box::new(Slider::new(vectors)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_board::grid::{DIAGONAL, ORTHOGONAL};
    use torneo_contract::zobrist;

    /// The cells that a slider reaches, found step by step.
    fn by_steps(vectors: &Vectors, cell: usize, occupied: Bits192) -> Bits192 {
        let mut reach = Bits192::EMPTY;
        for vector in vectors.vectors() {
            let mut at = cell;
            while let Some(next) = levels::step(at, vector) {
                reach = reach | Bits192::one(next);
                at = next;
                if occupied.has(at) {
                    break;
                }
            }
        }
        reach
    }

    #[test]
    fn slides_stop_at_the_first_piece_in_every_direction() {
        let sliders = [
            Vectors { flat: Some(&ORTHOGONAL), climbs: &[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] },
            Vectors { flat: Some(&DIAGONAL), climbs: &DIAGONAL },
            Vectors { flat: None, climbs: &ORTHOGONAL },
            Vectors { flat: Some(&DIAGONAL), climbs: &[] },
        ];
        for vectors in sliders {
            let slider = Slider::new(vectors);
            for cell in 0..levels::CELLS {
                assert_eq!(slider.aims(cell), by_steps(&vectors, cell, Bits192::EMPTY), "{cell}");
                for seed in 0..20 {
                    let words = [0, 1, 2].map(|n| {
                        let word = |n: u64| zobrist::key(seed * 64 + n);
                        word(n) & word(n + 8)
                    });
                    let occupied = Bits192::from_words(words);
                    assert_eq!(slider.reach(cell, occupied), by_steps(&vectors, cell, occupied), "{cell}");
                }
                for at in slider.aims(cell).members() {
                    // The path is what, occupied, cuts the way.
                    let cuts = |&between: &usize| {
                        between != at && !slider.reach(cell, Bits192::one(between)).has(at)
                    };
                    let path =
                        (0..levels::CELLS).filter(cuts).fold(Bits192::EMPTY, |s, c| s | Bits192::one(c));
                    assert_eq!(slider.path(cell, at), path, "{cell} {at}");
                }
            }
        }
    }
}
