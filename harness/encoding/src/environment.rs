//! A game in progress that is played by integers and seen as arrays.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use torneo_contract::scene::{Place, Scene};
use torneo_contract::session::{Due, Session};
use torneo_contract::{Outcome, Seat, SeatVec, Turn};
use torneo_registry::streams::{Purpose, Streams};

use crate::atoms::Viewer;
use crate::frame::Located;
use crate::{Encoding, NotLegal};

/// Who draws the results of chance.
#[derive(Clone, Debug)]
enum Chance {
    /// This stream, one word for each turn.
    Stream(Box<ChaCha8Rng>),
    /// Whoever plays: turns of chance are told of.
    Caller,
}

/// What a seat may enter, and what it has entered.
#[derive(Clone, Debug)]
struct Choice {
    seat: Seat,
    /// The numbers of the places of each legal action, one after the other.
    numbers: Vec<u32>,
    /// Where the numbers of each action begin, and where the last ones end.
    starts: Vec<u32>,
    /// The actions that begin with what was entered.
    left: Vec<u32>,
    /// How many numbers were entered.
    entered: usize,
    /// The action, once it is entered.
    made: Option<u32>,
}

impl Choice {
    fn new(seat: Seat, encoding: &Encoding, located: &Located<'_>, clicks: &[Vec<Place>]) -> Choice {
        let (mut numbers, mut starts) = (Vec::new(), vec![0]);
        for places in clicks {
            for &place in places {
                encoding.codec().alphabet.write(place, located, &mut numbers);
            }
            starts.push(numbers.len() as u32);
        }
        let left = (0..clicks.len() as u32).collect();
        Choice { seat, numbers, starts, left, entered: 0, made: None }
    }

    fn numbers_of(&self, action: u32) -> &[u32] {
        &self.numbers[self.starts[action as usize] as usize..self.starts[action as usize + 1] as usize]
    }

    /// The next step of each action that is left, and how many numbers it enters.
    fn steps<'a>(&'a self, encoding: &'a Encoding) -> impl Iterator<Item = (u32, usize, usize)> + 'a {
        self.left.iter().map(|&action| {
            let (step, entered) = encoding.codec().step(&self.numbers_of(action)[self.entered..]);
            (action, step, entered)
        })
    }

    /// Enters a step; false if no legal action goes on with it.
    fn enter(&mut self, encoding: &Encoding, step: usize) -> bool {
        let fitting = self.steps(encoding).filter(|&(_, own, _)| own == step);
        let fitting: Vec<(u32, usize)> = fitting.map(|(action, _, entered)| (action, entered)).collect();
        let Some(&(action, entered)) = fitting.first() else { return false };
        self.entered += entered;
        self.left = fitting.into_iter().map(|(action, _)| action).collect();
        self.made = (self.numbers_of(action).len() == self.entered).then_some(action);
        true
    }

    /// What was entered so far.
    fn pending(&self) -> &[u32] {
        &self.numbers_of(self.left[0])[..self.entered]
    }
}

/// A game in progress: seats enter their actions step by step, and see arrays.
///
/// The turn passes on by itself when every choosing seat has entered its action. Games in which nobody ever decides go on by
/// one result of chance with each step 0 of the seats in turn; a game that is over before anybody decided waits for one step 0.
pub struct Environment {
    encoding: Arc<Encoding>,
    session: Box<dyn Session>,
    chance: Chance,
    plies: u64,
    steps: u64,
    choices: SeatVec<Choice>,
    /// The results of chance of which one is still to be drawn, if the caller draws.
    results: Option<(usize, usize)>,
    /// The seat that has to step on although there is nothing to decide.
    forced: Option<Seat>,
    scene: Scene,
    outcome: Option<Outcome>,
}

impl Clone for Environment {
    fn clone(&self) -> Environment {
        Environment {
            encoding: self.encoding.clone(),
            session: self.session.copy(),
            chance: self.chance.clone(),
            choices: self.choices.clone(),
            scene: self.scene.clone(),
            outcome: self.outcome.clone(),
            ..*self
        }
    }
}

impl Environment {
    /// A game from its start whose chance comes from the stream of this game of a master seed.
    pub fn new(encoding: &Arc<Encoding>, seed: u64, number: u64) -> Environment {
        let stream = Streams::numbered(seed, number).stream(Purpose::Chance);
        Environment::begin(encoding, Chance::Stream(Box::new(stream)))
    }

    /// A game from its start of which the caller draws the chance.
    pub fn with_open_chance(encoding: &Arc<Encoding>) -> Environment {
        Environment::begin(encoding, Chance::Caller)
    }

