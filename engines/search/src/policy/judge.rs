//! Weighs the actions of positions by a policy.

use std::sync::Arc;

use torneo_contract::{Heuristics, Seat, Turn};

use super::Policy;
use super::eye::{Eye, Told};
use super::local::Local;
use super::trail::{Since, Trail};
use crate::common::value::SPAN;
use crate::common::{elementary, value};
use crate::engine::ActionFeatures;

/// The evaluation that the end of a game stands for.
const DECIDED: i32 = 1_000_000;

/// A policy at work on positions of a game.
pub struct Judge<G: Heuristics> {
    policy: Arc<Policy>,
    eye: Eye,
    /// What lies round sites, where actions need not be played.
    local: Option<Local>,
    after: Option<G::Position>,
    replies: Vec<G::Action>,
    weights: Vec<i32>,
}

impl<G: Heuristics> Judge<G> {
    /// One that weighs by this policy.
    pub fn new(policy: Arc<Policy>) -> Judge<G> {
        let eye = Eye::new(&policy.sight);
        let local = eye.local(&policy.sight).filter(|_| policy.is_local && G::FORESIGHT.is_some());
        Judge { policy, eye, local, after: None, replies: Vec::new(), weights: Vec::new() }
    }

    /// The policy.
    pub fn policy(&self) -> &Arc<Policy> {
        &self.policy
    }

    /// The weights of actions of `seat`, which decides alone, in thousandths of logits. `before` is where it chose last.
    pub fn weigh(
        &mut self,
        (game, position): (&G, &G::Position),
        seat: Seat,
        actions: &[G::Action],
        before: Option<&[u8]>,
    ) -> &[i32] {
        if self.is_local() {
            self.stand(game, position);
            self.eye.look(seat, false, before);
            if self.weigh_placed((game, position), seat, actions) {
                return &self.weights;
            }
        }
        self.see((game, position), seat, actions, before);
        let Judge { policy, eye, weights, .. } = self;
        weights.clear();
        weights.extend((0..actions.len()).map(|action| policy.weights.sum(eye.features(action))));
        weights
    }

    /// The same where so much changed since the seat chose last, for a policy of [surroundings](Judge::is_local).
    pub fn weigh_since(
        &mut self,
        (game, position): (&G, &G::Position),
        seat: Seat,
        actions: &[G::Action],
        since: &Since,
    ) -> &[i32] {
        self.stand(game, position);
        self.eye.look_since(seat, since);
        if self.weigh_placed((game, position), seat, actions) {
            return &self.weights;
        }
        self.weigh((game, position), seat, actions, None)
    }

    /// Whether the policy weighs surroundings alone, of what actions place without being played.
    pub fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// What changed on the board since a seat chose last, when `before` stood there.
    pub fn since(&mut self, (game, position): (&G, &G::Position), seat: Seat, before: &[u8]) -> &Since {
        self.stand(game, position);
        self.eye.look(seat, false, Some(before));
        self.eye.since()
    }

    /// The site on which an action places something.
    pub fn placed(&self, (game, position): (&G, &G::Position), action: G::Action) -> Option<usize> {
        let foreseer = const { &G::FORESIGHT }.as_ref()?;
        (foreseer.placed)(game, position, action).map(|(site, _)| site)
    }

    /// Weighs actions by the surroundings of what they place, without playing them; false where that is not known.
    fn weigh_placed(
        &mut self,
        (game, position): (&G, &G::Position),
        seat: Seat,
        actions: &[G::Action],
    ) -> bool {
        let Some(foreseer) = (const { &G::FORESIGHT }) else { return false };
        let Judge { policy, eye, local: Some(local), weights, .. } = self else { return false };
        local.follow(&eye.on);
        weights.clear();
        for &action in actions {
            let Some((site, kind)) = (foreseer.placed)(game, position, action) else { return false };
            let of = &policy.weights;
            let place = || of.sum(eye.placed(site, kind).into_iter());
            let place = local.get_or(site, (seat, kind), place);
            weights.push(place + of.sum(eye.nearest(site).into_iter().chain(eye.touches(site))));
        }
        true
    }

    /// What stands where in the position that was looked at last.
    pub fn on(&self) -> &[u8] {
        &self.eye.on
    }

