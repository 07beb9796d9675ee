//! A game in progress that is played by integers and seen as arrays.

mod observe;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use torneo_contract::random::Generator;
use torneo_contract::scene::Scene;
use torneo_contract::scenery::Clicks;
use torneo_contract::session::{Due, IllegalMove, Session};
use torneo_contract::{Outcome, Seat, SeatVec, Turn, refuse_if};
use torneo_registry::streams::{Purpose, Streams};

use crate::cells::Cells;
use crate::choice::Choice;
use crate::{Encoding, NotLegal};

/// Who draws the results of chance.
#[derive(Clone, Debug)]
enum Chance {
    /// This stream, one word for each turn.
    Stream(Box<ChaCha8Rng>),
    /// Whoever plays: turns of chance are told of.
    Caller,
}

impl Chance {
    fn drawn((seed, number): (u64, u64)) -> Chance {
        Chance::Stream(Box::new(Streams::numbered(seed, number).stream(Purpose::Chance)))
    }
}

thread_local! {
    /// The clicks of the position that is being prepared.
    static CLICKS: RefCell<Clicks> = RefCell::default();
}

/// A game in progress: seats enter their actions step by step, and see arrays.
///
/// The turn passes on by itself when every choosing seat has entered its action. In games in which nobody
/// ever decides, the seats enter step 0 in turn, and each plays one result of chance. A game that is over
/// before anybody decided waits for one step 0.
pub struct Environment {
    encoding: Arc<Encoding>,
    session: Box<dyn Session>,
    /// A number that no other game in progress has.
    number: u64,
    chance: Chance,
    plies: u64,
    steps: u64,
    choices: SeatVec<Choice>,
    /// The results of chance of which one is still to be drawn, if the caller draws.
    results: Option<(usize, usize)>,
    /// The seat that has to step on although there is nothing to decide.
    forced: Option<Seat>,
    /// What is on the table, if it grows.
    scene: Option<Scene>,
    /// Where the sites lie, if the table grows.
    moving: Cells,
    outcome: Option<Outcome>,
    /// Whether what a seat may enter is listed only when somebody asks for it.
    lazy: bool,
    /// Whether it is listed.
    listed: bool,
    /// The numbers of an action that was drawn and is chosen already, and how many of them were entered.
    drawn: Vec<u32>,
    entered: usize,
}

/// A number that no game in progress had before. Only observations that are written again look at it.
fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Clone for Environment {
    fn clone(&self) -> Environment {
        Environment {
            encoding: self.encoding.clone(),
            session: self.session.copy(),
            number: next_number(),
            chance: self.chance.clone(),
            choices: self.choices.clone(),
            scene: self.scene.clone(),
            moving: self.moving.clone(),
            outcome: self.outcome.clone(),
            // What was chosen is not copied.
            drawn: Vec::new(),
            entered: 0,
            ..*self
        }
    }
}

impl Environment {
    /// A game from its start whose chance comes from the stream of this game of a master seed.
    pub fn new(encoding: &Arc<Encoding>, seed: u64, number: u64) -> Environment {
        Environment::at(encoding, encoding.start().copy(), Some((seed, number)))
    }

    /// A game of the encoding that goes on from where it stands. Its chance comes from the stream of a game of a master seed,
    /// `(seed, number)`, or the caller draws it.
    pub fn at(encoding: &Arc<Encoding>, session: Box<dyn Session>, drawn: Option<(u64, u64)>) -> Environment {
        let chance = drawn.map_or(Chance::Caller, Chance::drawn);
        let mut environment = Environment {
            session,
            encoding: encoding.clone(),
            number: next_number(),
            chance,
            plies: 0,
            steps: 0,
            choices: SeatVec::new(),
            results: None,
            forced: None,
            scene: None,
            moving: Cells::default(),
            outcome: None,
            lazy: false,
            listed: true,
            drawn: Vec::new(),
            entered: 0,
        };
        environment.go_on();
        environment
    }

    /// From now on chance comes from the stream of a game of a master seed, `(seed, number)`.
    pub fn draw_from(&mut self, drawn: (u64, u64)) {
        self.chance = Chance::drawn(drawn);
    }

    /// The same game, which from now on lists what a seat may enter only when [`list`](Environment::list) is called, or for a step
    /// that was not [drawn](Environment::draw_step).
    #[must_use]
    pub fn unlisted(mut self) -> Environment {
        self.lazy = true;
        self.prepare();
        self
    }

