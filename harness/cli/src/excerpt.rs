//! Excerpts of texts from outside: a message shows little of them, however long their lines are.

use std::borrow::Cow;
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, NamedSource, SourceCode, SourceSpan, SpanContents};
use torneo_present::terminal::shown;

/// Most characters of a text, or of a line, that a message shows.
const MOST: usize = 200;
/// Characters of a longer text that are shown of its beginning or its end.
const PART: usize = 90;
/// Most characters of a word with slashes outside quotes, which may be the path of a file.
const LONGEST_PATH: usize = 1000;
/// Most characters of a whole message.
const LONGEST_MESSAGE: usize = 2000;
/// What stands for characters that are left out.
const GAP: &str = "...";

/// The beginning of a text, and whether it is the whole.
fn beginning(text: &str, most: usize) -> (&str, bool) {
    match text.char_indices().nth(most) {
        Some((at, _)) => (&text[..at], false),
        None => (text, true),
    }
}

/// The end of a text, of at most so many characters.
fn end(text: &str, most: usize) -> &str {
    match text.char_indices().rev().nth(most.saturating_sub(1)) {
        Some((at, _)) => &text[at..],
        None => text,
    }
}

/// A text with its middle left out if it has more than `most` characters.
fn without_middle(text: &str, most: usize, head: usize, tail: usize) -> Cow<'_, str> {
    match beginning(text, most) {
        (_, true) => text.into(),
        _ => [beginning(text, head).0, GAP, end(text, tail)].concat().into(),
    }
}

/// A message whose quotations and words have at most 200 characters, and which is not long itself.
pub fn message(text: &str) -> Cow<'_, str> {
    if beginning(text, MOST).1 {
        return text.into();
    }
    let mut short = String::new();
    let mut rest = text;
    // What is left out in the end need not be looked at.
    while !rest.is_empty() && short.len() <= 4 * LONGEST_MESSAGE {
        let quote = rest.chars().next().filter(|first| matches!(first, '`' | '"'));
        let closed = quote.and_then(|quote| Some(1 + rest[1..].find(quote)? + 1));
        let length = closed.unwrap_or_else(|| {
            let ends = |(at, c): (usize, char)| at > 0 && (c.is_whitespace() || matches!(c, '`' | '"'));
            rest.char_indices().find(|&place| ends(place)).map_or(rest.len(), |(at, _)| at)
        });
        let part = &rest[..length];
        let most = if closed.is_none() && part.contains('/') { LONGEST_PATH } else { MOST };
        short += &without_middle(part, most, PART, PART);
        rest = &rest[length..];
    }
    if !rest.is_empty() {
        short += end(rest, PART);
    }
    match without_middle(&short, LONGEST_MESSAGE, LONGEST_MESSAGE - PART, PART) {
        Cow::Borrowed(_) => short.into(),
        Cow::Owned(shorter) => shorter.into(),
    }
}

/// A place in a file, with the lines around it; of long lines only what is near.
pub struct Excerpt {
    source: NamedSource<String>,
    /// The marked bytes of the excerpt.
    pub place: Range<usize>,
    /// Bytes of the place's line that are left out before it.
    left_out: usize,
}

