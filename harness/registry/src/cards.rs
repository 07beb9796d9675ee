//! The card of a game: where it comes from, how long it is, and what it is in one sentence.
//!
//! `cards.toml` and `lengths.csv` hold the cards of the games that torneo has. Whatever lists games reads them here.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use torneo_contract::GameInfo;
use torneo_present::english::Joined as _;
use torneo_present::text::folded;

use crate::nicknames::words_of;
use crate::{GameEntry, Registry};

/// Seconds of one ply in [`Length::minutes`]: what the page in browsers gives its engine of medium strength.
const SECONDS_OF_PLY: f64 = 0.3;

/// Where a game comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// The book, the sheet or the game of an inventor.
    pub title: String,
    /// Who wrote the book or invented the game, where that is known.
    pub author: Option<String>,
    /// The year of the book or of the invention, where that is known.
    pub year: Option<u16>,
    /// The digest, magazine or page by which the source reached torneo; none where it is the source itself.
    pub through: Option<String>,
}

/// Plies of a game: 5%, 50% and 95% of games last at most so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Plies {
    /// Plies that 5% of games do not exceed.
    pub low: u32,
    /// Plies that half of the games do not exceed.
    pub median: u32,
    /// Plies that 95% of games do not exceed.
    pub high: u32,
}

/// How long games of `auto` against itself are.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Length {
    /// Turns in a game.
    pub plies: Plies,
    /// Minutes of the median game at 0.3 s a ply, the pace of `auto(time=0.3)`.
    pub minutes: f64,
}

/// What a reader is told of a game who has never heard of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Card {
    /// Where it comes from.
    pub source: Source,
    /// How long games are; none where it was not measured.
    pub length: Option<Length>,
    /// One sentence of at most 160 characters.
    pub summary: String,
}

/// The file `cards.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    families: BTreeMap<String, String>,
    games: BTreeMap<String, Written>,
}

/// A game of the file `cards.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    author: Option<String>,
    year: Option<u16>,
    through: Option<String>,
    summary: String,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| toml::from_str(include_str!("cards.toml")).expect("a test reads the file"));

/// Games of self-play, their lengths in plies, and how many were played: the lines of `lengths.csv` after its header.
fn measured(id: &str) -> Option<Length> {
    let line = include_str!("lengths.csv").lines().skip(1).find(|line| line.split(',').next() == Some(id))?;
    let mut numbers = line.split(',').skip(2).map(str::parse);
    let mut next = || numbers.next()?.ok();
    let plies = Plies { low: next()?, median: next()?, high: next()? };
    Some(Length { plies, minutes: minutes(plies.median) })
}

/// The minutes that a number of plies takes, in hundredths.
fn minutes(plies: u32) -> f64 {
    (f64::from(plies) * SECONDS_OF_PLY / 60.0 * 100.0).round() / 100.0
}

/// What the games of a family have in common, in some words; none for families from outside.
pub fn family(name: &str) -> Option<&'static str> {
    FILE.families.get(name).map(String::as_str)
}

impl Card {
    /// The card of a built-in game. That of another game says what its description says.
    pub fn of(info: &GameInfo) -> Card {
        let Some(Written { title, author, year, through, summary }) = FILE.games.get(info.id) else {
            let source = Source { title: info.title.to_owned(), author: None, year: None, through: None };
            let summary = format!("{} is a game for {}.", info.title, players(info));
            return Card { source, length: None, summary };
        };
        let (author, through) = (author.clone(), through.clone());
        let source = Source { title: title.clone(), author, year: *year, through };
        Card { source, length: measured(info.id), summary: summary.clone() }
    }

    /// Author, title, year and way of its source in one line: `Alfonso X, Libro de los juegos, 1283, through a digest`.
    pub fn source_line(&self) -> String {
        let Source { title, author, year, through } = &self.source;
        let through = through.as_ref().map(|through| format!("through {through}"));
        let year = year.map(|year| year.to_string());
        [author.clone(), Some(title.clone()), year, through].into_iter().flatten().joined(", ")
    }

    /// How long games are in one line: `about 20 plies (12 to 40), less than a minute`.
    pub fn length_line(&self) -> Option<String> {
        let Length { plies: Plies { low, median, high }, minutes } = self.length?;
        let time = if minutes < 1.0 { "less than a minute".to_owned() } else { format!("{minutes:.0} min") };
        Some(format!("about {median} plies ({low} to {high}), {time}"))
    }
}

/// How many can play: `2 players`, `2 to 8 players`.
pub fn players(info: &GameInfo) -> String {
    match info.seats {
        (least, most) if least == most => format!("{least} players"),
        (least, most) => format!("{least} to {most} players"),
    }
}

