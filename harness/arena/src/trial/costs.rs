//! What the groups of a run cost, from some of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Error;
use crate::memory::{self, Kept};
use crate::plan::{Event, Group, Plan, Tournament};
use crate::run::Costs;
use torneo_registry::pairing::Played;

/// Groups of every meeting at every event that are enough.
const ENOUGH: u64 = 8;

/// How often it is looked whether the time is over.
const LOOK: Duration = Duration::from_millis(20);

/// Plays groups of the first rounds on one thread, of all games of the configuration in turn, until every meeting was seen a
/// few times or the time is over. A group that is under way then counts as if it had ended. Nothing is kept of the games.
///
/// # Errors
/// Engines that hold more than the memory of this machine; [`Error::Interrupted`] if `stop` is set.
pub fn measure_costs(tournament: &Tournament, time: Duration, stop: &AtomicBool) -> Result<Costs, Error> {
    memory::check(tournament, 1, Kept::One)?;
    let (began, ended) = (Instant::now(), Arc::new(AtomicBool::new(time.is_zero())));
    let costs = std::thread::scope(|scope| {
        let player = scope.spawn(|| play(tournament, &ended));
        while !player.is_finished() {
            std::thread::sleep(LOOK);
            if began.elapsed() >= time || stop.load(Ordering::Relaxed) {
                ended.store(true, Ordering::Relaxed);
            }
        }
        player.join()
    });
    match costs {
        _ if stop.load(Ordering::Relaxed) => Err(Error::Interrupted),
        Ok(costs) => Ok(costs),
        Err(panic) => {
            let message = torneo_registry::panics::panic_message(&*panic);
            Err(Error::run(format!("an internal error while costs were measured: {message}")))
        }
    }
}

/// Plays sample after sample until `ended` is set or nothing is left that would say more.
fn play(tournament: &Tournament, ended: &Arc<AtomicBool>) -> Costs {
    let mut costs = Costs::new(&tournament.plan, 0);
    let mut played = Played::default();
    for group in samples(&tournament.plan) {
        if ended.load(Ordering::Relaxed) {
            break;
        }
        let mut player = tournament.tables[group.game].player(ended);
        let began = Instant::now();
        for index in 0..group.games {
            let pairing = tournament.pairing(&group, index);
            if !player.play(&pairing, tournament.settings(&group), &mut played).unwrap_or(false) {
                break;
            }
        }
        costs.measured(group.event, &group.engines, began.elapsed().as_secs_f64());
    }
    costs
}

/// The groups in the order in which they say most: one of each event, with other engines than at the event before it as far
/// as there are others, then the next one of each.
fn samples(plan: &Plan) -> impl Iterator<Item = Group> {
    let enough = |event: &Event| event.groups.min(event.meetings.len() * ENOUGH);
    let most = plan.events().iter().map(enough).max().unwrap_or(0);
    (0..most).flat_map(move |pass| {
        let events = plan.events().iter().enumerate().filter(move |(_, event)| pass < enough(event));
        events.map(move |(number, event)| {
            let meetings = event.meetings.len();
            let meeting = (pass + number as u64 * meetings / plan.events().len() as u64) % meetings;
            plan.group(plan.number(number, pass / meetings, meeting))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::config;
    use crate::plan::{Config, Format, Shard};

    #[test]
    fn every_meeting_is_seen_equally_often() {
        for (rounds, times) in [(2, 2), (100, ENOUGH)] {
            let config = Config { rounds, ..config(Format::RoundRobin, 4) };
            let plan = Plan::new(&config, &vec![2, 4].into(), Shard::WHOLE).unwrap();
            let mut seen = std::collections::BTreeMap::new();
            for group in samples(&plan) {
                *seen.entry((group.event, group.engines)).or_insert(0) += 1;
            }
            assert_eq!(seen.len(), 2 * 6);
            assert!(seen.values().all(|found| *found == times), "{seen:?}");
        }
    }

    #[test]
    fn events_begin_with_different_engines() {
        let plan = Plan::new(&config(Format::RoundRobin, 4), &vec![2, 4].into(), Shard::WHOLE).unwrap();
        let groups: Vec<Group> = samples(&plan).take(2).collect();
        assert_ne!(groups[0].engines, groups[1].engines);
    }
}
