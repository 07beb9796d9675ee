//! Every game by its id.
//!
//! A new game adds its type to the list at the end of this file; nothing else names games.

use crate::contract::{Options, Spec, SpecError, nearest};
use crate::{Game, GameInfo};

/// What to do with a game once its type is known.
pub trait Visitor {
    /// The result.
    type Output;

    /// Called with the game and its canonical specification, such as `lanza(players=3)`.
    fn visit<G: Game>(self, game: G, canonical: String) -> Self::Output;
}

/// The description of the game with this id.
///
/// # Errors
/// An unknown id; the error knows the nearest one.
pub fn info(id: &str) -> Result<&'static GameInfo, SpecError> {
    GAMES.iter().copied().find(|info| info.id == id).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> SpecError {
    let message = format!("there is no game `{id}`; `torneo games` lists all");
    SpecError::new(message).with_nearest(nearest(id, GAMES.iter().map(|info| info.id)))
}

fn set_up<G: Game, V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let options = Options::check(spec, G::INFO.options)?;
    let game = G::new(&options)?;
    Ok(visitor.visit(game, options.canonical()))
}

macro_rules! registry {
    ($($game:ty),* $(,)?) => {
        /// All games, by family.
        pub static GAMES: &[&GameInfo] = &[$(&<$game as Game>::INFO),*];

        /// Sets up the game of a specification and hands it to `visitor`.
        ///
        /// # Errors
        /// An unknown game or option, a value that the option does not take, or options that contradict each other.
        pub fn visit<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            $(if spec.name == <$game as Game>::INFO.id {
                return set_up::<$game, V>(spec, visitor);
            })*
            Err(unknown(&spec.name))
        }
    };
}

registry! {
    crate::capture::Camelot,
    crate::capture::SleepingBeautyDraughts,
    crate::capture::Surakarta,
    crate::chess::Fischerandom,
    crate::chess::FourSeasons,
    crate::chess::GrandChess,
    crate::chess::GrandeAcedrex,
    crate::connection::Akron,
    crate::connection::Havannah,
    crate::dice::AsMany,
    crate::dice::Guirguiesca,
    crate::dice::HalfHazard,
    crate::dice::Hazard,
    crate::dice::HighestWins,
    crate::dice::LowestWins,
    crate::dice::Marlota,
    crate::dice::PairAndAce,
    crate::dice::Panquist,
    crate::dice::Riffa,
    crate::dice::RisingHazard,
    crate::dice::Triga,
    crate::hunt::CatchTheRabbit,
    crate::hunt::Hnefatafl,
    crate::hunt::Thud,
    crate::mancala::OtTjin,
    crate::morris::NineMensMorris,
    crate::morris::ThreeMensMorris,
    crate::morris::TwelveMensMorris,
    crate::race::Blocker,
    crate::race::CrossOver,
    crate::race::RazzleDazzle,
    crate::simultaneous::Frames,
    crate::simultaneous::KingOfPearls,
    crate::simultaneous::Lanza,
    crate::simultaneous::Nibelungenlied,
    crate::territory::HiJack,
}
