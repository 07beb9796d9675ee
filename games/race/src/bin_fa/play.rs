//! What actions do: the set-up, the turn, and the ends.

use torneo_board::grid::BitSet;
use torneo_contract::Seat;

use super::board::{ARMY, Board, Over, Phase, Turning, VORTEXES};
use super::cells::{self, CIRCLES, PLACEMENT, in_sector};
use super::moves::Action;
use super::{BinFa, TERRAINS};

/// Units on each of the first cells of a placement by itself.
const STACK: u8 = 3;

impl BinFa {
    /// Goes on to what the set-up lacks next, or to the first turn.
    pub(super) fn next_setup(&self, board: &mut Board) {
        let (terrains, vortexes) = (board.terrain.len() as usize, board.vortexes.len() as usize);
        let mut players = 0..self.players;
        let due = if self.has_terrain() && terrains < TERRAINS {
            Some((terrains % self.players, Phase::Terrain))
        } else if self.has_vortexes() && vortexes < VORTEXES {
            Some((vortexes % self.players, Phase::Vortex))
        } else if let Some(seat) = players.clone().find(|&seat| board.armies[seat] < ARMY && !self.auto) {
            Some((seat, Phase::Units))
        } else {
            if self.auto && board.occupied() == 0 {
                players.clone().for_each(|seat| self.place_army(board, seat));
            }
            let waits = |&seat: &usize| board.supplies[seat] == 0;
            players.find(waits).filter(|_| self.has_supplies()).map(|seat| (seat, Phase::Supplies))
        };
        match due {
            Some((seat, phase)) => board.turning = Turning::of(seat, phase),
            None => self.start_turn(board, 0),
        }
    }

    /// Stacks on the first free cells of the list.
    fn place_army(&self, board: &mut Board, seat: usize) {
        let taken = board.terrain | board.vortexes;
        let cells = PLACEMENT.map(|cell| in_sector(cell, self.homes[seat])).into_iter();
        let free = cells.filter(|&cell| !taken.has(cell)).take((ARMY / STACK) as usize);
        free.for_each(|cell| board.set_units(seat, cell, STACK));
    }

    #[inline]
    pub(super) fn start_turn(&self, board: &mut Board, seat: usize) {
        board.turning = Turning::of(seat, Phase::Choose);
        board.turning.danger = board.held[seat] & board.vortexes != 0;
    }

    /// The next player with units begins a turn; after the last one of them a round is over.
    #[inline]
    fn end_turn(&self, board: &mut Board) {
        let mover = board.mover();
        let after = (1..=self.players).map(|by| (mover + by) % self.players);
        let next = after.into_iter().find(|&seat| board.armies[seat] > 0).unwrap_or(mover);
        self.start_turn(board, next);
        if next <= mover {
            board.rounds += 1;
            if board.rounds >= self.max_rounds {
                board.over = Some(Over::Limit);
            }
        }
    }

    /// Whether only one player has units left, who has won.
    #[inline]
    pub(super) fn is_won(&self, board: &mut Board) -> bool {
        let won = board.alive() == 1;
        if won {
            let winner = board.armies.iter().position(|&units| units > 0).unwrap_or_default();
            self.start_turn(board, winner);
            board.over = Some(Over::Won(Seat::new(winner)));
        }
        won
    }

    /// After a march, an attack or foraging.
    #[inline]
    fn finish_action(&self, board: &mut Board, ends: bool) {
        if ends || board.turning.actions >= self.max_actions {
            self.end_turn(board);
        } else {
            board.turning.phase = Phase::Choose;
        }
    }

    /// Begins an action that costs a supply where there are supplies.
    #[inline]
    fn pay(&self, board: &mut Board, phase: Phase) {
        if self.has_supplies() {
            board.supplies[board.mover()] -= 1;
        }
        board.turning.actions += 1;
        board.turning.phase = phase;
    }

