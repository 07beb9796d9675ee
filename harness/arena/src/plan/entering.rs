//! Openings of books, checked against their games: those that are played, in the games' own words.

use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use torneo_contract::Refusal;
use torneo_present::numbers::thousands;
use torneo_records::Book as File;
use torneo_records::book::{Kind, Opening as Line};
use torneo_registry::Registry;
use torneo_registry::matchup::Matchup;

use super::books::{Openings, Unchecked};
use super::config::Config;
use super::openings::Sequence;
use super::per_game::PerGame;
use crate::Error;
use crate::document::Source;

/// What a book of a game is like: what is to be known before a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookReport {
    /// The game.
    pub game: String,
    /// The file; none for openings of the configuration.
    pub file: Option<PathBuf>,
    /// What it is written in.
    pub kind: Option<Kind>,
    /// The openings in it.
    pub openings: u64,
    /// How many of them are played.
    pub used: u64,
    /// How many of these are the same as one before them.
    pub repeated: u64,
    /// How many of these were cut by `plies`.
    pub cut: u64,
    /// What is wrong with openings that are not played: the first of them.
    pub unplayable: Option<String>,
}

impl BookReport {
    /// In words, the warnings apart.
    pub fn lines(&self) -> Vec<String> {
        let name = self.file.as_ref().map_or("book".to_owned(), |file| file.display().to_string());
        let kind = self.kind.map_or(String::new(), |kind| format!(" ({kind})"));
        let [openings, used] = [self.openings, self.used].map(thousands);
        let mut told = format!("{name}{kind}: {openings} openings of {}, {used} are played", self.game);
        if self.cut > 0 {
            told += &format!(", {} of them cut by `plies`", thousands(self.cut));
        }
        let mut lines = vec![told];
        if self.repeated > 0 {
            let repeated = thousands(self.repeated);
            lines.push(format!(
                "warning: {repeated} of the {used} openings that are played came before in {name}"
            ));
        }
        lines.extend(self.unplayable.as_ref().map(|why| format!("warning: not played, but wrong: {why}")));
        lines
    }
}

/// Books of at most so many lines are looked at wholly, so that nothing wrong in them goes unnoticed, and stand wholly in
/// the manifest.
const SMALL: u64 = 10_000;

/// Checks the openings against their games and enters them into the configuration in the games' own words. `source` is the
/// configuration's, if it is a file.
///
/// # Errors
/// An opening that is played and is invalid, or two books for one game; the error names the place.
pub fn enter(
    books: Vec<Unchecked>,
    registry: &Registry,
    config: &mut Config,
    tables: &PerGame<Arc<Matchup>>,
    source: Option<Source>,
) -> Result<Vec<BookReport>, Error> {
    let mut reports = Vec::new();
    for book in books {
        let places = match &book.openings {
            Openings::Listed(listed) => Places::Listed { listed, source },
            Openings::File(file) => Places::File(file),
        };
        for &game in &book.games {
            let spec = config.games[game].clone();
            let entering = Entering {
                registry,
                table: &tables[game],
                spec: &spec,
                plies: config.opening.plies,
                places: &places,
            };
            let entered = entering.enter(config)?;
            if config.opening.books.contains_key(&spec) {
                let message = format!("{spec} has two books of openings");
                return Err(
                    source.map_or(Error::input(&message), |source| source.error(book.span.clone(), &message))
                );
            }
            if entered.is_selected {
                config.opening.selected.insert(spec.clone());
            }
            if let Openings::File(file) = &book.openings {
                config.opening.files.insert(spec.clone(), file.path().to_owned());
            }
            config.opening.books.insert(spec, entered.openings);
            reports.push(entered.report);
        }
    }
    let booked = config.games.iter().all(|game| config.opening.books.contains_key(game));
    if booked && config.opening.random_plies > 0 {
        let message = "games with a book of openings have no random plies, and here every game has one";
        return Err(Error::input_with_help(message, "leave out `random_plies` or the book"));
    }
    let is_without = reports.is_empty() && (config.opening.plies.is_some() || config.opening.start.is_some());
    if is_without {
        let message = "`plies` and `start` are of a book of openings, and there is none";
        return Err(Error::input_with_help(message, "name one with `lines`, or leave them out"));
    }
    Ok(reports)
}

/// Where the openings of a book stand.
enum Places<'a> {
    Listed { listed: &'a [(String, Range<usize>)], source: Option<Source<'a>> },
    File(&'a File),
}

