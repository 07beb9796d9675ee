//! Evaluations that are learnt: the game's own with a weight, and a weight for each pattern of things on the board.

mod patterns;
mod stage;
mod weights;

use std::path::Path;
use std::sync::Arc;

use torneo_contract::scene::Board;
use torneo_contract::session::Session;
use torneo_contract::{
    Heuristics, Kind as Piece, Options, Playable, Seat, SpecError, Turn, TurnKinds, count_terms, refuse,
};

use crate::common::judging::{Kind, OPTION};
use crate::common::value;

pub use crate::common::value::HALF;
pub use patterns::Patterns;
pub use stage::Staged;
pub use weights::{UNIT, Weights};

/// The bound of evaluations.
const BOUND: i64 = 1_000_000;

/// What a game tells to evaluations and policies that are learnt.
pub struct Sight {
    /// The id of the game.
    pub id: &'static str,
    /// Number of seats.
    pub seats: usize,
    /// The board.
    pub board: Board,
    /// The kinds of things that stand on it; 0 if the game tells nothing.
    pub kinds: u8,
    /// The things of each kind.
    pub things: Vec<Piece>,
    /// The kinds of turn.
    pub turns: TurnKinds,
    /// The names of what its own evaluation counts; empty if the game tells nothing.
    pub terms: &'static [&'static str],
    /// The weights that come with the game.
    pub weights: Option<String>,
    /// The policy that comes with it.
    pub policy: Option<String>,
}

impl Sight {
    /// That of the game with this id. Nothing that was learnt comes with it.
    pub fn of<G: Playable>(game: &G, id: &'static str) -> Sight {
        let (things, terms) = (game.kinds().to_vec(), game.terms());
        Sight {
            id,
            seats: game.seats(),
            board: game.board(),
            kinds: things.len() as u8,
            things,
            turns: G::TURNS,
            terms: terms.map_or(&[][..], |terms| terms.names),
            weights: None,
            policy: None,
        }
    }

    /// The sites of the longest lines that are looked at; 0 where the game does not tell what stands where.
    pub fn longest(&self) -> u8 {
        Patterns::longest(self.kinds)
    }

    /// The patterns on lines of at most this many sites.
    pub fn patterns(&self, longest: u8) -> Patterns {
        Patterns::new(&self.board, self.kinds, longest)
    }

    /// The game's own evaluation as weights, with none for any of these patterns.
    pub fn zero(&self, patterns: Patterns) -> Weights {
        Weights::zero(patterns, self.terms)
    }

    /// Whether there can be weights for the game.
    ///
    /// # Errors
    /// Any number of seats except two, or a game that tells neither what stands where nor what its evaluation
    /// counts.
    pub fn check(&self) -> Result<(), SpecError> {
        let why = match (self.seats, self.kinds) {
            (2, 0) if self.terms.is_empty() => {
                "it tells neither what stands where nor what its evaluation counts (`Notation::pieces` with \
                 `kinds`, or `Heuristics::terms`)"
            }
            (2, _) => return Ok(()),
            _ => "they are for tables of two seats",
        };
        Err(SpecError::new(format!("`{}` has no learnt evaluation: {why}", self.id)))
    }

    /// Reads the weights of a file, or with an empty path those that come with the game.
    ///
    /// # Errors
    /// Those of [`check`](Sight::check), a game without weights, and files without weights of it.
    pub fn weights(&self, path: &str) -> Result<Weights, SpecError> {
        self.check()?;
        match (path, &self.weights) {
            ("", Some(text)) => Weights::parse(text, self),
            ("", None) => refuse!(
                "no weights come with `{}` as it is set up: `torneo learn` finds some, and `weights=FILE` uses them",
                self.id
            ),
            (path, _) => Weights::read(Path::new(path), self),
        }
    }
}

/// Of some texts with weights the one for a game with this canonical specification.
pub fn weights_of<'a>(mut texts: impl Iterator<Item = &'a str>, canonical: &str) -> Option<&'a str> {
    texts.find(|text| weights::game_of(text) == Some(canonical))
}

/// The learnt evaluation that the options of an engine ask for, if they do. Its weights are in the file with this path, or come
/// with the game if that is empty.
///
/// # Errors
/// Those of [`Sight::weights`].
pub fn asked(
    options: &Options,
    path: &str,
    sight: impl FnOnce() -> Sight,
) -> Result<Option<Learned>, SpecError> {
    if !options.has(OPTION.name) || Kind::new(options) != Kind::Learned {
        return Ok(None);
    }
    let weights = sight().weights(path).map_err(|error| options.error(OPTION.name, error))?;
    Ok(Some(Learned::new(Arc::new(weights))))
}

/// The expected score in `[0, 1]` that an evaluation stands for, at tables of two.
pub fn expected(evaluation: i32) -> f64 {
    value::score(value::squash(evaluation), 2)
}

/// Sites that are compared at once.
const CHUNK: usize = 16;

/// What stands where, and what that sums up to.
#[derive(Clone)]
struct Seen {
    on: Vec<[u8; CHUNK]>,
    /// The weights of all patterns, and the number of things on the board.
    sum: Staged,
    things: i32,
}

impl Seen {
    /// The empty board with so many sites.
    fn empty(sites: usize) -> Seen {
        Seen { on: vec![[0; CHUNK]; sites.div_ceil(CHUNK)], sum: Staged::default(), things: 0 }
    }

    /// Becomes another one in the memory that is there.
    #[inline]
    fn become_like(&mut self, other: &Seen) {
        self.on.copy_from_slice(&other.on);
        (self.sum, self.things) = (other.sum, other.things);
    }

