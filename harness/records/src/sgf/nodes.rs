//! The nodes of SGF.

use std::collections::HashMap;

use torneo_contract::refuse_if;

use crate::draft::{Placed, ReadError};

/// A property: its name, and its values with their lines.
pub type Property = (String, Vec<Placed>);

/// The main line of a game, node by node.
#[derive(Debug, Default)]
pub struct Line {
    /// The line of the text in which it begins.
    pub line: usize,
    /// The nodes, each with its properties.
    pub nodes: Vec<Vec<Property>>,
}

impl Line {
    /// The first value of a property of the first node.
    pub fn root(&self, name: &str) -> Option<&Placed> {
        let (_, values) = self.nodes.first()?.iter().find(|(known, _)| known == name)?;
        values.first()
    }
}

impl Line {
    /// Refuses properties that have one value where they have two that differ: those of the game wherever they stand, and the moves
    /// of a node.
    pub fn check_once(&self, of_game: &[&str], of_node: &[&str]) -> Result<(), ReadError> {
        let mut known: HashMap<&str, &Placed> = HashMap::new();
        for node in &self.nodes {
            known.retain(|name, _| !of_node.contains(name));
            for (name, values) in node {
                if !of_game.contains(&&**name) && !of_node.contains(&&**name) {
                    continue;
                }
                for value in values {
                    let first = *known.entry(name).or_insert(value);
                    if first.0.trim() != value.0.trim() {
                        let (first, second) = (&first.0, &value.0);
                        let message = format!("the property `{name}` comes twice: [{first}] and [{second}]");
                        return Err(ReadError::new(value.1, message));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The games of a text: of each its main line, without the other variations. `line` is the number of its first line.
///
/// # Errors
/// The first place that is not of the format.
pub fn games(text: &str, line: usize) -> Result<Vec<Line>, ReadError> {
    let mut reader = Reader { rest: text, line };
    let mut games: Vec<Line> = Vec::new();
    // For each tree that is open whether a variation in it was begun, and whether it is of the main line.
    let mut open: Vec<(bool, bool)> = Vec::new();
    while let Some(c) = reader.next() {
        let line = reader.line;
        let main = open.last().is_some_and(|(_, main)| *main);
        match c {
            '(' => {
                let main = match open.last_mut() {
                    None => {
                        games.push(Line { line, nodes: Vec::new() });
                        true
                    }
                    Some((begun, main)) => !std::mem::replace(begun, true) && *main,
                };
                open.push((false, main));
            }
            ')' if open.pop().is_some() => {}
            ';' if !open.is_empty() => {
                let node = reader.node()?;
                if let Some(game) = games.last_mut().filter(|_| main) {
                    game.nodes.push(node);
                }
            }
            c if c.is_whitespace() || c == '\u{feff}' => {}
            // Whatever stands before the first tree is no part of the format.
            _ if games.is_empty() => {}
            c => return Err(ReadError::new(line, format!("expected `(`, `;` or `)`, found `{c}`"))),
        }
    }
    match (open.is_empty(), games.is_empty()) {
        (false, _) => Err(ReadError::new(reader.line, "a game is not closed by `)`")),
        (_, true) => Err(ReadError::new(1, "there is no game")),
        _ => Ok(games),
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while self.rest.starts_with(char::is_whitespace) {
            self.next();
        }
    }

    /// The properties of a node.
    fn node(&mut self) -> Result<Vec<Property>, ReadError> {
        let mut properties = Vec::new();
        loop {
            self.skip_blanks();
            if !self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Ok(properties);
            }
            let mut name = String::new();
            while self.rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
                // Older files write the names in words, of which the capitals count.
                name.extend(self.next().filter(|c| !c.is_ascii_lowercase()));
            }
            let mut values = Vec::new();
            loop {
                self.skip_blanks();
                if !self.rest.starts_with('[') {
                    break;
                }
                let line = self.line;
                values.push((self.value()?, line));
            }
            let wrong = || format!("the property `{name}` has no value in `[ ]`");
            refuse_if!(values.is_empty(), ReadError::new(self.line, wrong()));
            properties.push((name, values));
        }
    }

    /// A value in brackets.
    fn value(&mut self) -> Result<String, ReadError> {
        let line = self.line;
        let (mut value, mut escaped) = (String::new(), false);
        self.next();
        while let Some(c) = self.next() {
            match c {
                ']' if !escaped => return Ok(value),
                '\\' if !escaped => escaped = true,
                // A line break behind a backslash is none.
                '\n' if escaped => escaped = false,
                c => {
                    value.push(c);
                    escaped = false;
                }
            }
        }
        Err(ReadError::new(line, "a value is not closed by `]`"))
    }
}
