//! A game in progress behind a text interface.

use crate::scene::{Board, Place, Scene};
use crate::scenery::{self, Clicks, Last};
use crate::{Outcome, Playable, Ply, PositionError, Scratch, Seat, SeatSet, SeatVec, Turn};

/// A token that is not a legal ply.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct IllegalMove {
    /// What is wrong: the token and, where it is known, the rule that forbids it.
    pub message: String,
    /// The legal tokens; for a joint choice one list for each choosing seat.
    pub legal: Vec<Vec<String>>,
}

/// Whose turn it is, with the legal tokens.
#[derive(Clone, PartialEq, Debug)]
pub enum Due {
    /// A seat decides among these actions.
    Seat(Seat, Vec<String>),
    /// Chance draws one of these results, with these weights.
    Chance(Vec<(String, u64)>),
    /// These seats choose at the same time.
    Simultaneous(Vec<(Seat, Vec<String>)>),
    /// The game is over.
    Over(Outcome),
}

/// A game in progress.
pub trait Session: Send + Sync {
    /// Plays one token.
    ///
    /// # Errors
    /// A token that is not a legal ply; the position stays as it is.
    fn play(&mut self, token: &str) -> Result<(), IllegalMove>;

    /// Whose turn it is, with the legal tokens.
    fn due(&self) -> Due;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The number of legal actions of each seat that is to choose; empty at chance turns and at the end.
    fn choice_counts(&self) -> SeatVec<usize>;

    /// The game's evaluation of the position for a seat, where it has one.
    fn evaluation(&self, seat: Seat) -> Option<i32>;

    /// The token of a legal ply, however `text` writes it; none for what is not legal.
    fn token(&self, text: &str) -> Option<String>;

    /// A legal ply as printed games of the field write it; none for what is not legal, and where the game has no such
    /// notation.
    fn printed(&self, text: &str) -> Option<String>;

    /// The token of a joint choice, from the legal tokens of the choosing seats in seat order.
    fn join(&self, choices: &[String]) -> String;

    /// The text of the position.
    fn position(&self) -> String;

    /// Goes to another position.
    ///
    /// # Errors
    /// A text that is not a position of the game; the session stays as it is.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;

    /// The board for people.
    fn draw(&self) -> String;

    /// What stays the same on the table during the game.
    fn board(&self) -> Board;

    /// What is on the table, with the marks of the last ply that was played here.
    fn scene(&self) -> Scene;

    /// The places to click for each legal token, in the order of [`due`](Session::due): one list for each choosing seat,
    /// or one for chance.
    fn clicks(&self) -> Vec<Vec<Vec<Place>>>;

    /// Writes the places to click for each legal action of a seat over `clicks`, in the order of [`due`](Session::due); none
    /// for a seat that is not to choose. What [`clicks`](Session::clicks) says of the seat, but faster: memory is used again, and
    /// the actions are remembered for a [`play_numbers`](Session::play_numbers) that follows.
    fn list_clicks(&mut self, seat: Seat, clicks: &mut Clicks);

    /// Number of seats.
    fn seats(&self) -> usize;

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The same game at the same point; the two go on independently.
    fn copy(&self) -> Box<dyn Session>;

    /// Plays a ply by numbers: of each choosing seat in seat order, or of chance, which of its legal actions it is in the
    /// order of [`due`](Session::due). Faster than [`play`](Session::play); the ply is not marked in scenes.
    ///
    /// # Errors
    /// A number that stands for no action, or another count of them; the position stays as it is.
    fn play_numbers(&mut self, numbers: &[usize]) -> Result<(), IllegalMove>;

    /// Plays the result of chance that a word selects, as [`Game::chance_at`](crate::Game::chance_at). Nothing happens at
    /// other turns.
    fn draw_chance(&mut self, word: u64);

    /// The weights of the results of chance, in the order of [`due`](Session::due); empty at other turns.
    fn weights(&self) -> Vec<u64>;

    /// What is on the table, without marks of the last ply.
    fn plain_scene(&self) -> Scene;

    /// Plays the tokens of a record.
    ///
    /// # Errors
    /// The number of the first token that is not legal, counted from 1, and what is wrong with it.
    fn play_all(&mut self, record: &str) -> Result<(), (usize, IllegalMove)> {
        for (index, token) in record.split_whitespace().enumerate() {
            self.play(token).map_err(|error| (index + 1, error))?;
        }
        Ok(())
    }

