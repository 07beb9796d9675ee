//! What a choice rests on: its value, its principal variation, and what the other actions are worth.

use torneo_contract::{Heuristics, Turn};

use super::AlphaBeta;
use super::deepening::stack;
use super::options::Multi;
use super::search::Search;
use super::window::{Line, Window};
use crate::engine::{Candidate, Explanation};
use crate::parts::budget::Budget;
use crate::parts::value;

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
        let Some(chosen) = self.chosen else { return Explanation::default() };
        let line = self.variation(game, position, chosen.action);
        let first = Candidate {
            action: chosen.action,
            value: Some(value::expected(self.value, game.seats())),
            nodes: self.nodes,
        };
        let others = match candidates {
            0 | 1 => Vec::new(),
            most => self.others(game, chosen, most - 1),
        };
        Explanation {
            value: first.value,
            depth: Some(chosen.depth),
            line,
            candidates: std::iter::once(first).chain(others).take(candidates).collect(),
        }
    }

    /// The chosen action and the best replies that the table still has.
    fn variation(&self, game: &G, position: &G::Position, chosen: G::Action) -> Vec<G::Action> {
        let (mut position, mut line) = (position.clone(), vec![chosen]);
        game.apply(&mut position, chosen);
        while let Turn::Seat(seat) = game.turn(&position) {
            let Some(entry) = self.table.get(game.hash(&position)) else { break };
            let mut actions = Vec::new();
            game.actions(&position, seat, &mut actions);
            let Some(&best) = actions.get(usize::from(entry.best)) else { break };
            game.apply(&mut position, best);
            line.push(best);
            if line.len() == LONGEST_LINE {
                break;
            }
        }
        line
    }

    /// The best of the other actions, each searched as deep as the chosen one.
    fn others(&mut self, game: &G, chosen: Chosen<G::Action>, most: usize) -> Vec<Candidate<G::Action>> {
        let max_n = self.options.multi == Multi::MaxN && game.seats() > 2;
        let (mut search, frames) = self.search(game, 1, Budget::default());
        let quiescence = search.features.quiescence;
        let frames = stack(frames, chosen.depth.max(1), quiescence);
        let (root, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let mut found: Vec<(i32, Candidate<G::Action>)> = Vec::new();
        for &action in root.actions.iter().filter(|&&action| action != chosen.action) {
            search.play(root, &mut deeper[0], action);
            let before = search.nodes;
            let alpha = if found.len() < most { Window::FULL.alpha } else { found[most - 1].0 };
            let window = Window { alpha, ..Window::FULL };
            let value = match max_n {
                true => search.max_n_value(deeper, Line::of(chosen.depth).next()),
                false => search.value(deeper, true, window, Line::of(chosen.depth).next()).value,
            };
            if search.stopped {
                break;
            }
            let candidate = Candidate { action, value: None, nodes: search.nodes - before };
            let place = found.partition_point(|(known, _)| *known >= value);
            found.insert(place, (value, candidate));
            found.truncate(most);
        }
        let rated = |(value, candidate): (i32, Candidate<G::Action>)| Candidate {
            value: Some(value::expected(value, game.seats())),
            ..candidate
        };
        found.into_iter().map(rated).collect()
    }
}

impl<G: Heuristics> Search<'_, G> {
    /// The root seat's value of the first frame's position where every seat plays for itself.
    fn max_n_value(&mut self, frames: &mut [super::frame::Frame<G>], line: Line) -> i32 {
        self.max_n(frames, line)[self.seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaBetaOptions, Engine, Rng};
    use rand_core::SeedableRng;
    use torneo_contract::{Game, Options, Seat};
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
}
