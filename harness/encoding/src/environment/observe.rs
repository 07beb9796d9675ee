//! What a seat sees of a game in progress.

use torneo_contract::Seat;

use super::Environment;
use crate::layout::{Filling, View, Written};

impl Environment {
    /// What a seat sees, written over `numbers`, which has the length of the [layout](crate::Encoding::layout).
    pub fn observe(&self, seat: Seat, numbers: &mut [f32]) {
        numbers.fill(0.0);
        self.observe_again(seat, numbers, &mut Written::default());
    }

    /// Writes what [`observe`](Environment::observe) does into `numbers`. They must be 0, apart from those
    /// that were written last with the same `written`. At first they are an array of zeros.
    pub fn observe_again(&self, seat: Seat, numbers: &mut [f32], written: &mut Written) {
        let layout = self.encoding.layout();
        if let Some(tensor) = &layout.tensor {
            if !written.is_of(self.view(seat)) {
                tensor.fill(&*self.session, seat, numbers);
            }
            return;
        }
        match layout.fill_on(numbers, written, self.view(seat)) {
            Some(filling) => self.finish(seat, filling),
            None => self.fill(seat, layout.fill_again(numbers, written)),
        }
    }

    fn view(&self, seat: Seat) -> View {
        View { game: self.number, plies: self.plies, seat }
    }

    /// Fills in what a seat sees of the position, and what it has entered.
    fn fill(&self, seat: Seat, mut filling: Filling<'_>) {
        let layout = self.encoding.layout();
        let located = layout.located(seat, &self.moving);
        layout.sight.fill(&*self.session, self.scene.as_ref(), located, seat, &mut filling);
        filling.note(self.view(seat));
        self.finish(seat, filling);
    }

    /// Adds what a seat has entered already.
    fn finish(&self, seat: Seat, mut filling: Filling<'_>) {
        if let Some(choice) = self.choice(seat) {
            filling.enter(if self.entered > 0 { &self.drawn[..self.entered] } else { choice.pending() });
        }
        filling.finish();
    }
}
