//! A game whose types are erased: all that a harness sees of it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::scene::Board;
use torneo_contract::session::{self, Session};
use torneo_contract::{
    Described, Formats, GameInfo, Options, Playable, PositionError, Seat, Spec, SpecError, Turn, perft,
    random,
};
use torneo_exact::SetUp;
use torneo_search::text::{TextGame, game_of};
use torneo_search::{AnyEngine, Rng, Stop, Traits, Tuning};
use torneo_solve::{Expander, Solved, expander};

use crate::advice::Adviser;
use crate::cards::Card;
use crate::engine::{EngineSpec, check, seat};
use crate::matchup::Matchup;
use crate::people::{self, Ending, Participant};
use crate::speed::{self, SearchSpeed, Speed};
use crate::tuning;
use crate::watching::{Begun, PlayError, Watcher};

/// A game with its options set: the methods of the trait are what is compiled for each game, those of `dyn AnyGame` follow from them.
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

    /// The same game for another owner.
    fn share(&self) -> Arc<dyn AnyGame>;

    /// A game from its start.
    fn session(&self) -> Box<dyn Session>;

    /// The game as solvers see it.
    fn expander(&self) -> Arc<dyn Expander>;

    /// What the set-up of engines depends on.
    fn traits(&self) -> &Traits;

    /// Whether an engine can play the game. The tables of one that needs them are made in `solved`, which belongs to the game.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, engine: &EngineSpec, solved: &Solved) -> Result<(), SpecError>;

    /// An engine that plays sessions of the game. `solved` holds the tables that its engines share.
    ///
    /// # Errors
    /// An engine that cannot play the game.
    fn engine(&self, engine: &EngineSpec, solved: &Solved) -> Result<Box<dyn AnyEngine>, SpecError>;

    /// Plays uniformly random games for the given time on one thread.
    fn playouts(&self, time: Duration) -> Speed;

    /// Plays uniformly random games on from where a session of this game stands, with this generator: the scores of the seats,
    /// game after game, into `scores`, whose length is a multiple of the number of seats. It ends early when `stop` is set.
    fn play_out(&self, from: &dyn Session, rng: &mut Rng, scores: &mut [f64], stop: &AtomicBool);
}

/// Random games in which a turn of chance is looked for, and their plies at most.
const TRIED_GAMES: u64 = 4;
const MOST_PLIES: usize = 2_000;
/// Turns of chance before the first choice of a game, at most.
const MOST_SET_UP: usize = 1_000;

