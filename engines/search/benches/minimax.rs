//! The engines against those of the crate `minimax` (<https://docs.rs/minimax>), a general library of game-tree search.
//!
//! `cargo bench -p torneo-search --bench minimax -- [seconds] [pairs]` plays mirrored pairs at equal time for each
//! choice (default: 0.02 s, 10 pairs, from openings of four random plies): alpha-beta against `IterativeSearch` and mcts
//! against `MonteCarloTreeSearch`. The crate gets the same rules, hashes, evaluations, noisy actions, passes and table
//! size through an adapter of the contract, and one thread.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use minimax::{Evaluation, Evaluator, Strategy, Winner};
use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Described, Game, Options, Scratch, Seat, Turn, mixer::hash_of, playout};
use torneo_games::{capture, chess, connection, hunt, morris, race};
use torneo_registry::engine::{EngineSpec, build};
use torneo_search::Traits;
use torneo_search::{Engine, Rng};
use torneo_solve::{Solved, expander};

/// Plies at random before the engines begin, and plies after which a game counts as a draw.
const OPENING: usize = 4;
const LONGEST: usize = 300;
const TABLE_BYTES: usize = 16 << 20;
const QUIESCENCE: u8 = 8;
const NULL_MOVE_DEPTH: u8 = 3;
const ROLLOUT_PLIES: u32 = 300;
/// Size of the tables by action.
const ACTIONS: u64 = 1 << 12;

/// A game of the contract as the crate wants it.
struct Adapter<G>(PhantomData<G>);

struct State<G: Described> {
    game: Arc<G>,
    position: G::Position,
    /// The seat that has just moved.
    last: Seat,
}

impl<G: Described> Clone for State<G> {
    fn clone(&self) -> State<G> {
        State { game: self.game.clone(), position: self.position.clone(), last: self.last }
    }
}

/// An action, or a pass of the search.
type Move<G> = Option<<G as Game>::Action>;

impl<G: Described> minimax::Game for Adapter<G> {
    type S = State<G>;
    type M = Move<G>;

    fn generate_moves(state: &State<G>, moves: &mut Vec<Move<G>>) -> Option<Winner> {
        if let Turn::Seat(seat) = state.game.turn(&state.position) {
            let mut actions = Vec::new();
            state.game.actions(&state.position, seat, &mut actions);
            moves.extend(actions.into_iter().map(Some));
        }
        Self::get_winner(state)
    }

    fn apply(state: &mut State<G>, action: Move<G>) -> Option<State<G>> {
        let mut next = state.clone();
        if let Turn::Seat(seat) = state.game.turn(&state.position) {
            next.last = seat;
        }
        match action {
            Some(action) => next.game.apply(&mut next.position, action),
            None => {
                next.game.null_move(&mut next.position);
            }
        }
        Some(next)
    }

    fn get_winner(state: &State<G>) -> Option<Winner> {
        if state.game.turn(&state.position) != Turn::Over {
            return None;
        }
        let score = state.game.outcome(&state.position).scores[state.last.index()];
        Some(if score > 0.5 {
            Winner::PlayerJustMoved
        } else if score < 0.5 {
            Winner::PlayerToMove
        } else {
            Winner::Draw
        })
    }

    fn zobrist_hash(state: &State<G>) -> u64 {
        state.game.hash(&state.position)
    }

    fn null_move(state: &State<G>) -> Option<Move<G>> {
        state.game.null_move(&mut state.position.clone()).then_some(None)
    }

    fn table_index(action: Move<G>) -> u16 {
        action.map_or(0, |action| (hash_of(&action) % ACTIONS) as u16)
    }

    fn max_table_index() -> u16 {
        ACTIONS as u16 - 1
    }
}

struct Judge<G>(PhantomData<G>);

impl<G: Described> Evaluator for Judge<G> {
    type G = Adapter<G>;

    fn evaluate(&self, state: &State<G>) -> Evaluation {
        let Turn::Seat(seat) = state.game.turn(&state.position) else { return 0 };
        let value = state.game.evaluate(&state.position, seat).unwrap_or(0);
        value.clamp(-30_000, 30_000) as Evaluation
    }

    fn generate_noisy_moves(&self, state: &State<G>, moves: &mut Vec<Move<G>>) {
        if let Turn::Seat(seat) = state.game.turn(&state.position) {
            let mut actions = Vec::new();
            state.game.actions(&state.position, seat, &mut actions);
            let gain = state.game.gain(&state.position);
            actions.retain(|&action| gain(action).is_some());
            moves.extend(actions.into_iter().map(Some));
        }
    }
}

/// Which engines meet.
#[derive(Clone, Copy)]
enum Kind {
    AlphaBeta,
    Mcts,
}

struct Match {
    kind: Kind,
    seconds: f64,
    pairs: u64,
}

