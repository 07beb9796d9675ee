//! A person who types.

use std::io::{BufRead, IsTerminal};
use std::path::Path;

use console::Term;
use torneo_arena::Error;
use torneo_contract::scene::{Glyph, Place, Scene};
use torneo_contract::session::Session;
use torneo_contract::{Turn, refusal, refuse};
use torneo_present::english::{self, Joined as _};
use torneo_present::text::wrapped;
use torneo_registry::Stop;
use torneo_registry::incoming::Named;
use torneo_registry::watching::{Human, Question};

use super::entry::{Meant, meant, near};
use super::saved::Saved;
use super::screen::faces;
use super::{GameSetup, Wish};
use crate::output::table_width;
use crate::{best_move, print, print_bytes, rules, tell, words};

/// How many moves a hint values.
const HINTS: usize = 3;

const HELP: &str = "moves        the legal moves (or ?)
board        the board (or b)
position     the position as a text, for other commands
hint         what an engine would play, and why (or h)
undo         take the last choice back (or u)
rules        the page of the rules
save FILE    write the game to a file
load FILE    go on with a game that was saved
resign       give up
quit         leave the table (or q)
A move may be typed large or small, with or without blanks and signs: d1-d5, D1D5, d1 d5.";

/// Somebody at the keyboard.
pub struct TerminalPlayer {
    table: GameSetup,
}

impl TerminalPlayer {
    pub fn new(table: GameSetup) -> TerminalPlayer {
        TerminalPlayer { table }
    }

    /// What an engine would play, or why it cannot tell.
    fn hint(&self, question: Question<'_>) -> String {
        let GameSetup { game, hints, seed, .. } = &self.table;
        let adviser = game.adviser(hints, Stop::default()).map_err(|error| error.to_string());
        let advice = adviser.and_then(|mut adviser| {
            adviser.begin(question.seat, *seed);
            adviser.set_position(&question.session.position()).map_err(|error| error.to_string())?;
            adviser.advise(HINTS).map_err(|fault| fault.to_string())
        });
        match advice {
            Ok(advice) => best_move::text(&**game, &(question.seat, advice)),
            Err(why) => format!("no hint: {why}"),
        }
    }

    /// Who is to move, in words.
    fn asked(&self, question: Question<'_>) -> String {
        let is_you = self.table.is_you(question.seat);
        let name = question.session.seat_name(question.seat);
        match question.session.turn() {
            Turn::Simultaneous(seats) if seats.len() > 1 => {
                let others = seats.iter().filter(|seat| *seat != question.seat);
                let others: Vec<&str> = others.map(|seat| question.session.seat_name(seat)).collect();
                match is_you {
                    true => format!("You and {} choose at the same time.", english::and(&others)),
                    false => {
                        format!("{}, unseen by {}.", english::does(name, "choose"), english::and(&others))
                    }
                }
            }
            _ => match (named_choices(question), is_you) {
                (Some(choices), true) => format!("You decide: {choices}."),
                (Some(choices), false) => format!("{}: {choices}.", english::does(name, "decide")),
                (None, true) => "You are to move.".to_owned(),
                (None, false) => format!("{name} to move."),
            },
        }
    }

    /// Whether the dice of a seat, or others, are thrown now: somebody presses Enter. False if the table is left.
    pub fn throws(&self, session: &dyn Session, scene: &Scene) -> bool {
        let has_dice = scene.items.iter().any(|item| matches!(item.glyph, Glyph::Die { .. }));
        print(&match scene.thrower {
            Some(seat) if self.table.is_you(seat) => "Enter throws your dice.".to_owned(),
            Some(seat) => format!("{}: Enter throws your dice.", session.seat_name(seat)),
            None if has_dice => "Enter throws the dice.".to_owned(),
            None => "Enter draws.".to_owned(),
        });
        let seat = scene.thrower.or_else(|| self.table.people.first().copied());
        loop {
            prompt();
            let Some(line) = read_line() else { return false };
            if line.is_empty() {
                return true;
            }
            match seat.and_then(|seat| self.obey(&line, Question { session, seat })) {
                Some(true) => return false,
                Some(false) => {}
                None => print("Enter goes on, `help` lists the commands, `quit` leaves the table."),
            }
        }
    }

