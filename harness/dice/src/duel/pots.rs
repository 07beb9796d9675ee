//! Who pays what into pots that are won later, where positions leave out the money.

use std::ops::AddAssign;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Whole;
use super::turn::{self, Exit, Places};
use crate::linear::{Equation, Solution};
use crate::number::whole;
use crate::odds::OddsError;

/// What each seat pays (first index) to each seat (second index).
pub(super) type Flow = [[BigRational; 2]; 2];

impl Whole<'_> {
    /// What each seat (first index) is expected to pay into pots that each seat (second index) wins, where positions
    /// leave out the money.
    pub(super) fn flow_of_pots(&self, turns: &[Rc<turn::Solved>]) -> Result<Flow, OddsError> {
        let takes = self.takes(turns)?;
        let payments = |(places, turn): (&Places, &Rc<turn::Solved>)| self.payments(places, turn, &takes);
        let equations: Vec<Equation<BigUint>> = self.turns.iter().zip(turns).map(payments).collect();
        let mut flow = Solution::new(&equations, 4, 0)?.value(0).into_iter();
        Ok([0, 1].map(|payer| {
            [0, 1].map(|winner| {
                let paid = whole(self.process.paid_before[payer]) * &takes[0][winner];
                paid + flow.next().unwrap_or_else(BigRational::zero)
            })
        }))
    }

    /// The equation of what is paid from the beginning of a turn on: by payer and winner.
    fn payments(
        &self,
        places: &Places,
        turn: &turn::Solved,
        takes: &[Vec<BigRational>],
    ) -> Equation<BigUint> {
        let mut equation = Equation { total: BigUint::one(), ..Equation::default() };
        let Some(paid) = turn.paid.as_ref().filter(|_| !places.exits.is_empty()) else { return equation };
        let (_, _, exits, total) = turn.start();
        let mut sums = vec![BigRational::zero(); 4];
        for (number, (exit, weight)) in places.exits.iter().zip(exits).enumerate() {
            add(&mut equation.next, self.numbers[&exit.to], weight);
            let next = &takes[self.numbers[&exit.to]];
            let probability = BigRational::new(weight.clone().into(), total.clone().into());
            for payer in 0..2 {
                let for_next = &probability * whole(exit.paid[payer]);
                for winner in 0..2 {
                    let wins = wins_pot(exit, winner, next);
                    sums[2 * payer + winner] += &paid[payer][number] * wins + &for_next * &next[winner];
                }
            }
        }
        let common = sums.iter().fold(BigInt::one(), |common, sum| common.lcm(sum.denom()));
        let scale = common.magnitude();
        equation.next.iter_mut().for_each(|(_, weight)| *weight *= scale);
        equation.total = total * scale;
        let constant = |sum: &BigRational| (sum.numer() * (&common / sum.denom())).magnitude() * total;
        equation.constants =
            sums.iter().map(constant).enumerate().filter(|(_, sum)| !sum.is_zero()).collect();
        equation
    }

    /// For each beginning of a turn the probabilities that each seat wins the pot that is on the table.
    fn takes(&self, turns: &[Rc<turn::Solved>]) -> Result<Vec<Vec<BigRational>>, OddsError> {
        let equation = |(places, turn): (&Places, &Rc<turn::Solved>)| {
            let mut equation = Equation { total: BigUint::one(), ..Equation::default() };
            if !places.exits.is_empty() {
                let (_, _, exits, total) = turn.start();
                equation.total = total.clone();
                for (exit, weight) in places.exits.iter().zip(exits) {
                    match exit.wins_pot {
                        Some(seat) => add(&mut equation.constants, seat.index(), weight),
                        None => add(&mut equation.next, self.numbers[&exit.to], weight),
                    }
                }
            }
            equation
        };
        let equations: Vec<Equation<BigUint>> = self.turns.iter().zip(turns).map(equation).collect();
        Ok(Solution::new(&equations, 2, 0)?.values(equations.len())?)
    }
}

/// The probability that a seat wins the pot of a turn that ends so; `next` tells that of the pot that stays.
fn wins_pot(exit: &Exit, winner: usize, next: &[BigRational]) -> BigRational {
    match exit.wins_pot {
        Some(seat) => whole(u64::from(seat.index() == winner)),
        None => next[winner].clone(),
    }
}

/// Adds to a weight, or a weight.
pub(super) fn add<W: Zero + Clone + for<'a> AddAssign<&'a W>>(
    list: &mut Vec<(usize, W)>,
    to: usize,
    weight: &W,
) {
    match list.iter_mut().find(|(known, _)| *known == to) {
        _ if weight.is_zero() => {}
        Some((_, sum)) => *sum += weight,
        None => list.push((to, weight.clone())),
    }
}
