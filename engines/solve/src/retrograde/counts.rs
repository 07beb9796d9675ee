//! How many positions have which value.

use rayon::prelude::*;
use torneo_contract::{Number, Numbering, Seat};

use super::graph::{Class, ENDS, Graph, Solved};
use super::numbered::Code;
use crate::{Control, Unsolved, Value};

/// Positions with the same seat to move, by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// In which each seat forces the end.
    pub won: [u64; 2],
    /// In which each seat wins because play goes on for ever.
    pub endlessly_won: [u64; 2],
    /// Drawn.
    pub drawn: u64,
    /// Whose value depends on the history.
    pub unknown: u64,
}

impl Tally {
    fn add(&mut self, value: Option<Value>, weight: u64) {
        *match value {
            None => &mut self.unknown,
            Some(Value { winner: None, .. }) => &mut self.drawn,
            Some(Value { winner: Some(seat), plies: Some(_) }) => &mut self.won[seat.index()],
            Some(Value { winner: Some(seat), plies: None }) => &mut self.endlessly_won[seat.index()],
        } += weight;
    }

    /// All positions.
    pub fn total(&self) -> u64 {
        self.won.iter().chain(&self.endlessly_won).sum::<u64>() + self.drawn + self.unknown
    }

    fn join(&mut self, other: &Tally) {
        for seat in 0..2 {
            self.won[seat] += other.won[seat];
            self.endlessly_won[seat] += other.endlessly_won[seat];
        }
        self.drawn += other.drawn;
        self.unknown += other.unknown;
    }
}

/// The values of the positions of a layer, or of a whole space.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// By seat to move.
    pub to_move: [Tally; 2],
    /// The longest forced win of each seat: its plies, and the lowest number of a position that has it.
    pub longest: [Option<(u32, u32)>; 2],
}

impl Counts {
    fn add(&mut self, number: u32, to_move: usize, value: Option<Value>, weight: u64) {
        self.to_move[to_move].add(value, weight);
        if let Some(Value { winner: Some(seat), plies: Some(plies) }) = value {
            self.take_longer(seat.index(), (plies, number));
        }
    }

    fn take_longer(&mut self, seat: usize, (plies, number): (u32, u32)) {
        let longest = &mut self.longest[seat];
        let longer = |&(known, other): &(u32, u32)| plies > known || plies == known && number < other;
        if longest.as_ref().is_none_or(longer) {
            *longest = Some((plies, number));
        }
    }

    fn join(mut self, other: Counts) -> Counts {
        for seat in 0..2 {
            self.to_move[seat].join(&other.to_move[seat]);
            if let Some(longest) = other.longest[seat] {
                self.take_longer(seat, longest);
            }
        }
        self
    }

    /// Counts a solved graph.
    pub fn of_graph(graph: &Graph, solved: &[Solved]) -> Counts {
        let mut counts = Counts::default();
        for (node, solved) in solved.iter().enumerate().skip(ENDS) {
            counts.add(node as u32, graph.to_move[node] as usize, solved.value(), 1);
        }
        counts
    }

    /// Counts a layer. `endless` is what play without end is worth.
    ///
    /// # Errors
    /// [`Unsolved::Interrupted`].
    pub fn of_layer(
        numbering: &dyn Numbering,
        layer: u32,
        bytes: &[u8],
        endless: Class,
        control: &Control,
    ) -> Result<Counts, Unsolved> {
        const CHUNK: usize = 1 << 16;
        let chunks = bytes.par_chunks(CHUNK).enumerate().map(|(chunk, bytes)| {
            control.check()?;
            let mut counts = Counts::default();
            for (offset, &byte) in bytes.iter().enumerate() {
                if Code::of(byte) == Code::Unused {
                    continue;
                }
                let index = (chunk * CHUNK + offset) as u32;
                let number = Number { layer, index };
                let to_move = numbering.to_move(number);
                let value = value_of(Code::of(byte), to_move, endless);
                counts.add(index, to_move.index(), value, u64::from(numbering.weight(number)));
            }
            Ok(counts)
        });
        chunks.try_reduce(Counts::default, |a, b| Ok(a.join(b)))
    }
}

/// The value that a code in use stands for.
pub fn value_of(code: Code, to_move: Seat, endless: Class) -> Option<Value> {
    match code {
        Code::Plies(plies) => {
            let winner = if plies.is_multiple_of(2) { to_move.other() } else { to_move };
            Some(Value { winner: Some(winner), plies: Some(plies) })
        }
        Code::Endless | Code::Unused => Solved { class: endless, plies: 0 }.value(),
    }
}
