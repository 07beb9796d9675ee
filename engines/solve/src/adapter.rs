//! The one part of the solvers that is compiled for each game.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use rand_core::SeedableRng;
use torneo_contract::{
    Ending, Game, LengthRule, Notation, Number, NumberedSpace, Numbering, PositionError, Scratch, Seat,
    Solving, Turn, TurnKinds, playout,
};

use crate::expander::{End, Expander, Identity, Position, Positions, Successor, Successors, Terms};

/// The game with this canonical specification as solvers see it.
pub fn expander<G: Notation + Solving>(game: G, canonical: String) -> Arc<dyn Expander> {
    Arc::new(Adapter { game, canonical, numbering: OnceLock::new() })
}

/// A list of positions of a known game, with the buffers that filling it takes.
pub struct List<G: Game> {
    /// The positions, and behind them those that were cut off.
    slots: Vec<G::Position>,
    len: usize,
    /// The actions of the expansion that filled the list last.
    scratch: Scratch<G::Action>,
    scratch_position: Option<G::Position>,
}

impl<G: Game> Default for List<G> {
    fn default() -> List<G> {
        List { slots: Vec::new(), len: 0, scratch: Scratch::default(), scratch_position: None }
    }
}

impl<G: Game> List<G> {
    /// A list that holds this position alone.
    pub fn of(position: &G::Position) -> List<G> {
        let mut list = List::default();
        list.add(position);
        list
    }

    /// Adds a copy of a position.
    pub fn add(&mut self, position: &G::Position) {
        self.add_with_scratch(position);
    }

    /// Adds a copy of a position; the copy, and room for another.
    fn add_with_scratch(&mut self, position: &G::Position) -> (&mut G::Position, &mut Option<G::Position>) {
        match self.slots.get_mut(self.len) {
            Some(slot) => slot.clone_from(position),
            None => self.slots.push(position.clone()),
        }
        self.len += 1;
        (&mut self.slots[self.len - 1], &mut self.scratch_position)
    }
}

impl<G: Game> Positions for List<G> {
    fn len(&self) -> usize {
        self.len
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    fn push(&mut self, position: Position<'_>) {
        self.add(typed::<G>(position));
    }
}

fn typed<'a, G: Game>(position: Position<'a>) -> &'a G::Position {
    let list = (position.list as &dyn Any).downcast_ref::<List<G>>();
    &list.expect("the position is of this game").slots[position.index]
}

fn typed_list<G: Game>(list: &mut dyn Positions) -> &mut List<G> {
    (list as &mut dyn Any).downcast_mut().expect("the list is of this game")
}

/// Makes room for so many successors at once.
fn make_room<G: Game>(count: usize, terms: Terms, list: &mut List<G>, all: &mut Vec<Successor>) {
    all.reserve(count);
    if terms.keep {
        list.slots.reserve((list.len + count).saturating_sub(list.slots.len()));
    }
}

type Space<G> = Option<Box<dyn NumberedSpace<<G as Game>::Position>>>;

struct Adapter<G: Game> {
    game: G,
    canonical: String,
    /// The numbering, once it was asked for.
    numbering: OnceLock<Space<G>>,
}

/// A position that is being expanded.
struct Origin<'a, G: Game> {
    position: &'a G::Position,
    turn: Turn,
    terms: Terms,
    /// How far its length rule has counted.
    counted: u32,
}

impl<G: Notation + Solving> Adapter<G> {
    fn space(&self) -> Option<&dyn NumberedSpace<G::Position>> {
        self.numbering.get_or_init(|| self.game.numbering()).as_deref()
    }

    fn counted(&self, position: &G::Position) -> u32 {
        self.game.length_rule(&mut position.clone(), false).map_or(0, |rule| rule.counted)
    }

    fn key_of(&self, position: &G::Position, identity: Identity) -> u64 {
        match identity {
            Identity::None => 0,
            Identity::Fresh => self.game.hash(position),
            Identity::Symmetric | Identity::Rewound => self.game.symmetric_hash(position),
        }
    }

