//! What a person types, and the legal move that is meant.

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

/// Finds the move that a text means when letters may be large or small and what stands between the parts of a move, blanks,
/// dashes, colons and the like, may be left out or be something else.
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
}
