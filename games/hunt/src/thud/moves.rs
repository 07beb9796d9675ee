//! Legal actions: lists, counts and one at random.

use rand_core::Rng;

use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::random;

use super::Thud;
use super::board::{Action, Board, DWARFS, TROLLS};
use super::tables::{DIRECTIONS, MOST_AIMS, Tables};

/// Random draws before all legal actions are listed.
const TRIES: usize = 200;

impl Board {
    /// Whether a dwarf that goes to a troll's cell, all cells between being vacant, is hurled far enough.
    #[inline]
    pub(super) fn can_hurl(&self, tables: &Tables, from: usize, to: usize) -> bool {
        let Some((direction, distance)) = tables.path(from, to) else { return false };
        self.line(tables, DWARFS, from, direction, distance) == distance
    }

    /// The moves and hurls of a dwarf.
    #[inline]
    fn dwarf_targets(&self, tables: &Tables, from: usize) -> Bits192 {
        let reach = tables.reach(from, self.occupied()) - self.pieces[DWARFS];
        let trolls = (reach & self.pieces[TROLLS]).members();
        trolls
            .filter(|&to| !self.can_hurl(tables, from, to))
            .fold(reach, |reach, to| reach - Bits192::one(to))
    }

    /// The shoves of a troll.
    pub(super) fn shoves_of(&self, tables: &Tables, from: usize) -> impl Iterator<Item = Action> {
        let trolls = self.pieces[TROLLS];
        let beside = tables.near[from] & trolls;
        let directions = if beside.is_empty() { 0..0 } else { 0..DIRECTIONS };
        let most = trolls.len() as usize;
        let lines =
            directions.map(move |direction| (direction, self.line(tables, TROLLS, from, direction, most)));
        // A troll alone is not shoved.
        lines.filter(|&(_, length)| length > 1).flat_map(move |(direction, length)| {
            let vacant = |cell: &usize| !self.occupied().has(*cell);
            let ahead = move |&at: &usize| tables.next(at, direction).filter(vacant);
            let cells = std::iter::successors(ahead(&from), ahead).take(length).skip(1);
            let hits = move |&to: &usize| !self.dwarfs_beside(tables, to).is_empty();
            cells.filter(hits).map(move |to| Action::to(from, to, true))
        })
    }

    fn shoves(&self, tables: &Tables) -> impl Iterator<Item = Action> {
        self.pieces[TROLLS].members().flat_map(|from| self.shoves_of(tables, from))
    }

    /// The cells to which a troll can step.
    #[inline]
    fn steps(&self, tables: &Tables, from: usize) -> Bits192 {
        tables.near[from] - self.occupied()
    }
}

impl Thud {
    /// Whether a troll's step to a cell exists in this version.
    #[inline]
    fn is_step(&self, board: &Board, to: usize, captures: bool) -> bool {
        let possible = !board.dwarfs_beside(&self.tables, to).is_empty();
        if captures { possible } else { !(possible && self.forced) }
    }

    /// The legal actions: pieces by cell, cells to go to ascending, a step without capture before that with it,
    /// shoves after the steps, a proposal last.
    pub(super) fn list(&self, board: &Board, actions: &mut Vec<Action>) {
        if board.offered {
            return actions.extend([Action::Accept, Action::Decline]);
        }
        let tables = &*self.tables;
        for from in board.pieces[board.to_move].members() {
            if board.to_move == DWARFS {
                let targets = board.dwarf_targets(tables, from).members();
                actions.extend(targets.map(|to| Action::to(from, to, board.pieces[TROLLS].has(to))));
                continue;
            }
            for to in board.steps(tables, from).members() {
                let versions =
                    [false, true].into_iter().filter(|&captures| self.is_step(board, to, captures));
                actions.extend(versions.map(|captures| Action::to(from, to, captures)));
            }
            actions.extend(board.shoves_of(tables, from));
        }
        actions.extend(self.may_propose(board).then_some(Action::Propose));
    }

