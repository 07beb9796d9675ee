//! Who can force a win, by depth-first proof-number search: df-pn (Nagai, "Df-pn Algorithm for Searching
//! AND/OR Trees and its Applications", 2002).
//!
//! A *proof* that a seat wins rests only on ends of the game that do not depend on the way there: repetition
//! and length rules prove nothing. Every position of a proof was proven later than those that its proof rests
//! on. So play that follows the proof repeats no position. The win holds in the game itself unless a length
//! rule ends the game before the proof's line does.
//!
//! A *disproof* says that the other seat can avoid such a win for ever. Sometimes the search meets no
//! position on the way to itself and no end that depends on the way. Then the disproof is the value of the
//! game itself. Elsewhere the disproof is checked by its trap: a set of positions that the attacker cannot
//! leave and that holds none of its wins. What a game gives for going round in the trap is a matter of its
//! rules.
//!
//! Positions are told apart by hashes of 64 bits. The probability that two of `n` positions share a hash is
//! below `n^2 / 2^65`.

mod certificate;
mod search;
mod table;

use torneo_contract::{Seat, Turn, refuse_if};

use crate::control::on_large_stack;
use crate::{Control, Expander, Identity, Position, Successors, Terms, Unsolved};
use search::{Kind, Search};
use table::{Numbers, TranspositionTable};

/// What is to be found.
#[derive(Clone, Copy, Default, Debug)]
pub struct ProofOptions {
    /// Positions to expand at most; none for no bound.
    pub nodes: Option<u64>,
    /// Whether to find the winner after each first action.
    pub each_action: bool,
    /// Whether to count the positions of the solution.
    pub size: bool,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// The seat that can force a win, if one can.
    pub winner: Option<Seat>,
    /// Whether the way to a position mattered: a position was found on the way to itself, or an end depended on
    /// the way. If not, and nobody can force a win, best play ends without a winner.
    pub cyclic: bool,
    /// The winner after each legal action, if that was asked for.
    pub after: Vec<(String, Option<Seat>)>,
    /// A line of the proof: the winner plays what was proven with least work, the loser what took most. Empty
    /// if nobody wins.
    pub line: Vec<String>,
    /// Positions expanded.
    pub nodes: u64,
    /// Positions of the solution, if they are counted: all that can be reached when the winner plays by it,
    /// or each side that keeps the other from winning. Symmetric ones count once.
    pub size: Option<u64>,
}

/// Solves a position of a game for two seats without turns of chance or of both.
///
/// # Errors
/// A game of another kind; a run that was ended from outside; more positions than allowed.
pub fn solve(
    expander: &dyn Expander,
    position: Position<'_>,
    options: ProofOptions,
    control: &Control<'_>,
) -> Result<Proof, Unsolved> {
    refuse_if!(expander.seats() != 2, "proof-number search is for two seats");
    on_large_stack(|| Solver::new(expander, options, control).solve(position))
}

struct Solver<'a> {
    expander: &'a dyn Expander,
    options: ProofOptions,
    control: &'a Control<'a>,
    table: TranspositionTable,
    nodes: u64,
    returns: u64,
}

impl<'a> Solver<'a> {
    fn new(expander: &'a dyn Expander, options: ProofOptions, control: &'a Control<'a>) -> Solver<'a> {
        Solver {
            expander,
            options,
            control,
            table: TranspositionTable::new(control.memory),
            nodes: 0,
            returns: 0,
        }
    }

    /// Lends a search for one goal to `work` and keeps its counts.
    fn with<T>(
        &mut self,
        attacker: Seat,
        work: impl FnOnce(&mut Search<'_>) -> Result<T, Unsolved>,
    ) -> Result<T, Unsolved> {
        let mut search = Search::new(self.expander, attacker, self.control, &mut self.table);
        (search.nodes, search.most) = (self.nodes, self.options.nodes.unwrap_or(u64::MAX));
        search.returns = self.returns;
        let result = work(&mut search);
        (self.nodes, self.returns) = (search.nodes, search.returns);
        result
    }

    /// Whether the seat can force a win.
    fn wins(&mut self, attacker: Seat, position: Position<'_>) -> Result<bool, Unsolved> {
        self.with(attacker, |search| {
            let root = search.look(position)?;
            loop {
                let found = match root.kind {
                    Kind::Won => return Ok(true),
                    Kind::Failed => return Ok(false),
                    Kind::Attack | Kind::Defence => search.solve(position, &root)?,
                };
                let holds = found == Numbers::PROVEN
                    || search.returns == 0
                    || certificate::walk(search, position, found)?.is_some();
                if holds {
                    return Ok(found == Numbers::PROVEN);
                }
                search.table.forget_disproofs();
            }
        })
    }

    /// The seat that can force a win.
    fn winner(&mut self, position: Position<'_>) -> Result<Option<Seat>, Unsolved> {
        let first = match self.expander.turn(position) {
            Turn::Seat(seat) => seat,
            _ => Seat::FIRST,
        };
        for seat in [first, first.other()] {
            if self.wins(seat, position)? {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    fn solve(mut self, position: Position<'_>) -> Result<Proof, Unsolved> {
        let winner = self.winner(position)?;
        let line = match winner {
            Some(seat) => self.with(seat, |search| certificate::line(search, position))?,
            None => Vec::new(),
        };
        let mut after = Vec::new();
        if let (true, Turn::Seat(seat)) = (self.options.each_action, self.expander.turn(position)) {
            let mut next = Successors::new(self.expander);
            self.expander.expand(position, Terms::of(Identity::None), &mut next);
            for (number, action) in self.expander.tokens(position, seat).into_iter().enumerate() {
                after.push((action, self.winner(next.positions.at(number))?));
            }
        }
        let size = if self.options.size { Some(self.size(position, winner)?) } else { None };
        let nodes = self.nodes;
        Ok(Proof { winner, cyclic: self.returns > 0, after, line, nodes, size })
    }

    /// The positions of the proof, or of both disproofs.
    fn size(&mut self, position: Position<'_>, winner: Option<Seat>) -> Result<u64, Unsolved> {
        let goals = match winner {
            Some(seat) => vec![(seat, Numbers::PROVEN)],
            None => Seat::all(2).map(|seat| (seat, Numbers::DISPROVEN)).collect(),
        };
        let mut size = 0;
        for (seat, result) in goals {
            let walked = self.with(seat, |search| certificate::walk(search, position, result))?;
            size += walked.unwrap_or_default();
        }
        Ok(size)
    }
}

#[cfg(test)]
mod tests;
