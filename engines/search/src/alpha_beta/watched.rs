//! A search that somebody watches: told of each depth, with the best of several root actions, or among some of them.

use torneo_contract::{Heuristics, Turn};

use super::AlphaBeta;
use super::deepening::{is_final, search_depth, stack};
use super::explain::{Chosen, variation};
use super::frame::Frame;
use super::options::AlphaBetaOptions;
use super::search::{Features, Search};
use super::window::{Line, Window};
use super::workspace::{Question, Workspace};
use crate::common::value::{self, WIN};
use crate::engine::{self, Choice};
use crate::inquiry::{Inquiry, Thought};

/// A root action with what a search found for it.
#[derive(Clone)]
struct Rated<A> {
    index: usize,
    value: i32,
    depth: u32,
    line: Vec<A>,
}

/// What is to be found.
#[derive(Clone, Copy)]
struct Aim<'a> {
    options: &'a AlphaBetaOptions,
    /// Which of the root's actions may not be chosen.
    barred: &'a [bool],
    lines: usize,
    /// Own actions within which a win is looked for first.
    win_within: Option<u32>,
}

impl<G: Heuristics> AlphaBeta<G> {
    /// Chooses and tells of each depth. Turns of several seats and max^n are told of at the end.
    pub(super) fn watched(
        &mut self,
        game: &G,
        position: &G::Position,
        inquiry: &mut Inquiry<'_, G::Action>,
    ) -> Choice<G::Action> {
        let options = &self.limited();
        if !matches!(game.turn(position), Turn::Seat(_)) || options.is_max_n(game.seats()) {
            return engine::told_at_the_end(self, game, position, inquiry);
        }
        let root = self.workspace.root(position);
        game.actions(position, self.seat, &mut root.actions);
        let among = inquiry.among;
        let barred: Vec<bool> =
            root.actions.iter().map(|action| !among.is_empty() && !among.contains(action)).collect();
        let win_within = self.limits.and_then(|limits| limits.win_within);
        if win_within.is_some() {
            // What was searched less deeply before may hide a win.
            self.workspace.begin();
        }
        let salt = self.prepare(options);
        let Self { stop, seat, workspace, helpers, .. } = self;
        let question = || Question { game, seat: *seat, salt };
        let aim = Aim { options, barred: &barred, lines: inquiry.lines.max(1), win_within };
        let seats = game.seats();
        let report = &mut *inquiry.report;
        let mut tell = |lines: &[Rated<G::Action>], nodes: u64| {
            for (rank, one) in (1..).zip(lines) {
                // Before the first depth is finished nothing is known.
                let known = Some(one.value).filter(|_| one.depth > 0);
                let value = known.map(|value| value::expected(value, seats));
                let plies = known.and_then(value::distance);
                let (depth, line) = (Some(one.depth), one.line.clone());
                report(&Thought { rank, depth, value, plies, nodes, line });
            }
        };
        let mut search = |workspace: &mut Workspace<G>| {
            let (mut search, frames) = workspace.search(question(), options, options.budget.start(stop));
            (find(&mut search, frames, aim, &mut tell), search.nodes)
        };
        let (helped, (best, nodes)) = if options.threads > 1 {
            helpers.help(question(), (options, options.max_depth()), workspace, search)
        } else {
            (0, search(workspace))
        };
        let (action, depth) = (self.workspace.frames[0].actions[best.index], best.depth);
        (self.value, self.nodes) = (best.value, nodes + helped);
        self.chosen = (depth > 0).then_some(Chosen { action, depth });
        self.mixture.clear();
        Choice { action, nodes: self.nodes }
    }
}

