//! The connected chains of balls.

use arrayvec::ArrayVec;

use super::board::{Board, Resting};
use super::links::Links;
use super::pyramid::{
    DIRECTIONS, EAST, LARGEST, LEVELS, Levels, NEAR, NORTH, NOT_ABOVE, NOT_BELOW, Point, ROW, first_of,
    members, opposite,
};
use torneo_board::grid::BitSet;

/// Marks that stand where a chain has its number: no ball, and a ball that may be in several chains.
pub const NONE: u8 = 255;
pub const CROSSED: u8 = 254;

/// Balls of one colour, at most; the arcs of crossed balls, at most four each; and both.
const BALLS: usize = LARGEST * LARGEST;
const ARCS: usize = 4 * BALLS;
const NODES: usize = BALLS + ARCS;

/// Steps from a ball down to its supports, with their directions.
const SLANTS: [(usize, usize); 4] = [(0, 5), (1, 7), (ROW, 3), (ROW + 1, 1)];

/// A crossed ball's neighbours within one arc of directions.
#[derive(Clone, Copy, Debug)]
struct Arc {
    ball: u16,
    directions: u8,
    /// The node, and when chains are numbered the chain.
    chain: u16,
}

/// The arcs of the crossed balls of one colour.
#[derive(Clone, Debug, Default)]
pub struct Arcs(ArrayVec<Arc, ARCS>);

impl Arcs {
    /// The chains that a crossed ball joins.
    pub fn chains(&self, ball: usize) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().filter(move |arc| arc.ball as usize == ball).map(|arc| arc.chain)
    }

    /// The chain of the arc of a crossed ball in which a direction lies; none if its links there are cut.
    #[inline]
    pub fn toward(&self, ball: usize, direction: usize) -> Option<u16> {
        let arc = self.0.iter().find(|arc| arc.ball as usize == ball && arc.directions >> direction & 1 == 1);
        arc.map(|arc| arc.chain)
    }
}

/// A forest whose trees are the chains; a parent has a lower number than its child (Galler and Fischer, "An improved
/// equivalence algorithm", 1964; halved paths).
#[derive(Default)]
struct Forest<const N: usize>(ArrayVec<u16, N>);

impl<const N: usize> Forest<N> {
    #[inline]
    fn add(&mut self) -> u16 {
        let node = self.0.len() as u16;
        self.0.push(node);
        node
    }

    #[inline]
    fn root(&mut self, mut node: u16) -> u16 {
        loop {
            let parent = self.0[node as usize];
            if parent == node {
                return node;
            }
            let above = self.0[parent as usize];
            self.0[node as usize] = above;
            node = above;
        }
    }

    #[inline]
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// The number of the chain of each node; `number` gives the next.
    #[inline]
    fn into_numbers(self, mut number: impl FnMut() -> u16) -> ArrayVec<u16, N> {
        let mut numbers = self.0;
        // A parent comes before its child, so that it holds its chain's number already.
        for node in 0..numbers.len() {
            let parent = numbers[node] as usize;
            numbers[node] = if parent == node { number() } else { numbers[parent] };
        }
        numbers
    }
}

impl Board {
    /// Renumbers the chains of a colour.
    #[inline]
    pub fn number_chains(&mut self, colour: usize, links: &Links) {
        if links.have_crossed() {
            self.number_crossed_chains(colour, links, &mut Arcs::default());
        } else {
            self.crossed[colour & 1] = false;
            self.used[colour & 1] = 0;
            let balls = self.balls[colour & 1];
            self.number_plain_chains(colour, &balls, links);
        }
    }

