//! Every game by its id.
//!
//! A family lists its own games; this file lists the families.

use std::sync::LazyLock;

use torneo_contract::{Described, GameInfo, GameVisitor, Options, Spec, SpecError, nearest};
use torneo_exact::{Analysis, Entry};

/// Shows the type of every game to `visitor`, family by family.
pub fn each<V: GameVisitor>(visitor: &mut V) {
    torneo_capture::each(visitor);
    torneo_chess::each(visitor);
    torneo_connection::each(visitor);
    torneo_dice_games::each(visitor);
    torneo_hunt::each(visitor);
    torneo_mancala::each(visitor);
    torneo_morris::each(visitor);
    torneo_race::each(visitor);
    torneo_simultaneous::each(visitor);
    torneo_space::each(visitor);
    torneo_territory::each(visitor);
    torneo_tiles::each(visitor);
}

/// All games, by family.
pub fn games() -> &'static [&'static GameInfo] {
    struct List(Vec<&'static GameInfo>);
    impl GameVisitor for List {
        fn visit<G: Described>(&mut self) {
            self.0.push(const { &G::INFO });
        }
    }
    static GAMES: LazyLock<Vec<&'static GameInfo>> = LazyLock::new(|| {
        let mut list = List(Vec::new());
        each(&mut list);
        list.0
    });
    &GAMES
}

/// What to do with a game once its type is known.
pub trait Visitor {
    /// The result.
    type Output;

    /// Called with the game and its canonical specification, such as `lanza(players=3)`.
    fn visit<G: Described>(self, game: G, canonical: String) -> Self::Output;
}

/// The description of the game with this id.
///
/// # Errors
/// An unknown id; the error knows the nearest one.
pub fn info(id: &str) -> Result<&'static GameInfo, SpecError> {
    games().iter().copied().find(|info| info.id == id).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> SpecError {
    let message = format!("there is no game `{id}`; `torneo games` lists all");
    SpecError::new(message).with_nearest(nearest(id, games().iter().map(|info| info.id)))
}

/// Sets up the game of a specification and hands it to `visitor`.
///
/// # Errors
/// An unknown game or option, a value that the option does not take, or options that contradict each other.
pub fn visit<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    struct Find<'a, V: Visitor> {
        spec: &'a Spec,
        visitor: Option<V>,
        found: Option<Result<V::Output, SpecError>>,
    }
    impl<V: Visitor> GameVisitor for Find<'_, V> {
        fn visit<G: Described>(&mut self) {
            if self.spec.name == G::INFO.id
                && let Some(visitor) = self.visitor.take()
            {
                self.found = Some(set_up::<G, V>(self.spec, visitor));
            }
        }
    }
    let mut find = Find { spec, visitor: Some(visitor), found: None };
    each(&mut find);
    find.found.unwrap_or_else(|| Err(unknown(&spec.name)))
}

fn set_up<G: Described, V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let options = Options::check(spec, G::INFO.options)?;
    let game = G::new(&options)?;
    Ok(visitor.visit(game, options.canonical()))
}

/// The games that offer exact analysis, by id.
pub fn exact() -> impl Iterator<Item = &'static Entry> {
    torneo_dice_games::EXACT.iter()
}

/// Sets up the dice game of a specification for exact analysis.
///
/// # Errors
/// As [`visit`], and a game that offers no exact analysis.
pub fn analysis(spec: &Spec) -> Result<Analysis, SpecError> {
    let info = info(&spec.name)?;
    let set_up = exact().find(|(id, _)| *id == info.id).map(|(_, set_up)| set_up);
    set_up.ok_or_else(|| no_dice_game(&spec.name))?(&Options::check(spec, info.options)?)
}

fn no_dice_game(id: &str) -> SpecError {
    let known: Vec<&str> = exact().map(|(id, _)| *id).collect();
    let message = format!("`{id}` is not a dice game; the dice games are {}", known.join(", "));
    SpecError::new(message).with_nearest(nearest(id, known))
}
