//! Lines that keep to a width, and characters that markup would read as its own.

use crate::english::Joined as _;

/// The width of text where nothing says another.
pub const USUAL_WIDTH: usize = 100;

/// The beginning of a text that fits into this many characters, with an ellipsis where it was longer.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Breaks the lines of a text that are too long at blanks; what follows is indented as the line is, and two more.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrapped_line(line, width)).joined("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    let is_drawn = line.starts_with(['─', '═']);
    if is_drawn || line.chars().count() <= width {
        return line.to_owned();
    }
    let indent = " ".repeat(line.len() - line.trim_start().len());
    let (mut out, mut length, mut first) = (indent.clone(), indent.len(), true);
    for word in line.trim_start().split(' ') {
        let size = word.chars().count();
        if !std::mem::take(&mut first) {
            if length + 1 + size > width {
                out += &format!("\n{indent}  ");
                length = indent.len() + 2;
            } else {
                out.push(' ');
                length += 1;
            }
        }
        out += word;
        length += size;
    }
    out
}

/// Letters with accents, and the letters that they are written as without.
const ACCENTS: [(&str, &str); 17] = [
    ("àáâãäåāăą", "a"),
    ("çćĉċč", "c"),
    ("ďđ", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ìíîïĩīĭįı", "i"),
    ("ĺļľł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("æ", "ae"),
    ("œ", "oe"),
];

/// A text as it is compared: small letters without accents, in words with one blank between each two. Apostrophes are left out.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            '\'' | '’' | '‘' | '`' => {}
            // Combining accents.
            '\u{300}'..='\u{36f}' => {}
            _ if letter.is_ascii_alphanumeric() => folded.push(letter),
            _ if letter.is_alphanumeric() => {
                match ACCENTS.iter().find(|(letters, _)| letters.contains(letter)) {
                    Some((_, plain)) => folded.push_str(plain),
                    None => folded.push(letter),
                }
            }
            _ if folded.is_empty() || folded.ends_with(' ') => {}
            _ => folded.push(' '),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Escapes what XML and HTML would read as their own. What XML cannot hold at all shows as U+FFFD.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrapped("one two three", 7), "one two\n  three");
        assert_eq!(wrapped("  by Elo: a > b > c\nshort", 12), "  by Elo: a\n    > b > c\nshort");
        assert_eq!(wrapped("", 5), "");
        assert_eq!(wrapped("unbreakable", 5), "unbreakable");
    }

    #[test]
    fn texts_are_compared_without_accents_case_and_marks() {
        assert_eq!(
            folded("  Three Men’s  Morris (Trójki), ZE\u{300}RTZ-2 "),
            "three mens morris trojki zertz 2"
        );
        assert_eq!(folded("Świat Łódź ß 木"), "swiat lodz ß 木");
        assert_eq!(folded("--"), "");
    }

    #[test]
    fn what_is_too_long_is_cut() {
        assert_eq!([3, 4, 0].map(|most| cut("abcd", most)), ["ab…", "abcd", "…"]);
    }

    #[test]
    fn text_is_never_markup() {
        assert_eq!(escape("<a href=\"b\">&\u{1b}\t"), "&lt;a href=&quot;b&quot;&gt;&amp;\u{fffd}\t");
    }
}
