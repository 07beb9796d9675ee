//! Chains of single steps as tables: for each kind of piece the sets of squares that have to be empty, and where the
//! chains over them end.
//!
//! Only squares at most two files and ranks away can lie on the way, so that they are looked up in a *window*: the
//! five by five squares around a piece in the bits of a word, with everything off the board taken as occupied.

use std::collections::BTreeMap;

use torneo_board::grid::{BitSet, DIAGONAL, Grid, ORTHOGONAL};

pub(super) const SIDE: usize = 10;
pub(super) type Squares = Grid<SIDE, SIDE>;
pub(super) const SQUARES: usize = Squares::SQUARES;

/// The kinds of pieces in the order of the back rank, then those of the front rank.
pub(super) const WARRIOR: usize = 0;
pub(super) const PADWAR: usize = 1;
pub(super) const DWAR: usize = 2;
pub(super) const FLIER: usize = 3;
pub(super) const CHIEF: usize = 4;
pub(super) const PRINCESS: usize = 5;
pub(super) const THOAT: usize = 6;
pub(super) const PANTHAN: usize = 7;
pub(super) const KINDS: usize = 8;

/// Black, who sits in the south and begins, and Orange.
pub(super) const BLACK: usize = 0;
pub(super) const ORANGE: usize = 1;

/// Movers are the kinds, and Orange's Panthans, whose forward is the other way.
const MOVERS: usize = KINDS + 1;

/// The greatest distance of a move in files or ranks, the escape left out.
const FAR: i32 = 3;
const DELTAS: usize = 49;

/// How far the centre of a window is from its lowest bit, in squares.
const WINDOW_CENTRE: usize = 2 * SIDE + 2;
const ENDS_CENTRE: i32 = 3 * SIDE as i32 + 3;

type Step = (i32, i32);

/// What of the movements the options leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Movement {
    /// Whether pieces may stop before their last step, and Panthans go backward.
    pub(super) free: bool,
    pub(super) straight_first: bool,
    pub(super) thoat_jumps: bool,
}

/// Chains that need the same squares to be empty.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The squares on the way, as bits of a window.
    blocks: u64,
    /// The squares at the end, the start being bit [`ENDS_CENTRE`].
    ends: u128,
}

/// How a kind of piece moves.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    /// Whether pieces on the way do not matter.
    jumps: bool,
    paths: Vec<Path>,
    /// For each way across the board (see [`delta`]) the squares that one of its chains needs, none of them needing
    /// all that another one needs. Those of way `d` stand at `first[d]..first[d + 1]`.
    blocks: Vec<u64>,
    first: [u16; DELTAS + 1],
    /// The ends on an empty board by the square left.
    pub(super) reach: [u128; SQUARES],
    /// The squares whose `reach` holds a square.
    sources: [u128; SQUARES],
}

/// The movements of all kinds.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    movers: Vec<Mover>,
    /// The squares of each window that are off the board.
    edges: [u64; SQUARES],
    /// For each mover the displacements that it can ever go, as steps of file and rank.
    displacements: Vec<Vec<(i8, i8)>>,
}

/// Who moves like that.
#[inline]
pub(super) const fn mover(side: usize, kind: usize) -> usize {
    if kind == PANTHAN && side == ORANGE { MOVERS - 1 } else { kind }
}

/// The number of a way across the board.
#[inline]
const fn delta((files, ranks): Step) -> usize {
    ((ranks + FAR) * (2 * FAR + 1) + files + FAR) as usize
}

/// Adds the ends of all chains that follow the `steps` to the squares that they need to be empty.
fn follow(steps: &[&[Step]], chain: &mut Vec<Step>, found: &mut Vec<(u64, Step)>) {
    let Some((&first, rest)) = steps.split_first() else {
        let (&end, displacement) = chain.split_last().expect("a chain begins with its start");
        let bit = |&(files, ranks): &Step| 1 << (WINDOW_CENTRE as i32 + ranks * SIDE as i32 + files);
        found.push((displacement[1..].iter().map(bit).fold(0, |blocks, bit: u64| blocks | bit), end));
        return;
    };
    let &(file, rank) = chain.last().expect("a chain begins with its start");
    for &(files, ranks) in first {
        let next = (file + files, rank + ranks);
        if !chain.contains(&next) {
            chain.push(next);
            follow(rest, chain, found);
            chain.pop();
        }
    }
}

/// The ends of the chains with the squares that they need, without chains that need more than another one.
fn chains(lists: &[Vec<&[Step]>]) -> BTreeMap<usize, (Step, Vec<u64>)> {
    let mut found = Vec::new();
    for steps in lists {
        follow(steps, &mut vec![(0, 0)], &mut found);
    }
    found.sort_unstable_by_key(|&(blocks, end)| (blocks.count_ones(), blocks, end));
    let mut by_end = BTreeMap::new();
    for (blocks, end) in found {
        let (_, least) = by_end.entry(delta(end)).or_insert_with(|| (end, Vec::<u64>::new()));
        if least.iter().all(|&fewer| fewer & !blocks != 0) {
            least.push(blocks);
        }
    }
    by_end
}

/// The squares of each window that are off the board.
pub(super) fn window_edges() -> [u64; SQUARES] {
    std::array::from_fn(|square| {
        let steps = (-2..=2).flat_map(|ranks| (-2..=2).map(move |files| (files, ranks)));
        let off = steps.filter(|&step| Squares::step(square, step).is_none());
        off.fold(0, |edge, (files, ranks)| edge | 1 << (WINDOW_CENTRE as i32 + ranks * SIDE as i32 + files))
    })
}

