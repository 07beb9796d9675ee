//! Exact results of dice games.
//!
//! One turn is an absorbing Markov chain: its positions come from the game's own rules
//! ([`graph`](torneo_exact::graph)), its equations are solved in fractions ([`linear`](super::linear)). Turns
//! do not depend on each other. So expectations of a game are sums over its turns, and the distribution of
//! turns won is their convolution.

use std::collections::HashMap;
use std::ops::Mul;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{NumAssignRef, One, ToPrimitive, Zero};
use serde::Serialize;
use torneo_contract::MAX_SEATS;
use torneo_exact::{Accounts, Graph, Shuffle, TURN, TooLarge, Turns};

use super::length::Length;
use super::linear::Endless;
use super::number::{Exact, Number, decimal, whole};
use super::policy::PolicyFault;
use super::solved::Solved;

/// Why a game is not analysed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OddsError {
    /// A turn has too many positions.
    #[error("exact odds: {0}")]
    TooLarge(#[from] TooLarge),
    /// There are too many positions by far: the walk is not begun.
    #[error("exact odds: there are about {estimate:.1e} positions to solve for (at most {limit})")]
    Estimated {
        /// About how many there are.
        estimate: f64,
        /// The most that are solved for.
        limit: usize,
    },
    /// A text that is no position of the game.
    #[error("position: {0}")]
    Position(String),
    /// A policy for a game in which nobody decides anything.
    #[error("a policy is for games with decisions; here nobody decides anything")]
    NoDecisions,
    /// Rules of one of the policies, by their number, that do not fit the game.
    #[error("{1}")]
    Policy(usize, PolicyFault),
    /// Different policies where a battle decides who begins.
    #[error("with a battle both seats have to follow the same policy")]
    BattleOfPolicies,
    /// Play need not end.
    #[error("exact odds: {0}")]
    Endless(#[from] Endless),
    /// The fractions would take more memory than is allowed.
    #[error("exact odds: the fractions would take about {needed} MiB (at most {most})")]
    TooMuchMemory {
        /// About how many MiB they would take.
        needed: u64,
        /// How many are allowed.
        most: u64,
    },
    /// There are too many ways to share the turns.
    #[error("exact odds: {turns} turns among {seats} seats can be shared in too many ways")]
    TooManyTurns {
        /// The turns of a game.
        turns: u32,
        /// The seats.
        seats: usize,
    },
}

/// How much is solved for: positions of a turn, and memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For results in fractions.
    pub exact: usize,
    /// For results in decimals.
    pub decimal: usize,
    /// MiB that the fractions of a game of dependent turns may take.
    pub memory: u64,
}

impl Default for Limits {
    /// Half a minute and some gigabytes of memory at most.
    fn default() -> Limits {
        Limits { exact: 2_500_000, decimal: 20_000_000, memory: 1024 }
    }
}

/// Most positions of a turn that is quick to solve in fractions: a few seconds.
const QUICK: usize = 200_000;

/// Most positions that take no longer than a second in fractions.
const AT_ONCE: usize = 60_000;

impl Limits {
    /// About a second, and 256 MiB by far: larger turns and games are refused. Fractions of dependent turns that take 8 MiB take
    /// a second to work out.
    pub const AT_ONCE: Limits = Limits { exact: AT_ONCE, decimal: AT_ONCE, memory: 8 };

    /// In fractions where a turn is quickly solved, else in decimals.
    pub const QUICK_FRACTIONS: Limits = Limits { exact: QUICK, decimal: 20_000_000, memory: 100 };
}

