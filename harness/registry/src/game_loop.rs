//! The game loop: one game from its start to its end, for tournaments, for people, and for trials alike.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, SeatSet, SeatVec, Turn, reason};
use torneo_search::{AnyEngine, Assessment, By, Face, Fault};
use web_time::Instant; // the clock of the standard library, and in browsers theirs

use crate::adjudication::Referee;
use crate::book::Opened;
use crate::opening::Opening;
use crate::pairing::{Evaluated, Faulty, MatchSettings, Pairing, Played, PlayedOn, Timed, loss};
use crate::streams::Purpose;
use crate::watching::{PlyEvent, Watcher};

/// One game in progress.
pub(crate) struct GameLoop<'a> {
    session: &'a mut dyn Session,
    pairing: &'a Pairing,
    settings: MatchSettings,
    /// The engine at each seat.
    pub engines: SeatVec<Box<dyn AnyEngine>>,
    /// Which engines have been told that the game began: they are told at their first decision.
    begun: SeatSet,
    /// The seats whose engines are told of every ply, from the beginning on.
    following: SeatSet,
    /// Whether an engine keeps a clock.
    is_timed: bool,
    /// The stream of chance, once it was needed.
    chance: Option<ChaCha8Rng>,
    /// The seat whose engine is at work.
    pub thinking: Option<Seat>,
    played: &'a mut Played,
    watcher: Option<&'a mut dyn Watcher>,
    /// Who ends the game before its rules do, if somebody does.
    referee: Option<Referee<'a>>,
}

