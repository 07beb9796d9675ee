//! Throws of several six-sided dice as combinations with their numbers of orderings.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;

use torneo_contract::{Seat, random};

/// The most dice of one throw.
pub const MAX_DICE: usize = 8;

const FACES: u8 = 6;

/// Faces of dice.
pub type Faces = ArrayVec<u8, MAX_DICE>;

/// The faces of the dice of one throw, whatever their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// The faces; dice that are thrown together in descending order.
    pub faces: Faces,
    /// The number of orderings: how many of the `6^n` throws show these faces.
    pub orderings: u64,
    /// The sum of the faces.
    pub sum: u8,
}

impl Combination {
    /// The face that at least two of three dice thrown together show.
    #[inline]
    pub fn pair(&self) -> Option<u8> {
        let middle = self.faces[1];
        (self.faces[0] == middle || middle == self.faces[2]).then_some(middle)
    }

    /// Whether three dice thrown together show the same face.
    #[inline]
    pub fn is_triple(&self) -> bool {
        self.faces[0] == self.faces[2]
    }
}

/// A throw: the number of its combination in the pool of the dice thrown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Throw(u16);

/// All throws of certain dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// What stands before the faces in the notation.
    prefix: &'static str,
    /// How many dice are thrown together; `/` separates the groups in the notation.
    groups: ArrayVec<usize, 2>,
    combinations: Vec<Combination>,
    /// For each combination how many of the `6^n` throws belong to it and those before it.
    ends: Vec<u32>,
    /// The combination of the first of every `2^shift` throws.
    guide: Vec<u16>,
    shift: u32,
}

impl Pool {
    /// Throws of `dice` dice together (1 to 8): `651`.
    pub fn new(dice: usize) -> Pool {
        Pool::of("", &[dice])
    }

    /// Throws of one die, then of two: `5/41`.
    pub fn one_then_two() -> Pool {
        Pool::of("", &[1, 2])
    }

    /// Throws of one die taken up again: `+6`.
    pub fn one_again() -> Pool {
        Pool::of("+", &[1])
    }

    /// Combinations are in descending order of their faces.
    fn of(prefix: &'static str, groups: &[usize]) -> Pool {
        let mut combinations = Vec::new();
        descend(groups, &mut Vec::new(), &mut |faces| {
            let groups = split(faces, groups).map(orderings);
            let (orderings, sum) = (groups.product(), faces.iter().sum());
            combinations.push(Combination { faces: faces.iter().copied().collect(), orderings, sum });
        });
        let mut end = 0;
        let ends: Vec<u32> = combinations.iter().map(|c| (end += c.orderings as u32, end).1).collect();
        let shift = end.ilog2().saturating_sub(12);
        let guide = (0..=(end - 1) >> shift)
            .map(|block| ends.partition_point(|&end| end <= block << shift) as u16)
            .collect();
        Pool { prefix, groups: groups.iter().copied().collect(), combinations, ends, guide, shift }
    }

    /// The combinations in descending order of their faces.
    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }

    /// The combination of a throw.
    #[inline]
    pub fn combination(&self, throw: Throw) -> &Combination {
        &self.combinations[throw.0 as usize]
    }

    /// All throws, weighted by their orderings.
    pub fn throws(&self) -> impl Iterator<Item = (Throw, u64)> {
        self.combinations.iter().enumerate().map(|(index, c)| (Throw(index as u16), c.orderings))
    }

    /// The throw that a uniformly random word selects.
    #[inline]
    pub fn at(&self, word: u64) -> Throw {
        let target = random::scale(word, u64::from(self.ends[self.ends.len() - 1])) as u32;
        let mut index = self.guide[(target >> self.shift) as usize];
        while self.ends[index as usize] <= target {
            index += 1;
        }
        Throw(index)
    }

    /// The sums that the dice can show.
    pub fn sums(&self) -> RangeInclusive<u8> {
        let dice = self.groups.iter().sum::<usize>() as u8;
        dice..=FACES * dice
    }

    /// Appends the notation of a throw of `seat`: `0:651`.
    pub fn write(&self, seat: Seat, throw: Throw, text: &mut String) {
        text.push((b'0' + seat.index() as u8) as char);
        text.push(':');
        text.push_str(self.prefix);
        for (index, group) in split(&self.combination(throw).faces, &self.groups).enumerate() {
            if index > 0 {
                text.push('/');
            }
            text.extend(group.iter().map(|face| (b'0' + face) as char));
        }
    }

    /// Reads a throw of `seat`; dice that are thrown together may stand in any order.
    pub fn parse(&self, seat: Seat, text: &str) -> Option<Throw> {
        let (thrower, faces) = text.split_once(':')?;
        if thrower != seat.to_string() {
            return None;
        }
        let mut sorted: Vec<u8> = Vec::new();
        let mut sizes = self.groups.iter();
        for group in faces.strip_prefix(self.prefix)?.split('/') {
            if sizes.next() != Some(&group.len()) {
                return None;
            }
            let mut group: Vec<u8> = group.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
            group.sort_unstable_by(|a, b| b.cmp(a));
            sorted.extend(group);
        }
        let index = self.combinations.iter().position(|c| c.faces[..] == sorted[..])?;
        Some(Throw(index as u16))
    }

    /// Why `text`, which looks like a throw, is no throw of `seat` with these dice; none if it looks like something
    /// else.
    pub fn why_illegal(&self, seat: Seat, text: &str) -> Option<String> {
        let (thrower, _) = text.split_once(':')?;
        if thrower != seat.to_string() {
            return Some(format!("{} throws: `{seat}:` and the faces", crate::name(seat)));
        }
        let mut example = String::new();
        self.write(seat, Throw(0), &mut example);
        Some(format!("a throw of these dice shows faces 1 to 6, such as `{example}`"))
    }
}