    /// Writes what stands where to a trail.
    pub fn mark(&mut self, game: &G, position: &G::Position, trail: &mut Trail) {
        self.stand(game, position);
        trail.set(&self.eye.on);
    }

    /// Writes to the trails of the seats that `seat` has chosen this action here, and that the next seat chooses after it.
    pub fn follow(
        &mut self,
        (game, position): (&G, &G::Position),
        (seat, action): (Seat, G::Action),
        trails: &mut [Trail],
    ) {
        self.mark(game, position, &mut trails[seat.index()]);
        let mut after = position.clone();
        game.apply(&mut after, action);
        if let Turn::Seat(next) = game.turn(&after)
            && next != seat
        {
            self.mark(game, &after, &mut trails[next.index()]);
        }
    }

    /// The features of all these actions.
    pub fn features(
        &mut self,
        place: (&G, &G::Position),
        seat: Seat,
        actions: &[G::Action],
        before: Option<&[u8]>,
    ) -> ActionFeatures {
        self.see(place, seat, actions, before);
        let of = (0..actions.len()).map(|action| self.eye.features(action).collect()).collect();
        ActionFeatures { of, units: self.eye.told().iter().map(|told| told.units).collect() }
    }

    fn stand(&mut self, game: &G, position: &G::Position) {
        self.eye.on.fill(0);
        if !self.eye.on.is_empty() {
            game.pieces(position, &mut self.eye.on);
        }
    }

    /// Finds the features of all these actions.
    fn see(
        &mut self,
        (game, position): (&G, &G::Position),
        seat: Seat,
        actions: &[G::Action],
        before: Option<&[u8]>,
    ) {
        self.stand(game, position);
        self.eye.look(seat, game.in_check(position), before);
        let gain = game.gain(position);
        for &action in actions {
            let told = self.tell((game, position), seat, action, gain(action));
            self.eye.add(told);
        }
        self.eye.finish();
    }

    /// What the game tells of an action, which is played to find out.
    fn tell(
        &mut self,
        (game, position): (&G, &G::Position),
        seat: Seat,
        action: G::Action,
        gain: Option<i32>,
    ) -> Told {
        let after = self.after.get_or_insert_with(|| position.clone());
        after.clone_from(position);
        game.apply(after, action);
        self.eye.after.fill(0);
        if !self.eye.after.is_empty() {
            game.pieces(after, &mut self.eye.after);
        }
        let told = Told {
            key: game.history_key(position, action),
            gain,
            exchange: game.see(position, action),
            ..Told::default()
        };
        match game.turn(after) {
            Turn::Over => {
                let found = value::of_outcome(&game.outcome(after), seat, 0);
                let score = if value::is_decided(found) { found.signum() } else { 0 };
                let units = i64::from(found) * i64::from(DECIDED) / i64::from(SPAN);
                let units = units.clamp(-i64::from(DECIDED), i64::from(DECIDED)) as i32;
                Told { end: Some((score + 1) as u32), units: Some(units), ..told }
            }
            Turn::Seat(next) => {
                let mut reply = 0;
                if self.policy.heeds_replies && next != seat {
                    self.replies.clear();
                    game.noisy_actions(after, next, &mut self.replies);
                    let gain = game.gain(after);
                    reply = self.replies.iter().filter_map(|&reply| gain(reply)).max().unwrap_or(0);
                }
                let (units, check) = (game.evaluate(after, seat), game.in_check(after));
                Told { units, check, reply, moves_on: next == seat, ..told }
            }
            _ => Told { units: game.evaluate(after, seat), ..told },
        }
    }
}

/// Turns weights of actions into the probabilities of a softmax.
pub fn softmax(weights: &[i32], probabilities: &mut Vec<f64>) {
    let most = weights.iter().copied().max().unwrap_or(0);
    probabilities.clear();
    let unit = f64::from(super::UNIT);
    probabilities.extend(weights.iter().map(|&weight| elementary::exp(f64::from(weight - most) / unit)));
    let sum: f64 = probabilities.iter().sum();
    probabilities.iter_mut().for_each(|probability| *probability /= sum);
}

