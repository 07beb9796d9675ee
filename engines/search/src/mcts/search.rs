//! One simulation after the other.

use std::ops::Range;

use torneo_contract::{Heuristics, Seat, SeatSet, SeatVec, Turn, has_chance, has_simultaneous, random};

use rand_core::Rng as _;

use super::guide::Guide;
use super::options::MctsOptions;
use super::playout::Playouts;
use super::rave::{Amaf, Later};
use super::simultaneous::Simultaneous;
use super::tree::{List, NONE, Node, ROOT, Tree, is_narrowed, ply_key};
use crate::common::playout::Playout;
use crate::engine::Rng;

/// Joint choices that each action at a simultaneous root is tried against for its prior; one deeper.
const ROOT_TRIALS: usize = 16;
/// The unit of the noise that decides between equal priors: it stays below 10^-6.
const NOISE: f64 = 1.0 / (1u64 << 44) as f64;

/// With RAVE, the urgency of an action that was never played, if no other is asked for: that of a win.
const FIRST: f64 = 1.0;
/// Results of a chance turn up to which they are listed, so that it can be proven; others are drawn by the game.
const LISTED_RESULTS: usize = 64;

/// One seat's choice on the way through the tree, or a chance result.
pub struct Step {
    node: u32,
    /// [`NONE`] for a chance result that is not listed.
    list: u32,
    edge: u32,
    /// The choice alone leads to the child.
    decides: bool,
    /// The place in the trace at which a decision of a single seat stands, if there is one; [`NONE`] elsewhere.
    trace: u32,
    /// The probability with which a mixing seat drew the edge.
    probability: f64,
    /// The link that a joint choice follows; [`NONE`] elsewhere.
    link: u32,
}

impl Step {
    fn of_chance(node: u32, list: u32, edge: u32) -> Step {
        Step { node, list, edge, decides: list != NONE, trace: NONE, probability: 1.0, link: NONE }
    }
}

/// Where a ply from a node of the tree led.
enum Ply {
    /// To a node of the tree.
    Known(u32),
    /// To a node that has just been added.
    New(u32),
    /// Nowhere in the tree: it does not grow here yet, or no more.
    Outside,
}

impl From<Option<(u32, bool)>> for Ply {
    fn from(child: Option<(u32, bool)>) -> Ply {
        match child {
            Some((child, false)) => Ply::Known(child),
            Some((child, true)) => Ply::New(child),
            None => Ply::Outside,
        }
    }
}

/// A search from one root.
pub struct Search<'a, G: Heuristics> {
    /// The rules.
    pub game: &'a G,
    /// The root position.
    pub root: &'a G::Position,
    /// How to search.
    pub options: &'a MctsOptions,
    /// The tree.
    pub tree: &'a mut Tree<G::Action>,
    /// The position of the simulation.
    pub playout: &'a mut Playout<G>,
    /// A position to look at.
    pub scratch_position: &'a mut G::Position,
    /// The joint choices that priors are found against.
    pub trials: &'a mut Vec<SeatVec<G::Action>>,
    /// The priors of one action list.
    pub priors: &'a mut Vec<f64>,
    /// The way of the simulation through the tree.
    pub path: &'a mut Vec<Step>,
    /// All moves as first.
    pub amaf: &'a mut Amaf,
    /// The playouts.
    pub playouts: &'a mut Playouts<G::Action>,
    /// The policy that was learnt, if it is to guide.
    pub guide: Option<&'a mut Guide<G>>,
    /// The strategy of a mixing seat.
    pub strategy: &'a mut Vec<f64>,
    /// The generator.
    pub rng: &'a mut Rng,
}