/// The best root action of the deepest search within the budget. `tell` hears of each depth, and of the end if that found more.
fn find<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    aim: Aim<'_>,
    mut tell: impl FnMut(&[Rated<G::Action>], u64),
) -> Rated<G::Action> {
    search.barred = aim.barred.to_vec();
    if let Some(win) = aim.win_within.and_then(|moves| win_within(search, frames, moves)) {
        tell(std::slice::from_ref(&win), search.nodes);
        return win;
    }
    let open = aim.barred.iter().filter(|&&barred| !barred).count();
    let lines = aim.lines.min(open.max(1));
    let (mut best, mut told): (Vec<Rated<G::Action>>, Option<u64>) = (Vec::new(), None);
    for depth in 1..=aim.options.max_depth() {
        let (found, all_final) = best_lines(search, frames, (aim, lines), (depth, &best));
        if found.is_empty() {
            break;
        }
        let has_all = found.len() == lines;
        let is_new = |one: &Rated<G::Action>| found.iter().all(|new| new.index != one.index);
        let rest: Vec<Rated<G::Action>> = best.iter().filter(|one| is_new(one)).cloned().collect();
        best = found;
        best.extend(rest);
        best.truncate(lines);
        if !has_all {
            break;
        }
        // Searched apart, a later line may turn out better than an earlier one.
        best.sort_by_key(|one| std::cmp::Reverse(one.value));
        (search.finished, told) = (depth, Some(search.nodes));
        tell(&best, search.nodes);
        if all_final {
            break;
        }
    }
    if search.stopped {
        let first = best.first().map(|one| one.index);
        let chosen = search.best.filter(|&index| aim.barred.get(index) != Some(&true));
        // The last depth may have found a better action, though it was not finished.
        let interrupted = chosen.filter(|_| lines == 1 || best.is_empty());
        let open = || aim.barred.iter().position(|&barred| !barred).unwrap_or(0);
        let index = interrupted.or(first).unwrap_or_else(open);
        if first != Some(index) {
            let (value, depth) = best.first().map_or((0, 0), |one| (one.value, one.depth));
            let line = line_of(search, &frames[0], index);
            best.insert(0, Rated { index, value, depth, line });
            best.truncate(lines);
        }
    }
    if told != Some(search.nodes) {
        tell(&best, search.nodes);
    }
    best.swap_remove(0)
}

/// An action of the root and the best replies that the table still has.
fn line_of<G: Heuristics>(search: &Search<'_, G>, root: &Frame<G>, index: usize) -> Vec<G::Action> {
    variation((search.game, search.features), search.table, &root.position, root.actions[index])
}

/// The best lines of a depth, as many as were finished, and whether no greater depth can change them.
fn best_lines<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    (aim, lines): (Aim<'_>, usize),
    (depth, before): (u32, &[Rated<G::Action>]),
) -> (Vec<Rated<G::Action>>, bool) {
    search.barred.copy_from_slice(aim.barred);
    let (mut found, mut all_final) = (Vec::with_capacity(lines), true);
    for _ in 0..lines {
        let known = before.iter().find(|one| !search.is_barred(one.index));
        if lines > 1 || search.best.is_none() {
            search.best = known.map(|one| one.index);
        }
        let expected = known.filter(|_| aim.options.aspiration).map(|one| one.value);
        let Some(value) = search_depth(search, frames, depth, expected) else { break };
        all_final &= is_final(search, value);
        let open = || search.barred.iter().position(|&barred| !barred).unwrap_or(0);
        let index = search.best.filter(|&index| !search.is_barred(index)).unwrap_or_else(open);
        let line = line_of(search, &frames[0], index);
        found.push(Rated { index, value: value.value, depth, line });
        search.barred[index] = true;
    }
    (found, all_final)
}

/// A win within so many own actions: in each search all actions are tried, and asked only whether they win in time. The nearest
/// win, where two seats move in turn.
fn win_within<G: Heuristics>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    moves: u32,
) -> Option<Rated<G::Action>> {
    let features = search.features;
    search.features = Features {
        quiescence: 0,
        reductions: false,
        null_move: false,
        pruning: false,
        extensions: false,
        internal: false,
        ..features
    };
    let mut win = None;
    let most = search_depth_of(moves);
    for depth in (1..=most).step_by(2) {
        search.root_depth = depth;
        let frames = stack(frames, depth, 0);
        let in_time = Window::above(WIN - depth as i32 - 1);
        let found = search.value(frames, true, in_time, Line::of(depth));
        if search.stopped {
            break;
        }
        if let Some(index) = search.best.filter(|_| found.value >= WIN - depth as i32) {
            let line = line_of(search, &frames[0], index);
            win = Some(Rated { index, value: found.value, depth, line });
            break;
        }
        search.best = None;
    }
    search.features = features;
    win
}