#[cfg(test)]
mod tests {
    use super::super::sort::{Sort, is_of_surroundings, parts};
    use super::super::weights::Weights;
    use super::*;
    use crate::learned::Sight;
    use torneo_contract::{Described, Game as _, Options};
    use torneo_games::capture::Surakarta;
    use torneo_games::chess::Fischerandom;
    use torneo_games::connection::Havannah;

    fn set_up<G: Described>(spec: &str, weights: Weights) -> (G, Judge<G>) {
        let game = G::new(&Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap()).unwrap();
        let policy = Policy::new(Sight::of(&game, G::INFO.id), weights);
        (game, Judge::new(Arc::new(policy)))
    }

    /// The features of a sort of the action that a text stands for.
    fn found<G: Described>(
        (game, judge): &mut (G, Judge<G>),
        position: &str,
        token: &str,
        sort: &str,
    ) -> Vec<u32> {
        let position = game.parse_position(position).unwrap();
        let Turn::Seat(seat) = game.turn(&position) else { panic!("a seat decides") };
        let mut actions = Vec::new();
        game.actions(&position, seat, &mut actions);
        let action = game.parse_action(&position, token, &actions).unwrap();
        let number = actions.iter().position(|&one| one == action).unwrap();
        let features = judge.features((&*game, &position), seat, &actions, None);
        let of_sort =
            features.of[number].iter().map(|&feature| parts(feature)).filter(|(name, _)| *name == sort);
        of_sort.map(|(_, number)| number).collect()
    }

    #[test]
    fn the_game_tells_of_gains_exchanges_checks_and_replies() {
        let mut chess = set_up::<Fischerandom>("fischerandom", Weights::new(Vec::new()));
        let hanging = "4k3/8/3p4/4p3/8/8/8/4K2Q w - - 0 1";
        let mut of = |token: &str, sort: &str| found(&mut chess, hanging, token, sort)[0];
        assert_eq!(of("h1-h2", "gain"), 0);
        assert_eq!((of("h1-h8", "check"), of("h1-h2", "check")), (1, 0));
        assert!(of("h1-e4", "reply") == of("h1-h2", "reply") && of("h1-h2", "turn") == 0);
        let taken = "4k3/8/3p4/4p3/8/8/7Q/4K3 w - - 0 1";
        let mut of = |token: &str, sort: &str| found(&mut chess, taken, token, sort)[0];
        assert!(of("h2-e5", "gain") > 0 && of("h2-e5", "exchange") % 2 == 1, "the queen is lost");
        assert!(of("h2-e5", "reply") > of("h2-h3", "reply"));
        assert_ne!(of("h2-e5", "taken"), of("h2-h3", "taken"));
        assert!(of("h2-e5", "net") > of("h2-h3", "net"));
    }

    #[test]
    fn ends_are_told() {
        let mut chess = set_up::<Fischerandom>("fischerandom", Weights::new(Vec::new()));
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(found(&mut chess, mate, "a1-a8", "end"), [2]);
        assert_eq!(found(&mut chess, mate, "a1-a7", "end"), []);
    }

    #[test]
    fn changes_since_the_last_choice_are_seen() {
        let (game, mut judge) = set_up::<Havannah>("havannah(size=4)", Weights::new(Vec::new()));
        let mut position = game.start();
        let (mut trail, mut actions) = (Trail::default(), Vec::new());
        judge.mark(&game, &position, &mut trail);
        game.actions(&position, Seat::FIRST, &mut actions);
        game.apply(&mut position, actions[0]);
        game.apply(&mut position, actions[18]);
        actions.clear();
        game.actions(&position, Seat::FIRST, &mut actions);
        let features = judge.features((&game, &position), Seat::FIRST, &actions, trail.before());
        let far = |name: &str| {
            let of =
                |of: &Vec<u32>| of.iter().map(|&one| parts(one)).find(|one| one.0 == name).map(|one| one.1);
            features.of.iter().map(of).map(Option::unwrap).min().unwrap()
        };
        assert_eq!((far("others"), far("own")), (1, 1), "next to both stones");
        let features = judge.features((&game, &position), Seat::FIRST, &actions, None);
        let unknown = Sort::Others.with(10);
        assert!(features.of.iter().all(|of| of.contains(&unknown)), "nothing is known of them");
    }

