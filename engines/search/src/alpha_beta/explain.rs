//! What a choice rests on: its value, its principal variation, and what the other actions are worth.

use torneo_contract::{Heuristics, Turn, has_many_seats};

use super::AlphaBeta;
use super::deepening::stack;
use super::frame::Frame;
use super::search::{Features, Search, keep_decisive};
use super::table::TranspositionTable;
use super::window::{Line, Window};
use super::workspace::Question;
use crate::common::budget::Budget;
use crate::common::value;
use crate::engine::{Candidate, Explanation};

/// How many times the nodes of a choice the other actions may take.
const MORE_NODES: u64 = 8;
/// The nodes of a choice that counts as quick.
const FEWEST_NODES: u64 = 5_000;
/// Plies of a principal variation at most.
const LONGEST_LINE: usize = 64;

/// The last choice of a search at a turn of one seat.
#[derive(Clone, Copy)]
pub struct Chosen<A> {
    /// The action.
    pub action: A,
    /// The depth of the last search that was finished.
    pub depth: u32,
}

impl<G: Heuristics> AlphaBeta<G> {
    /// What the last choice, made in this position, rests on.
    pub(super) fn explanation(
        &mut self,
        game: &G,
        position: &G::Position,
        candidates: usize,
    ) -> Explanation<G::Action> {
        let Some(chosen) = self.chosen else {
            return Explanation {
                value: self.of_forced(game, position),
                mixture: self.mixture.clone(),
                ..Explanation::default()
            };
        };
        let line = variation((game, self.options.features), &self.workspace.table, position, chosen.action);
        let first = Candidate {
            action: chosen.action,
            value: Some(value::expected(self.value, game.seats())),
            nodes: self.nodes,
        };
        let mut all = match candidates {
            0 | 1 => Vec::new(),
            most => self.others(game, chosen, most - 1),
        };
        all.insert(0, first);
        all.truncate(candidates);
        Explanation {
            value: first.value,
            depth: Some(chosen.depth),
            line,
            candidates: all,
            mixture: Vec::new(),
        }
    }

    /// The value of the last choice if there was no other action; none at simultaneous turns.
    fn of_forced(&mut self, game: &G, position: &G::Position) -> Option<f64> {
        let (seat, workspace) = (self.seat, &mut self.workspace);
        if game.turn(position) != Turn::Seat(seat) {
            return None;
        }
        let root = workspace.root(position);
        game.actions(position, seat, &mut root.actions);
        let [only] = root.actions[..] else { return None };
        Some(workspace.evaluation.of_forced(game, position, seat, only))
    }

    /// The best of the other actions, each searched as deep as the chosen one, or as deep as it can be done in the time of the choice and
    /// in some times its nodes.
    fn others(&mut self, game: &G, chosen: Chosen<G::Action>, most: usize) -> Vec<Candidate<G::Action>> {
        let max_n = self.options.is_max_n(game.seats());
        let steps = MORE_NODES * self.nodes.max(FEWEST_NODES);
        let budget = self.options.budget.with_steps(steps);
        let Self { options, stop, seat, workspace, .. } = self;
        let question = || Question { game, seat: *seat, salt: 1 };
        let (mut search, frames) = workspace.search(question(), options, Budget::default().start(stop));
        let mut found = search.others(frames, chosen.action, 1, most, max_n).unwrap_or_default();
        let (mut search, frames) = workspace.search(question(), options, budget.start(stop));
        for depth in 2..=chosen.depth {
            search.cut_by_depth = false;
            match search.others(frames, chosen.action, depth, most, max_n) {
                Some(deeper) => found = deeper,
                None => break,
            }
            if !search.cut_by_depth {
                break;
            }
        }
        let mut rated = Vec::new();
        for (value, candidate) in found {
            rated.push(Candidate { value: Some(value::expected(value, game.seats())), ..candidate });
        }
        rated
    }
}

/// The chosen action and the best replies that the table still has.
pub(super) fn variation<G: Heuristics>(
    (game, features): (&G, Features),
    table: &TranspositionTable,
    position: &G::Position,
    chosen: G::Action,
) -> Vec<G::Action> {
    let (mut position, mut line) = (position.clone(), vec![chosen]);
    game.apply(&mut position, chosen);
    while let Turn::Seat(seat) = game.turn(&position) {
        let Some(entry) = table.get(game.hash(&position)) else { break };
        let mut actions = Vec::new();
        game.actions(&position, seat, &mut actions);
        if features.decisive {
            keep_decisive(game, &position, &mut actions);
        }
        let Some(&best) = actions.get(usize::from(entry.best)) else { break };
        game.apply(&mut position, best);
        line.push(best);
        if line.len() == LONGEST_LINE {
            break;
        }
    }
    line
}

