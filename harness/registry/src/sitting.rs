//! The game loop: one game from its start to its end, for tournaments, for people, and for trials alike.

use std::sync::atomic::{AtomicBool, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use torneo_contract::{
    Outcome, Playable, Ply, Scratch, Seat, SeatSet, SeatVec, Turn, has_chance, has_choices, has_simultaneous,
    reason,
};
use torneo_search::{By, Choice, Engine, Fault, Rng};

use crate::book::Opened;
use crate::opening::Opening;
use crate::people::{Seen, Told, Watcher};
use crate::streams::Purpose;
use crate::table::{Evaluated, MatchSettings, Pairing, Played, loss};

/// One game in progress.
pub(crate) struct Sitting<'a, G: Playable> {
    game: &'a G,
    pairing: &'a Pairing,
    settings: MatchSettings,
    position: &'a mut G::Position,
    scratch: &'a mut Scratch<G::Action>,
    /// The engine at each seat.
    pub engines: SeatVec<Box<dyn Engine<G>>>,
    /// Which engines have been told that the game began: they are told at their first decision.
    begun: SeatSet,
    /// The seats whose engines are told of every ply, from the beginning on.
    following: SeatSet,
    /// The stream of chance, once it was needed.
    chance: Option<ChaCha8Rng>,
    /// The seat whose engine is at work.
    pub thinking: Option<Seat>,
    played: &'a mut Played,
    watcher: Option<&'a mut dyn Watcher>,
}

