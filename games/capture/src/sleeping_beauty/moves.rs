//! The legal moves.

use torneo_board::grid::BitSet;

use super::board::{Action, BEAUTY, Board, FAR, NOBODY, WHITE, ahead, around, is_forward, step};

/// The distances of a man's step.
pub(super) const STEPS: [usize; 2] = [9, 7];

/// What stands on the board as the side to move sees it, a beauty that wakes being a lady already.
#[derive(Clone, Copy)]
pub(super) struct View {
    side: usize,
    men: u64,
    pub(super) lady: u64,
    enemy_men: u64,
    enemy_lady: u64,
    empty: u64,
    /// The square of the beauty that has been woken, or [`NOBODY`].
    woken: u8,
    /// Squares to which the repetition rule lets no lady step.
    barred: u64,
}

impl View {
    /// The view of the side to move before a beauty wakes.
    #[inline]
    pub(super) fn new(board: &Board) -> View {
        let mut view = View::of(board, board.to_move & 1);
        if board.repeated && view.lady != 0 && view.enemy_lady != 0 {
            let targets = around(view.lady) & view.empty;
            let (own, other) = (view.side ^ 1, view.enemy_lady.lowest());
            let barred = targets.members().filter(|&to| board.seen.contains(own, other, to));
            view.barred = barred.fold(0, |barred, to| barred | u64::one(to));
        }
        view
    }

    /// The view of a side as if it were to move, without repetitions.
    #[inline]
    pub(super) fn of(board: &Board, side: usize) -> View {
        let ([men, lady, _], [enemy_men, enemy_lady, _]) =
            (board.pieces[side & 1], board.pieces[side & 1 ^ 1]);
        View { side, men, lady, enemy_men, enemy_lady, empty: board.empty(), woken: NOBODY, barred: 0 }
    }

    /// The same with the beauty on `square` woken.
    #[inline]
    pub(super) fn waking(self, square: usize) -> View {
        View { lady: 1 << square, woken: square as u8, ..self }
    }

    /// The square numbers `distance` ahead.
    #[inline]
    fn forward(&self, set: u64, distance: usize) -> u64 {
        if self.side == WHITE { set << distance } else { set >> distance }
    }

    #[inline]
    fn backward(&self, set: u64, distance: usize) -> u64 {
        if self.side == WHITE { set >> distance } else { set << distance }
    }

    #[inline]
    fn enemies(&self) -> u64 {
        self.enemy_men | self.enemy_lady
    }

    /// The squares that men step to, for each distance.
    #[inline]
    pub(super) fn men_steps(&self) -> [u64; 2] {
        STEPS.map(|distance| self.forward(self.men, distance) & self.empty)
    }

    /// The step of a man to a square.
    #[inline]
    pub(super) fn man_step(&self, to: usize, distance: usize) -> Action {
        let from = if self.side == WHITE { to - distance } else { to + distance };
        self.plain(from, to)
    }

    /// A plain move or a capture by replacement.
    #[inline]
    fn plain(&self, from: usize, to: usize) -> Action {
        Action { woken: self.woken, from: from as u8, to: to as u8, jumps: 0, path: 0 }
    }

    /// The squares that the lady moves to where no jump is possible: steps, captures by replacement and jumps of joy.
    #[inline]
    pub(super) fn lady_targets(&self) -> u64 {
        let near = around(self.lady) & (self.empty & !self.barred | self.enemies());
        if self.woken == NOBODY { near } else { near | self.jumps_of_joy() }
    }

    /// The move of the lady to one of these squares.
    #[inline]
    pub(super) fn lady_move(&self, to: usize) -> Action {
        self.plain(self.lady.lowest(), to)
    }

    /// The squares that the woken lady reaches by a jump of joy.
    fn jumps_of_joy(&self) -> u64 {
        let crossed = self.empty & !self.threatened();
        (0..4).fold(0, |targets, direction| {
            targets | step(step(self.lady, direction) & crossed, direction) & self.empty
        })
    }

    /// Vacant squares on which an enemy lady or, by a leap backward, an enemy man would capture a lady at once.
    pub(super) fn threatened(&self) -> u64 {
        let leaps = STEPS
            .map(|distance| self.forward(self.enemy_men, distance) & self.backward(self.empty, distance));
        (around(self.enemy_lady) | leaps[0] | leaps[1]) & self.empty
    }

    /// The men and the lady that can jump over an enemy piece.
    #[inline]
    pub(super) fn jumpers(&self) -> u64 {
        let mut jumpers = 0;
        for distance in STEPS {
            let over = self.backward(self.empty, distance) & self.enemy_men;
            jumpers |= self.backward(over, distance) & self.men;
            let over = self.forward(self.empty, distance) & self.enemy_lady;
            jumpers |= self.forward(over, distance) & self.men;
        }
        if self.lady != 0 {
            for direction in 0..4 {
                let over = step(self.empty, direction) & self.enemies();
                jumpers |= step(over, direction) & self.lady;
            }
        }
        jumpers
    }

