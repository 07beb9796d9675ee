//! Stones, and their chains with the liberties.

use educe::Educe;

use torneo_board::grid::BitSet;
use torneo_contract::zobrist;

/// The sides, which are also the seats.
pub const BLACK: usize = 0;
pub const WHITE: usize = 1;

/// Bits of a word of a point set.
const WORD: usize = u64::BITS as usize;
/// Sets of points of the largest board.
const WORDS: usize = 6;
/// The largest size.
pub const LARGEST: usize = 19;
/// Rotations and reflections of the board.
const SYMMETRIES: usize = 8;

/// What a point holds: a stone of a side, nothing, or the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Content {
    Black,
    White,
    Empty,
    Edge,
}

const STONES: [Content; 2] = [Content::Black, Content::White];

/// The board without stones: `size` rows of `size` points, with a rim of edge points around them.
#[derive(Clone, Debug)]
pub struct Lattice {
    pub size: usize,
    /// Points of a row with the edge between two rows.
    stride: usize,
    /// The place in the board with its rim of each point, which are numbered row by row from the lowest left one.
    places: Vec<u16>,
    /// The keys of a stone of each side on each point, as each symmetry of the board moves it.
    keys: Vec<[[u64; SYMMETRIES]; 2]>,
    /// In each word the points whose right neighbour is in the same word.
    joined: [u64; WORDS],
}

impl Lattice {
    pub fn new(size: usize) -> Lattice {
        let stride = size + 1;
        let points = || (0..size * size).map(|point| (point % size, point / size));
        let key =
            |side: usize, (file, rank): (usize, usize)| zobrist::key((2 * (rank * 32 + file) + side) as u64);
        let turned = |symmetry: usize, (file, rank): (usize, usize)| {
            let (file, rank) = if symmetry & 4 == 0 { (file, rank) } else { (rank, file) };
            let turn = |at: usize, bit: usize| if symmetry & bit == 0 { at } else { size - 1 - at };
            (turn(file, 1), turn(rank, 2))
        };
        let keys = points().map(|at| {
            [BLACK, WHITE].map(|side| std::array::from_fn(|symmetry| key(side, turned(symmetry, at))))
        });
        let mut joined = [0; WORDS];
        for (point, (file, _)) in points().enumerate() {
            if file + 1 < size && point % WORD + 1 < WORD {
                joined[point / WORD] |= 1 << (point % WORD);
            }
        }
        Lattice {
            size,
            stride,
            places: points().map(|(file, rank)| ((rank + 1) * stride + file + 1) as u16).collect(),
            keys: keys.collect(),
            joined,
        }
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    #[inline]
    fn place(&self, point: usize) -> usize {
        self.places[point] as usize
    }

    /// The four places beside a place.
    #[inline]
    fn beside(&self, place: usize) -> [usize; 4] {
        [place - self.stride, place - 1, place + 1, place + self.stride]
    }
}

/// A place of the board. What it says of a chain's size and liberties holds for the chain's root, the place that links
/// to itself.
#[derive(Clone, Copy, Debug)]
struct Place {
    content: Content,
    /// The place itself, or one nearer to the root of its chain.
    link: u16,
    /// The next stone of the chain; the last one leads back to the first.
    next: u16,
    /// Stones of the chain.
    stones: u16,
    /// Empty places beside the chain, each counted once.
    liberties: u16,
}

impl Place {
    const EMPTY: Place = Place { content: Content::Empty, link: 0, next: 0, stones: 0, liberties: 0 };
}

/// Chains with this many liberties or more are counted together.
pub const MANY: usize = 6;

/// The chains of a side by their liberties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Chains with one liberty, with two, and so on. Those without any, when the game is over, count with the first.
    pub chains: [u16; MANY],
    /// The liberties of all chains together.
    pub liberties: u16,
}

impl Tally {
    #[inline]
    fn chains_like(&mut self, liberties: u16) -> &mut u16 {
        &mut self.chains[(liberties as usize).clamp(1, MANY) - 1]
    }

    #[inline]
    fn add(&mut self, liberties: u16) {
        *self.chains_like(liberties) += 1;
        self.liberties += liberties;
    }

    #[inline]
    fn take(&mut self, liberties: u16) {
        *self.chains_like(liberties) -= 1;
        self.liberties -= liberties;
    }
}

