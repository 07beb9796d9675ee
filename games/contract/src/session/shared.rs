//! What every session does with numbered actions, compiled once for all games.

use rand_core::Rng as _;

use super::{Due, IllegalMove, Session};
use crate::random::Generator;
use crate::scene::Place;
use crate::{Form, Outcome, Seat, SeatVec, Stage, Turn, refuse};

impl dyn Session + '_ {
    /// Whose turn it is, with the legal tokens.
    pub fn due(&self) -> Due {
        match self.turn() {
            Turn::Seat(seat) => Due::Seat(seat, self.tokens(Some(seat))),
            Turn::Chance => Due::Chance(self.tokens(None).into_iter().zip(self.weights()).collect()),
            Turn::Simultaneous(seats) => {
                Due::Simultaneous(seats.iter().map(|seat| (seat, self.tokens(Some(seat)))).collect())
            }
            Turn::Over => Due::Over(self.result()),
        }
    }

    /// Whether chance still sets the game up.
    pub fn sets_up(&self) -> bool {
        self.stage() == Stage::SetUp
    }

    /// Whether the decision that is due may be to take over the side of the player before.
    pub fn offers_swap(&self) -> bool {
        self.stage() == Stage::Swap
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.turn() == Turn::Over).then(|| self.result())
    }

    /// Who has to choose now, in this order: seats, or chance. Nobody once the game is over.
    pub fn choosers(&self) -> SeatVec<Option<Seat>> {
        match self.turn() {
            Turn::Chance => [None].into_iter().collect(),
            turn => turn.choosers().iter().map(Some).collect(),
        }
    }

    /// The legal tokens: one list for each choosing seat, or one for chance.
    pub fn legal_tokens(&self) -> Vec<Vec<String>> {
        self.choosers().into_iter().map(|chooser| self.tokens(chooser)).collect()
    }

    /// The number of legal actions of each seat that has to choose. Empty at chance turns and at the end.
    pub fn choice_counts(&self) -> SeatVec<usize> {
        self.choosers().into_iter().flatten().map(|seat| self.choice_count(seat)).collect()
    }

    /// The places to click for each legal token, in the order of `due`: one list for each choosing seat,
    /// or one for chance.
    pub fn clicks(&self) -> Vec<Vec<Vec<Place>>> {
        self.choosers().into_iter().map(|chooser| self.places(chooser)).collect()
    }

    /// Plays one token.
    ///
    /// # Errors
    /// A token that is not a legal ply; the position stays as it is.
    pub fn play(&mut self, token: &str) -> Result<(), IllegalMove> {
        self.choose_token(token)?;
        self.play_chosen(true);
        Ok(())
    }

    /// Plays one token; the token as the game writes it.
    ///
    /// # Errors
    /// As `play`.
    pub fn enter(&mut self, token: &str) -> Result<String, IllegalMove> {
        self.choose_token(token)?;
        let mut written = String::new();
        self.write_chosen(&mut written);
        self.play_chosen(true);
        Ok(written)
    }

    /// Plays the tokens of a record.
    ///
    /// # Errors
    /// The first token that is not legal: its number, counted from 1, and what is wrong with it.
    pub fn play_all(&mut self, record: &str) -> Result<(), (usize, IllegalMove)> {
        for (index, token) in record.split_whitespace().enumerate() {
            self.play(token).map_err(|error| (index + 1, error))?;
        }
        Ok(())
    }

    /// Plays one token of a game that was played elsewhere: there nobody may have claimed the draw that ends it here. The
    /// token as the game writes it. The ply is not marked in scenes.
    ///
    /// # Errors
    /// As `play`.
    pub fn follow(&mut self, token: &str) -> Result<String, IllegalMove> {
        self.play_on();
        self.choose_token(token)?;
        let mut written = String::new();
        self.write_chosen(&mut written);
        self.play_chosen(false);
        Ok(written)
    }

    /// Follows the tokens of a record; the last one is marked in scenes.
    ///
    /// # Errors
    /// As `play_all`.
    pub fn follow_all(&mut self, record: &str) -> Result<(), (usize, IllegalMove)> {
        let mut tokens = (1..).zip(record.split_whitespace()).peekable();
        while let Some((number, token)) = tokens.next() {
            self.play_on();
            let played = match tokens.peek() {
                Some(_) => self.follow(token).map(drop),
                None => self.play(token),
            };
            played.map_err(|error| (number, error))?;
        }
        Ok(())
    }

    /// Plays a ply by the numbers of legal actions in the order of `due`: one for each choosing seat, in seat
    /// order, or one for chance. Faster than `play`; the ply is not marked in scenes.
    ///
    /// # Errors
    /// A number that stands for no action, or a wrong count of numbers; the position stays as it is.
    pub fn play_numbers(&mut self, numbers: &[usize]) -> Result<(), IllegalMove> {
        if !self.choose_numbers(numbers) {
            let message = format!("{numbers:?} does not number legal actions here");
            return Err(IllegalMove { message, legal: self.legal_tokens() });
        }
        self.play_chosen(false);
        Ok(())
    }

    /// Plays the result of chance that a word selects, as [`Game::chance_at`](crate::Game::chance_at). Nothing happens at
    /// other turns.
    pub fn draw_chance(&mut self, word: u64) {
        if self.turn() == Turn::Chance {
            self.choose_chance(word);
            self.play_chosen(false);
        }
    }

    /// Plays one uniformly random ply; false if the game is over.
    pub fn play_randomly(&mut self, rng: &mut Generator) -> bool {
        match self.turn() {
            Turn::Seat(seat) => self.choose_randomly(seat, rng),
            Turn::Chance => self.choose_chance(rng.next_u64()),
            Turn::Simultaneous(seats) => seats.iter().for_each(|seat| self.choose_randomly(seat, rng)),
            Turn::Over => return false,
        }
        self.play_chosen(false);
        true
    }

    /// The token of a legal ply, however `text` writes it; none for what is not legal.
    pub fn token(&self, text: &str) -> Option<String> {
        let mut token = String::new();
        self.with_chosen(text)?.write_chosen(&mut token);
        Some(token)
    }

    /// A legal ply as other programs write it. None for what is not legal, and where the form has no word for it.
    pub fn exported(&self, form: Form, text: &str) -> Option<String> {
        self.with_chosen(text)?.export_choice(form)
    }

    /// Follows a token; the ply as other programs write it.
    ///
    /// # Errors
    /// As `play`.
    pub fn follow_exported(&mut self, form: Form, token: &str) -> Result<Option<String>, IllegalMove> {
        self.play_on();
        self.choose_token(token)?;
        let exported = self.export_choice(form);
        self.play_chosen(false);
        Ok(exported)
    }

    /// Follows what another program wrote; the token as the game writes it.
    ///
    /// # Errors
    /// As `play`.
    pub fn follow_imported(&mut self, form: Form, text: &str) -> Result<String, IllegalMove> {
        self.follow(&self.import_action(form, text))
    }

    /// The token of a joint choice, from the legal tokens of the choosing seats in seat order.
    pub fn join(&self, choices: &[String]) -> String {
        let mut chosen = self.copy();
        for (seat, text) in self.choosers().into_iter().flatten().zip(choices) {
            if let Ok(number) = self.read(Some(seat), text) {
                chosen.choose(Some(seat), number);
            }
        }
        let mut token = String::new();
        chosen.write_chosen(&mut token);
        token
    }

    /// A copy in which the ply that a text stands for is chosen.
    fn with_chosen(&self, text: &str) -> Option<Box<dyn Session>> {
        let numbers = self.numbers(text).ok()?;
        let mut chosen = self.copy();
        chosen.choose_numbers(&numbers).then_some(chosen)
    }

    fn choose_token(&mut self, token: &str) -> Result<(), IllegalMove> {
        let numbers = self.numbers(token);
        let numbers = numbers.map_err(|message| IllegalMove { message, legal: self.legal_tokens() })?;
        self.choose_numbers(&numbers);
        Ok(())
    }

    /// Chooses a ply by numbers; false, with nothing chosen, if they stand for none.
    pub(crate) fn choose_numbers(&mut self, numbers: &[usize]) -> bool {
        let choosers = self.choosers();
        let mut choices = choosers.iter().zip(numbers);
        let chosen = !numbers.is_empty()
            && choosers.len() == numbers.len()
            && choices.all(|(&chooser, &number)| self.choose(chooser, number));
        if !chosen {
            self.unchoose();
        }
        chosen
    }

    /// The numbers of the actions of the ply that a text stands for; why it stands for none.
    fn numbers(&self, text: &str) -> Result<SeatVec<usize>, String> {
        match self.turn() {
            Turn::Seat(seat) => Ok([self.number(Some(seat), text)?].into_iter().collect()),
            Turn::Chance => Ok([self.number(None, text)?].into_iter().collect()),
            Turn::Simultaneous(seats) => {
                let [before, between] = self.joint();
                let parts: Vec<&str> =
                    text.strip_prefix(before).map_or(Vec::new(), |rest| rest.split(between).collect());
                if parts.len() != seats.len() {
                    refuse!("`{text}`: expected one choice for each of {} seats", seats.len());
                }
                let number = |(seat, part): (Seat, &str)| {
                    self.number(Some(seat), part)
                        .map_err(|message| format!("{message} ({})", self.seat_name(seat)))
                };
                seats.iter().zip(parts).map(number).collect()
            }
            Turn::Over => Err(format!("`{text}`: the game is over")),
        }
    }

    fn number(&self, chooser: Option<Seat>, text: &str) -> Result<usize, String> {
        self.read(chooser, text).map_err(|rule| match rule {
            Some(rule) => format!("`{text}` is not legal: {rule}"),
            None => format!("`{text}` is not a legal move here"),
        })
    }
}