impl dyn AnyGame + '_ {
    /// Tries whether an engine is ready to play the game: an engine that is another program is started once and says hello.
    ///
    /// # Errors
    /// Why it is not, or that it does not play the game.
    pub fn greet(&self, engine: &EngineSpec, stop: &Stop) -> Result<(), SpecError> {
        engine.greet(self.traits(), stop)
    }

    /// The game as programs know it.
    pub fn text_game(&self) -> TextGame {
        game_of(self.traits())
    }

    /// What carries it to other programs.
    pub fn formats(&self) -> Formats {
        self.traits().formats
    }

    /// Whether seats ever choose in it.
    pub fn has_choices(&self) -> bool {
        let turns = self.info().turns;
        turns.decision || turns.simultaneous
    }

    /// Whether the game is known to draw at random: with these options a turn of chance came in a few games that were
    /// played for it. A game with an option that fixes its start may have the kind of turn and never come to it.
    pub fn draws_at_random(&self) -> bool {
        self.info().turns.chance && (0..TRIED_GAMES).any(|seed| self.comes_to_chance(seed))
    }

    fn comes_to_chance(&self, seed: u64) -> bool {
        let (mut session, mut words) = (self.session(), random::Generator::seed_from_u64(seed));
        for _ in 0..MOST_PLIES {
            let choosers = match session.turn() {
                Turn::Chance => return true,
                Turn::Over => return false,
                turn => turn.choosers(),
            };
            choosers.iter().for_each(|seat| session.choose_randomly(seat, &mut words));
            session.play_chosen(false);
        }
        false
    }

    /// Whether all seats choose together at the first choice of the game, so that none moves first.
    pub fn has_no_first_move(&self) -> bool {
        matches!(self.drawn_start().turn(), Turn::Simultaneous(seats) if seats.len() == self.seats())
    }

    /// The game at its first choice, set up by chance where its rules ask for that: always the same draw. A game without
    /// choices is at its start.
    pub fn drawn_start(&self) -> Box<dyn Session> {
        let (mut session, mut words) = (self.session(), random::Generator::seed_from_u64(1));
        for _ in 0..MOST_SET_UP {
            if session.turn() != Turn::Chance || !self.has_choices() {
                break;
            }
            session.choose_chance(words.next_u64());
            session.play_chosen(false);
        }
        session
    }

    /// What stays the same on the table during the game.
    pub fn board(&self) -> Board {
        self.session().board()
    }

    /// The number of leaves at `depth` plies from a position, or from the start.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        Ok(self.at(position)?.perft(depth))
    }

    /// The leaves below each first ply, named by its token.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError> {
        Ok(perft::divide(&*self.at(position)?, depth))
    }

    /// The game in a position, or at its start.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn at(&self, position: Option<&str>) -> Result<Box<dyn Session>, PositionError> {
        let mut session = self.session();
        if let Some(text) = position {
            session.set_position(text)?;
        }
        Ok(session)
    }

    /// The table of the game with these engines.
    ///
    /// # Errors
    /// An engine that cannot play the game; the error says which.
    pub fn table(&self, engines: &[EngineSpec]) -> Result<Arc<Matchup>, SpecError> {
        Matchup::set(self.share(), engines).map(Arc::new)
    }

    /// Plays one game from where it is with somebody in each participant, and tells `watcher` of every ply. Chance goes on as it
    /// would have gone without a break.
    ///
    /// # Errors
    /// A text that is no position, moves that are not legal, an engine that cannot play the game, or one that fails.
    pub fn play(
        &self,
        participants: Vec<Participant>,
        begun: Begun<'_>,
        seed: u64,
        watcher: &mut dyn Watcher,
    ) -> Result<Ending, PlayError> {
        people::play(self, participants, begun, seed, watcher)
    }

    /// What replaces an engine that follows the game, such as `auto`. None where the specification stands as
    /// it is.
    ///
    /// # Errors
    /// Tuned options of the game that are none.
    pub fn followed(&self, engine: &EngineSpec) -> Result<Option<EngineSpec>, SpecError> {
        engine.followed(self.traits())
    }

    /// A game from its start with an engine at one of its seats, which answers at once when `stop` is set.
    ///
    /// # Errors
    /// An engine that cannot play the game.
    pub fn adviser(&self, engine: &EngineSpec, stop: Stop) -> Result<Adviser, SpecError> {
        Adviser::new(self, engine, stop)
    }

    /// Lets each engine choose for the given time in positions of random games; nothing for a game without choices.
    ///
    /// # Errors
    /// An engine that cannot play the game.
    pub fn searches(&self, engines: &[EngineSpec], time: Duration) -> Result<Vec<SearchSpeed>, SpecError> {
        speed::searches(self, engines, time)
    }
}

/// Sets a game up from options that are checked one by one.
type Maker = Arc<dyn Fn(&GameEntry, &Options) -> Result<Arc<dyn AnyGame>, SpecError> + Send + Sync>;

/// A game of a registry.
#[derive(Clone)]
pub struct GameEntry {
    info: &'static GameInfo,
    maker: Maker,
    tuning: Arc<Tuning>,
    exact: Option<SetUp>,
    rules: Option<&'static str>,
    card: Arc<Card>,
    /// What carries the game with its defaults to other programs, once somebody has asked.
    formats: Arc<OnceLock<Formats>>,
}

impl GameEntry {
    /// The entry of a game. This is where all engines are compiled for it.
    pub fn of<G: Described>() -> GameEntry {
        const { assert!(G::INFO.turns.is(G::TURNS), "the description and `TURNS` differ") };
        GameEntry::new(const { &G::INFO }, G::new)
    }

    /// The entry of a game that is described by a value: `make` sets it up. All engines are compiled for its type here.
    pub fn new<G: Playable>(
        info: &'static GameInfo,
        make: impl Fn(&Options) -> Result<G, SpecError> + Send + Sync + 'static,
    ) -> GameEntry {
        let maker: Maker = Arc::new(move |entry, options| {
            let game = make(options)?;
            let traits = Arc::new(Traits::of(&game, entry.info, options, &entry.tuning));
            Ok(Arc::new(Typed { game, traits }))
        });
        let formats = Arc::new(match G::INTERCHANGE {
            Some(_) => OnceLock::new(),
            None => OnceLock::from(Formats::NONE),
        });
        let card = Arc::new(Card::of(info));
        GameEntry {
            info,
            maker,
            tuning: Arc::new(tuning::of(info.id)),
            exact: None,
            rules: None,
            card,
            formats,
        }
    }

