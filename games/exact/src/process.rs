//! The positions of a whole dice game for two, found by walking the game's own rules.

use std::collections::{BTreeSet, HashMap};

use torneo_contract::{Field, Scratch, Seat, Turn, refuse_if};

use super::play::{STOP, THROW, named};
use super::{Accounts, DuelAnalysis, TURN, TooLarge};

/// A step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position that it leads to.
    pub to: usize,
    /// Whether it ends the turn.
    pub ends_turn: bool,
    /// What each seat pays in, where positions leave out the money.
    pub paid: [u64; 2],
    /// Who wins the pot with it, in games that count pots.
    pub wins_pot: Option<Seat>,
}

/// What happens at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The dice are thrown.
    Chance {
        /// Where that leads, with weights; each step once.
        steps: Vec<(Step, u64)>,
        /// The sum of the weights.
        total: u64,
        /// Whether a round begins here.
        begins_round: bool,
    },
    /// A seat decides whether to go on.
    Decision {
        /// Who.
        seat: Seat,
        /// Going on.
        go_on: Step,
        /// Stopping.
        stop: Step,
        /// What stopping takes, in units.
        gain: i64,
        /// What the decision depends on, for people.
        state: String,
    },
    /// The game is over.
    Over {
        /// Who alone has won.
        winner: Option<Seat>,
        /// The net money of seat 0; where positions leave out the money, that of a pot that was split.
        points: i64,
    },
}

/// All positions of a game. Position 0 is the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// What happens at each position.
    pub events: Vec<Event>,
    /// What the seats would have at each position if what is on the table were split.
    pub accounts: Vec<Accounts>,
    /// What each seat paid before the first throw.
    pub paid_before: [u64; 2],
    /// Whether positions leave out the money.
    pub lumped: bool,
}

/// Walks the game; at most `limit` positions.
///
/// # Errors
/// There are more positions.
pub fn walk<G: DuelAnalysis>(game: &G, limit: usize) -> Result<Process, TooLarge> {
    Ok(walked(game, game.begin(), limit, None)?.0)
}

/// Walks the game from a position on, which is position 0 of the result; at most `limit` positions.
///
/// # Errors
/// There are more positions.
pub fn walk_from<G: DuelAnalysis>(
    game: &G,
    position: G::Position,
    limit: usize,
) -> Result<Process, TooLarge> {
    Ok(walked(game, position, limit, None)?.0)
}

/// Walks the game, at most `limit` positions, and shows the fields of each of its decisions with the number of the
/// position and the seat that decides. Returns also the names of the fields that [`DuelAnalysis::lump`] changes
/// somewhere: positions that differ in them alone are taken for one, and the values that are shown are those of one of
/// them.
///
/// # Errors
/// There are more positions.
pub fn fields<G: DuelAnalysis>(
    game: &G,
    limit: usize,
    look: &mut dyn FnMut(usize, Seat, &[Field]),
) -> Result<(Process, BTreeSet<String>), TooLarge> {
    let mut lumped = BTreeSet::new();
    let (process, positions) = walked(game, game.begin(), limit, Some(&mut lumped))?;
    let mut fields = Vec::new();
    for (number, position) in positions.iter().enumerate() {
        if let Turn::Seat(seat) = game.turn(position) {
            fields.clear();
            game.fields(position, &mut fields);
            look(number, seat, &fields);
        }
    }
    Ok((process, lumped))
}

/// What may be asked at a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The text of a position in which it is due.
    pub position: String,
    /// The tokens of going on and of stopping.
    pub tokens: [String; 2],
}

/// Walks the game, at most `limit` positions. Returns also what can be asked at its decisions, by the numbers
/// of their positions.
///
/// # Errors
/// There are more positions.
pub fn decisions<G: DuelAnalysis>(
    game: &G,
    limit: usize,
) -> Result<(Process, HashMap<usize, Decision>), TooLarge> {
    let (process, positions) = walked(game, game.begin(), limit, None)?;
    let asked = |(number, position): (usize, &G::Position)| {
        let Turn::Seat(seat) = game.turn(position) else { return None };
        let mut actions = Vec::new();
        game.actions(position, seat, &mut actions);
        let token = |word| {
            let mut token = String::new();
            game.write_action(position, named(game, position, &actions, word), &mut token);
            token
        };
        let tokens = [token(THROW), token(STOP)];
        Some((number, Decision { position: game.decision_text(position), tokens }))
    };
    let asked = positions.iter().enumerate().filter_map(asked).collect();
    Ok((process, asked))
}

