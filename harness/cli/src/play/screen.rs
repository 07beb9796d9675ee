//! The terminal as it shows a game.

use std::io::IsTerminal;
use std::time::Instant;

use console::{Style, colors_enabled};
use torneo_contract::{Seat, Turn};
use torneo_registry::people::{Told, View, Watcher};

use super::GameSetup;
use super::typist::read_line;
use crate::print;

/// Shows every ply. On a terminal with colours what the last ply changed is marked (none with `NO_COLOR`).
pub struct Screen<'a> {
    table: &'a GameSetup,
    people: &'a [Seat],
    /// The board as it was drawn last.
    drawn: String,
    /// When the last ply was shown.
    shown: Instant,
}

impl<'a> Screen<'a> {
    pub fn new(table: &'a GameSetup, people: &'a [Seat]) -> Screen<'a> {
        Screen { table, people, drawn: String::new(), shown: Instant::now() }
    }

    fn show(&mut self, view: &dyn View) {
        let drawn = view.draw();
        let shown = if colors_enabled() { marked(&self.drawn, &drawn) } else { drawn.clone() };
        print(&format!("{shown}\n{}", view.text()));
        self.drawn = drawn;
        self.shown = Instant::now();
    }

    /// What an engine's choice rests on, and how long it took.
    fn rests_on(&self, ply: &Told<'_>) -> String {
        let mut words = String::new();
        for evaluated in ply.rests_on.iter().filter(|evaluated| !self.people.contains(&evaluated.seat)) {
            if let Some(value) = evaluated.value {
                words += &format!(", expected score {value:.3}");
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
}

impl Watcher for Screen<'_> {
    fn begun(&mut self, view: &dyn View) {
        self.show(view);
    }

    fn throwing(&mut self, _view: &dyn View) {
        if !self.people.is_empty() && std::io::stdin().is_terminal() {
            print("chance: Enter throws");
            read_line();
        }
    }

    fn played(&mut self, ply: Told<'_>, view: &dyn View) {
        let who = match ply.turn {
            Turn::Seat(seat) => format!("seat {seat} ({})", view.seat_name(seat)),
            Turn::Chance => "chance".to_owned(),
            Turn::Simultaneous(_) | Turn::Over => "all".to_owned(),
        };
        self.table.with(|state| {
            if !state.moves.is_empty() {
                state.moves.push(' ');
            }
            state.moves.push_str(ply.token);
        });
        let token = Style::new().bold().apply_to(ply.token);
        print(&format!("\n{}. {who}: {token}{}", ply.number, self.rests_on(&ply)));
        self.show(view);
    }
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
    drawn.lines().map(line).collect::<Vec<String>>().join("\n")
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
