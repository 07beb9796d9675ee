//! Every game by its id.
//!
//! A new game adds its type to the list at the end of this file; nothing else names games.

use crate::contract::{Options, Spec, SpecError, nearest};
use crate::{Game, GameInfo, exact};

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

/// Sets up the dice game of a specification for exact analysis.
///
/// # Errors
/// As [`visit`], and a game that offers no exact analysis.
pub fn analysis(spec: &Spec) -> Result<exact::Analysis, SpecError> {
    let info = info(&spec.name)?;
    let set_up = EXACT.iter().find(|(id, _)| *id == info.id).map(|(_, set_up)| set_up);
    let set_up = set_up.ok_or_else(|| no_dice_game(&spec.name))?;
    set_up(&Options::check(spec, info.options)?)
}

fn no_dice_game(id: &str) -> SpecError {
    let known: Vec<&str> = EXACT.iter().map(|(id, _)| *id).collect();
    let message = format!("`{id}` is not a dice game; the dice games are {}", known.join(", "));
    SpecError::new(message).with_nearest(nearest(id, known))
}

macro_rules! registry {
    ($($game:ty $(: $exact:ident)?),* $(,)?) => {
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

        /// Exact analysis, of the games that offer it, by id.
        pub static EXACT: &[(&str, exact::SetUp)] =
            &[$($((<$game as Game>::INFO.id, exact::$exact::<$game>),)?)*];
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
    crate::dice::AsMany: of_turns,
    crate::dice::Guirguiesca: of_turns,
    crate::dice::HalfHazard: of_duel,
    crate::dice::Hazard: of_turns,
    crate::dice::HighestWins: of_turns,
    crate::dice::LowestWins: of_turns,
    crate::dice::Marlota: of_turns,
    crate::dice::PairAndAce: of_turns,
    crate::dice::Panquist: of_duel,
    crate::dice::Riffa: of_turns,
    crate::dice::RisingHazard: of_duel,
    crate::dice::Triga: of_turns,
    crate::hunt::CatchTheRabbit,
    crate::hunt::Hnefatafl,
    crate::mancala::OtTjin,
    crate::morris::NineMensMorris,
    crate::morris::ThreeMensMorris,
    crate::morris::TwelveMensMorris,
    crate::race::Blocker,
    crate::race::RazzleDazzle,
    crate::simultaneous::Frames,
    crate::simultaneous::KingOfPearls,
    crate::simultaneous::Lanza,
    crate::simultaneous::Nibelungenlied,
    crate::territory::HiJack,
}
