//! Pages of rules for a browser.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use torneo_picture::escape;

/// A page of rules as HTML. Markup inside it is text, pictures are those of the site, and links lead to the pages of games that
/// the site has.
pub fn page(title: &str, markdown: &str, has_game: impl Fn(&str) -> bool) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut kept = Vec::new();
    let events = Parser::new_ext(markdown, options).filter_map(|event| of_site(event, &has_game, &mut kept));
    let mut body = String::new();
    html::push_html(&mut body, events);
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}: rules</title>\
         <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"../style.css\"></head><body>\
         <header><a id=\"home\" href=\"../index.html\">torneo</a></header><main class=\"page\">\n{body}</main></body></html>\n"
    )
}

/// An event as the site shows it. `kept` has an entry for each link that is open: whether it leads somewhere.
fn of_site<'a>(
    event: Event<'a>,
    has_game: &impl Fn(&str) -> bool,
    kept: &mut Vec<bool>,
) -> Option<Event<'a>> {
    Some(match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = CowStr::from(format!("../{dest_url}"));
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let (page, section) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target = match page.strip_suffix(".md") {
                Some(game) if has_game(game) => Some(format!("{game}.html#{section}")),
                _ if page.starts_with("https://") || page.is_empty() => Some(dest_url.to_string()),
                _ => None,
            };
            kept.push(target.is_some());
            let dest_url = CowStr::from(target?);
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        Event::End(TagEnd::Link) if !kept.pop().unwrap_or(true) => return None,
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn markup_is_text_and_links_stay_inside() {
        let text = "# A <b>\n\n![It](pictures/a.svg)\n\n<script>alert(1)</script>\n\n[one](b.md#x) [two](c.md) [three](javascript:alert(1)) [four](https://example.org)\n";
        let html = page("A <i>", text, |game| game == "b");
        assert!(!html.contains("<script>") && html.contains("&lt;script&gt;"), "{html}");
        assert!(!html.contains("javascript:"), "{html}");
        assert!(
            html.contains("<a href=\"b.html#x\">one</a> two three <a href=\"https://example.org\">four</a>")
        );
        assert!(
            html.contains("src=\"../pictures/a.svg\"") && html.contains("<title>A &lt;i&gt;: rules</title>")
        );
    }
}