/// The groups of dice, one after the other.
fn split<'a>(faces: &'a [u8], groups: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    groups.iter().scan(0, move |end, &size| {
        let start = *end;
        *end += size;
        Some(&faces[start..*end])
    })
}

/// Visits all faces whose groups are in descending order, themselves in descending order.
fn descend(groups: &[usize], faces: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
    let at = faces.len();
    let mut end = 0;
    let mut starts_group = false;
    for &size in groups {
        starts_group |= end == at;
        end += size;
    }
    if at == end {
        return visit(faces);
    }
    let highest = if starts_group { FACES } else { faces[at - 1] };
    for face in (1..=highest).rev() {
        faces.push(face);
        descend(groups, faces, visit);
        faces.pop();
    }
}

fn orderings(faces: &[u8]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let same = (1..=FACES).map(|face| faces.iter().filter(|&&f| f == face).count());
    factorial(faces.len()) / same.map(factorial).product::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the throws have a property.
    fn count(pool: &Pool, property: impl Fn(&Combination) -> bool) -> u64 {
        pool.combinations().iter().filter(|c| property(c)).map(|c| c.orderings).sum()
    }

    #[test]
    fn combinations_and_orderings_of_the_medieval_tables() {
        for (dice, combinations) in [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252)] {
            let pool = Pool::new(dice);
            assert_eq!(pool.combinations().len(), combinations);
            assert_eq!(count(&pool, |_| true), 6u64.pow(dice as u32));
        }
        let by_sum = |dice| {
            let pool = Pool::new(dice);
            pool.sums().map(|sum| count(&pool, |c| c.sum == sum)).collect::<Vec<_>>()
        };
        assert_eq!(by_sum(2), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(by_sum(3), [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]);
        assert_eq!(by_sum(4)[14 - 4], 146);
        assert_eq!(by_sum(5)[17 - 5..=18 - 5], [780, 780]);
        // Two players throw the same sum: 73/648 with two dice, 361/3888 with three.
        let equal = |dice| by_sum(dice).iter().map(|n| n * n).sum::<u64>();
        assert_eq!((equal(2) * 648, equal(3) * 3888), (73 * 36 * 36, 361 * 216 * 216));
        let three = Pool::new(3);
        let multisets = |sum| three.combinations().iter().filter(|c| c.sum == sum).count();
        assert_eq!(
            three.sums().map(multisets).collect::<Vec<_>>(),
            [1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 5, 4, 3, 2, 1, 1]
        );
    }

    #[test]
    fn shapes_of_three_dice() {
        let three = Pool::new(3);
        assert_eq!(count(&three, Combination::is_triple), 6);
        assert_eq!(count(&three, |c| c.pair().is_some()), 96);
        assert_eq!(count(&three, |c| c.sum < 7 || c.sum > 14), 40);
        let triples = three.combinations().iter().filter(|c| c.is_triple());
        let hazards: Vec<u8> = triples.filter(|c| c.sum < 7 || c.sum > 14).map(|c| c.faces[0]).collect();
        assert_eq!(hazards, [6, 5, 2, 1]);
    }

    #[test]
    fn one_die_shows_the_sum_of_two_others() {
        let pool = Pool::one_then_two();
        assert_eq!((pool.combinations().len(), count(&pool, |_| true)), (126, 216));
        assert_eq!(count(&pool, |c| 2 * c.faces[0] == c.sum), 15);
    }

    #[test]
    fn words_select_throws_by_weight() {
        for pool in [Pool::new(1), Pool::new(3), Pool::new(8), Pool::one_then_two()] {
            let throws: Vec<(Throw, u64)> = pool.throws().collect();
            for word in (0..=u64::MAX).step_by(usize::MAX / 5000) {
                assert_eq!(pool.at(word), random::pick_weighted(word, &throws));
            }
        }
    }

    #[test]
    fn notation_reads_any_order_and_nothing_else() {
        let canonical = |pool: &Pool, text: &str| {
            let mut written = String::new();
            pool.write(Seat::SECOND, pool.parse(Seat::SECOND, text)?, &mut written);
            Some(written)
        };
        let read = |pool: Pool, text: &str| canonical(&pool, text);
        assert_eq!(read(Pool::new(3), "1:165"), Some("1:651".to_owned()));
        assert_eq!(read(Pool::one_then_two(), "1:5/14"), Some("1:5/41".to_owned()));
        assert_eq!(read(Pool::one_again(), "1:+6"), Some("1:+6".to_owned()));
        for bad in ["", "1:", "651", "0:651", "1:65", "1:6511", "1:650", "1:657", "1:6/51", "1:+651", "1:é1"]
        {
            assert_eq!(read(Pool::new(3), bad), None, "{bad}");
        }
        for bad in ["1:541", "1:54/1", "1:5/4/1", "1:5/"] {
            assert_eq!(read(Pool::one_then_two(), bad), None, "{bad}");
        }
        assert_eq!(read(Pool::one_again(), "1:6"), None);
    }
}
