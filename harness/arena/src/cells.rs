//! Texts in tables that people open in spreadsheets.

use std::borrow::Cow;

/// A text as a cell of a CSV file that spreadsheets show as it is: what they would take for a formula has an apostrophe
/// before it. Numbers stay as they are.
pub fn cell(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    match is_formula && text.parse::<f64>().is_err() {
        true => format!("'{text}").into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_texts_and_numbers_stay() {
        for number in ["-12.5", "+3", "1e-9", "", "0"] {
            assert_eq!(cell(number), number);
        }
        assert_eq!(cell("mcts(sims=1)"), "mcts(sims=1)");
        for formula in ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
    }
}
