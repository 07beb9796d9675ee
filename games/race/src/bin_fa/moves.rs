//! Legal actions: lists, counts and one at random.

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_contract::random;

use super::BinFa;
use super::board::{Board, Phase};
use super::cells::{self, NEAR, leaves_connected, stay_connected_without};

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
        let connected = leaves_connected(board.terrain);
        let stay_connected = |cell: usize| match connected {
            true => stay_connected_without(board.terrain, cell),
            false => leaves_connected(board.terrain | 1 << cell),
        };
        home.members().filter(|&cell| stay_connected(cell)).fold(0, |set, cell| set | 1 << cell)
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

    /// The stacks of the mover, with the stacks of others beside each.
    #[inline]
    fn attacks(board: &Board) -> impl Iterator<Item = (usize, u128)> {
        let own = board.held[board.mover()];
        let others = board.occupied() & !own;
        own.members().map(move |from| (from, NEAR[from] & others))
    }

    /// The cells to which an attacked stack can be pushed.
    #[inline]
    pub(super) fn retreats(&self, board: &Board, at: usize) -> u128 {
        let closed = board.owner(at).map_or(u128::MAX, |owner| board.closed_to(owner));
        NEAR[at] & !closed & !board.vortexes
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
                    for (from, at) in Self::attacks(board) {
                        actions.extend(at.members().map(|at| Action::Dislodge(from as u8, at as u8)));
                    }
                }
                actions.extend(self.may_forage(board).then_some(Action::Forage));
                actions.push(Action::Stop);
            }
            Phase::Steps(_) => {
                Steps::of(board).each(board, u128::MAX, |step| actions.push(step));
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

    /// The captures among the legal decisions, in the same order.
    pub(super) fn list_captures(&self, board: &Board, actions: &mut Vec<Action>) {
        match board.turning.phase {
            Phase::Steps(_) => {
                let others = board.occupied() & !board.held[board.mover()];
                let beside = others.members().fold(0, |set, cell| set | NEAR[cell]);
                Steps::of(board).each(board, beside, |step| {
                    actions.extend((board.captured(step) > 0).then_some(step));
                });
            }
            Phase::Push(at, _) => {
                let retreats = self.retreats(board, at as usize).members();
                let pushes = retreats.map(|cell| Action::Push(cell as u8));
                actions.extend(pushes.filter(|&push| board.captured(push) > 0));
            }
            _ => {}
        }
    }

    pub(super) fn count(&self, board: &Board) -> usize {
        match board.turning.phase {
            Phase::Terrain | Phase::Vortex | Phase::Units => self.sites(board).len() as usize,
            Phase::Choose => {
                let mut count = 1 + usize::from(self.may_march(board)) + usize::from(self.may_forage(board));
                if self.may_dislodge(board) {
                    count += Self::attacks(board).map(|(_, at)| at.len() as usize).sum::<usize>();
                }
                count
            }
            Phase::Steps(_) => 1 + Steps::of(board).count(board),
            Phase::Push(at, _) => self.retreats(board, at as usize).len() as usize,
            Phase::Circles(..) => 3,
            Phase::Supplies | Phase::March | Phase::Dislodge(..) | Phase::Forage => 0,
        }
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
        for (from, at) in Self::attacks(board) {
            let count = at.len() as usize;
            if drawn < count {
                return Action::Dislodge(from as u8, at.nth(drawn) as u8);
            }
            drawn -= count;
        }
        unreachable!("the number is below the count")
    }

    #[inline]
    fn draw_step<R: Rng>(&self, board: &Board, rng: &mut R) -> Action {
        let steps = Steps::of(board);
        // The last number is that of `Stop`.
        let mut drawn = random::below(rng, steps.count(board) + 1);
        for from in steps.own.members() {
            let here = steps.count_from(board, from);
            if drawn >= here {
                drawn -= here;
                continue;
            }
            for (to, ends) in steps.from(from) {
                let cells = ends.len() as usize;
                let (units, end) = (drawn / cells, drawn % cells);
                if units < board.movable(from) as usize {
                    let [from, to, end] = [from, to, ends.nth(end)].map(|cell| cell as u8);
                    return Action::Step { units: 1 + units as u8, from, to, end };
                }
                drawn -= cells * board.movable(from) as usize;
            }
        }
        Action::Stop
    }
}

/// Where units of the mover can step.
struct Steps {
    /// The cells of the mover's units.
    own: u128,
    closed: u128,
    vortexes: u128,
    /// The vortexes on which units that step onto one may end.
    havens: u128,
}

impl Steps {
    #[inline]
    fn of(board: &Board) -> Steps {
        let (own, closed) = (board.held[board.mover()], board.closed_to(board.mover()));
        Steps { own, closed, vortexes: board.vortexes, havens: board.vortexes & !closed }
    }

    /// The cells to which units can step from a cell, ascending, with those on which they may end then.
    #[inline]
    fn from(&self, from: usize) -> impl Iterator<Item = (usize, u128)> {
        let ends = |to| if self.vortexes.has(to) { self.havens } else { 1 << to };
        (NEAR[from] & !self.closed).members().map(move |to| (to, ends(to)))
    }

    /// Calls `visit` with each step that ends on a cell of a set.
    #[inline]
    fn each(&self, board: &Board, within: u128, mut visit: impl FnMut(Action)) {
        for from in self.own.members() {
            let most = board.movable(from);
            for (to, ends) in self.from(from) {
                let (from, to, ends) = (from as u8, to as u8, ends & within);
                for units in (1..=most).filter(|_| ends != 0) {
                    ends.members().for_each(|end| visit(Action::Step { units, from, to, end: end as u8 }));
                }
            }
        }
    }

    /// How many steps there are from a cell.
    #[inline]
    fn count_from(&self, board: &Board, from: usize) -> usize {
        let open = NEAR[from] & !self.closed;
        let ends = (open & !self.vortexes).len() + (open & self.vortexes).len() * self.havens.len();
        usize::from(board.movable(from)) * ends as usize
    }

    #[inline]
    fn count(&self, board: &Board) -> usize {
        self.own.members().map(|from| self.count_from(board, from)).sum()
    }
}
