//! A random game in which every position is looked at.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::random::{Generator, below};
use torneo_contract::session::Session;
use torneo_contract::{Form, GameInfo, Seat, SeatVec, Turn, TurnKinds};

use crate::property::{Broken, Property, Tally};
use crate::scenes::Scenes;
use crate::states::States;
use crate::{Breach, Conduct, actions, damage, hints, interchange};

/// Of long games every position is looked at up to this ply, later ones every 16th.
const DENSE: u64 = 200;
/// Games of each specification of which the scenes are looked at.
const SCENE_GAMES: u64 = 2;
/// Up to this ply the positions after all legal actions are looked at, later ones every 64th ply.
const BRANCHING: u64 = 4;
/// Actions of one position that are followed.
const MOST_BRANCHES: usize = 200;
/// Plies of random play before the positions of a sample.
const SAMPLED: [u64; 5] = [0, 1, 5, 12, 30];

/// A random game.
pub struct Walk<'a> {
    info: &'a GameInfo,
    start: &'a dyn Session,
    seed: u64,
    /// The number of the game among those of its specification. It decides what is looked at, as the seed decides how
    /// the game goes.
    number: u64,
    session: Box<dyn Session>,
    /// Other sessions of the game, to try something in and to compare with.
    tried: Box<dyn Session>,
    fresh: Box<dyn Session>,
    rng: Generator,
    /// Draws what is damaged in texts, if damaged ones are tried.
    damage: Option<Generator>,
    states: States,
    /// The forms in which other programs write the game.
    forms: Vec<Form>,
    moves: Vec<String>,
    met: TurnKinds,
    tally: Tally,
}

