//! A single die under modifiers that look at one die at a time.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::{One, Zero};

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
        let faces = self.die.faces.iter();
        let mut weights = Vec::new();
        for face in faces {
            let shown = self.shown(face.value);
            weights.extend(shown.weights().iter().map(|(value, weight)| (*value, weight * &face.weight)));
        }
        Distribution::of(weights)
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
                let chain = self.chain(next, more, &|face| condition.holds(face));
                let last = self.after(next + 1, face);
                match condition.holds(face) {
                    true => last.plus(&chain),
                    false => scaled(&last, chain.total()),
                }
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
        let faces: Vec<(i64, BigUint)> = self
            .die
            .faces
            .iter()
            .filter(|face| allowed(face.value))
            .map(|face| (face.value, face.weight.clone()))
            .collect();
        let total: BigUint = faces.iter().map(|(_, weight)| weight).sum();
        if !again {
            return scaled(&self.after(next + 1, face), &total);
        }
        let mut weights = Vec::new();
        for (face, weight) in faces {
            let shown = self.after(next + 1, face);
            weights.extend(shown.weights().iter().map(|(value, w)| (*value, w * &weight)));
        }
        Distribution::of(weights)
    }

    /// What a die shows in the end that grows by further throws of it.
    fn grown(&mut self, next: usize, face: i64, condition: Condition) -> Distribution {
        let mut growth = Distribution::certain(0);
        for _ in 0..self.explosions {
            let mut weights = Vec::new();
            for face in &self.die.faces {
                let whole = match condition.holds(face.value) {
                    true => growth.plus(&Distribution::certain(face.value)),
                    false => scaled(&Distribution::certain(face.value), growth.total()),
                };
                weights.extend(whole.weights().iter().map(|(value, w)| (*value, w * &face.weight)));
            }
            growth = Distribution::of(weights);
        }
        if !condition.holds(face) {
            return scaled(&self.after(next + 1, face), growth.total());
        }
        let mut weights = Vec::new();
        for (more, weight) in growth.weights() {
            let shown = self.after(next + 1, face + more);
            weights.extend(shown.weights().iter().map(|(value, w)| (*value, w * weight)));
        }
        Distribution::of(weights)
    }

    /// What the dice add that are thrown because one has exploded, each worth `more` than it shows.
    fn chain(&mut self, next: usize, more: i64, explodes: &dyn Fn(i64) -> bool) -> Distribution {
        let faces: Vec<(i64, BigUint)> =
            self.die.faces.iter().map(|face| (face.value, face.weight.clone())).collect();
        let mut chain = Distribution::certain(0);
        for _ in 0..self.explosions {
            let mut weights = Vec::new();
            for (face, weight) in &faces {
                let shown = self.after(next + 1, *face + more);
                let whole = match explodes(*face) {
                    true => shown.plus(&chain),
                    false => scaled(&shown, chain.total()),
                };
                weights.extend(whole.weights().iter().map(|(value, w)| (*value, w * weight)));
            }
            chain = Distribution::of(weights);
        }
        chain
    }
}

fn scaled(distribution: &Distribution, factor: &BigUint) -> Distribution {
    if factor.is_one() {
        return distribution.clone();
    }
    Distribution::ascending(distribution.weights().iter().map(|(value, w)| (*value, w * factor)).collect())
}

/// The die after modifiers that leave it one die.
pub fn changed(die: &Die, modifiers: &[Modifier], explosions: u32) -> Distribution {
    let thrown = OneDie::new(die, modifiers, explosions).thrown();
    debug_assert!(!thrown.total().is_zero());
    thrown
}