impl<'a, G: Playable> Sitting<'a, G> {
    /// A game about to begin in `position`.
    pub fn new(
        game: &'a G,
        pairing: &'a Pairing,
        settings: MatchSettings,
        position: &'a mut G::Position,
        scratch: &'a mut Scratch<G::Action>,
        engines: SeatVec<Box<dyn Engine<G>>>,
        played: &'a mut Played,
    ) -> Sitting<'a, G> {
        let (begun, chance, thinking, watcher) = (SeatSet::EMPTY, None, None, None);
        let following = Seat::all(engines.len()).filter(|seat| engines[seat.index()].follows()).collect();
        Sitting {
            game,
            pairing,
            settings,
            position,
            scratch,
            engines,
            begun,
            following,
            chance,
            thinking,
            played,
            watcher,
        }
    }

    /// The same game with somebody who is told of every ply.
    pub fn watched_by(self, watcher: &'a mut dyn Watcher) -> Sitting<'a, G> {
        Sitting { watcher: Some(watcher), ..self }
    }

    /// Plays until the game is over, from an opening if one is given, else from the position and with random moves first
    /// if there are to be some; false if it was abandoned because `stop` was set. What was chosen while it was set does
    /// not count.
    pub fn play(&mut self, opened: Option<&Opened<G>>, stop: &AtomicBool) -> bool {
        if let Some(position) = opened.and_then(|opened| opened.from.as_ref()) {
            self.following.iter().for_each(|seat| self.engines[seat.index()].start_from(position));
        }
        for seat in self.following.iter() {
            self.begin(seat);
        }
        if let Some(opened) = opened {
            self.enter(opened);
        } else if const { has_choices::<G>() } && self.settings.opening_plies > 0 {
            self.open();
        }
        let finished = match self.play_on(stop) {
            Ok(finished) => finished,
            Err(_) if stop.load(Ordering::Relaxed) => false,
            Err(fault) => {
                self.lose(*fault);
                true
            }
        };
        if let Some(outcome) = self.played.outcome.as_ref().filter(|_| finished) {
            for seat in self.following.iter() {
                self.engines[seat.index()].finish(outcome);
            }
        }
        finished
    }

    /// Ends the game by the fault of the engine at work.
    fn lose(&mut self, fault: Fault) {
        let seat = self.thinking.take().expect("an engine was at work");
        self.played.outcome = Some(loss(seat, self.game.seats(), fault.reason));
        self.played.failed = Some((seat, fault.message));
    }

    /// Plays from here until the game is over, as [`play`](Sitting::play).
    fn play_on(&mut self, stop: &AtomicBool) -> Result<bool, Box<Fault>> {
        loop {
            if self.played.plies >= self.settings.max_plies && self.game.turn(self.position) != Turn::Over {
                self.played.outcome = Some(Outcome::draw(self.game.seats(), reason::LENGTH_LIMIT));
                return Ok(true);
            }
            match self.game.turn(self.position) {
                Turn::Seat(seat) => {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    let action = self.decide(seat)?;
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    self.apply(action);
                }
                Turn::Chance if const { has_chance::<G>() } => {
                    let result = self.draw_chance();
                    self.apply(result);
                }
                Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    let joint =
                        seats.iter().map(|seat| self.decide(seat)).collect::<Result<SeatVec<_>, _>>()?;
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    self.apply_simultaneous(&joint);
                }
                Turn::Over => {
                    self.played.outcome = Some(self.game.outcome(self.position));
                    return Ok(true);
                }
                Turn::Chance | Turn::Simultaneous(_) => {
                    unreachable!("the game's description lists its kinds of turn")
                }
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: G::Action) {
        let told = self.is_told();
        if self.settings.record || told {
            self.write(&Ply::One(action));
        }
        let turn = told.then(|| self.game.turn(self.position));
        self.game.apply(self.position, action);
        self.played.plies += 1;
        if let Some(turn) = turn {
            self.tell(turn);
        }
    }

    fn apply_simultaneous(&mut self, joint: &SeatVec<G::Action>) {
        let told = self.is_told();
        if self.settings.record || told {
            self.write(&Ply::Joint(joint.clone()));
        }
        let turn = told.then(|| self.game.turn(self.position));
        self.game.apply_simultaneous(self.position, joint);
        self.played.plies += 1;
        if let Some(turn) = turn {
            self.tell(turn);
        }
    }

    /// Whether somebody is told of every ply.
    #[inline]
    fn is_told(&self) -> bool {
        self.watcher.is_some() || !self.following.is_empty()
    }

    /// Tells the watcher and the engines that follow of the ply that was played last, at this turn.
    #[cold]
    fn tell(&mut self, turn: Turn) {
        let by = match turn {
            Turn::Chance => By::Chance,
            Turn::Simultaneous(_) => By::Simultaneous,
            Turn::Seat(_) | Turn::Over => By::Seat,
        };
        self.tell_engines(by);
        if let Some(watcher) = &mut self.watcher {
            let token = last_token(&self.played.record);
            let number = self.played.plies;
            let of_ply = |evaluated: &&Evaluated| evaluated.ply + 1 == number;
            let count = self.played.evaluations.iter().rev().take_while(of_ply).count();
            let rests_on = &self.played.evaluations[self.played.evaluations.len() - count..];
            let told = Told { number, turn, token, rests_on };
            watcher.played(told, &Seen { game: self.game, position: self.position });
        }
        if !self.settings.record {
            self.played.record.clear();
        }
    }

    fn tell_engines(&mut self, by: By) {
        let token = last_token(&self.played.record);
        for seat in self.following.iter() {
            self.engines[seat.index()].observe(token, by);
        }
    }

    fn write(&mut self, ply: &Ply<G::Action>) {
        if !self.played.record.is_empty() {
            self.played.record.push(' ');
        }
        ply.write(self.game, self.position, &mut self.played.record);
    }

    fn begin(&mut self, seat: Seat) {
        self.begun.insert(seat);
        let rng = self.pairing.streams.generator(Purpose::Seat(seat));
        self.engines[seat.index()].begin(self.game, seat, rng);
    }

    #[inline]
    fn decide(&mut self, seat: Seat) -> Result<G::Action, Box<Fault>> {
        self.thinking = Some(seat);
        if !self.begun.contains(seat) {
            self.begin(seat);
        }
        let choice = self.engines[seat.index()].attempt(self.game, self.position)?;
        self.thinking = None;
        self.played.actions[seat.index()] += 1;
        self.played.nodes[seat.index()] += choice.nodes;
        if self.settings.evaluations {
            self.note(seat, choice);
        }
        Ok(choice.action)
    }

    /// Notes what a choice rests on.
    #[cold]
    fn note(&mut self, seat: Seat, choice: Choice<G::Action>) {
        let found = self.engines[seat.index()].explain(self.game, self.position, 0);
        let mut token = String::new();
        self.game.write_action(self.position, choice.action, &mut token);
        let (ply, nodes) = (self.played.plies, choice.nodes);
        let (value, depth) = (found.value, found.depth);
        self.played.evaluations.push(Evaluated { ply, seat, token, value, nodes, depth });
    }

    fn skip_chance(&mut self) {
        let chance = self.chance.get_or_insert_with(|| self.pairing.streams.stream(Purpose::Chance));
        chance.next_u64();
    }

    fn draw_chance(&mut self) -> G::Action {
        if let Some(watcher) = &mut self.watcher {
            watcher.throwing(&Seen { game: self.game, position: self.position });
        }
        let chance = self.chance.get_or_insert_with(|| self.pairing.streams.stream(Purpose::Chance));
        self.game.chance_at(self.position, chance.next_u64(), self.scratch)
    }

    /// Goes to where the opening of a book leads.
    fn enter(&mut self, opened: &Opened<G>) {
        self.position.clone_from(&opened.position);
        self.played.opening = opened.text();
        let moves = &opened.moves;
        self.played.plies = moves.len() as u64;
        self.played.opening_plies = self.played.plies;
        if self.settings.record && !moves.is_empty() {
            self.played.record.push_str(&self.played.opening);
        }
        let thrown = moves.iter().filter(|(_, by)| *by == By::Chance).count();
        if self.watcher.is_some() {
            // People go on with a game: its chance is what it was.
            (0..thrown).for_each(|_| self.skip_chance());
        }
        for (token, by) in moves {
            for seat in self.following.iter() {
                self.engines[seat.index()].observe(token, *by);
            }
        }
    }

    /// Plays the random opening. It ends where an engine is to take over, which depends on nothing that comes later;
    /// so if engines choose at random, too, it changes nothing. An opening may end the game.
    fn open(&mut self) {
        let mut rng = self.pairing.streams.generator(Purpose::Opening);
        let mut opening = Opening::new(self.game.seats(), self.settings.opening_plies);
        let (mut written, mut plies) = (0, 0);
        while self.played.plies < self.settings.max_plies {
            let ply = match self.game.turn(self.position) {
                Turn::Chance => Ply::One(self.draw_chance()),
                Turn::Over => break,
                _ if self.game.offers_swap(self.position) => break,
                turn if !opening.admits(turn) => break,
                Turn::Seat(seat) => Ply::One(self.draw(seat, &mut rng)),
                Turn::Simultaneous(seats) => {
                    Ply::Joint(seats.iter().map(|seat| self.draw(seat, &mut rng)).collect())
                }
            };
            let chance = self.game.turn(self.position) == Turn::Chance;
            self.write(&ply);
            ply.apply(self.game, self.position);
            self.played.plies += 1;
            self.tell_engines(if chance { By::Chance } else { By::Opening });
            if !chance {
                (written, plies) = (self.played.record.len(), self.played.plies);
            }
        }
        self.played.opening.push_str(&self.played.record[..written]);
        self.played.opening_plies = plies;
        if !self.settings.record {
            self.played.record.clear();
        }
    }

    /// A random action of a seat.
    fn draw(&mut self, seat: Seat, rng: &mut Rng) -> G::Action {
        self.game.random_action(self.position, seat, rng, self.scratch)
    }
}

/// The token that was written last.
fn last_token(record: &str) -> &str {
    record.rsplit(' ').next().unwrap_or_default()
}
