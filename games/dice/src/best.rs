//! Rounds in which every player makes a score and the best wins.

use std::cmp::Ordering;

use torneo_board::text::parse_number;
use torneo_contract::{Field, Seat, Words};

use super::contest::{Progress, Thrower, Thrown};
use super::places::Places;
use super::table::Rung;

/// A round in progress. Places in neither set are out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Best {
    /// The best score of this round; 0 before the first.
    best: u8,
    /// Who made it.
    holders: Places,
    /// Who has yet to make a score in this round.
    waiting: Places,
}

/// What several players who share the best score of a round do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// They play another round among themselves.
    Rethrow,
    /// They share the turn.
    Draw,
}

impl Best {
    /// The first round.
    pub fn begin(players: usize) -> Best {
        Best::round_of(Places::all(players))
    }

    fn round_of(waiting: Places) -> Best {
        Best { best: 0, holders: Places::NONE, waiting }
    }

    /// Who makes the next score.
    #[inline]
    pub fn next(&self) -> usize {
        self.waiting.lowest()
    }

    /// Whether nobody has made a score in this round.
    pub fn is_fresh(&self) -> bool {
        self.holders.is_empty()
    }

    /// The player at `place`, who is next, makes a score.
    #[inline]
    pub fn score(&mut self, place: usize, score: u8, ties: Ties) -> Progress {
        self.hold(place, score);
        self.waiting = self.waiting.without(place);
        if self.waiting.is_empty() {
            if self.holders.len() == 1 {
                return Progress::Won(self.holders.lowest());
            }
            if ties == Ties::Draw {
                return Progress::Shared(self.holders);
            }
            *self = Best::round_of(self.holders);
        }
        Progress::Next(self.next())
    }

    /// Gives the best score to the player at `place` if his is not below it.
    #[inline]
    fn hold(&mut self, place: usize, score: u8) {
        if score > self.best {
            (self.best, self.holders) = (score, Places::only(place));
        } else if score == self.best {
            self.holders = self.holders.or(Places::only(place));
        }
    }

    /// What a score did to this round: `14: best so far`. `show` turns a score into what people see, `best` names the best.
    pub fn tell<S>(
        &self,
        thrown: &Thrown<'_, S>,
        score: u8,
        show: impl Fn(u8) -> u8,
        best: &'static str,
    ) -> Words {
        let shown = show(score);
        let is_last = self.waiting.without(thrown.thrower.place).is_empty();
        let words = match score.cmp(&self.best) {
            Ordering::Greater if is_last => format!("{shown} is {best}").into(),
            Ordering::Greater => format!("{shown} is {best} so far").into(),
            Ordering::Equal => Words::from(format!("{shown} ties with ")).name(thrown.seats(self.holders)),
            Ordering::Less => format!("{shown} does not beat {}", show(self.best)).into(),
        };
        match is_last && thrown.goes_on() {
            true => {
                let mut after = *self;
                after.hold(thrown.thrower.place, score);
                words.text("; ").does(thrown.seats(after.holders), "throw").text(" again")
            }
            false => words,
        }
    }

    /// Why a round was decided: `14 is the highest sum`, with the names of those who share it; arguments as in
    /// [`tell`](Best::tell).
    pub fn why<S>(
        &self,
        thrown: &Thrown<'_, S>,
        score: u8,
        show: impl Fn(u8) -> u8,
        best: &'static str,
    ) -> Words {
        let words = Words::from(format!("{} is {best}", show(score.max(self.best))));
        match thrown.progress {
            Progress::Shared(places) => words.text(", thrown by ").name(thrown.seats(places)),
            _ => words,
        }
    }

    /// Appends what the text shows, as fields.
    pub fn list_fields(&self, order: &[Seat], fields: &mut Vec<Field>) {
        fields.push(Field::number("best_score", self.best, u8::MAX.into()));
        for (place, &seat) in order.iter().enumerate() {
            fields.push(Field::flag("has_best_score", self.holders.contains(place)).of(seat));
            fields.push(Field::flag("has_throw_left", self.waiting.contains(place)).of(seat));
        }
    }

    /// `12:0,1/2`: the best score, who made it, who has yet to throw; `show` turns a score into what people see.
    pub fn text(&self, show: impl Fn(u8) -> u8) -> String {
        let best = if self.best == 0 { 0 } else { show(self.best) };
        format!("{best}:{}/{}", self.holders, self.waiting)
    }

    /// Reads the text of a round in which `thrower` is next; `read` turns what people see into a score.
    pub fn parse(text: &str, thrower: Thrower, read: impl Fn(u8) -> Option<u8>) -> Option<Best> {
        let (best, places) = text.split_once(':')?;
        let (holders, waiting) = places.split_once('/')?;
        let holders = Places::parse(holders, thrower.players)?;
        let waiting = Places::parse(waiting, thrower.players)?;
        let best = if best == "0" { 0 } else { read(parse_number(best)?)? };
        // Scores are made in order of play: the holders are before the thrower, the first of those who wait.
        let in_order = waiting.from(thrower.place) == waiting
            && waiting.contains(thrower.place)
            && holders.from(thrower.place).is_empty();
        let several = waiting.or(holders).len() > 1;
        (in_order && several && (best == 0) == holders.is_empty()).then_some(Best { best, holders, waiting })
    }

    /// Whether this can be the first round: whoever does not precede the thrower has yet to make a score.
    pub fn everybody_is_in(&self, thrower: Thrower) -> bool {
        let waiting = Places::all(thrower.players).from(thrower.place);
        self.waiting == waiting && self.holders.is_empty() == (thrower.place == 0)
    }

    /// How the round stands for the player at `place`.
    pub fn rung(&self, place: usize) -> Rung {
        match (self.holders.contains(place), self.waiting.contains(place)) {
            (true, _) => Rung::Leads,
            (_, true) => Rung::Waits,
            _ => Rung::Out,
        }
    }

    /// The best score of the round so far.
    pub fn best(&self) -> Option<u8> {
        (self.best > 0).then_some(self.best)
    }

    /// What the player at `place` has done in this round, for people.
    pub fn describe(&self, place: usize, show: impl Fn(u8) -> u8) -> String {
        if self.holders.contains(place) {
            format!("best with {}", show(self.best))
        } else if self.waiting.contains(place) {
            "yet to throw".to_owned()
        } else {
            "out".to_owned()
        }
    }
}
