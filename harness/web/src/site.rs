//! What the site consists of.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use torneo_arena::storage::{Disk, write_whole};
use torneo_contract::refuse_if;
use torneo_picture::{Style, svg};
use torneo_registry::Registry;
use torneo_registry::ladder::find;

use crate::{Bytes, Modules, documentation, games};

/// Pages and scripts that are the same for every registry.
const SOURCES: [(&str, &str); 15] = [
    ("style.css", include_str!("../../../web/site/style.css")),
    ("main.js", include_str!("../../../web/site/main.js")),
    ("page.js", include_str!("../../../web/site/page.js")),
    ("library.js", include_str!("../../../web/site/library.js")),
    ("record.js", include_str!("../../../web/site/record.js")),
    ("board.js", include_str!("../../../web/site/board.js")),
    ("game.js", include_str!("../../../web/site/game.js")),
    ("dice-turn.js", include_str!("../../../web/site/dice-turn.js")),
    ("engines.js", include_str!("../../../web/site/engines.js")),
    ("thought.js", include_str!("../../../web/site/thought.js")),
    ("setup.js", include_str!("../../../web/site/setup.js")),
    ("worker.js", include_str!("../../../web/site/worker.js")),
    ("dice.html", include_str!("../../../web/site/dice.html")),
    ("dice.js", include_str!("../../../web/site/dice.js")),
    ("dice-worker.js", include_str!("../../../web/site/dice-worker.js")),
];

/// The first page, with places for the cards of the games.
const INDEX: &str = include_str!("../../../web/site/index.html");

/// Pixels of a game's picture in the list of all, on screens with two points for a pixel.
const THUMBNAIL: u32 = 320;

/// The module of the page about dice.
const CALCULATOR: &str = "calculator";

/// The pages that show a run.
const RESULTS: [(&str, &str); 2] = [
    ("results.html", include_str!("../../../web/site/results.html")),
    ("results.js", include_str!("../../../web/site/results.js")),
];

/// A page or another file of the site.
#[derive(Clone, Debug)]
pub struct Page {
    /// What it is, as HTTP says it.
    pub content_type: &'static str,
    /// What it holds.
    pub body: Bytes,
}

impl Page {
    /// A page of this name.
    pub fn new(name: &str, body: impl Into<Bytes>) -> Page {
        let content_type = match name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json",
            Some("svg") => "image/svg+xml",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        };
        Page { content_type, body: body.into() }
    }
}

/// Why a site cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The folder holds something else.
    #[error("{0} is not empty and holds no site: nothing is written")]
    Occupied(PathBuf),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, std::io::Error),
}

/// All files of a site by their paths.
pub struct Site {
    pages: BTreeMap<String, Page>,
}

impl Site {
    /// The site of the games of a registry, which `list` has as `torneo games --json` does. With the results of a run as
    /// pages besides, made of the JSON of their progress where they stay as they are.
    pub fn of(registry: &Registry, list: Value, modules: &Modules, results: Option<&Value>) -> Site {
        let mut pages = BTreeMap::new();
        let mut add = |name: String, body: Cow<'static, [u8]>| {
            let page = Page::new(&name, body);
            pages.insert(name, page);
        };
        for (name, text) in SOURCES {
            add(name.to_owned(), text.as_bytes().into());
        }
        if let Some(progress) = results {
            for (name, text) in RESULTS {
                add(name.to_owned(), text.as_bytes().into());
            }
            add("results.json".to_owned(), progress.to_string().into_bytes().into());
        }
        for (name, bytes) in modules.files() {
            add(format!("modules/{name}"), bytes.clone());
        }
        let index = games::index(INDEX, registry, |family| modules.has(family));
        add("index.html".to_owned(), index.into_bytes().into());
        for (name, html) in documentation::pages(|name| games::address(registry, name)) {
            add(name, html.into_bytes().into());
        }
        for entry in registry.games() {
            let (info, plays) = (entry.info(), modules.has(entry.info().family));
            add(format!("games/{}.html", info.id), games::page(registry, entry, plays).into_bytes().into());
            add(format!("rules/{}.html", info.id), games::moved(info).into_bytes().into());
        }
        for (name, text) in registry.common_rules() {
            add(format!("rules/{name}.html"), games::common(registry, text).into_bytes().into());
        }
        for (name, chart) in registry.charts() {
            add(format!("pictures/{name}"), chart.as_bytes().into());
        }
        for entry in registry.games() {
            let info = entry.info();
            if let Ok(session) = registry.moment(info.id) {
                let style = Style { size: THUMBNAIL, bare: true, ..Style::default() };
                let picture = svg(&session.board(), &session.scene(), style);
                add(format!("pictures/{}.svg", info.id), picture.into_bytes().into());
            }
        }
        add(
            "games.json".to_owned(),
            listed(registry, list, modules, results.is_some()).to_string().into_bytes().into(),
        );
        Site { pages }
    }

    /// The page at a path, such as `rules/hnefatafl.html`.
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.pages.get(path)
    }

    /// Adds a page.
    pub fn add(&mut self, path: &str, body: String) {
        self.pages.insert(path.to_owned(), Page::new(path, body.into_bytes()));
    }

    /// Writes the site to a folder. A site that is there already is replaced; nothing else is.
    ///
    /// # Errors
    /// A folder that holds something else, or files that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), SiteError> {
        let occupied = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
        let is_site = ["index.html", "games.json"].iter().all(|name| folder.join(name).is_file());
        refuse_if!(folder.is_file() || (occupied && !is_site), SiteError::Occupied(folder.to_owned()));
        for (name, page) in &self.pages {
            let path = folder.join(name);
            let written = std::fs::create_dir_all(path.parent().unwrap_or(folder))
                .and_then(|()| write_whole(&Disk, &path, &page.body));
            written.map_err(|error| SiteError::Write(path, error))?;
        }
        Ok(())
    }
}

