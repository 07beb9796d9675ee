//! Monte Carlo tree search: UCT (Kocsis and Szepesvari, "Bandit Based Monte-Carlo Planning", 2006) for games with any
//! number of seats, chance and simultaneous turns.

mod bounds;
mod explain;
mod guide;
mod options;
mod playout;
mod proof;
mod rave;
mod reuse;
mod search;
mod select;
mod simultaneous;
mod trace;
mod tree;
mod watched;

use std::sync::Arc;

use rand_core::Rng as _;
use torneo_contract::{Heuristics, Seat, SeatVec, Turn, random};

use crate::common::budget::Clock;
use crate::common::evaluation::Evaluation;
use crate::common::playout::Playout;
use crate::common::{explanation, immediate};
use crate::engine::{self, Choice, Engine, EngineInfo, Explanation, Rng, Stop};
use crate::inquiry::{Inquiry, Limits};
use crate::learned::Learned;
use crate::policy::{Judge, Policy};
use bounds::Bounds;
use explain::Grounds;
use guide::Guide;
pub use options::MctsOptions;
use playout::Playouts;
use rave::Amaf;
use reuse::Finder;
use search::{Search, Step};
use tree::{Blend, Edge, LOST, List, NONE, ROOT, Tree};

/// At a simultaneous root, actions with fewer simulations than the most visited one by this factor are not mixed in.
const SELDOM: u64 = 2;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "mcts",
    summary: "Monte Carlo tree search: UCT that also proves wins and losses",
    options: options::INFOS,
};

/// The Monte Carlo tree search player.
pub struct Mcts<G: Heuristics> {
    options: MctsOptions,
    /// Limits in the place of those of the options.
    limits: Option<Limits>,
    stop: Stop,
    seat: Seat,
    rng: Rng,
    tree: Tree<G::Action>,
    amaf: Amaf,
    playouts: Playouts<G::Action>,
    /// The evaluation that was learnt, if that is to judge.
    learned: Option<Learned>,
    /// The policy that was learnt, if that is to guide.
    guide: Option<Guide<G>>,
    strategy: Vec<f64>,
    playout: Option<Playout<G>>,
    scratch_position: Option<G::Position>,
    /// The position of the root first; the others are for looking through the tree.
    line: Vec<G::Position>,
    /// What was played at the root; none if the tree is not to be used again.
    played: Option<G::Action>,
    trials: Vec<SeatVec<G::Action>>,
    priors: Vec<f64>,
    path: Vec<Step>,
    /// The last choice, and what it rests on.
    chosen: Option<Choice<G::Action>>,
    grounds: Grounds,
}

impl<G: Heuristics> Mcts<G> {
    /// A player with these options.
    pub fn new(options: MctsOptions) -> Mcts<G> {
        let memory = options.memory << 20;
        let (tree_memory, amaf_memory) =
            if options.grave.is_some() { (memory / 2, memory / 2) } else { (memory, 0) };
        let mut tree = Tree::new(
            tree_memory,
            Blend { minimax: options.minimax, bias: options.bias, prior: options.prior },
        );
        tree.bounds = Bounds::new(options.guidance);
        tree.follows = options.policy;
        // No seat that decides together with others follows what actions score later.
        let all_as_first = options.rave > 0.0 && G::TURNS.decision;
        tree.keeps_laters = all_as_first;
        Mcts {
            options,
            limits: None,
            stop: Stop::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            tree,
            amaf: Amaf::new(amaf_memory),
            playouts: Playouts::new(options.playout, (all_as_first, options.grave.is_some())),
            learned: None,
            guide: None,
            strategy: Vec::new(),
            playout: None,
            scratch_position: None,
            line: Vec::new(),
            played: None,
            trials: Vec::new(),
            priors: Vec::new(),
            path: Vec::new(),
            chosen: None,
            grounds: Grounds::None,
        }
    }

    /// The same player with an evaluation that was learnt, if there is one.
    #[must_use]
    pub fn with_learned(mut self, learned: Option<Learned>) -> Mcts<G> {
        self.learned = learned;
        self
    }

