//! Words about a game that leave open what its seats are called.

use std::borrow::Cow;

use crate::{Outcome, Seat, SeatSet};

/// Words about a game, such as `9: Player 1's number`. Seats stand in them as seats: whoever shows the words to a reader
/// says what each is called, and says `you` where it is the reader's own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words(Vec<Word>);

/// A part of some words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A text that is the same for every reader, blanks round it included.
    Text(Cow<'static, str>),
    /// The seats by their names: `Player 2`, `you`, `you and Player 3`.
    Names(SeatSet),
    /// What belongs to the seats: `Player 2's`, `your`.
    Whose(SeatSet),
    /// The seats and what they do, by the plain form of the verb: `Player 2 wins`, `you win`.
    Do(SeatSet, &'static str),
}

impl Words {
    /// No words yet.
    pub const fn new() -> Words {
        Words(Vec::new())
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Word] {
        &self.0
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same with a text after it.
    #[must_use]
    pub fn text(self, text: impl Into<Cow<'static, str>>) -> Words {
        self.and(Word::Text(text.into()))
    }

    /// The same with the names of seats after it.
    #[must_use]
    pub fn name(self, seats: impl Into<SeatSet>) -> Words {
        self.and(Word::Names(seats.into()))
    }

    /// The same with `Player 2's` or `your` after it.
    #[must_use]
    pub fn whose(self, seats: impl Into<SeatSet>) -> Words {
        self.and(Word::Whose(seats.into()))
    }

    /// The same with what seats do after it: the plain form of the verb, such as `win`, `have` or `be`.
    #[must_use]
    pub fn does(self, seats: impl Into<SeatSet>, verb: &'static str) -> Words {
        self.and(Word::Do(seats.into(), verb))
    }

    /// The same with other words after it.
    #[must_use]
    pub fn then(mut self, words: Words) -> Words {
        self.0.extend(words.0);
        self
    }

    /// A text about an end in which `{winner}`, `{winner's}`, `{loser}`, `{loser's}` and `{points}` stand for those of an
    /// outcome; the points of a sole winner come first: `12 to 9`. Anything else in braces stays.
    pub fn of_end(text: &'static str, outcome: &Outcome) -> Words {
        let winners = outcome.winners();
        let losers: SeatSet =
            Seat::all(outcome.scores.len()).filter(|seat| !winners.contains(*seat)).collect();
        let mut words = Words::new();
        let mut rest = text;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            words = words.text(before);
            words = match name {
                "winner" => words.name(winners),
                "winner's" => words.whose(winners),
                "loser" => words.name(losers),
                "loser's" => words.whose(losers),
                "points" => words.text(points(outcome)),
                other => words.text(format!("{{{other}}}")),
            };
            rest = after;
        }
        words.text(rest)
    }

    fn and(mut self, word: Word) -> Words {
        if word != Word::Text("".into()) {
            self.0.push(word);
        }
        self
    }
}

/// The points of an outcome, those of a sole winner first where there are two: `12 to 9`.
fn points(outcome: &Outcome) -> String {
    let Some(points) = &outcome.points else { return String::new() };
    let mut points = points.clone();
    if points.len() == 2 && outcome.winner() == Some(Seat::SECOND) {
        points.reverse();
    }
    points.iter().map(f64::to_string).collect::<Vec<_>>().join(" to ")
}

impl From<&'static str> for Words {
    fn from(text: &'static str) -> Words {
        Words::new().text(text)
    }
}

impl From<String> for Words {
    fn from(text: String) -> Words {
        Words::new().text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason;

    #[test]
    fn ends_name_winners_losers_and_points() {
        let outcome = Outcome::by_points([9.0, 12.0], reason::WON);
        let told = |text| Words::of_end(text, &outcome);
        let [first, second] = [Seat::FIRST, Seat::SECOND];
        assert_eq!(told("on points, {points}"), Words::from("on points, ").text("12 to 9"));
        assert_eq!(told("{loser} cannot move"), Words::new().name(first).text(" cannot move"));
        let both = Words::new().whose(second).text(" man took ").whose(first);
        assert_eq!(told("{winner's} man took {loser's}"), both);
        assert_eq!(told("{} {"), Words::new().text("{}").text(" {"));
    }
}
