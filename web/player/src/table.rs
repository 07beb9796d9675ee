//! A game in progress that can be taken back.

use std::sync::Arc;

use torneo_contract::scene::{Board, Mark, Scene};
use torneo_contract::session::{Due, Session};
use torneo_contract::{Refusal, Seat, refusal};
use torneo_picture::{Painter, Style, Theme};
use torneo_registry::AnyGame;
use wasm_bindgen::prelude::*;

use crate::emphasis::emphasize;
use crate::games;
use crate::losses::{self, Losses};
use crate::view::{Told, View};

/// A game in progress with every position that it went through, so that people can look back.
#[wasm_bindgen]
pub struct Table {
    game: Arc<dyn AnyGame>,
    board: Board,
    states: Vec<Box<dyn Session>>,
    tokens: Vec<String>,
    /// What the seats lost up to each state.
    losses: Vec<Losses>,
}

impl Table {
    /// Sets a game up from its start, or from another position, and plays moves.
    ///
    /// # Errors
    /// An invalid specification, position or token; the message says which and why.
    pub fn set(spec: &str, position: Option<&str>, moves: &str) -> Result<Table, Refusal> {
        let game = games::registry().game(spec).map_err(Refusal::new)?;
        let mut session = game.session();
        if let Some(text) = position.filter(|text| !text.is_empty()) {
            session.set_position(text).map_err(|error| refusal!("position: {error}"))?;
        }
        let board = game.board();
        let losses = vec![vec![Vec::new(); session.seats()]];
        let mut table = Table { game, board, states: vec![session], tokens: Vec::new(), losses };
        for (index, token) in moves.split_whitespace().enumerate() {
            table.push(token).map_err(|why| refusal!("move {}: {why}", index + 1))?;
        }
        Ok(table)
    }

    /// Plays a token after all others.
    ///
    /// # Errors
    /// A token that is not legal.
    pub fn push(&mut self, token: &str) -> Result<(), Refusal> {
        let mut next = self.last().copy();
        let token = next.token(token).unwrap_or_else(|| token.to_owned());
        let turn = next.turn();
        let before = next.plain_scene();
        next.play(&token).map_err(|error| Refusal::new(error.message))?;
        let lost = self.losses.last().expect("a game has a start");
        self.losses.push(losses::after(lost, &before, &next.plain_scene(), turn));
        self.states.push(next);
        self.tokens.push(token);
        Ok(())
    }

    fn last(&self) -> &dyn Session {
        &**self.states.last().expect("a game has a start")
    }

    fn results_of_chance(&self) -> Vec<String> {
        match self.last().due() {
            Due::Chance(results) => results.into_iter().map(|(token, _)| token).collect(),
            _ => Vec::new(),
        }
    }

    fn at(&self, ply: usize) -> &dyn Session {
        self.states.get(ply).map_or_else(|| self.last(), |session| &**session)
    }

    /// The table after this number of plies, drawn in a style. Everything that happened after the first `since` plies is
    /// marked, and the last ply always.
    pub fn seen(&self, ply: usize, since: usize, style: Style) -> View {
        let ply = ply.min(self.tokens.len());
        let session = self.at(ply);
        let mut scene = session.scene();
        self.mark_since(&mut scene, since + 1..ply);
        emphasize(&mut scene, &self.board, session);
        let mut painter = Painter::new(&self.board, style);
        View::of(session, &scene, &self.board, &mut painter).losing(&self.losses[ply], &painter, &self.board)
    }

    /// Marks what earlier plies did, before what the last one did.
    fn mark_since(&self, scene: &mut Scene, states: std::ops::Range<usize>) {
        let mut marks: Vec<Mark> = Vec::new();
        for earlier in states.map(|state| self.at(state).scene()) {
            let moves = |mark: &Mark| matches!(mark, Mark::Move(_) | Mark::Enter(_) | Mark::Remove(_));
            marks.extend(earlier.marks.into_iter().filter(moves));
        }
        marks.append(&mut scene.marks);
        for mark in marks {
            if !scene.marks.contains(&mark) {
                scene.marks.push(mark);
            }
        }
    }
}

