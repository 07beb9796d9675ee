//! Playouts that learn from earlier ones.
//!
//! A game is not asked for all its actions at each ply of a playout: [`SAMPLES`] random ones are drawn and what was learnt
//! chooses among these. It is asked where a reply is known, which has to be legal.

use std::hash::Hash;

use super::guide::Guide;
use super::trace::{Name, Trace, key_of};
use super::tree::Tree;
use crate::common::playout::Playout;
use crate::engine::Rng;
use torneo_contract::{Heuristics, Seat, SeatVec, Turn, mixer::hash_of, playout, random};

/// Random actions that a policy chooses among.
const SAMPLES: usize = 6;
/// One ply in so many is random.
const RANDOM_EVERY: usize = 5;
/// Simulations from which on a pair of actions counts.
const KNOWN: u32 = 7;
/// Entries of a table; a power of two.
const ENTRIES: usize = 1 << 14;

/// How the actions of a playout are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// At random.
    Random,
    /// The sampled action with the best mean score in all simulations (MAST: Finnsson and Bjornsson,
    /// "Simulation-Based Approach to General Game Playing", 2008), one ply in [`RANDOM_EVERY`] at random.
    Mast,
    /// The last reply to the action before that won, forgotten when it loses (LGRF-1: Baier and Drake, "The Power of
    /// Forgetting: Improving the Last-Good-Reply Policy in Monte Carlo Go", 2010), wherever it is legal; else at random.
    Reply,
    /// As `Mast`, by the mean of the action's score and its score right after the last action, once that is known well enough (N-grams of
    /// two: Stankiewicz, Winands and Uiterwijk, "Monte-Carlo Tree Search Enhancements for Havannah", 2012; Tak, Winands and
    /// Bjornsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing", 2012).
    Ngram,
    /// The sampled action to which a learnt policy gives the largest weight, one ply in [`RANDOM_EVERY`] at random.
    Learned,
    /// What [answers](torneo_contract::Foresight::answer) the last action in this game; at random where nothing does.
    Answer,
}

/// What an action, or a pair of actions, scored.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    visits: u32,
    total: f64,
}

/// What a seat answered to an action when it won last.
#[derive(Clone, Copy)]
struct Reply<A> {
    /// The action replied to, and who replied.
    context: u64,
    /// None where it lost since.
    action: Option<A>,
}

/// What was learnt since the game began, and the simulation that is on.
pub struct Playouts<A> {
    policy: Policy,
    /// Whether the decisions of a playout are to be traced, and whether by their keys.
    is_traced: bool,
    is_keyed: bool,
    /// A direct-mapped table of scores; empty where none are asked for.
    entries: Vec<Entry>,
    /// The same of replies.
    replies: Vec<Reply<A>>,
    /// The decisions of the simulation.
    pub trace: Trace,
    /// Their actions; empty without replies.
    actions: Vec<A>,
}

impl<A: Copy + Hash + Eq> Playouts<A> {
    /// Playouts that have learnt nothing. They are traced, by their keys, if a policy learns or if asked to.
    pub fn new(policy: Policy, (is_traced, is_keyed): (bool, bool)) -> Playouts<A> {
        let scores = matches!(policy, Policy::Mast | Policy::Ngram);
        let replies = policy == Policy::Reply;
        Playouts {
            policy,
            is_traced: is_traced || scores || replies,
            is_keyed: is_keyed || scores || replies,
            entries: vec![Entry::default(); if scores { ENTRIES } else { 0 }],
            replies: vec![Reply { context: 0, action: None }; if replies { ENTRIES } else { 0 }],
            trace: Trace::new(is_traced),
            actions: Vec::new(),
        }
    }

    /// Forgets what was learnt.
    pub fn reset(&mut self) {
        self.entries.fill(Entry::default());
        self.replies.fill(Reply { context: 0, action: None });
        self.trace.forget();
    }

    /// Begins a simulation.
    pub fn clear(&mut self) {
        self.trace.clear();
        self.actions.clear();
    }

    /// Adds a decision in a position to the trace, if there is one.
    #[inline]
    pub fn note<G: Heuristics<Action = A>>(&mut self, place: (&G, &G::Position), seat: Seat, action: A) {
        if self.is_traced {
            self.push(seat, action, self.name(place, seat, action));
        }
    }

    #[inline]
    fn push(&mut self, seat: Seat, action: A, name: Name) {
        self.trace.push(seat, name);
        if !self.replies.is_empty() {
            self.actions.push(action);
        }
    }

    /// The name of an action in traces.
    #[inline]
    fn name<G: Heuristics<Action = A>>(&self, place: (&G, &G::Position), seat: Seat, action: A) -> Name {
        let placed = if self.is_keyed { None } else { Name::placed(place, seat, action) };
        placed.unwrap_or_else(|| Name::Key(key_of(seat, action)))
    }

    /// Begins to keep what the actions of the last list of a tree, at this position, score later.
    pub fn keep_later<G: Heuristics<Action = A>>(&mut self, tree: &mut Tree<A>, place: (&G, &G::Position)) {
        let mut trace = std::mem::take(&mut self.trace);
        tree.keep_later(&mut trace, |seat, action| self.name(place, seat, action));
        self.trace = trace;
    }

