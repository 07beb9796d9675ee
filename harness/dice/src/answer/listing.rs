//! The combinations of the dice of an expression.

use num_bigint::BigUint;
use num_integer::binomial;
use num_traits::One;
use serde::Serialize;
use torneo_contract::refuse_if;

use crate::expression::listed::combinations_of;
use crate::expression::syntax::Pool;
use crate::expression::tally::Wanted;
use crate::expression::throw::counted;
use crate::language::tree::{Binary, Expression, Kind, Unary};
use crate::number::Count;

/// Most combinations that are listed.
pub const MAX_LISTED: u32 = 100_000;

/// Most dice of all combinations that are listed.
const MAX_DICE: u64 = 20_000_000;

/// Why combinations are not listed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unlisted {
    /// There are too many.
    #[error("{0} combinations are too many to list (at most {MAX_LISTED})")]
    TooMany(BigUint),
    /// They are too long.
    #[error("combinations of {0} dice are too long to list")]
    TooLong(u64),
    /// Dice are thrown because of others.
    #[error("dice that explode or are thrown again have no fixed list of combinations")]
    Thrown,
}

/// A combination with its number of orderings; in JSON `["621", 6]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Combination(pub String, pub Count);

/// A combination of the dice of every throw of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The faces of each throw in descending order, throws separated by `/`.
    pub dice: String,
    /// In how many orders and with which sides it can be thrown.
    pub orderings: BigUint,
    /// Its weight over the total of the expression.
    pub weight: BigUint,
    /// What it is worth.
    pub value: i64,
}

impl Expression {
    /// How many combinations the dice can show.
    pub fn combinations(&self) -> BigUint {
        let of = |pool: &&Pool| {
            let (dice, faces) = (u64::from(pool.count), pool.die.faces.len() as u64);
            binomial(BigUint::from((dice + faces).saturating_sub(1)), BigUint::from(dice))
        };
        self.pools().iter().map(of).product()
    }

    /// In how many ways the dice can fall, told apart by die and side.
    pub fn orderings(&self) -> BigUint {
        self.pools().iter().map(|pool| BigUint::from(pool.die.sides()).pow(pool.count)).product()
    }

    /// Whether dice are thrown because of what others show, some throws are not looked at, or values are no plain numbers.
    pub fn throws_again(&self) -> bool {
        let varies = |part: &Expression| match &part.kind {
            Kind::Throw(_, pool, given) => {
                !given.is_empty() || pool.modifiers.iter().any(|modifier| modifier.throws())
            }
            Kind::Number(_) | Kind::If(_) => false,
            Kind::Unary(unary, _) => matches!(unary, Unary::Die | Unary::Length),
            Kind::Binary(binary, ..) => *binary == Binary::At,
            _ => true,
        };
        self.any(&varies)
    }

    /// All combinations, those of the leftmost throw in descending order first.
    ///
    /// # Errors
    /// There are too many, or none can be told before dice are thrown again.
    pub fn list(&self) -> Result<Vec<Listed>, Unlisted> {
        refuse_if!(self.throws_again(), Unlisted::Thrown);
        let all = self.combinations();
        refuse_if!(all > BigUint::from(MAX_LISTED), Unlisted::TooMany(all));
        let dice: u64 = self.pools().iter().map(|pool| u64::from(pool.count)).sum();
        refuse_if!(all * dice > BigUint::from(MAX_DICE), Unlisted::TooLong(dice));
        let mut rows = vec![Row {
            dice: Vec::new(),
            shown: Vec::new(),
            orderings: BigUint::one(),
            weight: BigUint::one(),
        }];
        for pool in self.pools() {
            let mut thrown = combinations_of(&pool.die, pool.count);
            thrown.sort_unstable_by(|(a, _), (b, _)| b.iter().rev().cmp(a.iter().rev()));
            let more: Vec<Row> =
                thrown.into_iter().map(|(dice, weight)| Row::of(pool, dice, weight)).collect();
            rows = rows.iter().flat_map(|row| more.iter().map(move |more| row.and(more))).collect();
        }
        let listed = rows.into_iter().filter_map(|row| {
            let mut shown = row.shown.iter();
            let value = self.known(&mut |pool, reading, _| {
                let wanted = Wanted { reading, counts: pool.counts(), given: Vec::new() };
                wanted.read(&counted(pool, shown.next()?.clone()))
            })?;
            Some(Listed { dice: row.dice.join("/"), orderings: row.orderings, weight: row.weight, value })
        });
        Ok(listed.collect())
    }
}

/// The dice of the throws so far.
#[derive(Clone)]
struct Row {
    dice: Vec<String>,
    shown: Vec<Vec<i64>>,
    orderings: BigUint,
    weight: BigUint,
}

impl Row {
    fn of(pool: &Pool, shown: Vec<i64>, weight: BigUint) -> Row {
        let mut orderings = orderings(&shown);
        for equal in shown.chunk_by(|a, b| a == b) {
            let face = pool.die.faces.iter().find(|face| face.value == equal[0]);
            orderings *= BigUint::from(face.map_or(1, |face| face.sides)).pow(equal.len() as u32);
        }
        Row { dice: vec![notation(pool, &shown)], shown: vec![shown], orderings, weight }
    }

    fn and(&self, more: &Row) -> Row {
        Row {
            dice: [&self.dice[..], &more.dice].concat(),
            shown: [&self.shown[..], &more.shown].concat(),
            orderings: &self.orderings * &more.orderings,
            weight: &self.weight * &more.weight,
        }
    }
}

/// Faces in descending order: as digits, with faces above 9 separated by `-`, with faces below 0 by `,`.
fn notation(pool: &Pool, ascending: &[i64]) -> String {
    let faces: Vec<String> = ascending.iter().rev().map(i64::to_string).collect();
    let (low, high) = (pool.die.faces[0].value, pool.die.highest());
    faces.join(if low < 0 {
        ","
    } else if high > 9 {
        "-"
    } else {
        ""
    })
}

/// The number of ways to order these faces, equal ones side by side: a product of binomial coefficients.
pub(crate) fn orderings<T: PartialEq>(faces: &[T]) -> BigUint {
    let (mut placed, mut orderings) = (0u32, BigUint::one());
    for group in faces.chunk_by(|a, b| a == b) {
        placed += group.len() as u32;
        orderings *= binomial(BigUint::from(placed), BigUint::from(group.len()));
    }
    orderings
}