/// The book of a game on its way into the configuration.
struct Entering<'a> {
    registry: &'a Registry,
    table: &'a Matchup,
    spec: &'a str,
    plies: Option<u64>,
    places: &'a Places<'a>,
}

/// What comes into the configuration.
struct Entered {
    openings: Vec<String>,
    /// Whether these are only the openings that are played, in the order of play.
    is_selected: bool,
    report: BookReport,
}

impl Entering<'_> {
    fn enter(&self, config: &Config) -> Result<Entered, Error> {
        let count = self.count();
        let used = count.min(config.rounds);
        let sequence = Sequence::of(&config.opening, config.seed, self.spec, count);
        if !self.is_plain() || (count > SMALL && used < count) {
            return self.selected(&sequence, used, None);
        }
        let all: Vec<Result<Line, Error>> = (0..count).map(|number| self.line(number)).collect();
        let is_played = |number: u64| (0..used).any(|round| sequence.place(round) == number);
        let mut wrong = (0..count).zip(&all).filter(|(_, read)| read.is_err());
        if wrong.clone().next().is_some() && !wrong.any(|(number, _)| is_played(number)) {
            let unplayable = all.into_iter().find_map(Result::err).map(|error| error.to_string());
            return self.selected(&sequence, used, unplayable);
        }
        let lines = all.into_iter().collect::<Result<Vec<Line>, Error>>()?;
        let report = self.report((0..used).map(|round| &lines[sequence.place(round) as usize]), None);
        let openings = lines.into_iter().map(|line| line.text).collect();
        Ok(Entered { openings, is_selected: false, report })
    }

    /// Only the openings that are played.
    fn selected(&self, sequence: &Sequence, used: u64, unplayable: Option<String>) -> Result<Entered, Error> {
        let lines = (0..used).map(|round| self.line(sequence.place(round)));
        let lines = lines.collect::<Result<Vec<Line>, Error>>()?;
        let report = self.report(lines.iter(), unplayable);
        Ok(Entered { openings: lines.into_iter().map(|line| line.text).collect(), is_selected: true, report })
    }

    fn report<'l>(&self, played: impl Iterator<Item = &'l Line>, unplayable: Option<String>) -> BookReport {
        let (file, kind) = match self.places {
            Places::Listed { .. } => (None, None),
            Places::File(file) => (Some(file.path().to_owned()), Some(file.kind())),
        };
        let (mut used, mut cut, mut seen) = (0, 0, HashSet::new());
        for line in played {
            used += 1;
            cut += u64::from(line.is_cut);
            seen.insert(&*line.text);
        }
        let (game, openings) = (self.spec.to_owned(), self.count());
        BookReport { game, file, kind, openings, used, repeated: used - seen.len() as u64, cut, unplayable }
    }

    fn count(&self) -> u64 {
        match self.places {
            Places::Listed { listed, .. } => listed.len() as u64,
            Places::File(file) => file.len(),
        }
    }

    /// Whether every opening is a line.
    fn is_plain(&self) -> bool {
        match self.places {
            Places::Listed { .. } => true,
            Places::File(file) => file.kind() == Kind::Lines,
        }
    }

    /// An opening by its number, checked and in the words of the game.
    fn line(&self, number: u64) -> Result<Line, Error> {
        let written = match self.places {
            Places::Listed { listed, .. } => Line { text: listed[number as usize].0.clone(), is_cut: false },
            Places::File(file) => {
                let read = file.opening(self.registry, self.table.game(), number, self.plies);
                read.map_err(|error| Error::input(format!("{}, {error}", file.path().display())))?
            }
        };
        let checked = self.table.opening(&written.text);
        let text = checked.map_err(|why| self.wrong(number, &written.text, &why))?;
        Ok(Line { text, is_cut: written.is_cut })
    }

    /// The error of an opening that is none of the game.
    fn wrong(&self, number: u64, text: &str, why: &Refusal) -> Error {
        let message = format!("`{}` is no opening of {}: {why}", shortened(text), self.spec);
        match self.places {
            Places::Listed { listed, source: Some(source) } => {
                source.error(listed[number as usize].1.clone(), message)
            }
            Places::Listed { source: None, .. } => Error::input(message),
            Places::File(file) => {
                let message = format!("{}, line {}: {message}", file.path().display(), file.line(number));
                match (file.kind(), self.plies) {
                    (Kind::Records(_), None) => {
                        Error::input_with_help(message, "`plies` takes the first moves of each game alone")
                    }
                    _ => Error::input(message),
                }
            }
        }
    }
}

/// Characters of an opening that a message shows.
const MOST_SHOWN: usize = 200;

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
