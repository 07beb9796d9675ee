//! An engine for one game, and one for every game.

use torneo::contract::{Game, Playable, Scratch, Seat, SpecError, Turn};
use torneo::engine::{Choice, Engine, EngineInfo, EngineKind, Rng, SetUp};

use crate::nim::{Heaps, Nim, Take};

/// The description of the engine for Nim.
pub const NIM_SUM: EngineInfo =
    EngineInfo { id: "nim-sum", summary: "perfect play of Nim (Bouton 1901)", options: &[] };

/// Makes a player of Nim.
pub fn nim_sum(_game: &Nim, _set_up: &SetUp<'_>) -> Result<Box<dyn Engine<Nim>>, SpecError> {
    Ok(Box::new(NimSum(Vec::new())))
}

/// Leaves heaps whose binary digits add up to nothing without carries, if it can.
struct NimSum(Vec<Take>);

impl Engine<Nim> for NimSum {
    fn begin(&mut self, _game: &Nim, _seat: Seat, _rng: Rng) {}

    fn choose(&mut self, game: &Nim, position: &Heaps) -> Choice<Take> {
        let Turn::Seat(seat) = game.turn(position) else { unreachable!("an engine is asked at its turn") };
        self.0.clear();
        game.actions(position, seat, &mut self.0);
        let balanced = |take: &&Take| {
            let mut next = *position;
            game.apply(&mut next, **take);
            next.objects.iter().fold(0, |sum, heap| sum ^ heap) == 0
        };
        let action = *self.0.iter().find(balanced).unwrap_or(&self.0[0]);
        Choice { action, nodes: self.0.len() as u64 }
    }
}

/// Plays any game: leaves the next seat as few actions as it can.
pub struct Fewest;

impl EngineKind for Fewest {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo { id: "fewest", summary: "leaves the next seat the fewest actions", options: &[] }
    }

    fn build<G: Playable>(&self, _game: &G, _set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        Ok(Box::new(FewestPlayer::<G> { seat: Seat::FIRST, scratch: Scratch::default(), legal: Vec::new() }))
    }
}

struct FewestPlayer<G: Game> {
    seat: Seat,
    scratch: Scratch<G::Action>,
    legal: Vec<G::Action>,
}

impl<G: Playable> Engine<G> for FewestPlayer<G> {
    fn begin(&mut self, _game: &G, seat: Seat, _rng: Rng) {
        self.seat = seat;
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        self.legal.clear();
        game.actions(position, self.seat, &mut self.legal);
        let alone = matches!(game.turn(position), Turn::Seat(_));
        let mut replies = |action: &G::Action| {
            let mut next = position.clone();
            if alone {
                game.apply(&mut next, *action);
            }
            match game.turn(&next) {
                Turn::Seat(seat) => game.count_actions(&next, seat, &mut self.scratch),
                _ => 0,
            }
        };
        let action =
            *self.legal.iter().min_by_key(|action| replies(action)).expect("a seat has a legal action");
        Choice { action, nodes: self.legal.len() as u64 }
    }
}
