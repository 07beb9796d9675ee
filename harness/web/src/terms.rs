//! Terms of the field, explained where a page has them first.

use pulldown_cmark::{Event, Tag, TagEnd};
use torneo_present::text::escape;

/// A term, the words under which it stands in texts, and what it means.
type Term = (&'static str, &'static [&'static str], &'static str);

const TERMS: [Term; 5] = [
    ("ply", &["ply", "plies"], "A ply is one turn of one player, or one draw of chance."),
    (
        "seat",
        &["seat", "seats"],
        "A seat is a place at the table, for a person or an engine. Seat 0 is the first.",
    ),
    (
        "anchor",
        &["anchor"],
        "The anchor is the engine whose rating is fixed at 0: the others are rated against it.",
    ),
    ("self-play", &["self-play"], "In self-play one engine plays all seats."),
    (
        "auto",
        &["auto(time=0.3)"],
        "The engine auto is whichever engine suits the game best. It thinks 0.3 seconds for each move.",
    ),
];

/// The same page with each term explained where a paragraph, an item or a cell has it first. Headings, links and blocks of code
/// stay as they are.
pub fn explained(events: Vec<Event>) -> Vec<Event> {
    let (mut explained, mut known, mut closed) = (Vec::new(), [false; TERMS.len()], 0);
    for event in events {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Link { .. } | Tag::CodeBlock(_) | Tag::Image { .. }) => {
                closed += 1;
                explained.push(event);
            }
            Event::End(TagEnd::Heading(_) | TagEnd::Link | TagEnd::CodeBlock | TagEnd::Image) => {
                closed -= 1;
                explained.push(event);
            }
            Event::Text(text) if closed == 0 => explain(&text, &mut known, &mut explained),
            Event::Code(ref text) if closed == 0 => {
                match TERMS.iter().position(|(_, words, _)| words.contains(&&**text)) {
                    Some(term) if !known[term] => {
                        known[term] = true;
                        explained.push(Event::InlineHtml(
                            button(term, &format!("<code>{}</code>", escape(text))).into(),
                        ));
                    }
                    _ => explained.push(event),
                }
            }
            other => explained.push(other),
        }
    }
    explained
}

/// Adds a text with the terms that it has first.
fn explain<'a>(text: &str, known: &mut [bool; TERMS.len()], explained: &mut Vec<Event<'a>>) {
    let mut rest = text;
    while let Some((place, term, word)) = first(rest, known) {
        known[term] = true;
        explained.push(Event::Text(rest[..place].to_owned().into()));
        explained.push(Event::InlineHtml(button(term, &escape(word)).into()));
        rest = &rest[place + word.len()..];
    }
    explained.push(Event::Text(rest.to_owned().into()));
}

/// The first whole word that is a term which is not known yet.
fn first(text: &str, known: &[bool; TERMS.len()]) -> Option<(usize, usize, &'static str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let is_whole = |place: usize, word: &str| {
        !text[..place].ends_with(is_part) && !text[place + word.len()..].starts_with(is_part)
    };
    let unknown = TERMS.iter().enumerate().filter(|(term, _)| !known[*term]);
    let found = unknown.flat_map(|(term, (_, words, _))| {
        let places = |word: &&'static str| {
            let word = *word;
            let mut places = text.match_indices(word).filter(|&(place, _)| is_whole(place, word));
            places.next().map(|(place, _)| (place, term, word))
        };
        words.iter().filter_map(places).collect::<Vec<_>>()
    });
    found.min()
}

/// A term that shows what it means when it is pressed.
fn button(term: usize, shown: &str) -> String {
    let (name, _, meaning) = TERMS[term];
    format!(
        "<button type=\"button\" class=\"term\" popovertarget=\"term-{name}\" title=\"{0}\">{shown}</button>\
         <span id=\"term-{name}\" popover>{0}</span>",
        escape(meaning)
    )
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Parser, html};

    use super::*;

    fn page(markdown: &str) -> String {
        let mut page = String::new();
        html::push_html(&mut page, explained(Parser::new(markdown).collect()).into_iter());
        page
    }

    #[test]
    fn a_term_is_explained_once_and_where_it_is_a_word() {
        let html = page(
            "# plies\n\nReply with `reply`. [seat](#a) Seats, two plies, a ply and a seat-like thing of seats.\n",
        );
        assert_eq!(html.matches("<button").count(), 2, "{html}");
        assert!(html.contains("two <button") && html.contains(">plies</button>"), "{html}");
        assert!(html.contains("thing of <button") && html.contains("Reply"), "{html}");
    }

    #[test]
    fn an_engine_is_a_term_too() {
        let html = page("By `auto(time=0.3)` and `auto(time=0.3)`.\n");
        assert_eq!(html.matches("<code>auto(time=0.3)</code></button>").count(), 1, "{html}");
        assert!(html.contains("and <code>auto"), "{html}");
    }
}