/// Everything known of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// The canonical specification.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Turns of a game, where it has a fixed number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// The probability that each seat alone wins the whole game.
    pub seat_win: Vec<Number>,
    /// The probability that nobody wins alone.
    pub draw: Number,
    /// The expected score of each seat.
    pub expected_score: Vec<Number>,
    /// The expected net money of each seat.
    pub expected_points: Vec<Number>,
    /// Expected throws of the whole game, battles not counted.
    pub expected_throws: Number,
    /// Expected rounds of the whole game.
    pub expected_rounds: Number,
    /// Expected turns of the whole game.
    pub expected_turns: Number,
    /// Expected throws of turn 0.
    pub expected_turn_throws: Number,
    /// Expected chance turns of the whole game, battles not counted: one throw each, except attempts of two
    /// throws.
    pub expected_chance_turns: Number,
    /// The expected share of turn 0 of its first thrower, less an equal share.
    pub first_thrower_advantage: Number,
    /// What each seat (row) is expected to pay to each seat (column) in the whole game.
    pub stake_flow: Vec<Vec<Number>>,
    /// How turn 0 can end.
    pub turn_results: Vec<TurnResult>,
    /// The length of turn 0.
    pub length: Length,
    /// The optimal policy of both seats, in games with decisions; the other numbers are those of this policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyTable>,
    /// Stated policies side by side, in games with decisions; both seats follow the same one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub policies: Vec<PolicyOdds>,
    /// What the numbers rest on.
    pub notes: Vec<String>,
}

/// What to do where a decision is due.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PolicyTable {
    /// What the policy is optimal for.
    pub objective: &'static str,
    /// The expected score of seat 0 if both seats follow it.
    pub value: Number,
    /// Each state with `throw` or `stop`.
    pub states: Vec<(String, &'static str)>,
}

/// The results of a policy that both seats follow.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PolicyOdds {
    /// Which policy.
    pub name: &'static str,
    /// The probability that each seat alone wins the whole game.
    pub seat_win: Vec<Number>,
    /// The probability that nobody wins alone.
    pub draw: Number,
    /// The expected score of each seat.
    pub expected_score: Vec<Number>,
    /// The expected net money of each seat.
    pub expected_points: Vec<Number>,
    /// Expected throws of the whole game.
    pub expected_throws: Number,
    /// Expected rounds of the whole game.
    pub expected_rounds: Number,
    /// Expected turns of the whole game.
    pub expected_turns: Number,
}

/// One way in which a turn can end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnResult {
    /// The share of the turn of each seat: 1 for its sole winner.
    pub won: Vec<Exact>,
    /// The net money of each seat.
    pub points: Vec<i64>,
    /// How likely.
    pub probability: Number,
}

/// The results of a game of independent turns: exact, or decimals where a turn has too many positions for fractions.
///
/// # Errors
/// The game is too large.
pub fn odds_of_turns(game: &dyn Turns, canonical: String, limits: Limits) -> Result<Odds, OddsError> {
    let plan = game.plan();
    let graph = game.walk(0, limits.decimal)?;
    let in_decimals = graph.nodes.len() > limits.exact;
    let solve =
        |graph: &Graph| if in_decimals { Ok(Solved::turn_in_decimals(graph)) } else { Solved::turn(graph) };
    let mut kinds = vec![solve(&graph)?];
    let first = kinds[0].clone();
    let length = Length::of(&graph);
    drop(graph);
    if plan.shuffle == Shuffle::EveryTurn {
        kinds[0].results = shuffled(&kinds[0].results, game.seats());
    } else {
        for turn in 1..plan.cycle.min(plan.turns) {
            kinds.push(solve(&game.walk(turn, limits.decimal)?)?);
        }
    }
    let whole = Whole { kinds: &kinds, turns: plan.turns, seats: game.seats() };
    let mut odds = whole.odds(canonical, &first, length)?;
    if plan.shuffle == Shuffle::Once {
        odds.even_out();
    }
    if in_decimals {
        odds.round(super::solved::ERROR);
        odds.notes.push("a turn has too many positions for fractions: decimals with their error".to_owned());
    }
    Ok(odds)
}

