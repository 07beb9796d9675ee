//! Hazard (rules: `docs/games/hazard.md`).

use crate::contract::MAX_SEATS;

use super::contest::{Contest, ContestInfo, Progress};

/// The chances of the players: three dice, sums 3..6 and 15..18 win at once in round 1, other sums stay with their
/// thrower as the re-hazard.
#[derive(Clone, Copy, Default, Debug)]
pub struct HazardContest;

/// Re-hazards by place in the turn's order; 0 before the player has thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    rehazards: [u8; MAX_SEATS],
}

const fn is_hazard(sum: u8) -> bool {
    sum <= 6 || sum >= 15
}

impl Contest for HazardContest {
    type State = State;

    const INFO: ContestInfo = ContestInfo { id: "hazard", title: "Hazard (Azar)", dice: 3 };

    fn begin(&self) -> State {
        State { rehazards: [0; MAX_SEATS] }
    }

    #[inline]
    fn throw(&self, state: &mut State, players: usize, place: usize, sum: u8) -> Progress {
        if is_hazard(sum) {
            return Progress::Won(place);
        }
        if state.rehazards[place] == 0 {
            state.rehazards[place] = sum;
            return Progress::Next;
        }
        if state.rehazards[place] == sum {
            return Progress::Won(place);
        }
        let mut holders = (0..players).filter(|&holder| state.rehazards[holder] == sum);
        match (holders.next(), holders.next()) {
            (Some(holder), None) => Progress::Won(holder),
            _ => Progress::Next,
        }
    }

    fn state_text(&self, state: &State, players: usize) -> String {
        let points: Vec<String> = state.rehazards[..players].iter().map(u8::to_string).collect();
        points.join(",")
    }

    fn parse_state(&self, text: &str, players: usize, place: usize) -> Option<State> {
        let mut state = self.begin();
        let points: Vec<&str> = text.split(',').collect();
        if points.len() != players {
            return None;
        }
        for (point, text) in state.rehazards.iter_mut().zip(points) {
            *point = text.parse().ok().filter(|&point| point == 0 || (7..=14).contains(&point))?;
        }
        // In round 1 exactly the places before the thrower have a re-hazard, later all have.
        let have = state.rehazards[..players].iter().take_while(|&&point| point > 0).count();
        let rest_empty = state.rehazards[have..players].iter().all(|&point| point == 0);
        ((have == players || have == place) && rest_empty).then_some(state)
    }

    fn describe(&self, state: &State, players: usize, place: usize) -> String {
        if place < players && state.rehazards[place] > 0 {
            format!("re-hazard {}", state.rehazards[place])
        } else {
            "no re-hazard yet".to_owned()
        }
    }

    /// Names sums of the same weight by who holds them first. Sums `s` and `21 - s` come with the same probability
    /// (turn every die over) and the rules compare sums with each other only, so exchanging two such points among
    /// the re-hazards exchanges two throws of equal weight and changes the future of no place. Doing so wherever
    /// the higher of the two is held first leaves a state with the same future.
    fn lump(&self, state: &mut State) {
        for low in 7..=10 {
            let high = 21 - low;
            let first = state.rehazards.iter().find(|&&sum| sum == low || sum == high);
            if first == Some(&high) {
                for sum in &mut state.rehazards {
                    if *sum == low || *sum == high {
                        *sum = 21 - *sum;
                    }
                }
            }
        }
    }
}
