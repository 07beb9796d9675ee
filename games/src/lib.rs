//! Every game of torneo under one roof: the contract, the boards, and one crate for each family of games.
//!
//! ```
//! use torneo_games::contract::{Described, Game, Options, session};
//! use torneo_games::morris::ThreeMensMorris;
//!
//! let options = Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?;
//! let mut game = session::begin(ThreeMensMorris::new(&options)?);
//! game.play("@b2").expect("the centre is free");
//! assert!(torneo_games::info("hnefatafl").is_some_and(|info| info.family == "hunt"));
//! # Ok::<(), torneo_games::contract::SpecError>(())
//! ```

mod list;

pub use list::{Visitor, info, infos, visit};
pub use torneo_board as board;
pub use torneo_contract as contract;
pub use torneo_exact as exact;

/// Gives every family a module of its name, and `each`.
macro_rules! families {
    ($($family:ident: $games:ident),+ $(,)?) => {
        $(pub use $games as $family;)+

        /// The names of the families: those of their folders in `games`, and of the folders in `harness/entries` where their
        /// games meet the engines.
        pub const FAMILIES: &[&str] = &[$(stringify!($family)),+];

        /// Shows the type of every game to `visitor`, family by family.
        pub fn each<V: torneo_contract::GameVisitor>(visitor: &mut V) {
            $($games::each(visitor);)+
        }
    };
}

// The list of the families.
families! {
    capture: torneo_capture,
    chess: torneo_chess,
    connection: torneo_connection,
    dice: torneo_dice_games,
    hunt: torneo_hunt,
    mancala: torneo_mancala,
    morris: torneo_morris,
    race: torneo_race,
    simultaneous: torneo_simultaneous,
    space: torneo_space,
    territory: torneo_territory,
    tiles: torneo_tiles,
}

pub use torneo_contract::{
    Game, GameInfo, Heuristics, Notation, Outcome, Playable, Seat, SeatSet, Solving, Turn, perft, playout,
};
