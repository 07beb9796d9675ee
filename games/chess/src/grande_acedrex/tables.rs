//! Where the pieces go on the board of twelve by twelve.

use torneo_board::army::pawns::Pawns;
use torneo_board::army::{Army, Kind};
use torneo_board::attacks::{self, Bent, Slides};
use torneo_board::grid::{BitSet, Bits192, DIAGONAL, Grid, KNIGHT, ORTHOGONAL};

pub(super) const SIDE: usize = 12;
pub(super) const SQUARES: usize = SIDE * SIDE;
pub(super) type Board12 = Grid<SIDE, SIDE>;

/// The gaits. Pawns and rhinoceroses have one for each seat; a king that has never moved has two.
pub(super) const PAWN: usize = 0;
pub(super) const KING: usize = 2;
pub(super) const KING_LEAP: usize = 3;
pub(super) const AANCA: usize = 4;
pub(super) const RHINOCEROS: usize = 5;
pub(super) const ROOK: usize = 7;
pub(super) const LION: usize = 8;
pub(super) const CROCODILE: usize = 9;
pub(super) const GIRAFFE: usize = 10;
pub(super) const GAITS: usize = 11;

const LION_LEAPS: [(i32, i32); 12] = [
    (3, 0),
    (-3, 0),
    (0, 3),
    (0, -3),
    (3, 1),
    (3, -1),
    (-3, 1),
    (-3, -1),
    (1, 3),
    (-1, 3),
    (1, -3),
    (-1, -3),
];
const GIRAFFE_LEAPS: [(i32, i32); 8] =
    [(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)];

/// The tables of all gaits.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) pawns: Pawns<Bits192>,
    /// Where pawns are promoted, those of either player.
    pub(super) last_ranks: Bits192,
    takes: [[Bits192; SQUARES]; 2],
    king: [Bits192; SQUARES],
    king_leap: [Bits192; SQUARES],
    lion: [Bits192; SQUARES],
    giraffe: [Bits192; SQUARES],
    rook: Slides<Bits192, SQUARES, 2>,
    crocodile: Slides<Bits192, SQUARES, 2>,
    aanca: Bent<Bits192, SQUARES>,
    rhinoceros: [Bent<Bits192, SQUARES>; 2],
}

/// The elbows that leaps lead to, each with the squares that the steps of `ways` lead to from there.
fn elbows<const N: usize>(
    square: usize,
    leaps: &[(i32, i32)],
    ways: impl Fn((i32, i32)) -> [Option<(i32, i32)>; N],
) -> Vec<(usize, Vec<usize>)> {
    let elbow = |&leap: &(i32, i32)| {
        let elbow = Board12::step(square, leap)?;
        let next = |way: Option<(i32, i32)>| Board12::step(elbow, way?);
        Some((elbow, ways(leap).into_iter().filter_map(next).collect()))
    };
    leaps.iter().filter_map(elbow).collect()
}

impl Tables {
    pub(super) fn new() -> Tables {
        let leaps = |steps: &[(i32, i32)]| -> [Bits192; SQUARES] {
            attacks::leaps(|from| steps.iter().filter_map(move |&step| Board12::step(from, step)))
        };
        let all = [ORTHOGONAL, DIAGONAL].concat();
        let doubled: Vec<(i32, i32)> = all.iter().map(|&(files, ranks)| (2 * files, 2 * ranks)).collect();
        let rook = Slides::new(|cell, direction| Board12::step(cell, ORTHOGONAL[direction]));
        let crocodile = Slides::new(|cell, direction| Board12::step(cell, DIAGONAL[direction]));
        let aanca = Bent::new(&rook, |square| {
            elbows(square, &DIAGONAL, |(files, ranks)| [Some((files, 0)), Some((0, ranks))])
        });
        let rhinoceros = [1, -1].map(|forward| {
            let on = |(files, ranks): (i32, i32)| {
                [(ranks.signum() == forward).then_some((files.signum(), forward))]
            };
            Bent::new(&crocodile, |square| elbows(square, &KNIGHT, on))
        });
        Tables {
            pawns: Pawns::new(SIDE, SIDE, None),
            last_ranks: (0..SIDE).fold(Bits192::EMPTY, |ranks, file| {
                ranks | Bits192::one(file) | Bits192::one(SQUARES - SIDE + file)
            }),
            takes: [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])],
            king: leaps(&all),
            king_leap: leaps(&doubled),
            lion: leaps(&LION_LEAPS),
            giraffe: leaps(&GIRAFFE_LEAPS),
            rook,
            crocodile,
            aanca,
            rhinoceros,
        }
    }

    /// The symmetric table of a leaper.
    #[inline]
    fn leaper(&self, gait: usize) -> &[Bits192; SQUARES] {
        match gait {
            KING => &self.king,
            KING_LEAP => &self.king_leap,
            LION => &self.lion,
            _ => &self.giraffe,
        }
    }
}

impl Army for Tables {
    type Set = Bits192;
    const KING: usize = KING;
    const PAWNS: Kind = 0b11;
    const RIDERS: Kind = 1 << AANCA | 0b11 << RHINOCEROS | 1 << ROOK | 1 << CROCODILE;

    #[inline]
    fn attacks(&self, gait: usize, from: usize, occupied: Bits192) -> Bits192 {
        match gait {
            0..KING => self.takes[gait][from],
            AANCA => self.aanca.reach(&self.rook, from, occupied),
            RHINOCEROS..ROOK => self.rhinoceros[gait - RHINOCEROS].reach(&self.crocodile, from, occupied),
            ROOK => self.rook.reach(from, occupied),
            CROCODILE => self.crocodile.reach(from, occupied),
            leaper => self.leaper(leaper)[from],
        }
    }

    #[inline]
    fn aims(&self, gait: usize, at: usize) -> Bits192 {
        match gait {
            0..KING => self.takes[1 - gait][at],
            AANCA => self.aanca.aims(at),
            RHINOCEROS..ROOK => self.rhinoceros[gait - RHINOCEROS].aims(at),
            ROOK => self.rook.aims(at),
            CROCODILE => self.crocodile.aims(at),
            leaper => self.leaper(leaper)[at],
        }
    }

    #[inline]
    fn path(&self, gait: usize, from: usize, at: usize) -> Bits192 {
        match gait {
            AANCA => self.aanca.path(&self.rook, from, at),
            RHINOCEROS..ROOK => self.rhinoceros[gait - RHINOCEROS].path(&self.crocodile, from, at),
            ROOK => self.rook.path(from, at),
            _ => self.crocodile.path(from, at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mobility_on_the_empty_board() {
        let tables = Tables::new();
        let total = |gait: usize| {
            (0..SQUARES).map(|from| tables.attacks(gait, from, Bits192::EMPTY).len()).sum::<u32>()
        };
        assert_eq!([ROOK, CROCODILE, GIRAFFE, KING].map(total), [3168, 2024, 720, 1012]);
        assert_eq!(total(RHINOCEROS), total(RHINOCEROS + 1));
    }

    #[test]
    fn paths_lead_to_every_square_that_is_attacked() {
        let tables = Tables::new();
        for gait in [AANCA, RHINOCEROS, RHINOCEROS + 1, ROOK, CROCODILE] {
            for from in 0..SQUARES {
                for to in tables.attacks(gait, from, Bits192::EMPTY).members() {
                    assert!(tables.aims(gait, to).has(from));
                    let path = tables.path(gait, from, to);
                    for blocker in path.members() {
                        assert!(!tables.attacks(gait, from, Bits192::one(blocker)).has(to));
                    }
                    assert!(tables.attacks(gait, from, !path).has(to));
                }
            }
        }
    }
}
