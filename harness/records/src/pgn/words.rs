//! The words of PGN: tags, moves, results, comments.

use std::collections::HashMap;

use torneo_contract::refuse_if;
use torneo_present::english::Joined as _;

use super::comments::{self, Comment};
use super::writer::is_symbol;
use super::{OPENING, UNDECIDED, signs};
use crate::draft::{Placed, ReadError};

/// A game as its words.
#[derive(Debug, Default)]
pub struct Words {
    /// The line in which it begins.
    pub line: usize,
    /// The tags by their names, each with its line.
    pub tags: HashMap<String, Placed>,
    /// The number of the first move, where it has one.
    pub number: Option<u64>,
    /// The moves.
    pub moves: Vec<Placed>,
    /// What comments tell of each of the first moves.
    pub told: Vec<Comment>,
    /// The moves of the opening.
    pub opening: usize,
    /// The first moves that are marked as those of a book, one by one, as cutechess and fastchess do.
    pub book: usize,
    /// The last comment.
    pub comment: String,
    /// What the moves end with.
    pub result: Option<Placed>,
}

impl Words {
    /// The value of a tag with its line.
    pub fn tag(&self, name: &str) -> Option<(&str, usize)> {
        self.tags.get(name).map(|(value, line)| (&**value, *line))
    }

