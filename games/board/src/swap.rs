//! The swap rule: instead of answering the first stone the second player may take it over.

use torneo_contract::{OptionInfo, OptionKind};

/// The notation of a swap.
pub const TOKEN: &str = "swap";

/// The option that turns the rule on or off.
pub const fn option(default: &'static str) -> OptionInfo {
    OptionInfo {
        name: "swap",
        kind: OptionKind::Bool,
        default,
        help: "instead of its first turn the second player may take over the first player's stone",
    }
}

/// Which rule forbids a swap where none is legal.
pub fn why_illegal(enabled: bool) -> String {
    if enabled {
        "only the second player swaps, and only as the first turn".to_owned()
    } else {
        "this game is played without the swap rule".to_owned()
    }
}
