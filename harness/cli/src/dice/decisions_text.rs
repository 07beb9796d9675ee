//! What `torneo dice odds --decisions` prints, other than JSON.

use torneo_dice::Decisions;
use torneo_present::english::Joined as _;
use torneo_present::table::{Column, aligned};

use super::super::{print, say};

/// Most rows of the table.
const MOST_ROWS: usize = 40;

/// Prints the table: a column for each field that is not the same at all decisions.
pub fn table(decisions: &Decisions) {
    let rows = &decisions.decisions;
    let stops = rows.iter().filter(|(_, action)| *action == "stop").count();
    say(&format!("{}: {} decisions, {stops} of them to stop", decisions.game, rows.len()));
    say(&format!("optimal for: {}", decisions.objective));
    let varies = |column: &usize| rows.iter().any(|(values, _)| values[*column] != rows[0].0[*column]);
    let columns: Vec<usize> = (0..decisions.fields.len()).filter(varies).collect();
    let row = |(values, action): &(Vec<i64>, &str)| {
        columns.iter().map(|&column| values[column].to_string()).chain([(*action).to_owned()]).collect()
    };
    let fields = columns.iter().map(|&column| (&*decisions.fields[column], Column::Right(6)));
    let titles: Vec<(&str, Column)> = fields.chain([("action", Column::Left(0))]).collect();
    print(&aligned(&titles, rows.iter().take(MOST_ROWS).map(row).collect()));
    if rows.len() > MOST_ROWS {
        say(&format!("{} more rows: --csv or --json.", rows.len() - MOST_ROWS));
    }
    if !decisions.merged.is_empty() {
        let merged = decisions.merged.iter().joined(", ");
        say(&format!(
            "Note: positions with the same future are one row, with one value of each of {merged}."
        ));
    }
}

/// Prints every field of every decision.
pub fn csv(decisions: &Decisions) {
    print(&format!("{},action", decisions.fields.join(",")));
    for (values, action) in &decisions.decisions {
        let values = values.iter().map(i64::to_string);
        print(&format!("{},{action}", values.joined(",")));
    }
}