    /// Brings a position into its form; what is known of it. `counted`: how far the length rule had counted before.
    fn find(
        &self,
        position: &mut G::Position,
        terms: Terms,
        counted: u32,
        scratch_position: &mut Option<G::Position>,
    ) -> Successor {
        let turn = self.game.turn(position);
        let mut found = Successor { turn, end: None, key: 0, weight: 1, counts: false };
        if turn == Turn::Over {
            let outcome = self.game.outcome(position);
            let winner = outcome.winner();
            let by_history = terms.attacker.is_some() && !self.stands(position, winner, scratch_position);
            found.end = Some(End { winner, score: outcome.scores[0], by_history });
            return found;
        }
        match terms.identity {
            Identity::None | Identity::Symmetric => {}
            Identity::Fresh => self.game.forget_history(position),
            Identity::Rewound => {
                let rule = self.game.length_rule(position, true);
                found.counts = rule.map_or(0, |rule| rule.counted) > counted;
            }
        }
        found.key = self.key_of(position, terms.identity);
        found
    }

    /// Whether the game would be over in the same way whatever its history.
    fn stands(
        &self,
        position: &G::Position,
        winner: Option<Seat>,
        scratch_position: &mut Option<G::Position>,
    ) -> bool {
        match scratch_position {
            Some(scratch_position) => scratch_position.clone_from(position),
            None => *scratch_position = Some(position.clone()),
        }
        let Some(fresh) = scratch_position else { return false };
        self.game.forget_history(fresh);
        self.game.turn(fresh) == Turn::Over && self.game.outcome(fresh).winner() == winner
    }

    /// Lists the position after a ply; false if it settles the turn.
    fn follow(
        &self,
        from: &Origin<G>,
        ply: &[G::Action],
        list: &mut List<G>,
        all: &mut Vec<Successor>,
    ) -> bool {
        let (next, scratch_position) = list.add_with_scratch(from.position);
        self.play(from.turn, ply, next);
        let found = self.find(next, from.terms, from.counted, scratch_position);
        if !from.terms.keep {
            list.len -= 1;
        }
        all.push(found);
        let (Some(attacker), Some(end)) = (from.terms.attacker, found.end) else { return true };
        let won = end.winner == Some(attacker) && !end.by_history;
        won != (from.turn == Turn::Seat(attacker))
    }

    fn play(&self, turn: Turn, ply: &[G::Action], position: &mut G::Position) {
        match turn {
            Turn::Simultaneous(_) => self.game.apply_simultaneous(position, ply),
            _ => self.game.apply(position, ply[0]),
        }
    }

    /// Lists what follows a position; the columns.
    fn follow_all(
        &self,
        from: &Origin<G>,
        scratch: &mut Scratch<G::Action>,
        list: &mut List<G>,
        all: &mut Vec<Successor>,
    ) -> usize {
        let Scratch { actions, outcomes } = scratch;
        actions.clear();
        match from.turn {
            Turn::Seat(seat) => {
                self.game.actions(from.position, seat, actions);
                make_room(actions.len(), from.terms, list, all);
                for action in actions.chunks_exact(1) {
                    if !self.follow(from, action, list, all) {
                        break;
                    }
                }
                1
            }
            Turn::Chance => {
                outcomes.clear();
                self.game.chance(from.position, outcomes);
                make_room(outcomes.len(), from.terms, list, all);
                let identity = from.terms.identity;
                let before = self.key_of(from.position, identity);
                for &(result, weight) in &*outcomes {
                    self.follow(from, &[result], list, all);
                    let Some(mut found) = all.pop() else { continue };
                    found.weight = weight;
                    if identity != Identity::None && found.end.is_none() && found.key == before {
                        // Nothing has changed: chance draws again, and sooner or later something else.
                        list.len = list.len.min(all.len());
                    } else {
                        all.push(found);
                    }
                }
                1
            }
            Turn::Simultaneous(seats) if seats.len() == 2 => {
                let mut rows = 0;
                for seat in seats.iter() {
                    rows = actions.len();
                    self.game.actions(from.position, seat, actions);
                }
                let (rows, columns) = actions.split_at(rows);
                make_room(rows.len() * columns.len(), from.terms, list, all);
                for &row in rows {
                    for &column in columns {
                        self.follow(from, &[row, column], list, all);
                    }
                }
                columns.len()
            }
            Turn::Simultaneous(_) | Turn::Over => 1,
        }
    }
}