    /// Lists what the seats may enter, if that was put off. What was drawn is forgotten. What was entered of it stays.
    pub fn list(&mut self) {
        if self.listed {
            return;
        }
        let entered = std::mem::take(&mut self.entered);
        let numbers = std::mem::take(&mut self.drawn);
        self.session.unchoose();
        let lazy = std::mem::replace(&mut self.lazy, false);
        self.prepare();
        self.lazy = lazy;
        let (mut rest, left) = (&numbers[..], numbers.len() - entered);
        while rest.len() > left {
            let choice = self.choices.first_mut().expect("a seat has entered something");
            let codec = self.encoding.codec_of(choice.seat);
            let (step, many) = codec.step(rest);
            assert!(choice.enter(codec, step), "the action is legal");
            rest = &rest[many..];
        }
    }

    /// Draws one of the legal actions of the seat whose turn it is, each equally likely, without listing them: the first step that
    /// enters it; if a part of it is entered, the next one. None where actions are listed already, or there is nothing to decide.
    pub fn draw_step(&mut self, rng: &mut Generator) -> Option<usize> {
        let Turn::Seat(seat) = self.session.turn() else { return None };
        if self.listed || self.forced.is_some() {
            return None;
        }
        let (codec, located) =
            (self.encoding.codec_of(seat), self.encoding.layout().located(seat, &self.moving));
        if self.entered == 0 {
            self.drawn.clear();
            self.session.unchoose();
            self.session.choose_randomly(seat, rng);
            CLICKS.with_borrow_mut(|clicks| {
                self.session.list_click_of_choice(seat, clicks);
                for &place in clicks.iter().next().unwrap_or_default() {
                    codec.alphabet.write(place, located, &mut self.drawn);
                }
            });
            if self.drawn.is_empty() {
                self.session.unchoose();
                return None;
            }
        }
        Some(codec.step(&self.drawn[self.entered..]).0)
    }

    /// Whether a part of an action that was drawn is entered.
    pub fn is_within_drawn(&self) -> bool {
        self.entered > 0
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
        let frame = self.encoding.layout().frame();
        self.scene = frame.grows().then(|| self.session.plain_scene());
        if let Some(scene) = &self.scene {
            frame.follow(scene, &mut self.moving);
        }
        self.prepare();
    }

