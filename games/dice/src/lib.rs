//! Dice games of the Book of Games (rules shared by all: `docs/games/dice-common.md`).

pub mod analysis;
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
mod places;
mod pool;
mod riffa;
mod rising_hazard;
mod triga;

use torneo_contract::{Game, MAX_SEATS, Options, Spec, SpecError};

use analysis::AnalysisVisitor;

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
const SEAT_NAMES: [&str; MAX_SEATS] =
    ["player 0", "player 1", "player 2", "player 3", "player 4", "player 5", "player 6", "player 7"];

macro_rules! dice_games {
    ($($game:ty: $visit:ident),* $(,)?) => {
        /// The ids of the dice games.
        pub const IDS: &[&str] = &[$(<$game as Game>::INFO.id),*];

        /// Sets up the dice game of a specification for exact analysis and hands it to `visitor`.
        ///
        /// # Errors
        /// A specification that is not of a dice game, or options that the game does not take.
        pub fn analyse<V: AnalysisVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            $(if spec.name == <$game as Game>::INFO.id {
                let options = Options::check(spec, <$game as Game>::INFO.options)?;
                return Ok(visitor.$visit(<$game as Game>::new(&options)?, options.canonical()));
            })*
            Err(analysis::no_dice_game(&spec.name, IDS))
        }
    };
}

dice_games! {
    HighestWins: visit,
    LowestWins: visit,
    AsMany: visit,
    Triga: visit,
    Hazard: visit,
    Marlota: visit,
    Riffa: visit,
    PairAndAce: visit,
    Panquist: visit_duel,
    HalfHazard: visit_duel,
    RisingHazard: visit_duel,
    Guirguiesca: visit,
}

torneo_contract::family!(
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