/// The stones of both sides, their chains, and the hash of the stones.
///
/// The chains are a forest of links, in which the larger chain's root stays (Galler and Fischer, "An improved
/// equivalence algorithm", 1964).
#[derive(Debug, Educe)]
#[educe(Clone)]
pub struct Stones {
    places: Vec<Place>,
    /// The empty points.
    empty: [u64; WORDS],
    tallies: [Tally; 2],
    hash: u64,
}

impl PartialEq for Stones {
    fn eq(&self, other: &Stones) -> bool {
        self.empty == other.empty
            && self.places.iter().zip(&other.places).all(|(a, b)| a.content == b.content)
    }
}

impl Stones {
    /// An empty board.
    pub fn none(lattice: &Lattice) -> Stones {
        let mut places =
            vec![Place { content: Content::Edge, ..Place::EMPTY }; lattice.stride * (lattice.size + 2) + 1];
        let mut empty = [0; WORDS];
        for point in 0..lattice.len() {
            places[lattice.place(point)].content = Content::Empty;
            empty[point / WORD] |= 1 << (point % WORD);
        }
        Stones { places, empty, tallies: [Tally::default(); 2], hash: 0 }
    }

    /// The number of chains of a side with one liberty; those without any count too.
    #[inline]
    pub fn ataris(&self, side: usize) -> u16 {
        self.tallies[side].chains[0]
    }

    /// The chains of a side by their liberties.
    #[inline]
    pub fn tally(&self, side: usize) -> &Tally {
        &self.tallies[side]
    }

    /// The hash of the stones.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The least hash of the stones that a symmetry of the board gives.
    pub fn symmetric_hash(&self, lattice: &Lattice) -> u64 {
        let mut hashes = [0; SYMMETRIES];
        for point in 0..lattice.len() {
            if let Some(side) = self.side(lattice, point) {
                hashes.iter_mut().zip(lattice.keys[point][side]).for_each(|(hash, key)| *hash ^= key);
            }
        }
        hashes.into_iter().min().unwrap_or_default()
    }

    /// Whether a point is empty.
    #[inline]
    pub fn is_empty(&self, point: usize) -> bool {
        self.empty[point / WORD] >> (point % WORD) & 1 == 1
    }

    /// The side whose stone is on a point.
    #[inline]
    pub fn side(&self, lattice: &Lattice, point: usize) -> Option<usize> {
        let content = self.places[lattice.place(point)].content;
        [BLACK, WHITE].into_iter().find(|&side| content == STONES[side])
    }

    #[inline]
    fn root(&self, place: usize) -> usize {
        let mut at = place;
        loop {
            let link = self.places[at].link as usize;
            if link == at {
                return at;
            }
            at = link;
        }
    }

    /// Whether the chain of a stone has one liberty, or none.
    #[inline]
    fn chain_in_atari(&self, place: usize) -> bool {
        self.places[self.root(place)].liberties <= 1
    }

    /// Whether a side may put a stone on an empty point: its chain has a liberty then, or an enemy chain has none.
    #[inline]
    pub fn may_place(&self, lattice: &Lattice, side: usize, point: usize) -> bool {
        let beside = lattice.beside(lattice.place(point));
        let contents = beside.map(|place| self.places[place].content);
        contents.contains(&Content::Empty)
            || beside.into_iter().zip(contents).any(|(place, content)| match content {
                // The point is the only liberty of a chain in atari beside it.
                Content::Black | Content::White => (content == STONES[side]) != self.chain_in_atari(place),
                Content::Empty | Content::Edge => false,
            })
    }

    /// Whether a stone of a side on an empty point captures a chain.
    #[inline]
    pub fn captures(&self, lattice: &Lattice, side: usize, point: usize) -> bool {
        self.ataris(side ^ 1) > 0
            && lattice
                .beside(lattice.place(point))
                .into_iter()
                .any(|place| self.places[place].content == STONES[side ^ 1] && self.chain_in_atari(place))
    }

    /// Whether a side may put a stone anywhere.
    #[inline]
    pub fn can_place(&self, lattice: &Lattice, side: usize) -> bool {
        // Two empty points beside each other are open to both sides.
        let pairs =
            self.empty.iter().zip(lattice.joined).any(|(&empty, joined)| empty & joined & empty >> 1 != 0);
        pairs || self.open(lattice, side).next().is_some()
    }

    fn empty_points(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.empty.iter().enumerate();
        words.flat_map(|(index, word)| word.members().map(move |bit| index * WORD + bit))
    }

