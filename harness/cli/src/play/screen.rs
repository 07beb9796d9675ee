//! The terminal as it shows a game.

use std::io::IsTerminal;
use std::time::Instant;

use console::{Style, colors_enabled};
use torneo_contract::scene::{Colour, Surface};
use torneo_contract::session::Session;
use torneo_contract::{Seat, Turn, Words};
use torneo_present::english::Joined as _;
use torneo_present::terminal::shown;
use torneo_registry::watching::{PlyEvent, Watcher};

use super::GameSetup;
use super::standing::{losses, standing};
use super::terminal_player::TerminalPlayer;
use crate::output::print_as_it_is;
use crate::{print, words};

/// Shows every ply in a line, and the board whenever a person has something to decide. On a terminal with colours what the
/// last ply changed is marked (none with `NO_COLOR`).
pub struct Screen<'a> {
    table: &'a GameSetup,
    /// The game before the ply that comes next.
    before: Option<Box<dyn Session>>,
    /// What chance drew to set the game up.
    set_up: Vec<String>,
    /// When the last ply was shown.
    shown: Instant,
}

impl<'a> Screen<'a> {
    pub fn new(table: &'a GameSetup) -> Screen<'a> {
        Screen { table, before: None, set_up: Vec::new(), shown: Instant::now() }
    }

    /// Shows the board where somebody wants to see it: a person whose turn it is, everybody at the end, and whoever watches.
    fn show(&mut self, session: &dyn Session) {
        // Whoever watches a dice game reads its throws.
        let watched = self.table.people.is_empty() && session.board().surface != Surface::Felt;
        let awaited = match session.turn() {
            Turn::Over => true,
            Turn::Chance => {
                session.plain_scene().thrower.is_some_and(|seat| self.table.people.contains(&seat))
            }
            turn => turn.choosers().iter().any(|seat| self.table.people.contains(&seat)),
        };
        if (awaited || watched) && !session.sets_up() {
            let board = shown(&words::board(session)).into_owned();
            let before = self
                .before
                .as_ref()
                .map(|before| shown(&words::board(&**before)).into_owned())
                .unwrap_or_default();
            let board = if colors_enabled() { marked(&before, &board) } else { board };
            print_as_it_is(&format!("\n{board}"));
            let rows = standing(self.table, session);
            if !rows.is_empty() {
                print(&rows);
            }
        }
        if session.turn() == Turn::Over {
            let outcome = session.result();
            let ending = self.table.reader().ending(&outcome, &session.cause());
            print(&self.table.closing(&outcome, &ending));
        }
        self.before = Some(session.copy());
        self.shown = Instant::now();
    }

    /// What an engine's choice rests on, and how long it took.
    fn rests_on(&self, ply: &PlyEvent<'_>) -> String {
        let mut words = String::new();
        for evaluated in ply.rests_on.iter().filter(|evaluated| !self.table.people.contains(&evaluated.seat))
        {
            if let Some(value) = evaluated.value {
                let name = self.table.game.seat_name(evaluated.seat);
                words += &format!(", expects {value:.3} for {name}");
            }
            if evaluated.nodes > 0 {
                words += &format!(", {} nodes", evaluated.nodes);
            }
            if let Some(depth) = evaluated.depth.filter(|depth| *depth > 0) {
                words += &format!(", depth {depth}");
            }
        }
        if !words.is_empty() {
            words += &format!(", {:.2} s", self.shown.elapsed().as_secs_f64());
        }
        words
    }

    /// A ply in a line, in the words of its game: who threw what, and what that did.
    fn put_in_words(&self, ply: &PlyEvent<'_>, told: &Words, dice: &str) -> String {
        let reader = self.table.reader();
        let thrower = self.before.as_ref().and_then(|before| before.plain_scene().thrower);
        let throw = match (ply.turn, thrower) {
            (Turn::Chance, Some(seat)) => {
                let throws = reader.told(&Words::new().does(seat, "throw"));
                format!("{throws} {dice} ({}). ", faces(ply.token))
            }
            _ => String::new(),
        };
        format!("{}. {throw}{}.", ply.number, reader.told(told))
    }

    /// A ply in a line: who played what, and what became of the pieces.
    fn told(&self, ply: &PlyEvent<'_>, session: &dyn Session) -> String {
        let scene = session.scene();
        let dice = Style::new().bold().apply_to(words::dice(&scene));
        if let Some(told) = session.told() {
            return self.put_in_words(ply, &told, &dice.to_string()) + &self.rests_on(ply);
        }
        let who = match ply.turn {
            Turn::Seat(seat) => coloured(session, seat, &shown(&self.table.name(seat))),
            Turn::Simultaneous(_) => "Together".to_owned(),
            Turn::Chance | Turn::Over => "Chance".to_owned(),
        };
        let token = Style::new().bold().apply_to(shown(ply.token));
        let mut line = match words::dice(&scene).is_empty() {
            true => format!("{}. {who}: {token}", ply.number),
            false => format!("{}. Dice: {dice} ({token})", ply.number),
        };
        if let Some(before) = &self.before {
            line += &shown(&losses(self.table, &**before, &scene, ply.turn));
        }
        line + &self.rests_on(ply)
    }
}

/// A token without whose it is, as dice games write it: `651`, `throw`.
pub fn faces(token: &str) -> &str {
    token.split_once(':').map_or(token, |(_, faces)| faces)
}

impl Watcher for Screen<'_> {
    fn begun(&mut self, session: &dyn Session) {
        let greeting = self.table.with(|state| std::mem::take(&mut state.greeting));
        if !greeting.is_empty() {
            print(&greeting);
        }
        self.show(session);
    }