/// Actions with their values, the best first.
type Valued<A> = Vec<(i32, Candidate<A>)>;

impl<G: Heuristics> Search<'_, G> {
    /// The best actions of the first frame but for one, searched to a depth; none if the search was stopped.
    fn others(
        &mut self,
        frames: &mut Vec<Frame<G>>,
        but: G::Action,
        depth: u32,
        most: usize,
        max_n: bool,
    ) -> Option<Valued<G::Action>> {
        let frames = stack(frames, depth, self.features.quiescence);
        self.root_depth = depth;
        let (root, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let mut found: Valued<G::Action> = Vec::new();
        for &action in root.actions.iter().filter(|&&action| action != but) {
            self.play(root, &mut deeper[0], action);
            let before = self.nodes;
            let alpha = if found.len() < most { Window::FULL.alpha } else { found[most - 1].0 };
            let window = Window { alpha, ..Window::FULL };
            let value = if const { has_many_seats::<G>() } && max_n {
                self.max_n(deeper, Line::of(depth).next())[self.seat.index()]
            } else {
                self.value(deeper, true, window, Line::of(depth).next()).value
            };
            if self.stopped {
                return None;
            }
            let candidate = Candidate { action, value: None, nodes: self.nodes - before };
            let place = found.partition_point(|(known, _)| *known >= value);
            found.insert(place, (value, candidate));
            found.truncate(most);
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaBetaOptions, Engine, Rng};
    use rand_core::SeedableRng;
    use torneo_contract::Described;
    use torneo_contract::{Game, Notation, Options, Seat};
    use torneo_games::morris::ThreeMensMorris;

    #[test]
    fn candidates_have_the_values_of_searches_of_their_own() {
        let set_up = |text: &str, infos| Options::check(&text.parse().unwrap(), infos).unwrap();
        let game = ThreeMensMorris::new(&set_up("three-mens-morris", ThreeMensMorris::INFO.options)).unwrap();
        let player = |spec| {
            let options = AlphaBetaOptions::new(&set_up(spec, super::super::INFO.options)).unwrap();
            let mut player = AlphaBeta::<ThreeMensMorris>::new(options);
            player.begin(&game, Seat::FIRST, Rng::seed_from_u64(3));
            player
        };
        let (mut deep, start) = (player("alpha-beta(depth=4)"), game.start());
        let chosen = deep.choose(&game, &start);
        let found = deep.explain(&game, &start, 9);
        assert_eq!((found.depth, found.candidates.len()), (Some(4), 9));
        assert_eq!((found.candidates[0].action, found.line[0]), (chosen.action, chosen.action));
        assert_eq!(found.candidates[0].value, found.value);
        assert!(found.line.len() > 1);
        for candidate in &found.candidates {
            let (mut position, mut reply) = (start.clone(), player("alpha-beta(depth=3)"));
            game.apply(&mut position, candidate.action);
            reply.begin(&game, Seat::SECOND, Rng::seed_from_u64(3));
            reply.choose(&game, &position);
            let value = reply.explain(&game, &position, 1).value.unwrap();
            assert!((candidate.value.unwrap() + value - 1.0).abs() < 1e-9, "{candidate:?} {value}");
        }
        assert_eq!(deep.explain(&game, &start, 3).candidates.len(), 3);
    }

    #[test]
    fn what_else_there_is_takes_no_longer_than_the_choice() {
        let set_up = |text: &str, infos| Options::check(&text.parse().unwrap(), infos).unwrap();
        let game = ThreeMensMorris::new(&set_up("three-mens-morris", ThreeMensMorris::INFO.options)).unwrap();
        let options =
            AlphaBetaOptions::new(&set_up("alpha-beta(depth=250)", super::super::INFO.options)).unwrap();
        let position = game.parse_position(".../.w./b.. w 2,2 -").unwrap();
        for seed in 1..4 {
            let mut player = AlphaBeta::<ThreeMensMorris>::new(options);
            player.begin(&game, Seat::FIRST, Rng::seed_from_u64(seed));
            // The line goes deep, so that other actions cannot be searched as deep.
            let chosen = player.choose(&game, &position);
            let found = player.explain(&game, &position, 5);
            assert_eq!(found.candidates.len(), 5);
            let most = (MORE_NODES + 1) * chosen.nodes.max(FEWEST_NODES);
            assert!(found.candidates[1..].iter().all(|candidate| candidate.nodes <= most), "{found:?}");
        }
    }
}
