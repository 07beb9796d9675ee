//! What to tell about an expression that is answered, but may ask something else than is meant.

use num_traits::ToPrimitive;

use crate::distribution::Distribution;
use crate::expression::one_die::changed;
use crate::expression::syntax::{Comparison, Condition, Count, Modifier, Pool, Reading, left};
use crate::language::tree::{Binary, Expression, Kind, Rounding, Sides};
use crate::meter::{Bounds, Meter};

/// A limit of explosions is told where it cuts more than this of the probability.
const MATTERS: f64 = 1e-9;

/// What the user may want to know beside the answer, a line each.
pub fn notes(expression: &Expression, text: &str, explosions: u32, value: &Distribution) -> Vec<String> {
    let mut notes = Vec::new();
    let summed = summed(expression, text, value);
    if summed.is_empty() {
        notes.extend(certain(expression, value));
    }
    notes.extend(summed);
    notes.extend(ties(expression, text));
    for (pool, text) in written(expression, text) {
        notes.extend(kept(&pool, text));
        notes.extend(tens_and_ones(&pool, text));
        notes.extend(modifiers(&pool, text));
    }
    notes.extend(products(expression, text));
    notes.extend(limit(expression, explosions));
    let divides = |part: &Expression| matches!(part.kind, Kind::Binary(Binary::Divide(Rounding::Zero), ..));
    if expression.any(&divides) {
        notes.push("`/` rounds towards zero; `ceil(A / B)` rounds up, `floor(A / B)` down".to_owned());
    }
    let mut told: Vec<String> = Vec::new();
    for note in notes {
        if !told.contains(&note) {
            told.push(note);
        }
    }
    told
}

/// The part of a text where something stands.
fn at<'a>(text: &'a str, expression: &Expression) -> &'a str {
    text.get(expression.span.clone()).unwrap_or(text).trim()
}

/// All dice with what is done with them, as they are written; where their number is a value, one of them.
fn written<'a>(expression: &Expression, text: &'a str) -> Vec<(Pool, &'a str)> {
    let own = match &expression.kind {
        Kind::Throw(_, pool, _) => Some(pool.clone()),
        Kind::Several(several) => match &several.sides {
            Sides::Die(die) => {
                let (modifiers, span) = (several.modifiers.clone(), expression.span.clone());
                Some(Pool { count: u32::MAX, die: die.clone(), modifiers, span })
            }
            Sides::Value(_) => None,
        },
        _ => None,
    };
    let own = own.map(|pool| {
        let place = text.get(pool.span.clone()).unwrap_or(text).trim();
        (pool, place)
    });
    own.into_iter().chain(expression.parts().into_iter().flat_map(|part| written(part, text))).collect()
}

fn certain(expression: &Expression, value: &Distribution) -> Option<String> {
    let [(certain, _)] = value.weights() else { return None };
    match &expression.kind {
        Kind::Number(_) => None,
        Kind::Binary(Binary::Compare(_), ..) => {
            let holds = if *certain == 1 { "always" } else { "never" };
            Some(format!("the result is certain: the comparison {holds} holds"))
        }
        _ => Some(format!("the result is certain: it is always {certain}")),
    }
}

/// Comparisons of the sum of several dice with a number that one of them can show, or that decide nothing.
fn summed(expression: &Expression, text: &str, value: &Distribution) -> Vec<String> {
    let mut notes: Vec<String> =
        expression.parts().into_iter().flat_map(|part| summed(part, text, &Distribution::of([]))).collect();
    let Kind::Binary(Binary::Compare(comparison), left, right) = &expression.kind else { return notes };
    let (Kind::Throw(Reading::Value, pool, given), Kind::Number(number)) = (&left.kind, &right.kind) else {
        return notes;
    };
    let certain = match value.weights() {
        [(0, _)] => Some("never"),
        [(1, _)] => Some("always"),
        _ => None,
    };
    let can_show = pool.count > 1 && (pool.die.lowest()..=pool.die.highest()).contains(number);
    let is_single = pool.left() == Some(1);
    if pool.counts().is_some() || !given.is_empty() || !(can_show && !is_single || certain.is_some()) {
        return notes;
    }
    let meant = match comparison {
        Comparison::AtLeast => format!("{number} or more"),
        Comparison::AtMost => format!("{number} or less"),
        Comparison::Greater => format!("more than {number}"),
        Comparison::Less => format!("less than {number}"),
        Comparison::NotEqual => format!("something else than {number}"),
        Comparison::Equal => number.to_string(),
    };
    let dice = at(text, left);
    let holds = certain.map_or(String::new(), |holds| format!("this {holds} holds: "));
    notes.push(format!(
        "{holds}it compares the sum; for dice that show {meant}: `{dice}cs{comparison}{number}`"
    ));
    notes
}

