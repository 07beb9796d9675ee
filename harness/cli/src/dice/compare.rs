//! `torneo dice combos A B --compare`: expressions side by side.

use serde_json::json;
use torneo_contract::refuse_if;
use torneo_dice::Exact;
use torneo_dice::answer::notes;
use torneo_dice::answer::report::{Statistics, outcomes};
use torneo_dice::distribution::Distribution;
use torneo_dice::expression::syntax::Comparison;
use torneo_dice::graph::{Graph, Named};
use torneo_dice::language::{self, Bounds, Expression};
use torneo_present::english::Joined as _;
use torneo_present::numbers::percent;
use torneo_present::table::{Column, aligned};

use super::super::{print, print_json, say, table_width, tell};
use super::chart::chart;
use super::combos::{at, parsed};
use super::graph::{Graphs, print_transposed};
use crate::Failure;

/// Most expressions that are compared.
const MOST: usize = 6;

/// An expression and its distribution.
struct Side {
    text: String,
    value: Distribution,
}

/// One expression against another: independent throws.
struct Duel {
    higher: Exact,
    equal: Exact,
    lower: Exact,
    difference: Statistics,
}

/// Prints the comparison.
pub fn execute(
    texts: &[String],
    explosions: u32,
    exact: bool,
    json: bool,
    graphs: &Graphs,
) -> Result<(), Failure> {
    let found = texts.len();
    refuse_if!(found > MOST, "argument --compare: expected 2 to {MOST} expressions, found {found}");
    let sides: Vec<Side> = texts.iter().map(|text| side(text, explosions)).collect::<Result<_, _>>()?;
    let pairs = (0..sides.len()).flat_map(|a| (a + 1..sides.len()).map(move |b| (a, b)));
    let duels: Vec<((usize, usize), Duel)> = pairs
        .map(|(a, b)| Ok(((a, b), duel(texts, &sides, (a, b), explosions)?)))
        .collect::<Result<_, Failure>>()?;
    let named: Vec<Named> = sides.iter().map(|side| (side.text.as_str(), &side.value)).collect();
    graphs.write("", &named)?;
    if json {
        let expressions: Vec<_> = sides
            .iter()
            .map(|side| {
                let statistics = Statistics::of(&side.value);
                json!({ "dice": side.text, "distribution": outcomes(&side.value),
                        "mean": statistics.mean, "variance": statistics.variance, "sd": statistics.sd })
            })
            .collect();
        let pairs: Vec<_> = duels
            .iter()
            .map(|((a, b), duel)| {
                json!({ "first": sides[*a].text, "second": sides[*b].text, "higher": duel.higher,
                        "equal": duel.equal, "lower": duel.lower, "difference": duel.difference })
            })
            .collect();
        print_json(&json!({ "compared": expressions, "pairs": pairs }));
        return Ok(());
    }
    match graphs.kind() {
        Graph::Transposed => {
            print_transposed(&named);
            return Ok(());
        }
        Graph::Normal => {}
        graph => {
            for side in &sides {
                say(&side.text);
                print(&chart(&side.value, graph, table_width()));
            }
        }
    }
    let row = |side: &Side| {
        let statistics = Statistics::of(&side.value);
        let ends = [5, 95].map(|percent| side.value.quantile(percent).unwrap_or(0));
        let (mean, sd) = (statistics.mean.decimal(), statistics.sd);
        vec![side.text.clone(), format!("{mean:.2}"), format!("{sd:.2}"), ends.joined(" to ")]
    };
    let [text, number] = [Column::Left(0), Column::Right(8)];
    let columns = [("dice", text), ("mean", number), ("sd", number), ("5% to 95%", text)];
    print(&aligned(&columns, sides.iter().map(row).collect()));
    for ((a, b), duel) in &duels {
        let (a, b) = (&sides[*a].text, &sides[*b].text);
        if exact {
            say(&format!("{a} is higher than {b}: {}", duel.higher));
            say(&format!("{a} is equal to {b}: {}", duel.equal));
            say(&format!("{a} is lower than {b}: {}", duel.lower));
            say(&format!("difference: mean {}, variance {}", duel.difference.mean, duel.difference.variance));
            continue;
        }
        let [higher, equal, lower] = [&duel.higher, &duel.equal, &duel.lower].map(|p| percent(p.decimal()));
        let (mean, sd) = (duel.difference.mean.decimal(), duel.difference.sd);
        say(&format!(
            "{a} against {b}: higher {higher}, equal {equal}, lower {lower}; difference {mean:+.2}, sd {sd:.2}"
        ));
    }
    Ok(())
}

fn side(text: &str, explosions: u32) -> Result<Side, Failure> {
    let (expression, value) = evaluated(text, explosions)?;
    let notes = notes(&expression, text, explosions, &value);
    notes.iter().for_each(|note| tell(&format!("Note: {note}")));
    Ok(Side { text: text.to_owned(), value })
}

fn evaluated(text: &str, explosions: u32) -> Result<(Expression, Distribution), Failure> {
    let expression = parsed(text)?;
    let value = language::evaluate(&expression, &[], explosions, Bounds::default())
        .map_err(|fault| at("<DICE>", text, &fault))?;
    Ok((expression, value))
}

fn duel(texts: &[String], sides: &[Side], (a, b): (usize, usize), explosions: u32) -> Result<Duel, Failure> {
    // Asked as an expression, the difference is refused where it is too large to work out.
    let (_, difference) = evaluated(&format!("({}) - ({})", texts[a], texts[b]), explosions)?;
    let (first, second) = (&sides[a].value, &sides[b].value);
    let chance = |comparison: Comparison| {
        let compared = first.compared(|order| comparison.holds(order, 0), second);
        let yes = compared.given(|value| value == 1);
        Exact::ratio(yes.total().clone(), compared.total().clone())
    };
    Ok(Duel {
        higher: chance(Comparison::Greater),
        equal: chance(Comparison::Equal),
        lower: chance(Comparison::Less),
        difference: Statistics::of(&difference),
    })
}
