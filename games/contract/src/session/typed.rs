//! What is compiled of a session for each game.

use std::any::Any;
use std::hash::{Hash, Hasher};

use super::{Foreseen, Noisy, Session};
use crate::ply::write_joint;
use crate::random::Generator;
use crate::scene::{Board, Item, Place, Scene};
use crate::scenery::{self, Clicks, Last};
use crate::{
    Archive, End, Field, Form, Formats, Kind, Outcome, Playable, Ply, PositionError, Scratch, Seat, SeatVec,
    Stage, Turn, Words, count_terms, has_simultaneous, perft,
};

/// The session of one game, for those who know which.
pub struct Typed<G: Playable> {
    game: G,
    position: G::Position,
    /// What was chosen and not yet played, in seat order.
    chosen: SeatVec<G::Action>,
    last: Option<Last<G>>,
    /// What lies on the table since the position was set, where the game has such things.
    laid: Vec<Item>,
    /// The legal actions of each seat, as far as they were listed in this position; else none.
    listed: SeatVec<Vec<G::Action>>,
    scratch: Scratch<G::Action>,
}

impl<G: Playable> Typed<G> {
    /// A game from its start.
    pub fn new(game: G) -> Typed<G> {
        let position = game.start();
        let (chosen, listed) = (SeatVec::new(), SeatVec::new());
        Typed { game, position, chosen, last: None, laid: Vec::new(), listed, scratch: Scratch::default() }
    }

    /// The session behind the interface, if it is one of this game.
    pub fn of(session: &dyn Session) -> Option<&Typed<G>> {
        (session as &dyn Any).downcast_ref()
    }

    /// The session behind the interface, if it is one of this game.
    pub fn of_mut(session: &mut dyn Session) -> Option<&mut Typed<G>> {
        (session as &mut dyn Any).downcast_mut()
    }

    /// The game and its position.
    #[inline]
    pub fn game_and_position(&self) -> (&G, &G::Position) {
        (&self.game, &self.position)
    }

    /// Chooses one of the legal actions of a seat that has to choose.
    #[inline]
    pub fn choose_action(&mut self, action: G::Action) {
        self.chosen.push(action);
    }

    /// What a chooser may do.
    fn list(&self, chooser: Option<Seat>) -> Vec<G::Action> {
        let mut actions = Vec::new();
        match chooser {
            Some(seat) => self.game.actions(&self.position, seat, &mut actions),
            None => {
                let mut outcomes = Vec::new();
                self.game.chance(&self.position, &mut outcomes);
                actions.extend(outcomes.into_iter().map(|(result, _)| result));
            }
        }
        actions
    }

    fn is_joint(&self) -> bool {
        (const { has_simultaneous::<G>() }) && matches!(self.game.turn(&self.position), Turn::Simultaneous(_))
    }

    /// Goes to a position that no ply led to.
    fn set(&mut self, position: G::Position) {
        self.position = position;
        self.laid.clear();
        self.moved(None);
    }

    /// Goes to another position.
    fn moved(&mut self, last: Option<Last<G>>) {
        self.last = last;
        self.chosen.clear();
        self.listed.iter_mut().for_each(Vec::clear);
    }
}