    /// The same entry with the engines and options that search the game best: the text of a file as those in the folder `tuning`.
    ///
    /// # Errors
    /// A text of another form, or an engine or option that does not exist.
    pub fn with_tuning(self, text: &str) -> Result<GameEntry, SpecError> {
        let (weights, policies) = (self.tuning.weights.clone(), self.tuning.policies.clone());
        let tuning = Tuning { weights, policies, ..tuning::read(text)? };
        Ok(GameEntry { tuning: Arc::new(tuning), ..self })
    }

    /// The same entry with the weights of an evaluation that was learnt: the text of a file that `torneo learn` has written.
    #[must_use]
    pub fn with_weights(self, text: &str) -> GameEntry {
        let mut tuning = (*self.tuning).clone();
        tuning.weights.insert(0, text.to_owned());
        GameEntry { tuning: Arc::new(tuning), ..self }
    }

    /// The same entry with a policy that was learnt: the text of a file that `torneo learn --policy` has written.
    #[must_use]
    pub fn with_policy(self, text: &str) -> GameEntry {
        let mut tuning = (*self.tuning).clone();
        tuning.policies.insert(0, text.to_owned());
        GameEntry { tuning: Arc::new(tuning), ..self }
    }

    /// The same entry with the exact analysis of a dice game.
    #[must_use]
    pub fn with_exact(self, exact: SetUp) -> GameEntry {
        GameEntry { exact: Some(exact), ..self }
    }

    /// The same entry, told what carries the game with its defaults to other programs: it is not set up to find that out.
    #[must_use]
    pub fn with_formats(self, formats: Formats) -> GameEntry {
        GameEntry { formats: Arc::new(OnceLock::from(formats)), ..self }
    }

    /// The same entry with the page of its rules, in Markdown.
    #[must_use]
    pub fn with_rules(self, rules: &'static str) -> GameEntry {
        GameEntry { rules: Some(rules), ..self }
    }

    /// The same entry with where the game comes from, how long it is and what it is.
    #[must_use]
    pub fn with_card(self, card: Card) -> GameEntry {
        GameEntry { card: Arc::new(card), ..self }
    }

    /// The description of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Where it comes from, how long it is and what it is.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The page of its rules, in Markdown, if it has one.
    pub fn rules(&self) -> Option<&'static str> {
        self.rules
    }

    /// The exact analysis of a dice game, if it has one.
    pub fn exact(&self) -> Option<SetUp> {
        self.exact
    }

    /// What carries the game with its defaults to other programs.
    pub fn formats(&self) -> Formats {
        *self.formats.get_or_init(|| {
            let plain = Spec::new(self.info.id, &[]);
            let options = Options::check(&plain, self.info.options);
            let game = options.and_then(|options| self.set_up(&options));
            game.map_or(Formats::NONE, |game| game.formats())
        })
    }

    /// Sets the game up.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn set_up(&self, options: &Options) -> Result<Arc<dyn AnyGame>, SpecError> {
        (self.maker)(self, options)
    }
}

struct Typed<G> {
    game: G,
    traits: Arc<Traits>,
}

impl<G: Playable> AnyGame for Typed<G> {
    fn info(&self) -> &'static GameInfo {
        self.traits.info
    }

    fn canonical(&self) -> &str {
        &self.traits.canonical
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat).text
    }

    fn max_plies(&self) -> Option<u64> {
        self.game.max_plies()
    }

    fn session(&self) -> Box<dyn Session> {
        session::begin(self.game.clone())
    }

    fn share(&self) -> Arc<dyn AnyGame> {
        Arc::new(Typed { game: self.game.clone(), traits: self.traits.clone() })
    }

    fn expander(&self) -> Arc<dyn Expander> {
        expander(self.game.clone(), self.traits.canonical.clone())
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    fn check(&self, engine: &EngineSpec, solved: &Solved) -> Result<(), SpecError> {
        check(engine, &self.game, &self.traits, solved)
    }

    fn engine(&self, engine: &EngineSpec, solved: &Solved) -> Result<Box<dyn AnyEngine>, SpecError> {
        seat(engine, &self.game, &self.traits, solved)
    }

    fn playouts(&self, time: Duration) -> Speed {
        speed::playouts(&self.game, &self.traits.canonical, time)
    }

    fn play_out(&self, from: &dyn Session, rng: &mut Rng, scores: &mut [f64], stop: &AtomicBool) {
        let from = session::Typed::<G>::of(from).expect("the session is one of this game");
        let (game, position) = from.game_and_position();
        speed::play_out(game, position, rng, scores, stop);
    }
}