impl<G: Notation + Solving> Expander for Adapter<G> {
    fn canonical(&self) -> &str {
        &self.canonical
    }

    fn turns(&self) -> TurnKinds {
        G::TURNS
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat).text
    }

    fn list(&self) -> Box<dyn Positions> {
        Box::new(List::<G>::default())
    }

    fn start(&self) -> Box<dyn Positions> {
        Box::new(List::<G>::of(&self.game.start()))
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Positions>, PositionError> {
        Ok(Box::new(List::<G>::of(&self.game.parse_position(text)?)))
    }

    fn text(&self, position: Position<'_>) -> String {
        self.game.position_text(typed::<G>(position))
    }

    fn tokens(&self, position: Position<'_>, seat: Seat) -> Vec<String> {
        let (position, mut actions) = (typed::<G>(position), Vec::new());
        self.game.actions(position, seat, &mut actions);
        let written = |action| {
            let mut text = String::new();
            self.game.write_action(position, action, &mut text);
            text
        };
        actions.into_iter().map(written).collect()
    }

    fn position_bytes(&self) -> usize {
        size_of::<G::Position>()
    }

    fn turn(&self, position: Position<'_>) -> Turn {
        self.game.turn(typed::<G>(position))
    }

    fn key(&self, position: Position<'_>, identity: Identity) -> u64 {
        self.key_of(typed::<G>(position), identity)
    }

    fn winner(&self, position: Position<'_>) -> Option<Seat> {
        self.game.outcome(typed::<G>(position)).winner()
    }

    fn cycle_value(&self, position: Position<'_>) -> Option<Ending> {
        self.game.cycle_value(typed::<G>(position))
    }

    fn length_rule(&self, position: Position<'_>) -> Option<LengthRule> {
        self.game.length_rule(&mut typed::<G>(position).clone(), false)
    }

    fn enter(&self, position: Position<'_>, terms: Terms, into: &mut dyn Positions) -> Successor {
        let position = typed::<G>(position);
        let (entered, scratch_position) = typed_list::<G>(into).add_with_scratch(position);
        self.find(entered, terms, self.counted(position), scratch_position)
    }

    fn append(&self, position: Position<'_>, terms: Terms, into: &mut Successors) {
        let position = typed::<G>(position);
        let counted = if terms.identity == Identity::Rewound { self.counted(position) } else { 0 };
        let from = Origin { position, turn: self.game.turn(position), terms, counted };
        let list = typed_list::<G>(&mut *into.positions);
        into.turn = from.turn;
        let mut scratch = std::mem::take(&mut list.scratch);
        into.columns = self.follow_all(&from, &mut scratch, list, &mut into.all);
        list.scratch = scratch;
    }

    fn enter_successor(
        &self,
        position: Position<'_>,
        next: &Successors,
        number: usize,
        terms: Terms,
        into: &mut dyn Positions,
    ) {
        let expanded = (&*next.positions as &dyn Any).downcast_ref::<List<G>>();
        let action = expanded.expect("the list is of this game").scratch.actions[number];
        let (entered, scratch_position) = typed_list::<G>(into).add_with_scratch(typed::<G>(position));
        self.game.apply(entered, action);
        self.find(entered, terms, 0, scratch_position);
    }

    fn random_game(
        &self,
        position: Position<'_>,
        seed: u64,
        plies: usize,
        identity: Identity,
        keys: &mut Vec<u64>,
    ) {
        let (mut rng, mut scratch) = (crate::Rng::seed_from_u64(seed), Scratch::default());
        let mut position = typed::<G>(position).clone();
        for _ in 0..plies {
            if playout::random_ply(&self.game, &mut position, &mut rng, &mut scratch).is_none() {
                break;
            }
            keys.push(self.key_of(&position, identity));
        }
    }

    fn numbering(&self) -> Option<&dyn Numbering> {
        let space: &dyn Numbering = self.space()?;
        Some(space)
    }

    fn number_of(&self, position: Position<'_>) -> Option<Number> {
        Some(self.space()?.number_of(typed::<G>(position)))
    }

    fn position_of(&self, number: Number) -> Box<dyn Positions> {
        let position = self.space().map(|space| space.position_of(number));
        Box::new(position.map_or_else(List::<G>::default, |position| List::of(&position)))
    }
}