    /// Whether there is a legal move.
    ///
    /// A lady next to an enemy piece has one: she captures it by replacement unless a jump is possible.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let [left, right] = self.men_steps();
        let near = around(self.lady) & (self.empty & !self.barred | self.enemies());
        left | right | near != 0 || self.jumpers() != 0
    }

    /// Appends the legal moves.
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let jumpers = self.jumpers();
        if jumpers != 0 {
            return self.list_captures(jumpers, actions);
        }
        for (targets, distance) in self.men_steps().into_iter().zip(STEPS) {
            actions.extend(targets.members().map(|to| self.man_step(to, distance)));
        }
        actions.extend(self.lady_targets().members().map(|to| self.lady_move(to)));
    }

    /// Appends the captures and promotions among the legal moves, in the same order.
    pub(super) fn list_noisy(&self, actions: &mut Vec<Action>) {
        let jumpers = self.jumpers();
        if jumpers != 0 {
            return self.list_captures(jumpers, actions);
        }
        for (targets, distance) in self.men_steps().into_iter().zip(STEPS) {
            let promoting = targets & FAR[self.side & 1];
            actions.extend(promoting.members().map(|to| self.man_step(to, distance)));
        }
        let replaced = self.lady_targets() & self.enemies();
        actions.extend(replaced.members().map(|to| self.lady_move(to)));
    }

    /// Appends the jumps of greatest number and, if that is one, the Royal Privilege: the capture of the enemy lady
    /// by replacement.
    pub(super) fn list_captures(&self, jumpers: u64, actions: &mut Vec<Action>) {
        let before = actions.len();
        let mut search = JumpSearch { view: self, actions, before, most: 0 };
        for from in jumpers.members() {
            let is_lady = self.lady.has(from);
            let jumper = Jumper { is_lady, vacant: self.empty | u64::one(from), jumped: 0 };
            let from = from as u8;
            search.go_on(jumper, Action { woken: self.woken, from, to: from, jumps: 0, path: 0 });
        }
        if search.most == 1 && around(self.lady) & self.enemy_lady != 0 {
            actions.push(self.lady_move(self.enemy_lady.lowest()));
        }
    }

    /// The enemy pieces over which a piece jumps on a direction: a man over men forward and over the lady backward.
    #[inline]
    pub(super) fn victims(&self, is_lady: bool, direction: usize) -> u64 {
        match (is_lady, is_forward(self.side, direction)) {
            (true, _) => self.enemies(),
            (false, true) => self.enemy_men,
            (false, false) => self.enemy_lady,
        }
    }
}

/// The piece that jumps.
#[derive(Clone, Copy)]
struct Jumper {
    is_lady: bool,
    /// The vacant squares, its start included.
    vacant: u64,
    /// The pieces that it has jumped over; they stand there until the end.
    jumped: u64,
}

/// The search for the longest jumping sequences.
struct JumpSearch<'a> {
    view: &'a View,
    actions: &'a mut Vec<Action>,
    /// Number of actions that were there before.
    before: usize,
    /// The greatest number of jumps so far.
    most: u8,
}

impl JumpSearch<'_> {
    /// Continues a sequence in all directions; where there is none, or where it ends by promotion, it is complete.
    fn go_on(&mut self, jumper: Jumper, done: Action) {
        let mut complete = true;
        for direction in 0..4 {
            let victims = self.view.victims(jumper.is_lady, direction) & !jumper.jumped;
            let over = step(u64::one(done.to as usize), direction) & victims;
            if step(over, direction) & jumper.vacant == 0 {
                continue;
            }
            complete = false;
            let next = Action {
                to: ahead(done.to, direction, 2),
                jumps: done.jumps + 1,
                path: done.path | (direction as u32) << (2 * done.jumps),
                ..done
            };
            if !jumper.is_lady && FAR[self.view.side].has(next.to as usize) {
                self.add(next);
            } else {
                self.go_on(Jumper { jumped: jumper.jumped | over, ..jumper }, next);
            }
        }
        if complete {
            self.add(done);
        }
    }

    /// Keeps a complete sequence if none captures more.
    fn add(&mut self, action: Action) {
        if action.jumps > self.most {
            self.most = action.jumps;
            self.actions.truncate(self.before);
        }
        if action.jumps == self.most {
            self.actions.push(action);
        }
    }
}

impl Board {
    /// The views of the side to move: one for each beauty that it can wake, or the board as it is.
    #[inline]
    pub(super) fn views(&self) -> impl Iterator<Item = View> {
        let view = View::new(self);
        let beauties = if self.waking { self.pieces[self.to_move & 1][BEAUTY] } else { 0 };
        let asleep = (!self.waking).then_some(view);
        asleep.into_iter().chain(beauties.members().map(move |square| view.waking(square)))
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        if self.waking { self.views().any(|view| view.can_move()) } else { View::new(self).can_move() }
    }
}
