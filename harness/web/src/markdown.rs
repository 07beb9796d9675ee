//! Pages in Markdown as pages of the site.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use torneo_present::text::escape;

use crate::terms;

/// Where links and pictures of a page lead on the site; none for what the site does not have.
pub trait Targets {
    /// The address of a link to a file, with the anchor that it had.
    fn link(&self, file: &str, anchor: &str) -> Option<String>;
    /// The address of a picture.
    fn picture(&self, file: &str) -> Option<String>;
}

/// The title of a page: its first heading.
pub fn title(markdown: &str) -> &str {
    markdown.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// Bytes of Markdown from which on the sections of a page are folded: it would be many screens high.
const LONG: usize = 12_000;

/// Markdown as HTML. Markup inside it is text, except for parts that are folded. Links that lead nowhere are text, pictures
/// that the site does not have are left out. Headings have the anchors that GitHub gives them. Tables scroll in a frame. Terms are explained where they come first.
/// The sections of a long page are folded.
pub fn body(markdown: &str, targets: &impl Targets) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut open = Open::default();
    let mut events: Vec<Event> =
        Parser::new_ext(markdown, options).filter_map(|event| of_site(event, targets, &mut open)).collect();
    name_headings(&mut events);
    let events = terms::explained(framed(events));
    let mut body = String::new();
    html::push_html(&mut body, if markdown.len() > LONG { folded(events) } else { events }.into_iter());
    // Lines that are longer than the page scroll, by the keyboard too.
    body.replace("<pre><code", "<pre tabindex=\"0\"><code")
}

/// A page of the site with this body. `up` is the way from its folder to the home of the site, such as `../`.
pub fn page(title: &str, up: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"{up}style.css\"></head><body>\
         <header><a id=\"home\" href=\"{up}index.html\">torneo</a> \
         <a href=\"{up}docs/index.html\">Documentation</a></header>\
         <main class=\"page\">\n{body}</main></body></html>\n"
    )
}

/// Tables in frames that scroll, by the keyboard too. A column without a title has one for those who hear the page.
fn framed(events: Vec<Event>) -> Vec<Event> {
    let mut framed: Vec<Event> = Vec::with_capacity(events.len());
    let mut is_head = false;
    for event in events {
        match event {
            Event::Start(Tag::Table(_)) => {
                let frame = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">";
                framed.extend([Event::Html(frame.into()), event]);
            }
            Event::End(TagEnd::Table) => framed.extend([event, Event::Html("</div>\n".into())]),
            Event::End(TagEnd::TableCell)
                if is_head && framed.last() == Some(&Event::Start(Tag::TableCell)) =>
            {
                framed.extend([Event::InlineHtml("<span class=\"unseen\">row</span>".into()), event]);
            }
            other => {
                is_head = other == Event::Start(Tag::TableHead)
                    || (is_head && other != Event::End(TagEnd::TableHead));
                framed.push(other);
            }
        }
    }
    framed
}

/// The sections of a page, from its second-level headings on, each to unfold. The first one is open.
fn folded(events: Vec<Event>) -> Vec<Event> {
    let (mut folded, mut is_open) = (Vec::new(), false);
    for event in events {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                let (end, open) = if is_open { ("</details>\n", "") } else { ("", " open") };
                folded.push(Event::Html(format!("{end}<details class=\"section\"{open}><summary>").into()));
                is_open = true;
                folded.push(event);
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                folded.push(event);
                folded.push(Event::Html("</summary>\n".into()));
            }
            other => folded.push(other),
        }
    }
    if is_open {
        folded.push(Event::Html("</details>\n".into()));
    }
    folded
}

/// What is open at a place of a page.
#[derive(Default)]
struct Open {
    /// For each link whether it leads somewhere.
    links: Vec<bool>,
    /// Pictures that are left out, one in the other.
    left_out: usize,
}

/// An event as the site shows it.
fn of_site<'a>(event: Event<'a>, targets: &impl Targets, open: &mut Open) -> Option<Event<'a>> {
    match event {
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let target = targets.picture(&dest_url).filter(|_| open.left_out == 0);
            let Some(target) = target else {
                open.left_out += 1;
                return None;
            };
            Some(Event::Start(Tag::Image { link_type, dest_url: target.into(), title, id }))
        }
        Event::End(TagEnd::Image) if open.left_out > 0 => {
            open.left_out -= 1;
            None
        }
        _ if open.left_out > 0 => None,
        Event::Html(text) if is_folding(&text) => Some(Event::Html(text)),
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let (file, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target = match file {
                _ if file.starts_with("https://") || file.is_empty() => Some(dest_url.to_string()),
                _ => targets.link(file, anchor),
            };
            open.links.push(target.is_some());
            Some(Event::Start(Tag::Link { link_type, dest_url: CowStr::from(target?), title, id }))
        }
        Event::End(TagEnd::Link) if !open.links.pop().unwrap_or(true) => None,
        other => Some(other),
    }
}

