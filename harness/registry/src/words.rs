//! Names of seats in sentences.

/// A verb after a seat's name, which may be a plural: `White wins`, `Attackers win`.
pub fn does(name: &str, verb: &str) -> String {
    match name.ends_with('s') {
        true => format!("{name} {verb}"),
        false => format!("{name} {verb}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_names() {
        assert_eq!((&*does("White", "win"), &*does("Attackers", "win")), ("White wins", "Attackers win"));
    }
}