    fn begin(encoding: &Arc<Encoding>, chance: Chance) -> Environment {
        let mut environment = Environment {
            session: encoding.start().copy(),
            encoding: encoding.clone(),
            chance,
            plies: 0,
            steps: 0,
            choices: SeatVec::new(),
            results: None,
            forced: None,
            scene: Scene::default(),
            outcome: None,
        };
        environment.go_on();
        environment
    }

    /// How the game becomes numbers.
    pub fn encoding(&self) -> &Arc<Encoding> {
        &self.encoding
    }

    /// The game behind the text interface.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Plies played: decisions, joint choices and results of chance.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Whether nothing more can be done.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some() && self.forced.is_none()
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The seats that still have something to enter, in seat order.
    pub fn choosers(&self) -> impl Iterator<Item = Seat> + '_ {
        let choosing = self.choices.iter().filter(|choice| choice.made.is_none()).map(|choice| choice.seat);
        self.forced.into_iter().chain(choosing)
    }

    /// Whether seats choose at the same time.
    pub fn is_simultaneous(&self) -> bool {
        matches!(self.session.turn(), Turn::Simultaneous(_)) && self.forced.is_none()
    }

    /// Draws chance until seats are to choose or the game is over, and prepares what they may enter.
    fn go_on(&mut self) {
        loop {
            match (self.session.turn(), &mut self.chance) {
                (Turn::Chance, Chance::Caller) => {
                    self.results = Some((0, self.session.weights().len()));
                    break;
                }
                (Turn::Chance, Chance::Stream(_)) if !self.encoding.decides() => {
                    self.forced = Some(Seat::new(self.plies as usize % self.encoding.seats()));
                    break;
                }
                (Turn::Chance, Chance::Stream(stream)) => {
                    self.session.draw_chance(stream.next_u64());
                    self.plies += 1;
                }
                (Turn::Over, chance) => {
                    let unseen = matches!(chance, Chance::Stream(_)) && self.steps == 0;
                    self.forced = unseen.then_some(Seat::FIRST);
                    self.outcome = self.session.outcome();
                    break;
                }
                _ => break,
            }
        }
        self.scene = self.session.plain_scene();
        self.prepare();
    }

    /// Prepares what the seats may enter.
    fn prepare(&mut self) {
        self.choices.clear();
        let seats: SeatVec<Seat> = match self.session.turn() {
            Turn::Seat(seat) => [seat].into_iter().collect(),
            Turn::Simultaneous(seats) => seats.iter().collect(),
            Turn::Chance | Turn::Over => return,
        };
        let located = self.encoding.layout().frame().locate(&self.scene);
        for (seat, clicks) in seats.into_iter().zip(self.session.clicks()) {
            self.choices.push(Choice::new(seat, &self.encoding, &located, &clicks));
        }
    }

    fn choice(&self, seat: Seat) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.seat == seat && choice.made.is_none())
    }

    /// Gives every step that a seat may take now, some of them more than once; none if it has nothing to enter.
    pub fn for_each_legal(&self, seat: Seat, mut take: impl FnMut(usize)) {
        if self.forced == Some(seat) {
            return take(0);
        }
        if let Some(choice) = self.choice(seat) {
            choice.steps(&self.encoding).for_each(|(_, step, _)| take(step));
        }
    }

    /// The steps that a seat may take now, ascending.
    pub fn legal(&self, seat: Seat) -> Vec<usize> {
        let mut steps = Vec::new();
        self.for_each_legal(seat, |step| steps.push(step));
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Writes 1 for every step that a seat may take now, 0 for the others.
    pub fn mask(&self, seat: Seat, mask: &mut [i8]) {
        mask.fill(0);
        self.for_each_legal(seat, |step| mask[step] = 1);
    }

    /// Takes a step of a seat.
    ///
    /// # Errors
    /// A step that the seat may not take now; nothing changes.
    pub fn step(&mut self, seat: Seat, step: usize) -> Result<(), NotLegal> {
        let refused = NotLegal { seat, step };
        if self.forced == Some(seat) {
            return if step == 0 { self.forced_step() } else { Err(refused) };
        }
        let encoding = self.encoding.clone();
        let choice = self.choices.iter_mut().find(|choice| choice.seat == seat && choice.made.is_none());
        if !choice.is_some_and(|choice| choice.enter(&encoding, step)) {
            return Err(refused);
        }
        self.steps += 1;
        let made: Option<Vec<usize>> =
            self.choices.iter().map(|choice| choice.made.map(|action| action as usize)).collect();
        if let Some(numbers) = made {
            self.session.play_numbers(&numbers).expect("every seat has entered a legal action");
            self.plies += 1;
            self.go_on();
        }
        Ok(())
    }

    /// A step of a seat that has nothing to decide.
    fn forced_step(&mut self) -> Result<(), NotLegal> {
        self.forced = None;
        self.steps += 1;
        if let Chance::Stream(stream) = &mut self.chance
            && self.outcome.is_none()
        {
            self.session.draw_chance(stream.next_u64());
            self.plies += 1;
            self.go_on();
        }
        Ok(())
    }

    /// The weights of what chance may do next, if the caller draws: of single results, or of equal blocks of successive results
    /// where there are more of them than [`Encoding::chance`].
    pub fn chances(&self) -> Option<Vec<u64>> {
        let (from, to) = self.results?;
        let weights = self.session.weights();
        let block = self.block(to - from);
        Some(weights[from..to].chunks(block).map(|block| block.iter().sum()).collect())
    }

    /// How many results stand together where so many are left.
    fn block(&self, results: usize) -> usize {
        let most = self.encoding.chance().max(2);
        let mut block = 1;
        while results.div_ceil(block) > most {
            block *= most;
        }
        block
    }

    /// Draws one of the [`chances`](Environment::chances), by its number; false if there is none such.
    pub fn draw(&mut self, number: usize) -> bool {
        let Some((from, to)) = self.results else { return false };
        let block = self.block(to - from);
        let first = from + number.saturating_mul(block);
        if first >= to {
            return false;
        }
        let last = (first + block).min(to);
        if last - first > 1 {
            self.results = Some((first, last));
            return true;
        }
        self.results = None;
        self.session.play_numbers(&[first]).expect("the result is one of those that there are");
        self.plies += 1;
        self.go_on();
        true
    }

    /// What a seat sees, written over `numbers`, which has the length of the [layout](Encoding::layout).
    pub fn observe(&self, seat: Seat, numbers: &mut [f32]) {
        let layout = self.encoding.layout();
        let located = layout.frame().locate(&self.scene);
        let mut filling = layout.fill(numbers);
        let viewer = Viewer { scene: &self.scene, located: &located, seat, seats: self.encoding.seats() };
        viewer.tell(&mut filling);
        if let Some(choice) = self.choice(seat) {
            for (order, &number) in choice.pending().iter().enumerate() {
                let cell = (number as usize) < layout.frame().cells();
                filling.pending(order, cell.then_some(number as usize), number);
            }
        }
        filling.finish();
    }

    /// What a step of a seat stands for in the notation, if it completes an action.
    pub fn token(&self, seat: Seat, step: usize) -> Option<String> {
        let mut choice = self.choice(seat)?.clone();
        if !choice.enter(&self.encoding, step) {
            return None;
        }
        let made = choice.made? as usize;
        self.tokens(seat)?.into_iter().nth(made)
    }

    /// The steps of a seat that enter an action, by its token; none if it is not legal here or part of another is entered.
    pub fn steps_of(&self, seat: Seat, token: &str) -> Option<Vec<usize>> {
        let choice = self.choice(seat).filter(|choice| choice.entered == 0)?;
        let action = self.tokens(seat)?.iter().position(|known| known == token)?;
        let (mut rest, mut steps) = (choice.numbers_of(action as u32), Vec::new());
        while !rest.is_empty() {
            let (step, entered) = self.encoding.codec().step(rest);
            steps.push(step);
            rest = &rest[entered..];
        }
        Some(steps)
    }

    /// The legal tokens of a choosing seat.
    fn tokens(&self, seat: Seat) -> Option<Vec<String>> {
        let index = self.choices.iter().position(|choice| choice.seat == seat)?;
        match self.session.due() {
            Due::Seat(_, legal) => Some(legal),
            Due::Simultaneous(mut lists) => Some(lists.swap_remove(index).1),
            Due::Chance(_) | Due::Over(_) => None,
        }
    }

    /// What each seat gains: 1 for a sole winner, 0 for a draw of all, less below that, so that all add up to 0; zeros before
    /// the end.
    pub fn returns(&self) -> SeatVec<f64> {
        let seats = self.encoding.seats();
        let gain = |score: &f64| (score * seats as f64 - 1.0) / (seats as f64 - 1.0);
        match &self.outcome {
            Some(outcome) => outcome.scores.iter().map(gain).collect(),
            None => std::iter::repeat_n(0.0, seats).collect(),
        }
    }
}
