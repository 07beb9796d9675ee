//! The options that dice games share.

use torneo_contract::{MAX_SEATS, OptionInfo};

use super::battle;

/// The largest amount of money that an option may name: sums of a whole game stay far inside 64 bits.
pub const MOST_MONEY: i64 = 1_000_000_000_000;

/// The number of players.
pub const PLAYERS: OptionInfo =
    OptionInfo::int("players", 2..=MAX_SEATS as i64, "2").help("number of players");

/// The number of turns.
pub const TURNS: OptionInfo =
    OptionInfo::int("turns", 1..=1000, "1").help("contests in a game; most turns won wins");

/// Who throws first.
pub const ROTATE: OptionInfo = OptionInfo::flag("rotate", true)
    .help("each turn starts with the next player; false: always with the first");

/// What a turn is played for.
pub const STAKE: OptionInfo = OptionInfo::int("stake", 1..=MOST_MONEY, "1")
    .help("what each player pays at the start of a turn; the winner takes all");

/// The length rule of a turn.
pub const MAX_THROWS: OptionInfo = OptionInfo::int("max_throws", 1..=u32::MAX as i64, "1000000")
    .help("throws after which an undecided turn is shared by all");

/// Throwing for the order of play.
pub const BATTLE: OptionInfo =
    OptionInfo::choice("battle", battle::WORDS, "none").help("throw for the order of play before every turn");

/// The options that contests share.
pub const USUAL: [OptionInfo; 6] = [PLAYERS, TURNS, ROTATE, STAKE, MAX_THROWS, BATTLE];

/// The options that contests share, and after them those that a contest has of its own: `ALL` together.
pub const fn usual_and<const ALL: usize>(own: &[OptionInfo]) -> [OptionInfo; ALL] {
    assert!(ALL == USUAL.len() + own.len());
    let (mut all, mut at) = ([PLAYERS; ALL], 0);
    while at < ALL {
        all[at] = if at < USUAL.len() { USUAL[at] } else { own[at - USUAL.len()] };
        at += 1;
    }
    all
}

/// Throwing for the first role, in games whose roles swap after every turn.
pub const BATTLE_ONCE: OptionInfo =
    OptionInfo { help: "throw once for who has the first role in turn 0", ..BATTLE };
