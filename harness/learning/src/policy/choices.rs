//! A game of a search against itself, and what it chose.

use rand_core::Rng as _;
use torneo_arena::Error;
use torneo_contract::{Seat, SpecError, Turn, random};
use torneo_registry::streams::{Purpose, Streams};
use torneo_registry::{AnyGame, EngineSpec, Registry};
use torneo_search::policy::is_of_surroundings;
use torneo_search::{ActionFeatures, Rng};
use torneo_solve::Solved;

use crate::Settings;

/// One ply in so many is played at random, so that games differ.
const RANDOM_PLY: usize = 12;
/// Actions of a choice that are learnt from: the chosen one and random others.
const MOST_ACTIONS: usize = 40;
/// Nodes that count as long as a simulation of `mcts`, as `auto` has it.
const NODES_OF_SIMULATION: u64 = 20;
/// The table or the tree of the search, in MiB.
const MEMORY: u64 = 8;

/// The features that are weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// All of them.
    All,
    /// Those of the surroundings of targets.
    Local,
}

impl Features {
    /// Leaves out those that are not weighed.
    fn keep(self, features: &mut Vec<u32>) {
        if self == Features::Local {
            features.retain(|&feature| is_of_surroundings(feature));
        }
    }
}

/// The search whose choices are learnt.
pub struct Teacher {
    engine: EngineSpec,
    /// Nodes that each of its steps counts as.
    nodes_of_step: u64,
}

impl Teacher {
    /// `auto` with about so many nodes for each choice.
    ///
    /// # Errors
    /// An engine that does not play the game.
    pub fn new(registry: &Registry, game: &dyn AnyGame, nodes: u64) -> Result<Teacher, Error> {
        let sims = nodes.div_ceil(NODES_OF_SIMULATION);
        let engine =
            registry.engine(&format!("auto(sims={sims}, memory={MEMORY})")).map_err(Error::Engine)?;
        let plays = game.followed(&engine).map_err(Error::Engine)?;
        let simulates = plays.is_some_and(|plays| plays.info().id == "mcts");
        Ok(Teacher { engine, nodes_of_step: if simulates { NODES_OF_SIMULATION } else { 1 } })
    }
}

/// A choice of the search.
pub struct Choice {
    /// The features of the actions.
    pub of: Vec<Vec<u32>>,
    /// The evaluation after each of them.
    pub units: Vec<Option<i32>>,
    /// The number of the chosen one.
    pub chosen: usize,
}

impl Choice {
    /// How many features there are.
    pub fn features(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }

    /// The chosen action and random others.
    fn some(mut self, rng: &mut Rng) -> Choice {
        let mut left = self.of.len();
        self.of.swap(0, self.chosen);
        let most = MOST_ACTIONS.min(left);
        for place in 1..most {
            left -= 1;
            self.of.swap(place, place + random::below(rng, left));
        }
        self.of.truncate(most);
        Choice { of: self.of, units: Vec::new(), chosen: 0 }
    }
}

/// What a game gave.
pub struct Played {
    /// Nodes of all searches, and one for each ply.
    pub nodes: u64,
    /// The choices.
    pub choices: Vec<Choice>,
}

/// Plays a game. The choices have the features that are `kept`, and all actions if they are to be `whole`.
///
/// # Errors
/// Engines that cannot be set up.
pub fn game(
    game: &dyn AnyGame,
    (teacher, eye): (&Teacher, &EngineSpec),
    streams: Streams,
    settings: &Settings,
    (kept, whole): (Features, bool),
) -> Result<Played, SpecError> {
    let solved = Solved::new(game.expander());
    let (mut engines, mut eyes) = (Vec::new(), Vec::new());
    let mut session = game.session();
    for seat in Seat::all(game.seats()) {
        for (list, spec) in [(&mut engines, &teacher.engine), (&mut eyes, eye)] {
            let mut engine = game.engine(spec, &solved)?;
            engine.begin(&*session, seat, streams.generator(Purpose::Seat(seat)));
            list.push(engine);
        }
    }
    let (mut chance, mut opening) = (streams.stream(Purpose::Chance), streams.generator(Purpose::Opening));
    let mut random = random::below(&mut opening, settings.random_plies as usize + 1);
    let mut played = Played { nodes: 0, choices: Vec::new() };
    for _ in 0..settings.max_plies {
        played.nodes += 1;
        let seat = match session.turn() {
            Turn::Over => break,
            Turn::Chance => {
                session.draw_chance(chance.next_u64());
                continue;
            }
            Turn::Seat(seat) => seat,
            Turn::Simultaneous(_) => unreachable!("such games are refused"),
        };
        if random > 0 {
            random -= 1;
            session.play_randomly(&mut opening);
            continue;
        }
        let features = eyes[seat.index()].features(&*session).unwrap_or_default();
        if features.of.len() < 2 || random::below(&mut opening, RANDOM_PLY) == 0 {
            session.play_randomly(&mut opening);
            continue;
        }
        let steps = engines[seat.index()].choose(&mut *session).map_err(|fault| fault.to_string())?;
        played.nodes += steps * teacher.nodes_of_step;
        let mut token = String::new();
        session.write_choice(&mut token);
        if let Ok(chosen) = session.read(Some(seat), &token) {
            let ActionFeatures { mut of, units } = features;
            of.iter_mut().for_each(|of| kept.keep(of));
            let choice = Choice { of, units, chosen };
            played.choices.push(if whole { choice } else { choice.some(&mut opening) });
        }
        session.play_chosen(false);
    }
    Ok(played)
}