/// The plies of a line on which one side acts so often and has the last word.
fn search_depth_of(moves: u32) -> u32 {
    (2 * moves.max(1) - 1).min(super::options::MAX_DEPTH - 1)
}

#[cfg(test)]
mod tests {
    use super::super::{AlphaBetaOptions, INFO};
    use super::*;
    use crate::{Engine, Limits, Rng};
    use rand_core::SeedableRng;
    use torneo_contract::{Described, Game, Notation, Options, Seat};
    use torneo_games::chess::Fischerandom;
    use torneo_games::morris::ThreeMensMorris;

    fn set_up<G: Described>(game: &str) -> G {
        G::new(&Options::check(&game.parse().unwrap(), G::INFO.options).unwrap()).unwrap()
    }

    fn player<G: Heuristics>(game: &G, engine: &str) -> AlphaBeta<G> {
        let options = Options::check(&engine.parse().unwrap(), INFO.options).unwrap();
        let mut player = AlphaBeta::new(AlphaBetaOptions::new(&options).unwrap());
        player.begin(game, Seat::FIRST, Rng::seed_from_u64(5));
        player
    }

    fn analysed<G: Heuristics>(
        player: &mut AlphaBeta<G>,
        game: &G,
        position: &G::Position,
        (among, lines): (&[G::Action], usize),
    ) -> (Choice<G::Action>, Vec<Thought<G::Action>>) {
        let mut told = Vec::new();
        let mut report = |thought: &Thought<G::Action>| told.push(thought.clone());
        let choice = player.analyse(game, position, &mut Inquiry { among, lines, report: &mut report });
        (choice, told)
    }

    fn chosen_as_watched<G: Heuristics>(game: &G, engines: &[&str]) {
        for engine in engines {
            let (mut alone, mut watched) = (player(game, engine), player(game, engine));
            let mut position = game.start();
            for _ in 0..3 {
                let choice = alone.choose(game, &position);
                let (same, told) = analysed(&mut watched, game, &position, (&[], 1));
                assert_eq!((same, watched.value()), (choice, alone.value()), "{engine}");
                assert_eq!(told.last().unwrap().line[0], choice.action, "{engine}");
                assert_eq!(told.last().unwrap().nodes, choice.nodes, "{engine}");
                game.apply(&mut position, choice.action);
                let reply = player(game, "alpha-beta(depth=1)").choose(game, &position).action;
                game.apply(&mut position, reply);
            }
        }
    }

    #[test]
    fn whoever_is_watched_chooses_the_same() {
        let engines = [
            "alpha-beta(depth=5)",
            "alpha-beta(nodes=700)",
            "alpha-beta(nodes=1)",
            "alpha-beta(depth=3, reuse=false)",
        ];
        chosen_as_watched(&set_up::<ThreeMensMorris>("three-mens-morris"), &engines);
        chosen_as_watched(&set_up::<Fischerandom>("fischerandom(start=518)"), &engines);
    }

    #[test]
    fn wins_are_found_within_the_moves_that_are_asked_for() {
        let game: Fischerandom = set_up("fischerandom");
        let mate = game.parse_position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
        for (moves, found) in [(1, None), (2, Some(3)), (4, Some(3))] {
            let mut player = player(&game, "alpha-beta(depth=1)");
            player.set_limits(Some(Limits { win_within: Some(moves), ..Limits::default() }));
            let (choice, told) = analysed(&mut player, &game, &mate, (&[], 1));
            let best = told.last().unwrap();
            assert_eq!((best.plies, best.line[0]), (found, choice.action), "{moves}");
        }
    }

    #[test]
    fn what_may_not_be_chosen_is_not() {
        let game: ThreeMensMorris = set_up("three-mens-morris");
        let start = game.start();
        let mut actions = Vec::new();
        game.actions(&start, Seat::FIRST, &mut actions);
        for engine in ["alpha-beta(depth=4)", "alpha-beta(nodes=1)"] {
            for &only in &actions {
                let (choice, told) = analysed(&mut player(&game, engine), &game, &start, (&[only], 5));
                assert!(choice.action == only && told.iter().all(|one| one.rank == 1 && one.line[0] == only));
            }
            let (_, told) = analysed(&mut player(&game, engine), &game, &start, (&[], 100));
            assert!(told.iter().all(|one| one.rank <= actions.len()), "{engine}");
        }
    }
}