    /// The points on which a side may put a stone.
    pub fn open<'a>(&'a self, lattice: &'a Lattice, side: usize) -> impl Iterator<Item = usize> + 'a {
        self.empty_points().filter(move |&point| self.may_place(lattice, side, point))
    }

    /// Whether a place is beside a stone of the chain with this root.
    #[inline]
    fn is_beside(&self, lattice: &Lattice, place: usize, content: Content, root: usize) -> bool {
        let mut beside = lattice.beside(place).into_iter();
        beside.any(|other| self.places[other].content == content && self.root(other) == root)
    }

    /// The liberties that two chains of a side have in common.
    #[inline]
    fn shared_liberties(&self, lattice: &Lattice, small: usize, large: usize) -> u16 {
        let content = self.places[small].content;
        let (mut shared, mut stone) = (0, small);
        loop {
            for place in lattice.beside(stone) {
                if self.places[place].content == Content::Empty
                    && self.is_beside(lattice, place, content, large)
                {
                    // A liberty that several stones of the small chain have counts for the first beside it.
                    let is_small = |&at: &usize| self.places[at].content == content && self.root(at) == small;
                    shared += u16::from(lattice.beside(place).into_iter().find(is_small) == Some(stone));
                }
            }
            stone = self.places[stone].next as usize;
            if stone == small {
                return shared;
            }
        }
    }

    /// Joins two different chains of a side; the root of the joint chain.
    #[inline]
    fn join(&mut self, lattice: &Lattice, a: usize, b: usize) -> usize {
        let (small, large) = if self.places[a].stones < self.places[b].stones { (a, b) } else { (b, a) };
        let shared = self.shared_liberties(lattice, small, large);
        let Place { next, stones, liberties, .. } = self.places[small];
        self.places[small].link = large as u16;
        // Two rings become one when each goes on where the other did.
        self.places[small].next = std::mem::replace(&mut self.places[large].next, next);
        let joint = &mut self.places[large];
        joint.stones += stones;
        joint.liberties += liberties - shared;
        large
    }

    /// Puts a stone on an empty point; whether it takes the last liberty of an enemy chain. No stone is taken off the
    /// board.
    #[inline]
    pub fn put(&mut self, lattice: &Lattice, side: usize, point: usize) -> bool {
        let at = lattice.place(point);
        self.empty[point / WORD] ^= 1 << (point % WORD);
        self.hash ^= lattice.keys[point][side][0];
        let beside = lattice.beside(at);
        let liberties = beside.iter().filter(|&&place| self.places[place].content == Content::Empty).count();
        self.places[at] = Place {
            content: STONES[side],
            link: at as u16,
            next: at as u16,
            stones: 1,
            liberties: liberties as u16,
        };
        let (mut root, mut captured, mut met) = (at, false, [at; 4]);
        for (index, &place) in beside.iter().enumerate() {
            let content = self.places[place].content;
            if !STONES.contains(&content) {
                continue;
            }
            let other = self.root(place);
            if other == root || met.contains(&other) {
                continue;
            }
            met[index] = other;
            let owner = if content == STONES[side] { side } else { side ^ 1 };
            let liberties = self.places[other].liberties;
            self.places[other].liberties -= 1;
            self.tallies[owner].take(liberties);
            if owner == side {
                root = self.join(lattice, root, other);
            } else {
                self.tallies[owner].add(liberties - 1);
                captured |= liberties == 1;
            }
        }
        self.tallies[side].add(self.places[root].liberties);
        captured
    }