    /// The outcome, if the game is over.
    fn outcome(&self) -> Option<Outcome> {
        match self.due() {
            Due::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// A game from its start behind the text interface.
pub fn begin<G: Playable>(game: G) -> Box<dyn Session> {
    Box::new(Typed::new(game))
}

/// The session of one game, for those who know which.
#[derive(Clone)]
pub struct Typed<G: Playable> {
    game: G,
    position: G::Position,
    last: Option<Last<G>>,
    /// The legal actions of each seat, as far as they were listed in this position; else none.
    listed: SeatVec<Vec<G::Action>>,
}

impl<G: Playable> Typed<G> {
    /// A game from its start.
    pub fn new(game: G) -> Typed<G> {
        let position = game.start();
        Typed { game, position, last: None, listed: SeatVec::new() }
    }

    /// The game and its position.
    pub fn game_and_position(&self) -> (&G, &G::Position) {
        (&self.game, &self.position)
    }

    /// The token of the ply that was played last, as the game writes it.
    pub fn last_token(&self) -> Option<String> {
        self.last.as_ref().map(|last| {
            let mut token = String::new();
            last.ply.write(&self.game, &last.before, &mut token);
            token
        })
    }

    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.position, seat, &mut actions);
        actions
    }

    fn outcomes(&self) -> Vec<(G::Action, u64)> {
        let mut outcomes = Vec::new();
        self.game.chance(&self.position, &mut outcomes);
        outcomes
    }

    fn written(&self, action: G::Action) -> String {
        let mut text = String::new();
        self.game.write_action(&self.position, action, &mut text);
        text
    }

    /// Notes that the position is another one, and the ply that led to it if it is to be marked.
    fn moved(&mut self, last: Option<Last<G>>) {
        self.last = last;
        self.listed.iter_mut().for_each(Vec::clear);
    }

    /// The ply of the numbers of actions, where there is one.
    fn numbered(&self, numbers: &[usize]) -> Option<Ply<G::Action>> {
        let seat_action = |seat: Seat, number: usize| match self.listed.get(seat.index()) {
            Some(listed) if !listed.is_empty() => listed.get(number).copied(),
            _ => self.legal(seat).get(number).copied(),
        };
        match (self.game.turn(&self.position), numbers) {
            (Turn::Seat(seat), &[number]) => seat_action(seat, number).map(Ply::One),
            (Turn::Chance, &[number]) => self.outcomes().get(number).map(|&(result, _)| Ply::One(result)),
            (Turn::Simultaneous(seats), _) if seats.len() == numbers.len() => {
                let joint = seats.iter().zip(numbers).map(|(seat, &number)| seat_action(seat, number));
                joint.collect::<Option<_>>().map(Ply::Joint)
            }
            _ => None,
        }
    }

    /// The legal tokens, one list for each choosing seat or one for chance.
    fn legal_tokens(&self) -> Vec<Vec<String>> {
        match self.due() {
            Due::Seat(_, legal) => vec![legal],
            Due::Chance(results) => vec![results.into_iter().map(|(text, _)| text).collect()],
            Due::Simultaneous(choices) => choices.into_iter().map(|(_, legal)| legal).collect(),
            Due::Over(_) => Vec::new(),
        }
    }

    fn parse(&self, token: &str, legal: &[G::Action]) -> Result<G::Action, String> {
        self.game.parse_action(&self.position, token, legal).ok_or_else(|| {
            match self.game.why_illegal(&self.position, token) {
                Some(rule) => format!("`{token}` is not legal: {rule}"),
                None => format!("`{token}` is not a legal move here"),
            }
        })
    }

    fn parse_ply(&self, token: &str) -> Result<Ply<G::Action>, String> {
        match self.game.turn(&self.position) {
            Turn::Seat(seat) => Ok(Ply::One(self.parse(token, &self.legal(seat))?)),
            Turn::Chance => {
                let results: Vec<G::Action> = self.outcomes().into_iter().map(|(result, _)| result).collect();
                Ok(Ply::One(self.parse(token, &results)?))
            }
            Turn::Simultaneous(seats) => {
                let parts = self.game.split_joint(token).filter(|parts| parts.len() == seats.len());
                let Some(parts) = parts else {
                    return Err(format!("`{token}`: expected one choice for each of {} seats", seats.len()));
                };
                let joint = seats.iter().zip(parts).map(|(seat, part)| {
                    self.parse(part, &self.legal(seat))
                        .map_err(|message| format!("{message} ({})", self.game.seat_name(seat)))
                });
                Ok(Ply::Joint(joint.collect::<Result<_, _>>()?))
            }
            Turn::Over => Err(format!("`{token}`: the game is over")),
        }
    }
}

impl<G: Playable> Session for Typed<G> {
    fn play(&mut self, token: &str) -> Result<(), IllegalMove> {
        let refuse = |message| IllegalMove { message, legal: self.legal_tokens() };
        let ply = self.parse_ply(token).map_err(refuse)?;
        let before = self.position.clone();
        ply.apply(&self.game, &mut self.position);
        self.moved(Some(Last { before, ply }));
        Ok(())
    }

