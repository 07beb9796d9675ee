//! What `torneo dice odds --decisions` prints, other than JSON.

use torneo_dice::Decisions;

use super::super::print;

/// Most rows of the table.
const MOST_ROWS: usize = 40;

/// Prints the table: a column for each field that is not the same at all decisions.
pub fn table(decisions: &Decisions) {
    let rows = &decisions.decisions;
    let stops = rows.iter().filter(|(_, action)| *action == "stop").count();
    print(&format!("{}: {} decisions, {stops} of them to stop", decisions.game, rows.len()));
    print(&format!("optimal for: {}", decisions.objective));
    let varies = |column: &usize| rows.iter().any(|(values, _)| values[*column] != rows[0].0[*column]);
    let columns: Vec<usize> = (0..decisions.fields.len()).filter(varies).collect();
    let line = |cells: &[String]| {
        let padded = columns.iter().zip(cells).map(|(&column, cell)| {
            let width = decisions.fields[column].len().max(6);
            format!("{cell:>width$}")
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    let names: Vec<String> = columns.iter().map(|&column| decisions.fields[column].clone()).collect();
    print(&format!("{}  action", line(&names)));
    for (values, action) in rows.iter().take(MOST_ROWS) {
        let values: Vec<String> = columns.iter().map(|&column| values[column].to_string()).collect();
        print(&format!("{}  {action}", line(&values)));
    }
    if rows.len() > MOST_ROWS {
        print(&format!("{} more rows: --csv or --json.", rows.len() - MOST_ROWS));
    }
    if !decisions.merged.is_empty() {
        let merged = decisions.merged.join(", ");
        print(&format!(
            "Note: positions with the same future are one row, with one value of each of {merged}."
        ));
    }
}

/// Prints every field of every decision.
pub fn csv(decisions: &Decisions) {
    print(&format!("{},action", decisions.fields.join(",")));
    for (values, action) in &decisions.decisions {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        print(&format!("{},{action}", values.join(",")));
    }
}