impl<G: Heuristics> Search<'_, G> {
    /// Descends to a new node, an end or a proof, plays out from there and records the scores.
    pub fn simulate(&mut self) {
        self.playout.position.clone_from(self.root);
        self.path.clear();
        self.playouts.clear();
        if let Some(guide) = &mut self.guide {
            guide.simulate();
        }
        let mut above = ROOT;
        let mut node = ROOT;
        let scores = loop {
            if let Some(scores) = self.tree.proof(node) {
                break scores.clone();
            }
            match self.descend(node, &mut above) {
                Ply::Known(child) => node = child,
                Ply::New(child) => break self.first_visit(child),
                Ply::Outside => break self.play_out(),
            }
        };
        self.record(&scores);
    }

    /// Plays the position out; the scores of all seats.
    fn play_out(&mut self) -> SeatVec<f64> {
        let last = self.last_action();
        let guide = self.guide.as_deref_mut();
        self.playouts.finish(self.game, (self.playout, guide), last, self.rng)
    }

    /// Plays one ply from a node of the tree. `above` is the last node with enough visits for GRAVE.
    fn descend(&mut self, node: u32, above: &mut u32) -> Ply {
        match self.game.turn(&self.playout.position) {
            Turn::Chance if const { has_chance::<G>() } => self.descend_chance(node),
            Turn::Seat(seat) => {
                let Some(list) = self.lists_of(node, [seat].into_iter()) else { return Ply::Outside };
                if self.options.grave.is_none_or(|visits| self.tree.lists[list as usize].visits >= visits) {
                    *above = node;
                }
                let edge =
                    if self.options.rave > 0.0 { self.select_amaf(list, *above) } else { self.select(list) };
                let trace = self.playouts.trace.plays.len() as u32;
                self.path.push(Step { node, list, edge, decides: true, trace, probability: 1.0, link: NONE });
                let action = self.tree.edges[edge as usize].action;
                let place = (self.game, &self.playout.position);
                self.playouts.note(place, seat, action);
                if let Some(guide) = &mut self.guide {
                    guide.mark(place, seat, action);
                }
                self.game.apply(&mut self.playout.position, action);
                self.tree.child(edge).into()
            }
            Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
                self.descend_simultaneous(node, seats)
            }
            Turn::Over => Ply::Outside,
            Turn::Chance | Turn::Simultaneous(_) => {
                unreachable!("the game's description lists its kinds of turn")
            }
        }
    }

    /// Draws a result: of few from their list, of many as the game does.
    fn descend_chance(&mut self, node: u32) -> Ply {
        let word = self.rng.next_u64();
        let Playout { position, scratch, .. } = &mut *self.playout;
        let Node { lists, links, .. } = self.tree.nodes[node as usize];
        if lists == NONE && links == NONE && !self.tree.is_full() {
            scratch.outcomes.clear();
            self.game.chance(position, &mut scratch.outcomes);
            if scratch.outcomes.len() <= LISTED_RESULTS {
                self.tree.expand_chance(node, &scratch.outcomes);
            }
        }
        let list = self.tree.nodes[node as usize].lists;
        if list != NONE {
            let edge = self.tree.draw(list, word);
            self.path.push(Step::of_chance(node, list, edge));
            self.game.apply(position, self.tree.edges[edge as usize].action);
            return self.tree.child(edge).into();
        }
        let result = self.game.chance_at(position, word, scratch);
        self.game.apply(position, result);
        self.path.push(Step::of_chance(node, NONE, NONE));
        self.follow(node, &[result]).0
    }

    /// Each seat selects on its own.
    fn descend_simultaneous(&mut self, node: u32, seats: SeatSet) -> Ply {
        let Some(first) = self.lists_of(node, seats.iter()) else { return Ply::Outside };
        let decider = self.tree.nodes[node as usize].decider;
        let (mut joint, mut deciding) = (SeatVec::<G::Action>::new(), NONE);
        let mixes = decider == NONE && self.options.simultaneous != Simultaneous::Duct;
        for list in first..first + seats.len() as u32 {
            let edge = if mixes { self.draw_mixed(node, list) } else { self.select(list) };
            if !mixes {
                self.push_step(node, list, edge, list == decider);
            }
            if list == decider {
                deciding = edge;
            }
            joint.push(self.tree.edges[edge as usize].action);
        }
        self.game.apply_simultaneous(&mut self.playout.position, &joint);
        if deciding != NONE {
            return self.tree.child(deciding).into();
        }
        let (ply, link) = self.follow(node, &joint);
        let steps = self.path.len() - joint.len();
        self.path[steps..].iter_mut().for_each(|step| step.link = link);
        ply
    }

    /// The child by a result or a joint choice, and the link to it.
    fn follow(&mut self, node: u32, actions: &[G::Action]) -> (Ply, u32) {
        let found = self.tree.link(node, actions);
        let child = found.map(|(link, new)| (self.tree.links[link as usize].child, new));
        (child.into(), found.map_or(NONE, |(link, _)| link))
    }

    fn push_step(&mut self, node: u32, list: u32, edge: u32, decides: bool) {
        self.path.push(Step { node, list, edge, decides, trace: NONE, probability: 1.0, link: NONE });
    }

    /// An edge by the mixed strategy of its seat.
    fn draw_mixed(&mut self, node: u32, list: u32) -> u32 {
        let List { first, count, mixes, .. } = self.tree.lists[list as usize];
        let mixes = &mut self.tree.mixes[mixes as usize..][..count as usize];
        let (place, probability) = self.options.simultaneous.draw(mixes, self.strategy, self.rng);
        self.push_step(node, list, first + place as u32, false);
        if let Some(step) = self.path.last_mut() {
            step.probability = probability;
        }
        first + place as u32
    }

    /// The first action list of a node, which is expanded if it was not. None if it is visited too seldom yet or the
    /// tree is full.
    fn lists_of(&mut self, node: u32, seats: impl Iterator<Item = Seat> + Clone) -> Option<u32> {
        let entry = &mut self.tree.nodes[node as usize];
        if entry.lists != NONE {
            return Some(entry.lists);
        }
        if node != ROOT {
            entry.visits += 1;
            if entry.visits < self.options.expand || self.tree.is_full() {
                return None;
            }
        }
        let is_simultaneous = matches!(self.game.turn(&self.playout.position), Turn::Simultaneous(_));
        self.draw_trials(node, seats.clone());
        for (place, seat) in seats.enumerate() {
            let actions = &mut self.playout.scratch.actions;
            actions.clear();
            self.game.actions(&self.playout.position, seat, actions);
            // At the root all actions are shown.
            if self.options.decisive
                && node != ROOT
                && !is_simultaneous
                && let Some(foreseer) = const { &G::FORESIGHT }
            {
                (foreseer.decisive)(self.game, &self.playout.position, &mut self.playout.scratch.actions);
            }
            self.judge_actions(seat, place);
            self.follow_policy(seat);
            let actions = &self.playout.scratch.actions;
            self.tree.expand(node, seat, actions, (self.priors, self.options.prior));
            if self.tree.keeps_laters {
                let place = (self.game, &self.playout.position);
                self.playouts.keep_later(self.tree, place);
            }
            if self.options.policy
                && let Some(guide) = &mut self.guide
            {
                self.tree.follow(guide.last_shares());
            }
            if const { has_simultaneous::<G>() }
                && is_simultaneous
                && self.options.simultaneous != Simultaneous::Duct
            {
                self.tree.mix(self.options.simultaneous, (self.priors, self.options.prior));
            }
        }
        Some(self.tree.nodes[node as usize].lists)
    }

    /// Finds the shares that the policy gives the listed actions of a seat, if one is followed: the guide's last ones then. Where
    /// they are too many to be tried, the likely ones come first. Without an evaluation all begin with an even score.
    fn follow_policy(&mut self, seat: Seat) {
        let Some(guide) = self.guide.as_deref_mut().filter(|_| self.options.policy) else { return };
        let Playout { position, scratch, .. } = &mut *self.playout;
        guide.share((self.game, position), seat, &scratch.actions);
        let shares = guide.last_shares();
        if self.priors.is_empty() {
            self.priors.resize(shares.len(), 1.0 / self.game.seats() as f64);
        }
        if is_narrowed(shares.len()) {
            let mut order: Vec<(u64, usize)> = Vec::with_capacity(shares.len());
            // Shares are not negative, so that their bits stand in their order.
            order.extend(shares.iter().enumerate().map(|(place, share)| (!share.to_bits(), place)));
            order.sort_unstable();
            put_in_order(&mut scratch.actions, &order);
            put_in_order(self.priors, &order);
            put_in_order(shares, &order);
        }
    }

    /// Draws the joint choices that priors are found against: more at the root.
    fn draw_trials(&mut self, node: u32, seats: impl Iterator<Item = Seat> + Clone) {
        self.trials.clear();
        if !self.options.judges() {
            return;
        }
        let Playout { position, scratch, .. } = &mut *self.playout;
        let is_simultaneous = matches!(self.game.turn(position), Turn::Simultaneous(_));
        for _ in 0..if node == ROOT && is_simultaneous { ROOT_TRIALS } else { 1 } {
            let draw = |seat| self.game.random_action(position, seat, self.rng, scratch);
            self.trials.push(seats.clone().map(draw).collect());
        }
    }

    /// The action that led to the position of the simulation, if it was that of a single seat.
    fn last_action(&self) -> Option<G::Action> {
        let step = self.path.last().filter(|step| step.trace != NONE);
        step.map(|step| self.tree.edges[step.edge as usize].action)
    }

    /// Writes the priors of the listed actions of a seat, which has this place in joint choices: the scores that the
    /// evaluation expects right after each, a little noise deciding between equals (Gelly and Silver, "Combining
    /// Online and Offline Knowledge in UCT", 2007). None where the evaluation is not to judge or the game has none.
    fn judge_actions(&mut self, seat: Seat, place: usize) {
        self.priors.clear();
        if !self.options.judges() {
            return;
        }
        let share = 1.0 / self.trials.len() as f64;
        let Playout { position, evaluation, .. } = &mut *self.playout;
        evaluation.anchor(self.game, position);
        for index in 0..self.playout.scratch.actions.len() {
            let action = self.playout.scratch.actions[index];
            let scores = (0..self.trials.len()).map(|trial| self.judge_action(seat, action, place, trial));
            let score = scores.sum::<f64>() * share;
            self.priors.push(score + (self.rng.next_u64() >> 40) as f64 * NOISE);
        }
        self.playout.evaluation.release();
    }

    /// The score that a seat may expect right after its action, at a simultaneous turn together with a trial.
    fn judge_action(&mut self, seat: Seat, action: G::Action, place: usize, trial: usize) -> f64 {
        self.scratch_position.clone_from(&self.playout.position);
        if const { has_simultaneous::<G>() }
            && let Turn::Simultaneous(_) = self.game.turn(self.scratch_position)
        {
            let mut joint = self.trials[trial].clone();
            joint[place] = action;
            self.game.apply_simultaneous(self.scratch_position, &joint);
        } else {
            self.game.apply(self.scratch_position, action);
        }
        match self.game.turn(self.scratch_position) {
            Turn::Over => self.game.outcome(self.scratch_position).scores[seat.index()],
            _ => self.playout.evaluation.score(self.game, self.scratch_position, seat),
        }
    }

    /// Selects an edge: one that was not tried, drawn at random, if no other promises more than the urgency of a
    /// first play (Gelly and Wang, "Exploration Exploitation in Go: UCT for Monte-Carlo Go", 2006), which without the
    /// option is infinite; else the one with the highest upper confidence bound that is not proven to lose.
    fn select(&mut self, list: u32) -> u32 {
        let MctsOptions { c, fpu, .. } = *self.options;
        let entry = self.tree.lists[list as usize];
        if entry.count == 1 {
            self.tree.lists[list as usize].tried = 1;
            return entry.first;
        }
        if self.options.policy {
            self.tree.widen(list);
        }
        let entry = self.tree.lists[list as usize];
        let untried = if self.options.policy { 0 } else { entry.count - entry.tried };
        if untried > 0 && fpu == f64::INFINITY {
            return self.tree.try_next(list, random::below(self.rng, untried as usize) as u32);
        }
        let (best, bound) = if self.is_guided(list) {
            self.tree.weigh(&entry);
            self.tree.most_promising(&entry, c, |edge, value| self.tree.guided(&entry, edge, value))
        } else {
            self.tree.most_promising(&entry, c, |_, value| value)
        };
        if untried > 0 && bound < fpu {
            return self.tree.try_next(list, random::below(self.rng, untried as usize) as u32);
        }
        best
    }

    /// Whether selection in a list heeds bounds and proof numbers: they are those of the children of a decision.
    fn is_guided(&self, list: u32) -> bool {
        let node = self.tree.lists[list as usize].node;
        self.tree.bounds.guide(node) && self.tree.nodes[node as usize].decider == list
    }

    /// Selects an edge by what its action scored here and later below a node.
    fn select_amaf(&mut self, list: u32, above: u32) -> u32 {
        let MctsOptions { c, fpu, rave, .. } = *self.options;
        if self.options.policy {
            self.tree.widen(list);
        }
        let entry = self.tree.lists[list as usize];
        let bounds = (c, fpu.min(FIRST));
        let (is_guided, amaf) = (self.is_guided(list), &*self.amaf);
        if is_guided {
            self.tree.weigh(&entry);
        }
        let above = |later: &Later| amaf.mean(above, later.key);
        let guided = |edge, value| self.tree.guided(&entry, edge, value);
        let best = match (self.options.grave, is_guided) {
            (None, false) => {
                self.tree.most_promising_amaf(&entry, bounds, rave, Later::mean, |_, value| value)
            }
            (None, true) => self.tree.most_promising_amaf(&entry, bounds, rave, Later::mean, guided),
            (Some(_), false) => self.tree.most_promising_amaf(&entry, bounds, rave, above, |_, value| value),
            (Some(_), true) => self.tree.most_promising_amaf(&entry, bounds, rave, above, guided),
        };
        match best.checked_sub(entry.first + entry.tried) {
            Some(place) => self.tree.try_next(list, place),
            None => best,
        }
    }

    /// Judges a node that was just added. An end of the game is a proof for the nodes on the way to it.
    fn first_visit(&mut self, node: u32) -> SeatVec<f64> {
        let over = self.game.turn(&self.playout.position) == Turn::Over;
        let scores = self.play_out();
        if self.tree.bounds.are_kept() {
            if over {
                self.tree.end(node, scores.clone());
            }
            if over || self.tree.bounds.have_numbers() {
                self.back_up(|tree, step| tree.narrow(step.node));
                self.tree.set_goals();
            }
        } else if over {
            self.tree.prove(node, scores.clone());
            self.back_up(|tree, step| tree.prove_by(step.node, step.edge));
        }
        scores
    }

    /// Tells the nodes on the way, the last one first, that something is known of a child, as long as that is news for
    /// them.
    fn back_up(&mut self, mut tell: impl FnMut(&mut Tree<G::Action>, &Step) -> bool) {
        for step in self.path.iter().rev() {
            // The choices of the other seats of a turn with one real choice lead nowhere by themselves.
            let is_aside = step.list != NONE && !step.decides && self.tree.has_decider(step.node);
            let is_news = is_aside || step.decides && tell(self.tree, step);
            if !is_news {
                break;
            }
        }
    }

    /// Adds the scores to the edges on the way: each seat its own (max^n: Sturtevant, "An Analysis of UCT in
    /// Multi-player Games", 2008).
    fn record(&mut self, scores: &SeatVec<f64>) {
        if self.tree.bounds.are_kept() {
            self.record_within(scores.clone());
        } else {
            for step in self.path.iter().filter(|step| step.list != NONE) {
                let seat = self.tree.lists[step.list as usize].seat;
                self.tree.record(step.list, step.edge, scores[seat.index()]);
            }
        }
        if const { has_simultaneous::<G>() } && self.options.simultaneous != Simultaneous::Duct {
            self.record_joint(scores);
        }
        if self.options.minimax > 0.0 && scores.len() == 2 {
            self.back_up_estimates();
        }
        if self.options.rave > 0.0 {
            let trace = &self.playouts.trace;
            for step in self.path.iter().filter(|step| step.trace != NONE) {
                if self.options.grave.is_some() {
                    self.amaf.record(step.node, step.trace as usize, trace, scores);
                } else {
                    let seat = self.tree.lists[step.list as usize].seat;
                    self.tree.record_later(step.list, step.trace, trace, scores[seat.index()]);
                }
            }
        }
        self.playouts.learn(scores);
    }

    /// Adds the scores to the edges on the way, from the last one on; above a node no seat has less than it is sure of
    /// there.
    fn record_within(&mut self, mut scores: SeatVec<f64>) {
        for step in self.path.iter().rev() {
            if step.list != NONE {
                let seat = self.tree.lists[step.list as usize].seat;
                self.tree.record(step.list, step.edge, scores[seat.index()]);
            }
            if step.decides {
                self.tree.keep_within(step.node, &mut scores);
            }
        }
    }

    /// Implicit minimax (Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo Tree Search with Heuristic Evaluations
    /// using Implicit Minimax Backups", 2014) through decisions of two seats: the estimate of an action is that of the
    /// best reply.
    fn back_up_estimates(&mut self) {
        let mut below: Option<(Seat, f64)> = None;
        for step in self.path.iter().rev() {
            let is_decision = step.decides && self.tree.lists[step.list as usize].weights == NONE;
            below = if is_decision {
                let List { seat, best, .. } = self.tree.lists[step.list as usize];
                let best = match below {
                    Some((mover, estimate)) => {
                        let estimate = if mover == seat { estimate } else { 1.0 - estimate };
                        self.tree.set_estimate(step.list, step.edge, estimate)
                    }
                    None => best,
                };
                Some((seat, best))
            } else {
                None
            };
        }
    }

    /// What the mixing seats learn from the scores of their joint choices.
    fn record_joint(&mut self, scores: &SeatVec<f64>) {
        let mut at = 0;
        while at < self.path.len() {
            let Step { node, link, .. } = self.path[at];
            let group = self.path[at..].iter().take_while(|step| step.node == node).count();
            if link != NONE {
                self.learn_joint(at..at + group, scores);
            }
            at += group;
        }
    }

    fn learn_joint(&mut self, steps: Range<usize>, scores: &SeatVec<f64>) {
        let Step { node, link, .. } = self.path[steps.start];
        self.tree.links[link as usize].visits += 1;
        let mut joint: SeatVec<G::Action> = self.tree.actions_of(link).iter().copied().collect();
        let first = self.tree.links[link as usize].first as usize;
        for (place, step) in self.path[steps].iter().enumerate() {
            let list = self.tree.lists[step.list as usize];
            let score = scores[list.seat.index()];
            self.tree.payoffs[first + place] += score;
            let (own, Tree { edges, links, payoffs, by_ply, mixes, .. }) = (joint[place], &mut *self.tree);
            let mean = |index: usize| {
                joint[place] = edges[list.first as usize + index].action;
                let link = &links[*by_ply.get(&ply_key(node, &joint))? as usize];
                (link.visits > 0).then(|| payoffs[link.first as usize + place] / f64::from(link.visits))
            };
            let mixes = &mut mixes[list.mixes as usize..][..list.count as usize];
            let drawn = (step.edge - list.first) as usize;
            self.options.simultaneous.learn(mixes, drawn, step.probability, score, mean);
            joint[place] = own;
        }
    }
}

/// Puts a list in an order of places.
fn put_in_order<T: Copy>(list: &mut [T], order: &[(u64, usize)]) {
    let before = list.to_vec();
    for (to, &(_, from)) in list.iter_mut().zip(order) {
        *to = before[from];
    }
}