    /// The legal captures, in the same order.
    pub(super) fn list_captures(&self, board: &Board, actions: &mut Vec<Action>) {
        if board.offered {
            return;
        }
        let (tables, [dwarfs, trolls], occupied) = (&*self.tables, board.pieces, board.occupied());
        if board.to_move == DWARFS {
            let sight = trolls.members().fold(Bits192::EMPTY, |set, to| set | tables.reach(to, occupied));
            for from in (sight & dwarfs).members() {
                let seen = (tables.reach(from, occupied) & trolls).members();
                let hurls = seen.filter(|&to| board.can_hurl(tables, from, to));
                actions.extend(hurls.map(|to| Action::to(from, to, true)));
            }
            return;
        }
        for from in trolls.members() {
            let steps = board.steps(tables, from).members().filter(|&to| self.is_step(board, to, true));
            actions.extend(steps.map(|to| Action::to(from, to, true)));
            actions.extend(board.shoves_of(tables, from));
        }
    }

    pub(super) fn count(&self, board: &Board) -> usize {
        if board.offered {
            return 2;
        }
        let (tables, pieces) = (&*self.tables, board.pieces[board.to_move].members());
        let moves: usize = if board.to_move == DWARFS {
            pieces.map(|from| board.dwarf_targets(tables, from).len() as usize).sum()
        } else {
            let versions = |to| 1 + usize::from(!self.forced && self.is_step(board, to, true));
            let steps = |from| board.steps(tables, from).members().map(versions).sum::<usize>();
            pieces.map(|from| steps(from) + board.shoves_of(tables, from).count()).sum()
        };
        moves + usize::from(self.may_propose(board))
    }

    /// A legal action, each equally likely, drawn from a larger set until it is legal; none if that takes long.
    pub(super) fn draw_action<R: Rng>(&self, board: &Board, rng: &mut R) -> Option<Action> {
        if board.offered {
            return Some([Action::Accept, Action::Decline][random::below(rng, 2)]);
        }
        if board.to_move == DWARFS { self.draw_dwarf(board, rng) } else { self.draw_troll(board, rng) }
    }

    /// A dwarf and one of the slides from its cell, or the proposal.
    #[inline]
    fn draw_dwarf<R: Rng>(&self, board: &Board, rng: &mut R) -> Option<Action> {
        let (dwarfs, occupied) = (board.pieces[DWARFS], board.occupied());
        let slides = dwarfs.len() as usize * MOST_AIMS;
        let all = slides + usize::from(self.may_propose(board));
        (0..TRIES).find_map(|_| {
            let drawn = random::below(rng, all);
            if drawn == slides {
                return Some(Action::Propose);
            }
            let from = dwarfs.nth(drawn / MOST_AIMS);
            let to = self.tables.slide(from, drawn % MOST_AIMS, occupied)?;
            let captures = board.pieces[TROLLS].has(to);
            let legal = if captures { board.can_hurl(&self.tables, from, to) } else { !dwarfs.has(to) };
            legal.then(|| Action::to(from, to, captures))
        })
    }

    /// A troll, one of the directions and one of the versions of the step, or one of the shoves, or the proposal.
    #[inline]
    fn draw_troll<R: Rng>(&self, board: &Board, rng: &mut R) -> Option<Action> {
        const VERSIONS: usize = 2 * DIRECTIONS;
        let (tables, trolls) = (&*self.tables, board.pieces[TROLLS]);
        let steps = trolls.len() as usize * VERSIONS;
        let shoves = board.shoves(tables).count();
        let all = steps + shoves + usize::from(self.may_propose(board));
        (0..TRIES).find_map(|_| {
            let drawn = random::below(rng, all);
            if drawn >= steps {
                return Some(board.shoves(tables).nth(drawn - steps).unwrap_or(Action::Propose));
            }
            let from = trolls.nth(drawn / VERSIONS);
            let to = tables.next(from, drawn / 2 % DIRECTIONS).filter(|&to| !board.occupied().has(to))?;
            let captures = drawn % 2 == 1;
            self.is_step(board, to, captures).then(|| Action::to(from, to, captures))
        })
    }
}