    #[test]
    fn weights_are_added_up() {
        let (key, value) = (Sort::Taken, Sort::Value.with(0));
        let (game, mut blank) = set_up::<Surakarta>("surakarta", Weights::new(Vec::new()));
        let (position, mut actions) = (game.start(), Vec::new());
        game.actions(&position, Seat::FIRST, &mut actions);
        let features = blank.features((&game, &position), Seat::FIRST, &actions, None);
        let first = features.of[0].iter().copied().find(|&one| parts(one).0 == parts(key.with(0)).0).unwrap();
        let weights = Weights::new(vec![(first, 300), (value, 20)]);
        let (_, mut judge) = set_up::<Surakarta>("surakarta", weights);
        let weighed = judge.weigh((&game, &position), Seat::FIRST, &actions, None).to_vec();
        for (of, weight) in features.of.iter().zip(weighed) {
            let expected = 300 * i32::from(of.contains(&first)) + 20 * i32::from(of.contains(&value));
            assert_eq!(weight, expected);
        }
    }

    /// Weights of all features of surroundings that turn up in a game, each with its own.
    fn weights_of_surroundings(spec: &str, plies: usize) -> Weights {
        let (game, mut blank) = set_up::<Havannah>(spec, Weights::new(Vec::new()));
        let (mut position, mut trails) = (game.start(), vec![Trail::default(); 2]);
        let mut listed = Vec::new();
        for ply in 0..plies {
            let Turn::Seat(seat) = game.turn(&position) else { break };
            let actions = actions(&game, &position, seat);
            let features = blank.features((&game, &position), seat, &actions, trails[seat.index()].before());
            listed.extend(features.of.into_iter().flatten().filter(|&one| is_of_surroundings(one)));
            let action = actions[ply * 7 % actions.len()];
            blank.mark(&game, &position, &mut trails[seat.index()]);
            game.apply(&mut position, action);
        }
        listed.sort_unstable();
        listed.dedup();
        Weights::new((1..).zip(listed).map(|(weight, feature)| (feature, weight % 997)).collect())
    }

    fn actions<G: Heuristics>(game: &G, position: &G::Position, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        game.actions(position, seat, &mut actions);
        actions
    }

    #[test]
    fn what_is_placed_is_weighed_as_if_it_were_played() {
        for spec in ["havannah(size=4)", "havannah(size=5)"] {
            let weights = weights_of_surroundings(spec, 60);
            let (game, mut blank) = set_up::<Havannah>(spec, Weights::new(Vec::new()));
            let (_, mut judge) = set_up::<Havannah>(spec, weights.clone());
            assert!(judge.is_local() && !blank.is_local());
            let (mut position, mut trails) = (game.start(), vec![Trail::default(); 2]);
            for ply in 0..40 {
                let Turn::Seat(seat) = game.turn(&position) else { break };
                let (place, actions) = ((&game, &position), actions(&game, &position, seat));
                let before = trails[seat.index()].before();
                let features = blank.features(place, seat, &actions, before);
                let sums = features.of.iter().map(|of| weights.sum(of.iter().copied()));
                let sums: Vec<i32> = sums.collect();
                assert_eq!(judge.weigh(place, seat, &actions, before), sums, "{spec}, ply {ply}");
                if let Some(before) = before {
                    let since = judge.since(place, seat, before).clone();
                    let each = usize::from(ply > 1);
                    assert_eq!((since.own.len(), since.others.len()), (each, each));
                    assert_eq!(judge.weigh_since(place, seat, &actions, &since), sums);
                }
                let action = actions[ply * 5 % actions.len()];
                blank.mark(&game, &position, &mut trails[seat.index()]);
                game.apply(&mut position, action);
            }
        }
    }

    #[test]
    fn a_softmax_adds_up_to_1() {
        let mut shares = Vec::new();
        softmax(&[1000, 0, -700_000, 0], &mut shares);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((shares[0] / shares[1] - libm::exp(1.0)).abs() < 1e-9 && shares[2] < 1e-300);
        assert_eq!(shares[1], shares[3]);
    }
}
