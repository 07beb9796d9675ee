//! Sequential tests of players whose strength is known.

use super::{ERROR, Frequency, each, unit};
use crate::sprt::{Decision, Hypotheses, Model, Scores, Test};
use crate::{Rng, elo, expected_score};

/// What players whose advantage is known play.
#[derive(Clone, Copy, Debug)]
struct Play {
    /// Share of drawn games.
    draws: f64,
    /// Games of a group.
    games: u32,
}

/// Where draws are rare and frequent, and where groups are pairs and the seatings of three seats.
const PLAYS: [Play; 4] = [
    Play { draws: 0.0, games: 2 },
    Play { draws: 0.5, games: 2 },
    Play { draws: 0.9, games: 2 },
    Play { draws: 0.3, games: 6 },
];

impl Play {
    /// The mean score of a game whose first player has this advantage.
    fn mean(&self, model: Model, elo: f64) -> f64 {
        match model {
            Model::Logistic => expected_score(elo),
            Model::Normalized => {
                // The variance of a game is (1 - draws) / 4 less the square of what the mean is beyond 1/2.
                let deviations = elo / elo::NORMALISED;
                0.5 + deviations * ((1.0 - self.draws) / 4.0 / (1.0 + deviations * deviations)).sqrt()
            }
        }
    }

    /// The score of a group with this mean score of its games.
    fn score(&self, mean: f64, rng: &mut Rng) -> f64 {
        let wins = mean - self.draws / 2.0;
        let mut game = || match unit(rng) {
            x if x < self.draws => 0.5,
            x if x < self.draws + wins => 1.0,
            _ => 0.0,
        };
        (0..self.games).map(|_| game()).sum::<f64>() / f64::from(self.games)
    }

    /// What a test says when the mean score is this, and after how many groups.
    fn decided(&self, test: &Test, mean: f64, rng: &mut Rng) -> (Decision, u64) {
        let mut scores = Scores::default();
        loop {
            scores.add(self.score(mean, rng));
            let ratio = scores.log_likelihood_ratio(test, f64::from(self.games));
            match test.hypotheses.decide(ratio) {
                Decision::Undecided => {}
                decision => return (decision, scores.groups()),
            }
        }
    }
}

/// A test that takes some 130 to 220 groups, whatever the draws and the size of groups.
fn test(model: Model, play: Play) -> Test {
    let normalised = 40.0 * (2.0 / f64::from(play.games)).sqrt();
    let elo1 = match model {
        Model::Normalized => normalised,
        Model::Logistic => normalised * (1.0 - play.draws).sqrt(),
    };
    Test { hypotheses: Hypotheses { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 }, model }
}

/// How often a sequential test accepts the wrong hypothesis.
pub fn sprt(simulations: u64, seed: u64) -> Vec<Frequency> {
    let models = [(Model::Logistic, "logistic"), (Model::Normalized, "normalized")];
    let of_play = |(model, name): (Model, &str), play: Play| {
        let test = test(model, play);
        let Hypotheses { elo0, elo1, .. } = test.hypotheses;
        let wrong = |elo: f64, right: Decision| {
            let mean = play.mean(model, elo);
            each(simulations, seed, |rng| play.decided(&test, mean, rng).0 != right)
        };
        let called = format!("sprt, {name}, {} draws, groups of {}", play.draws, play.games);
        [
            Frequency::of(
                format!("{called}: H1 accepted though H0 is true"),
                ERROR,
                wrong(elo0, Decision::AcceptH0),
            ),
            Frequency::of(
                format!("{called}: H0 accepted though H1 is true"),
                ERROR,
                wrong(elo1, Decision::AcceptH1),
            ),
        ]
    };
    models
        .into_iter()
        .flat_map(|model| PLAYS.into_iter().flat_map(move |play| of_play(model, play)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests end a little behind the bounds, so they take a little longer than a Brownian motion.
    #[test]
    fn tests_are_as_long_as_expected() {
        for (model, play) in
            [(Model::Normalized, PLAYS[1]), (Model::Normalized, PLAYS[3]), (Model::Logistic, PLAYS[1])]
        {
            let test = test(model, play);
            let mut many = Scores::default();
            let mut rng = <Rng as rand_core::SeedableRng>::seed_from_u64(3);
            (0..20_000).for_each(|_| many.add(play.score(0.5, &mut rng)));
            let expected = test.expected_groups(&many, f64::from(play.games)).unwrap();
            let Hypotheses { elo0, elo1, .. } = test.hypotheses;
            for (elo, expected) in
                [(elo0, expected.h0), (f64::midpoint(elo0, elo1), expected.between), (elo1, expected.h1)]
            {
                let mean = play.mean(model, elo);
                let lengths = each(300, 11, |rng| play.decided(&test, mean, rng).1);
                let found = lengths.iter().sum::<u64>() as f64 / lengths.len() as f64;
                let ratio = found / expected;
                assert!((0.88..1.2).contains(&ratio), "{test:?} {play:?}: {found} groups, not {expected}");
            }
        }
    }
}
