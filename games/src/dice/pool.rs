//! Throws of several six-sided dice as combinations with their numbers of orderings.

/// The faces of the dice of one throw, whatever their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// The faces in descending order.
    pub faces: Vec<u8>,
    /// The number of orderings: how many of the `6^n` throws show these faces.
    pub orderings: u64,
    /// The sum of the faces.
    pub sum: u8,
}

/// All throws of `n` dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    combinations: Vec<Combination>,
    /// The index of a combination for each of the `6^n` throws, grouped by combination.
    throws: Vec<u16>,
}

const FACES: u8 = 6;

impl Pool {
    /// All throws of `dice` dice (1 to 5), combinations in descending order of their faces.
    pub fn new(dice: usize) -> Pool {
        debug_assert!((1..=5).contains(&dice));
        let mut combinations = Vec::new();
        descending(&mut vec![0; dice], 0, FACES, &mut |faces| {
            let (faces, sum) = (faces.to_vec(), faces.iter().sum());
            combinations.push(Combination { orderings: orderings(&faces), faces, sum });
        });
        let throws = combinations.iter().enumerate();
        let throws = throws.flat_map(|(i, c)| std::iter::repeat_n(i as u16, c.orderings as usize)).collect();
        Pool { combinations, throws }
    }

    /// The combinations in descending order of their faces.
    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }

    /// The index of the combination that a uniformly random word selects.
    #[inline]
    pub fn at(&self, word: u64) -> u16 {
        self.throws[crate::parts::random::scale(word, self.throws.len() as u64) as usize]
    }

    /// The index of the combination with these faces, in any order.
    pub fn find(&self, faces: &[u8]) -> Option<u16> {
        let mut sorted = faces.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        self.combinations.iter().position(|c| c.faces == sorted).map(|index| index as u16)
    }
}

fn descending(faces: &mut Vec<u8>, at: usize, highest: u8, visit: &mut impl FnMut(&[u8])) {
    if at == faces.len() {
        return visit(faces);
    }
    for face in (1..=highest).rev() {
        faces[at] = face;
        descending(faces, at + 1, face, visit);
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

    #[test]
    fn combinations_and_orderings_of_the_medieval_tables() {
        for (dice, combinations) in [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252)] {
            let pool = Pool::new(dice);
            assert_eq!(pool.combinations().len(), combinations);
            assert_eq!(pool.throws.len(), 6usize.pow(dice as u32));
        }
        let sums = |pool: &Pool, sum| {
            pool.combinations().iter().filter(|c| c.sum == sum).map(|c| c.orderings).sum::<u64>()
        };
        let three = Pool::new(3);
        let by_sum: Vec<u64> = (3..=18).map(|sum| sums(&three, sum)).collect();
        assert_eq!(by_sum, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]);
        assert_eq!(sums(&Pool::new(4), 14), 146);
        assert_eq!(
            three.find(&[1, 6, 5]).map(|i| three.combinations()[i as usize].faces.clone()),
            Some(vec![6, 5, 1])
        );
    }
}
