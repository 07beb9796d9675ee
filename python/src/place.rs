//! One game of a batch.

use std::sync::Arc;

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Seat, random};
use torneo_encoding as encoding;
use torneo_registry::streams::{Purpose, Streams};
use torneo_search::Rng;

/// The action of a game that is left as it is.
pub const WAIT: i64 = -1;

/// What is pickled of a game: its number, the steps taken, how many actions were drawn, whether it has ended, and the word from which
/// the action was drawn of which a part is entered.
pub type Left = (u64, Vec<u32>, u64, bool, Option<u64>);

/// One game of a batch.
pub struct Place {
    pub environment: encoding::Environment,
    /// The number of the game, from which its chance comes.
    pub number: u64,
    /// The steps taken in the game.
    pub steps: Vec<u32>,
    /// For random actions, and how many were drawn in the game.
    rng: Rng,
    pub drawn: u64,
    /// What the next draw gives, if it was drawn ahead, and the word from which it is drawn.
    ahead: Option<i64>,
    word: Option<u64>,
    /// The word from which the action under way was drawn.
    begun: u64,
    /// Whether the game has ended or was cut off, and waits for the next one.
    pub ended: bool,
    /// The legal actions of the seat that steps next, which are set in the mask. Without masks they are not listed.
    pub legal: Vec<u32>,
    /// Without masks: what was drawn as an action that is legal now.
    chosen: i64,
    /// Whether masks are written.
    masks: bool,
    /// Where its row of observations was written.
    pub written: encoding::Written,
}

/// Of what the games of a batch are made.
#[derive(Clone)]
pub struct Kit {
    pub encoding: Arc<encoding::Encoding>,
    /// The master seed.
    pub seed: u64,
    /// Whether masks are written.
    pub masks: bool,
}

impl Place {
    /// A game at its start.
    pub fn begin(kit: &Kit, number: u64) -> Place {
        let rng = Streams::numbered(kit.seed, number).generator(Purpose::Seat(Seat::FIRST));
        let environment = encoding::Environment::new(&kit.encoding, kit.seed, number);
        Place {
            environment: if kit.masks { environment } else { environment.unlisted() },
            number,
            steps: Vec::new(),
            rng,
            drawn: 0,
            ahead: None,
            word: None,
            begun: 0,
            ended: false,
            legal: Vec::new(),
            chosen: WAIT,
            masks: kit.masks,
            written: encoding::Written::default(),
        }
    }

    /// A game that was left in the middle.
    pub fn restore(kit: &Kit, left: Left) -> Place {
        let (number, steps, drawn, ended, begun) = left;
        let mut place = Place { steps, drawn, ended, ..Place::begin(kit, number) };
        let whole = place.replay(0, place.steps.len());
        if let Some(word) = begun {
            // The same again, up to the action that was drawn.
            place.environment = Place::begin(kit, number).environment;
            place.replay(0, whole);
            place.environment.draw_step(&mut Rng::seed_from_u64(word));
            place.begun = word;
            place.replay(whole, place.steps.len());
        }
        for _ in 0..drawn {
            place.rng.next_u64();
        }
        place
    }

    /// Takes steps again that were taken before, from the one number to the other: after how many of them the last action was whole.
    fn replay(&mut self, from: usize, to: usize) -> usize {
        let mut whole = from;
        for index in from..to {
            let seat = self.seat();
            self.environment.step(seat, self.steps[index] as usize).expect("it was taken before");
            if !self.environment.is_in_between() {
                whole = index + 1;
            }
        }
        whole
    }

    /// What is pickled of the game.
    pub fn left(&self) -> Left {
        let begun = self.environment.is_within_drawn().then_some(self.begun);
        (self.number, self.steps.clone(), self.drawn, self.ended, begun)
    }

    /// Begins another game in the same rows.
    pub fn follow(&mut self, kit: &Kit, number: u64) {
        let (legal, written) = (std::mem::take(&mut self.legal), std::mem::take(&mut self.written));
        let steps = std::mem::take(&mut self.steps);
        *self = Place { legal, written, steps, ..Place::begin(kit, number) };
        self.steps.clear();
    }

    /// Takes a step that is legal.
    pub fn step(&mut self, seat: Seat, action: i64) {
        self.environment.step(seat, action as usize).expect("the action was checked");
        self.steps.push(action as u32);
        (self.chosen, self.ahead) = (WAIT, None);
    }

    /// Lists the legal actions of the seat that steps next, where masks do not do that.
    pub fn list(&mut self) {
        if !self.masks {
            self.environment.list();
            let legal = self.environment.legal(self.seat());
            self.legal.clear();
            self.legal.extend(legal.into_iter().map(|step| step as u32));
        }
    }

    /// Whether the seat that steps next may take an action, or the game may wait.
    pub fn is_legal(&mut self, action: i64) -> bool {
        if action == WAIT || self.ended {
            return action == WAIT;
        }
        if !self.masks {
            if action == self.chosen {
                return true;
            }
            self.list();
        }
        self.legal.iter().any(|&step| i64::from(step) == action)
    }

    /// One of the legal actions, each equally likely; a game that has ended waits.
    pub fn choose(&mut self) -> i64 {
        if self.ended {
            return WAIT;
        }
        self.drawn += 1;
        if self.masks {
            return i64::from(self.legal[random::below(&mut self.rng, self.legal.len())]);
        }
        self.chosen = match self.ahead.take() {
            Some(action) => action,
            None => self.draw(),
        };
        self.word = None;
        self.chosen
    }

    /// Whether the next draw is there already.
    pub fn is_ahead(&self) -> bool {
        self.ended || self.ahead.is_some()
    }

    /// Draws what [`choose`](Place::choose) will give, where masks are not written.
    pub fn look_ahead(&mut self) {
        if !self.ended {
            self.ahead = Some(self.draw());
        }
    }

    /// A legal action, without masks: from one word for each draw, whatever the game does with it.
    fn draw(&mut self) -> i64 {
        let word = *self.word.get_or_insert_with(|| self.rng.next_u64());
        let mut rng = Rng::seed_from_u64(word);
        if !self.environment.is_within_drawn() {
            self.begun = word;
        }
        match self.environment.draw_step(&mut rng) {
            Some(step) => step as i64,
            None => {
                self.environment.list();
                self.legal.clear();
                // An integer with which several actions go on comes as often.
                let seat = self.seat();
                self.environment.for_each_legal(seat, |step| self.legal.push(step as u32));
                i64::from(self.legal[random::below(&mut rng, self.legal.len())])
            }
        }
    }

    /// The seat that steps next; seat 0 where nobody does.
    pub fn seat(&self) -> Seat {
        self.environment.choosers().next().unwrap_or(Seat::FIRST)
    }
}
