//! Reading books of openings: positions and lines of moves, from a configuration or from files.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::de::DeValue;
use torneo_contract::{nearest, refuse_if};
use torneo_records::Book;
use torneo_registry::AnyGame;
use torneo_registry::incoming::Named;

use super::config::Config;
use super::per_game::{GameIndex, PerGame};
use crate::Error;
use crate::document::Section;

/// The openings of some of the games, as they were written.
pub struct Unchecked {
    /// The games.
    pub games: Vec<GameIndex>,
    /// The openings.
    pub openings: Openings,
    /// The place of the whole book in the configuration.
    pub span: Range<usize>,
}

/// Where openings are written.
pub enum Openings {
    /// In the configuration, each with its place.
    Listed(Vec<(String, Range<usize>)>),
    /// In a file.
    File(Arc<Book>),
}

/// The keys of `[opening]`.
pub const KEYS: [&str; 7] = ["random_plies", "positions", "lines", "plies", "start", "order", "common"];

/// A game with its place in what was read.
pub type Placed = (Arc<dyn AnyGame>, Range<usize>);

/// Reads the books of `[opening]`; files are looked for from `folder` on.
pub fn read(section: &Section, games: &PerGame<Placed>, folder: &Path) -> Result<Vec<Unchecked>, Error> {
    let mut books = Vec::new();
    for key in ["positions", "lines"] {
        let Some((value, span)) = section.value(key) else { continue };
        let content = |value: &DeValue, span: Range<usize>| match key {
            "positions" => positions(section, value, span),
            _ => lines(section, value, span, folder),
        };
        let DeValue::Table(table) = value else {
            let openings = content(value, span.clone())?;
            books.push(Unchecked { games: all(games), openings, span });
            continue;
        };
        for (game, value) in table {
            let named = named(section, game.get_ref(), game.span(), games)?;
            let openings = content(value.get_ref(), value.span())?;
            books.push(Unchecked { games: named, openings, span: game.span() });
        }
    }
    Ok(books)
}

/// All games, for a book that names none.
fn all<T>(games: &PerGame<T>) -> Vec<GameIndex> {
    games.indexed().map(|(game, _)| game).collect()
}

/// The games that a key of a table of books means: that specification, or all with that id.
fn named(
    section: &Section,
    key: &str,
    span: Range<usize>,
    games: &PerGame<Placed>,
) -> Result<Vec<GameIndex>, Error> {
    let meant =
        section.source.registry.game(key).map_err(|error| section.source.spec_error(span.clone(), &error))?;
    let matching = |fits: &dyn Fn(&dyn AnyGame) -> bool| {
        games.indexed().filter(|(_, (game, _))| fits(&**game)).map(|(index, _)| index).collect::<Vec<_>>()
    };
    let exact = matching(&|game| game.canonical() == meant.canonical());
    let found = if exact.is_empty() && !key.contains('(') {
        matching(&|game| game.info().id == meant.info().id)
    } else {
        exact
    };
    if found.is_empty() {
        let message = format!("`{}` is not one of the games of this configuration", meant.canonical());
        let near = nearest(key, games.iter().map(|(game, _)| game.canonical()));
        return Err(section.source.error_near(span, message, near));
    }
    Ok(found)
}

fn positions(section: &Section, value: &DeValue, span: Range<usize>) -> Result<Openings, Error> {
    let expected = "a list of openings with at least one item, each a position or a line of moves";
    let wrong = |span| section.source.error(span, format!("`positions` is {expected}"));
    let DeValue::Array(list) = value else { return Err(wrong(span)) };
    refuse_if!(list.is_empty(), wrong(span));
    let item = |item: &toml::Spanned<DeValue>| {
        let text = item.get_ref().as_str().ok_or_else(|| wrong(item.span()))?;
        Ok((text.to_owned(), item.span()))
    };
    Ok(Openings::Listed(list.iter().map(item).collect::<Result<_, Error>>()?))
}

fn lines(section: &Section, value: &DeValue, span: Range<usize>, folder: &Path) -> Result<Openings, Error> {
    let Some(name) = value.as_str() else {
        let message = "`lines` is the name of a file of openings: PGN, SGF, EPD, FEN, JSON or lines of moves";
        return Err(section.source.error(span, message));
    };
    // What an argument names may come from a pipe.
    let named = if section.source.is_file() { Named::InFile } else { Named::ByUser };
    let path =
        if name == "-" && named == Named::ByUser { Path::new("-").to_owned() } else { folder.join(name) };
    let book = Book::open(&path, named).map_err(|why| section.source.error(span, why))?;
    Ok(Openings::File(Arc::new(book)))
}

/// A book for all games of a tournament.
pub fn of_all(book: Arc<Book>, config: &Config) -> Unchecked {
    Unchecked { games: all(&config.games), openings: Openings::File(book), span: 0..0 }
}
