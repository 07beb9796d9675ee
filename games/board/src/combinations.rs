//! Subsets of a given size, numbered: the combinatorial number system (Lehmer, "The Machine Tools of Combinatorics",
//! 1964; Knuth, *The Art of Computer Programming* 4A, 7.2.1.3).

/// The largest number of points.
const MOST: usize = 28;

/// The numbering of the subsets of some points. The subset with members `a < b < c < ...` has the number
/// `C(a, 1) + C(b, 2) + C(c, 3) + ...` among those of its size.
#[derive(Clone, Debug)]
pub struct Combinations {
    points: usize,
    /// `binomials[n][k]` is `n` over `k`.
    binomials: Vec<Vec<u32>>,
    /// Points in the lower half.
    half: usize,
    /// The part of each set of lower points.
    low: Vec<u32>,
    /// By number of members below, and then by set of higher points: its part.
    high: Vec<u32>,
}

impl Combinations {
    /// The subsets of `points` points.
    ///
    /// # Panics
    /// More than 28 points.
    pub fn new(points: usize) -> Combinations {
        assert!(points <= MOST);
        let mut binomials = vec![vec![0u32; points + 2]; points + 1];
        for n in 0..=points {
            binomials[n][0] = 1;
            for k in 1..=n {
                binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
            }
        }
        let half = points / 2;
        let part = |set: u32, first: usize, members: usize| -> u32 {
            let places = (0..points - first).filter(|&place| set >> place & 1 == 1);
            places.enumerate().map(|(below, place)| binomials[first + place][members + below + 1]).sum()
        };
        let low = (0..1 << half).map(|set| part(set, 0, 0)).collect();
        let sets = 1 << (points - half);
        let high = (0..=half).flat_map(|members| (0..sets).map(move |set| (set, members)));
        let high = high.map(|(set, members)| part(set, half, members)).collect();
        Combinations { points, half, low, high, binomials }
    }

    /// The number of subsets with this many members.
    pub fn count(&self, members: usize) -> u32 {
        self.binomials[self.points][members]
    }

    /// The number of a subset among those of its size.
    #[inline]
    pub fn index_of(&self, set: u32) -> u32 {
        let low = set & ((1 << self.half) - 1);
        let row = (low.count_ones() as usize) << (self.points - self.half);
        self.low[low as usize] + self.high[row + (set >> self.half) as usize]
    }

    /// The subset of `members` points with this number, which must be below [`count`](Combinations::count).
    #[inline]
    pub fn set_at(&self, mut index: u32, members: usize) -> u32 {
        let (mut set, mut place) = (0, self.points);
        for members in (1..=members).rev() {
            place -= 1;
            while self.binomials[place][members] > index {
                place -= 1;
            }
            index -= self.binomials[place][members];
            set |= 1 << place;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_of_a_size_are_numbered_without_gaps() {
        for points in [1, 2, 9, 13] {
            let combinations = Combinations::new(points);
            let mut seen = vec![0; points + 1];
            // Sets of one size come in the order of their numbers.
            for set in 0u32..1 << points {
                let members = set.count_ones() as usize;
                assert_eq!(combinations.index_of(set), seen[members]);
                assert_eq!(combinations.set_at(seen[members], members), set);
                seen[members] += 1;
            }
            assert!((0..=points).all(|members| combinations.count(members) == seen[members]));
        }
        assert_eq!(Combinations::new(24).count(12), 2_704_156);
    }
}
