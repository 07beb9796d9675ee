//! A game of a search against itself, and what is to be learnt from it.

use std::sync::Arc;

use rand_core::Rng as _;
use torneo_contract::session::Session;
use torneo_contract::{Seat, SpecError, Turn, random};
use torneo_registry::AnyGame;
use torneo_registry::EngineSpec;
use torneo_registry::streams::{Purpose, Streams};
use torneo_search::learned::{Learned, Weights, expected};
use torneo_search::{AnyEngine, Scale};
use torneo_solve::Solved;

use crate::Settings;

/// One ply in so many is played at random, so that games differ.
const RANDOM_PLY: usize = 12;
/// How exactly a position has the value of the search whose principal variation it ends.
const EXACT: f64 = 1e-9;
/// How much of what a position is to be worth comes from what came after it, and not from its own search.
const LAMBDA: f64 = 0.8;

/// A position to learn from.
pub struct Sample {
    /// The patterns of things on the board.
    pub patterns: Vec<u16>,
    /// The game's own evaluation for the first seat.
    pub own: i32,
    /// What that counts.
    pub counts: Vec<i32>,
    /// 1 where the first seat moves, -1 where the second does.
    pub turn: i8,
    /// The number of things on the board.
    pub things: u16,
    /// The expected score of the first seat by what came after it.
    pub target: f64,
}

/// What a game gave.
pub struct Played {
    /// Nodes of all searches.
    pub nodes: u64,
    /// The positions.
    pub samples: Vec<Sample>,
}

/// What one search found.
struct Found {
    /// The expected score of the first seat.
    value: f64,
    /// The position.
    root: Sample,
    /// The position at the end of its principal variation, where that has its value.
    leaf: Option<Sample>,
    /// Whether what follows is not what the search would have played.
    broken: bool,
}

/// Plays a game.
///
/// # Errors
/// Weights that the engine cannot read.
pub fn game(
    game: &dyn AnyGame,
    engine: &EngineSpec,
    weights: &Arc<Weights>,
    streams: Streams,
    settings: &Settings,
) -> Result<Played, SpecError> {
    let solved = Solved::new(game.expander());
    let mut engines = [game.engine(engine, &solved)?, game.engine(engine, &solved)?];
    let mut session = game.session();
    for (engine, seat) in engines.iter_mut().zip(Seat::all(2)) {
        // What is learnt is to be what a search finds.
        engine.set_scale(Scale::default());
        engine.begin(&*session, seat, streams.generator(Purpose::Seat(seat)));
    }
    let (mut chance, mut opening) = (streams.stream(Purpose::Chance), streams.generator(Purpose::Opening));
    let mut random = random::below(&mut opening, settings.random_plies as usize + 1);
    let mut reader = Reader { learned: Learned::new(weights.clone()), weights };
    let (mut nodes, mut found, mut plies) = (0, Vec::<Found>::new(), 0);
    loop {
        match session.turn() {
            Turn::Over => break,
            Turn::Chance => session.draw_chance(chance.next_u64()),
            _ if plies >= settings.max_plies => break,
            _ if random > 0 || random::below(&mut opening, RANDOM_PLY) == 0 => {
                random = random.saturating_sub(1);
                if let Some(last) = found.last_mut() {
                    last.broken = true;
                }
                session.play_randomly(&mut opening);
            }
            Turn::Seat(seat) => {
                let engine = &mut *engines[seat.index()];
                nodes += engine.choose(&mut *session).map_err(|fault| fault.to_string())?;
                found.extend(reader.read(engine, &*session, seat));
                session.play_chosen(false);
            }
            Turn::Simultaneous(_) => unreachable!("such games are refused"),
        }
        plies += 1;
    }
    let result = session.outcome().map_or(0.5, |outcome| outcome.scores[0]);
    Ok(Played { nodes, samples: targets(found, result) })
}

/// Gives each position what came after it: the values of the later searches, weighted by powers of lambda, and the result.
fn targets(found: Vec<Found>, result: f64) -> Vec<Sample> {
    let (mut samples, mut after) = (Vec::new(), result);
    for Found { value, root, leaf, broken } in found.into_iter().rev() {
        // What follows a random ply says nothing of the search before it.
        let later = if broken { value } else { after };
        let target = (1.0 - LAMBDA) * value + LAMBDA * later;
        samples.extend(leaf.filter(|_| !broken).map(|leaf| Sample { target: later, ..leaf }));
        samples.push(Sample { target, ..root });
        after = target;
    }
    samples
}

/// Finds the positions whose evaluations searches rest on.
struct Reader<'a> {
    learned: Learned,
    weights: &'a Weights,
}

impl Reader<'_> {
    /// What the last search of an engine, made in this position, found; none if it did not have to search.
    fn read(&mut self, engine: &mut dyn AnyEngine, session: &dyn Session, seat: Seat) -> Option<Found> {
        let explanation = engine.explain(session, 0);
        if explanation.line.is_empty() {
            return None;
        }
        let of_first = |value: f64| if seat == Seat::FIRST { value } else { 1.0 - value };
        let value = of_first(explanation.value?);
        let (mut next, mut leaf) = (session.copy(), None);
        next.unchoose();
        for token in &explanation.line {
            if next.play(token).is_err() || !matches!(next.turn(), Turn::Seat(_)) {
                break;
            }
            let here = of_first(expected(self.learned.value_of(&*next, seat)));
            if (here - value).abs() < EXACT {
                leaf = Some(self.sample(&*next));
                break;
            }
        }
        Some(Found { value, root: self.sample(session), leaf, broken: false })
    }

    /// A position as it is learnt from, without what it is to be worth.
    fn sample(&self, session: &dyn Session) -> Sample {
        let known = self.weights.patterns();
        let (mut on, mut patterns) = (vec![0; known.sites()], Vec::new());
        session.pieces(&mut on);
        known.list(&on, &mut patterns);
        let mut counts = vec![0; self.weights.terms().len()];
        let own = session.count_terms(&mut counts);
        let turn = if session.turn() == Turn::Seat(Seat::FIRST) { 1 } else { -1 };
        let things = on.iter().filter(|&&kind| kind > 0).count() as u16;
        Sample { patterns, own, counts, turn, things, target: 0.0 }
    }
}