    #[inline]
    pub(super) fn play(&self, board: &mut Board, action: Action) {
        match action {
            Action::Terrain(cell) => board.terrain |= 1 << cell,
            Action::Vortex(cell) => board.vortexes |= 1 << cell,
            Action::Unit(cell) => {
                let units = board.units[cell as usize] + 1;
                board.set_units(board.mover(), cell as usize, units);
            }
            Action::Die(face) => board.supplies[board.mover()] = face,
            Action::Dice(high, low) => return self.roll(board, high, low),
            Action::March => return self.pay(board, Phase::March),
            Action::Dislodge(from, at) => return self.pay(board, Phase::Dislodge(from, at)),
            Action::Forage => {
                board.turning.actions += 1;
                board.turning.foraged = board.turning.foraged.or(Some(0));
                board.turning.phase = Phase::Forage;
                return;
            }
            Action::Step { units, from, to, end } => {
                return self.step(board, units, [from, to, end].map(usize::from));
            }
            Action::Push(to) => return self.push(board, to as usize),
            Action::Circles(circles) => {
                self.move_marker(board, circles);
                return self.finish_action(board, false);
            }
            Action::Stop => {
                let stepping = matches!(board.turning.phase, Phase::Steps(_));
                return if stepping { self.finish_action(board, false) } else { self.end_turn(board) };
            }
        }
        self.next_setup(board);
    }

    #[inline]
    fn roll(&self, board: &mut Board, high: u8, low: u8) {
        let double = high == low;
        if board.turning.danger && double {
            let mover = board.mover();
            let lost = board.held[mover] & board.vortexes;
            lost.members().for_each(|cell| board.set_units(mover, cell, 0));
            if !self.is_won(board) {
                self.end_turn(board);
            }
            return;
        }
        board.turning.danger = false;
        match board.turning.phase {
            Phase::Dislodge(_, at) => {
                let succeeds = if self.sum6 { high + low == 6 } else { high == 6 };
                if succeeds && self.retreats(board, at as usize) != 0 {
                    board.turning.phase = Phase::Push(at, double);
                } else {
                    self.finish_action(board, double);
                }
            }
            Phase::Forage if double => {
                let gained = board.turning.foraged.unwrap_or_default();
                board.supplies[board.mover()] -= gained;
                self.end_turn(board);
            }
            Phase::Forage => board.turning.phase = Phase::Circles(high, low),
            _ if double => self.end_turn(board),
            _ => board.turning.phase = Phase::Steps(high - low),
        }
    }

    #[inline]
    fn step(&self, board: &mut Board, units: u8, [from, to, end]: [usize; 3]) {
        let mover = board.mover();
        board.set_units(mover, from, board.units[from] - units);
        board.set_units(mover, end, board.units[end] + units);
        if board.vortexes.has(to)
            && let Some(number) = board.vortex_number(end)
        {
            board.turning.arrived[number] += units;
        }
        board.capture_around(end);
        if self.is_won(board) {
            return;
        }
        match board.turning.phase {
            Phase::Steps(left) if left > 1 => board.turning.phase = Phase::Steps(left - 1),
            _ => self.finish_action(board, false),
        }
    }

    fn push(&self, board: &mut Board, to: usize) {
        let Phase::Push(at, ends) = board.turning.phase else { return };
        let at = at as usize;
        let Some(owner) = board.owner(at) else { return };
        let units = board.units[at];
        board.set_units(owner, at, 0);
        board.set_units(owner, to, board.units[to] + units);
        board.capture_around(to);
        if !self.is_won(board) {
            self.finish_action(board, ends);
        }
    }

    /// Moves the supply marker and takes what its circle gives.
    fn move_marker(&self, board: &mut Board, circles: u8) {
        let mover = board.mover();
        let circle = (board.markers[mover] as usize + circles as usize) % CIRCLES;
        board.markers[mover] = circle as u8;
        let colour = cells::colour(circle);
        if colour == self.homes[mover] || board.held[mover] & cells::sector_cells(colour) != 0 {
            let gained = circles.min(board.bank());
            board.supplies[mover] += gained;
            board.turning.foraged = Some(board.turning.foraged.unwrap_or_default() + gained);
        }
    }
}