    /// Does what a command says; whether the table is left, none if it is no command.
    fn obey(&self, line: &str, question: Question<'_>) -> Option<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let leave = |wish| {
            self.table.with(|state| state.wish = wish);
            Some(true)
        };
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("help", "") => print(HELP),
            ("moves" | "?" | "hint" | "h", "") if question.session.turn() == Turn::Chance => {
                print("Nobody has a choice now: Enter goes on.");
            }
            ("moves" | "?", "") => print(&wrapped(&question.legal().join(" "), table_width())),
            ("board" | "b", "") => print(&words::board(question.session)),
            ("position", "") => print(&question.session.position()),
            ("hint" | "h", "") => print(&self.hint(question)),
            ("rules", "") => print(
                &self.table.rules.map_or_else(|| "this game has no page of rules".to_owned(), rules::plain),
            ),
            ("undo" | "u", "") => return leave(Wish::Undo),
            ("resign", "") => return leave(Wish::Resign(question.seat)),
            ("quit" | "q", "") => return leave(Wish::Leave),
            ("save" | "load", "") => print(&format!("{word} needs the name of a file: {word} FILE")),
            ("save", file) => print(&saved(&self.table, file)),
            ("load", file) => match self.load(Path::new(file)) {
                Ok(saved) => return leave(Wish::Load(saved)),
                Err(why) => print(&why.to_string()),
            },
            _ => return None,
        }
        Some(false)
    }

    /// A saved game of this game, whose moves are legal.
    fn load(&self, path: &Path) -> Result<Saved, Error> {
        let (saved, game) = (Saved::read(path, Named::InFile)?, &self.table.game);
        if saved.game != game.canonical() {
            let other = &saved.game;
            refuse!("{} is a game of {other}: torneo play --load {0}", path.display());
        }
        let mut session = game.session();
        if let Some(position) = &saved.position {
            session.set_position(position).map_err(|error| refusal!("{}: {error}", path.display()))?;
        }
        let played = session.play_all(&saved.moves);
        played
            .map_err(|(number, error)| refusal!("{}, token {number}: {}", path.display(), error.message))?;
        Ok(saved)
    }
}

impl Human for TerminalPlayer {
    fn choose(&mut self, question: Question<'_>) -> Option<usize> {
        let legal = question.legal();
        print(&self.asked(question));
        loop {
            prompt();
            let line = read_line()?;
            if question.is_hidden() && self.table.people.len() > 1 && std::io::stdin().is_terminal() {
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
                Meant::Several(tokens) => format!("{line} may mean {}.", english::and(&tokens)),
                Meant::None => wrapped(&refusal(&line, rule, question, &legal), table_width()),
            });
        }
    }
}

/// What each choice means, where all of them are words beside the board: `throw` (Throw again) or `stop` (Stop and take 6).
fn named_choices(question: Question<'_>) -> Option<String> {
    let items = question.session.plain_scene().items;
    let word = |places: Vec<Place>| {
        let [place] = places[..] else { return None };
        items.iter().find(|item| item.at == place).and_then(|item| match &item.glyph {
            Glyph::Text(word) => Some(word.clone()),
            _ => None,
        })
    };
    let places = question.session.places(Some(question.seat));
    let choices = question.legal().into_iter().zip(places).map(|(token, places)| {
        let (word, typed) = (word(places)?, faces(&token).to_owned());
        Some(if word == typed { format!("`{typed}`") } else { format!("`{typed}` ({word})") })
    });
    Some(choices.collect::<Option<Vec<String>>>()?.joined(" or "))
}

/// Why a line is no move, and what is possible instead.
fn refusal(line: &str, rule: Option<String>, question: Question<'_>, legal: &[String]) -> String {
    let why = rule.map_or(String::new(), |rule| format!(": {rule}"));
    let board = question.session.board();
    let names: Vec<&str> = board.sites.iter().map(|site| site.name.as_str()).collect();
    let help = near(line, legal, &names)
        .unwrap_or_else(|| "`?` lists the legal moves, `help` the commands.".to_owned());
    format!("{line} is not possible{why}. {help}")
}

/// Asks for a line; whoever pipes lines in needs no sign.
pub fn prompt() {
    if std::io::stdin().is_terminal() {
        print_bytes(b"> ");
    }
}

/// What can be wished once the game is over.
pub const AT_THE_END: &str = "(s)ave FILE, (u)ndo, (a)gain, (q)uit";

/// What is wished once the game is over.
pub fn at_the_end(table: &GameSetup) -> Wish {
    loop {
        prompt();
        let Some(line) = read_line() else { return Wish::Leave };
        let (word, file) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word.to_lowercase().as_str() {
            "" => {}
            "s" | "save" if !file.trim().is_empty() => print(&saved(table, file.trim())),
            "s" | "save" => print("save needs the name of a file: save FILE"),
            "u" | "undo" => return Wish::Undo,
            "a" | "again" => return Wish::Again,
            "q" | "quit" => return Wish::Leave,
            _ => print(&format!("The game is over: {AT_THE_END}")),
        }
    }
}

/// Saves the game; what came of it.
fn saved(table: &GameSetup, file: &str) -> String {
    match table.saved().write(Path::new(file)) {
        Ok(()) => format!("saved: {file}"),
        Err(why) => why.to_string(),
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
