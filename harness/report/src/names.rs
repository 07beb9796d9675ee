//! The games of a run as readers know them: titles, players by name, a picture, the rules.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;
use torneo_arena::Error;
use torneo_contract::{End, Seat, Spec};
use torneo_picture::{Style, svg};
use torneo_present::english::Joined as _;
use torneo_registry::{Registry, moment};

/// Pixels of the picture of a board in a row, on screens with two points for a pixel.
const SMALL: u32 = 120;

/// A game of the configuration.
#[derive(Serialize)]
pub struct GameName {
    /// Its specification.
    pub spec: String,
    /// Its title.
    pub title: String,
    /// The options that are not at their defaults; empty for none.
    pub options: String,
    /// The names of its seats.
    pub seats: Vec<&'static str>,
    /// The reasons for which its games end, in words.
    #[serde(skip)]
    pub ends: &'static [End],
    /// Whether all choose at once at the first choice.
    pub together: bool,
    /// The board in the moment by which the game is known, as the address of an image.
    pub picture: String,
    /// The anchor of its rules in the page; none where the registry has no rules of it.
    pub rules: Option<String>,
}

/// The games of a run, in the order of the configuration.
///
/// # Errors
/// A specification that this program does not know.
pub fn games<'s>(
    registry: &Registry,
    specs: impl Iterator<Item = &'s String>,
) -> Result<Vec<GameName>, Error> {
    let name = |spec: &String| {
        let game = registry.game(spec).map_err(|error| Error::input(format!("game `{spec}`: {error}")))?;
        let info = game.info();
        let given = spec.parse::<Spec>().map(|spec| spec.given).unwrap_or_default();
        let options: Vec<String> = given.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let style = Style { size: SMALL, bare: true, ..Style::default() };
        let picture = svg(&game.board(), &moment(&*game).scene(), style);
        Ok(GameName {
            spec: spec.clone(),
            title: info.title.to_owned(),
            options: options.joined(", "),
            seats: Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect(),
            ends: game.session().ends(),
            together: game.has_no_first_move(),
            picture: format!("data:image/svg+xml;base64,{}", STANDARD.encode(picture)),
            rules: registry.rules(info.id).map(|_| format!("rules-{}", info.id)),
        })
    };
    specs.map(name).collect()
}

/// The rules of the games of a run: anchor, title and page, each once.
pub fn rules(registry: &Registry, games: &[GameName]) -> Vec<(String, String, String)> {
    let mut pages: Vec<(String, String, String)> = Vec::new();
    for game in games {
        let Some(anchor) =
            game.rules.clone().filter(|anchor| pages.iter().all(|(known, ..)| known != anchor))
        else {
            continue;
        };
        let text = registry.rules(anchor.trim_start_matches("rules-")).unwrap_or_default();
        pages.push((anchor, game.title.clone(), page_of(text)));
    }
    pages
}

/// A page of rules as HTML, without its title, and without links and pictures: their files are not here.
fn page_of(text: &str) -> String {
    let (mut page, mut hidden) = (String::new(), 0);
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Heading { level: HeadingLevel::H1, .. } | Tag::Image { .. }) => {
            hidden += 1;
            None
        }
        Event::End(TagEnd::Heading(HeadingLevel::H1) | TagEnd::Image) => {
            hidden -= 1;
            None
        }
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => None,
        _ if hidden > 0 => None,
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        event => Some(event),
    });
    html::push_html(&mut page, events);
    // They stand under a heading of the page.
    page.replace("<h3", "<h4").replace("</h3>", "</h4>").replace("<h2", "<h3").replace("</h2>", "</h3>")
}
