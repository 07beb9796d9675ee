//! The page of an atlas, as one HTML file that opens without a network, and as Markdown for the documentation. Both tell the
//! same story.

mod first_moves;
mod heat;
mod missing;
mod panel;
mod plot;
mod sides;
mod story;
mod words;
mod worth;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use serde::Serialize;
use torneo_arena::Error;
use torneo_present::english::Joined as _;
use torneo_present::text::wrapped;

use story::{GameStory, Story};

pub use story::Sources;

const HTML: &str = include_str!("page.html");
const MARKDOWN: &str = include_str!("page.md");

/// Columns of the Markdown, tables left out.
const COLUMNS: usize = 100;

/// What the templates read.
#[derive(Serialize)]
struct Page {
    style: &'static str,
    #[serde(flatten)]
    story: Story,
    levels: Vec<String>,
    engines: Vec<String>,
}

impl Page {
    fn of(sources: &Sources) -> Result<Page, Error> {
        let (levels, engines) = columns(sources);
        Ok(Page { style: torneo_report::STYLE, story: sources.story()?, levels, engines })
    }
}

/// The page as HTML.
///
/// # Errors
/// A game that this program does not know.
pub fn html(sources: &Sources) -> Result<String, Error> {
    render(HTML, AutoEscape::Html, &Page::of(sources)?)
}

/// The page as Markdown.
///
/// # Errors
/// A game that this program does not know.
pub fn markdown(sources: &Sources) -> Result<String, Error> {
    let text = render(MARKDOWN, AutoEscape::None, &Page::of(sources)?)?;
    let line = |line: &str| match line.chars().next() {
        Some('|' | '<') => line.to_owned(),
        Some('-') => wrapped(line, COLUMNS),
        _ => wrapped(line, COLUMNS).replace("\n  ", "\n"),
    };
    Ok(text.lines().map(line).joined("\n") + "\n")
}

/// The plot of all games with a first move, as SVG.
///
/// # Errors
/// A game that this program does not know.
pub fn plot(sources: &Sources) -> Result<String, Error> {
    let row =
        |game: GameStory| plot::PlotRow { label: game.game.title, known: game.known, marks: game.measured };
    let story = sources.story()?;
    let has_some = |row: &plot::PlotRow| row.known.is_some() || row.marks.iter().any(Option::is_some);
    let rows: Vec<plot::PlotRow> = story.rows.into_iter().map(row).filter(has_some).collect();
    Ok(plot::draw(&rows, &columns(sources).1).unwrap_or_default())
}

/// The levels of this pass, and the engines with several of them.
fn columns(sources: &Sources) -> (Vec<String>, Vec<String>) {
    let levels = sources.design.levels.iter().filter(|level| level.has_cells());
    let levels = levels.map(|level| format!("{} {}", level.engine, level.name)).collect();
    (levels, sources.design.engines().into_iter().map(str::to_owned).collect())
}

fn render(template: &str, escape: AutoEscape, page: &impl Serialize) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(move |_| escape.clone());
    environment.add_template("page", template).map_err(Error::run)?;
    environment.get_template("page").and_then(|template| template.render(Serde(page))).map_err(Error::run)
}
