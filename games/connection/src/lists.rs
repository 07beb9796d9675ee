//! Position texts that list the stones of both colours: `B c3,c4 / W b2 / w`.

use torneo_board::text;
use torneo_contract::{PositionError, refuse};

/// What stands for a list without stones.
const NONE: &str = "-";

/// Appends a list such as `W a1,b2`, or `W -`.
pub fn write(colour: char, names: impl IntoIterator<Item = String>, written: &mut String) {
    *written += &format!("{colour} {}", text::listed(names, ","));
}

/// The names in a list of this colour.
///
/// # Errors
/// A list that does not begin with the colour.
pub fn parse(colour: char, field: &str) -> Result<Vec<&str>, PositionError> {
    let names = field.strip_prefix(colour).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    match names.map(str::trim) {
        Some("" | NONE) => Ok(Vec::new()),
        Some(names) => Ok(names.split(',').map(str::trim).collect()),
        None => refuse!("expected a list such as `{colour} a1,b2` or `{colour} -`, found `{field}`"),
    }
}