    /// Plays the position out, which came of the last action if that is known; the scores of all seats.
    pub fn finish<G: Heuristics<Action = A>>(
        &mut self,
        game: &G,
        (playout, mut guide): (&mut Playout<G>, Option<&mut Guide<G>>),
        mut last: Option<G::Action>,
        rng: &mut Rng,
    ) -> SeatVec<f64> {
        if !self.is_traced && self.policy == Policy::Random {
            return playout.finish(game, rng);
        }
        for _ in 0..playout.max_plies {
            let Playout { position, scratch, .. } = &mut *playout;
            match game.turn(position) {
                Turn::Over => break,
                Turn::Seat(seat) => {
                    let mut draw = |rng: &mut Rng| game.random_action(position, seat, rng, scratch);
                    let action = match (self.policy, &mut guide) {
                        (Policy::Mast, _) => self.best_sample(seat, rng, draw, |key| self.mean(key)),
                        (Policy::Ngram, _) => self.best_sample(seat, rng, draw, |key| self.mean_after(key)),
                        (Policy::Reply, _) => {
                            let known = self.known_reply(seat);
                            let reply = known.filter(|reply| {
                                scratch.actions.clear();
                                game.actions(position, seat, &mut scratch.actions);
                                scratch.actions.contains(reply)
                            });
                            reply.unwrap_or_else(|| game.random_action(position, seat, rng, scratch))
                        }
                        (Policy::Learned, Some(guide)) => {
                            let every = (SAMPLES, RANDOM_EVERY);
                            guide.sample((game, position), seat, every, rng, draw)
                        }
                        (Policy::Answer, _) => {
                            let answer = match (const { &G::FORESIGHT }, last) {
                                (Some(foreseer), Some(last)) => (foreseer.answer)(game, position, last, rng),
                                _ => None,
                            };
                            answer.unwrap_or_else(|| game.random_action(position, seat, rng, scratch))
                        }
                        (Policy::Random | Policy::Learned, _) => draw(rng),
                    };
                    last = Some(action);
                    self.note((game, position), seat, action);
                    game.apply(position, action);
                }
                Turn::Chance | Turn::Simultaneous(_) => {
                    playout::random_ply(game, position, rng, scratch);
                    last = None;
                }
            }
        }
        playout.scores(game)
    }

    /// Of some sampled actions the one whose key has the best mean, most of the time.
    fn best_sample(
        &self,
        seat: Seat,
        rng: &mut Rng,
        mut sample: impl FnMut(&mut Rng) -> A,
        mean: impl Fn(u64) -> f64,
    ) -> A {
        let mut best = sample(rng);
        if random::below(rng, RANDOM_EVERY) == 0 {
            return best;
        }
        let mut highest = mean(key_of(seat, best));
        for _ in 1..SAMPLES {
            let next = sample(rng);
            let value = mean(key_of(seat, next));
            if value > highest {
                (best, highest) = (next, value);
            }
        }
        best
    }

    /// What the seat answered to the last action of the simulation when it won last.
    #[inline]
    fn known_reply(&self, seat: Seat) -> Option<A> {
        let last = self.trace.plays.last()?;
        let context = hash_of(&(last.key, seat));
        let entry = &self.replies[slot(context)];
        entry.action.filter(|_| entry.context == context)
    }

    /// The mean score of an action; the highest if nothing is known.
    #[inline]
    fn mean(&self, key: u64) -> f64 {
        let entry = &self.entries[slot(key)];
        if entry.key == key { entry.total / f64::from(entry.visits) } else { 1.0 }
    }

    /// The same, averaged with the mean score after the last action of the simulation, where that is known.
    fn mean_after(&self, key: u64) -> f64 {
        let Some(last) = self.trace.plays.last() else { return self.mean(key) };
        let pair = hash_of(&(last.key, key));
        let entry = &self.entries[slot(pair)];
        if entry.key != pair || entry.visits < KNOWN {
            return self.mean(key);
        }
        (self.mean(key) + entry.total / f64::from(entry.visits)) / 2.0
    }

    /// Adds the score of an action, or of a pair of actions.
    fn add(&mut self, key: u64, score: f64) {
        let entry = &mut self.entries[slot(key)];
        if entry.key != key {
            *entry = Entry { key, ..Entry::default() };
        }
        entry.visits += 1;
        entry.total += score;
    }

