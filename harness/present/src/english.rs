//! Words of English sentences: things in a row, plurals, verbs that agree.

use std::fmt::Display;

/// Things in a row.
pub trait Joined {
    /// The things as one text, with `between` between each two.
    fn joined(self, between: &str) -> String;
}

impl<T: IntoIterator<Item: Display>> Joined for T {
    fn joined(self, between: &str) -> String {
        let mut text = String::new();
        for (place, thing) in self.into_iter().enumerate() {
            text += if place == 0 { "" } else { between };
            text += &thing.to_string();
        }
        text
    }
}

/// Things in a row: `White, Black and Red`.
pub fn and<T: Display>(things: &[T]) -> String {
    match things {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.joined(", ")),
        _ => things.joined(""),
    }
}

/// The first `most` of some things, and how many more there are: `a, b and 3 more`.
pub fn first<T: Display>(things: &[T], most: usize) -> String {
    let (shown, rest) = things.split_at(most.min(things.len()));
    shown.joined(", ") + &more(rest.len(), " and ", "")
}

/// What ends a list that leaves out `rest` things, such as ` | and 3 more`; nothing where it leaves out none.
pub fn more(rest: usize, before: &str, after: &str) -> String {
    if rest == 0 { String::new() } else { format!("{before}{rest} more{after}") }
}

/// How many of a thing: `1 game`, `20 games`, `3 White men`. What ends in no small letter stays: `2 times pyramid of 3`.
pub fn counted(count: u64, noun: &str) -> String {
    let ply = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (noun.strip_suffix("man"), ply) {
        _ if count == 1 => format!("1 {noun}"),
        (Some(stem), _) => format!("{count} {stem}men"),
        (None, Some(stem)) => format!("{count} {stem}ies"),
        _ if noun.ends_with(|last: char| !last.is_lowercase()) => format!("{count} times {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// A verb after a name, which may be a plural: `White wins`, `Attackers win`.
pub fn does(name: &str, verb: &str) -> String {
    format!("{name} {verb}{}", if name.ends_with('s') { "" } else { "s" })
}

/// A name with the verb to be: `White is`, `Attackers are`.
pub fn is(name: &str) -> String {
    format!("{name} {}", if name.ends_with('s') { "are" } else { "is" })
}

/// Names with the verb to be: `White is`, `White and Red are`.
pub fn are<T: AsRef<str> + Display>(names: &[T]) -> String {
    match names {
        [one] => is(one.as_ref()),
        several => format!("{} are", and(several)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_listed() {
        assert_eq!(and::<&str>(&[]), "");
        let lists = [&["a"][..], &["a", "b"], &["a", "b", "c"]];
        assert_eq!(lists.map(and), ["a", "a and b", "a, b and c"]);
        assert_eq!(
            [0, 2, 3].map(|most| first(&[1, 2, 3], most)),
            [" and 3 more", "1, 2 and 1 more", "1, 2, 3"]
        );
    }

    #[test]
    fn nouns_and_verbs_agree_with_their_number() {
        let said = |noun: &str| [1, 2].map(|count| counted(count, noun));
        assert_eq!(said("game"), ["1 game", "2 games"]);
        assert_eq!(said("Red man"), ["1 Red man", "2 Red men"]);
        assert_eq!([said("ply"), said("day")], [["1 ply", "2 plies"], ["1 day", "2 days"]]);
        assert_eq!(said("pyramid of 3"), ["1 pyramid of 3", "2 times pyramid of 3"]);
        assert_eq!([does("White", "win"), does("Attackers", "win")], ["White wins", "Attackers win"]);
        assert_eq!([is("White"), is("Attackers")], ["White is", "Attackers are"]);
        assert_eq!([are(&["White"]), are(&["White", "Red"])], ["White is", "White and Red are"]);
    }
}
