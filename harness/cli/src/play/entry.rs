//! What a person types, and the legal move that is meant.

use torneo_present::english;

/// Which legal move is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    /// This one, by its index.
    One(usize),
    /// One of several.
    Several(Vec<String>),
    /// None.
    None,
}

/// Finds the move that a text means. Letters may be large or small. What stands between the parts of a move
/// (blanks, dashes, colons and the like) may be missing or different.
pub fn meant(text: &str, legal: &[String]) -> Meant {
    let wanted = plain(text);
    if wanted.is_empty() {
        return Meant::None;
    }
    let whole = |token: &str| plain(token) == wanted;
    // Dice games write who throws before what is done.
    let without_number = |token: &str| token.split_once(':').is_some_and(|(_, rest)| plain(rest) == wanted);
    let of = |fits: &dyn Fn(&str) -> bool| {
        (0..legal.len()).filter(|&index| fits(&legal[index])).collect::<Vec<_>>()
    };
    let fitting = Some(of(&whole)).filter(|found| !found.is_empty()).unwrap_or_else(|| of(&without_number));
    match fitting.as_slice() {
        [] => Meant::None,
        [one] => Meant::One(*one),
        several => Meant::Several(several.iter().map(|&index| legal[index].clone()).collect()),
    }
}

/// The longest list of moves in an answer, in characters.
const LONGEST: usize = 160;

/// What is possible from where an impossible move begins; none where it begins nowhere. `sites` are the names of the places
/// on the board.
pub fn near(text: &str, legal: &[String], sites: &[&str]) -> Option<String> {
    let (typed, is_more) =
        (text.to_lowercase(), |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit()));
    let begins = |token: &str, name: &str| token.to_lowercase().strip_prefix(name).map(is_more) == Some(true);
    let names = sites.iter().map(|name| name.to_lowercase()).filter(|name| !name.is_empty());
    let from = names.filter(|name| begins(&typed, name)).max_by_key(String::len)?;
    if typed.len() == from.len() {
        return None;
    }
    let rest = |token: &String| {
        let end = begins(token, &from).then(|| token.get(from.len()..)).flatten()?;
        Some(end.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned()).filter(|end| !end.is_empty())
    };
    let reached: Vec<String> = legal.iter().filter_map(rest).collect();
    if reached.is_empty() {
        return Some(format!("No move begins at {from} now; `?` lists the legal moves."));
    }
    Some(format!("From {from} you can reach {}.", shortened(&reached)))
}

/// A list, of which the end is told in number where it is long.
fn shortened(things: &[String]) -> String {
    let mut length = 0;
    let shown = things.iter().take_while(|thing| {
        length += thing.chars().count() + 2;
        length <= LONGEST
    });
    let shown: Vec<&str> = shown.map(String::as_str).collect();
    match things.len() - shown.len() {
        0 => english::and(&shown),
        _ => english::first(things, shown.len()),
    }
}

/// The letters and digits of a text, small.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_understood_however_they_are_typed() {
        let legal: Vec<String> = ["d1-d5", "d1-d4", "@b2", "e7xf8=Q"].map(str::to_owned).to_vec();
        for text in ["D1-D5", "d1d5", "d1 d5", "d1:d5", " d1 - D5 "] {
            assert_eq!(meant(text, &legal), Meant::One(0), "{text}");
        }
        assert_eq!(meant("b2", &legal), Meant::One(2));
        assert_eq!(meant("E7XF8q", &legal), Meant::One(3));
        assert_eq!(meant("throw", &["0:throw".to_owned(), "0:stop".to_owned()]), Meant::One(0));
        assert_eq!(meant("d1", &legal), Meant::None);
        assert_eq!(meant("--", &legal), Meant::None);
        let both: Vec<String> = ["a1-b1", "a1xb1", "a1+b1"].map(str::to_owned).to_vec();
        assert_eq!(meant("a1b1", &both), Meant::Several(vec!["a1-b1".to_owned(), "a1+b1".to_owned()]));
    }

    #[test]
    fn what_is_possible_instead_is_told() {
        let legal: Vec<String> = ["d1-d2", "d1-d3", "d10-d9", "e2xf3"].map(str::to_owned).to_vec();
        let sites = ["d1", "d10", "e2", "a1", "d9"];
        let told = |text: &str| near(text, &legal, &sites);
        assert_eq!(told("d1-d9").unwrap(), "From d1 you can reach d2 and d3.");
        assert_eq!(told("D10-d1").unwrap(), "From d10 you can reach d9.");
        assert_eq!(told("a1-a2").unwrap(), "No move begins at a1 now; `?` lists the legal moves.");
        assert_eq!((told("a1"), told("xyz")), (None, None));
        let many: Vec<String> = (0..100).map(|number| format!("d1-x{number}")).collect();
        assert!(near("d1-d9", &many, &sites).unwrap().ends_with(" more."));
    }
}