    /// Learns from the scores of the simulation. Of two actions with the same place in a table the later one stays.
    pub fn learn(&mut self, scores: &SeatVec<f64>) {
        match self.policy {
            Policy::Random | Policy::Learned | Policy::Answer => {}
            Policy::Mast | Policy::Ngram => {
                for place in 0..self.trace.plays.len() {
                    let play = self.trace.plays[place];
                    let score = scores[play.seat.index()];
                    self.add(play.key, score);
                    if self.policy == Policy::Ngram && place > 0 {
                        self.add(hash_of(&(self.trace.plays[place - 1].key, play.key)), score);
                    }
                }
            }
            Policy::Reply => {
                let even = 1.0 / scores.len() as f64;
                for (pair, &action) in self.trace.plays.windows(2).zip(self.actions.iter().skip(1)) {
                    let (context, score) =
                        (hash_of(&(pair[0].key, pair[1].seat)), scores[pair[1].seat.index()]);
                    let entry = &mut self.replies[slot(context)];
                    if score > even {
                        *entry = Reply { context, action: Some(action) };
                    } else if score < even && entry.context == context && entry.action == Some(action) {
                        entry.action = None;
                    }
                }
            }
        }
    }
}

#[inline]
fn slot(key: u64) -> usize {
    key as usize & (ENTRIES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    fn played(policy: Policy, plays: &[(Seat, u64)], scores: [f64; 2]) -> Playouts<u64> {
        let mut playouts = Playouts::new(policy, (false, false));
        learn(&mut playouts, plays, scores);
        playouts
    }

    fn push(playouts: &mut Playouts<u64>, seat: Seat, action: u64) {
        playouts.push(seat, action, Name::Key(key_of(seat, action)));
    }

    fn learn(playouts: &mut Playouts<u64>, plays: &[(Seat, u64)], scores: [f64; 2]) {
        playouts.clear();
        plays.iter().for_each(|&(seat, action)| push(playouts, seat, action));
        playouts.learn(&scores.into_iter().collect());
    }

    #[test]
    fn mast_prefers_what_scored() {
        let mut playouts = played(Policy::Mast, &[(Seat::FIRST, 1), (Seat::SECOND, 2)], [1.0, 0.0]);
        learn(&mut playouts, &[(Seat::FIRST, 3), (Seat::SECOND, 4)], [0.0, 1.0]);
        let keys = [(Seat::FIRST, 1), (Seat::SECOND, 2), (Seat::FIRST, 3), (Seat::FIRST, 9)]
            .map(|(seat, action)| key_of(seat, action));
        assert_eq!(keys.map(|key| playouts.mean(key)), [1.0, 0.0, 0.0, 1.0]);
        let mut rng = Rng::seed_from_u64(1);
        let draw = |rng: &mut Rng| [1, 3][random::below(rng, 2)];
        let mean = |key: u64| playouts.mean(key);
        let mut best = || playouts.best_sample(Seat::FIRST, &mut rng, draw, mean);
        let better = (0..1_000).filter(|_| best() == 1).count();
        assert!((830..930).contains(&better), "{better}");
    }

    #[test]
    fn pairs_of_actions_count_once_they_are_known() {
        let plays = [(Seat::FIRST, 1), (Seat::SECOND, 2)];
        let mut playouts = played(Policy::Ngram, &plays, [0.0, 1.0]);
        // Alone the second action loses.
        learn(&mut playouts, &[(Seat::SECOND, 2)], [1.0, 0.0]);
        playouts.clear();
        push(&mut playouts, Seat::FIRST, 1);
        let second = key_of(Seat::SECOND, 2u64);
        assert_eq!((playouts.mean(second), playouts.mean_after(second)), (0.5, 0.5));
        (1..KNOWN).for_each(|_| learn(&mut playouts, &plays, [0.0, 1.0]));
        playouts.trace.plays.truncate(1);
        let alone = f64::from(KNOWN) / f64::from(KNOWN + 1);
        assert_eq!((playouts.mean(second), playouts.mean_after(second)), (alone, (alone + 1.0) / 2.0));
        playouts.trace.plays.clear();
        assert_eq!(playouts.mean_after(second), alone, "nothing came before");
    }

    #[test]
    fn a_simulation_without_decisions_teaches_nothing() {
        for policy in [Policy::Mast, Policy::Reply, Policy::Ngram] {
            assert!(played(policy, &[], [1.0, 0.0]).trace.plays.is_empty());
        }
    }

    #[test]
    fn good_replies_are_kept_until_they_lose() {
        let plays = [(Seat::FIRST, 1), (Seat::SECOND, 2)];
        let mut playouts = played(Policy::Reply, &plays, [0.0, 1.0]);
        let known = |playouts: &mut Playouts<u64>, seat| {
            playouts.clear();
            push(playouts, Seat::FIRST, 1);
            playouts.known_reply(seat)
        };
        assert_eq!(known(&mut playouts, Seat::SECOND), Some(2));
        assert_eq!(known(&mut playouts, Seat::FIRST), None, "another seat's");
        learn(&mut playouts, &[(Seat::FIRST, 1), (Seat::SECOND, 3)], [1.0, 0.0]);
        assert_eq!(known(&mut playouts, Seat::SECOND), Some(2), "another one lost");
        learn(&mut playouts, &plays, [0.5, 0.5]);
        assert_eq!(known(&mut playouts, Seat::SECOND), Some(2), "draws tell nothing");
        learn(&mut playouts, &plays, [1.0, 0.0]);
        assert_eq!(known(&mut playouts, Seat::SECOND), None);
    }
}
