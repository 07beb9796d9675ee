//! Pages of rules for a browser.

use crate::markdown::{self, Targets, with_anchor};

/// Where the links of a page of rules lead: to the pages of games that the site has.
struct Games<F>(F);

impl<F: Fn(&str) -> bool> Targets for Games<F> {
    fn link(&self, file: &str, anchor: &str) -> Option<String> {
        let game = file.strip_suffix(".md").filter(|game| (self.0)(game))?;
        Some(with_anchor(format!("{game}.html"), anchor))
    }

    fn picture(&self, file: &str) -> Option<String> {
        Some(format!("../{file}"))
    }
}

/// A page of rules as HTML. Markup inside it is text, pictures are those of the site, and links lead to the pages of games that
/// the site has.
pub fn page(title: &str, markdown: &str, has_game: impl Fn(&str) -> bool) -> String {
    markdown::page(title, markdown, "../", &Games(has_game))
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn markup_is_text_and_links_stay_inside() {
        let text = "# A <b>\n\n![It](pictures/a.svg)\n\n<script>alert(1)</script>\n\n[one](b.md#x) [two](c.md) [three](javascript:alert(1)) [four](https://example.org)\n";
        let html = page("A <i>: rules", text, |game| game == "b");
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
