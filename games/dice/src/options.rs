//! The options that dice games share.

use torneo_contract::{MAX_SEATS, OptionInfo, OptionKind};

use super::battle;

/// The largest amount of money that an option may name: sums of a whole game stay far inside 64 bits.
pub const MOST_MONEY: i64 = 1_000_000_000_000;

/// The number of players.
pub const PLAYERS: OptionInfo = OptionInfo {
    name: "players",
    kind: OptionKind::Int { min: 2, max: MAX_SEATS as i64 },
    default: "2",
    help: "number of players",
};

/// The number of turns.
pub const TURNS: OptionInfo = OptionInfo {
    name: "turns",
    kind: OptionKind::Int { min: 1, max: 1000 },
    default: "1",
    help: "contests in a game; most turns won wins",
};

/// Who throws first.
pub const ROTATE: OptionInfo = OptionInfo {
    name: "rotate",
    kind: OptionKind::Bool,
    default: "true",
    help: "each turn starts with the next player; false: always with the first",
};

/// What a turn is played for.
pub const STAKE: OptionInfo = OptionInfo {
    name: "stake",
    kind: OptionKind::Int { min: 1, max: MOST_MONEY },
    default: "1",
    help: "what each player pays at the start of a turn; the winner takes all",
};

/// The length rule of a turn.
pub const MAX_THROWS: OptionInfo = OptionInfo {
    name: "max_throws",
    kind: OptionKind::Int { min: 1, max: u32::MAX as i64 },
    default: "1000000",
    help: "throws after which an undecided turn is shared by all",
};

/// Throwing for the order of play.
pub const BATTLE: OptionInfo = OptionInfo {
    name: "battle",
    kind: OptionKind::Choice(battle::WORDS),
    default: "none",
    help: "throw for the order of play before every turn",
};

/// Throwing for the first role, in games whose roles swap after every turn.
pub const BATTLE_ONCE: OptionInfo =
    OptionInfo { help: "throw once for who has the first role in turn 0", ..BATTLE };
