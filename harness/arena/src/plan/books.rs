//! Reading books of openings: positions and lines of moves, from a configuration or from files.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::de::DeValue;
use torneo_contract::{Refusal, nearest, refusal, refuse_if};
use torneo_registry::AnyGame;
use torneo_registry::incoming::{Encoding, Line, Lines, MOST_BYTES, Named, too_large};
use torneo_registry::matchup::Matchup;

use super::config::Config;
use super::per_game::{GameIndex, PerGame};
use crate::Error;
use crate::document::{Section, Source};

/// The openings of some of the games, as they were written.
#[derive(Debug)]
pub struct Unchecked {
    games: Vec<GameIndex>,
    /// Openings with their places.
    openings: Vec<(String, Place)>,
    /// The place of the whole book in the configuration.
    span: Range<usize>,
}

/// Where an opening is written.
#[derive(Clone, Debug)]
enum Place {
    /// These bytes of the configuration.
    Configuration(Range<usize>),
    /// A line of a file, from 1.
    File(Arc<Path>, usize),
}

/// Most openings of a file: each of them is held, with its place.
const MOST_OPENINGS: usize = 1_000_000;

/// The keys of `[opening]`.
pub const KEYS: [&str; 5] = ["random_plies", "positions", "lines", "order", "common"];

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

fn positions(section: &Section, value: &DeValue, span: Range<usize>) -> Result<Vec<(String, Place)>, Error> {
    let expected = "a list of openings with at least one item, each a position or a line of moves";
    let wrong = |span| section.source.error(span, format!("`positions` is {expected}"));
    let DeValue::Array(list) = value else { return Err(wrong(span)) };
    refuse_if!(list.is_empty(), wrong(span));
    let item = |item: &toml::Spanned<DeValue>| {
        let text = item.get_ref().as_str().ok_or_else(|| wrong(item.span()))?;
        Ok((text.to_owned(), Place::Configuration(item.span())))
    };
    list.iter().map(item).collect()
}

fn lines(
    section: &Section,
    value: &DeValue,
    span: Range<usize>,
    folder: &Path,
) -> Result<Vec<(String, Place)>, Error> {
    let Some(name) = value.as_str() else {
        let message = "`lines` is the name of a file with one opening a line, a position or moves";
        return Err(section.source.error(span, message));
    };
    of_file(&folder.join(name), Named::InFile).map_err(|why| section.source.error(span, why))
}

/// The openings of a file, packed by gzip or not: one a line. A `#` at the beginning or behind a blank begins a comment.
fn of_file(path: &Path, named: Named) -> Result<Vec<(String, Place)>, Refusal> {
    let cannot = |error: std::io::Error| refusal!("cannot read {}: {error}", path.display());
    let (mut openings, mut held) = (Vec::new(), 0);
    let place: Arc<Path> = path.into();
    for line in Lines::open(path, named, Encoding::OrLatin1).map_err(cannot)? {
        let Line { number, text } = line.map_err(cannot)?;
        held += text.len() as u64 + 1;
        refuse_if!(held > MOST_BYTES, cannot(too_large()));
        let end = text
            .match_indices('#')
            .map(|(at, _)| at)
            .find(|&at| text[..at].ends_with([' ', '\t']) || at == 0);
        let opening = text[..end.unwrap_or(text.len())].trim();
        if !opening.is_empty() {
            let is_full = openings.len() == MOST_OPENINGS;
            refuse_if!(is_full, "{}, line {number}: at most {MOST_OPENINGS} openings", path.display());
            openings.push((opening.to_owned(), Place::File(place.clone(), number)));
        }
    }
    refuse_if!(openings.is_empty(), "{} has no openings", path.display());
    Ok(openings)
}

/// A book for all games of a tournament that was asked for on the command line.
///
/// # Errors
/// A file that cannot be read.
pub fn of_argument(path: &Path, config: &Config) -> Result<Unchecked, Error> {
    let openings = of_file(path, Named::ByUser).map_err(Error::input)?;
    Ok(Unchecked { games: all(&config.games), openings, span: 0..0 })
}

/// Checks the openings against their games and enters them into the configuration in the games' own words. `source` is the
/// configuration's, if it is a file.
///
/// # Errors
/// An invalid opening, or two books for one game; the error names the place.
pub fn enter(
    books: Vec<Unchecked>,
    config: &mut Config,
    tables: &PerGame<Arc<Matchup>>,
    source: Option<Source>,
) -> Result<(), Error> {
    let at = |place: Place, message: String| match (place, source) {
        (Place::File(path, line), _) => Error::input(format!("{}, line {line}: {message}", path.display())),
        (Place::Configuration(span), Some(source)) => source.error(span, message),
        (Place::Configuration(_), None) => Error::input(message),
    };
    for book in books {
        for game in book.games {
            let spec = config.games[game].clone();
            let mut openings = Vec::new();
            for (opening, place) in &book.openings {
                let read = tables[game].opening(opening);
                openings.push(read.map_err(|why| {
                    at(place.clone(), format!("`{opening}` is no opening of {spec}: {why}"))
                })?);
            }
            if config.opening.books.insert(spec.clone(), openings).is_some() {
                return Err(at(Place::Configuration(book.span), format!("{spec} has two books of openings")));
            }
        }
    }
    let booked = config.games.iter().all(|game| config.opening.books.contains_key(game));
    if booked && config.opening.random_plies > 0 {
        let message = "games with a book of openings have no random plies, and here every game has one";
        return Err(Error::input_with_help(message, "leave out `random_plies` or the book"));
    }
    Ok(())
}