    /// Sums up again what is different in the next position.
    #[inline]
    fn follow(&mut self, next: &[[u8; CHUNK]], weights: &Weights) {
        for (chunk, next) in next.iter().enumerate() {
            if self.on[chunk] == *next {
                continue;
            }
            for (offset, &to) in next.iter().enumerate() {
                let (from, site) = (self.on[chunk][offset], chunk * CHUNK + offset);
                if from != to {
                    let (patterns, places) = (weights.patterns(), weights.places());
                    self.sum += patterns.change(site, from, to, self.on.as_flattened(), places);
                    self.things += i32::from(to > 0) - i32::from(from > 0);
                    self.on[chunk][offset] = to;
                }
            }
        }
    }
}

/// A learnt evaluation at work. It keeps what it saw last and sums up again only what is different.
#[derive(Clone)]
pub struct Learned {
    weights: Arc<Weights>,
    /// The last position.
    seen: Seen,
    /// The position that all others are compared with while it is anchored.
    anchor: Seen,
    is_anchored: bool,
    /// What stands where in the next position.
    next: Vec<[u8; CHUNK]>,
    /// The counts of the terms of the game's own evaluation.
    counts: Vec<i32>,
}

impl Learned {
    /// An evaluation with these weights.
    pub fn new(weights: Arc<Weights>) -> Learned {
        let (seen, terms) = (Seen::empty(weights.patterns().sites()), weights.terms().len());
        let (anchor, next) = (seen.clone(), seen.on.clone());
        Learned { weights, seen, anchor, is_anchored: false, next, counts: vec![0; terms] }
    }

    /// How good a position is for `seat`, one of two, in the units of [`Heuristics::evaluate`].
    #[inline]
    pub fn value<G: Heuristics>(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        self.look(|on| game.pieces(position, on));
        let own = count_terms(game, position, &mut self.counts);
        self.total(own, game.turn(position), seat)
    }

    /// The same for a game whose types are erased.
    pub fn value_of(&mut self, session: &dyn Session, seat: Seat) -> i32 {
        self.look(|on| session.pieces(on));
        let own = session.count_terms(&mut self.counts);
        self.total(own, session.turn(), seat)
    }

    /// Compares the positions that follow with this one and not with the last one, until it is [released](Learned::release): they
    /// are the positions after it.
    pub fn anchor<G: Heuristics>(&mut self, game: &G, position: &G::Position) {
        self.is_anchored = false;
        self.look(|on| game.pieces(position, on));
        self.anchor.become_like(&self.seen);
        self.is_anchored = true;
    }

    /// Compares positions with the last one again.
    pub fn release(&mut self) {
        self.is_anchored = false;
    }

    /// Sums up what stands where, which `pieces` writes.
    #[inline]
    fn look(&mut self, pieces: impl FnOnce(&mut [u8])) {
        if self.next.is_empty() {
            return;
        }
        self.next.fill([0; CHUNK]);
        pieces(&mut self.next.as_flattened_mut()[..self.weights.patterns().sites()]);
        if self.is_anchored {
            self.seen.become_like(&self.anchor);
        }
        self.seen.follow(&self.next, &self.weights);
    }

    /// The value of what was seen last, by the game's own evaluation for the first seat, its terms in `counts`, and whose turn it is.
    #[inline]
    fn total(&self, own: i32, turn: Turn, seat: Seat) -> i32 {
        let Seen { sum, things, .. } = self.seen;
        let first = self.weights.total(own, &self.counts, sum, things, turn);
        if seat == Seat::FIRST { first } else { -first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use torneo_contract::random::Generator;
    use torneo_contract::{Described, Game, Notation, Options, random};
    use torneo_games::connection::Havannah;

    #[test]
    fn what_is_summed_up_step_by_step_is_the_sum_of_all() {
        let options = Options::check(&"havannah(size=4)".parse().unwrap(), Havannah::INFO.options).unwrap();
        let game = Havannah::new(&options).unwrap();
        let sight = Sight::of(&game, Havannah::INFO.id);
        let mut weights = sight.zero(sight.patterns(3));
        weights.set(|pattern| Staged {
            level: (pattern as i32 * 7919) % 101 - 50,
            slope: (pattern as i32 * 6991) % 89 - 44,
        });
        weights.set_terms(|term| Staged { level: 70 * term as i32 - 90, slope: 20 - term as i32 });
        weights.set_full(30);
        let weights = Arc::new(weights);
        let (mut learned, mut rng) = (Learned::new(weights.clone()), Generator::seed_from_u64(5));
        let (mut actions, mut found) = (Vec::new(), Vec::new());
        for _ in 0..20 {
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let value = learned.value(&game, &position, seat);
                learned.anchor(&game, &position);
                assert_eq!(value, learned.value(&game, &position, seat));
                assert_eq!(value, Learned::new(weights.clone()).value(&game, &position, seat));
                let mut on = vec![0; weights.patterns().sites()];
                game.pieces(&position, &mut on);
                found.clear();
                weights.patterns().list(&on, &mut found);
                let mut sum = Staged::default();
                found.iter().for_each(|&pattern| sum += weights.places()[pattern as usize]);
                let things = on.iter().filter(|&&kind| kind > 0).count() as i32;
                let mut counts = vec![0; game.terms().map_or(0, |terms| terms.names.len())];
                let own = count_terms(&game, &position, &mut counts);
                let first = weights.total(own, &counts, sum, things, Turn::Seat(seat));
                assert_eq!(value, if seat == Seat::FIRST { first } else { -first });
                actions.clear();
                game.actions(&position, seat, &mut actions);
                game.apply(&mut position, actions[random::below(&mut rng, actions.len())]);
                assert_eq!(
                    learned.value(&game, &position, seat),
                    Learned::new(weights.clone()).value(&game, &position, seat),
                    "with the position before as anchor",
                );
                learned.release();
            }
        }
    }
}