impl<'a> GameLoop<'a> {
    /// A game about to begin where the session is.
    pub fn new(
        session: &'a mut dyn Session,
        pairing: &'a Pairing,
        settings: MatchSettings,
        engines: SeatVec<Box<dyn AnyEngine>>,
        played: &'a mut Played,
    ) -> GameLoop<'a> {
        let (begun, chance, thinking, watcher) = (SeatSet::EMPTY, None, None, None);
        let following = Seat::all(engines.len()).filter(|seat| engines[seat.index()].follows()).collect();
        let is_timed = engines.iter().any(|engine| engine.clock().is_some());
        GameLoop {
            session,
            pairing,
            settings,
            engines,
            begun,
            following,
            is_timed,
            chance,
            thinking,
            played,
            watcher,
            referee: None,
        }
    }

    /// The same game with somebody who may end it.
    pub fn judged_by(self, referee: Option<Referee<'a>>) -> GameLoop<'a> {
        GameLoop { referee, ..self }
    }

    /// The same game with somebody who is told of every ply.
    pub fn watched_by(self, watcher: &'a mut dyn Watcher) -> GameLoop<'a> {
        GameLoop { watcher: Some(watcher), ..self }
    }

    /// Plays until the game is over. It begins with an opening if one is given. Else it begins at the
    /// position, with random moves first if some are wanted. Returns false if it was abandoned because `stop`
    /// was set. What was chosen while `stop` was set does not count.
    ///
    /// # Errors
    /// A fault of this machine: the game does not count.
    pub fn play(&mut self, opened: Option<&Opened>, stop: &AtomicBool) -> Result<bool, Fault> {
        if let Some(position) = opened.and_then(|opened| opened.from.as_ref()) {
            self.following.iter().for_each(|seat| self.engines[seat.index()].start_from(position));
        }
        for seat in self.following.iter() {
            self.engines[seat.index()].set_number(self.pairing.game_no);
            self.begin(seat);
        }
        if let Some(opened) = opened {
            self.enter(opened);
        } else if self.settings.opening_plies > 0 {
            self.open();
        }
        if !self.go_on(stop)? {
            return Ok(false);
        }
        if self.settings.play_on && self.is_adjudicated() && !self.play_on(stop)? {
            return Ok(false);
        }
        let on = self.played.on.as_ref().map(|on| &on.outcome);
        if let Some(outcome) = on.or(self.played.outcome.as_ref()) {
            for seat in self.following.iter() {
                self.engines[seat.index()].finish(outcome);
            }
        }
        Ok(true)
    }

    /// Plays until the game is over, by its rules, by a fault, or adjudicated, as [`play`](GameLoop::play).
    fn go_on(&mut self, stop: &AtomicBool) -> Result<bool, Fault> {
        match self.play_plies(stop) {
            Ok(finished) => Ok(finished),
            Err(_) if stop.load(Ordering::Relaxed) => Ok(false),
            Err(fault) if fault.is_of_machine() => Err(*fault),
            Err(fault) => {
                self.lose(*fault);
                Ok(true)
            }
        }
    }

    fn is_adjudicated(&self) -> bool {
        self.played.outcome.as_ref().is_some_and(|outcome| reason::ADJUDICATED.contains(&outcome.reason))
    }

    /// Plays a game that was adjudicated to its end by the rules, and leaves what is known of it as it was.
    fn play_on(&mut self, stop: &AtomicBool) -> Result<bool, Fault> {
        let began = Instant::now();
        let played = &mut *self.played;
        let outcome = played.outcome.take();
        let (plies, actions, nodes) = (played.plies, played.actions.clone(), played.nodes.clone());
        let lengths =
            [played.record.len(), played.evaluations.len(), played.times.len(), played.faulty.len()];
        self.referee = None;
        let finished = self.go_on(stop)?;
        let played = &mut *self.played;
        let more = played.nodes.iter().sum::<u64>() - nodes.iter().sum::<u64>();
        let (all, took) = (played.plies, began.elapsed());
        played.on = played.outcome.take().map(|outcome| PlayedOn { outcome, plies: all, nodes: more, took });
        (played.outcome, played.plies, played.actions, played.nodes) = (outcome, plies, actions, nodes);
        played.record.truncate(lengths[0]);
        played.evaluations.truncate(lengths[1]);
        played.times.truncate(lengths[2]);
        played.faulty.truncate(lengths[3]);
        played.failed = None;
        Ok(finished)
    }

    /// Ends the game by the fault of the engine at work.
    fn lose(&mut self, fault: Fault) {
        let seat = self.thinking.take().expect("an engine was at work");
        self.played.outcome = Some(loss(seat, &self.pairing.engines, fault.reason));
        self.played.failed = Some((seat, fault.message));
    }

    /// Plays from here until the game is over, as [`play`](GameLoop::play).
    fn play_plies(&mut self, stop: &AtomicBool) -> Result<bool, Box<Fault>> {
        loop {
            let turn = self.session.turn();
            if turn == Turn::Over {
                // A game that failed is over, and stops.
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                self.played.outcome = Some(self.session.result());
                return Ok(true);
            }
            if self.played.plies >= self.settings.max_plies {
                self.played.outcome = Some(Outcome::draw(self.session.seats(), reason::LENGTH_LIMIT));
                return Ok(true);
            }
            let choosers = turn.choosers();
            if choosers.is_empty() {
                if !self.watcher.as_mut().is_none_or(|watcher| watcher.throwing(&*self.session)) {
                    return Ok(false);
                }
                self.draw_chance();
            } else {
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                choosers.iter().try_for_each(|seat| self.decide(seat))?;
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
            }
            self.apply(turn);
            if let Some(outcome) = self.adjudicated(turn) {
                self.played.outcome = Some(outcome);
                return Ok(true);
            }
        }
    }

    /// The outcome that follows from what was told with the choice of this turn, where somebody ends games.
    fn adjudicated(&mut self, turn: Turn) -> Option<Outcome> {
        let (Some(referee), Turn::Seat(seat)) = (&mut self.referee, turn) else { return None };
        let told = self.played.evaluations.last()?.told();
        referee.follow(seat, &told, self.session, self.played.plies)
    }

    /// Plays what was chosen at this turn.
    fn apply(&mut self, turn: Turn) {
        let told = self.watcher.is_some() || !self.following.is_empty();
        if self.settings.record || told {
            self.write();
        }
        self.session.play_chosen(self.watcher.is_some());
        self.played.plies += 1;
        if told {
            self.tell(turn);
        }
    }

    /// Tells the watcher and the engines that follow of the ply that was played last, at this turn.
    #[cold]
    fn tell(&mut self, turn: Turn) {
        self.tell_engines(who_plays(turn));
        if let Some(watcher) = &mut self.watcher {
            let token = last_token(&self.played.record);
            let number = self.played.plies;
            let of_ply = |evaluated: &&Evaluated| evaluated.ply + 1 == number;
            let count = self.played.evaluations.iter().rev().take_while(of_ply).count();
            let rests_on = &self.played.evaluations[self.played.evaluations.len() - count..];
            let told = PlyEvent { number, turn, token, rests_on };
            watcher.played(told, &*self.session);
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

    /// Appends what was chosen to the record.
    fn write(&mut self) {
        if !self.played.record.is_empty() {
            self.played.record.push(' ');
        }
        self.session.write_chosen(&mut self.played.record);
    }

    fn begin(&mut self, seat: Seat) {
        self.begun.insert(seat);
        let rng = self.pairing.streams.generator(Purpose::Seat(seat));
        self.engines[seat.index()].begin(&*self.session, seat, rng);
    }

    /// Lets the engine at a seat choose.
    fn decide(&mut self, seat: Seat) -> Result<(), Box<Fault>> {
        self.thinking = Some(seat);
        if !self.begun.contains(seat) {
            self.begin(seat);
        }
        if self.is_timed {
            let clocks: SeatVec<Option<Face>> = self.engines.iter().map(|engine| engine.clock()).collect();
            self.engines[seat.index()].see_clocks(&clocks);
        }
        let began = self.settings.times.then(Instant::now);
        let chosen = self.engines[seat.index()].choose(self.session);
        let took = began.map(|began| began.elapsed());
        if self.following.contains(seat) {
            self.note_faulty(seat);
        }
        let nodes = chosen?;
        self.thinking = None;
        self.played.actions[seat.index()] += 1;
        self.played.nodes[seat.index()] += nodes;
        if self.settings.evaluations || self.settings.times {
            self.note(seat, nodes, took);
        }
        Ok(())
    }

    /// Notes what was wrong with answers to the last question.
    fn note_faulty(&mut self, seat: Seat) {
        let ply = self.played.plies;
        let faulty = self.engines[seat.index()].take_faulty().into_iter();
        self.played.faulty.extend(faulty.map(|answer| Faulty { ply, seat, answer }));
    }

    /// Notes what the last choice rests on, and how long it took if that was measured.
    #[cold]
    fn note(&mut self, seat: Seat, nodes: u64, took: Option<Duration>) {
        let (ply, engine) = (self.played.plies, &mut self.engines[seat.index()]);
        let Assessment { value, depth, cp, mate, took: by_its_clock } = engine.assess(&*self.session, nodes);
        if let Some(took) = took {
            let clock = engine.clock().map(|face| face.left);
            self.played.times.push(Timed { ply, took: by_its_clock.unwrap_or(took), clock });
        }
        if self.settings.evaluations {
            let mut token = String::new();
            self.session.write_choice(&mut token);
            self.played.evaluations.push(Evaluated { ply, seat, token, value, nodes, depth, cp, mate });
        }
    }

    /// The next word of chance.
    fn chance(&mut self) -> u64 {
        let chance = self.chance.get_or_insert_with(|| self.pairing.streams.stream(Purpose::Chance));
        chance.next_u64()
    }

    fn draw_chance(&mut self) {
        let word = self.chance();
        self.session.choose_chance(word);
    }

    /// Goes to where the opening of a book leads.
    fn enter(&mut self, opened: &Opened) {
        self.session.go_to(&*opened.session);
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
            (0..thrown).for_each(|_| _ = self.chance());
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
        let mut opening = Opening::new(self.session.seats(), self.settings.opening_plies);
        let (mut written, mut plies) = (0, 0);
        while self.played.plies < self.settings.max_plies {
            let turn = self.session.turn();
            match turn {
                Turn::Chance => self.draw_chance(),
                Turn::Over => break,
                _ if self.session.offers_swap() || !opening.admits(turn) => break,
                Turn::Seat(seat) => self.session.choose_randomly(seat, &mut rng),
                Turn::Simultaneous(seats) => {
                    seats.iter().for_each(|seat| self.session.choose_randomly(seat, &mut rng));
                }
            }
            self.write();
            self.session.play_chosen(false);
            self.played.plies += 1;
            self.tell_engines(if turn == Turn::Chance { By::Chance } else { By::Opening });
            if turn != Turn::Chance {
                (written, plies) = (self.played.record.len(), self.played.plies);
            }
        }
        self.played.opening.push_str(&self.played.record[..written]);
        self.played.opening_plies = plies;
        if !self.settings.record {
            self.played.record.clear();
        }
    }
}

/// Who makes a ply at a turn.
pub(crate) fn who_plays(turn: Turn) -> By {
    match turn {
        Turn::Chance => By::Chance,
        Turn::Simultaneous(_) => By::Simultaneous,
        Turn::Seat(_) | Turn::Over => By::Seat,
    }
}

/// The token that was written last.
fn last_token(record: &str) -> &str {
    record.rsplit(' ').next().unwrap_or_default()
}
