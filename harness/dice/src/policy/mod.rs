//! Fixed ways to decide: policies with names, and rules over the fields of a position.
//!
//! ```text
//! policy     = rule {";" rule}
//! rule       = action ["when" condition]
//! condition  = both {"or" both}
//! both       = one {"and" one}
//! one        = ["not"] ("(" condition ")" | sum [sign sum])
//! sum        = term {("+" | "-") term}
//! term       = number | ["own" | "other"] field
//! sign       = "=" | "!=" | "<" | "<=" | ">" | ">="
//! action     = "throw" | "stop"
//! ```
//!
//! The first rule whose condition holds decides. Where none does, the action that the last rule does not name is taken.
//! A field alone holds where it is not 0. Fields have the names of `torneo show GAME --json --state`; where each seat
//! has one, `own` (which may be left out) is that of the seat that decides, and `other` that of its opponent.

mod parse;

use std::ops::Range;

use torneo_contract::{Field, Seat, nearest};
use torneo_exact::Policy;
use torneo_present::english::Joined as _;

use crate::expression::syntax::Comparison;

/// A fixed way to decide whether to stop.
#[derive(Clone, PartialEq, Debug)]
pub enum Decider {
    /// A policy of the game.
    Named(Policy),
    /// Rules over fields.
    Rules(Rules),
}

impl From<Policy> for Decider {
    fn from(policy: Policy) -> Decider {
        Decider::Named(policy)
    }
}

/// Rules over fields, as they are written.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// What each rule does and when, the first one first.
    rules: Vec<(Action, Condition)>,
    /// What is done where no rule applies.
    otherwise: Action,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Throw,
    Stop,
}

/// The words of the actions.
const ACTIONS: [(&str, Action); 2] = [("throw", Action::Throw), ("stop", Action::Stop)];

/// When a rule applies.
#[derive(Clone, PartialEq, Debug)]
enum Condition {
    Any(Vec<Condition>),
    All(Vec<Condition>),
    Not(Box<Condition>),
    Compare(Sum, Comparison, Sum),
}

/// Terms, each added or subtracted.
type Sum = Vec<(i64, Term)>;

/// A number or the value of a field.
#[derive(Clone, PartialEq, Debug)]
enum Term {
    Number(i64),
    Field(Name),
}

/// A field by its name.
#[derive(Clone, PartialEq, Debug)]
struct Name {
    name: String,
    /// Whether it is that of the opponent.
    other: bool,
    /// Its bytes in the text.
    span: Range<usize>,
}

/// A text that is no policy: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PolicyFault {
    /// The bytes that are wrong; empty at the end.
    pub span: Range<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
    /// What may be meant.
    pub nearest: Option<String>,
}

impl PolicyFault {
    fn new(span: &Range<usize>, message: String) -> PolicyFault {
        PolicyFault { span: span.clone(), message, nearest: None }
    }
}

impl Rules {
    /// Reads rules.
    ///
    /// # Errors
    /// A text that is none; the fault names the place.
    pub fn read(text: &str) -> Result<Rules, PolicyFault> {
        parse::rules(text)
    }

    /// Whether a seat stops where the position has these fields.
    pub fn stops(&self, seat: Seat, fields: &[Field]) -> bool {
        let applies = self.rules.iter().find(|(_, condition)| condition.holds(seat, fields));
        applies.map_or(self.otherwise, |(action, _)| *action) == Action::Stop
    }

    /// Checks that a game has the fields, and that none is among those in which its analysis tells no positions apart.
    ///
    /// # Errors
    /// The first name that cannot be used.
    pub fn check<'a>(
        &self,
        known: &[Field],
        lumped: impl IntoIterator<Item = &'a String> + Clone,
    ) -> Result<(), PolicyFault> {
        let is_lumped = |name: &str| lumped.clone().into_iter().any(|lumped| lumped == name);
        let usable = || {
            let mut names: Vec<&str> =
                known.iter().map(|field| &*field.name).filter(|name| !is_lumped(name)).collect();
            names.dedup();
            names
        };
        for name in self.names() {
            let Some(field) = known.iter().find(|field| *field.name == *name.name) else {
                let message =
                    format!("there is no field `{}`; expected {}", name.name, usable().joined(", "));
                let nearest = nearest(&name.name, usable());
                return Err(PolicyFault { nearest, ..PolicyFault::new(&name.span, message) });
            };
            if is_lumped(&name.name) {
                let message = format!(
                    "exact odds take positions that differ in `{}` alone for one; expected {}",
                    name.name,
                    usable().joined(", ")
                );
                return Err(PolicyFault::new(&name.span, message));
            }
            if name.other && field.owner.is_none() {
                let message = format!("`{}` is no field of a seat: write it without `other`", name.name);
                return Err(PolicyFault::new(&name.span, message));
            }
        }
        Ok(())
    }

    /// The fields that are named, from left to right.
    fn names(&self) -> Vec<&Name> {
        let mut names = Vec::new();
        self.rules.iter().for_each(|(_, condition)| condition.add_names(&mut names));
        names
    }
}

impl Condition {
    fn holds(&self, seat: Seat, fields: &[Field]) -> bool {
        match self {
            Condition::Any(any) => any.iter().any(|one| one.holds(seat, fields)),
            Condition::All(all) => all.iter().all(|one| one.holds(seat, fields)),
            Condition::Not(one) => !one.holds(seat, fields),
            Condition::Compare(left, comparison, right) => {
                comparison.holds(value(left, seat, fields), value(right, seat, fields))
            }
        }
    }

    fn add_names<'a>(&'a self, names: &mut Vec<&'a Name>) {
        match self {
            Condition::Any(parts) | Condition::All(parts) => {
                parts.iter().for_each(|part| part.add_names(names));
            }
            Condition::Not(part) => part.add_names(names),
            Condition::Compare(left, _, right) => {
                names.extend(left.iter().chain(right).filter_map(|(_, term)| match term {
                    Term::Field(name) => Some(name),
                    Term::Number(_) => None,
                }));
            }
        }
    }
}

/// The value of a sum for the seat that decides.
fn value(sum: &Sum, seat: Seat, fields: &[Field]) -> i64 {
    let of = |term: &Term| match term {
        Term::Number(number) => *number,
        Term::Field(name) => {
            let owner = if name.other { seat.other() } else { seat };
            let is_meant =
                |field: &&Field| *field.name == *name.name && field.owner.is_none_or(|of| of == owner);
            fields.iter().find(is_meant).map_or(0, |field| field.value)
        }
    };
    sum.iter().fold(0i64, |sum, (sign, term)| sum.saturating_add(of(term).saturating_mul(*sign)))
}
