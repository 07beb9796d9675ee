//! Moves of one piece along the lines: a step, or one or several jumps that take what they pass.

use rand_core::Rng;

use super::pieces::{fold, unfold};
use super::{BACK, Jump, Pieces, PointGraph};
use crate::grid::BitSet;
use crate::ranked::Ranked;
use torneo_contract::random;

/// How far a capture goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chains {
    /// One jump; capturing is optional.
    Single,
    /// As many jumps as the player likes; capturing is optional.
    Free,
    /// A capture must be made where there is one, and goes on until the piece can take no more.
    Full,
}

const POINT_BITS: u32 = 5;
/// So many landing points fit into a route.
const MAX_JUMPS: u32 = u64::BITS / POINT_BITS;

/// One piece moved: by a step, or by jumps over enemy pieces, which are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: u8,
    /// The last landing point.
    to: u8,
    capture: bool,
    landings: u8,
    /// The landing points in order, the first lowest.
    route: u64,
}

impl Move {
    #[inline]
    fn step(from: u8, to: u8) -> Move {
        Move { from, to, capture: false, landings: 1, route: u64::from(to) }
    }

    /// A piece lifted for a capture.
    #[inline]
    fn lift(from: u8) -> Move {
        Move { from, to: from, capture: true, landings: 0, route: 0 }
    }

    #[inline]
    fn jump_on(self, to: u8) -> Move {
        debug_assert!(u32::from(self.landings) < MAX_JUMPS);
        let route = self.route | u64::from(to) << (POINT_BITS * u32::from(self.landings));
        Move { to, landings: self.landings + 1, route, ..self }
    }

    /// Whether the move takes something.
    #[inline]
    pub fn is_capture(self) -> bool {
        self.capture
    }

    /// The number of enemy pieces that are taken.
    #[inline]
    pub fn captured(self) -> usize {
        if self.capture { usize::from(self.landings) } else { 0 }
    }

    /// The point left and the landing points in order.
    pub fn path(self) -> impl Iterator<Item = usize> {
        std::iter::once(usize::from(self.from)).chain(self.landings())
    }

    /// The landing points in order.
    #[inline]
    fn landings(self) -> impl Iterator<Item = usize> {
        let landing = move |index: u32| (self.route >> (POINT_BITS * index)) as usize % (1 << POINT_BITS);
        (0..u32::from(self.landings)).map(landing)
    }
}

/// What the jumps of a capture depend on as it goes on.
#[derive(Clone, Copy)]
struct Path {
    /// The jumps over enemy pieces that have not been taken.
    over: u128,
    /// The jumps to an empty point.
    free: u128,
}

impl Path {
    #[inline]
    fn before(pieces: &Pieces, side: usize) -> Path {
        Path { over: pieces.jumps_over(side ^ 1), free: !pieces.jumps_blocked() }
    }

    /// The jumps that can follow a jump.
    #[inline]
    fn onward(&self, jump: &Jump, chains: Chains) -> u128 {
        match chains {
            Chains::Single => 0,
            _ => jump.onward & self.over & (self.free | jump.opened),
        }
    }
}

impl PointGraph {
    /// Calls `visit` with every capture that continues `route` by this jump.
    fn each_longer(
        &self,
        route: Move,
        jump: &Jump,
        path: Path,
        chains: Chains,
        visit: &mut impl FnMut(Move),
    ) {
        let (route, onward) = (route.jump_on(jump.to), path.onward(jump, chains));
        if onward == 0 || chains != Chains::Full {
            visit(route);
        }
        if onward != 0 {
            let path = self.after(path, jump);
            for jump in onward.members() {
                self.each_longer(route, &self.jumps[jump], path, chains, visit);
            }
        }
    }

    #[inline]
    fn after(&self, path: Path, jump: &Jump) -> Path {
        let over = path.over & !self.touching(jump.over as usize).jumps_over;
        Path { over, free: path.free | jump.opened }
    }

    /// The number of captures that go on from here by this jump.
    #[inline]
    fn count_longer(&self, jump: &Jump, path: Path, chains: Chains) -> usize {
        match path.onward(jump, chains) {
            0 => 1,
            onward => self.count_onward(onward, self.after(path, jump), chains),
        }
    }

    fn count_onward(&self, onward: u128, path: Path, chains: Chains) -> usize {
        let longer = onward.members().map(|jump| self.count_longer(&self.jumps[jump], path, chains));
        longer.sum::<usize>() + usize::from(chains != Chains::Full)
    }

