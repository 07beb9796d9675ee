//! What is on the board at the end of a game, in the words of GTP.

use torneo_contract::session::Session;
use torneo_contract::{Form, Outcome, Seat};
use torneo_present::english::Joined as _;
use torneo_present::telling::Reader;

/// The winner with the margin in points, or with the reason where the game has none; `0` for a draw.
pub fn final_score(session: &dyn Session, outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner() else { return "0".to_owned() };
    let why = match outcome.points.as_ref().map(|points| points.as_slice()) {
        Some([first, second]) => (first - second).abs().to_string(),
        _ => format!(" {}", Reader::of(session).said(&session.cause())),
    };
    format!("{}+{why}", letter(winner))
}

/// The letter of a side in results.
pub fn letter(seat: Seat) -> char {
    if seat == Seat::FIRST { 'B' } else { 'W' }
}

/// The number of Go in SGF: in its games a string without liberties is taken.
const GO: u32 = 1;

/// The strings on the board that are dead, or alive, each in a line. Dead is what was taken by the last move and still lies there.
/// `start` is the game at its start, where every vertex has its word.
pub fn strings(session: &dyn Session, start: &dyn Session, dead: bool) -> String {
    let is_go = session.formats().sgf.is_some_and(|sgf| sgf.number == Some(GO));
    let loser = session.outcome().filter(|_| is_go).and_then(|outcome| Some(outcome.winner()?.other()));
    let board = session.board();
    let mut on = vec![0; board.site_numbers()];
    session.pieces(&mut on);
    let kind = |site: usize| on[board.sites[site].id as usize];
    let distance = |a: usize, b: usize| {
        let (a, b) = (&board.sites[a], &board.sites[b]);
        libm::hypotf(a.x - b.x, a.y - b.y)
    };
    let sites = board.sites.len();
    // The points of a lattice have their neighbours at one distance, the smallest.
    let spacing = (1..sites).map(|site| distance(0, site)).fold(f32::INFINITY, f32::min);
    let are_neighbours = |a: usize, b: usize| a != b && distance(a, b) < 1.1 * spacing;
    let mut seen = vec![false; sites];
    let mut lines = Vec::new();
    for begin in (0..sites).filter(|&site| kind(site) > 0) {
        if std::mem::replace(&mut seen[begin], true) {
            continue;
        }
        let (mut string, mut next, mut has_liberty) = (vec![begin], 0, false);
        while let Some(&here) = string.get(next) {
            for other in (0..sites).filter(|&other| are_neighbours(here, other)) {
                has_liberty |= kind(other) == 0;
                if kind(other) == kind(here) && !std::mem::replace(&mut seen[other], true) {
                    string.push(other);
                }
            }
            next += 1;
        }
        let is_losers = loser.is_some_and(|loser| usize::from(kind(begin)) == 1 + loser.index());
        if dead == (is_losers && !has_liberty) {
            let vertices =
                string.iter().filter_map(|&site| start.exported(Form::Gtp, &board.sites[site].name));
            lines.push(vertices.joined(" "));
        }
    }
    lines.joined("\n")
}