impl<'a> Walk<'a> {
    /// The game with this number among those of a specification.
    pub fn new(start: &'a dyn Session, info: &'a GameInfo, conduct: Conduct, number: u64) -> Walk<'a> {
        let seed = conduct.seed + number;
        Walk {
            info,
            start,
            seed,
            number,
            session: start.copy(),
            tried: start.copy(),
            fresh: start.copy(),
            rng: Generator::seed_from_u64(seed),
            damage: conduct.damaged.then(|| Generator::seed_from_u64(!seed)),
            states: States::new(start),
            forms: start.formats().forms().collect(),
            moves: Vec::new(),
            met: TurnKinds::default(),
            tally: Tally::default(),
        }
    }

    /// Plies played so far.
    pub fn ply(&self) -> u64 {
        self.moves.len() as u64
    }

    /// What was tried.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The kinds of turn that occurred.
    pub fn met(&self) -> TurnKinds {
        self.met
    }

    /// The place where the game stands as that of a breach.
    pub fn breach(&self, spec: &str, broken: Broken) -> Breach {
        let text = || self.session.position();
        let position = std::panic::catch_unwind(std::panic::AssertUnwindSafe(text)).unwrap_or_default();
        Breach {
            spec: spec.to_owned(),
            seed: self.seed,
            ply: self.ply(),
            position,
            moves: self.moves.clone(),
            broken,
        }
    }

    /// Plays the game to its end, or as many plies.
    pub fn play(&mut self, plies: u64) -> Result<(), Broken> {
        let seats = self.session.seats();
        let (fewest, most) = self.info.seats;
        self.tally.holds(Property::Start, (fewest..=most).contains(&seats), || {
            format!("{seats} seats, and the description says {fewest} to {most}")
        })?;
        let max_plies = self.session.max_plies();
        let mut scenes = match self.number < SCENE_GAMES {
            true => Some(Scenes::new(&*self.session, &mut self.tally)?),
            false => None,
        };
        for ply in 0..plies {
            let turn = self.session.turn();
            self.note(turn)?;
            let dense = ply < DENSE || ply.is_multiple_of(16);
            if dense {
                self.check_lists()?;
                if let Some(scenes) = &mut scenes {
                    scenes.check(&*self.session, &mut self.tally)?;
                }
            }
            if turn == Turn::Over {
                self.check_text()?;
                return self.check_outcome();
            }
            self.tally.holds(Property::Length, max_plies.is_none_or(|most| ply < most), || {
                format!("the game goes on after {ply} plies")
            })?;
            if dense {
                self.check_text()?;
                hints::check(&*self.session, &mut *self.tried, &mut self.tally)?;
                if let Some(rng) = &mut self.damage {
                    damage::check(&*self.session, &mut *self.tried, rng, &mut self.tally)?;
                }
            }
            if ply < BRANCHING || ply.is_multiple_of(64) {
                self.check_branches()?;
            }
            self.step(dense)?;
        }
        Ok(())
    }

    /// Tests some positions of random games that take longer to test.
    pub fn sample(&mut self) -> Result<(), Broken> {
        for plies in SAMPLED {
            self.session.go_to(self.start);
            self.moves.clear();
            while self.ply() < plies || self.session.turn() == Turn::Chance {
                if self.session.turn() == Turn::Over {
                    break;
                }
                self.step(false)?;
            }
            actions::check_uniform(&mut *self.session, &mut self.rng, &mut self.tally)?;
            hints::check_symmetry(&*self.session, &mut self.tally)?;
        }
        Ok(())
    }

    fn note(&mut self, turn: Turn) -> Result<(), Broken> {
        let turns = self.info.turns;
        let declared = match turn {
            Turn::Seat(_) => (turns.decision, &mut self.met.decision),
            Turn::Chance => (turns.chance, &mut self.met.chance),
            Turn::Simultaneous(_) => (turns.simultaneous, &mut self.met.simultaneous),
            Turn::Over => return Ok(()),
        };
        *declared.1 = true;
        self.tally.holds(Property::TurnKinds, declared.0, || {
            format!("a turn of the kind {turn:?}, which the description leaves out")
        })
    }

    /// Looks at the lists of legal actions.
    fn check_lists(&mut self) -> Result<(), Broken> {
        let (session, tried) = (&*self.session, &mut *self.tried);
        let mut check = |chooser| {
            let tokens = session.tokens(chooser);
            actions::check_list(session, chooser, &tokens, &self.forms, tried, &mut self.tally)
        };
        session.choosers().into_iter().try_for_each(&mut check)
    }

    /// Chooses a ply by the fast path and plays it.
    fn step(&mut self, check: bool) -> Result<(), Broken> {
        // Forms of actions that are rare, such as a swap, are played as often as others in every second game.
        let by_form = !self.seed.is_multiple_of(2);
        let choosers = self.session.choosers();
        let word = self.rng.next_u64();
        let mut numbers: SeatVec<usize> = SeatVec::new();
        for &chooser in &choosers {
            let tokens = match check || by_form {
                true => self.session.tokens(chooser),
                false => Vec::new(),
            };
            match chooser {
                Some(_) if by_form && self.rng.next_u64().is_multiple_of(2) => {
                    let number = actions::pick_by_form(&tokens, &mut self.rng);
                    numbers.push(number);
                    self.session.choose(chooser, number);
                }
                Some(seat) => {
                    self.session.choose_randomly(seat, &mut self.rng);
                    if check {
                        numbers.extend(self.check_chosen(&tokens)?);
                    }
                }
                None => {
                    self.session.choose_chance(word);
                    if check {
                        numbers.extend(self.check_drawn(word, &tokens)?);
                    }
                }
            }
        }
        interchange::check_choice(&*self.session, &self.forms, &mut self.tally)?;
        let mut token = String::new();
        self.session.write_chosen(&mut token);
        if numbers.len() == choosers.len() {
            if let Turn::Simultaneous(_) = self.session.turn() {
                self.check_joint(&token, &numbers)?;
            }
            self.check_ply(&choosers, &numbers, &token)?;
        } else {
            self.session.play_chosen(false);
            self.moves.push(token);
        }
        Ok(())
    }

    /// The number of the action that was chosen at random last.
    fn check_chosen(&mut self, tokens: &[String]) -> Result<Option<usize>, Broken> {
        let mut chosen = String::new();
        self.session.write_choice(&mut chosen);
        let number = tokens.iter().position(|token| *token == chosen);
        self.tally.holds(Property::RandomChoice, number.is_some(), || {
            format!("the random action `{chosen}` is not among the {} legal actions", tokens.len())
        })?;
        Ok(number)
    }

    /// The number of the result of chance that a word has drawn.
    fn check_drawn(&mut self, word: u64, tokens: &[String]) -> Result<Option<usize>, Broken> {
        let weights = self.session.weights();
        self.tally.holds(Property::Chance, weights.iter().all(|&weight| weight > 0), || {
            format!("a result has no weight: {weights:?}")
        })?;
        let weighted: Vec<(usize, u64)> = weights.iter().copied().enumerate().collect();
        let number = torneo_contract::random::pick_weighted(word, &weighted);
        let mut drawn = String::new();
        self.session.write_choice(&mut drawn);
        self.tally.holds(Property::Chance, tokens.get(number) == Some(&drawn), || {
            format!("the word {word:#x} draws `{drawn}`, and by weight `{}`", tokens[number])
        })?;
        Ok(Some(number))
    }

    /// The token of a joint choice reads back to the numbers of its actions.
    fn check_joint(&mut self, token: &str, numbers: &[usize]) -> Result<(), Broken> {
        self.tally.holds(Property::Joint, actions::is_token(token), || format!("`{token}` is no token"))?;
        self.tried.go_to(&*self.session);
        let read = self.tried.play(token).map_err(|error| error.message);
        self.tally.holds(Property::Joint, read.is_ok(), || format!("`{token}` is refused: {read:?}"))?;
        self.fresh.go_to(&*self.session);
        let played = self.fresh.play_numbers(numbers).is_ok() && self.fresh.is_at(&*self.tried);
        self.tally.holds(Property::Joint, played, || format!("`{token}` reads back to another choice"))
    }

    /// Plays what was chosen, here and in a copy.
    fn check_ply(&mut self, choosers: &[Option<Seat>], numbers: &[usize], token: &str) -> Result<(), Broken> {
        let (session, tried, fresh, tally) =
            (&mut self.session, &mut self.tried, &mut self.fresh, &mut self.tally);
        tried.go_to(&**session);
        fresh.go_to(&**session);
        tally
            .holds(Property::Plies, tried.is_at(&**session), || "a copy differs from its original".into())?;
        for (&chooser, &number) in choosers.iter().zip(numbers) {
            tried.choose(chooser, number);
        }
        tried.play_chosen(false);
        session.play_chosen(false);
        self.moves.push(token.to_owned());
        let same = tried.is_at(&**session);
        tally.holds(Property::Plies, same, || format!("`{token}` leads to different positions"))?;
        let same = tried.hash() == session.hash();
        tally.holds(Property::Hash, same, || "equal positions have different hashes".into())?;
        let changed = !fresh.is_at(&**session);
        tally.holds(Property::Plies, changed, || format!("`{token}` leaves the position as it was"))
    }

    /// Looks at the positions after the legal actions of whoever decides here alone.
    fn check_branches(&mut self) -> Result<(), Broken> {
        let chooser = match self.session.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
            Turn::Simultaneous(_) | Turn::Over => return Ok(()),
        };
        let tokens = self.session.tokens(chooser);
        let here = self.session.copy();
        for number in (0..tokens.len()).step_by(tokens.len().div_ceil(MOST_BRANCHES).max(1)) {
            self.session.choose(chooser, number);
            self.session.play_chosen(false);
            self.moves.push(tokens[number].clone());
            self.check_text()?;
            self.session.go_to(&*here);
            self.moves.pop();
        }
        Ok(())
    }

    /// The text of the position reads back to a position that is the same, histories left out, and plays on in the same way.
    fn check_text(&mut self) -> Result<(), Broken> {
        let (session, read, fresh, tally) =
            (&*self.session, &mut self.tried, &mut self.fresh, &mut self.tally);
        let text = session.position();
        let is_line = !text.contains('\n') && text.trim() == text;
        tally.holds(Property::Text, is_line, || {
            format!("`{text}` is not one line without blanks around it")
        })?;
        read.go_to(self.start);
        let error = read.set_position(&text).err();
        tally.holds(Property::Text, error.is_none(), || format!("it is refused: {error:?}"))?;
        let again = read.position();
        tally.holds(Property::Text, again == text, || format!("it reads back as `{again}`"))?;
        fresh.go_to(session);
        fresh.forget_history();
        tally.holds(Property::Text, read.is_at(&**fresh), || {
            "the position that is read back differs from the one that was written".into()
        })?;
        let hashes = (session.hash(), read.hash());
        tally.holds(Property::Hash, hashes.0 == hashes.1, || {
            format!("the hash is {:#x}, and {:#x} when the text is read back", hashes.0, hashes.1)
        })?;
        let turns = (fresh.turn(), read.turn());
        tally.holds(Property::Text, turns.0 == turns.1, || format!("the turn differs: {turns:?}"))?;
        // What is forgotten may be what ended the game.
        let turns = (session.turn(), fresh.turn());
        let same = turns.0 == turns.1 || turns.0 == Turn::Over;
        tally
            .holds(Property::Text, same, || format!("without its history the turn is another: {turns:?}"))?;
        self.states.check(&**fresh, tally)?;
        interchange::check_position(&**fresh, &self.forms, &mut **read, tally)?;
        for chooser in fresh.choosers() {
            let (here, there) = (fresh.tokens(chooser), read.tokens(chooser));
            tally.holds(Property::Order, here == there, || actions::difference(&here, &there))?;
        }
        let archived = session.archived();
        // Without an archive a game that goes on is played again, so that nothing is promised.
        if !archived.is_empty() || session.turn() != Turn::Over && fresh.is_at(session) {
            let error = read.restore(&text, &archived).err();
            let is_whole = error.is_none() && read.is_at(session);
            tally.holds(Property::Archive, is_whole, || match error {
                Some(error) => format!("it is refused: {error}"),
                None => format!("{archived:?} beside the text is not all that the text does not show"),
            })?;
        }
        tally.holds(Property::Drawing, !session.draw().is_empty(), || "the drawing is empty".into())
    }

    fn check_outcome(&mut self) -> Result<(), Broken> {
        let (seats, outcome) = (self.session.seats(), self.session.result());
        let scores = &outcome.scores;
        let total: f64 = scores.iter().sum();
        let add_up = scores.len() == seats && (total - 1.0).abs() < 1e-9;
        let in_range = scores.iter().all(|score| (0.0..=1.0).contains(score));
        self.tally
            .holds(Property::Outcome, add_up && in_range, || format!("scores {:?}", scores.to_vec()))?;
        let reason = outcome.reason;
        let named = !reason.is_empty() && !reason.contains(char::is_whitespace);
        self.tally.holds(Property::Outcome, named, || format!("the reason `{reason}` is not one word"))?;
        let ends = self.session.ends();
        let listed = ends.is_empty() || ends.iter().any(|(known, _)| *known == reason);
        self.tally.holds(Property::Outcome, listed, || format!("the reason `{reason}` is not in `ENDS`"))?;
        let points = outcome.points.map(|points| points.to_vec());
        let fit = |points: &Vec<f64>| points.len() == seats && points.iter().all(|points| points.is_finite());
        self.tally.holds(Property::Outcome, points.as_ref().is_none_or(fit), || format!("points {points:?}"))
    }
}

/// An index below the length of a list, which is not empty.
pub fn any<T>(list: &[T], rng: &mut Generator) -> usize {
    below(rng, list.len())
}