fn walked<G: DuelAnalysis>(
    game: &G,
    mut start: G::Position,
    limit: usize,
    lumped: Option<&mut BTreeSet<String>>,
) -> Result<(Process, Vec<G::Position>), TooLarge> {
    let paid_before = game.net(&start).map(i64::unsigned_abs);
    let accounts = vec![accounts(game, &start)];
    game.lump(&mut start);
    let known = HashMap::from([(start.clone(), 0)]);
    let mut walk =
        Walk { game, known, positions: vec![start], accounts, lumped, scratch: Scratch::default() };
    let mut events = Vec::new();
    while events.len() < walk.positions.len() {
        events.push(walk.event(events.len()));
        refuse_if!(walk.positions.len() > limit, TooLarge(limit));
    }
    let process = Process { events, accounts: walk.accounts, paid_before, lumped: game.lumps_money() };
    Ok((process, walk.positions))
}

/// What the seats would have if what is on the table were split.
fn accounts<G: DuelAnalysis>(game: &G, position: &G::Position) -> Accounts {
    let mut accounts = Accounts::default();
    let (won, net) = (game.won(position), game.net(position));
    for seat in 0..2 {
        accounts.won[seat] = won[seat] * TURN;
        if !game.lumps_money() {
            accounts.money[seat] = net[seat] + game.table(position) / 2;
        }
    }
    accounts
}

/// The walk through the positions of a game.
struct Walk<'a, G: DuelAnalysis> {
    game: &'a G,
    known: HashMap<G::Position, usize>,
    positions: Vec<G::Position>,
    accounts: Vec<Accounts>,
    /// The names of the fields that change where positions are lumped, where they are asked for.
    lumped: Option<&'a mut BTreeSet<String>>,
    scratch: Scratch<G::Action>,
}

impl<G: DuelAnalysis> Walk<'_, G> {
    fn event(&mut self, index: usize) -> Event {
        let position = self.positions[index].clone();
        match self.game.turn(&position) {
            Turn::Over => {
                let outcome = self.game.outcome(&position);
                let split = !self.game.lumps_money() || self.game.won(&position) == [0; 2];
                let points = if split { self.game.net(&position)[0] } else { 0 };
                Event::Over { winner: outcome.winner(), points }
            }
            Turn::Seat(seat) => self.decision(&position, seat),
            Turn::Chance | Turn::Simultaneous(_) => self.chance(&position),
        }
    }

    fn chance(&mut self, position: &G::Position) -> Event {
        let mut outcomes = std::mem::take(&mut self.scratch.outcomes);
        outcomes.clear();
        self.game.chance(position, &mut outcomes);
        let mut steps: Vec<(Step, u64)> = Vec::new();
        for &(result, weight) in &outcomes {
            let step = self.step(position, result);
            match steps.iter_mut().find(|(known, _)| *known == step) {
                Some((_, sum)) => *sum += weight,
                None => steps.push((step, weight)),
            }
        }
        self.scratch.outcomes = outcomes;
        let total = steps.iter().map(|(_, weight)| weight).sum();
        Event::Chance { steps, total, begins_round: self.game.begins_round(position) }
    }

    fn decision(&mut self, position: &G::Position, seat: Seat) -> Event {
        let mut actions = Vec::new();
        self.game.actions(position, seat, &mut actions);
        let step = |walk: &mut Self, word| {
            let action = named(walk.game, position, &actions, word);
            walk.step(position, action)
        };
        Event::Decision {
            seat,
            go_on: step(self, THROW),
            stop: step(self, STOP),
            gain: self.game.gain(position),
            state: self.game.state_text(position),
        }
    }

    fn lump(&mut self, position: &mut G::Position) {
        let Some(lumped) = &mut self.lumped else { return self.game.lump(position) };
        let mut all = [Vec::new(), Vec::new()];
        self.game.fields(position, &mut all[0]);
        self.game.lump(position);
        self.game.fields(position, &mut all[1]);
        let [before, after] = all;
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        lumped.extend(changed.map(|(field, _)| field.name.to_string()));
    }

    fn step(&mut self, position: &G::Position, action: G::Action) -> Step {
        let mut next = position.clone();
        self.game.apply(&mut next, action);
        let (mut before, after) = (self.game.net(position), self.game.net(&next));
        let (won, more) = (self.game.won(position), self.game.won(&next));
        let wins_pot = Seat::all(2).find(|seat| more[seat.index()] > won[seat.index()]);
        // Who wins a pot may pay for the next one at once.
        if let Some(seat) = wins_pot {
            before[seat.index()] += self.game.table(position);
        }
        let paid = [0, 1].map(|seat| (before[seat] - after[seat]).max(0).unsigned_abs());
        let ends_turn = self.game.turns_over(&next) != self.game.turns_over(position);
        let accounts = accounts(self.game, &next);
        self.lump(&mut next);
        let to = *self.known.entry(next.clone()).or_insert_with(|| {
            self.positions.push(next);
            self.accounts.push(accounts);
            self.positions.len() - 1
        });
        Step { to, ends_turn, paid: if self.game.lumps_money() { paid } else { [0; 2] }, wins_pot }
    }
}
