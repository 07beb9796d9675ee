//! Legal actions: lists, counts and one at random.

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_contract::random;

use super::BinFa;
use super::board::{Board, Phase};
use super::cells::{self, beside, leaves_connected};

/// A result of chance or a decision. Cells are numbers, dice show the higher first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A terrain triangle on a cell.
    Terrain(u8),
    /// A vortex on a cell.
    Vortex(u8),
    /// A unit on a cell.
    Unit(u8),
    /// One die.
    Die(u8),
    /// Two dice.
    Dice(u8, u8),
    /// A march begins.
    March,
    /// Units step from a cell to the next one.
    Step {
        /// How many.
        units: u8,
        /// The cell that they leave.
        from: u8,
        /// The cell to which they step.
        to: u8,
        /// Where they stand then: another vortex, if they step onto one.
        end: u8,
    },
    /// A stack attacks another one.
    Dislodge(u8, u8),
    /// The attacked stack goes to this cell.
    Push(u8),
    /// Foraging begins.
    Forage,
    /// The number of circles that the marker moves.
    Circles(u8),
    /// The steps or the turn end.
    Stop,
}

impl BinFa {
    /// The cells on which the next piece of the set-up can be placed.
    fn sites(&self, board: &Board) -> u128 {
        let home = cells::sector_cells(self.homes[board.mover()]) & !board.terrain & !board.vortexes;
        if board.turning.phase != Phase::Terrain {
            return home;
        }
        home.members()
            .filter(|&cell| leaves_connected(board.terrain | 1 << cell))
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// Whether the player can pay for a march or an attack.
    #[inline]
    fn can_pay(&self, board: &Board) -> bool {
        !self.has_supplies() || board.supplies[board.mover()] > 0
    }

    #[inline]
    pub(super) fn may_march(&self, board: &Board) -> bool {
        board.turning.foraged.is_none() && self.can_pay(board)
    }

    #[inline]
    pub(super) fn may_dislodge(&self, board: &Board) -> bool {
        self.has_terrain() && self.may_march(board)
    }

    #[inline]
    pub(super) fn may_forage(&self, board: &Board) -> bool {
        self.has_supplies() && (board.turning.actions == 0 || board.turning.foraged.is_some())
    }

    /// Calls `visit` with the cells from which and to which units of the mover can step, how many can, and on how
    /// many cells they may end.
    #[inline]
    fn each_step(&self, board: &Board, mut visit: impl FnMut(usize, usize, usize, u128)) {
        let own = board.held[board.mover()];
        let closed = board.closed_to(board.mover());
        let havens = board.vortexes & !closed;
        for from in own.members() {
            let units = board.movable(from) as usize;
            for to in beside(from).filter(|&to| units > 0 && !closed.has(to)) {
                visit(from, to, units, if board.vortexes.has(to) { havens } else { 1 << to });
            }
        }
    }

    /// Calls `visit` with each stack of the mover and each stack of others beside it.
    #[inline]
    fn each_attack(&self, board: &Board, mut visit: impl FnMut(usize, usize)) {
        let own = board.held[board.mover()];
        let others = board.occupied() & !own;
        for from in own.members() {
            beside(from).filter(|&at| others.has(at)).for_each(|at| visit(from, at));
        }
    }

    /// The cells to which an attacked stack can be pushed.
    #[inline]
    pub(super) fn retreats(&self, board: &Board, at: usize) -> u128 {
        let closed = board.owner(at).map_or(u128::MAX, |owner| board.closed_to(owner));
        cells::NEAR[at] & !closed & !board.vortexes
    }

    /// The legal decisions: a march, attacks and steps by cell, foraging, `Stop` last.
    pub(super) fn list(&self, board: &Board, actions: &mut Vec<Action>) {
        match board.turning.phase {
            Phase::Terrain => {
                actions.extend(self.sites(board).members().map(|cell| Action::Terrain(cell as u8)));
            }
            Phase::Vortex => {
                actions.extend(self.sites(board).members().map(|cell| Action::Vortex(cell as u8)));
            }
            Phase::Units => actions.extend(self.sites(board).members().map(|cell| Action::Unit(cell as u8))),
            Phase::Choose => {
                actions.extend(self.may_march(board).then_some(Action::March));
                if self.may_dislodge(board) {
                    self.each_attack(board, |from, at| actions.push(Action::Dislodge(from as u8, at as u8)));
                }
                actions.extend(self.may_forage(board).then_some(Action::Forage));
                actions.push(Action::Stop);
            }
            Phase::Steps(_) => {
                self.each_step(board, |from, to, most, ends| {
                    let (from, to) = (from as u8, to as u8);
                    let step = |units, end: usize| Action::Step { units, from, to, end: end as u8 };
                    let all =
                        (1..=most as u8).flat_map(|units| ends.members().map(move |end| step(units, end)));
                    actions.extend(all);
                });
                actions.push(Action::Stop);
            }
            Phase::Push(at, _) => {
                let retreats = self.retreats(board, at as usize).members();
                actions.extend(retreats.map(|cell| Action::Push(cell as u8)));
            }
            Phase::Circles(high, low) => {
                actions.extend([low, high, high + low].map(Action::Circles));
            }
            Phase::Supplies | Phase::March | Phase::Dislodge(..) | Phase::Forage => {}
        }
    }

    pub(super) fn count(&self, board: &Board) -> usize {
        match board.turning.phase {
            Phase::Terrain | Phase::Vortex | Phase::Units => self.sites(board).len() as usize,
            Phase::Choose => {
                let mut count = 1 + usize::from(self.may_march(board)) + usize::from(self.may_forage(board));
                if self.may_dislodge(board) {
                    self.each_attack(board, |_, _| count += 1);
                }
                count
            }
            Phase::Steps(_) => 1 + self.count_steps(board),
            Phase::Push(at, _) => self.retreats(board, at as usize).len() as usize,
            Phase::Circles(..) => 3,
            Phase::Supplies | Phase::March | Phase::Dislodge(..) | Phase::Forage => 0,
        }
    }

    #[inline]
    fn count_steps(&self, board: &Board) -> usize {
        let mut count = 0;
        self.each_step(board, |_, _, units, ends| count += units * ends.len() as usize);
        count
    }

    /// A legal decision, each equally likely.
    #[inline]
    pub(super) fn draw_action<R: Rng>(&self, board: &Board, rng: &mut R) -> Action {
        match board.turning.phase {
            Phase::Choose => self.draw_choice(board, rng),
            Phase::Steps(_) => self.draw_step(board, rng),
            Phase::Circles(high, low) => Action::Circles([low, high, high + low][random::below(rng, 3)]),
            phase => {
                let (cells, action): (u128, fn(u8) -> Action) = match phase {
                    Phase::Terrain => (self.sites(board), Action::Terrain),
                    Phase::Vortex => (self.sites(board), Action::Vortex),
                    Phase::Push(at, _) => (self.retreats(board, at as usize), Action::Push),
                    _ => (self.sites(board), Action::Unit),
                };
                action(cells.nth(random::below(rng, cells.len() as usize)) as u8)
            }
        }
    }

    #[inline]
    fn draw_choice<R: Rng>(&self, board: &Board, rng: &mut R) -> Action {
        let mut drawn = random::below(rng, self.count(board));
        for (action, legal) in [
            (Action::Stop, true),
            (Action::March, self.may_march(board)),
            (Action::Forage, self.may_forage(board)),
        ] {
            if legal && drawn == 0 {
                return action;
            }
            drawn = drawn.wrapping_sub(usize::from(legal));
        }
        let (mut number, mut action) = (0, Action::Stop);
        self.each_attack(board, |from, at| {
            if number == drawn {
                action = Action::Dislodge(from as u8, at as u8);
            }
            number += 1;
        });
        action
    }

    #[inline]
    fn draw_step<R: Rng>(&self, board: &Board, rng: &mut R) -> Action {
        // The last number is that of `Stop`.
        let drawn = random::below(rng, self.count_steps(board) + 1);
        let (mut first, mut action) = (0, Action::Stop);
        self.each_step(board, |from, to, units, ends| {
            let cells = ends.len() as usize;
            let number = drawn.wrapping_sub(first);
            if number < units * cells {
                let end = if cells == 1 { ends.lowest() } else { ends.nth(number % cells) };
                let units = (1 + number / cells) as u8;
                action = Action::Step { units, from: from as u8, to: to as u8, end: end as u8 };
            }
            first += units * cells;
        });
        action
    }
}