impl Match {
    fn ours<G: Described>(&self, game: &G) -> Box<dyn Engine<G>> {
        let seconds = self.seconds;
        let spec = match self.kind {
            Kind::AlphaBeta => format!("alpha-beta(time={seconds})"),
            Kind::Mcts => format!("mcts(time={seconds})"),
        };
        let spec = EngineSpec::check(&spec.parse().expect("a specification")).expect("options of the engine");
        build(
            &spec,
            game,
            &Traits::untuned(game),
            &Solved::new(expander(game.clone(), G::INFO.id.to_owned())),
        )
        .expect("the engine plays the game")
    }

    fn theirs<G: Described>(&self) -> Box<dyn Strategy<Adapter<G>>> {
        let mut strategy: Box<dyn Strategy<Adapter<G>>> = match self.kind {
            Kind::AlphaBeta => {
                let options = minimax::IterativeOptions::new()
                    .with_table_byte_size(TABLE_BYTES)
                    .with_quiescence_search_depth(QUIESCENCE)
                    .with_null_move_depth(NULL_MOVE_DEPTH)
                    .with_countermoves();
                Box::new(minimax::IterativeSearch::new(Judge(PhantomData), options))
            }
            Kind::Mcts => {
                let options =
                    minimax::MCTSOptions::default().with_max_rollout_depth(ROLLOUT_PLIES).with_num_threads(1);
                Box::new(minimax::MonteCarloTreeSearch::new(options))
            }
        };
        strategy.set_timeout(Duration::from_secs_f64(self.seconds));
        strategy
    }

    /// Plays one game; the score of our engine at `seat`.
    fn play<G: Described>(&self, game: &Arc<G>, seat: Seat, seed: u64) -> f64 {
        let (mut chance, mut scratch) = (Rng::seed_from_u64(seed), Scratch::default());
        let mut state = State { game: game.clone(), position: game.start(), last: Seat::new(1) };
        for _ in 0..OPENING {
            if let Turn::Seat(seat) = game.turn(&state.position) {
                state.last = seat;
            }
            playout::random_ply(&**game, &mut state.position, &mut chance, &mut scratch);
        }
        let (mut ours, mut theirs) = (self.ours(&**game), self.theirs::<G>());
        ours.begin(game, seat, Rng::seed_from_u64(chance.next_u64()));
        for _ in 0..LONGEST {
            let Turn::Seat(mover) = game.turn(&state.position) else { break };
            let action = if mover == seat {
                ours.choose(game, &state.position).action
            } else {
                // Where it finds nothing in its time, it plays at random.
                let found = theirs.choose_move(&state).flatten();
                found.unwrap_or_else(|| game.random_action(&state.position, mover, &mut chance, &mut scratch))
            };
            game.apply(&mut state.position, action);
            state.last = mover;
        }
        match game.turn(&state.position) {
            Turn::Over => game.outcome(&state.position).scores[seat.index()],
            _ => 0.5,
        }
    }

    /// Plays the pairs of a game and prints the mean score of our engine, which it returns.
    fn run<G: Described>(&self, spec: &str) -> f64 {
        let parsed = spec.parse().expect("a specification");
        let options = Options::check(&parsed, G::INFO.options).expect("options of the game");
        let game = Arc::new(G::new(&options).expect("options that go together"));
        let pair = |pair| Seat::all(2).map(|seat| self.play(&game, seat, pair)).sum::<f64>() / 2.0;
        let scores: Vec<f64> = (0..self.pairs).map(pair).collect();
        let pairs = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / pairs;
        let spread = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (pairs - 1.0).max(1.0);
        let name = match self.kind {
            Kind::AlphaBeta => "alpha-beta",
            Kind::Mcts => "mcts",
        };
        println!(
            "{spec:<20} {name:<10} {mean:.3} (standard error {:.3}, {} pairs, {} s a choice)",
            (spread / pairs).sqrt(),
            self.pairs,
            self.seconds
        );
        mean
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<f64>().ok());
    let (seconds, pairs) = (numbers.next().unwrap_or(0.02), numbers.next().unwrap_or(10.0) as u64);
    for kind in [Kind::AlphaBeta, Kind::Mcts] {
        let all = Match { kind, seconds, pairs };
        let scores = [
            all.run::<morris::TwelveMensMorris>("twelve-mens-morris"),
            all.run::<capture::Surakarta>("surakarta"),
            all.run::<connection::Havannah>("havannah(size=5)"),
            all.run::<race::RazzleDazzle>("razzle-dazzle"),
            all.run::<capture::Camelot>("camelot"),
            all.run::<chess::GrandChess>("grand-chess"),
            all.run::<hunt::Hnefatafl>("hnefatafl"),
        ];
        println!("mean over the games: {:.3}", scores.iter().sum::<f64>() / scores.len() as f64);
    }
}