/// The results with the seats in every order, all equally likely.
fn shuffled(results: &[(Accounts, BigRational)], seats: usize) -> Vec<(Accounts, BigRational)> {
    let mut shuffled: Vec<(Accounts, BigRational)> = Vec::new();
    for (result, probability) in results {
        let mut lots: Vec<(i64, i64)> =
            (0..seats).map(|seat| (result.won[seat], result.money[seat])).collect();
        lots.sort_unstable();
        let mut orders = Vec::new();
        arrangements(&mut lots, &mut Vec::new(), &mut orders);
        let share = probability / BigRational::from_integer(BigInt::from(orders.len()));
        for order in orders {
            match shuffled.iter_mut().find(|(known, _)| *known == order) {
                Some((_, sum)) => *sum += &share,
                None => shuffled.push((order, share.clone())),
            }
        }
    }
    shuffled
}

/// All different orders of sorted items.
fn arrangements(rest: &mut Vec<(i64, i64)>, chosen: &mut Vec<(i64, i64)>, orders: &mut Vec<Accounts>) {
    if rest.is_empty() {
        let mut accounts = Accounts::default();
        for (seat, &(won, money)) in chosen.iter().enumerate() {
            (accounts.won[seat], accounts.money[seat]) = (won, money);
        }
        orders.push(accounts);
    }
    for at in 0..rest.len() {
        if at > 0 && rest[at] == rest[at - 1] {
            continue;
        }
        chosen.push(rest.remove(at));
        arrangements(rest, chosen, orders);
        rest.insert(at, chosen.pop().expect("just pushed"));
    }
}

impl Solved {
    /// How the turn can end at a table of `seats`.
    pub fn results(&self, seats: usize) -> Vec<TurnResult> {
        let result = |(result, probability): &(Accounts, BigRational)| TurnResult {
            won: result.won[..seats].iter().map(|&won| Exact::ratio(won, TURN)).collect(),
            points: result.money[..seats].to_vec(),
            probability: Number::from(probability.clone()),
        };
        self.results.iter().map(result).collect()
    }

    /// The expectation of something that the result decides.
    fn mean(&self, of: impl Fn(&Accounts) -> BigRational) -> BigRational {
        self.results.iter().map(|(result, p)| of(result) * p).sum()
    }
}

/// A game made of turns.
struct Whole<'a> {
    /// Turn `t` is of kind `t mod kinds.len()`.
    kinds: &'a [Solved],
    turns: u32,
    seats: usize,
}