impl Mover {
    pub(super) fn new(jumps: bool, lists: &[Vec<&[Step]>], edges: &[u64; SQUARES]) -> (Mover, Vec<(i8, i8)>) {
        let by_end = chains(lists);
        let (mut blocks, mut first) = (Vec::new(), [0; DELTAS + 1]);
        let mut by_blocks = BTreeMap::new();
        for displacement in 0..DELTAS {
            if let Some(((files, ranks), least)) = by_end.get(&displacement) {
                blocks.extend(least);
                for &needed in least {
                    *by_blocks.entry(needed).or_insert(0u128) |=
                        u128::one((ENDS_CENTRE + ranks * SIDE as i32 + files) as usize);
                }
            }
            first[displacement + 1] = blocks.len() as u16;
        }
        let paths = by_blocks.into_iter().map(|(blocks, ends)| Path { blocks, ends }).collect();
        let (reach, sources) = ([0; SQUARES], [0; SQUARES]);
        let mut mover = Mover { jumps, paths, blocks, first, reach, sources };
        for (from, &edge) in edges.iter().enumerate() {
            let zone: u128 = by_end
                .values()
                .filter_map(|&(step, _)| Squares::step(from, step))
                .fold(0, |zone, to| zone | u128::one(to));
            mover.reach[from] = mover.ends(from, edge) & zone;
            for to in mover.reach[from].members() {
                mover.sources[to] |= u128::one(from);
            }
        }
        let displacements = by_end.values().map(|&((files, ranks), _)| (files as i8, ranks as i8)).collect();
        (mover, displacements)
    }

    /// The ends of the chains that a window leaves open, with wrong ones beyond the edge of the board.
    #[inline]
    fn ends(&self, from: usize, window: u64) -> u128 {
        let open = |ends: u128, path: &Path| if path.blocks & window == 0 { ends | path.ends } else { ends };
        self.paths.iter().fold(0, open).shifted(from as i32 - ENDS_CENTRE)
    }
}

impl Paths {
    pub(super) fn new(movement: Movement) -> Paths {
        let edges = window_edges();
        let all: Vec<Step> = [ORTHOGONAL, DIAGONAL].concat();
        let [north, south] = [1, -1].map(|forward| -> Vec<Step> {
            let backward = |&(files, ranks): &Step| ranks != -forward || (movement.free && files != 0);
            all.iter().copied().filter(backward).collect()
        });
        let exactly = |directions: &'static [Step], length: usize| -> Vec<Vec<&[Step]>> {
            let shortest = if movement.free { 1 } else { length };
            (shortest..=length).map(|length| vec![directions; length]).collect()
        };
        let wild: Vec<Vec<&[Step]>> =
            (if movement.free { 1 } else { 3 }..=3).map(|length| vec![&all[..]; length]).collect();
        let mut thoat: Vec<Vec<&[Step]>> = vec![vec![&ORTHOGONAL, &DIAGONAL]];
        if !movement.straight_first {
            thoat.push(vec![&DIAGONAL, &ORTHOGONAL]);
        }
        let lists: [(bool, Vec<Vec<&[Step]>>); MOVERS] = [
            (false, exactly(&ORTHOGONAL, 2)),
            (false, exactly(&DIAGONAL, 2)),
            (false, exactly(&ORTHOGONAL, 3)),
            (true, exactly(&DIAGONAL, 3)),
            (false, wild.clone()),
            (true, wild),
            (movement.thoat_jumps, thoat),
            (false, vec![vec![&north]]),
            (false, vec![vec![&south]]),
        ];
        let (movers, displacements) =
            lists.iter().map(|(jumps, lists)| Mover::new(*jumps, lists, &edges)).unzip();
        Paths { movers, edges, displacements }
    }

    /// The occupied squares around a square.
    #[inline]
    fn window(&self, square: usize, occupied: u128) -> u64 {
        (occupied << WINDOW_CENTRE >> square) as u64 | self.edges[square]
    }

    /// Where a mover's chains end, whatever stands there.
    #[inline]
    pub(super) fn targets(&self, mover: usize, from: usize, occupied: u128) -> u128 {
        let mover = &self.movers[mover];
        if mover.jumps {
            return mover.reach[from];
        }
        mover.ends(from, self.window(from, occupied)) & mover.reach[from]
    }

    /// Whether a chain of a mover leads from one of the [`sources`](Paths::sources) of a square to it.
    #[inline]
    pub(super) fn reaches(&self, mover: usize, from: usize, to: usize, occupied: u128) -> bool {
        let files = Squares::file(to) as i32 - Squares::file(from) as i32;
        let ranks = Squares::rank(to) as i32 - Squares::rank(from) as i32;
        self.follows(mover, from, (files as i8, ranks as i8), occupied)
    }

    /// Whether a chain of a mover leads this many files and ranks away, to a square of its [`reach`](Paths::reach).
    #[inline]
    pub(super) fn follows(&self, mover: usize, from: usize, step: (i8, i8), occupied: u128) -> bool {
        let mover = &self.movers[mover];
        if mover.jumps {
            return true;
        }
        let displacement = delta((i32::from(step.0), i32::from(step.1)));
        let window = self.window(from, occupied);
        let blocks =
            &mover.blocks[mover.first[displacement] as usize..mover.first[displacement + 1] as usize];
        blocks.iter().any(|blocks| blocks & window == 0)
    }

    /// Where a mover's chains end on an empty board.
    #[inline]
    pub(super) fn reach(&self, mover: usize, from: usize) -> u128 {
        self.movers[mover].reach[from]
    }

    /// The squares from which a mover reaches a square on an empty board.
    #[inline]
    pub(super) fn sources(&self, mover: usize, to: usize) -> u128 {
        self.movers[mover].sources[to]
    }

    /// The steps of file and rank that a mover can go on an endless empty board.
    pub(super) fn displacements(&self, mover: usize) -> &[(i8, i8)] {
        &self.displacements[mover]
    }
}
