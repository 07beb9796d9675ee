//! The cards of the games on the first page, and a page of each game.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use torneo_contract::{GameInfo, OptionInfo};
use torneo_present::english::Joined as _;
use torneo_present::text::escape;
use torneo_registry::cards::{Card, Source, family, kind, players, searched};
use torneo_registry::{GameEntry, Registry};

use crate::documentation;
use crate::markdown::{self, Targets, with_anchor};

/// The first page with the cards of all games. `plays` says whether a family has its module.
pub fn index(template: &str, registry: &Registry, plays: impl Fn(&str) -> bool) -> String {
    let entries = registry.games();
    let most = entries.iter().map(|entry| entry.info().seats.1).max().unwrap_or(0);
    let sources: BTreeSet<String> = entries.iter().map(|entry| group(registry, entry.card())).collect();
    let choice =
        |value: &str, title: &str| format!("<option value=\"{}\">{}</option>", escape(value), escape(title));
    let numbers = (2..=most).map(|number| choice(&number.to_string(), &number.to_string())).joined("");
    let kinds = families(registry).iter().map(|name| choice(name, &capital(name))).joined("");
    let groups = sources.iter().map(|source| choice(source, source)).joined("");
    template
        .replace("<!--players-->", &numbers)
        .replace("<!--kinds-->", &kinds)
        .replace("<!--sources-->", &groups)
        .replace("<!--cards-->", &sections(registry, &plays))
}

/// The families in the order of their first games.
fn families(registry: &Registry) -> Vec<&'static str> {
    let mut families = Vec::new();
    for entry in registry.games() {
        if !families.contains(&entry.info().family) {
            families.push(entry.info().family);
        }
    }
    families
}

/// A word with a capital.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What games are filtered by: the book or the magazine that several games come from.
fn group(registry: &Registry, card: &Card) -> String {
    let several = |is_same: &dyn Fn(&Source) -> bool| {
        registry.games().iter().filter(|entry| is_same(&entry.card().source)).count() > 1
    };
    let Source { title, author, through, .. } = &card.source;
    match (author, through) {
        (Some(author), _) if several(&|other| other.title == *title) => format!("{author}, {title}"),
        (_, Some(through)) if several(&|other| other.through == card.source.through) => through.clone(),
        _ => "other sources".to_owned(),
    }
}

/// The cards of each family under its heading.
fn sections(registry: &Registry, plays: &impl Fn(&str) -> bool) -> String {
    let section = |name: &&str| {
        let common = family(name).map_or(String::new(), |text| format!("<p>{}.</p>", escape(text)));
        let entries = registry.games().iter().filter(|entry| entry.info().family == *name);
        let cards = entries.map(|entry| card(registry, entry, plays(name))).joined("\n");
        let title = escape(&capital(name));
        format!(
            "<section aria-labelledby=\"kind-{name}\"><h2 id=\"kind-{name}\">{title}</h2>{common}<ul>\n{cards}\n</ul></section>"
        )
    };
    families(registry).iter().map(section).joined("\n")
}

/// A card on the first page.
fn card(registry: &Registry, entry: &GameEntry, plays: bool) -> String {
    let (info, card) = (entry.info(), entry.card());
    let GameInfo { id, title, seats: (least, most), .. } = *info;
    let title = escape(title);
    let page = format!("games/{id}.html");
    let first = if plays { format!("#game={id}") } else { page.clone() };
    let more = if plays { format!("<a href=\"{page}\">Rules and facts</a>") } else { String::new() };
    let group = group(registry, card);
    let length = card.length.map_or(String::new(), |length| {
        let plies = length.plies.median;
        format!("; {plies} plies, {}", time(length.minutes))
    });
    format!(
        "<li data-game=\"{id}\" data-least=\"{least}\" data-most=\"{most}\" data-kind=\"{}\" data-chance=\"{}\" \
         data-source=\"{}\" data-words=\"{}\"><a href=\"{first}\"><img src=\"pictures/{id}.svg\" alt=\"\" loading=\"lazy\" \
         width=\"96\" height=\"96\"><strong>{title}</strong></a><p class=\"facts\">{}; {}{length}</p><p>{}</p>{more}</li>",
        info.family,
        info.turns.chance,
        escape(&group),
        escape(&searched(entry)),
        escape(&brief(card, &group)),
        escape(&players(info)),
        escape(&card.summary),
    )
}

