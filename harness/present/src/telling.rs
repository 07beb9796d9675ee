//! A game told to a reader: what a ply did, and who won and why.

use torneo_contract::session::Session;
use torneo_contract::{End, Outcome, Reason, Seat, SeatSet, SeatVec, Turn, Word, Words, reason};

use crate::english::{Joined as _, and, does};

/// Who reads, and what he calls the seats.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    names: SeatVec<&'a str>,
    you: Option<Seat>,
}

impl<'a> Reader<'a> {
    /// A reader who has no seat, and calls the seats so.
    pub fn new(names: impl IntoIterator<Item = &'a str>) -> Reader<'a> {
        Reader { names: names.into_iter().collect(), you: None }
    }

    /// A reader of a game who has no seat in it.
    pub fn of(session: &dyn Session) -> Reader<'static> {
        Reader::new(Seat::all(session.seats()).map(|seat| session.seat_name(seat)))
    }

    /// The same reader with a seat of his own, which he is told about as `you`, or with none.
    #[must_use]
    pub fn at(self, you: impl Into<Option<Seat>>) -> Reader<'a> {
        Reader { you: you.into(), ..self }
    }

    /// What some words say to the reader within a sentence: `9: your number`.
    pub fn said(&self, words: &Words) -> String {
        let parts = words.parts().iter().map(|word| match word {
            Word::Text(text) => text.to_string(),
            Word::Names(seats) => self.names(*seats),
            Word::Whose(seats) => self.whose(*seats),
            Word::Do(seats, verb) => self.does(*seats, verb),
        });
        parts.joined("")
    }

    /// What some words say to the reader, as a sentence begins, without a full stop.
    pub fn told(&self, words: &Words) -> String {
        capitalized(self.said(words))
    }

    /// Who won and why, in one sentence: `Black wins: three in a row.`, `You lost: three in a row.`, `A draw: no move is
    /// left.`, `You and Player 3 share the win: equal sums.`
    pub fn ending(&self, outcome: &Outcome, cause: &Words) -> String {
        let winners = outcome.winners();
        let cause = self.said(cause);
        let is_lost = self.you.is_some_and(|you| !winners.contains(you));
        let result = match winners.len() {
            _ if is_lost => "You lost".to_owned(),
            all if all == outcome.scores.len() => "A draw".to_owned(),
            1 if self.you.is_some() => "You won".to_owned(),
            1 => self.does(winners, "win"),
            _ => self.does(winners, "share") + " the win",
        };
        // Whoever lost to one of several is told to whom.
        let to_whom = match is_lost && outcome.scores.len() > 2 {
            true if winners.len() > 1 => format!("; {} the win", self.does(winners, "share")),
            true => format!("; {}", self.does(winners, "win")),
            false => String::new(),
        };
        capitalized(format!("{result}: {cause}{to_whom}."))
    }

    /// The points of an outcome, where the game has them: `Points: 12 for Black and 9 for White.`
    pub fn points(&self, outcome: &Outcome) -> Option<String> {
        let points = outcome.points.as_ref()?.iter().zip(self.names.iter());
        let points: Vec<String> = points.map(|(points, name)| format!("{points} for {name}")).collect();
        Some(format!("Points: {}.", and(&points)))
    }

    fn is_you(&self, seats: SeatSet) -> bool {
        seats.len() == 1 && self.you.is_some_and(|you| seats.contains(you))
    }

    /// The names of the seats, the reader first.
    fn names(&self, seats: SeatSet) -> String {
        let own = self.you.filter(|you| seats.contains(*you)).map(|_| "you");
        let others = seats.iter().filter(|seat| Some(*seat) != self.you).map(|seat| self.names[seat.index()]);
        and(&own.into_iter().chain(others).collect::<Vec<_>>())
    }

    fn whose(&self, seats: SeatSet) -> String {
        match self.names(seats) {
            _ if self.is_you(seats) => "your".to_owned(),
            names if names.ends_with('s') => names + "'",
            names => names + "'s",
        }
    }

    fn does(&self, seats: SeatSet, verb: &str) -> String {
        let names = self.names(seats);
        let plain = |verb: &str| format!("{names} {verb}");
        let is_plural = seats.len() > 1 || self.is_you(seats) || names.ends_with('s');
        match (verb, is_plural) {
            ("be", true) => plain("are"),
            ("be", false) => plain("is"),
            ("have", false) => plain("has"),
            (verb, true) => plain(verb),
            (verb, false) => does(&names, verb),
        }
    }
}

/// How a game ended, in one sentence that addresses the seat `you` if somebody reads it who has one.
pub fn ending(session: &dyn Session, you: Option<Seat>) -> String {
    let outcome = session.result();
    Reader::of(session).at(you).ending(&outcome, &session.cause())
}

/// Why a game ended with this outcome: as its rules say, by the fault of an engine, or by the length limit of a run, which
/// no rule knows.
pub fn cause(session: &dyn Session, outcome: &Outcome) -> Words {
    let losers: SeatSet =
        Seat::all(outcome.scores.len()).filter(|seat| !outcome.winners().contains(*seat)).collect();
    match reason::fault(outcome.reason) {
        Some(fault) if !losers.is_empty() => Words::new().whose(losers).text(format!(" engine {fault}")),
        None if session.turn() == Turn::Over => session.cause(),
        _ => reason::phrase(outcome.reason).into(),
    }
}

