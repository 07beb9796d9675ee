//! Games by their types, for tests, benchmarks and lists of types. Whoever asks for games by name has the registry of the harness.

use torneo_contract::{Described, GameInfo, GameVisitor, Options, Spec, SpecError};

use crate::each;

/// The descriptions of all games, by family.
pub fn infos() -> Vec<&'static GameInfo> {
    struct List(Vec<&'static GameInfo>);
    impl GameVisitor for List {
        fn visit<G: Described>(&mut self) {
            self.0.push(const { &G::INFO });
        }
    }
    let mut list = List(Vec::new());
    each(&mut list);
    list.0
}

/// The description of the game with this id, if there is one.
pub fn info(id: &str) -> Option<&'static GameInfo> {
    infos().into_iter().find(|info| info.id == id)
}

/// What to do with a game once its type is known.
pub trait Visitor {
    /// The result.
    type Output;

    /// Called with the game and its canonical specification, such as `lanza(players=3)`.
    fn visit<G: Described>(self, game: G, canonical: String) -> Self::Output;
}

/// Sets up the game of a specification and hands it to `visitor` with its type.
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
    find.found.unwrap_or_else(|| Err(SpecError::new(format!("there is no game `{}`", spec.name))))
}

fn set_up<G: Described, V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let options = Options::check(spec, G::INFO.options)?;
    let game = G::new(&options)?;
    Ok(visitor.visit(game, options.canonical()))
}
