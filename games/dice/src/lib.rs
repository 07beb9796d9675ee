//! Dice games of the Book of Games (rules shared by all: `docs/games/dice-common.md`).
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_dice_games::Hazard;
//!
//! let options = Options::check(&"hazard".parse()?, Hazard::INFO.options)?;
//! let game = Hazard::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 56);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod as_many;
mod battle;
mod best;
mod contest;
mod duel;
mod fields;
mod guirguiesca;
mod half_hazard;
mod hazard;
mod highest_wins;
mod marlota;
mod numbers;
mod options;
mod pair_and_ace;
mod panquist;
mod phrases;
mod places;
mod pool;
mod riffa;
mod rising_hazard;
mod table;
mod triga;

use torneo_contract::{Described, PLAYERS, Seat};
use torneo_exact::{DuelAnalysis, Entry, SetUp, TurnAnalysis, of_duel, of_turns};

pub use contest::DiceGame;
pub use duel::DuelGame;

/// As many on one as on two, for two to eight players.
pub type AsMany = DiceGame<as_many::AsManyContest>;
/// Guirguiesca, for two players.
pub type Guirguiesca = DiceGame<guirguiesca::GuirguiescaContest>;
/// Half-hazard, for two players.
pub type HalfHazard = DuelGame<half_hazard::HalfHazardDuel>;
/// Hazard, for two to eight players.
pub type Hazard = DiceGame<hazard::HazardContest>;
/// Highest wins, for two to eight players.
pub type HighestWins = DiceGame<highest_wins::SumContest<true>>;
/// Lowest wins, for two to eight players.
pub type LowestWins = DiceGame<highest_wins::SumContest<false>>;
/// Marlota, for two to eight players.
pub type Marlota = DiceGame<marlota::MarlotaContest>;
/// Pair and ace, for two to eight players.
pub type PairAndAce = DiceGame<pair_and_ace::PairContest>;
/// Panquist, for two players.
pub type Panquist = DuelGame<panquist::PanquistDuel>;
/// Riffa, for two to eight players.
pub type Riffa = DiceGame<riffa::RiffaContest>;
/// Rising hazard, for two players.
pub type RisingHazard = DuelGame<rising_hazard::RisingHazardDuel>;
/// Triga, for two to eight players.
pub type Triga = DiceGame<triga::TrigaContest>;

/// What the seats of dice games are called.
fn name(seat: Seat) -> &'static str {
    PLAYERS[seat.index()]
}

/// What kind of exact analysis a game offers.
trait Analysed {
    const SET_UP: SetUp;
}

impl<C: contest::Contest> Analysed for DiceGame<C>
where
    DiceGame<C>: TurnAnalysis + Described,
{
    const SET_UP: SetUp = of_turns::<DiceGame<C>>;
}

impl<D: duel::Duel> Analysed for DuelGame<D>
where
    DuelGame<D>: DuelAnalysis + Described,
{
    const SET_UP: SetUp = of_duel::<DuelGame<D>>;
}

/// Lists the games of the family, and their exact analysis.
macro_rules! dice_games {
    ($($game:ty),+ $(,)?) => {
        torneo_contract::family!($($game),+);

        /// Exact analysis of the games of this family, by id: a static, so that it is compiled here and nowhere else.
        pub static EXACT: &[Entry] = &[$((<$game>::INFO.id, <$game as Analysed>::SET_UP)),+];
    };
}

dice_games!(
    AsMany,
    Guirguiesca,
    HalfHazard,
    Hazard,
    HighestWins,
    LowestWins,
    Marlota,
    PairAndAce,
    Panquist,
    Riffa,
    RisingHazard,
    Triga
);
