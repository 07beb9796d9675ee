//! A single die under modifiers that look at one die at a time.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Zero;

use super::distribution::Distribution;
use super::syntax::{Condition, Die, Modifier};

/// What a die adds to the value in the end, by what it shows now.
///
/// Modifiers apply from the left: each works on what the one before it made of a face. A die that explodes or
/// is thrown again shows a face of the untouched die; each die of a chain goes on by itself.
pub struct OneDie<'a> {
    die: &'a Die,
    modifiers: &'a [Modifier],
    explosions: u32,
    known: HashMap<(usize, i64), Rc<Distribution>>,
}

impl OneDie<'_> {
    /// A die with modifiers that do not choose among dice.
    pub fn new<'a>(die: &'a Die, modifiers: &'a [Modifier], explosions: u32) -> OneDie<'a> {
        OneDie { die, modifiers, explosions, known: HashMap::new() }
    }

    /// The distribution of what a thrown die adds.
    pub fn thrown(&mut self) -> Distribution {
        self.over(0, self.die.faces.iter().map(|face| (face.value, &face.weight)))
    }

    /// The distribution of what a die adds after the modifiers from `next` on that shows one of some faces, by their weights.
    pub fn over<'f>(&mut self, next: usize, faces: impl Iterator<Item = (i64, &'f BigUint)>) -> Distribution {
        Distribution::of(
            faces.flat_map(|(face, weight)| self.after(next, face).weighed(weight).collect::<Vec<_>>()),
        )
    }

    /// The distribution of what a die adds that shows a face; the total is the same for all faces.
    pub fn shown(&mut self, face: i64) -> Rc<Distribution> {
        self.after(0, face)
    }

    /// The same before modifier `next`.
    fn after(&mut self, next: usize, face: i64) -> Rc<Distribution> {
        if let Some(known) = self.known.get(&(next, face)) {
            return known.clone();
        }
        let made = Rc::new(self.make(next, face));
        self.known.insert((next, face), made.clone());
        made
    }

    fn make(&mut self, next: usize, face: i64) -> Distribution {
        let Some(modifier) = self.modifiers.get(next) else { return Distribution::certain(face) };
        match *modifier {
            Modifier::Min(least) => self.after(next + 1, face.max(least)).as_ref().clone(),
            Modifier::Max(most) => self.after(next + 1, face.min(most)).as_ref().clone(),
            Modifier::Count(condition) => Distribution::certain(i64::from(condition.holds(face))),
            Modifier::Reroll(condition) => {
                let again = condition.holds(face);
                self.perhaps_again(next, face, again, |_| true)
            }
            Modifier::RerollAlways(condition) => {
                let again = condition.holds(face);
                self.perhaps_again(next, face, again, |face| !condition.holds(face))
            }
            Modifier::Compound(condition) => self.grown(next, face, condition),
            Modifier::Explode(condition) | Modifier::Penetrate(condition) => {
                let more = modifier.adds().map_or(0, |(_, more)| more);
                let chain = self.chain(&condition, |die, face| die.after(next + 1, face + more));
                followed(&self.after(next + 1, face), &chain, condition.holds(face))
            }
            Modifier::KeepHighest(_)
            | Modifier::KeepLowest(_)
            | Modifier::DropHighest(_)
            | Modifier::DropLowest(_) => self.after(next + 1, face).as_ref().clone(),
        }
    }

    /// A die that may be thrown again, for one of the faces that are allowed.
    fn perhaps_again(
        &mut self,
        next: usize,
        face: i64,
        again: bool,
        allowed: impl Fn(i64) -> bool,
    ) -> Distribution {
        let die = self.die;
        let faces = die.faces.iter().filter(|face| allowed(face.value));
        if again {
            return self.over(next + 1, faces.map(|face| (face.value, &face.weight)));
        }
        scaled(&self.after(next + 1, face), &faces.map(|face| &face.weight).sum())
    }

    /// What a die shows in the end that grows by further throws of it.
    fn grown(&mut self, next: usize, face: i64, condition: Condition) -> Distribution {
        let growth = self.chain(&condition, |_, face| Rc::new(Distribution::certain(face)));
        if !condition.holds(face) {
            return scaled(&self.after(next + 1, face), growth.total());
        }
        self.over(next + 1, growth.weights().iter().map(|(more, weight)| (face + more, weight)))
    }

    /// What the throws add that follow because a die has exploded, if each adds what is told of its face.
    fn chain(
        &mut self,
        explodes: &Condition,
        adds: impl Fn(&mut Self, i64) -> Rc<Distribution>,
    ) -> Distribution {
        let mut chain = Distribution::certain(0);
        for _ in 0..self.explosions {
            let mut weights = Vec::new();
            for face in &self.die.faces {
                let shown = adds(self, face.value);
                weights.extend(followed(&shown, &chain, explodes.holds(face.value)).weighed(&face.weight));
            }
            chain = Distribution::of(weights);
        }
        chain
    }
}

/// What is shown with the throws of a chain, if they follow; their total comes in if they do not.
fn followed(shown: &Distribution, chain: &Distribution, follows: bool) -> Distribution {
    if follows { shown.plus(chain) } else { scaled(shown, chain.total()) }
}

fn scaled(distribution: &Distribution, factor: &BigUint) -> Distribution {
    Distribution::ascending(distribution.weighed(factor).collect())
}

/// The die after modifiers that leave it one die.
pub fn changed(die: &Die, modifiers: &[Modifier], explosions: u32) -> Distribution {
    let thrown = OneDie::new(die, modifiers, explosions).thrown();
    debug_assert!(!thrown.total().is_zero());
    thrown
}
