//! Play from tables of exact values.

use std::path::PathBuf;
use std::sync::Arc;

use torneo_contract::{Game, OptionInfo, Options, Seat, SpecError, Turn, random};
use torneo_solve::retrograde::Tables;
use torneo_solve::{Expander, List, Positions, Solved, Source, Value};

use crate::common::{explanation, memory, order};
use crate::engine::{self, Candidate, Choice, Engine, EngineInfo, Explanation, Rng};

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "perfect",
    summary: "perfect play from a table of all positions; only for small games",
    options: &[
        OptionInfo::text("table", "")
            .help("a file written by `torneo solve --table`; without it the game is solved first"),
        OptionInfo::int("memory", 1..=65_536, "256").help("MiB that solving may take"),
    ],
};

/// The source of the tables that the options name.
pub fn source(options: &Options) -> Source {
    match options.text("table") {
        "" => Source::Solving { memory: memory::bytes(options, "memory") },
        table => Source::File(PathBuf::from(table)),
    }
}

/// The tables of a game, made unless `solved` has them.
///
/// # Errors
/// A game that cannot be solved within the memory, or a file without its tables.
pub fn tables(solved: &Solved, source: &Source) -> Result<Arc<Tables>, SpecError> {
    let game = solved.expander().canonical();
    solved.tables(source).map_err(|error| SpecError::new(format!("perfect cannot play {game}: {error}")))
}

/// Plays a best action by the tables: the nearest win, else a draw, else the farthest loss. Equal ones have
/// the same probability. The tables leave histories out, so it checks for each action whether it ends the
/// game.
pub struct Perfect<G: Game> {
    expander: Arc<dyn Expander>,
    tables: Arc<Tables>,
    rng: Rng,
    /// The position to choose in.
    list: List<G>,
    actions: Vec<G::Action>,
    /// The best actions of the last choice, the chosen one first, and what they are worth.
    best: Vec<G::Action>,
    value: Option<Value>,
}

impl<G: Game> Perfect<G> {
    /// A perfect player of the game of `expander`, which is `G`, by its tables.
    pub fn new(expander: Arc<dyn Expander>, tables: Arc<Tables>) -> Perfect<G> {
        Perfect {
            expander,
            tables,
            rng: engine::unseeded(),
            list: List::default(),
            actions: Vec::new(),
            best: Vec::new(),
            value: None,
        }
    }
}

impl<G: Game> Engine<G> for Perfect<G> {
    fn begin(&mut self, _game: &G, _seat: Seat, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        self.list.truncate(0);
        self.list.add(position);
        let list: &dyn Positions = &self.list;
        let best = self.tables.best(&*self.expander, list.at(0));
        let best = best.expect("the tables hold all positions of a game");
        let (action, value) = best[random::below(&mut self.rng, best.len())];
        self.value = value;
        self.actions.clear();
        if let Turn::Seat(seat) = game.turn(position) {
            game.actions(position, seat, &mut self.actions);
        }
        self.best = best.iter().map(|&(number, _)| self.actions[number]).collect();
        order::by_key(&mut self.best, |&other| other != self.actions[action]);
        Choice { action: self.actions[action], nodes: 0 }
    }

    fn plies_to_end(&self) -> Option<u32> {
        self.value.and_then(|value| value.plies)
    }

