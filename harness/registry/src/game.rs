//! A game whose types are erased: all that a harness sees of it.

use std::sync::Arc;
use std::time::Duration;

use torneo_contract::scene::Board;
use torneo_contract::session::{self, Session};
use torneo_contract::{GameInfo, Options, Playable, PositionError, Seat, Setting, SpecError, perft, scenery};
use torneo_exact::SetUp;
use torneo_search::Stop;
use torneo_search::registry::{EngineSpec, followed};
use torneo_solve::{Expander, expander};

use crate::advice::{self, Adviser};
use crate::people::{self, Begun, Chair, Ending, PlayError, Watcher};
use crate::speed::{self, SearchSpeed, Speed};
use crate::table::{self, MatchTable};

/// A game with its options set.
pub trait AnyGame: Send + Sync {
    /// The description.
    fn info(&self) -> &'static GameInfo;

    /// The canonical specification.
    fn canonical(&self) -> &str;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The largest number of plies that a game can last, where the options set one.
    fn max_plies(&self) -> Option<u64>;

    /// A game from its start behind the text interface.
    fn session(&self) -> Box<dyn Session>;

    /// What stays the same on the table during the game.
    fn board(&self) -> Board;

    /// The number of leaves at `depth` plies from a position, or from the start.
    ///
    /// # Errors
    /// A text that is no position.
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError>;

    /// The leaves below each first ply, named by its token.
    ///
    /// # Errors
    /// A text that is no position.
    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError>;

    /// The game as solvers see it.
    fn expander(&self) -> Arc<dyn Expander>;

    /// The table of the game with these engines.
    ///
    /// # Errors
    /// An engine that cannot play the game; the error says which.
    fn table(&self, engines: &[EngineSpec]) -> Result<Arc<dyn MatchTable>, SpecError>;

    /// Plays one game from where it is with somebody in each chair, and tells `watcher` of every ply. Chance goes on as it
    /// would have gone without a break.
    ///
    /// # Errors
    /// A text that is no position, moves that are not legal, an engine that cannot play the game, or one that fails.
    fn play(
        &self,
        chairs: Vec<Chair>,
        begun: Begun<'_>,
        seed: u64,
        watcher: &mut dyn Watcher,
    ) -> Result<Ending, PlayError>;

    /// What plays in place of an engine that follows the game, such as `auto`; none where the specification stands as it is.
    ///
    /// # Errors
    /// Settings of the game that are none.
    fn followed(&self, engine: &EngineSpec) -> Result<Option<EngineSpec>, SpecError>;

    /// How the game was found to be searched well.
    fn settings(&self) -> &'static [Setting];

    /// A game from its start with an engine at one of its seats, which answers at once when `stop` is set.
    ///
    /// # Errors
    /// An engine that cannot play the game.
    fn adviser(&self, engine: &EngineSpec, stop: Stop) -> Result<Box<dyn Adviser>, SpecError>;

    /// Plays uniformly random games for the given time on one thread.
    fn playouts(&self, time: Duration) -> Speed;

    /// Lets each engine choose for the given time in positions of random games; nothing for a game without choices.
    ///
    /// # Errors
    /// An engine that cannot play the game.
    fn searches(&self, engines: &[EngineSpec], time: Duration) -> Result<Vec<SearchSpeed>, SpecError>;
}

/// Sets a game up from options that are checked one by one.
type Maker = fn(&Options) -> Result<Arc<dyn AnyGame>, SpecError>;

/// A game of a registry.
#[derive(Clone, Copy)]
pub struct GameEntry {
    info: &'static GameInfo,
    maker: Maker,
    exact: Option<SetUp>,
    rules: Option<&'static str>,
}

impl GameEntry {
    /// The entry of a game. This is where all engines are compiled for it.
    pub fn of<G: Playable>() -> GameEntry {
        GameEntry { info: const { &G::INFO }, maker: set_up::<G>, exact: None, rules: None }
    }

    /// The same entry with the exact analysis of a dice game.
    #[must_use]
    pub fn with_exact(self, exact: SetUp) -> GameEntry {
        GameEntry { exact: Some(exact), ..self }
    }

    /// The same entry with the page of its rules, in Markdown.
    #[must_use]
    pub fn with_rules(self, rules: &'static str) -> GameEntry {
        GameEntry { rules: Some(rules), ..self }
    }

    /// The description of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The page of its rules, in Markdown, if it has one.
    pub fn rules(&self) -> Option<&'static str> {
        self.rules
    }

    /// The exact analysis of a dice game, if it has one.
    pub fn exact(&self) -> Option<SetUp> {
        self.exact
    }

    /// Sets the game up.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn set_up(&self, options: &Options) -> Result<Arc<dyn AnyGame>, SpecError> {
        (self.maker)(options)
    }
}

fn set_up<G: Playable>(options: &Options) -> Result<Arc<dyn AnyGame>, SpecError> {
    Ok(Arc::new(Typed { game: G::new(options)?, canonical: options.canonical() }))
}

struct Typed<G> {
    game: G,
    canonical: String,
}

impl<G: Playable> Typed<G> {
    fn at(&self, position: Option<&str>) -> Result<G::Position, PositionError> {
        position.map_or_else(|| Ok(self.game.start()), |text| self.game.parse_position(text))
    }
}

impl<G: Playable> AnyGame for Typed<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn canonical(&self) -> &str {
        &self.canonical
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat)
    }

    fn max_plies(&self) -> Option<u64> {
        self.game.max_plies()
    }

    fn session(&self) -> Box<dyn Session> {
        session::begin(self.game.clone())
    }

    fn board(&self) -> Board {
        scenery::table(&self.game)
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        Ok(perft::perft(&self.game, &self.at(position)?, depth))
    }

    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError> {
        let position = self.at(position)?;
        let written = |(ply, leaves): (torneo_contract::Ply<G::Action>, u64)| {
            let mut token = String::new();
            ply.write(&self.game, &position, &mut token);
            (token, leaves)
        };
        Ok(perft::divide(&self.game, &position, depth).into_iter().map(written).collect())
    }

    fn expander(&self) -> Arc<dyn Expander> {
        expander(self.game.clone(), self.canonical.clone())
    }

    fn table(&self, engines: &[EngineSpec]) -> Result<Arc<dyn MatchTable>, SpecError> {
        table::set(self.game.clone(), self.expander(), engines)
    }

    fn play(
        &self,
        chairs: Vec<Chair>,
        begun: Begun<'_>,
        seed: u64,
        watcher: &mut dyn Watcher,
    ) -> Result<Ending, PlayError> {
        people::play(&self.game, self.expander(), chairs, begun, seed, watcher)
    }

    fn adviser(&self, engine: &EngineSpec, stop: Stop) -> Result<Box<dyn Adviser>, SpecError> {
        advice::adviser(&self.game, self.expander(), engine, stop)
    }

    fn followed(&self, engine: &EngineSpec) -> Result<Option<EngineSpec>, SpecError> {
        followed(engine, &self.game)
    }

    fn settings(&self) -> &'static [Setting] {
        self.game.settings()
    }

    fn playouts(&self, time: Duration) -> Speed {
        speed::playouts(&self.game, &self.canonical, time)
    }

    fn searches(&self, engines: &[EngineSpec], time: Duration) -> Result<Vec<SearchSpeed>, SpecError> {
        speed::searches(&self.game, self.expander(), engines, time)
    }
}