    fn copy(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn play_numbers(&mut self, numbers: &[usize]) -> Result<(), IllegalMove> {
        let Some(ply) = self.numbered(numbers) else {
            let message = format!("{numbers:?} does not number legal actions here");
            return Err(IllegalMove { message, legal: self.legal_tokens() });
        };
        ply.apply(&self.game, &mut self.position);
        self.moved(None);
        Ok(())
    }

    fn draw_chance(&mut self, word: u64) {
        if self.turn() == Turn::Chance {
            let result = self.game.chance_at(&self.position, word, &mut Scratch::default());
            self.game.apply(&mut self.position, result);
            self.moved(None);
        }
    }

    fn weights(&self) -> Vec<u64> {
        match self.turn() {
            Turn::Chance => self.outcomes().into_iter().map(|(_, weight)| weight).collect(),
            _ => Vec::new(),
        }
    }

    fn due(&self) -> Due {
        let texts = |seat| self.legal(seat).into_iter().map(|action| self.written(action)).collect();
        match self.turn() {
            Turn::Seat(seat) => Due::Seat(seat, texts(seat)),
            Turn::Chance => {
                let results = self.outcomes().into_iter();
                Due::Chance(results.map(|(result, weight)| (self.written(result), weight)).collect())
            }
            Turn::Simultaneous(seats) => {
                Due::Simultaneous(seats.iter().map(|seat| (seat, texts(seat))).collect())
            }
            Turn::Over => Due::Over(self.game.outcome(&self.position)),
        }
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn choice_counts(&self) -> SeatVec<usize> {
        let mut scratch = Scratch::default();
        let mut count = |seat| self.game.count_actions(&self.position, seat, &mut scratch);
        match self.turn() {
            Turn::Seat(seat) => [count(seat)].into_iter().collect(),
            Turn::Simultaneous(seats) => seats.iter().map(count).collect(),
            Turn::Chance | Turn::Over => SeatVec::new(),
        }
    }

    fn evaluation(&self, seat: Seat) -> Option<i32> {
        self.game.evaluate(&self.position, seat)
    }

    fn token(&self, text: &str) -> Option<String> {
        let ply = self.parse_ply(text).ok()?;
        let mut token = String::new();
        ply.write(&self.game, &self.position, &mut token);
        Some(token)
    }

    fn printed(&self, text: &str) -> Option<String> {
        let Ply::One(action) = self.parse_ply(text).ok()? else { return None };
        let mut written = String::new();
        self.game.write_printed(&self.position, action, &mut written).then_some(written)
    }

    fn join(&self, choices: &[String]) -> String {
        let seats = match self.turn() {
            Turn::Simultaneous(seats) => seats,
            _ => SeatSet::EMPTY,
        };
        let find = |(seat, text): (Seat, &String)| self.parse(text, &self.legal(seat)).ok();
        let joint: SeatVec<G::Action> = seats.iter().zip(choices).filter_map(find).collect();
        let mut token = String::new();
        self.game.write_joint(&self.position, &joint, &mut token);
        token
    }

    fn position(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        self.position = self.game.parse_position(text)?;
        self.moved(None);
        Ok(())
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }

    fn board(&self) -> Board {
        scenery::table(&self.game)
    }

    fn scene(&self) -> Scene {
        scenery::shown(&self.game, &self.position, self.last.as_ref())
    }

    fn plain_scene(&self) -> Scene {
        scenery::shown(&self.game, &self.position, None)
    }

    fn clicks(&self) -> Vec<Vec<Vec<Place>>> {
        let clicks = |seat, actions: Vec<G::Action>| -> Vec<Vec<Place>> {
            let of = |action| self.game.clicks(&self.position, seat, action).into_vec();
            actions.into_iter().map(of).collect()
        };
        match self.turn() {
            Turn::Seat(seat) => vec![clicks(Some(seat), self.legal(seat))],
            Turn::Chance => {
                vec![clicks(None, self.outcomes().into_iter().map(|(result, _)| result).collect())]
            }
            Turn::Simultaneous(seats) => {
                seats.iter().map(|seat| clicks(Some(seat), self.legal(seat))).collect()
            }
            Turn::Over => Vec::new(),
        }
    }

    fn list_clicks(&mut self, seat: Seat, clicks: &mut Clicks) {
        clicks.clear();
        let chooses = match self.game.turn(&self.position) {
            Turn::Seat(chooser) => chooser == seat,
            Turn::Simultaneous(seats) => seats.contains(seat),
            Turn::Chance | Turn::Over => false,
        };
        if !chooses {
            return;
        }
        while self.listed.len() <= seat.index() {
            self.listed.push(Vec::new());
        }
        let listed = &mut self.listed[seat.index()];
        listed.clear();
        self.game.actions(&self.position, seat, listed);
        for &action in &*listed {
            clicks.push(&self.game.clicks(&self.position, Some(seat), action));
        }
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat)
    }
}