    fn explain(&mut self, game: &G, position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        let Turn::Seat(seat) = game.turn(position) else { return Explanation::default() };
        let value =
            self.value.map(|value| value.winner.map_or(0.5, |winner| f64::from(u8::from(winner == seat))));
        let (mut line, mut all) = (self.best.clone(), Vec::new());
        line.truncate(1);
        for &action in self.best.iter().take(candidates) {
            all.push(Candidate { action, value, nodes: 0 });
        }
        Explanation {
            value,
            depth: None,
            line,
            candidates: all,
            mixture: explanation::equal_mixture(&self.best),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::alpha_beta::{AlphaBeta, AlphaBetaOptions};
    use rand_core::SeedableRng;
    use torneo_contract::{Described, Playable, Scratch};
    use torneo_games::hunt::Hnefatafl;
    use torneo_games::morris::ThreeMensMorris;
    use torneo_solve::expander;

    const SOURCE: Source = Source::Solving { memory: 16 << 20 };

    fn game<G: Described>(spec: &str) -> (G, Solved) {
        let options = Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap();
        let game = G::new(&options).unwrap();
        (game.clone(), Solved::new(expander(game, spec.to_owned())))
    }

    /// Plays a game after some random plies; the value of the opening and the winner.
    fn play<G: Playable>(
        game: &G,
        (expander, tables): (&dyn Expander, &Tables),
        players: &mut [&mut dyn Engine<G>; 2],
        seed: u64,
    ) -> (Value, Option<Seat>) {
        let mut rng = Rng::seed_from_u64(seed);
        let (mut position, mut scratch) = (game.start(), Scratch::default());
        for _ in 0..seed % 6 {
            if let Turn::Seat(seat) = game.turn(&position) {
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                game.apply(&mut position, action);
            }
        }
        let list: &dyn Positions = &List::<G>::of(&position);
        let value = tables.value(expander, list.at(0)).unwrap().unwrap();
        for seat in Seat::all(2) {
            players[seat.index()].begin(game, seat, Rng::seed_from_u64(seed + 1000));
        }
        while let Turn::Seat(seat) = game.turn(&position) {
            let action = players[seat.index()].choose(game, &position).action;
            game.apply(&mut position, action);
        }
        (value, game.outcome(&position).winner())
    }

    #[test]
    fn wins_are_won_and_draws_are_kept() {
        for spec in ["three-mens-morris", "three-mens-morris(equal_turns=false)"] {
            let (game, solved) = game::<ThreeMensMorris>(spec);
            let tables = tables(&solved, &SOURCE).unwrap();
            let perfect = || Perfect::<ThreeMensMorris>::new(solved.expander().clone(), tables.clone());
            let (mut opponent, mut perfect) = (perfect(), perfect());
            let exact = (&**solved.expander(), &*tables);
            let options =
                Options::check(&"alpha-beta(depth=4)".parse().unwrap(), crate::alpha_beta::INFO.options);
            let mut alpha_beta =
                AlphaBeta::<ThreeMensMorris>::new(AlphaBetaOptions::new(&options.unwrap()).unwrap());
            let mut random = Random::<ThreeMensMorris>::new();
            let others: [&mut dyn Engine<_>; 2] = [&mut alpha_beta, &mut random];
            for other in others {
                for seed in 0..60 {
                    let (value, winner) = play(&game, exact, &mut [&mut perfect, &mut *other], seed);
                    assert!(winner == Some(Seat::FIRST) || value.winner != Some(Seat::FIRST));
                    assert!(winner != Some(Seat::SECOND) || value.winner == Some(Seat::SECOND));
                    let (value, winner) = play(&game, exact, &mut [&mut *other, &mut perfect], seed);
                    assert!(winner == Some(Seat::SECOND) || value.winner != Some(Seat::SECOND));
                    assert!(winner != Some(Seat::FIRST) || value.winner == Some(Seat::FIRST));
                }
            }
            let (value, winner) = play(&game, exact, &mut [&mut perfect, &mut opponent], 0);
            assert_eq!(value.winner, winner);
        }
    }

    #[test]
    fn games_that_are_too_large_are_refused() {
        let (_, solved) = game::<Hnefatafl>("hnefatafl");
        let error = tables(&solved, &SOURCE).err().unwrap().to_string();
        assert!(error.starts_with("perfect cannot play hnefatafl: too large: "), "{error}");
        let error = tables(&solved, &Source::File("missing".into())).err().unwrap().to_string();
        assert!(error.contains("does not number its positions"), "{error}");
    }

    #[test]
    fn tables_are_made_once_and_the_memory_counts_whatever_was_solved_before() {
        let (_, solved) = game::<ThreeMensMorris>("three-mens-morris");
        let little = Source::Solving { memory: 1 << 10 };
        assert!(solved.tables(&little).is_err());
        let found = solved.tables(&SOURCE).unwrap();
        assert!(Arc::ptr_eq(&found, &solved.tables(&SOURCE).unwrap()), "solved once");
        assert!(solved.tables(&little).is_err());
    }
}