#[wasm_bindgen]
impl Table {
    /// As [`Table::set`].
    ///
    /// # Errors
    /// As there.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, position: Option<String>, moves: &str) -> Result<Table, JsError> {
        Table::set(spec, position.as_deref(), moves).map_err(JsError::from)
    }

    /// The canonical specification of the game.
    pub fn spec(&self) -> String {
        self.game.canonical().to_owned()
    }

    /// What the seats are called.
    pub fn seats(&self) -> Vec<String> {
        self.board.players.iter().map(|player| player.name.clone()).collect()
    }

    /// The table after a number of plies, as JSON: picture, whose turn it is, what is legal and how it is
    /// clicked. What happened after the first `since` plies is marked. The picture is `size` pixels wide, and turned
    /// around if wanted. Of a board with levels `level` is large, where there is no room for all; else the level where the last
    /// ply went. Its colours follow the reader's screen.
    pub fn view(&self, ply: usize, since: usize, size: u32, turned: bool, level: Option<u8>) -> String {
        let size = size.clamp(200, 2000);
        let style = Style { size, theme: Theme::Auto, bare: false, turned, touch: true, level };
        serde_json::to_string(&self.seen(ply, since, style)).expect("a view is plain data")
    }

    /// What the ply that led to each state did, as JSON: a list with an entry for each ply, `{text, to}` or `null`. `text` is
    /// for somebody without a seat, `to` has what the player of each seat is told.
    pub fn story(&self) -> String {
        let told: Vec<Option<Told>> = self.states[1..].iter().map(|state| Told::last(&**state)).collect();
        serde_json::to_string(&told).expect("words are plain data")
    }

    /// Plays a token, however it is written.
    ///
    /// # Errors
    /// A token that is not legal; the game stays as it is.
    pub fn play(&mut self, token: &str) -> Result<(), JsError> {
        self.push(token).map_err(JsError::from)
    }

    /// Plays the joint choice of the tokens of the choosing seats, in seat order.
    ///
    /// # Errors
    /// As [`play`](Table::play).
    pub fn play_joint(&mut self, tokens: Vec<String>) -> Result<(), JsError> {
        let token = self.last().join(&tokens);
        self.play(&token)
    }

    /// Draws chance by a random word, if it is due.
    pub fn draw(&mut self, word: u64) {
        let mut drawn = self.last().copy();
        drawn.draw_chance(word);
        let position = drawn.position();
        // The result by its token, so that it is marked and written down: the first that leads where the word led.
        let results = self.results_of_chance();
        let leads_there = |token: &String| {
            let mut next = self.last().copy();
            next.play(token).is_ok() && next.position() == position
        };
        if let Some(token) = results.into_iter().find(leads_there) {
            self.push(&token).expect("a result of chance is legal");
        }
    }

    /// Takes back all plies after this number of plies.
    pub fn back(&mut self, plies: usize) {
        self.states.truncate(plies + 1);
        self.losses.truncate(plies + 1);
        self.tokens.truncate(plies);
    }

    /// The tokens played, separated by blanks.
    pub fn record(&self) -> String {
        self.tokens.join(" ")
    }

    /// The text of the position after this number of plies.
    pub fn position(&self, ply: usize) -> String {
        self.at(ply).position()
    }

    /// The seat whose dice are thrown after this number of plies, where chance is dice.
    pub fn thrower(&self, ply: usize) -> Option<usize> {
        self.at(ply).plain_scene().thrower.map(Seat::index)
    }

    /// The seats that have to choose after this number of plies: none at turns of chance and at the end.
    pub fn choosing(&self, ply: usize) -> Vec<usize> {
        self.at(ply).turn().choosers().iter().map(Seat::index).collect()
    }
}
