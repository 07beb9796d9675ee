//! Pools of dice and cards: thrown or dealt together, united, intersected, and read face by face.
//!
//! All of it is one algorithm (`walk`): faces are taken one after the other, and of the faces before only a state is
//! kept (Liu, "Icepool: Efficient Computation of Dice Pool Probabilities", AIIDE 2022).

mod dice;
pub(crate) mod kept;
mod reading;
mod walk;

pub use dice::{Dice, Source, combinations};
pub use reading::{Reading, read, sum};
pub use walk::{Next, Order, listed, walk, walk_pool};

use std::sync::Arc;

use crate::distribution::Distribution;

/// Dice and cards, each of which shows a face.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pool {
    /// Equal dice, or cards from one deck.
    Dice(Dice),
    /// Two independent pools as one.
    Both(Combination, Box<Pool>, Box<Pool>),
    /// Each face at most this often.
    AtMost(u32, Box<Pool>),
}

/// How two pools become one: how often a face is in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combination {
    /// As often as in both together: all dice are thrown together.
    Sum,
    /// As often as in the pool that has it more often.
    Union,
    /// As often as in the pool that has it less often.
    Intersection,
    /// As often as in the first, less how often it is in the second; not below 0.
    Difference,
}

impl Pool {
    /// The dice and cards that are thrown and dealt, from left to right.
    pub fn parts(&self) -> Vec<&Dice> {
        match self {
            Pool::Dice(dice) => vec![dice],
            Pool::Both(_, a, b) => [a.parts(), b.parts()].concat(),
            Pool::AtMost(_, pool) => pool.parts(),
        }
    }

    /// For each part the number of the bag that it is in: how many show a face in a bag matters, but not which.
    fn add_bags(&self, bag: Option<usize>, next: &mut usize, bags: &mut Vec<usize>) {
        let mut new = || {
            *next += 1;
            *next
        };
        match self {
            Pool::Dice(_) => bags.push(bag.unwrap_or_else(&mut new)),
            Pool::Both(Combination::Sum, a, b) => {
                let bag = Some(bag.unwrap_or_else(&mut new));
                a.add_bags(bag, next, bags);
                b.add_bags(bag, next, bags);
            }
            Pool::Both(_, a, b) => {
                a.add_bags(None, next, bags);
                b.add_bags(None, next, bags);
            }
            Pool::AtMost(_, pool) => pool.add_bags(None, next, bags),
        }
    }

    /// How often a face is in the pool; `shown`: how many of each part show it.
    pub fn count(&self, shown: &mut &[u32]) -> u32 {
        match self {
            Pool::Dice(_) => match shown.split_first() {
                Some((count, rest)) => {
                    *shown = rest;
                    *count
                }
                None => 0,
            },
            Pool::Both(combination, a, b) => {
                let (a, b) = (a.count(shown), b.count(shown));
                match combination {
                    Combination::Sum => a + b,
                    Combination::Union => a.max(b),
                    Combination::Intersection => a.min(b),
                    Combination::Difference => a.saturating_sub(b),
                }
            }
            Pool::AtMost(most, pool) => pool.count(shown).min(*most),
        }
    }

    /// The number of dice, if it is always the same.
    pub fn size(&self) -> Option<usize> {
        match self {
            Pool::Dice(dice) => Some(dice.count as usize),
            Pool::Both(Combination::Sum, a, b) => Some(a.size()? + b.size()?),
            _ => None,
        }
    }

    /// Cards that are all in the pool.
    pub fn certain(faces: &[i64]) -> Pool {
        let die = Distribution::of(faces.iter().map(|face| (*face, 1u32.into())));
        Pool::Dice(Dice { source: Source::Dealt, count: faces.len() as u32, die: Arc::new(die) })
    }

    /// The pool whose dice show something else in place of each face; none where faces are compared between pools.
    fn relabelled(&self, of: &dyn Fn(i64) -> i64) -> Option<Pool> {
        match self {
            Pool::Dice(dice) => {
                let weights = dice.die.weights().iter().map(|(face, weight)| (of(*face), weight.clone()));
                Some(Pool::Dice(Dice { die: Arc::new(Distribution::of(weights)), ..dice.clone() }))
            }
            Pool::Both(Combination::Sum, a, b) => {
                let (a, b) = (a.relabelled(of)?, b.relabelled(of)?);
                Some(Pool::Both(Combination::Sum, Box::new(a), Box::new(b)))
            }
            _ => None,
        }
    }
}

/// The parts of pools, and the bag of each.
fn parts_of<'a>(pools: &[&'a Pool]) -> (Vec<&'a Dice>, Vec<usize>) {
    let (mut next, mut bags) = (0, Vec::new());
    pools.iter().for_each(|pool| pool.add_bags(None, &mut next, &mut bags));
    (pools.iter().flat_map(|pool| pool.parts()).collect(), bags)
}
