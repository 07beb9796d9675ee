//! The pages of the documentation for a browser.

use crate::markdown::{self, Targets, with_anchor};

/// The pages by their paths in `docs`, without the ending, and what they say.
macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../docs/", $name, ".md")))),*]
    };
}

/// Every page of `docs` but those of games, whose rules have pages of their own on the site.
static PAGES: [(&str, &str); 37] = pages![
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
    "ladders",
    "learning",
    "playing",
    "problems",
    "python",
    "python-games",
    "python-variants",
    "rating-agents",
    "records",
    "reliability",
    "results",
    "scale",
    "solving",
    "statistics",
    "strength",
    "systems",
    "tour",
    "values",
    "web",
    "measurements/alpha-beta",
    "measurements/changes",
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
    /// Where the site has a game, or rules that several games share.
    of_game: &'a F,
}

impl<F: Fn(&str) -> Option<String>> Targets for Site<'_, F> {
    fn link(&self, file: &str, anchor: &str) -> Option<String> {
        let up = up(self.page);
        let target = resolved(self.page, file.strip_suffix(".md")?)?;
        let address = match target.strip_prefix("games/") {
            Some("README") => format!("{up}index.html"),
            Some(game) => format!("{up}{}", (self.of_game)(game)?),
            None => format!("{up}{}", address(&target)?),
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

/// Where a page is on the site; none of a page that does not exist.
pub fn address(name: &str) -> Option<String> {
    let (name, _) = PAGES.iter().find(|(known, _)| *known == name)?;
    Some(if *name == LIST { "docs/index.html".to_owned() } else { format!("docs/{name}.html") })
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

/// The pages with their paths on the site. `of_game` says where the site has a game.
pub fn pages(of_game: impl Fn(&str) -> Option<String>) -> impl Iterator<Item = (String, String)> {
    PAGES.iter().filter_map(move |&(page, text)| {
        let body = markdown::body(text, &Site { page, of_game: &of_game });
        Some((address(page)?, markdown::page(markdown::title(text), &up(page), &body)))
    })
}

/// The row of a game in the atlas of first moves, with the titles of its columns, as Markdown.
pub fn atlas_row(id: &str) -> Option<String> {
    let (_, atlas) = PAGES.iter().find(|(name, _)| *name == "first-move-advantage")?;
    let table =
        atlas.lines().skip_while(|line| *line != "## Every game").skip_while(|line| !line.starts_with('|'));
    let mut table = table.take_while(|line| line.starts_with('|'));
    let (titles, rule) = (table.next()?, table.next()?);
    let row = table.find(|line| line.starts_with(&format!("| `{id}` |")))?;
    Some([titles, rule, row].join("\n"))
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
        let of_game = |game: &str| (game == "hazard").then(|| "games/hazard.html".to_owned());
        let link = |page, file, anchor| Site { page, of_game: &of_game }.link(file, anchor);
        assert_eq!(link("dice", "engines.md", "mcts").as_deref(), Some("../docs/engines.html#mcts"));
        assert_eq!(link("dice", "games/hazard.md", "").as_deref(), Some("../games/hazard.html"));
        assert_eq!(link("dice", "games/README.md", "").as_deref(), Some("../index.html"));
        let list = link("measurements/mcts", "../README.md", "");
        assert_eq!(list.as_deref(), Some("../../docs/index.html"));
        for file in ["../README.md", "games/none.md", "recompute.py", "../../../secret.md"] {
            assert_eq!(link("dice", file, ""), None, "{file}");
        }
    }
}
