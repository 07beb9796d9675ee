//! The sorts of features that an action can have.

/// The bits of the number of a feature; the sort stands above them.
const BITS: u32 = 27;

/// A sort of features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Sort {
    /// The key under which searches remember the action.
    Key,
    /// What arrives, and on which site.
    Target,
    /// What leaves, and from which site.
    Source,
    /// What goes, and which way.
    Way,
    /// What arrives, and what lies at one step.
    Near,
    /// The same, sides alone.
    Sides,
    /// The same at one and two steps.
    Wide,
    /// As `Near` for one seat, without turning the board.
    Facing,
    /// What leaves, and the sides at one step.
    Left,
    /// How far the target is from what others changed.
    Others,
    /// How far it is from what the seat itself changed.
    Own,
    /// What is captured.
    Taken,
    /// Whether it captures what has just arrived.
    Retaken,
    /// Whether the thing that has just moved moves again, or back.
    Again,
    /// The gain that the game names.
    Gain,
    /// What static exchange evaluation says.
    Exchange,
    /// Threats to lose before and after it.
    Check,
    /// How it ends the game.
    End,
    /// How much better the evaluation after another action is.
    Value,
    /// What the best reply gains.
    Reply,
    /// As `Value`, less what the best reply gains.
    Net,
    /// How many actions the evaluation finds better, and how many it finds better once the best reply has gained.
    Rank,
    /// The own groups that it touches.
    Joined,
    /// The groups of others that it touches.
    Pressed,
    /// How full the board is, with what arrives.
    Stage,
    /// Whether the seat moves on.
    Turn,
}

/// The sorts by number, with their names in files.
pub const SORTS: [(Sort, &str); 26] = [
    (Sort::Key, "key"),
    (Sort::Target, "target"),
    (Sort::Source, "source"),
    (Sort::Way, "way"),
    (Sort::Near, "near"),
    (Sort::Sides, "sides"),
    (Sort::Wide, "wide"),
    (Sort::Facing, "facing"),
    (Sort::Left, "left"),
    (Sort::Others, "others"),
    (Sort::Own, "own"),
    (Sort::Taken, "taken"),
    (Sort::Retaken, "retaken"),
    (Sort::Again, "again"),
    (Sort::Gain, "gain"),
    (Sort::Exchange, "exchange"),
    (Sort::Check, "check"),
    (Sort::End, "end"),
    (Sort::Value, "value"),
    (Sort::Reply, "reply"),
    (Sort::Net, "net"),
    (Sort::Rank, "rank"),
    (Sort::Joined, "joined"),
    (Sort::Pressed, "pressed"),
    (Sort::Stage, "stage"),
    (Sort::Turn, "turn"),
];

/// The sorts that tell of the board alone, round the target and since the seat chose last: wherever it lies on a board of any size.
/// Where a game [foresees](torneo_contract::Foresight::placed) what actions place, they need not be played for these.
const OF_SURROUNDINGS: [Sort; 13] = [
    Sort::Way,
    Sort::Near,
    Sort::Sides,
    Sort::Wide,
    Sort::Facing,
    Sort::Left,
    Sort::Others,
    Sort::Own,
    Sort::Taken,
    Sort::Retaken,
    Sort::Again,
    Sort::Joined,
    Sort::Pressed,
];

/// Whether a feature tells of the surroundings of the target alone.
pub fn is_of_surroundings(feature: u32) -> bool {
    OF_SURROUNDINGS.iter().any(|&sort| sort as u32 == feature >> BITS)
}

/// The numbers that features of a sort can have, `0..NUMBERS`.
pub const NUMBERS: u32 = 1 << BITS;

impl Sort {
    /// A feature of this sort.
    #[inline]
    pub fn with(self, number: u32) -> u32 {
        (self as u32) << BITS | number & (NUMBERS - 1)
    }

    /// A feature of this sort for something with a hash.
    #[inline]
    pub fn hashed(self, hash: u64) -> u32 {
        self.with((hash >> (64 - BITS)) as u32)
    }
}

/// The name of the sort of a feature, and its number.
pub fn parts(feature: u32) -> (&'static str, u32) {
    let name = SORTS.get((feature >> BITS) as usize).map_or("", |(_, name)| name);
    (name, feature & (NUMBERS - 1))
}

/// The class of a size: two classes for each power of 2, 0 for 0.
#[inline]
pub fn class(size: u32) -> u32 {
    match size.checked_ilog2() {
        None => 0,
        Some(0) => 1,
        Some(log) => 2 * log + (size >> (log - 1) & 1),
    }
}

/// The class of a size with a sign: 0 for 0.
#[inline]
pub fn signed_class(size: i32) -> u32 {
    2 * class(size.unsigned_abs()) + u32::from(size < 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_stand_in_order_and_features_tell_theirs() {
        for (number, &(sort, name)) in SORTS.iter().enumerate() {
            assert_eq!(sort as usize, number);
            assert_eq!(parts(sort.with(NUMBERS - 1)), (name, NUMBERS - 1));
            assert_eq!(parts(sort.hashed(u64::MAX)), (name, NUMBERS - 1));
        }
    }

    #[test]
    fn classes_grow_with_sizes() {
        let classes: Vec<u32> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 1 << 20].map(class).to_vec();
        assert_eq!(classes, [0, 1, 2, 3, 4, 4, 5, 5, 6, 7, 40]);
        assert_eq!([-3, 0, 3].map(signed_class), [7, 0, 6]);
    }
}
