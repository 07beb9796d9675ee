//! What a seat sees of a game in progress.

use torneo_contract::Seat;

use super::Environment;
use crate::atoms::Viewer;
use crate::known::Known;
use crate::layout::{Filling, View, Written};

impl Environment {
    /// What a seat sees, written over `numbers`, which has the length of the [layout](crate::Encoding::layout).
    pub fn observe(&self, seat: Seat, numbers: &mut [f32]) {
        let mut written = Written::default();
        let filling = self.encoding.layout().fill(numbers, &mut written);
        self.fill(seat, filling, Some(&self.encoding.known));
    }

    /// Writes what [`observe`](Environment::observe) does into `numbers`. They must be 0, apart from those
    /// that were written last with the same `written`. At first they are an array of zeros.
    pub fn observe_again(&self, seat: Seat, numbers: &mut [f32], written: &mut Written) {
        let layout = self.encoding.layout();
        match layout.fill_on(numbers, written, self.view(seat)) {
            Some(filling) => self.finish(seat, filling),
            None => self.fill(seat, layout.fill_again(numbers, written), Some(&self.encoding.known)),
        }
    }

    /// Writes what [`observe`](Environment::observe) does, without the tables that are known before the game.
    /// This defines an observation. Tests compare the fast ways with it.
    pub fn observe_plainly(&self, seat: Seat, numbers: &mut [f32]) {
        let mut written = Written::default();
        self.fill(seat, self.encoding.layout().fill(numbers, &mut written), None);
    }

    fn view(&self, seat: Seat) -> View {
        View { game: self.number, plies: self.plies, seat }
    }

    /// Fills in what a seat sees of the scene, with what is known of the things on the table, and what it has entered.
    fn fill(&self, seat: Seat, mut filling: Filling<'_>, known: Option<&Known>) {
        let fresh;
        let scene = match &self.scene {
            Some(scene) => scene,
            None => {
                fresh = self.session.plain_scene();
                &fresh
            }
        };
        let located = self.encoding.layout().frame().located(&self.moving);
        let viewer = Viewer { scene, located, seat, seats: self.encoding.seats() };
        match known {
            Some(known) => known.write(&viewer, &mut filling),
            None => viewer.tell(&mut filling),
        }
        filling.note(self.view(seat));
        self.finish(seat, filling);
    }

    /// Adds what a seat has entered already.
    fn finish(&self, seat: Seat, mut filling: Filling<'_>) {
        let cells = self.encoding.layout().frame().cells();
        if let Some(choice) = self.choice(seat) {
            for (order, &number) in choice.pending().iter().enumerate() {
                let cell = (number as usize) < cells;
                filling.pending(order, cell.then_some(number as usize), number);
            }
        }
        filling.finish();
    }
}
