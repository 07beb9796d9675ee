//! The lines `info` of a search.

use std::time::Instant;

use torneo_contract::session::Session;
use torneo_contract::{Form, Seat};
use torneo_present::english::Joined as _;
use torneo_registry::Thought;
use torneo_search::assessment::{centipawns, moves_to_mate};

/// The line that tells what the engine thinks of a position in which `seat` chooses.
pub fn info(
    session: &dyn Session,
    seat: Seat,
    form: Form,
    thought: &Thought<String>,
    began: Instant,
) -> String {
    let seconds = began.elapsed().as_secs_f64();
    let (milliseconds, speed) = (seconds * 1e3, thought.nodes as f64 / seconds.max(1e-6));
    let score = score(thought).or_else(|| session.evaluation(seat).map(|units| format!("cp {units}")));
    let score = score.map_or(String::new(), |score| format!(" score {score}"));
    let mut followed = session.copy();
    let written = |token: &String| followed.follow_exported(form, token).ok().flatten();
    let line: Vec<String> = thought.line.iter().map_while(written).collect();
    let counted = u32::try_from(line.len()).unwrap_or(u32::MAX);
    format!(
        "info depth {} multipv {}{score} nodes {} nps {speed:.0} time {milliseconds:.0} pv {}",
        thought.depth.unwrap_or(counted).max(1),
        thought.rank,
        thought.nodes,
        line.joined(" ")
    )
}

/// The words for a value: moves to the mate where it is known, else centipawns.
fn score(thought: &Thought<String>) -> Option<String> {
    let value = thought.value?;
    let mate = thought.plies.and_then(|plies| moves_to_mate(value, plies));
    Some(
        mate.map_or_else(
            || format!("cp {}", centipawns(value, thought.nodes)),
            |moves| format!("mate {moves}"),
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let score = |value, plies| {
            score(&Thought { value: Some(value), plies, nodes: 9, ..Thought::default() }).unwrap()
        };
        assert_eq!([1, 3, 5].map(|plies| score(1.0, Some(plies))), ["mate 1", "mate 2", "mate 3"]);
        assert_eq!([2, 4].map(|plies| score(0.0, Some(plies))), ["mate -1", "mate -2"]);
        assert_eq!((score(0.5, None), score(0.64, None)), ("cp 0".to_owned(), "cp 100".to_owned()));
        assert_eq!((score(1.0, None), score(0.0, None)), ("cp 512".to_owned(), "cp -512".to_owned()));
    }
}