/// What a comparison of two throws counts where they are equal.
fn ties(expression: &Expression, text: &str) -> Option<String> {
    let Kind::Binary(Binary::Compare(comparison), left, right) = &expression.kind else { return None };
    let varies = |side: &Expression| side.any(&|part| !matches!(part.kind, Kind::Number(_)));
    let words = match comparison {
        Comparison::AtLeast => "at least",
        Comparison::AtMost => "at most",
        _ => return None,
    };
    let (a, b) = (at(text, left), at(text, right));
    (varies(left) && varies(right)).then(|| format!("this counts {a} {words} {b} (ties count)"))
}

/// A choice of more dice than there are.
fn kept(pool: &Pool, written: &str) -> Option<String> {
    let wanted = |place: usize| {
        let (Modifier::KeepHighest(count) | Modifier::KeepLowest(count)) = pool.modifiers[place] else {
            return None;
        };
        let dice = left(pool.count, &pool.modifiers[..place]).filter(|dice| count > *dice)?;
        let letters = &pool.modifiers[place].to_string()[..2];
        let meant = format!("{count}d{}{letters}{dice}", pool.die.text);
        let why = format!("only {dice} dice are there; to keep {dice} of {count}: `{meant}`");
        written.contains(letters).then(|| format!("`{written}` keeps all: {why}"))
    };
    (0..pool.modifiers.len()).find_map(wanted)
}

/// A die of 66 faces is rare; two dice read as tens and ones are common.
fn tens_and_ones(pool: &Pool, written: &str) -> Option<String> {
    let meant = match pool.die.text.as_str() {
        _ if pool.count != 1 || !pool.modifiers.is_empty() => return None,
        "66" => "10*1d6+1d6",
        "88" => "10*1d8+1d8",
        "666" => "100*1d6+10*1d6+1d6",
        _ => return None,
    };
    let faces = &pool.die.text;
    Some(format!("`{written}` is one die of {faces} faces; for dice read as digits: `{meant}`"))
}

/// Modifiers that never act, and those that other programs read otherwise.
fn modifiers(pool: &Pool, written: &str) -> Vec<String> {
    let mut notes = Vec::new();
    let any = |faces: &[i64], condition: Condition| faces.iter().any(|face| condition.holds(*face));
    let die: Vec<i64> = pool.die.faces.iter().map(|face| face.value).collect();
    let mut faces = die.clone();
    for modifier in &pool.modifiers {
        let (condition, less) = match *modifier {
            Modifier::Count(Count { of, less }) => (Some(of), less),
            modifier => (modifier.acts_on(), None),
        };
        let Some(condition) = condition else { continue };
        let acts = |condition| any(&faces, condition) || modifier.chain().is_some() && any(&die, condition);
        let is_strict = matches!(condition.comparison, Comparison::Less | Comparison::Greater);
        if !acts(condition) || less.is_some_and(|less| !acts(less)) {
            notes.push(format!("`{written}` holds {modifier}, which never acts: no die shows that"));
        } else if is_strict && !matches!(modifier, Modifier::Min(_) | Modifier::Max(_)) {
            let sign = condition.comparison.to_string();
            let meant = written.replace(&sign, &format!("{sign}="));
            notes.push(format!("`{written}` leaves the number itself out; Roll20 counts it in: `{meant}`"));
        } else if let Modifier::Explode(Condition { comparison: Comparison::Equal, value }) = modifier
            && let Some((dice, _)) = written.rsplit_once(&format!("x{value}"))
        {
            notes.push(format!(
                "`{written}` explodes on {value}; for {value} times the dice: `{dice}*{value}`"
            ));
        }
        match *modifier {
            Modifier::Min(least) => faces.iter_mut().for_each(|face| *face = (*face).max(least)),
            Modifier::Max(most) => faces.iter_mut().for_each(|face| *face = (*face).min(most)),
            _ if modifier.chain().is_some() => break,
            _ => {}
        }
    }
    notes
}

/// `x` as a sign of products.
fn products(expression: &Expression, text: &str) -> Option<String> {
    let is_product = |part: &Expression| match &part.kind {
        Kind::Binary(Binary::Times, a, b) => {
            text.get(a.span.end..b.span.start).is_some_and(|sign| sign.to_lowercase().contains('x'))
        }
        _ => false,
    };
    expression.any(&is_product).then(|| "`x` stands for times, because no die shows that number".to_owned())
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
    let single: Vec<Modifier> =
        pool.modifiers[..place].iter().copied().filter(|modifier| !modifier.keeps()).collect();
    let meter = Meter::new(Bounds::default());
    let likely = |modifiers: &[Modifier]| {
        let Ok(die) = changed(&pool.die, modifiers, explosions, &meter) else { return 0.0 };
        let part = die.given(|face| condition.holds(face));
        crate::number::ratio(part.total(), die.total())
    };
    let chain = likely(&single) * likely(&[]).powi(explosions as i32);
    let dice = pool.count.to_f64().unwrap_or(f64::INFINITY);
    -libm::expm1(dice * libm::log1p(-chain))
}