/// Author and year of a source, and the magazine of a group; the title where nothing else is known.
fn brief(card: &Card, group: &str) -> String {
    let Source { title, author, year, through } = &card.source;
    let made = [author.clone(), year.map(|year| year.to_string())].into_iter().flatten().joined(", ");
    let magazine = through.clone().filter(|through| through == group);
    let parts = [Some(made).filter(|made| !made.is_empty()), magazine].into_iter().flatten();
    Some(parts.joined("; ")).filter(|text| !text.is_empty()).unwrap_or_else(|| title.clone())
}

/// Minutes in words.
fn time(minutes: f64) -> String {
    if minutes < 1.0 { "less than a minute".to_owned() } else { format!("{minutes:.0} min") }
}

/// Where the links of a page of rules lead: to the pages of games that the site has.
struct Games<'a>(&'a Registry);

impl Targets for Games<'_> {
    fn link(&self, file: &str, anchor: &str) -> Option<String> {
        let name = file.strip_suffix(".md")?;
        let address = match name.strip_prefix("../") {
            Some(page) => documentation::address(page)?,
            None => address(self.0, name)?,
        };
        Some(with_anchor(format!("../{address}"), anchor))
    }

    fn picture(&self, file: &str) -> Option<String> {
        Some(format!("../{file}"))
    }
}

/// Where the site has the page of a game, or the rules that several games share.
pub fn address(registry: &Registry, name: &str) -> Option<String> {
    if registry.games().iter().any(|entry| entry.info().id == name) {
        return Some(format!("games/{name}.html"));
    }
    registry.common_rules().any(|(common, _)| common == name).then(|| format!("rules/{name}.html"))
}

/// A page of rules that several games share.
pub fn common(registry: &Registry, text: &str) -> String {
    let title = markdown::title(text);
    markdown::page(title, "../", &markdown::body(text, &Games(registry)))
}

/// The page that leads from the old place of a game's rules to the page of the game.
pub fn moved(info: &GameInfo) -> String {
    let (title, to) = (escape(info.title), format!("../games/{}.html", info.id));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}: rules</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={to}\"><link rel=\"canonical\" href=\"{to}\"></head>\
         <body><main><h1>{title}: rules</h1><p><a href=\"{to}\">Rules and facts of {title}</a></p></main></body></html>\n"
    )
}

/// The page of a game: what it is, where it comes from, who is ahead, its options and its rules.
pub fn page(registry: &Registry, entry: &GameEntry, plays: bool) -> String {
    let (info, card) = (entry.info(), entry.card());
    let GameInfo { id, title, .. } = *info;
    let targets = Games(registry);
    let mut facts = vec![
        ("Source", card.source_line()),
        ("Players", players(info)),
        ("Kind", kind(info)),
        ("Chance", if info.turns.chance { "yes" } else { "no" }.to_owned()),
    ];
    if let Some(length) = card.length_line() {
        facts.push(("Length", format!("{length}, in self-play of auto at 0.3 s a ply")));
    }
    facts.push(("Name in commands", id.to_owned()));
    let rows =
        facts.iter().map(|(name, text)| format!("<dt>{name}</dt><dd>{}</dd>", escape(text))).joined("");
    let play = match plays {
        true => format!(
            "<p><a class=\"button\" href=\"../index.html#game={id}\">Play {}</a></p>\n",
            escape(title)
        ),
        false => "<p>It cannot be played here: the site has no module for its family.</p>\n".to_owned(),
    };
    let rules = entry.rules().unwrap_or_default();
    let mut text = documentation::atlas_row(id).map_or(String::new(), |row| {
        format!("## First-move advantage\n\n{row}\n\n[The atlas of first moves](../first-move-advantage.md) says how this was measured.\n\n")
    });
    if !rules.lines().any(|line| line == "## Options") {
        text += &options(info.options);
    }
    let atlas = markdown::body(&text, &targets);
    let rules = match rules_without_head(rules) {
        "" => "<p>This game has no page of rules.</p>".to_owned(),
        rules => markdown::body(rules, &targets),
    };
    let body = format!(
        "<h1>{0}</h1>\n<p class=\"summary\">{1}</p>\n<div class=\"facts\"><img src=\"../pictures/{id}.svg\" \
         alt=\"{0} in mid-game\" width=\"320\" height=\"320\"><dl>{rows}</dl></div>\n{play}{rules}\n{atlas}",
        escape(title),
        escape(&card.summary)
    );
    markdown::page(title, "../", &body)
}