/// Whether a line of markup begins or ends a part that is folded, with a title without markup, and does nothing else.
fn is_folding(line: &str) -> bool {
    let title =
        line.trim_end().strip_prefix("<details><summary>").and_then(|rest| rest.strip_suffix("</summary>"));
    line.trim_end() == "</details>" || title.is_some_and(|title| !title.contains('<'))
}

/// Gives each heading its anchor; of two with the same words the second one gets `-1` as its end.
fn name_headings(events: &mut [Event]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for start in 0..events.len() {
        if !matches!(events[start], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let mut words = String::new();
        for event in &events[start + 1..] {
            match event {
                Event::End(TagEnd::Heading(_)) => break,
                Event::Text(text) | Event::Code(text) => words.push_str(text),
                _ => {}
            }
        }
        let kept = words.trim().chars().filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
        let mut anchor: String = kept
            .flat_map(char::to_lowercase)
            .map(|letter| if letter == ' ' { '-' } else { letter })
            .collect();
        let times = seen.entry(anchor.clone()).or_default();
        if *times > 0 {
            anchor += &format!("-{times}");
        }
        *times += 1;
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
            *id = Some(anchor.into());
        }
    }
}

/// A link with its anchor, if it has one.
pub fn with_anchor(page: String, anchor: &str) -> String {
    if anchor.is_empty() { page } else { format!("{page}#{anchor}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nowhere;

    impl Targets for Nowhere {
        fn link(&self, _: &str, _: &str) -> Option<String> {
            None
        }

        fn picture(&self, _: &str) -> Option<String> {
            None
        }
    }

    #[test]
    fn parts_are_folded_and_other_markup_is_text() {
        let fold = "<details><summary>A</summary>\n\n| b |\n|---|\n\n</details>\n";
        let html = body(fold, &Nowhere);
        assert!(html.starts_with("<details><summary>A</summary>") && html.contains("<table>"), "{html}");
        assert!(html.trim_end().ends_with("</details>"), "{html}");
        for markup in [
            "<details open onload=x><summary>A</summary>\n",
            "<details><summary><b>A</summary>\n",
            "<script>x</script>\n",
        ] {
            assert!(!body(markup, &Nowhere).contains(&markup[..8]), "{markup}");
        }
    }

    #[test]
    fn headings_have_anchors_and_unknown_pictures_are_left_out() {
        let html = body("# A `b`: c\n\n## Twice\n## Twice\n\n![not *here*](a.png) [x](#twice-1)", &Nowhere);
        for part in
            ["<h1 id=\"a-b-c\">", "<h2 id=\"twice\">", "<h2 id=\"twice-1\">", "<a href=\"#twice-1\">x</a>"]
        {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("here") && !html.contains("<img"), "{html}");
    }

    #[test]
    fn tables_scroll_in_their_frame() {
        let html = body("| | b |\n|---|---|\n| | d |\n", &Nowhere);
        assert_eq!(html.matches("<span class=\"unseen\">").count(), 1, "only titles need words: {html}");
        assert!(
            html.starts_with("<div class=\"scroll\" tabindex=\"0\"") && html.ends_with("</table>\n</div>\n"),
            "{html}"
        );
        assert!(
            body("```sh\nls\n```\n", &Nowhere)
                .starts_with("<pre tabindex=\"0\"><code class=\"language-sh\">")
        );
    }

    #[test]
    fn long_pages_are_folded_and_their_beginning_is_not() {
        let text = |lines: usize| {
            format!("# T\n\nFirst.\n\n## One\n\n{}\n\n### Part\n\n## Two\n\nEnd.\n", "Words. ".repeat(lines))
        };
        let (short, long) = (body(&text(10), &Nowhere), body(&text(2_000), &Nowhere));
        assert!(!short.contains("<details"));
        assert_eq!((long.matches("<details").count(), long.matches("</details>").count()), (2, 2));
        let first = "<p>First.</p><details class=\"section\" open><summary><h2 id=\"one\">One</h2></summary>";
        assert!(long.replace('\n', "").contains(first), "{long}");
    }
}