    /// Takes a ball off, lets what rests on it drop, and numbers the chains. Returns whether those of the
    /// other colour may have changed.
    #[inline]
    pub fn lift_and_number(&mut self, mover: usize, from: Point) -> bool {
        let other = mover ^ 1;
        let chain_and_groups =
            |board: &Board, ball: Point| (board.chains[ball.index()], board.groups_around(ball));
        let lifted = chain_and_groups(self, from);
        let mut numbered = None;
        match self.resting(from) {
            Resting::Nothing if self.is_plain(mover) => {
                // A ball on the board crosses nothing.
                numbered = (from.level() > 0).then(|| self.links(other));
                self.lift(mover, from);
                self.leave_chain(mover, lifted);
                if numbered.is_none() {
                    return false;
                }
            }
            Resting::One(first) if self.drops_onto_board(from, first) => {
                let dropped = chain_and_groups(self, first);
                if dropped.0 == lifted.0 {
                    // The dropped ball takes over the links of the lifted one.
                    numbered = Some(self.links(other));
                    self.lift(mover, from);
                    self.chains[from.index()] = lifted.0;
                    self.leave_chain(mover, dropped);
                } else {
                    let crosses = NEAR[first.index()][..NOT_BELOW].iter().any(|&near| {
                        self.chains[near as usize] < CROSSED
                            && self.chains[near as usize] & 1 == dropped.0 & 1
                    });
                    self.lift(mover, from);
                    if crosses {
                        self.number_chains(mover, &self.links(mover));
                    } else {
                        self.leave_chain(mover, lifted);
                    }
                    self.leave_chain(other, dropped);
                    self.join_chains(other, from);
                    return true;
                }
            }
            _ => {
                self.lift(mover, from);
                self.number_chains(mover, &self.links(mover));
            }
        }
        let links = self.links(other);
        let changed = numbered.is_none_or(|numbered| links.differ(&numbered)) || !self.is_plain(other);
        if changed {
            self.number_chains(other, &links);
        }
        changed
    }

    /// Whether the ball that drops to the place of another does so alone and comes to lie on the board, while nothing
    /// passes over any ball.
    fn drops_onto_board(&self, from: Point, first: Point) -> bool {
        from.level() == 0 && self.resting(first) == Resting::Nothing && self.is_plain(0) && self.is_plain(1)
    }

    /// Puts a ball on an empty point and numbers the chains.
    #[inline]
    pub fn put_and_number(&mut self, mover: usize, to: Point) {
        let other = mover ^ 1;
        let numbered = (to.level() > 0).then(|| self.links(other));
        self.put(mover, to);
        if self.is_plain(mover) {
            self.join_chains(mover, to);
        } else {
            self.number_chains(mover, &self.links(mover));
        }
        if let Some(numbered) = numbered {
            let links = self.links(other);
            if links.differ(&numbered) || links.have_crossed() || !self.is_plain(other) {
                self.number_chains(other, &links);
            }
        }
    }

    /// A ball has left its chain, in which its neighbours were in `groups` groups.
    #[inline]
    fn leave_chain(&mut self, colour: usize, (chain, groups): (u8, u32)) {
        match groups {
            0 => self.free_number(chain),
            1 => {}
            _ => self.divide_chain(colour, chain),
        }
    }

    /// Numbers the chains anew into which a chain of a colour whose balls nothing passes over has been divided.
    #[inline]
    fn divide_chain(&mut self, colour: usize, chain: u8) {
        let (mut balls, mut links) = ([0; LEVELS], self.links(colour));
        for (level, balls) in balls.iter_mut().enumerate().take(self.height()) {
            let chains = &self.chains[first_of(level)..];
            let set = self.balls[colour & 1][level]
                .members()
                .fold(0, |set, square| set | u128::from(chains[square] == chain) << square);
            *balls = set;
            links.east[level] &= set & set >> 1;
            links.north[level] &= set & set >> ROW;
        }
        self.free_number(chain);
        self.number_plain_chains(colour, &balls, &links);
    }

    /// Numbers the chains of a set of balls of a colour, over which nothing passes, with numbers that are free.
    ///
    /// The nodes are the balls of a row that links join. Of links between the same two nodes as others only one is
    /// looked at where this is easily seen.
    fn number_plain_chains(&mut self, colour: usize, balls: &Levels, links: &Links) {
        let (colour, height) = (colour & 1, self.height().min(LEVELS));
        let mut forest = Forest::<BALLS>::default();
        let mut places = ArrayVec::<u16, BALLS>::new();
        for (level, &balls) in balls.iter().enumerate().take(height) {
            let first = first_of(level);
            let starts = balls & !(links.east[level] << 1);
            let mut node = 0;
            for square in balls.members() {
                if starts.has(square) {
                    node = forest.add();
                }
                self.chains[first + square] = node as u8;
                places.push((first + square) as u16);
            }
        }
        let join = |forest: &mut Forest<BALLS>, chains: &[u8], a: usize, b: usize| {
            forest.join(u16::from(chains[a]), u16::from(chains[b]));
        };
        for level in 0..height {
            if balls[level] == 0 {
                continue;
            }
            let first = first_of(level);
            let (east, north) = (links.east[level], links.north[level]);
            let seen = (north & east & east >> ROW) << 1;
            for square in (balls[level] & north & !seen).members() {
                let at = first + square;
                join(&mut forest, &self.chains, at, at + ROW);
            }
            if level == 0 {
                continue;
            }
            let (under, own, below) = (first_of(level - 1), balls[level], balls[level - 1]);
            let (east, north) = (links.east[level - 1], links.north[level - 1]);
            let slants = [
                (0, own & below),
                (1, own & below >> 1 & !east),
                (ROW, own & below >> ROW & !north),
                (ROW + 1, own & below >> (ROW + 1) & !(east >> ROW) & !(north >> 1)),
            ];
            for (step, slant) in slants {
                for square in slant.members() {
                    join(&mut forest, &self.chains, first + square, under + square + step);
                }
            }
        }
        let numbers = forest.into_numbers(|| self.take_number(colour).into());
        for place in places {
            let chain = &mut self.chains[place as usize];
            *chain = numbers[*chain as usize] as u8;
        }
    }