    fn throwing(&mut self, session: &dyn Session) -> bool {
        let (table, scene) = (self.table, session.plain_scene());
        let is_asked = match scene.thrower {
            Some(seat) => table.people.contains(&seat),
            None => !table.people.is_empty() && std::io::stdin().is_terminal() && !session.sets_up(),
        };
        !is_asked || TerminalPlayer::new(table.clone()).throws(session, &scene)
    }

    fn played(&mut self, ply: PlyEvent<'_>, session: &dyn Session) {
        self.table.with(|state| {
            if !state.moves.is_empty() {
                state.moves.push(' ');
            }
            state.moves.push_str(ply.token);
        });
        let sets_up = self.before.as_ref().is_some_and(|before| before.sets_up());
        if sets_up && session.told().is_none() {
            let dice = words::dice(&session.scene());
            self.set_up.push(if dice.is_empty() {
                ply.token.trim_matches(['[', ']']).to_owned()
            } else {
                dice
            });
            if !session.sets_up() {
                print(&format!("Set-up: {}", self.set_up.iter().joined(", ")));
            }
        } else {
            print_as_it_is(&self.told(&ply, session));
        }
        self.show(session);
    }
}

/// A text in the colour of a seat's pieces.
fn coloured(session: &dyn Session, seat: Seat, text: &str) -> String {
    let style = Style::new();
    let style = match session.board().players.get(seat.index()).map(|player| player.colour) {
        Some(Colour::Blue) => style.blue(),
        Some(Colour::Orange | Colour::Yellow | Colour::Brown) => style.yellow(),
        Some(Colour::Green) => style.green(),
        Some(Colour::Purple) => style.magenta(),
        Some(Colour::Sky) => style.cyan(),
        Some(Colour::Red) => style.red(),
        _ => style.bold(),
    };
    style.apply_to(text).to_string()
}

/// A drawing in which what differs from the one before is marked, in lines of the same length.
fn marked(before: &str, drawn: &str) -> String {
    let mark = Style::new().reverse();
    let mut lines = before.lines();
    let line = |line: &str| {
        let old = lines.next().unwrap_or_default();
        if old.chars().count() != line.chars().count() {
            return line.to_owned();
        }
        let pairs = line.chars().zip(old.chars());
        pairs
            .map(|(new, old)| if new == old { new.to_string() } else { mark.apply_to(new).to_string() })
            .collect()
    };
    drawn.lines().map(line).joined("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_marked_on_a_terminal_with_colours() {
        console::set_colors_enabled(true);
        assert_eq!(marked(". X\n. .", "X X\n. ."), "\u{1b}[7mX\u{1b}[0m X\n. .");
        assert_eq!(marked("", ". ."), ". .");
        console::set_colors_enabled(false);
        assert_eq!(marked(". X", "X X"), "X X");
    }
}