/// The list of games as the page reads it.
fn listed(registry: &Registry, games: Value, modules: &Modules, results: bool) -> Value {
    let mut games = games;
    for game in games.as_array_mut().into_iter().flatten() {
        let has_rules = game["id"].as_str().is_some_and(|id| registry.rules(id).is_some());
        let playable = game["family"].as_str().is_some_and(|family| modules.has(family));
        game["rules"] = json!(has_rules);
        game["playable"] = json!(playable);
        game["rungs"] = rungs(registry, game["id"].as_str().unwrap_or_default());
    }
    json!({ "games": games, "dice": modules.has(CALCULATOR), "results": results })
}

/// The rungs of the ladder of a game as it is usually set up, which are engines to play against; none without a ladder.
fn rungs(registry: &Registry, id: &str) -> Value {
    let canonical = registry.game(id).map(|game| game.canonical().to_owned()).unwrap_or_default();
    let rungs = find(registry.ladders(), &canonical).map_or(&[][..], |ladder| &ladder.rungs);
    rungs.iter().map(|rung| json!({ "name": rung.name, "spec": rung.spec, "elo": rung.elo })).collect()
}

#[cfg(test)]
mod tests {
    use torneo_games::morris::ThreeMensMorris;
    use torneo_registry::GameEntry;

    use super::*;

    fn site() -> Site {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<ThreeMensMorris>().with_rules("# Three\n\nRules.\n"));
        Site::of(&registry, json!([{"id": "three-mens-morris"}]), &Modules::none(), None)
    }

    #[test]
    fn a_site_has_every_game_with_rules_and_picture() {
        let site = site();
        let text = |path: &str| String::from_utf8(site.page(path).unwrap().body.to_vec()).unwrap();
        assert!(text("games/three-mens-morris.html").contains("<p>Rules.</p>"));
        assert!(text("rules/three-mens-morris.html").contains("url=../games/three-mens-morris.html"));
        assert!(text("index.html").contains("<li data-game=\"three-mens-morris\""));
        assert!(text("pictures/three-mens-morris.svg").starts_with("<svg"));
        assert_eq!(
            text("games.json"),
            r#"{"games":[{"id":"three-mens-morris","rules":true,"playable":false,"rungs":[]}],"dice":false,"results":false}"#
        );
        assert!(site.page("results.html").is_none());
    }

    #[test]
    fn pages_of_the_documentation_link_to_each_other() {
        let site = site();
        let text = |path: &str| String::from_utf8(site.page(path).unwrap().body.to_vec()).unwrap();
        assert!(text("index.html").contains("href=\"docs/index.html\""));
        let list = text("docs/index.html");
        for group in ["Tutorial", "How to", "Reference", "Explanation"] {
            assert!(list.contains(&format!(">{group}</h2>")), "{group}");
        }
        assert!(list.contains("<a href=\"../docs/tour.html\">"), "{list}");
        assert!(text("docs/tour.html").contains("<h1 id="));
        // Every link between pages leads to a page of the site.
        let mut links = 0;
        for name in site.pages.keys().filter(|name| name.starts_with("docs/")) {
            let up = name.matches('/').count();
            for link in text(name).split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let file = link.split('#').next().unwrap();
                if file.is_empty() || file.starts_with("https://") || file.starts_with("data:") {
                    continue;
                }
                let from_home = file.strip_prefix(&"../".repeat(up));
                assert!(from_home.is_some_and(|path| site.page(path).is_some()), "{name}: {link}");
                links += 1;
            }
        }
        assert!(links > 100, "{links}");
    }

    #[test]
    fn every_script_that_a_page_names_is_there() {
        let site = Site::of(&Registry::new(), json!([]), &Modules::none(), Some(&json!({})));
        for (name, page) in &site.pages {
            let text = String::from_utf8_lossy(&page.body);
            for import in text.split("from \"./").skip(1) {
                let script = import.split('"').next().unwrap();
                assert!(site.page(script).is_some(), "{name} imports {script}");
            }
        }
    }

    #[test]
    fn only_a_site_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("a/b");
        site().write(&new).unwrap();
        site().write(&new).unwrap();
        let other = folder.path().join("letters");
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("dear.txt"), "reader").unwrap();
        let refused = site().write(&other).unwrap_err().to_string();
        assert!(refused.contains("nothing is written"), "{refused}");
        assert_eq!(std::fs::read_dir(&other).unwrap().count(), 1);
    }
}