impl<G: Playable> Session for Typed<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn max_plies(&self) -> Option<u64> {
        self.game.max_plies()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat).text
    }

    fn result(&self) -> Outcome {
        self.game.outcome(&self.position)
    }

    fn play_on(&mut self) -> bool {
        let goes_on = self.game.play_on(&mut self.position);
        if goes_on {
            let last = self.last.take();
            self.moved(last);
        }
        goes_on
    }

    fn cause(&self) -> Words {
        self.game.cause(&self.position, self.last.as_ref())
    }

    fn told(&self) -> Option<Words> {
        self.game.tell(self.last.as_ref()?, &self.position)
    }

    fn ends(&self) -> &'static [End] {
        G::ENDS
    }

    fn stage(&self) -> Stage {
        self.game.stage(&self.position)
    }

    fn keeps_evaluations(&self) -> bool {
        G::KEEPS_EVALUATIONS
    }

    fn evaluation(&self, seat: Seat) -> Option<i32> {
        self.game.evaluate(&self.position, seat)
    }

    fn kinds(&self) -> &[Kind] {
        self.game.kinds()
    }

    fn pieces(&self, on: &mut [u8]) {
        self.game.pieces(&self.position, on);
    }

    fn fields(&self, fields: &mut Vec<Field>) {
        self.game.fields(&self.position, fields);
    }

    fn terms(&self) -> &'static [&'static str] {
        self.game.terms().map_or(&[], |terms| terms.names)
    }

    fn count_terms(&self, counts: &mut [i32]) -> i32 {
        count_terms(&self.game, &self.position, counts)
    }

    fn tokens(&self, chooser: Option<Seat>) -> Vec<String> {
        let actions = self.list(chooser);
        let mut tokens = Vec::with_capacity(actions.len());
        for action in actions {
            let mut token = String::new();
            self.game.write_action(&self.position, action, &mut token);
            tokens.push(token);
        }
        tokens
    }

    fn weights(&self) -> Vec<u64> {
        let mut outcomes = Vec::new();
        if self.turn() == Turn::Chance {
            self.game.chance(&self.position, &mut outcomes);
        }
        outcomes.iter().map(|&(_, weight)| weight).collect()
    }

    fn choice_count(&self, seat: Seat) -> usize {
        self.game.count_actions(&self.position, seat, &mut Scratch::default())
    }

    fn read(&self, chooser: Option<Seat>, text: &str) -> Result<usize, Option<String>> {
        let legal = self.list(chooser);
        let found = self.game.parse_action(&self.position, text, &legal);
        let number = found.and_then(|action| legal.iter().position(|&legal| legal == action));
        number.ok_or_else(|| self.game.why_illegal(&self.position, text))
    }

    fn joint(&self) -> [&'static str; 2] {
        G::JOINT
    }

    fn choose(&mut self, chooser: Option<Seat>, number: usize) -> bool {
        let listed = chooser.and_then(|seat| self.listed.get(seat.index()));
        let action = match listed.filter(|listed| !listed.is_empty()) {
            Some(listed) => listed.get(number).copied(),
            None => self.list(chooser).get(number).copied(),
        };
        self.chosen.extend(action);
        action.is_some()
    }

    fn choose_chance(&mut self, word: u64) {
        self.chosen.push(self.game.chance_at(&self.position, word, &mut self.scratch));
    }

    fn choose_randomly(&mut self, seat: Seat, rng: &mut Generator) {
        self.chosen.push(self.game.random_action(&self.position, seat, rng, &mut self.scratch));
    }

    fn unchoose(&mut self) {
        self.chosen.clear();
    }

    fn write_choice(&self, text: &mut String) {
        if let Some(&action) = self.chosen.last() {
            self.game.write_action(&self.position, action, text);
        }
    }

    fn write_chosen(&self, text: &mut String) {
        if self.is_joint() {
            write_joint(&self.game, &self.position, &self.chosen, text);
        } else {
            self.write_choice(text);
        }
    }

    fn formats(&self) -> Formats {
        Formats::of(&self.game)
    }

    fn export_choice(&self, form: Form) -> Option<String> {
        (G::INTERCHANGE?.export_action)(&self.game, form, &self.position, *self.chosen.last()?)
    }

    fn import_action(&self, form: Form, text: &str) -> String {
        match G::INTERCHANGE {
            Some(interchange) => (interchange.import_action)(&self.game, form, &self.position, text),
            None => text.to_owned(),
        }
    }

    fn export_position(&self, form: Form) -> Option<String> {
        (G::INTERCHANGE?.export_position)(&self.game, form, &self.position)
    }

    fn import_position(&self, form: Form, text: &str) -> String {
        match G::INTERCHANGE {
            Some(interchange) => (interchange.import_position)(&self.game, form, text),
            None => text.to_owned(),
        }
    }

    fn hash_chosen(&self, mut hasher: &mut dyn Hasher) {
        for action in &self.chosen {
            action.hash(&mut hasher);
        }
    }

    fn play_chosen(&mut self, marked: bool) {
        let joint = self.is_joint();
        if let Some(laying) = G::LAYING {
            let choosers = self.game.turn(&self.position).choosers();
            let laid = choosers.iter().zip(&self.chosen);
            self.laid.extend(laid.filter_map(|(seat, &action)| laying(&self.game, seat, action)));
        }
        let last = marked.then(|| {
            let ply = if joint { Ply::Joint(self.chosen.clone()) } else { Ply::One(self.chosen[0]) };
            Last { before: self.position.clone(), ply }
        });
        if joint {
            self.game.apply_simultaneous(&mut self.position, &self.chosen);
        } else {
            self.game.apply(&mut self.position, self.chosen[0]);
        }
        self.moved(last);
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.position)
    }

    fn symmetric_hash(&self) -> u64 {
        self.game.symmetric_hash(&self.position)
    }

    fn is_at(&self, other: &dyn Session) -> bool {
        self.position == Typed::<G>::of(other).expect("the session is of this game").position
    }

    fn is_afresh(&self) -> bool {
        let mut archive = Archive::default();
        if let Some(go_through) = G::ARCHIVE {
            go_through(&self.game, &mut self.position.clone(), &mut archive);
        }
        archive.begins_anew()
    }

    fn forget_history(&mut self) {
        self.game.forget_history(&mut self.position);
        self.moved(None);
    }

    fn null_move(&mut self) -> bool {
        let passed = self.game.null_move(&mut self.position);
        if passed {
            self.moved(None);
        }
        passed
    }

    fn noisy(&self, seat: Seat) -> Noisy {
        let legal = self.list(Some(seat));
        // What was in the list before stays.
        let mut listed = legal[..1].to_vec();
        self.game.noisy_actions(&self.position, seat, &mut listed);
        let mut noisy = Noisy { listed: Vec::new(), marked: Vec::new() };
        for action in &listed[1..] {
            noisy.listed.push(legal.iter().position(|legal| legal == action));
        }
        let gain = self.game.gain(&self.position);
        noisy.marked.extend((0..legal.len()).filter(|&number| gain(legal[number]).is_some()).map(Some));
        noisy
    }

    fn foreseen(&self, seat: Seat, rng: &mut Generator) -> Option<Foreseen> {
        let foreseer = G::FORESIGHT?;
        let legal = self.list(Some(seat));
        let number = |action: &G::Action| legal.iter().position(|legal| legal == action);
        let mut decisive = legal.clone();
        (foreseer.decisive)(&self.game, &self.position, &mut decisive);
        let answer = match &self.last {
            Some(Last { before, ply: Ply::One(last) }) if self.game.turn(before) != Turn::Chance => {
                (foreseer.answer)(&self.game, &self.position, *last, rng)
            }
            _ => None,
        };
        Some(Foreseen {
            decisive: decisive.iter().map(number).collect(),
            answer: answer.as_ref().map(number),
            placed: legal.iter().map(|&one| (foreseer.placed)(&self.game, &self.position, one)).collect(),
        })
    }

    fn position(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        self.set(self.game.parse_position(text)?);
        Ok(())
    }

    fn archived(&self) -> Vec<u64> {
        let mut archive = Archive::default();
        if let Some(go_through) = G::ARCHIVE
            && self.turn() != Turn::Over
        {
            go_through(&self.game, &mut self.position.clone(), &mut archive);
        }
        archive.written()
    }

    fn restore(&mut self, text: &str, archived: &[u64]) -> Result<(), PositionError> {
        let mut position = self.game.parse_position(text)?;
        let mut archive = Archive::reading(archived);
        if let Some(go_through) = G::ARCHIVE {
            go_through(&self.game, &mut position, &mut archive);
        }
        archive.read()?;
        self.set(position);
        Ok(())
    }

    fn go_to(&mut self, other: &dyn Session) {
        let other = Typed::<G>::of(other).expect("the session is of this game");
        self.position.clone_from(&other.position);
        self.laid.clone_from(&other.laid);
        self.moved(None);
    }

    fn copy(&self) -> Box<dyn Session> {
        // What was listed and the buffers are not worth copying: they are filled again where they are needed.
        Box::new(Typed {
            game: self.game.clone(),
            position: self.position.clone(),
            chosen: self.chosen.clone(),
            last: self.last.clone(),
            laid: self.laid.clone(),
            listed: SeatVec::new(),
            scratch: Scratch::default(),
        })
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }

    fn board(&self) -> Board {
        scenery::table(&self.game)
    }

    fn scene(&self) -> Scene {
        let mut scene = scenery::shown(&self.game, &self.position, self.last.as_ref());
        scenery::lay(&mut scene, &self.laid);
        scene
    }

    fn plain_scene(&self) -> Scene {
        scenery::shown(&self.game, &self.position, None)
    }

    fn places(&self, chooser: Option<Seat>) -> Vec<Vec<Place>> {
        let actions = self.list(chooser);
        let mut places = Vec::with_capacity(actions.len());
        for action in actions {
            places.push(self.game.clicks(&self.position, chooser, action).into_vec());
        }
        places
    }

    fn list_clicks(&mut self, seat: Seat, clicks: &mut Clicks) {
        clicks.clear();
        if !self.game.turn(&self.position).choosers().contains(seat) {
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

    fn list_click_of_choice(&self, seat: Seat, clicks: &mut Clicks) {
        clicks.clear();
        if let Some(&action) = self.chosen.last() {
            clicks.push(&self.game.clicks(&self.position, Some(seat), action));
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.game, &self.position, depth)
    }
}