    /// The numbers of chains of each side without a liberty.
    pub fn dead(&self) -> [usize; 2] {
        let roots = self.places.iter().enumerate().filter(|(at, place)| place.link as usize == *at);
        let dead = roots.filter(|(_, place)| place.liberties == 0);
        dead.fold([0; 2], |mut dead, (_, place)| {
            if let Some(side) = STONES.iter().position(|&stone| stone == place.content) {
                dead[side] += 1;
            }
            dead
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_contract::random;

    /// The liberties of each stone's chain, found by walking over it.
    fn walked(lattice: &Lattice, sides: &[Option<usize>], from: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut chain, mut liberties, mut next) = (vec![from], Vec::new(), 0);
        while next < chain.len() {
            let (file, rank) = (chain[next] % lattice.size, chain[next] / lattice.size);
            for (files, ranks) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let (file, rank) = (file as i32 + files, rank as i32 + ranks);
                let on_board = 0..lattice.size as i32;
                if !on_board.contains(&file) || !on_board.contains(&rank) {
                    continue;
                }
                let point = rank as usize * lattice.size + file as usize;
                let list = if sides[point].is_none() { &mut liberties } else { &mut chain };
                if (sides[point].is_none() || sides[point] == sides[from]) && !list.contains(&point) {
                    list.push(point);
                }
            }
            next += 1;
        }
        chain.sort_unstable();
        (chain, liberties)
    }

    #[test]
    fn chains_and_liberties_are_kept_up_to_date() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
        for (size, games) in [(5, 30), (9, 6), (12, 2)] {
            let lattice = Lattice::new(size);
            for _ in 0..games {
                let mut stones = Stones::none(&lattice);
                let mut sides = vec![None; lattice.len()];
                let mut captured = false;
                while !captured {
                    let side = random::below(&mut rng, 2);
                    let open: Vec<usize> = stones.open(&lattice, side).collect();
                    let legal = (0..lattice.len()).filter(|&point| {
                        let mut after = sides.clone();
                        after[point] = Some(side);
                        let dead = |side: usize| {
                            (0..lattice.len()).any(|at| {
                                after[at] == Some(side) && walked(&lattice, &after, at).1.is_empty()
                            })
                        };
                        sides[point].is_none() && (dead(side ^ 1) || !dead(side))
                    });
                    assert_eq!(open, legal.collect::<Vec<_>>());
                    assert_eq!(stones.can_place(&lattice, side), !open.is_empty());
                    if open.is_empty() {
                        break;
                    }
                    let point = open[random::below(&mut rng, open.len())];
                    let captures = stones.captures(&lattice, side, point);
                    captured = stones.put(&lattice, side, point);
                    assert_eq!(captures, captured);
                    sides[point] = Some(side);
                    let mut chains = Vec::new();
                    for point in (0..lattice.len()).filter(|&point| sides[point].is_some()) {
                        let (chain, liberties) = walked(&lattice, &sides, point);
                        if chain[0] == point {
                            chains.push((sides[point].unwrap(), chain.len(), liberties.len()));
                        }
                    }
                    let is_dead =
                        |&(owner, _, liberties): &(usize, usize, usize)| owner != side && liberties == 0;
                    assert_eq!(captured, chains.iter().any(is_dead));
                    for side in [BLACK, WHITE] {
                        let ataris =
                            chains.iter().filter(|&&(owner, _, liberties)| owner == side && liberties <= 1);
                        assert_eq!(stones.ataris(side) as usize, ataris.count());
                    }
                    let mut found = Vec::new();
                    for (at, place) in stones.places.iter().enumerate() {
                        let side = STONES.iter().position(|&stone| stone == place.content);
                        if let Some(side) = side.filter(|_| place.link as usize == at) {
                            found.push((side, place.stones as usize, place.liberties as usize));
                        }
                    }
                    found.sort_unstable();
                    chains.sort_unstable();
                    assert_eq!(found, chains);
                    let mut tallies = [Tally::default(); 2];
                    for &(owner, _, liberties) in &chains {
                        tallies[owner].chains[liberties.clamp(1, MANY) - 1] += 1;
                        tallies[owner].liberties += liberties as u16;
                    }
                    assert_eq!(stones.tallies, tallies);
                    let dead = |side: usize| {
                        chains
                            .iter()
                            .filter(|&&(owner, _, liberties)| owner == side && liberties == 0)
                            .count()
                    };
                    assert_eq!(stones.dead(), [BLACK, WHITE].map(dead));
                }
            }
        }
    }

    #[test]
    fn symmetric_positions_have_one_hash() {
        let lattice = Lattice::new(7);
        let hashes = |points: &[(usize, usize)]| {
            let mut stones = Stones::none(&lattice);
            for (index, (file, rank)) in points.iter().enumerate() {
                stones.put(&lattice, index % 2, rank * 7 + file);
            }
            (stones.hash(), stones.symmetric_hash(&lattice))
        };
        let first = hashes(&[(1, 0), (2, 3), (5, 5)]);
        for turned in [
            [(5, 0), (4, 3), (1, 5)],
            [(0, 1), (3, 2), (5, 5)],
            [(1, 6), (2, 3), (5, 1)],
            [(6, 5), (3, 4), (1, 1)],
        ] {
            let found = hashes(&turned);
            assert_ne!(found.0, first.0);
            assert_eq!(found.1, first.1);
        }
        assert_ne!(hashes(&[(1, 0), (2, 3), (5, 4)]).1, first.1);
    }
}