/// How a game ended that stands where its record ends, in one sentence for somebody without a seat; `why` is the reason that
/// was recorded. None where it is no reason of the game, of an engine or of a run.
pub fn recorded(session: &dyn Session, scores: &[f64], points: Option<&[f64]>, why: &str) -> Option<String> {
    if scores.len() != session.seats() || points.is_some_and(|points| points.len() != scores.len()) {
        return None;
    }
    let own = session.ends().iter().map(|(reason, _)| *reason).chain(session.outcome().map(|end| end.reason));
    let reason = own.chain(RECORDED).find(|known| *known == why)?;
    let points = points.map(|points| points.iter().copied().collect());
    let outcome = Outcome { reason, scores: scores.iter().copied().collect(), points };
    Some(Reader::of(session).ending(&outcome, &cause(session, &outcome)))
}

/// Why games end for a reason, of no game in particular: `the loser cannot move`. `ends` are the reasons that a game knows.
pub fn usual(ends: &[End], why: &str) -> String {
    let Some((_, text)) = ends.iter().find(|(reason, _)| *reason == why) else { return reason::phrase(why) };
    // The points come last, in a part of the sentence of their own.
    let text = text
        .split_once("{points}")
        .and_then(|(before, _)| before.rsplit_once(", "))
        .map_or(*text, |(rest, _)| rest);
    text.replace("{winner", "the {winner").replace("{loser", "the {loser").replace(['{', '}'], "")
}

/// The reasons that no rules of games know.
pub const RECORDED: [Reason; 10] = [
    reason::LENGTH_LIMIT,
    reason::ADJUDICATED_WIN,
    reason::ADJUDICATED_DRAW,
    reason::ADJUDICATED_SOLVED,
    reason::ENGINE_ERROR,
    reason::ENGINE_CRASH,
    reason::TIME_FORFEIT,
    reason::ILLEGAL_MOVE,
    reason::PROTOCOL_ERROR,
    reason::MEMORY_LIMIT,
];

/// The text with a capital at its beginning.
fn capitalized(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader() -> Reader<'static> {
        Reader::new(["Player 1", "Player 2", "Player 3"])
    }

    #[test]
    fn words_name_the_seats_or_address_the_reader() {
        let (second, both): (Seat, SeatSet) =
            (Seat::SECOND, [Seat::FIRST, Seat::SECOND].into_iter().collect());
        let words = Words::from("9: ").whose(second).text(" number; ").does(both, "throw").text(" again");
        let to = |you: Option<Seat>| reader().at(you).told(&words);
        assert_eq!(to(None), "9: Player 2's number; Player 1 and Player 2 throw again");
        assert_eq!(to(Some(Seat::SECOND)), "9: your number; you and Player 1 throw again");
        assert_eq!(to(Some(Seat::new(2))), to(None));
        let owns = Words::new().does(second, "have").text(" money, ").does(both, "be").text(" there");
        assert_eq!(reader().told(&owns), "Player 2 has money, Player 1 and Player 2 are there");
        assert_eq!(reader().at(Seat::SECOND).told(&owns), "You have money, you and Player 1 are there");
        let sides = Reader::new(["Attackers", "Defenders"]);
        let theirs = Words::new().whose(Seat::FIRST).text(" move; ").does(Seat::FIRST, "lose");
        assert_eq!(sides.told(&theirs), "Attackers' move; Attackers lose");
    }

    #[test]
    fn faults_of_engines_are_recorded_whatever_the_game() {
        assert!(reason::FAULTS.iter().all(|fault| RECORDED.contains(fault)));
    }

    #[test]
    fn what_ends_games_usually_names_nobody() {
        let ends: &[End] = &[
            (reason::WON, "a side is gone, and the score is {points}"),
            (reason::NO_MOVE, "{loser} cannot move, so {winner's} men stay"),
        ];
        assert_eq!(usual(ends, reason::WON), "a side is gone");
        assert_eq!(usual(ends, reason::NO_MOVE), "the loser cannot move, so the winner's men stay");
        assert_eq!(usual(ends, reason::BOARD_FULL), "the board is full");
    }

    #[test]
    fn endings_say_who_won_and_why() {
        let (cause, seat) = (Words::from("a hazard"), Seat::new);
        let by = |first: &[usize], seats: usize| {
            Outcome::shared_by(seats, reason::WON, |seat| first.contains(&seat.index()))
        };
        let told = |first: &[usize], seats: usize, you: Option<usize>| {
            reader().at(you.map(seat)).ending(&by(first, seats), &cause)
        };
        assert_eq!(told(&[1], 2, None), "Player 2 wins: a hazard.");
        assert_eq!(told(&[1], 2, Some(1)), "You won: a hazard.");
        assert_eq!(told(&[1], 2, Some(0)), "You lost: a hazard.");
        assert_eq!(told(&[0, 1], 2, Some(0)), "A draw: a hazard.");
        assert_eq!(told(&[0, 1, 2], 3, None), "A draw: a hazard.");
        assert_eq!(told(&[0, 2], 3, None), "Player 1 and Player 3 share the win: a hazard.");
        assert_eq!(told(&[0, 2], 3, Some(2)), "You and Player 1 share the win: a hazard.");
        assert_eq!(told(&[0, 2], 3, Some(1)), "You lost: a hazard; Player 1 and Player 3 share the win.");
        assert_eq!(told(&[2], 3, Some(1)), "You lost: a hazard; Player 3 wins.");
    }
}
