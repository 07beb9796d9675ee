//! A person who types.

use std::io::{BufRead, IsTerminal};
use std::path::Path;

use console::Term;
use torneo_registry::Stop;
use torneo_registry::people::{Person, Question};

use super::entry::{Meant, meant};
use super::saved::Saved;
use super::{GameSetup, Wish};
use crate::{best_move, print, rules, tell};

/// How many moves a hint values.
const HINTS: usize = 3;

const HELP: &str = "moves        the legal moves (or ?)
board        the board (or b)
hint         what an engine would play, and why (or h)
undo         take the last choice back (or u)
rules        the page of the rules
save FILE    write the game to a file
load FILE    go on with a game that was saved
resign       give up
quit         leave the table (or q)
A move may be typed large or small, with or without blanks and signs: d1-d5, D1D5, d1 d5.";

/// Somebody at the keyboard.
pub struct Typist {
    table: GameSetup,
}

impl Typist {
    pub fn new(table: GameSetup) -> Typist {
        Typist { table }
    }

    /// What an engine would play, or why it cannot tell.
    fn hint(&self, question: &dyn Question) -> String {
        let GameSetup { game, hints, seed, .. } = &self.table;
        let adviser = game.adviser(hints, Stop::default()).map_err(|error| error.to_string());
        let advice = adviser.and_then(|mut adviser| {
            adviser.begin(question.seat(), *seed);
            adviser.set_position(&question.text()).map_err(|error| error.to_string())?;
            adviser.advise(HINTS).map_err(|fault| fault.to_string())
        });
        match advice {
            Ok(advice) => best_move::text(&**game, &(question.seat(), advice)),
            Err(why) => format!("no hint: {why}"),
        }
    }

    /// Does what a command says; whether the table is left, none if it is no command.
    fn obey(&self, line: &str, question: &dyn Question) -> Option<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let leave = |wish| {
            self.table.with(|state| state.wish = wish);
            Some(true)
        };
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("help", "") => print(HELP),
            ("moves" | "?", "") => print(&question.legal().join(" ")),
            ("board" | "b", "") => print(&format!("{}\n{}", question.draw(), question.text())),
            ("hint" | "h", "") => print(&self.hint(question)),
            ("rules", "") => print(
                &self.table.rules.map_or_else(|| "this game has no page of rules".to_owned(), rules::plain),
            ),
            ("undo" | "u", "") => return leave(Wish::Undo),
            ("resign", "") => return leave(Wish::Resign(question.seat())),
            ("quit" | "q", "") => return leave(Wish::Leave),
            ("save" | "load", "") => print(&format!("{word} needs the name of a file: {word} FILE")),
            ("save", file) => print(&match self.table.saved().write(Path::new(file)) {
                Ok(()) => format!("saved: {file}"),
                Err(why) => why,
            }),
            ("load", file) => match self.load(Path::new(file)) {
                Ok(saved) => return leave(Wish::Load(saved)),
                Err(why) => print(&why),
            },
            _ => return None,
        }
        Some(false)
    }

    /// A saved game of this game, whose moves are legal.
    fn load(&self, path: &Path) -> Result<Saved, String> {
        let (saved, game) = (Saved::read(path)?, &self.table.game);
        if saved.game != game.canonical() {
            let other = &saved.game;
            return Err(format!("{} is a game of {other}: torneo play --load {0}", path.display()));
        }
        let mut session = game.session();
        if let Some(position) = &saved.position {
            session.set_position(position).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let played = session.play_all(&saved.moves);
        played.map_err(|(number, error)| format!("{}, token {number}: {}", path.display(), error.message))?;
        Ok(saved)
    }
}

impl Person for Typist {
    fn choose(&mut self, question: &dyn Question) -> Option<usize> {
        let seat = question.seat();
        let legal = question.legal();
        loop {
            print(&format!("seat {seat} ({}), your move:", question.seat_name(seat)));
            let line = read_line()?;
            if question.is_hidden() && self.table.is_shared && std::io::stdin().is_terminal() {
                // The other person shall not read it.
                let _ = Term::stdout().clear_last_lines(1);
            }
            if line.is_empty() {
                continue;
            }
            if let Some(index) = legal.iter().position(|token| *token == line) {
                return Some(index);
            }
            match self.obey(&line, question) {
                Some(true) => return None,
                Some(false) => continue,
                None => {}
            }
            let rule = match question.read(&line) {
                Ok(action) => return Some(action),
                Err(rule) => rule,
            };
            print(&match meant(&line, &legal) {
                Meant::One(index) => return Some(index),
                Meant::Several(tokens) => format!("`{line}` may be one of {}", tokens.join(", ")),
                Meant::None => {
                    let rule =
                        rule.unwrap_or_else(|| "`?` lists the legal moves, `help` the commands".to_owned());
                    format!("`{line}` is not legal: {rule}")
                }
            });
        }
    }
}

/// A line from stdin without blanks at its ends; none at the end of the input.
pub fn read_line() -> Option<String> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) => None,
        Ok(_) => Some(line.trim().to_owned()),
        Err(error) => {
            tell(&format!("cannot read from the terminal: {error}"));
            None
        }
    }
}