    /// Prepares what the seats may enter.
    fn prepare(&mut self) {
        let turn = self.session.turn();
        let seats: SeatVec<Seat> = turn.choosers().iter().collect();
        self.choices.truncate(seats.len());
        let known = self.choices.len();
        self.choices.extend(seats.iter().skip(known).map(|&seat| Choice::of(seat)));
        self.listed = !(self.lazy && matches!(turn, Turn::Seat(_)));
        if !self.listed {
            self.choices.iter_mut().zip(seats).for_each(|(choice, seat)| choice.forget(seat));
            return;
        }
        let Environment { encoding, session, choices, moving, .. } = self;
        CLICKS.with_borrow_mut(|clicks| {
            for (choice, seat) in choices.iter_mut().zip(seats) {
                session.list_clicks(seat, clicks);
                let located = encoding.layout().located(seat, moving);
                choice.begin(seat, encoding.codec_of(seat), located, clicks);
            }
        });
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
            choice.steps().iter().for_each(|&step| take(step as usize));
        }
    }

    /// The steps that a seat may take now, ascending.
    pub fn legal(&self, seat: Seat) -> Vec<usize> {
        self.legal_as(seat, |step| step as usize)
    }

    /// The [legal](Environment::legal) steps as other numbers, which are in the same order.
    pub fn legal_as<N: Ord>(&self, seat: Seat, number: impl Fn(u32) -> N) -> Vec<N> {
        if self.forced == Some(seat) {
            return vec![number(0)];
        }
        let steps = self.choice(seat).map_or(&[][..], Choice::steps);
        let mut legal: Vec<N> = steps.iter().map(|&step| number(step)).collect();
        if !legal.is_sorted_by(|one, next| one < next) {
            legal.sort_unstable();
            legal.dedup();
        }
        legal
    }

    /// Writes 1 for every step that a seat may take now, 0 for the others.
    pub fn mask(&self, seat: Seat, mask: &mut [i8]) {
        mask.fill(0);
        self.for_each_legal(seat, |step| mask[step] = 1);
    }

    /// Writes what [`mask`](Environment::mask) does over an array in which nothing is set but the steps that were written last
    /// with the same `steps`. Then `steps` are those that the seat may take now, each once.
    pub fn mask_again<T: From<bool> + PartialEq>(&self, seat: Seat, mask: &mut [T], steps: &mut Vec<u32>) {
        for step in steps.drain(..) {
            mask[step as usize] = T::from(false);
        }
        match self.choice(seat) {
            Some(choice) if self.forced != Some(seat) && choice.is_single() => {
                // No step comes twice, so that nothing has to be read.
                choice.steps().iter().for_each(|&step| mask[step as usize] = T::from(true));
                steps.extend_from_slice(choice.steps());
            }
            _ => self.for_each_legal(seat, |step| {
                if mask[step] == T::from(false) {
                    mask[step] = T::from(true);
                    steps.push(step as u32);
                }
            }),
        }
    }

    /// Takes a step of a seat. Where it completes a ply of decisions that were listed, the numbers of the actions of those who chose, as the
    /// game lists them.
    ///
    /// # Errors
    /// A step that the seat may not take now; nothing changes.
    pub fn step(&mut self, seat: Seat, step: usize) -> Result<Option<SeatVec<usize>>, NotLegal> {
        let refused = NotLegal { seat, step };
        if self.forced == Some(seat) {
            refuse_if!(step != 0, refused);
            self.forced_step();
            return Ok(None);
        }
        if !self.listed && !self.drawn.is_empty() && self.session.turn() == Turn::Seat(seat) {
            let (next, many) = self.encoding.codec_of(seat).step(&self.drawn[self.entered..]);
            if next == step {
                self.entered += many;
                self.steps += 1;
                if self.entered == self.drawn.len() {
                    self.session.play_chosen(false);
                    self.played();
                }
                return Ok(None);
            }
        }
        self.list();
        let codec = self.encoding.codec_of(seat);
        let choice = self.choices.iter_mut().find(|choice| choice.seat == seat && choice.made.is_none());
        refuse_if!(!choice.is_some_and(|choice| choice.enter(codec, step)), refused);
        self.steps += 1;
        let made: Option<SeatVec<usize>> =
            self.choices.iter().map(|choice| choice.made.map(|action| action as usize)).collect();
        if let Some(numbers) = &made {
            self.session.play_numbers(numbers).expect("every seat has entered a legal action");
            self.plies += 1;
            self.go_on();
        }
        Ok(made)
    }

    /// Plays a ply by its token, or a result of chance that the caller draws. What seats have entered of it is lost.
    ///
    /// # Errors
    /// A token that is not legal; nothing changes.
    pub fn play(&mut self, token: &str) -> Result<(), IllegalMove> {
        self.session.play(token)?;
        self.played();
        Ok(())
    }

    /// Plays a result of chance by its number among all that there are; false if there is none such, or nothing to draw.
    pub fn draw_result(&mut self, number: usize) -> bool {
        let drawn = self.results.is_some() && self.session.play_numbers(&[number]).is_ok();
        if drawn {
            self.played();
        }
        drawn
    }

    /// Goes on after a ply that was not entered step by step.
    fn played(&mut self) {
        (self.results, self.forced, self.entered) = (None, None, 0);
        self.choices.clear();
        self.drawn.clear();
        self.plies += 1;
        self.go_on();
    }

    /// Whether a seat has entered a part of what is still to be completed.
    pub fn is_in_between(&self) -> bool {
        self.entered > 0 || self.choices.iter().any(|choice| !choice.is_new())
    }

    /// A step of a seat that has nothing to decide.
    fn forced_step(&mut self) {
        self.forced = None;
        self.steps += 1;
        if let Chance::Stream(stream) = &mut self.chance
            && self.outcome.is_none()
        {
            self.session.draw_chance(stream.next_u64());
            self.plies += 1;
            self.go_on();
        }
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

    /// What a step of a seat stands for in the notation, if it completes an action.
    pub fn token(&self, seat: Seat, step: usize) -> Option<String> {
        let mut choice = self.choice(seat)?.clone();
        if !choice.enter(self.encoding.codec_of(seat), step) {
            return None;
        }
        let made = choice.made? as usize;
        self.tokens(seat)?.into_iter().nth(made)
    }

    /// The steps of a seat that enter an action, by its token. None if the action is not legal here, or if
    /// part of another one is entered.
    pub fn steps_of(&self, seat: Seat, token: &str) -> Option<Vec<usize>> {
        let choice = self.choice(seat).filter(|choice| choice.is_new())?;
        let action = self.tokens(seat)?.iter().position(|known| known == token)?;
        Some(choice.steps_of(self.encoding.codec_of(seat), action as u32))
    }

    /// The next step of a seat that enters an action, by its token. None if the action is not legal here, or does not go on
    /// with what the seat has entered.
    pub fn next_step_of(&self, seat: Seat, token: &str) -> Option<usize> {
        let choice = self.choice(seat)?;
        let action = self.tokens(seat)?.iter().position(|known| known == token)?;
        choice.next_step_of(action as u32)
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

    /// What each seat gains: 1 for a sole winner, 0 for a draw of all, and less for the others. All add up to
    /// 0. Zeros before the end.
    pub fn returns(&self) -> SeatVec<f64> {
        let seats = self.encoding.seats();
        let gain = |score: &f64| (score * seats as f64 - 1.0) / (seats as f64 - 1.0);
        match &self.outcome {
            Some(outcome) => outcome.scores.iter().map(gain).collect(),
            None => std::iter::repeat_n(0.0, seats).collect(),
        }
    }
}