    /// Notes what is told of the last move.
    fn tell(&mut self, told: Comment) {
        self.told.resize(self.moves.len() - 1, Comment::default());
        self.told.push(told);
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

/// The comment of other programs behind a move of a book.
const BOOK: &str = "book";

/// Most tags of a game.
const MOST_TAGS: usize = 1000;

/// Cuts a text into games and their words. Variations, annotations and move numbers are left out. `line` is the number of its
/// first line.
///
/// # Errors
/// The first place that is no word of the format.
pub fn games(text: &str, line: usize) -> Result<Vec<Words>, ReadError> {
    let mut reader = Reader { length: text.len(), rest: text, line, ..Reader::default() };
    while reader.next()? {}
    reader.end_game();
    Ok(reader.games)
}

#[derive(Default)]
struct Reader<'a> {
    /// Bytes of the whole text.
    length: usize,
    rest: &'a str,
    line: usize,
    games: Vec<Words>,
    game: Words,
    /// The result of the game before.
    ended: Option<Placed>,
}

impl<'a> Reader<'a> {
    /// Takes so many bytes off the text.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Takes all characters of a kind.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len()))
    }

    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.line, message)
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        if !game.is_empty() {
            self.games.push(game);
        }
    }

    /// Reads one word; false at the end of the text.
    fn next(&mut self) -> Result<bool, ReadError> {
        let blank = self.take_while(|c| c.is_whitespace() || c == '\u{feff}');
        let begins_line = blank.ends_with('\n') || self.rest.len() == self.length;
        let Some(first) = self.rest.chars().next() else { return Ok(false) };
        if self.game.is_empty() {
            self.game.line = self.line;
        }
        let word = self.word();
        if let Some(result) = signs::result(word) {
            self.take(word.len());
            self.result(result)?;
            return Ok(true);
        }
        if signs::is_annotation(word) {
            self.take(word.len());
            return Ok(true);
        }
        match first {
            '%' if begins_line => _ = self.take_while(|c| c != '\n'),
            ';' => _ = self.take_while(|c| c != '\n'),
            '[' => self.tag(blank.matches('\n').count() > 1)?,
            '{' => self.comment()?,
            '(' => self.variation()?,
            '$' => _ = self.take(1).len() + self.take_while(|c| c.is_ascii_digit()).len(),
            '.' | '!' | '?' => _ = self.take(1),
            '*' => {
                self.take(1);
                self.result(UNDECIDED)?;
            }
            c if signs::annotates(c) => _ = self.take(c.len_utf8()),
            c if is_symbol(c) || signs::meant(c).is_some() => self.symbol()?,
            c => return Err(self.error(format!("`{c}` is no part of PGN"))),
        }
        Ok(true)
    }

    /// What comes next, up to a blank or to what the format has for itself; nothing where that is longer than a result may be.
    fn word(&self) -> &'a str {
        const LONGEST: usize = 16;
        let ends = |c: char| c.is_whitespace() || "{}()[]<>;$!?*\"".contains(c);
        let mut letters = self.rest.char_indices();
        let end = letters.by_ref().take(LONGEST).find(|(_, c)| ends(*c)).map(|(at, _)| at);
        end.or_else(|| letters.next().is_none().then_some(self.rest.len()))
            .map_or("", |end| &self.rest[..end])
    }

    fn tag(&mut self, after_blank_line: bool) -> Result<(), ReadError> {
        let line = self.line;
        let expected = || ReadError::new(line, "expected a tag such as [White \"name\"]");
        self.take(1);
        self.take_while(char::is_whitespace);
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
        self.take_while(char::is_whitespace);
        refuse_if!(name.is_empty() || !self.rest.starts_with('"'), expected());
        self.take(1);
        let (mut value, mut escaped) = (String::new(), false);
        loop {
            let Some(c) = self.rest.chars().next().filter(|&c| c != '\n') else { return Err(expected()) };
            self.take(c.len_utf8());
            match c {
                '\\' if !escaped => escaped = true,
                // Some programs write quotes in a value as they are.
                '"' if !escaped && self.rest.trim_start_matches([' ', '\t']).starts_with(']') => break,
                c => {
                    value.push(c);
                    escaped = false;
                }
            }
        }
        self.take_while(char::is_whitespace);
        refuse_if!(!self.rest.starts_with(']'), expected());
        self.take(1);
        // Tags behind moves, or once more in another block, begin another game, though this one has no result.
        let again = self.game.tag(&name).map(|(value, _)| value.to_owned());
        if let Some(first) = again.as_ref().filter(|_| self.game.moves.is_empty() && !after_blank_line) {
            let message = format!("the tag `{name}` comes twice in one game: \"{first}\" and \"{value}\"");
            return Err(ReadError::new(line, message));
        }
        if !self.game.moves.is_empty() || again.is_some() {
            self.end_game();
            self.game.line = line;
        }
        let is_full = self.game.tags.len() >= MOST_TAGS;
        refuse_if!(is_full, ReadError::new(line, format!("the game has more than {MOST_TAGS} tags")));
        self.game.tags.insert(name, (value, line));
        Ok(())
    }

    fn comment(&mut self) -> Result<(), ReadError> {
        let Some(end) = self.rest.find('}') else { return Err(self.error("a comment is not closed by `}`")) };
        let text = self.take(end + 1);
        let text = text[1..end].split_whitespace().joined(" ");
        let moves = self.game.moves.len();
        if text == OPENING {
            self.game.opening = moves;
        } else if text == BOOK && self.game.book + 1 == moves {
            self.game.book = moves;
        }
        match comments::read(&text).filter(|_| !self.game.moves.is_empty()) {
            Some(told) => self.game.tell(told),
            None => self.game.comment = text,
        }
        Ok(())
    }

    /// Goes past a variation with the variations in it.
    fn variation(&mut self) -> Result<(), ReadError> {
        let (line, mut depth) = (self.line, 0usize);
        loop {
            match self.rest.chars().next() {
                None => return Err(ReadError::new(line, "a variation is not closed by `)`")),
                Some('{') => {
                    let end = self.rest.find('}').ok_or_else(|| self.error("a comment is not closed by `}`"));
                    self.take(end? + 1);
                }
                Some(c) => {
                    self.take(c.len_utf8());
                    match c {
                        '(' => depth += 1,
                        ')' => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn symbol(&mut self) -> Result<(), ReadError> {
        let line = self.line;
        let symbol = signs::standard(self.take_while(|c| is_symbol(c) || signs::meant(c).is_some()));
        let mut symbol = symbol.trim_end_matches("+-").trim_end_matches("-+");
        if let Some(before) = symbol.strip_suffix('e').filter(|_| self.rest.starts_with(".p.")) {
            // "En passant", behind the move or as a word of its own.
            self.take(3);
            symbol = before;
        }
        if symbol.is_empty() || symbol == "ep" {
            return Ok(());
        }
        if symbol.bytes().all(|byte| byte.is_ascii_digit()) {
            if self.game.moves.is_empty() {
                self.game.number = self.game.number.or(symbol.parse().ok());
            }
            return Ok(());
        }
        self.check_first(line)?;
        self.game.comment.clear();
        self.game.moves.push((symbol.to_owned(), line));
        Ok(())
    }

    /// Refuses moves behind a result: they would be another game, from the usual start.
    fn check_first(&self, line: usize) -> Result<(), ReadError> {
        let Words { moves, tags, number, .. } = &self.game;
        if !moves.is_empty() || !tags.is_empty() {
            return Ok(());
        }
        let behind = self.ended.as_ref().filter(|(_, ended)| number.is_none() && *ended == line);
        let found = match (number.filter(|number| *number > 1), behind) {
            (Some(number), _) => format!("a game without tags begins with move {number}"),
            (None, Some((result, _))) => format!("moves stand behind the result {result}"),
            (None, None) => return Ok(()),
        };
        let help = "a game ends with its result: take out what is too much, or give the next game tags";
        Err(ReadError::new(line, found).with_help(help))
    }

    fn result(&mut self, word: &str) -> Result<(), ReadError> {
        let before = self.ended.replace((word.to_owned(), self.line));
        let is_alone = self.game.moves.is_empty() && self.game.tags.is_empty();
        match before.filter(|(_, line)| is_alone && *line == self.line) {
            // Written twice.
            Some((same, _)) if same == word => self.game = Words::default(),
            Some((other, _)) => return Err(self.error(format!("the game ends with {other} and with {word}"))),
            None => {
                self.game.result = Some((word.to_owned(), self.line));
                self.end_game();
            }
        }
        Ok(())
    }
}
