//! Legal actions: their list, their notation, and how one of them is chosen at random.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher};

use torneo_contract::random::Generator;
use torneo_contract::session::Session;
use torneo_contract::{Form, Seat, Turn};

use crate::interchange;
use crate::property::{Broken, Property, Tally};
use crate::walk::any;

/// Of lists that are longer, every seventh action is read back: reading may compare with the whole list.
const LONG_LIST: usize = 100;
/// How often each action is expected in a sample.
const EXPECTED: usize = 60;
/// How far a sum of squares may be from its mean, in standard deviations: far beyond chance.
const FAR: f64 = 5.0;

/// Whether a text is one token of a record.
pub fn is_token(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// How two lists of tokens differ.
pub fn difference(here: &[String], there: &[String]) -> String {
    let only = |one: &[String], other: &[String]| {
        let other: HashSet<&String> = other.iter().collect();
        one.iter().find(|token| !other.contains(token)).cloned()
    };
    match (only(here, there), only(there, here)) {
        (Some(token), _) => format!("`{token}` is legal, and not when the text is read back"),
        (_, Some(token)) => format!("`{token}` is legal only when the text is read back"),
        _ => "the actions come in another order when the text is read back".to_owned(),
    }
}

/// Holds the list of what a chooser may do against what the contract says of it. `tokens` is the list, `forms` are those of other
/// programs, `spare` is another session of the game.
pub fn check_list(
    session: &dyn Session,
    chooser: Option<Seat>,
    tokens: &[String],
    forms: &[Form],
    spare: &mut dyn Session,
    tally: &mut Tally,
) -> Result<(), Broken> {
    tally
        .holds(Property::Distinct, !tokens.is_empty(), || "nothing is legal, and the game goes on".into())?;
    let again = session.tokens(chooser);
    tally.holds(Property::Order, again == *tokens, || "a second list differs from the first".into())?;
    if let Some(seat) = chooser {
        let counted = session.choice_count(seat);
        tally.holds(Property::Count, counted == tokens.len(), || {
            format!("{} actions are listed, and {counted} are counted", tokens.len())
        })?;
    }
    spare.go_to(session);
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let step = if tokens.len() > LONG_LIST { 7 } else { 1 };
    for (number, token) in tokens.iter().enumerate() {
        tally.holds(Property::Notation, is_token(token), || format!("`{token}` is no token"))?;
        if let Some(first) = seen.insert(token, number) {
            let [first, second] = [first, number].map(|number| hash_of(session, chooser, number, spare));
            tally.holds(Property::Distinct, first != second, || format!("`{token}` is listed twice"))?;
            tally.holds(Property::Notation, false, || format!("two actions are written `{token}`"))?;
        }
        if number % step == 0 {
            let read = session.read(chooser, token).ok();
            tally.holds(Property::Notation, read == Some(number), || match read {
                Some(other) => format!("`{token}` reads back to `{}`", tokens[other]),
                None => format!("`{token}` is refused"),
            })?;
            if !forms.is_empty() {
                spare.choose(chooser, number);
                interchange::check_choice(spare, forms, tally)?;
                spare.unchoose();
            }
        }
    }
    Ok(())
}

/// A hash of a legal action.
fn hash_of(session: &dyn Session, chooser: Option<Seat>, number: usize, spare: &mut dyn Session) -> u64 {
    let mut hasher = DefaultHasher::new();
    spare.go_to(session);
    spare.choose(chooser, number);
    spare.hash_chosen(&mut hasher);
    spare.unchoose();
    hasher.finish()
}

/// The form of a token: letters and digits as classes, each once in a row.
fn form(token: &str) -> String {
    let class = |letter: char| match letter {
        '0'..='9' => '0',
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        other => other,
    };
    let mut form: Vec<char> = token.chars().map(class).collect();
    form.dedup();
    form.into_iter().collect()
}

/// The number of an action: one of the forms of tokens at random, and one of the actions of this form.
pub fn pick_by_form(tokens: &[String], rng: &mut Generator) -> usize {
    let mut forms: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, token) in tokens.iter().enumerate() {
        forms.entry(form(token)).or_default().push(number);
    }
    let forms: Vec<Vec<usize>> = forms.into_values().collect();
    let numbers = &forms[any(&forms, rng)];
    numbers[any(numbers, rng)]
}

/// The fast path draws every legal action equally often: chi-square over the actions.
pub fn check_uniform(
    session: &mut dyn Session,
    rng: &mut Generator,
    tally: &mut Tally,
) -> Result<(), Broken> {
    let seat = match session.turn() {
        Turn::Seat(seat) => seat,
        Turn::Simultaneous(seats) => seats.iter().next().expect("somebody chooses"),
        Turn::Chance | Turn::Over => return Ok(()),
    };
    let tokens = session.tokens(Some(seat));
    if tokens.len() < 2 {
        return Ok(());
    }
    let numbers: HashMap<&str, usize> =
        tokens.iter().enumerate().map(|(number, token)| (&**token, number)).collect();
    let mut counts = vec![0u32; tokens.len()];
    let mut drawn = String::new();
    for _ in 0..tokens.len() * EXPECTED {
        drawn.clear();
        session.choose_randomly(seat, rng);
        session.write_choice(&mut drawn);
        session.unchoose();
        let number = numbers.get(&*drawn);
        tally.holds(Property::RandomChoice, number.is_some(), || {
            format!("`{drawn}` is drawn and not legal")
        })?;
        counts[number.copied().unwrap_or_default()] += 1;
    }
    let expected = EXPECTED as f64;
    let chi: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let freedom = (tokens.len() - 1) as f64;
    // Wilson and Hilferty's approximation: z of a chi-square value.
    let z = (libm::cbrt(chi / freedom) - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt();
    tally.holds(Property::Uniform, z < FAR, || {
        format!("chi-square is {chi:.1} with {freedom} degrees of freedom")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    #[test]
    fn rare_forms_are_picked_as_often_as_common_ones() {
        assert_eq!([form("a12"), form("b3-c4x"), form("swap")], ["a0", "a0-a0a", "a"].map(str::to_owned));
        let tokens: Vec<String> = (1..100).map(|n| format!("a{n}")).chain(["swap".to_owned()]).collect();
        let mut rng = Generator::seed_from_u64(1);
        let swaps = (0..1000).filter(|_| pick_by_form(&tokens, &mut rng) == 99).count();
        assert!((400..600).contains(&swaps), "{swaps}");
    }
}
