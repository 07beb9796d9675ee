//! A single die under modifiers that look at one die at a time.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;

use super::syntax::{Condition, Die, Modifier};
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::{Held, Meter};
use crate::pools::sum;

/// What a die adds to the value in the end, by what it shows now.
///
/// Modifiers apply from the left: each works on what the one before it made of a face. A die that explodes or
/// is thrown again shows a face of the untouched die; each die of a chain goes on by itself.
pub struct OneDie<'a> {
    die: &'a Die,
    modifiers: &'a [Modifier],
    explosions: u32,
    meter: &'a Meter,
    known: HashMap<(usize, i64), Rc<Distribution>>,
    /// By modifier what follows an explosion.
    chains: HashMap<usize, Rc<Distribution>>,
    /// The bytes of what is known.
    held: Held<'a>,
}

impl OneDie<'_> {
    /// A die with modifiers that do not choose among dice.
    ///
    /// # Errors
    /// It would take too long.
    pub fn new<'a>(
        die: &'a Die,
        modifiers: &'a [Modifier],
        explosions: u32,
        meter: &'a Meter,
    ) -> Made<OneDie<'a>> {
        meter.foresee(work(die, modifiers, explosions))?;
        Ok(OneDie {
            die,
            modifiers,
            explosions,
            meter,
            known: HashMap::new(),
            chains: HashMap::new(),
            held: meter.held(),
        })
    }

    /// The distribution of what a thrown die adds.
    ///
    /// # Errors
    /// As all of these: it would take too long.
    pub fn thrown(&mut self) -> Made<Distribution> {
        self.over(0, self.die.faces.iter().map(|face| (face.value, &face.weight)))
    }

    /// The distribution of what a die adds after the modifiers from `next` on that shows one of some faces, by their weights.
    pub fn over<'f>(
        &mut self,
        next: usize,
        faces: impl Iterator<Item = (i64, &'f BigUint)>,
    ) -> Made<Distribution> {
        let mut weights = Vec::new();
        for (face, weight) in faces {
            let part = self.after(next, face)?;
            self.add(&mut weights, &part, weight)?;
        }
        Ok(Distribution::of(weights))
    }

    /// Adds the weights of a part, times a factor.
    fn add(&self, weights: &mut Vec<(i64, BigUint)>, part: &Distribution, factor: &BigUint) -> Made<()> {
        let rows = part.weights().len() as f64;
        self.meter.rows(rows, rows + weights.len() as f64, (part.total().bits() + factor.bits()) as f64)?;
        weights.extend(part.weighed(factor));
        Ok(())
    }

    /// The distribution of what a die adds that shows a face; the total is the same for all faces.
    pub fn shown(&mut self, face: i64) -> Made<Rc<Distribution>> {
        self.after(0, face)
    }

    /// The same before modifier `next`.
    fn after(&mut self, next: usize, face: i64) -> Made<Rc<Distribution>> {
        if let Some(known) = self.known.get(&(next, face)) {
            return Ok(known.clone());
        }
        let made = self.make(next, face)?;
        self.held.add(made.bytes())?;
        self.known.insert((next, face), made.clone());
        Ok(made)
    }

    fn make(&mut self, next: usize, face: i64) -> Made<Rc<Distribution>> {
        self.meter.steps(50.0)?;
        let Some(modifier) = self.modifiers.get(next) else {
            return Ok(Rc::new(Distribution::certain(face)));
        };
        match *modifier {
            Modifier::Min(least) => self.after(next + 1, face.max(least)),
            Modifier::Max(most) => self.after(next + 1, face.min(most)),
            Modifier::Count(count) => Ok(Rc::new(Distribution::certain(count.worth(face)))),
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
                let chain = self.chain(next, &condition, |die, face| die.after(next + 1, face + more))?;
                let shown = self.after(next + 1, face)?;
                self.followed(&shown, &chain, condition.holds(face)).map(Rc::new)
            }
            Modifier::KeepHighest(_)
            | Modifier::KeepLowest(_)
            | Modifier::DropHighest(_)
            | Modifier::DropLowest(_) => self.after(next + 1, face),
        }
    }

    /// A die that may be thrown again, for one of the faces that are allowed.
    fn perhaps_again(
        &mut self,
        next: usize,
        face: i64,
        again: bool,
        allowed: impl Fn(i64) -> bool,
    ) -> Made<Rc<Distribution>> {
        let die = self.die;
        let faces = die.faces.iter().filter(|face| allowed(face.value));
        if again {
            return self.over(next + 1, faces.map(|face| (face.value, &face.weight))).map(Rc::new);
        }
        self.meter.steps(die.faces.len() as f64)?;
        let shown = self.after(next + 1, face)?;
        self.scaled(&shown, &faces.map(|face| &face.weight).sum()).map(Rc::new)
    }

    /// What a die shows in the end that grows by further throws of it.
    fn grown(&mut self, next: usize, face: i64, condition: Condition) -> Made<Rc<Distribution>> {
        let growth = self.chain(next, &condition, |_, face| Ok(Rc::new(Distribution::certain(face))))?;
        if !condition.holds(face) {
            let shown = self.after(next + 1, face)?;
            return self.scaled(&shown, growth.total()).map(Rc::new);
        }
        self.over(next + 1, growth.weights().iter().map(|(more, weight)| (face + more, weight))).map(Rc::new)
    }

    /// What the throws add that follow because a die has exploded by modifier `next`, if each adds what is told of its face.
    fn chain(
        &mut self,
        next: usize,
        explodes: &Condition,
        adds: impl Fn(&mut Self, i64) -> Made<Rc<Distribution>>,
    ) -> Made<Rc<Distribution>> {
        if let Some(known) = self.chains.get(&next) {
            return Ok(known.clone());
        }
        let mut chain = Distribution::certain(0);
        let (mut start, all) = (self.meter.taken(), self.explosions as usize);
        for done in 0..all {
            // Every throw of a chain takes at least as much as the one before.
            self.meter.foresee_rest(start, 1, 1 + all - done)?;
            start = self.meter.taken();
            let mut weights = Vec::new();
            for face in &self.die.faces {
                let shown = adds(self, face.value)?;
                let shown = self.followed(&shown, &chain, explodes.holds(face.value))?;
                self.add(&mut weights, &shown, &face.weight)?;
            }
            chain = Distribution::of(weights);
        }
        let chain = Rc::new(chain);
        self.chains.insert(next, chain.clone());
        Ok(chain)
    }

    /// What is shown with the throws of a chain, if they follow; their total comes in if they do not.
    fn followed(&self, shown: &Distribution, chain: &Distribution, follows: bool) -> Made<Distribution> {
        if follows { sum(shown, chain, self.meter) } else { self.scaled(shown, chain.total()) }
    }

    fn scaled(&self, distribution: &Distribution, factor: &BigUint) -> Made<Distribution> {
        let mut weights = Vec::new();
        self.add(&mut weights, distribution, factor)?;
        Ok(Distribution::ascending(weights))
    }
}

/// The die after modifiers that leave it one die.
///
/// # Errors
/// It would take too long.
pub fn changed(die: &Die, modifiers: &[Modifier], explosions: u32, meter: &Meter) -> Made<Distribution> {
    OneDie::new(die, modifiers, explosions, meter)?.thrown()
}

/// Steps at least for what becomes of a die: every face that is thrown again leads to every face.
fn work(die: &Die, modifiers: &[Modifier], explosions: u32) -> f64 {
    let faces = die.faces.len() as f64;
    let span = (die.highest() - die.lowest()) as f64 + 1.0;
    let affected =
        |condition: Condition| die.faces.iter().filter(|face| condition.holds(face.value)).count() as f64;
    let factor = |modifier: &Modifier| match *modifier {
        Modifier::Explode(condition) | Modifier::Penetrate(condition) | Modifier::Compound(condition) => {
            let length = f64::from(explosions) + 1.0;
            let values = (span * length).min(libm::pow(faces, length));
            length * (affected(condition) * values + faces)
        }
        Modifier::Reroll(condition) | Modifier::RerollAlways(condition) => {
            affected(condition) * faces + faces
        }
        _ => 1.0,
    };
    5.0 * modifiers.iter().map(factor).product::<f64>()
}