    /// Renumbers the chains of a colour and adds the arcs of its crossed balls to `arcs`.
    pub fn number_crossed_chains(&mut self, colour: usize, links: &Links, arcs: &mut Arcs) {
        let colour = colour & 1;
        let mut forest = Forest::<NODES>::default();
        let balls = self.balls[colour];
        let height = self.height();
        self.crossed[colour] = links.have_crossed();
        let whole = |level: usize| (balls[level] & !links.crossed[level]).members();
        let whole = (0..height).flat_map(|level| whole(level).map(move |square| first_of(level) + square));
        for ball in whole.clone() {
            self.chains[ball] = forest.add() as u8;
        }
        for ball in members(&links.crossed).map(Point::index) {
            self.chains[ball] = CROSSED;
            for directions in arcs_between(self.directions_over(colour, ball)) {
                arcs.0.push(Arc { ball: ball as u16, directions, chain: forest.add() });
            }
        }
        for level in 0..height {
            let mut join = |from: usize, to: usize, direction: usize| {
                let node = |ball: usize, direction: usize| match self.chains[ball] {
                    CROSSED => arcs.toward(ball, direction),
                    node => Some(u16::from(node)),
                };
                if let (Some(a), Some(b)) = (node(from, direction), node(to, opposite(direction))) {
                    forest.join(a, b);
                }
            };
            let first = first_of(level);
            for square in links.east[level].members() {
                join(first + square, first + square + 1, EAST);
            }
            for square in links.north[level].members() {
                join(first + square, first + square + ROW, NORTH);
            }
            if level > 0 && balls[level] != 0 {
                let below = first_of(level - 1);
                for (step, direction) in SLANTS {
                    for square in (balls[level] & balls[level - 1] >> step).members() {
                        join(first + square, below + square + step, direction);
                    }
                }
            }
        }
        let mut next = colour as u16;
        let numbers = forest.into_numbers(|| {
            next += 2;
            next - 2
        });
        for ball in whole {
            self.chains[ball] = numbers[self.chains[ball] as usize] as u8;
        }
        for arc in &mut arcs.0 {
            arc.chain = numbers[arc.chain as usize];
        }
    }

    /// Numbers the chain of a ball that has just been put, on which nothing rests, of a colour whose balls nothing
    /// passes over: the chains that it touches become one.
    #[inline]
    fn join_chains(&mut self, colour: usize, ball: Point) {
        let colour = colour & 1;
        let mut chain = NONE;
        for &near in &NEAR[ball.index()][..NOT_ABOVE] {
            let other = self.chains[near as usize];
            if other >= CROSSED || other & 1 != colour as u8 || other == chain {
                continue;
            }
            if chain == NONE {
                chain = other;
            } else {
                self.free_number(other);
                let end = first_of(self.height());
                let all = &mut self.chains[..end];
                all.iter_mut().for_each(|number| *number = if *number == other { chain } else { *number });
            }
        }
        if chain == NONE {
            chain = self.take_number(colour);
        }
        self.chains[ball.index()] = chain;
    }

    /// The number of a new chain.
    #[inline]
    fn take_number(&mut self, colour: usize) -> u8 {
        let half = (!self.used[colour & 1]).lowest();
        self.used[colour & 1] |= 1 << half;
        (2 * half + colour) as u8
    }

    /// A chain has gone.
    #[inline]
    fn free_number(&mut self, chain: u8) {
        self.used[chain as usize & 1] &= !(1 << (chain >> 1));
    }

    /// Whether a colour's chain joins two sets of points of the board, whose balls nothing crosses.
    #[inline]
    pub fn joins(&self, colour: usize, [from, to]: [u128; 2]) -> bool {
        let balls = self.balls[colour & 1][0];
        let chain = |square: usize| self.chains[square] >> 1;
        let found = (balls & from).members().fold(0u128, |set, square| set | 1 << chain(square));
        (balls & to).members().any(|square| found.has(chain(square) as usize))
    }
}

