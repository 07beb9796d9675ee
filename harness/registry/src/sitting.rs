//! The game loop: one game from its start to its end, for tournaments, for people, and for trials alike.

use std::sync::atomic::{AtomicBool, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use torneo_contract::{Outcome, Playable, Ply, Scratch, Seat, SeatSet, SeatVec, Turn, reason};
use torneo_search::{Engine, Rng};

use crate::opening::Opening;
use crate::people::{Seen, Told, Watcher};
use crate::streams::Purpose;
use crate::table::{MatchSettings, Pairing, Played};

/// Whether seats ever choose in this game.
const fn decides<G: Playable>() -> bool {
    G::INFO.turns.decision || G::INFO.turns.simultaneous
}

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
        Sitting {
            game,
            pairing,
            settings,
            position,
            scratch,
            engines,
            begun,
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

    /// Plays until the game is over; false if it was abandoned because `stop` was set. What was chosen while it was
    /// set does not count.
    pub fn play(&mut self, stop: &AtomicBool) -> bool {
        if const { decides::<G>() } && self.settings.opening_plies > 0 {
            self.open();
        }
        loop {
            if self.played.plies >= self.settings.max_plies && self.game.turn(self.position) != Turn::Over {
                self.played.outcome = Some(Outcome::draw(self.game.seats(), reason::LENGTH_LIMIT));
                return true;
            }
            match self.game.turn(self.position) {
                Turn::Seat(seat) => {
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    let action = self.decide(seat);
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    self.apply(action);
                }
                Turn::Chance => {
                    let result = self.draw_chance();
                    self.apply(result);
                }
                Turn::Simultaneous(seats) => {
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    let joint: SeatVec<G::Action> = seats.iter().map(|seat| self.decide(seat)).collect();
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    self.apply_simultaneous(&joint);
                }
                Turn::Over => {
                    self.played.outcome = Some(self.game.outcome(self.position));
                    return true;
                }
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: G::Action) {
        if self.settings.record || self.watcher.is_some() {
            self.write(&Ply::One(action));
        }
        let turn = self.watcher.is_some().then(|| self.game.turn(self.position));
        self.game.apply(self.position, action);
        self.played.plies += 1;
        if let Some(turn) = turn {
            self.tell(turn);
        }
    }

    fn apply_simultaneous(&mut self, joint: &SeatVec<G::Action>) {
        if self.settings.record || self.watcher.is_some() {
            self.write(&Ply::Joint(joint.clone()));
        }
        let turn = self.watcher.is_some().then(|| self.game.turn(self.position));
        self.game.apply_simultaneous(self.position, joint);
        self.played.plies += 1;
        if let Some(turn) = turn {
            self.tell(turn);
        }
    }

    /// Tells the watcher of the ply that was played last, at this turn.
    #[cold]
    fn tell(&mut self, turn: Turn) {
        if let Some(watcher) = &mut self.watcher {
            let token = self.played.record.rsplit(' ').next().unwrap_or_default();
            let told = Told { number: self.played.plies, turn, token };
            watcher.played(told, &Seen { game: self.game, position: self.position });
        }
    }

    fn write(&mut self, ply: &Ply<G::Action>) {
        if !self.played.record.is_empty() {
            self.played.record.push(' ');
        }
        ply.write(self.game, self.position, &mut self.played.record);
    }

    #[inline]
    fn decide(&mut self, seat: Seat) -> G::Action {
        let engine = &mut self.engines[seat.index()];
        self.thinking = Some(seat);
        if !self.begun.contains(seat) {
            self.begun.insert(seat);
            let rng = self.pairing.luck.generator(Purpose::Seat(seat));
            engine.begin(self.game, seat, rng);
        }
        let choice = engine.choose(self.game, self.position);
        self.thinking = None;
        self.played.actions[seat.index()] += 1;
        self.played.nodes[seat.index()] += choice.nodes;
        choice.action
    }

    fn draw_chance(&mut self) -> G::Action {
        let chance = self.chance.get_or_insert_with(|| self.pairing.luck.stream(Purpose::Chance));
        self.game.chance_at(self.position, chance.next_u64(), self.scratch)
    }

    /// Plays the random opening. It ends where an engine is to take over, which depends on nothing that comes later;
    /// so if engines choose at random, too, it changes nothing. An opening may end the game.
    fn open(&mut self) {
        let mut rng = self.pairing.luck.generator(Purpose::Opening);
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
