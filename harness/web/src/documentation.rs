//! The pages of the documentation for a browser.

use crate::markdown::{self, Targets, with_anchor};

/// The pages by their paths in `docs`, without the ending, and what they say.
macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../docs/", $name, ".md")))),*]
    };
}

/// Every page of `docs` but those of games, whose rules have pages of their own on the site.
static PAGES: [(&str, &str); 33] = pages![
    "README",
    "adding-a-game",
    "adding-an-engine",
    "architecture",
    "cluster",
    "configuration",
    "dice",
    "engines",
    "exploitability",
    "external-engines",
    "first-move-advantage",
    "learning",
    "playing",
    "problems",
    "python",
    "python-games",
    "python-variants",
    "records",
    "reliability",
    "results",
    "scale",
    "solving",
    "statistics",
    "strength",
    "tour",
    "values",
    "web",
    "measurements/alpha-beta",
    "measurements/chess-evaluation",
    "measurements/engines",
    "measurements/learning",
    "measurements/mcts",
    "measurements/strength",
];

/// The page that lists the others.
const LIST: &str = "README";

/// Where the links of a page of the documentation lead.
struct Site<'a, F> {
    /// The page.
    page: &'a str,
    /// Whether the site has rules of a game.
    has_game: &'a F,
}

impl<F: Fn(&str) -> bool> Targets for Site<'_, F> {
    fn link(&self, file: &str, anchor: &str) -> Option<String> {
        let up = up(self.page);
        let target = resolved(self.page, file.strip_suffix(".md")?)?;
        let address = match target.strip_prefix("games/") {
            Some("README") => format!("{up}index.html"),
            Some(game) => (self.has_game)(game).then(|| format!("{up}rules/{game}.html"))?,
            None => {
                PAGES.iter().find(|(name, _)| *name == target)?;
                format!("{up}{}", address(&target))
            }
        };
        Some(with_anchor(address, anchor))
    }

    fn picture(&self, _: &str) -> Option<String> {
        None
    }
}

/// The way from a page to the home of the site.
fn up(page: &str) -> String {
    "../".repeat(1 + page.matches('/').count())
}

/// Where a page is on the site.
fn address(name: &str) -> String {
    if name == LIST { "docs/index.html".to_owned() } else { format!("docs/{name}.html") }
}

/// The path in `docs` of what a page names; none outside of `docs`.
fn resolved(page: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The pages with their paths on the site. `has_game` says whether the site has rules of a game.
pub fn pages(has_game: impl Fn(&str) -> bool) -> impl Iterator<Item = (String, String)> {
    PAGES.iter().map(move |&(page, text)| {
        let html =
            markdown::page(markdown::title(text), text, &up(page), &Site { page, has_game: &has_game });
        (address(page), html)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_page_is_there() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let mut files = BTreeSet::new();
        for folder in ["", "measurements/"] {
            for entry in fs::read_dir(docs.join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                files.extend(name.strip_suffix(".md").map(|name| format!("{folder}{name}")));
            }
        }
        let pages: BTreeSet<String> = PAGES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(pages, files, "`PAGES` lists the files of `docs`");
    }

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let has_game = |game: &str| game == "hazard";
        let link = |page, file, anchor| Site { page, has_game: &has_game }.link(file, anchor);
        assert_eq!(link("dice", "engines.md", "mcts").as_deref(), Some("../docs/engines.html#mcts"));
        assert_eq!(link("dice", "games/hazard.md", "").as_deref(), Some("../rules/hazard.html"));
        assert_eq!(link("dice", "games/README.md", "").as_deref(), Some("../index.html"));
        let list = link("measurements/mcts", "../README.md", "");
        assert_eq!(list.as_deref(), Some("../../docs/index.html"));
        for file in ["../README.md", "games/none.md", "recompute.py", "../../../secret.md"] {
            assert_eq!(link("dice", file, ""), None, "{file}");
        }
    }
}