    /// The same player with a policy that was learnt, if there is one.
    #[must_use]
    pub fn with_policy(mut self, policy: Option<Arc<Policy>>) -> Mcts<G> {
        self.guide = policy.map(|policy| Guide::new(Judge::new(policy)));
        self
    }

    /// Makes the position the root: with what the tree knows of it if it lies below the last root.
    fn advance(&mut self, game: &G, position: &G::Position) {
        self.tree.bounds.keep_for(if self.options.bounds { game.seats() } else { 0 });
        let (tree, line, seat) = (&self.tree, &mut self.line, self.seat);
        let found = self
            .played
            .take()
            .and_then(|played| Finder { game, tree, seat, played, target: position, line }.find());
        match found {
            Some(node) => {
                self.tree.keep(node);
                let numbers = &self.tree.renumbered;
                self.amaf.renumber(|node| Some(numbers[node as usize]).filter(|&number| number != NONE));
            }
            None => self.forget_tree(),
        }
        match self.line.first_mut() {
            Some(root) => root.clone_from(position),
            None => self.line.push(position.clone()),
        }
    }

    /// Begins with an empty tree.
    fn forget_tree(&mut self) {
        self.tree.reset();
        self.amaf.reset();
        self.playouts.trace.forget();
    }

    /// Whether the root came from a tree in which it had decisive actions alone and not all `legal` ones.
    fn is_narrowed(&self, legal: usize) -> bool {
        self.tree.nodes[ROOT as usize].lists != NONE && (self.root_list().count as usize) < legal
    }

    /// Simulates until the budget ends, the root is proven, or there are `pause` simulations. There are `sims` already; their
    /// number in the end.
    fn simulate(
        &mut self,
        (game, root): (&G, &G::Position),
        clock: &Clock<'_>,
        mut sims: u64,
        pause: u64,
    ) -> u64 {
        if let Some(guide) = &mut self.guide {
            guide.start((game, root));
        }
        let mut search = Search {
            game,
            root,
            options: &self.options,
            tree: &mut self.tree,
            playout: self.playout.as_mut().expect("there is one since the choice began"),
            scratch_position: self.scratch_position.get_or_insert_with(|| root.clone()),
            trials: &mut self.trials,
            priors: &mut self.priors,
            path: &mut self.path,
            amaf: &mut self.amaf,
            playouts: &mut self.playouts,
            guide: self.guide.as_mut(),
            strategy: &mut self.strategy,
            rng: &mut self.rng,
        };
        let mut is_ready = search.tree.nodes[ROOT as usize].lists != NONE;
        while !is_ready || !(clock.is_over(sims, 1) || search.tree.proof(ROOT).is_some() || sims >= pause) {
            is_ready = true;
            search.simulate();
            sims += 1;
        }
        sims
    }

    /// Chooses at the position of the root, alone or watched.
    fn choose_here(
        &mut self,
        game: &G,
        position: &G::Position,
        inquiry: Option<&mut Inquiry<'_, G::Action>>,
    ) -> Choice<G::Action> {
        let (plies, learned) = (self.options.playout_plies, &self.learned);
        let playout = self.playout.get_or_insert_with(|| {
            Playout::new(position.clone(), plies, Evaluation::of_game(learned.clone()))
        });
        let (scratch_position, actions) = (&mut playout.position, &mut playout.scratch.actions);
        actions.clear();
        game.actions(position, self.seat, actions);
        let alone = matches!(game.turn(position), Turn::Seat(_));
        let legal = actions.len();
        let at_once = match actions[..] {
            [only] if inquiry.is_none() => Some((only, Grounds::None)),
            _ if alone => {
                let win = immediate::win(game, position, self.seat, actions, scratch_position);
                win.map(|win| (actions[win], Grounds::Win))
            }
            _ => None,
        };
        self.grounds = at_once.map_or(Grounds::Tree, |(_, grounds)| grounds);
        let choice = match at_once {
            Some((action, _)) => Choice { action, nodes: 0 },
            None => {
                // Who watches may ask for any action.
                if inquiry.is_some() && self.is_narrowed(legal) {
                    self.forget_tree();
                }
                let stop = self.stop.clone();
                let clock = Limits::budget(self.limits, self.options.budget).start(&stop);
                let nodes = match inquiry {
                    Some(inquiry) => self.simulate_watched((game, position), &clock, inquiry),
                    None => self.simulate((game, position), &clock, 0, u64::MAX),
                };
                let mixes = !self.tree.has_decider(ROOT);
                Choice { action: if mixes { self.draw() } else { self.best() }, nodes }
            }
        };
        self.played = self.options.reuse.then_some(choice.action);
        if let Some(guide) = &mut self.guide {
            guide.chosen((game, position), (self.seat, choice.action));
        }
        choice
    }