impl Whole<'_> {
    fn odds(&self, game: String, first: &Solved, length: Length) -> Result<Odds, OddsError> {
        let places = self.places()?;
        let draw = match places.iter().map(|place| place.win.exact().cloned()).sum::<Option<BigRational>>() {
            Some(sum) => Number::from(BigRational::one() - sum),
            None => decimal(1.0 - places.iter().map(|place| place.win.decimal()).sum::<f64>()),
        };
        let (seat_win, expected_score) = places.into_iter().map(|place| (place.win, place.score)).unzip();
        let expected = |of: &dyn Fn(&Solved) -> BigRational| Number::from(self.sum(of));
        let share = |turn: &Solved| {
            turn.mean(|result| BigRational::new(result.won[0].into(), TURN.into()))
                - BigRational::new(1.into(), self.seats.into())
        };
        Ok(Odds {
            game,
            seats: self.seats,
            turns: Some(self.turns),
            seat_win,
            draw,
            expected_score,
            expected_points: (0..self.seats)
                .map(|seat| expected(&|turn| turn.mean(|result| whole(result.money[seat]))))
                .collect(),
            expected_throws: expected(&|turn| turn.throws.clone()),
            expected_rounds: expected(&|turn| turn.rounds.clone()),
            expected_chance_turns: expected(&|turn| turn.chance_turns.clone()),
            first_thrower_advantage: Number::from(share(first)),
            stake_flow: self.stake_flow(),
            turn_results: first.results(self.seats),
            expected_turns: Number::from(whole(self.turns)),
            expected_turn_throws: Number::from(first.throws.clone()),
            policy: None,
            policies: Vec::new(),
            length,
            notes: vec!["max_throws at its default is taken as unlimited".to_owned()],
        })
    }

    /// A sum over the turns of the game.
    fn sum(&self, of: &dyn Fn(&Solved) -> BigRational) -> BigRational {
        let kinds = self.kinds.len() as u32;
        let often = |kind: u32| (self.turns + kinds - 1 - kind) / kinds;
        let sums = self.kinds.iter().zip(0..).map(|(turn, kind)| of(turn) * whole(often(kind)));
        sums.sum()
    }

    /// What the losers of a turn pay goes to its winners in proportion to what they receive.
    fn stake_flow(&self) -> Vec<Vec<Number>> {
        let flow = |from: usize, to: usize| {
            self.sum(&|turn| {
                turn.mean(|result| {
                    let received: i64 = result.money.iter().filter(|&&money| money > 0).sum();
                    let (paid, got) = (-result.money[from], result.money[to]);
                    if paid > 0 && got > 0 {
                        BigRational::new(BigInt::from(paid) * got, received.into())
                    } else {
                        BigRational::zero()
                    }
                })
            })
        };
        let row = |from| (0..self.seats).map(|to| Number::from(flow(from, to))).collect();
        (0..self.seats).map(row).collect()
    }

    /// The chance of each seat to win alone and its expected score.
    fn places(&self) -> Result<Vec<Place>, OddsError> {
        let too_many = OddsError::TooManyTurns { turns: self.turns, seats: self.seats };
        self.exact_places().or_else(|| self.decimal_places()).ok_or(too_many)
    }

    fn exact_places(&self) -> Option<Vec<Place>> {
        let kinds: Vec<(Vec<(Won, BigUint)>, BigUint)> = self.kinds.iter().map(common_denominator).collect();
        let bits: u64 =
            kinds.iter().map(|(_, whole)| whole.bits()).max().unwrap_or(0) * u64::from(self.turns);
        let most = EXACT_WORK / (u64::from(self.turns) * (bits / 64 + 10) * self.seats as u64);
        let turns = (0..self.turns as usize).map(|turn| &kinds[turn % kinds.len()].0[..]);
        let distribution = convolve::<BigUint>(turns, most as usize)?;
        let whole: BigUint = (0..self.turns as usize).map(|turn| &kinds[turn % kinds.len()].1).product();
        let tallies = self.tally(&distribution);
        let fraction = |share: BigUint, of: u64| {
            Number::from(BigRational::new(BigInt::from(share), BigInt::from(&whole * of)))
        };
        Some(
            tallies
                .into_iter()
                .map(|(win, score)| Place { win: fraction(win, 1), score: fraction(score, TURN as u64) })
                .collect(),
        )
    }

    fn decimal_places(&self) -> Option<Vec<Place>> {
        let kind = |turn: &Solved| -> Vec<(Won, f64)> {
            turn.results.iter().map(|(result, p)| (result.won, p.to_f64().unwrap_or(0.0))).collect()
        };
        let kinds: Vec<Vec<(Won, f64)>> = self.kinds.iter().map(kind).collect();
        let turns = (0..self.turns as usize).map(|turn| &kinds[turn % kinds.len()][..]);
        let distribution = convolve::<f64>(turns, DECIMAL_WORK / self.turns as usize)?;
        let tallies = self.tally(&distribution);
        let place = |(win, score)| Place { win: decimal(win), score: decimal(score / TURN as f64) };
        Some(tallies.into_iter().map(place).collect())
    }

    /// For each seat the mass of the games that it wins alone, and `TURN` times its share of all games.
    fn tally<T: Mass>(&self, distribution: &HashMap<Won, T>) -> Vec<(T, T)> {
        let mut tallies = vec![(T::zero(), T::zero()); self.seats];
        for (won, mass) in distribution {
            let most = won[..self.seats].iter().max().expect("there are seats");
            let first: Vec<usize> = (0..self.seats).filter(|&seat| won[seat] == *most).collect();
            let share = mass.clone() * T::from(TURN as u32 / first.len() as u32);
            for &seat in &first {
                tallies[seat].1 += &share;
            }
            if let [seat] = first[..] {
                tallies[seat].0 += mass;
            }
        }
        tallies
    }
}