    /// The `n`-th capture of a side, counted from 0 in the order of `each_capture`.
    fn nth_capture(&self, pieces: &Pieces, side: usize, chains: Chains, mut n: usize) -> Move {
        let mut path = Path::before(pieces, side);
        let mut jumps = pieces.jumps(side);
        let mut route = Move::lift(self.jumps[jumps.lowest()].from);
        loop {
            let jump = &self.jumps[jumps.lowest()];
            let count = self.count_longer(jump, path, chains);
            if n >= count {
                n -= count;
                jumps = jumps.without_lowest();
                continue;
            }
            if route.landings == 0 {
                route = Move::lift(jump.from);
            }
            route = route.jump_on(jump.to);
            let onward = path.onward(jump, chains);
            if onward == 0 || n == 0 && chains != Chains::Full {
                return route;
            }
            n -= usize::from(chains != Chains::Full);
            path = self.after(path, jump);
            jumps = onward;
        }
    }

    /// Calls `visit` with every capture of a side, in the order of [`each_move`](PointGraph::each_move).
    #[inline]
    pub fn each_capture(&self, pieces: &Pieces, side: usize, chains: Chains, visit: &mut impl FnMut(Move)) {
        let path = Path::before(pieces, side);
        for first in pieces.jumps(side).members().map(|number| &self.jumps[number]) {
            self.each_longer(Move::lift(first.from), first, path, chains, visit);
        }
    }

    /// Calls `visit` with every move of a side: steps by the points left and reached, then captures. A side whose
    /// `chains` is none never captures.
    pub fn each_move(
        &self,
        pieces: &Pieces,
        side: usize,
        chains: Option<Chains>,
        visit: &mut impl FnMut(Move),
    ) {
        let chains = chains.filter(|_| pieces.jumps(side) != 0);
        if chains != Some(Chains::Full) {
            pieces.steps(side).members().for_each(|number| visit(self.step(number)));
        }
        if let Some(chains) = chains {
            self.each_capture(pieces, side, chains, visit);
        }
    }

    /// The number of moves of a side.
    pub fn count_moves(&self, pieces: &Pieces, side: usize, chains: Option<Chains>) -> usize {
        let steps = pieces.count_steps(side) as usize;
        match chains.filter(|_| pieces.jumps(side) != 0) {
            None => steps,
            Some(Chains::Full) => self.count_captures(pieces, side, Chains::Full),
            Some(chains) => steps + self.count_captures(pieces, side, chains),
        }
    }

    #[inline]
    fn count_captures(&self, pieces: &Pieces, side: usize, chains: Chains) -> usize {
        let path = Path::before(pieces, side);
        pieces.jumps(side).members().map(|jump| self.count_longer(&self.jumps[jump], path, chains)).sum()
    }

    #[inline]
    fn step(&self, number: usize) -> Move {
        let (from, to) = self.steps[number % (2 * BACK)];
        Move::step(from, to)
    }

    /// One of a side's moves, each equally likely. There must be one.
    #[inline]
    pub fn random_move<R: Rng>(
        &self,
        pieces: &Pieces,
        side: usize,
        chains: Option<Chains>,
        rng: &mut R,
    ) -> Move {
        let (steps, jumps) = (pieces.steps(side), pieces.jumps(side));
        let Some(chains) = chains.filter(|_| jumps != 0) else {
            return self.random_step(steps, rng);
        };
        let steps = if chains == Chains::Full { 0 } else { steps };
        let ranked = Ranked::new(fold(steps));
        let n = random::below(rng, ranked.len() + self.count_captures(pieces, side, chains));
        match n.checked_sub(ranked.len()) {
            None => self.step(unfold(steps, ranked.nth(n))),
            Some(n) => self.nth_capture(pieces, side, chains, n),
        }
    }

    #[inline]
    fn random_step<R: Rng>(&self, steps: u128, rng: &mut R) -> Move {
        let ranked = Ranked::new(fold(steps));
        self.step(unfold(steps, ranked.nth(random::below(rng, ranked.len()))))
    }

    /// Plays a move of a side.
    #[inline]
    pub fn play(&self, pieces: &mut Pieces, side: usize, action: Move) {
        self.shift(pieces, side, action.from as usize, action.to as usize);
        if action.capture {
            let mut from = action.from as usize;
            for to in action.landings() {
                let over = self.between[from][to].expect("a jump of the board");
                self.toggle(pieces, side ^ 1, over as usize);
                from = to;
            }
        }
    }