    /// This seat's action list at the root.
    fn root_list(&self) -> &List {
        let first = self.tree.nodes[ROOT as usize].lists as usize;
        let own = self.tree.lists[first..].iter().find(|list| list.seat == self.seat);
        own.expect("the seat chooses at the root")
    }

    /// The best proven action if the root is proven, else the most visited one that is not proven to lose.
    fn best(&self) -> G::Action {
        let (proven, list) = (self.tree.proof(ROOT).is_some(), self.root_list());
        let score = |edge: u32| match self.tree.edges[edge as usize].child {
            NONE => -1.0,
            child => self.tree.proof(child).map_or(-1.0, |scores| scores[self.seat.index()]),
        };
        let standing = |edge: u32| {
            let lost = self.tree.arms[edge as usize].value == LOST;
            (if proven { score(edge) } else { 0.0 }, !lost, self.tree.edges[edge as usize].visits)
        };
        let edges = list.first..list.first + list.count;
        let best = edges.reduce(|best, edge| if standing(edge) > standing(best) { edge } else { best });
        let best = best.unwrap_or(list.first);
        let best = if proven { best } else { self.tree.surer(list, best).unwrap_or(best) };
        self.tree.edges[best as usize].action
    }

    /// An action drawn in proportion to the visits, the seldom visited left out: the average strategy, which at
    /// simultaneous turns has to be mixed.
    fn draw(&mut self) -> G::Action {
        let list = *self.root_list();
        if list.mixes != NONE {
            let mixes = &self.tree.mixes[list.mixes as usize..][..list.count as usize];
            let drawn = simultaneous::draw_average(mixes, &mut self.rng);
            return self.tree.edges[list.first as usize + drawn].action;
        }
        let word = self.rng.next_u64();
        let mut weighted = self.often_visited(&list);
        let total: u64 = weighted.clone().map(|(_, weight)| weight).sum();
        let mut target = random::scale(word, total);
        let drawn = weighted.find(|(_, weight)| match target.checked_sub(*weight) {
            Some(left) => {
                target = left;
                false
            }
            None => true,
        });
        drawn.map_or(self.tree.edges[list.first as usize].action, |(action, _)| action)
    }

    /// The actions of a list with their visits; seldom visited ones count as never visited.
    fn often_visited(&self, list: &List) -> impl Iterator<Item = (G::Action, u64)> + Clone {
        let (edges, prior) = (self.tree.edges_of(list), list.prior);
        let visits = move |edge: &Edge<G::Action>| u64::from(edge.visits - prior);
        let most = edges.iter().map(visits).max().unwrap_or(0);
        let weight = move |visits: u64| Some(visits).filter(|visits| visits * SELDOM >= most).unwrap_or(0);
        edges.iter().map(move |edge| (edge.action, weight(visits(edge))))
    }

    /// The mixture of which [`draw`](Self::draw) draws.
    fn mixture(&self) -> Vec<(G::Action, f64)> {
        let (list, mut weighted) = (self.root_list(), Vec::new());
        if list.mixes == NONE {
            for (action, visits) in self.often_visited(list) {
                weighted.push((action, visits as f64));
            }
        } else {
            let mixes = &self.tree.mixes[list.mixes as usize..];
            for (edge, mix) in self.tree.edges_of(list).iter().zip(mixes) {
                weighted.push((edge.action, mix.share));
            }
        }
        explanation::mixture(weighted)
    }
}

