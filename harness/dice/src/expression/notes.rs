//! What to tell about an expression that is answered, but may ask something else than is meant.

use num_traits::ToPrimitive;

use super::distribution::Distribution;
use super::one_die::changed;
use super::syntax::{Comparison, Expression, Modifier, Operator, Pool, Reading, Rounding};

/// A limit of explosions is told where it cuts more than this of the probability.
const MATTERS: f64 = 1e-9;

/// What the user may want to know beside the answer, a line each.
pub fn notes(expression: &Expression, text: &str, explosions: u32, value: &Distribution) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(certain(expression, text, value));
    for pool in expression.pools() {
        notes.extend(kept(pool, text));
        notes.extend(tens_and_ones(pool, text));
    }
    notes.extend(limit(expression, explosions));
    let divides = |part: &Expression| matches!(part, Expression::Both(Operator::Divide(Rounding::Zero), ..));
    if expression.any(&divides) {
        notes.push("`/` rounds towards zero; `ceil(A / B)` rounds up, `floor(A / B)` down".to_owned());
    }
    notes
}

fn certain(expression: &Expression, text: &str, value: &Distribution) -> Option<String> {
    let [(certain, _)] = value.weights() else { return None };
    if let Expression::Number(_) = expression {
        return None;
    }
    let Expression::Both(Operator::Compare(comparison), left, right) = expression else {
        return Some(format!("the result is certain: it is always {certain}"));
    };
    let holds = if *certain == 1 { "always" } else { "never" };
    match (left.as_ref(), right.as_ref()) {
        (Expression::Throw(Reading::Value, pool), Expression::Number(number))
            if pool.counts().is_none() && *comparison != Comparison::NotEqual =>
        {
            let meant = match comparison {
                Comparison::AtLeast => format!("{number} or more"),
                Comparison::AtMost => format!("{number} or less"),
                Comparison::Greater => format!("more than {number}"),
                Comparison::Less => format!("less than {number}"),
                _ => number.to_string(),
            };
            let dice = text.get(pool.span.clone()).unwrap_or("NdS");
            Some(format!(
                "this {holds} holds: it compares the sum; for dice that show {meant}: `{dice}cs{comparison}{number}`"
            ))
        }
        _ => Some(format!("the result is certain: the comparison {holds} holds")),
    }
}

/// A choice of more dice than there are.
fn kept(pool: &Pool, text: &str) -> Option<String> {
    let mut before: Vec<Modifier> = Vec::new();
    for modifier in &pool.modifiers {
        let left = super::syntax::left(pool.count, &before);
        if let (Modifier::KeepHighest(count) | Modifier::KeepLowest(count), Some(dice)) = (modifier, left)
            && *count > dice
        {
            let written = text.get(pool.span.clone()).unwrap_or("NdS");
            let letters = if matches!(modifier, Modifier::KeepHighest(_)) { "kh" } else { "kl" };
            let meant = format!("{count}d{}{letters}{dice}", pool.die.text);
            return Some(format!(
                "`{written}` keeps all: only {dice} dice are there; to keep {dice} of {count}: `{meant}`"
            ));
        }
        before.push(*modifier);
    }
    None
}

/// A die of 66 faces is rare; two dice read as tens and ones are common.
fn tens_and_ones(pool: &Pool, text: &str) -> Option<String> {
    let meant = match pool.die.text.as_str() {
        _ if pool.count != 1 || !pool.modifiers.is_empty() => return None,
        "66" => "10*1d6+1d6",
        "88" => "10*1d8+1d8",
        "666" => "100*1d6+10*1d6+1d6",
        _ => return None,
    };
    let written = text.get(pool.span.clone()).unwrap_or("d66");
    let faces = &pool.die.text;
    Some(format!("`{written}` is one die of {faces} faces; for dice read as digits: `{meant}`"))
}

/// The limit of explosions, where it matters.
fn limit(expression: &Expression, explosions: u32) -> Option<String> {
    let cut: f64 = expression.pools().into_iter().map(|pool| cut(pool, explosions)).sum();
    let more = explosions.saturating_mul(2).clamp(20, 1000);
    (cut > MATTERS).then(|| {
        format!(
            "the limit of {explosions} explosions of a die cuts off {:.1e} of the probability; another limit: `--explosions {more}`",
            cut.min(1.0)
        )
    })
}

/// The probability at most that the limit cuts off a chain of explosions.
fn cut(pool: &Pool, explosions: u32) -> f64 {
    let place = pool.modifiers.iter().position(|modifier| modifier.chain().is_some());
    let Some((place, condition)) = place.and_then(|place| Some((place, pool.modifiers[place].chain()?)))
    else {
        return 0.0;
    };
    let likely = |die: &Distribution| {
        let part = die.given(|face| condition.holds(face));
        crate::number::ratio(part.total(), die.total())
    };
    let single: Vec<Modifier> =
        pool.modifiers[..place].iter().copied().filter(|modifier| !modifier.keeps()).collect();
    let first = likely(&changed(&pool.die, &single, explosions));
    let chain = first * likely(&changed(&pool.die, &[], explosions)).powi(explosions as i32);
    let dice = pool.count.to_f64().unwrap_or(f64::INFINITY);
    -(dice * (-chain).ln_1p()).exp_m1()
}