/// The family, and which turns there are besides those of one player.
pub fn kind(info: &GameInfo) -> String {
    let mut kind = info.family.to_owned();
    if info.turns.chance && info.family != "dice" {
        kind += ", chance";
    }
    if info.turns.simultaneous && info.family != "simultaneous" {
        kind += ", simultaneous";
    }
    kind
}

/// Everything that a search looks at, folded: each word stands behind a blank.
pub fn searched(entry: &GameEntry) -> String {
    let (info, card) = (entry.info(), entry.card());
    let again = if info.reconstructed { "reconstructed" } else { "" };
    let texts = [info.id, info.title, family(info.family).unwrap_or_default(), again, &card.summary];
    let texts = texts.into_iter().map(str::to_owned);
    let texts = texts.chain([players(info), kind(info), card.source_line()]);
    let texts = texts.chain(words_of(info.id).map(str::to_owned));
    // Both "bin fa" and "binfa" are looked for.
    let whole = info.id.replace('-', "");
    format!(" {}", folded(&texts.chain([whole]).joined(" ")))
}

/// What somebody looks for: words of the card, and how many want to play.
struct Wanted {
    words: Vec<String>,
    players: Vec<usize>,
}

/// Numbers of players in words.
const NUMBERS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

impl Wanted {
    fn read(text: &str) -> Wanted {
        let text = folded(text);
        let mut wanted = Wanted { words: Vec::new(), players: Vec::new() };
        let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let number = NUMBERS.iter().position(|number| *number == word).map(|place| place + 1);
            let number = number.or_else(|| word.parse().ok());
            let of_players =
                |next: &&str| matches!(*next, "player" | "players" | "seats" | "people" | "persons");
            match number.filter(|_| words.next_if(of_players).is_some()) {
                Some(number) => wanted.players.push(number),
                None => wanted.words.push(word.to_owned()),
            }
        }
        wanted
    }

    fn is_met_by(&self, entry: &GameEntry) -> bool {
        let (text, (least, most)) = (searched(entry), entry.info().seats);
        self.players.iter().all(|number| (least..=most).contains(number))
            && self.words.iter().all(|word| holds(&text, word))
    }
}

/// Letters of a word that is found inside of others too: `tafl` in hnefatafl, but not `go` in cargo.
const INSIDE: usize = 4;

/// Whether a folded text holds a folded word: at the beginning of a word, or inside of one where it is long enough.
fn holds(text: &str, word: &str) -> bool {
    text.contains(&format!(" {word}")) || (word.chars().count() >= INSIDE && text.contains(word))
}

impl Registry {
    /// The games whose card holds all these words, in any case and without accents. `3 players` finds games that three can play.
    pub fn search(&self, words: &str) -> Vec<&GameEntry> {
        let wanted = Wanted::read(words);
        self.games().iter().filter(|entry| wanted.is_met_by(entry)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters of a summary at most.
    const LONGEST: usize = 160;

    #[test]
    fn every_game_has_a_card_and_every_card_a_game() {
        let infos = torneo_games::infos();
        let ids: Vec<&str> = FILE.games.keys().map(String::as_str).collect();
        let mut known: Vec<&str> = infos.iter().map(|info| info.id).collect();
        known.sort_unstable();
        assert_eq!(ids, known, "the games of cards.toml");
        let mut families: Vec<&str> = infos.iter().map(|info| info.family).collect();
        families.sort_unstable();
        families.dedup();
        assert_eq!(FILE.families.keys().map(String::as_str).collect::<Vec<_>>(), families);
        for info in infos {
            let card = Card::of(info);
            assert!(card.summary.ends_with('.') && card.summary.chars().count() <= LONGEST, "{}", info.id);
            assert_eq!(card.summary.matches(". ").count(), 0, "{}: one sentence", info.id);
            let Plies { low, median, high } = card.length.expect("lengths.csv has a line").plies;
            assert!(0 < low && low <= median && median <= high, "{}", info.id);
        }
    }

    #[test]
    fn other_games_have_a_card_too() {
        let info = GameInfo { id: "hex", title: "Hex", family: "outside", ..GameInfo::TWO_SEATS };
        let card = Card::of(&info);
        assert_eq!(card.summary, "Hex is a game for 2 players.");
        assert_eq!((card.source_line().as_str(), card.length_line()), ("Hex", None));
    }

    #[test]
    fn short_words_begin_a_word_and_long_ones_are_found_inside() {
        let text = " hnefatafl a cargo";
        assert_eq!(
            ["tafl", "hnef", "car", "go", "fl"].map(|word| holds(text, word)),
            [true, true, true, false, false]
        );
        let wanted = Wanted::read("Two players, CHÈSS 4-players 1283");
        assert_eq!((wanted.players, wanted.words), (vec![2, 4], vec!["chess".to_owned(), "1283".to_owned()]));
    }

    #[test]
    fn minutes_are_those_of_the_median() {
        assert_eq!([2, 20, 1000].map(minutes), [0.01, 0.1, 5.0]);
    }
}