    /// Appends the notation: `c2-c3`, or every landing point of a capture as in `a1xc3xe5`.
    pub fn write_move(&self, action: Move, text: &mut String) {
        text.push_str(self.name(action.from as usize));
        for landing in action.landings() {
            text.push(if action.capture { 'x' } else { '-' });
            text.push_str(self.name(landing));
        }
    }

    /// Which rule forbids the move that `written` describes; none if it describes none.
    pub fn why_illegal(
        &self,
        pieces: &Pieces,
        side: usize,
        chains: Option<Chains>,
        written: &str,
    ) -> Option<&'static str> {
        let own = |point: usize| pieces.of(side).has(point);
        if let Some((from, to)) = written.split_once('-') {
            let (from, to) = (self.parse(from)?, self.parse(to)?);
            return Some(if !own(from) {
                "a player moves an own piece"
            } else if !self.neighbours(from).has(to) {
                "a piece steps to the next point along a line"
            } else if pieces.occupied().has(to) {
                "a piece steps to an empty point"
            } else {
                "a capture is possible and must be made"
            });
        }
        let route: Option<Vec<usize>> = written.split('x').map(|name| self.parse(name)).collect();
        let route = route.filter(|route| route.len() > 1)?;
        Some(match chains {
            None => "this side never captures",
            Some(_) if !own(route[0]) => "a player moves an own piece",
            Some(chains) => self.why_not_jump(pieces, side, chains, &route),
        })
    }

    fn why_not_jump(&self, pieces: &Pieces, side: usize, chains: Chains, route: &[usize]) -> &'static str {
        let mut enemies = pieces.of(side ^ 1);
        for (from, to) in route.iter().zip(&route[1..]) {
            let Some(over) = self.between[*from][*to] else {
                return "a piece jumps straight along a line, over the next point to the one behind it";
            };
            if !enemies.has(over as usize) {
                return "a piece jumps over an enemy piece";
            }
            enemies ^= 1 << over;
            if (enemies | pieces.of(side) & !(1 << route[0])).has(*to) {
                return "a piece jumps to an empty point";
            }
        }
        match chains {
            Chains::Single => "a capture is a single jump",
            _ => "a capture goes on until the piece can take no more",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lattice;
    use super::*;

    fn tokens(graph: &PointGraph, pieces: &Pieces, chains: Option<Chains>) -> String {
        let mut text = String::new();
        graph.each_move(pieces, 0, chains, &mut |action| {
            graph.write_move(action, &mut text);
            text.push(' ');
        });
        text
    }

    #[test]
    fn captures_end_as_the_rule_says() {
        let graph = lattice::graph(5, true);
        let mut pieces = Pieces::NONE;
        graph.toggle(&mut pieces, 0, graph.parse("a1").unwrap());
        for enemy in ["b2", "b4", "d4"] {
            graph.toggle(&mut pieces, 1, graph.parse(enemy).unwrap());
        }
        assert_eq!(tokens(&graph, &pieces, None), "a1-b1 a1-a2 ");
        assert_eq!(tokens(&graph, &pieces, Some(Chains::Single)), "a1-b1 a1-a2 a1xc3 ");
        assert_eq!(tokens(&graph, &pieces, Some(Chains::Free)), "a1-b1 a1-a2 a1xc3 a1xc3xa5 a1xc3xe5 ");
        assert_eq!(tokens(&graph, &pieces, Some(Chains::Full)), "a1xc3xa5 a1xc3xe5 ");
    }

    #[test]
    fn a_round_may_end_where_it_began() {
        let graph = lattice::graph(3, false);
        let mut pieces = Pieces::NONE;
        graph.toggle(&mut pieces, 0, graph.parse("a1").unwrap());
        for enemy in ["b1", "c2", "b3", "a2"] {
            graph.toggle(&mut pieces, 1, graph.parse(enemy).unwrap());
        }
        assert_eq!(tokens(&graph, &pieces, Some(Chains::Full)), "a1xc1xc3xa3xa1 a1xa3xc3xc1xa1 ");
        let mut moves = Vec::new();
        graph.each_move(&pieces, 0, Some(Chains::Full), &mut |action| moves.push(action));
        graph.play(&mut pieces, 0, moves[0]);
        assert_eq!((pieces.of(0), pieces.of(1)), (1, 0));
        assert!(pieces.can_move(0));
    }
}
