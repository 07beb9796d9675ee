//! What the seats know where they decide, by the names of fields: rules over them, and policies as tables.

use std::collections::BTreeSet;

use serde::Serialize;
use torneo_contract::{Field, Seat, refuse_if};
use torneo_exact::{Duel, Process};

use super::{MAX_POSITIONS, MAX_POSITIONS_OF_CHAIN, Whole};
use crate::number::Number;
use crate::odds::{Limits, OddsError};
use crate::policy::{Decider, PolicyFault};

/// A policy as a table: what it does at each decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decisions {
    /// The canonical specification.
    pub game: String,
    /// What the policy is optimal for.
    pub objective: &'static str,
    /// The expected score of seat 0 if both seats follow it.
    pub value: Number,
    /// The columns: the seat that decides, then the fields; `other` stands before those of its opponent.
    pub fields: Vec<String>,
    /// The values of the columns, each with `throw` or `stop`, in ascending order.
    pub decisions: Vec<(Vec<i64>, &'static str)>,
    /// Fields whose values stand for others as well: positions that differ in them in some ways have the same future.
    pub merged: Vec<String>,
}

/// The policy of a game as a table: the one that is optimal for the score, or the given one.
///
/// # Errors
/// As [`odds_of_duel`](super::odds_of_duel), and a game in which nobody decides anything.
pub fn decisions_of_duel(
    game: &dyn Duel,
    canonical: String,
    limits: Limits,
    policies: Option<&[Decider; 2]>,
) -> Result<Decisions, OddsError> {
    let walked = Walked::new(game, policies, true, limits)?;
    let whole = Whole::new(&walked.process);
    whole.check(limits)?;
    refuse_if!(!whole.has_decisions(), OddsError::NoDecisions);
    let (choices, values, objective) = whole.decided(policies, &walked.stops)?;
    let decided =
        |(position, values): (usize, Vec<i64>)| (values, if choices[position] { "stop" } else { "throw" });
    let mut decisions: Vec<(Vec<i64>, &str)> = walked.rows.into_iter().map(decided).collect();
    decisions.sort_unstable();
    let value = Number::from(values.score(0));
    let (fields, merged) = (walked.columns, walked.lumped.into_iter().collect());
    Ok(Decisions { game: canonical, objective, value, fields, decisions, merged })
}

/// The positions of a game, and what is asked at its decisions.
pub(super) struct Walked {
    pub(super) process: Process,
    /// The positions in which the rules of the seat that decides say that it stops.
    pub(super) stops: Vec<usize>,
    /// The columns of a table of decisions.
    columns: Vec<String>,
    /// The values of the columns at each decision.
    rows: Vec<(usize, Vec<i64>)>,
    /// The fields in which positions are not told apart.
    lumped: BTreeSet<String>,
}

impl Walked {
    /// Walks a game; `table` asks for the fields of each decision.
    ///
    /// # Errors
    /// The game is too large, or the policies are none of this game.
    pub(super) fn new(
        game: &dyn Duel,
        policies: Option<&[Decider; 2]>,
        table: bool,
        limits: Limits,
    ) -> Result<Walked, OddsError> {
        let limit = if game.has_decisions() { MAX_POSITIONS } else { MAX_POSITIONS_OF_CHAIN };
        // Fractions of chains without decisions are longer: about eight times the work.
        let limit = limit.min(if game.has_decisions() { limits.decimal } else { limits.decimal / 8 });
        if let Some(estimate) = game.size().filter(|&size| size > limit as f64) {
            return Err(OddsError::Estimated { estimate, limit });
        }
        if let Some([first, second]) = policies {
            refuse_if!(!game.has_decisions(), OddsError::NoDecisions);
            refuse_if!(game.has_battle() && first != second, OddsError::BattleOfPolicies);
        }
        let (mut stops, mut columns, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        let has_rules = policies.is_some_and(|both| both.iter().any(|one| matches!(one, Decider::Rules(_))));
        if !has_rules && !table {
            return Ok(Walked { process: game.walk(limit)?, stops, columns, rows, lumped: BTreeSet::new() });
        }
        let (mut known, mut fault): (Vec<Field>, Option<OddsError>) = (Vec::new(), None);
        let (process, lumped) = game.fields(limit, &mut |position, seat, fields| {
            if known.is_empty() {
                known = fields.to_vec();
                columns = columns_of(seat, fields);
                fault = checked(policies, fields, &BTreeSet::new()).err();
            }
            if let Some(Decider::Rules(rules)) = policies.map(|policies| &policies[seat.index()])
                && fault.is_none()
                && rules.stops(seat, fields)
            {
                stops.push(position);
            }
            if table {
                rows.push((position, row(seat, fields)));
            }
        })?;
        match fault {
            Some(fault) => return Err(fault),
            None => checked(policies, &known, &lumped)?,
        }
        Ok(Walked { process, stops, columns, rows, lumped })
    }
}

/// Checks the fields that rules name.
fn checked(
    policies: Option<&[Decider; 2]>,
    known: &[Field],
    lumped: &BTreeSet<String>,
) -> Result<(), OddsError> {
    for (seat, policy) in policies.into_iter().flatten().enumerate() {
        if let Decider::Rules(rules) = policy {
            rules.check(known, lumped).map_err(|fault: PolicyFault| OddsError::Policy(seat, fault))?;
        }
    }
    Ok(())
}

/// The fields of a decision with those of the seat that decides before those of its opponent.
fn in_order(seat: Seat, fields: &[Field]) -> impl Iterator<Item = &Field> {
    let mut order: Vec<&Field> = fields.iter().collect();
    for pair in 1..order.len() {
        let (one, next) = (order[pair - 1], order[pair]);
        if one.name == next.name && one.owner == Some(seat.other()) && next.owner == Some(seat) {
            order.swap(pair - 1, pair);
        }
    }
    order.into_iter()
}

fn columns_of(seat: Seat, fields: &[Field]) -> Vec<String> {
    let name = |field: &Field| match field.owner {
        Some(owner) if owner != seat => format!("other {}", field.name),
        _ => field.name.to_string(),
    };
    ["seat".to_owned()].into_iter().chain(in_order(seat, fields).map(name)).collect()
}

fn row(seat: Seat, fields: &[Field]) -> Vec<i64> {
    [seat.index() as i64].into_iter().chain(in_order(seat, fields).map(|field| field.value)).collect()
}