/// Rules without their title and their picture, which the page has already.
fn rules_without_head(rules: &str) -> &str {
    let mut rest = rules;
    while let Some((line, after)) = rest.split_once('\n') {
        if !(line.is_empty() || line.starts_with("# ") || line.starts_with("![")) {
            break;
        }
        rest = after;
    }
    rest
}

/// The options of a game in Markdown.
fn options(options: &[OptionInfo]) -> String {
    let mut text = "## Options\n\n".to_owned();
    if options.is_empty() {
        return text + "This game has no options.\n\n";
    }
    text += "| option | values | usual | meaning |\n|---|---|---|---|\n";
    for option in options {
        let usual = if option.default.is_empty() { "it depends" } else { option.default };
        writeln!(text, "| `{}` | {} | `{usual}` | {} |", option.name, option.kind, option.help)
            .expect("a string");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use torneo_games::morris::{ThreeMensMorris, TwelveMensMorris};

    use super::*;

    fn registry(rules: &'static str) -> Registry {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<ThreeMensMorris>().with_rules(rules));
        registry.add_common_rules("shared", "# Shared\n\nRules.\n");
        registry
    }

    #[test]
    fn the_page_of_a_game_has_everything() {
        let registry = registry(
            "# Three\n\n![Three](pictures/three-mens-morris.svg)\n\nRules <b> [s](shared.md#x) [n](no.md).\n",
        );
        let html = page(&registry, &registry.games()[0], true);
        for part in [
            "<h1>Three Men's Morris</h1>",
            "Alfonso X, Libro de los juegos, 1283, through a Polish digest",
            "<dt>Length</dt>",
            "src=\"../pictures/three-mens-morris.svg\"",
            "href=\"../index.html#game=three-mens-morris\"",
            "Rules &lt;b&gt; <a href=\"../rules/shared.html#x\">s</a> n.",
            "<code>three-mens-morris</code>",
            "<a href=\"../docs/first-move-advantage.html\">",
            "<code>equal_turns</code>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert_eq!(html.matches("<img").count(), 1, "the picture is there once: {html}");
        assert!(!page(&registry, &registry.games()[0], false).contains("index.html#game"));
    }

    #[test]
    fn cards_stand_under_the_headings_of_families() {
        let mut registry = registry("# Three\n");
        registry.add_game(GameEntry::of::<TwelveMensMorris>());
        let html = index("<!--players-->|<!--kinds-->|<!--sources-->|<!--cards-->", &registry, |_| true);
        for part in [
            "<option value=\"2\">2</option>|<option value=\"morris\">Morris</option>",
            "Alfonso X, Libro de los juegos</option>",
            "<h2 id=\"kind-morris\">Morris</h2>",
            "data-game=\"three-mens-morris\" data-least=\"2\" data-most=\"2\"",
            " 1283 through a polish digest",
            "<a href=\"#game=three-mens-morris\">",
            "<a href=\"games/three-mens-morris.html\">",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        let html = index("<!--cards-->", &registry, |_| false);
        assert!(!html.contains("#game="), "{html}");
    }

    #[test]
    fn old_addresses_lead_to_the_page() {
        let registry = registry("# Three\n");
        let html = moved(registry.games()[0].info());
        assert!(
            html.contains("url=../games/three-mens-morris.html") && html.contains("<a href=\"../games/"),
            "{html}"
        );
    }
}