impl<G: Heuristics> Engine<G> for Mcts<G> {
    fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn begin(&mut self, game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng, self.played) = (seat, rng, None);
        if let Some(guide) = &mut self.guide {
            guide.begin(game.seats());
        }
        self.playouts.reset();
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        self.advance(game, position);
        let choice = self.choose_here(game, position, None);
        self.chosen = Some(choice);
        choice
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.limits = limits;
    }

    fn plies_to_end(&self) -> Option<u32> {
        self.chosen.and_then(|chosen| self.plies_after(chosen.action))
    }

    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        inquiry: &mut Inquiry<'_, G::Action>,
    ) -> Choice<G::Action> {
        self.advance(game, position);
        let choice = self.choose_here(game, position, Some(&mut *inquiry));
        let told = self.tell(choice, inquiry);
        self.chosen = Some(told);
        self.played = self.options.reuse.then_some(told.action);
        told
    }

    fn explain(&mut self, game: &G, position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        let Some(chosen) = self.chosen else { return Explanation::default() };
        let found = self.explanation(chosen, candidates);
        if self.grounds != Grounds::None {
            return found;
        }
        Explanation { value: self.of_forced(game, position, chosen.action), ..found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use torneo_contract::Foresight;
    use torneo_contract::playout;
    use torneo_contract::{Described, Game, OptionInfo, Options, Scratch, Spec};
    use torneo_games::connection::Havannah;
    use torneo_games::dice::RisingHazard;
    use torneo_games::morris::ThreeMensMorris;
    use torneo_games::simultaneous::KingOfPearls;

    fn spec_options(text: &str, infos: &'static [OptionInfo]) -> Options {
        let spec: Spec = text.parse().unwrap();
        Options::check(&spec, infos).unwrap()
    }

    fn set_up<G: Described>(spec: &str) -> G {
        G::new(&spec_options(spec, G::INFO.options)).unwrap()
    }

    fn player<G: Heuristics>(game: &G, spec: &str, seat: Seat) -> Mcts<G> {
        let mut player = Mcts::new(MctsOptions::new(&spec_options(spec, INFO.options), game).unwrap());
        player.begin(game, seat, Rng::seed_from_u64(1));
        player
    }

    /// Plays against random opponents; the turns at which the seat could choose, and at how many of these it found its
    /// position in the tree of the turn before.
    fn reused<G: Heuristics>(game: &G, plies: usize) -> (usize, usize) {
        let mut rng = Rng::seed_from_u64(2);
        let mut player = player(game, "mcts(sims=300, expand=1)", Seat::FIRST);
        let (mut position, mut scratch, mut counts) = (game.start(), Scratch::default(), (0, 0));
        for _ in 0..plies {
            let turn = game.turn(&position);
            if turn == Turn::Over {
                break;
            }
            let choosing = turn.choosers();
            if choosing.is_empty() {
                playout::random_ply(game, &mut position, &mut rng, &mut scratch);
                continue;
            }
            let mut joint: SeatVec<G::Action> = choosing
                .iter()
                .map(|seat| game.random_action(&position, seat, &mut rng, &mut scratch))
                .collect();
            if let Some(own) = choosing.iter().position(|seat| seat == Seat::FIRST) {
                player.advance(game, &position);
                let known = player.tree.nodes[ROOT as usize].lists != NONE;
                joint[own] = player.choose_here(game, &position, None).action;
                counts = (counts.0 + 1, counts.1 + usize::from(known));
            }
            match joint[..] {
                [only] if choosing.len() == 1 => game.apply(&mut position, only),
                _ => game.apply_simultaneous(&mut position, &joint),
            }
        }
        counts
    }

    #[test]
    fn trees_are_used_again_through_replies_chance_and_joint_choices() {
        let (turns, known) = reused(&set_up::<ThreeMensMorris>("three-mens-morris"), 40);
        assert!(known + 1 >= turns && turns >= 3, "{known} of {turns}");
        let (turns, known) = reused(&set_up::<RisingHazard>("rising-hazard(pots=20)"), 1000);
        assert!(known > 0 && turns > 3, "{known} of {turns}");
        let (turns, known) = reused(&set_up::<KingOfPearls>("king-of-pearls"), 40);
        assert!(known > 0 && turns > 3, "{known} of {turns}");
    }

    #[test]
    fn decisive_actions_are_searched_alone() {
        let game = set_up::<Havannah>("havannah(size=4)");
        let mut rng = Rng::seed_from_u64(3);
        let (mut scratch, mut threats) = (Scratch::default(), 0);
        for _ in 0..40 {
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let (mut legal, mut decisive) = (Vec::new(), Vec::new());
                game.actions(&position, seat, &mut legal);
                decisive.clone_from(&legal);
                game.decisive(&position, &mut decisive);
                let sims = 4 * legal.len();
                // One action alone meets a threat: every other one is refuted at its second visit.
                if decisive.len() == 1 && legal.len() > 1 {
                    let spec = format!("mcts(sims={sims}, decisive=true, prior=0, tuned=false)");
                    let mut player = player(&game, &spec, seat);
                    let chosen = player.choose(&game, &position).action;
                    let is_lost = player.tree.proof(ROOT).is_some();
                    assert!(chosen == decisive[0] || is_lost, "{position:?}");
                    threats += u32::from(!is_lost);
                }
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                game.apply(&mut position, action);
            }
        }
        assert!(threats > 20, "{threats}");
    }

    #[test]
    fn who_watches_is_told_of_all_actions_after_decisive_ones() {
        let game = set_up::<Havannah>("havannah(size=4)");
        let (mut rng, mut scratch, mut narrowed) = (Rng::seed_from_u64(5), Scratch::default(), 0);
        for _ in 0..40 {
            let mut player = player(&game, "mcts(sims=200, decisive=true, prior=0)", Seat::FIRST);
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let mut action = game.random_action(&position, seat, &mut rng, &mut scratch);
                if seat == Seat::FIRST {
                    let (mut legal, mut told) = (Vec::new(), 0);
                    game.actions(&position, seat, &mut legal);
                    player.advance(&game, &position);
                    narrowed += u32::from(player.is_narrowed(legal.len()));
                    player.played = None;
                    let mut report = |_: &crate::inquiry::Thought<_>| told += 1;
                    let mut inquiry = Inquiry { among: &[], lines: usize::MAX, report: &mut report };
                    action = player.choose_here(&game, &position, Some(&mut inquiry)).action;
                    player.tell(Choice { action, nodes: 0 }, &mut inquiry);
                    assert!(told == legal.len() || player.grounds == Grounds::Win, "{told}");
                }
                game.apply(&mut position, action);
            }
        }
        assert!(narrowed > 5, "{narrowed}");
    }

    #[test]
    fn what_is_drawn_is_the_mixture_that_is_told() {
        const DRAWS: usize = 4_000;
        let game = set_up::<KingOfPearls>("king-of-pearls");
        for (together, sims) in [("duct", 60), ("exp3", 400), ("rm", 400)] {
            let engine = format!("mcts(sims={sims}, together={together}, prior=0)");
            let mut player = player(&game, &engine, Seat::FIRST);
            player.choose(&game, &game.start());
            let told = player.explain(&game, &game.start(), 0).mixture;
            let drawn: Vec<_> = (0..DRAWS).map(|_| player.draw()).collect();
            assert!((told.iter().map(|one| one.1).sum::<f64>() - 1.0).abs() < 1e-9, "{together}: {told:?}");
            for (action, probability) in told {
                let share = drawn.iter().filter(|one| **one == action).count() as f64 / DRAWS as f64;
                let spread = (probability * (1.0 - probability) / DRAWS as f64).sqrt();
                assert!((share - probability).abs() < 5.0 * spread, "{together}: {share} of {probability}");
            }
        }
    }

    #[test]
    fn a_new_game_begins_with_an_empty_tree() {
        let game = set_up::<ThreeMensMorris>("three-mens-morris");
        let mut player = player(&game, "mcts", Seat::FIRST);
        let first = player.choose(&game, &game.start());
        player.begin(&game, Seat::FIRST, Rng::seed_from_u64(1));
        assert_eq!(player.choose(&game, &game.start()), first);
    }
}
