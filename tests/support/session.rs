//! The games of the built-in registry in progress.

use std::sync::{Arc, LazyLock};

use torneo::Registry;
use torneo_contract::SpecError;
use torneo_contract::session::Session;
use torneo_registry::AnyGame;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

/// Sets up the game of a specification such as `lanza(players=3)`.
///
/// # Errors
/// An unknown game or option, or a value that the option does not take.
pub fn game(spec: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
    REGISTRY.game(spec)
}

/// Begins the game of a specification; errors as [`game`].
pub fn open(spec: &str) -> Result<Box<dyn Session>, SpecError> {
    game(spec).map(|game| game.session())
}

/// The game of an id in the moment by which it is known; errors as [`game`].
pub fn moment(id: &str) -> Result<Box<dyn Session>, SpecError> {
    REGISTRY.moment(id)
}

/// The ids of all games.
pub fn ids() -> Vec<String> {
    torneo_games::infos().iter().map(|info| info.id.to_owned()).collect()
}