/// The arcs into which a set of directions, which is not empty, divides the circle.
fn arcs_between(over: u8) -> impl Iterator<Item = u8> {
    let free = move |direction: usize| over >> (direction % DIRECTIONS) & 1 == 0;
    (0..DIRECTIONS).filter(move |&at| free(at) && !free(at + DIRECTIONS - 1)).map(move |start| {
        (start..start + DIRECTIONS).take_while(|&at| free(at)).fold(0, |arc, at| arc | 1 << (at % DIRECTIONS))
    })
}

#[cfg(test)]
mod tests {
    use super::super::Akron;
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_contract::{Described, Game, Notation, Turn};
    use torneo_contract::{Options, Scratch, Spec};

    const SAME_COLUMN: [&str; 2] = ["B a1,b1,c1,a2,c2,a3,b3,c3,1a1,1b2", "W b2,1a2,1b1"];

    /// For each ball the lowest ball of its chain, of crossed balls their mark.
    fn chains(board: &Board, colour: usize) -> Vec<(usize, usize)> {
        let balls: Vec<usize> = members(&board.balls[colour]).map(Point::index).collect();
        let same = |a: usize, b: usize| board.chains[a] == board.chains[b];
        let lowest = |ball: usize| match board.chains[ball] {
            CROSSED => usize::MAX,
            _ => *balls.iter().find(|&&other| same(other, ball)).unwrap(),
        };
        balls.iter().map(|&ball| (ball, lowest(ball))).collect()
    }

    #[test]
    fn chains_are_kept_up_to_date() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut scratch = Scratch::default();
        for (size, balls, games) in
            [(3, 4, 60), (4, 8, 60), (5, 25, 60), (6, 18, 20), (7, 49, 10), (8, 32, 5)]
        {
            let game = game(&format!("akron(size={size}, balls={balls})"));
            for _ in 0..games {
                let mut position = game.start();
                while let Turn::Seat(seat) = game.turn(&position) {
                    let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                    game.apply(&mut position, action);
                    let board = &position.board;
                    for colour in 0..2 {
                        let mut anew = *board;
                        anew.number_chains(colour, &board.links(colour));
                        let text = game.position_text(&position);
                        assert_eq!(chains(board, colour), chains(&anew, colour), "{text}");
                        assert_eq!(board.crossed, anew.crossed, "{text}");
                        for from in members(&board.balls[colour]) {
                            let to = board.destinations(&game.all, colour, from);
                            for point in members(&board.open(&game.all)) {
                                let may = board.may_move(from, point);
                                let does = to[point.level()].has(point.square());
                                let names = (from.name(), point.name());
                                assert!(may.is_none_or(|may| may == does), "{text}: {names:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    fn game(spec: &str) -> Akron {
        let spec: Spec = spec.parse().unwrap();
        Akron::new(&Options::check(&spec, Akron::INFO.options).unwrap()).unwrap()
    }

    fn joined(black: &str, white: &str, [a, b]: [&str; 2]) -> bool {
        let game = game("akron(size=4, balls=16)");
        let board = game.parse_position(&format!("{black} / {white} / b / 0,0")).unwrap().board;
        let point = |name| Point::parse(name, 4).unwrap();
        let colour = board.colour(point(a)).unwrap();
        let mut arcs = Arcs::default();
        let mut copy = board;
        copy.number_crossed_chains(colour, &board.links(colour), &mut arcs);
        let b_chains: Vec<u16> = copy.chains_of(point(b).index(), &arcs).collect();
        copy.chains_of(point(a).index(), &arcs).any(|chain| b_chains.contains(&chain))
    }

    #[test]
    fn a_ball_straight_above_cuts_between_its_links() {
        let [black, white] = SAME_COLUMN;
        assert!(joined(black, white, ["1a2", "1b1"]));
        let with_black = format!("{black},2a1");
        assert!(!joined(&with_black, white, ["1a2", "1b1"]));
        assert!(joined(&with_black, white, ["1a1", "1b2"]));
        assert!(joined(black, &format!("{white},2a1"), ["1a2", "1b1"]));
    }

    #[test]
    fn directions_divide_the_circle() {
        let arcs = |over| arcs_between(over).collect::<Vec<_>>();
        assert_eq!(arcs(0b0001_0001), [0b0000_1110, 0b1110_0000]);
        assert_eq!(arcs(0b0000_0110), [0b1111_1001]);
        assert_eq!(arcs(0b0101_0101).len(), 4);
        assert!(arcs(0xff).is_empty());
    }
}
