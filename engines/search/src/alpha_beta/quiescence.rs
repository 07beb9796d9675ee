//! The end of lines: no evaluation right before a capture (Harris, "The Heuristic Search under Conditions of Error", 1974).

use torneo_contract::{Heuristics, Seat};

use super::frame::Frame;
use super::ordering;
use super::search::{Search, keep_decisive};
use super::slot::Entry;
use super::window::{Found, Line, Window, cut_by, entry};
use crate::common::value::{self, WIN};

/// What an action may be worth beyond what it gains at once, in the units of evaluations (delta pruning).
const DELTA: i32 = 200;

impl<G: Heuristics> Search<'_, G> {
    /// The value at the horizon: the evaluation or what a noisy action makes of it.
    pub(super) fn quiescence(
        &mut self,
        frames: &mut [Frame<G>],
        seat: Seat,
        window: Window,
        line: Line,
    ) -> Found {
        let ours = seat == self.seat;
        if let Some(found) = self.decided(frames, ours, seat, window, line) {
            return found;
        }
        let key = self.features.quiescence_table.then(|| self.key(&frames[0].position, line));
        let known = key.and_then(|key| self.table.get(key));
        if let Some(found) = known.and_then(|entry| cut_by(entry, window, line)) {
            return found;
        }
        // At tables of three and more the others have no evaluation of their own here: theirs is the opposite of ours.
        let sign = if ours { 1 } else { -1 };
        let units = match known.and_then(Entry::judged) {
            None => {
                self.evaluation.units(self.game, &frames[0].position, self.seat).map(|units| sign * units)
            }
            judged => judged,
        };
        let mut found = match units {
            Some(units) => Found { value: value::squash(units), complete: false },
            None => self.horizon(&frames[0].position).seen_by(ours),
        };
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        let spent = line.quiet as usize >= self.features.quiescence || deeper.is_empty();
        if found.value >= window.beta || spent {
            self.remember(key, found, units, (window, line));
            return found;
        }
        let trusted = units.filter(|_| self.features.pruning);
        self.list_noisy(frame, seat);
        let asked = window;
        let mut window = window;
        for tried in 0..frame.order.len() {
            window.raise(found.value);
            let action = frame.actions[frame.order.pick(tried)];
            let gain = frame.order.gain(tried);
            if let Some(units) = trusted.filter(|_| gain > 0) {
                let hope = value::squash(units.saturating_add(gain).saturating_add(DELTA));
                if hope <= window.alpha {
                    found.value = found.value.max(hope);
                    break;
                }
            }
            if self.features.exchanges && self.game.see(&frame.position, action) < 0 {
                continue;
            }
            self.play_noisy(frame, &mut deeper[0], action);
            if self.raises_enough(deeper, ours, window, line, &mut found) {
                break;
            }
        }
        self.remember(key, found, units, (asked, line));
        found
    }

    /// The value where an action wins at once, or where a threat to lose at once must be met: no evaluation tells that.
    fn decided(
        &mut self,
        frames: &mut [Frame<G>],
        ours: bool,
        seat: Seat,
        mut window: Window,
        line: Line,
    ) -> Option<Found> {
        let may = G::FORESIGHT.is_some() && self.features.decisive;
        let (frame, deeper) = frames.split_first_mut().expect("a frame for each ply");
        if !may || line.quiet as usize >= self.features.quiescence || deeper.is_empty() {
            return None;
        }
        frame.actions.clear();
        self.game.actions(&frame.position, seat, &mut frame.actions);
        if !keep_decisive(self.game, &frame.position, &mut frame.actions) {
            return None;
        }
        let mut found = Found { value: -WIN, complete: false };
        for number in 0..frame.actions.len() {
            window.raise(found.value);
            self.play_noisy(frame, &mut deeper[0], frame.actions[number]);
            if self.raises_enough(deeper, ours, window, line, &mut found) {
                break;
            }
        }
        Some(found)
    }

    /// Raises what was found to the value of the action that was just played; whether no other has to be looked at.
    #[inline]
    fn raises_enough(
        &mut self,
        after: &mut [Frame<G>],
        ours: bool,
        window: Window,
        line: Line,
        found: &mut Found,
    ) -> bool {
        let next = self.value(after, ours, window, line.next_noisy());
        if !self.stopped {
            found.value = found.value.max(next.value);
        }
        self.stopped || found.value >= window.beta
    }

    /// Stores what was found at the horizon, if that is asked for; the best action is not.
    fn remember(&mut self, key: Option<u64>, found: Found, units: Option<i32>, asked: (Window, Line)) {
        if let Some(key) = key.filter(|_| !self.stopped) {
            self.table.put(key, entry(found, None, units, asked));
        }
    }

    /// Lists the noisy actions, the greatest gain first.
    fn list_noisy(&self, frame: &mut Frame<G>, seat: Seat) {
        let Frame { position, actions, order, .. } = frame;
        actions.clear();
        self.game.noisy_actions(position, seat, actions);
        if self.features.ordering {
            ordering::by_gain((self.game, position), actions, order);
        } else {
            ordering::unordered((self.game, position), actions, order);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use torneo_contract::{Described, Foresight, Game, Options, Scratch, Turn};
    use torneo_games::connection::Havannah;

    use super::*;
    use crate::alpha_beta::{AlphaBeta, INFO};
    use crate::{AlphaBetaOptions, Engine, Rng};

    #[test]
    fn threats_to_lose_are_seen_behind_the_last_ply() {
        let options = Options::check(&"havannah(size=4)".parse().unwrap(), Havannah::INFO.options).unwrap();
        let game = Havannah::new(&options).unwrap();
        let search = |spec: &str, seat, position: &_| {
            let options = Options::check(&spec.parse().unwrap(), INFO.options).unwrap();
            let mut player = AlphaBeta::new(AlphaBetaOptions::new(&options).unwrap());
            player.begin(&game, seat, Rng::seed_from_u64(1));
            let action = player.choose(&game, position).action;
            (action, value::is_decided(player.value()), player.explain(&game, position, 1).line)
        };
        let mut rng = Rng::seed_from_u64(3);
        let (mut scratch, mut met, mut missed) = (Scratch::default(), 0, 0);
        for _ in 0..40 {
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let (mut legal, mut decisive) = (Vec::new(), Vec::new());
                game.actions(&position, seat, &mut legal);
                decisive.clone_from(&legal);
                game.decisive(&position, &mut decisive);
                if let [only] = decisive[..]
                    && legal.len() > 1
                {
                    let (chosen, decided, line) =
                        search("alpha-beta(depth=1, decisive=true)", seat, &position);
                    assert!(chosen == only || decided, "{position:?}");
                    assert_eq!(line[0], chosen);
                    met += u32::from(!decided);
                    missed += u32::from(search("alpha-beta(depth=1)", seat, &position).0 != only);
                    // What the table has of positions with decisive actions is numbered among these.
                    let (_, _, line) = search("alpha-beta(depth=3, decisive=true)", seat, &position);
                    let mut after = position.clone();
                    for &action in &line {
                        let Turn::Seat(seat) = game.turn(&after) else {
                            panic!("{line:?} goes on after the end")
                        };
                        let mut listed = Vec::new();
                        game.actions(&after, seat, &mut listed);
                        game.decisive(&after, &mut listed);
                        assert!(listed.contains(&action) || after == position, "{line:?} in {position:?}");
                        game.apply(&mut after, action);
                    }
                }
                let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                game.apply(&mut position, action);
            }
        }
        assert!(met > 20 && missed > 20, "{met} {missed}");
    }
}