/// What a seat can expect of the whole game.
struct Place {
    win: Number,
    score: Number,
}

/// Probabilities as the convolution handles them: decimals, or numerators over a common denominator.
trait Mass: NumAssignRef + From<u32> + Clone {}

impl<T: NumAssignRef + From<u32> + Clone> Mass for T {}

impl Odds {
    /// Makes all numbers decimals with a relative error.
    fn round(&mut self, error: f64) {
        let lists = [&mut self.seat_win, &mut self.expected_score, &mut self.expected_points];
        let numbers = lists.into_iter().flatten().chain(self.stake_flow.iter_mut().flatten());
        let single = [
            &mut self.draw,
            &mut self.expected_throws,
            &mut self.expected_rounds,
            &mut self.expected_turn_throws,
            &mut self.expected_chance_turns,
            &mut self.first_thrower_advantage,
        ];
        let results = self.turn_results.iter_mut().map(|result| &mut result.probability);
        for number in numbers.chain(single).chain(results) {
            let value = number.decimal();
            let error = error * value.abs().max(1.0);
            *number = Number::Decimal { value: if value.abs() <= error { 0.0 } else { value }, error };
        }
    }

    /// Makes the seats alike: every seat begins with the same probability.
    pub(super) fn even_out(&mut self) {
        let seats = self.seats;
        for of_seat in [&mut self.seat_win, &mut self.expected_score, &mut self.expected_points] {
            *of_seat = vec![mean(of_seat); seats];
        }
        let flows: Vec<Number> = (0..seats)
            .flat_map(|from| (0..seats).filter(move |&to| to != from).map(move |to| (from, to)))
            .map(|(from, to)| self.stake_flow[from][to].clone())
            .collect();
        let flow = mean(&flows);
        for (from, row) in self.stake_flow.iter_mut().enumerate() {
            let others = row.iter_mut().enumerate().filter(|(to, _)| *to != from);
            others.for_each(|(_, number)| *number = flow.clone());
        }
    }
}

fn mean(numbers: &[Number]) -> Number {
    match numbers.iter().map(|number| number.exact().cloned()).sum::<Option<BigRational>>() {
        Some(sum) => Number::from(sum / whole(numbers.len())),
        None => decimal(numbers.iter().map(Number::decimal).sum::<f64>() / numbers.len() as f64),
    }
}

/// Turns won by each seat.
type Won = [i64; MAX_SEATS];

/// Word operations that the exact convolution may take.
const EXACT_WORK: u64 = 2_000_000_000;
/// Steps that the decimal convolution may take.
const DECIMAL_WORK: usize = 100_000_000;

/// The results by turns won, as integers over a common denominator.
fn common_denominator(turn: &Solved) -> (Vec<(Won, BigUint)>, BigUint) {
    let common = turn.results.iter().fold(BigInt::one(), |common, (_, p)| common.lcm(p.denom()));
    let natural = |number: BigInt| number.to_biguint().expect("probabilities are not negative");
    let results =
        turn.results.iter().map(|(result, p)| (result.won, natural(p.numer() * (&common / p.denom()))));
    (results.collect(), natural(common))
}

/// The distribution of the turns won by each seat after all turns; none if it has more than `most` values.
fn convolve<'a, K: Mass + 'a>(
    turns: impl Iterator<Item = &'a [(Won, K)]>,
    most: usize,
) -> Option<HashMap<Won, K>>
where
    for<'k> &'k K: Mul<Output = K>,
{
    let mut distribution = HashMap::from([([0; MAX_SEATS], K::one())]);
    for turn in turns {
        let mut next: HashMap<Won, K> = HashMap::new();
        for (won, mass) in &distribution {
            for (more, weight) in turn {
                let sum = std::array::from_fn(|seat| won[seat] + more[seat]);
                *next.entry(sum).or_insert_with(K::zero) += &(mass * weight);
            }
        }
        distribution = next;
        if distribution.len() > most {
            return None;
        }
    }
    Some(distribution)
}