impl Excerpt {
    /// A place in a text, called by the name of its file.
    pub fn of(file: &str, text: &str, span: Range<usize>) -> Excerpt {
        let part = |range: Range<usize>| text.get(range).unwrap_or_default();
        let (before, within, after) = (part(0..span.start), part(span.clone()), part(span.end..text.len()));
        let (lines_before, start) = before.split_at(before.rfind('\n').map_or(0, |at| at + 1));
        let (rest, lines_after) = after.split_at(after.find('\n').unwrap_or(after.len()));
        let is_short = beginning(&[start, within, rest].concat(), MOST).1;
        let (start, within, rest) = match is_short {
            true => (Cow::from(start), within, Cow::from(rest)),
            false => {
                let marked = beginning(within.lines().next().unwrap_or(""), PART).0;
                let rest = if marked == within { rest } else { "" };
                let (near, ends) = beginning(rest, PART / 2);
                let gap = if ends && marked == within { "" } else { GAP };
                let start = match beginning(start, PART).1 {
                    true => Cow::from(start),
                    false => [GAP, end(start, PART / 2)].concat().into(),
                };
                (start, marked, Cow::from([near, gap].concat()))
            }
        };
        let left_out = before.len() - lines_before.len() - start.len();
        // What is written out is longer: the place moves with it.
        let cut = |lines: &str| {
            let cut = |line: &str| match beginning(line, MOST) {
                (_, true) => line.to_owned(),
                (part, false) => {
                    let is_ended = line.ends_with('\n');
                    [beginning(part, MOST - GAP.len()).0, GAP, if is_ended { "\n" } else { "" }].concat()
                }
            };
            lines.split_inclusive('\n').map(cut).collect::<String>()
        };
        // Two lines more are as many as anybody sees.
        let following: String = lines_after.split_inclusive('\n').take(3).collect();
        let before = [&*shown(&cut(lines_before)), &*shown(&start)].concat();
        let within = shown(within);
        let after = shown(&[&*rest, &cut(&following)].concat()).into_owned();
        Excerpt {
            place: before.len()..before.len() + within.len(),
            source: NamedSource::new(shown(file), [&*before, &*within, &*after].concat()),
            left_out,
        }
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.source.read_span(span, lines_before, lines_after)?;
        // The column is that in the file.
        let is_place = lines_before == 0 && span.offset() == self.place.start;
        let column = found.column() + if is_place { self.left_out } else { 0 };
        let name = self.source.name().to_owned();
        let (data, at, line, lines) = (found.data(), *found.span(), found.line(), found.line_count());
        Ok(Box::new(MietteSpanContents::new_named(name, data, at, line, column, lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_and_words_are_cut() {
        let long = "x y".repeat(50_000);
        for text in [format!("`{long}` is no game"), format!("\"{long}\" is no game"), long.replace(' ', "")]
        {
            let short = message(&text).chars().count();
            assert!(short < MOST + 20, "{short}");
        }
        assert!(message(&long).chars().count() <= LONGEST_MESSAGE + 3);
        assert!(message(&"`".repeat(100_000)).chars().count() <= LONGEST_MESSAGE + 3);
        let usual = format!("{}: `{}` is no game", "folder/".repeat(40), "é".repeat(198));
        assert_eq!(message(&usual), usual);
    }

    #[test]
    fn of_long_lines_the_place_is_left_and_the_column_is_that_of_the_file() {
        let line = format!("key = [{}, nothing, {}]", "\"é\", ".repeat(20_000), "\"b\", ".repeat(20_000));
        let text = format!("{}\n{line}\n{}\n", "#".repeat(100_000), "#".repeat(100_000));
        let at = text.find("nothing").unwrap();
        let excerpt = Excerpt::of("file", &text, at..at + 7);
        let place: SourceSpan = (excerpt.place.start, 7).into();
        let whole = excerpt.read_span(&place, 1, 1).unwrap();
        let shown = std::str::from_utf8(whole.data()).unwrap();
        assert!(shown.lines().all(|line| line.chars().count() <= MOST), "{shown}");
        assert_eq!(shown.lines().count(), 3);
        let alone = excerpt.read_span(&place, 0, 0).unwrap();
        assert_eq!(alone.data(), b"nothing");
        assert_eq!((alone.line(), alone.column()), (1, line.find("nothing").unwrap()));
    }

    #[test]
    fn short_texts_stay_and_long_places_are_cut() {
        let text = "a = 1\nb = [\n  2,\n]\nc = 3\n";
        let excerpt = Excerpt::of("file", text, 10..18);
        assert_eq!((excerpt.source.inner().as_str(), excerpt.place.clone()), (text, 10..18));
        let text = format!("b = [{}]\nc = 3\n", "2,\n".repeat(100_000));
        let excerpt = Excerpt::of("file", &text, 4..text.len() - 7);
        assert!(excerpt.source.inner().len() < 2 * MOST, "{}", excerpt.source.inner());
    }
}
