//! The positions in numbers.
//!
//! A symmetry of the board brings the rabbit to one of six points, so 6 of its 25 places are left. Where
//! several symmetries do that, the one counts that gives the hunters the lowest set. A layer holds the
//! positions with the same number of hunters. In the lowest layer the rabbit has taken enough of them.

use std::sync::LazyLock;

use super::{Board, CatchTheRabbit, HUNTERS, POINTS, RABBIT, SIDE};
use torneo_board::combinations::Combinations;
use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::point_graph::{Chains, Pieces, lattice};
use torneo_contract::{Number, NumberedSpace, Numbering, Seat, Standing};

/// Points that are not the image of each other.
const HOMES: usize = 6;
/// Where hunters can stand beside the rabbit.
const OTHER_POINTS: usize = POINTS - 1;
/// Symmetries of the board.
const SYMMETRIES: usize = 8;
/// The points of a set are mapped in three parts.
const PART_BITS: usize = 9;
const PARTS: usize = POINTS.div_ceil(PART_BITS);

/// What stands where, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placement {
    rabbit: usize,
    hunters: u32,
    to_move: usize,
}

/// What is the same for all options.
struct Geometry {
    /// By symmetry and part: the image of each set of points.
    images: Vec<[Vec<u32>; PARTS]>,
    /// The homes of the rabbit in order.
    homes: [usize; HOMES],
    /// By point: the number of its home, and the symmetries that lead there. Those of a home are led by the identity.
    to_home: Vec<(usize, Vec<usize>)>,
    /// By number of hunters: in how many ways they can stand.
    ways: [u32; OTHER_POINTS + 1],
    neighbours: [u32; POINTS],
    /// By point: the points jumped over and reached.
    jumps: Vec<Vec<(usize, usize)>>,
    combinations: Combinations,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

impl Geometry {
    fn new() -> Geometry {
        let board = lattice::graph(SIDE, true);
        let symmetries = lattice::symmetries(SIDE);
        let image = |symmetry: &Vec<usize>, part: usize, set: usize| -> u32 {
            let points = (0..PART_BITS).filter(|&bit| set >> bit & 1 == 1).map(|bit| PART_BITS * part + bit);
            points.filter(|&point| point < POINTS).fold(0, |image, point| image | 1 << symmetry[point])
        };
        let images = symmetries.iter().map(|symmetry| {
            std::array::from_fn(|part| (0..1 << PART_BITS).map(|set| image(symmetry, part, set)).collect())
        });
        let home = |point: usize| symmetries.iter().map(|symmetry| symmetry[point]).min().unwrap_or(point);
        let mut homes: Vec<usize> = (0..POINTS).map(home).collect();
        homes.sort_unstable();
        homes.dedup();
        let to_home = (0..POINTS).map(|point| {
            let number = homes.iter().position(|&known| known == home(point)).expect("a home");
            let leads = |&symmetry: &usize| symmetries[symmetry][point] == homes[number];
            (number, (0..SYMMETRIES).filter(leads).collect())
        });
        let mut jumps = vec![Vec::new(); POINTS];
        for line in board.lines() {
            for points in line.windows(3) {
                jumps[points[0]].push((points[1], points[2]));
                jumps[points[2]].push((points[1], points[0]));
            }
        }
        let combinations = Combinations::new(OTHER_POINTS);
        Geometry {
            images: images.collect(),
            to_home: to_home.collect(),
            homes: homes.try_into().expect("six homes"),
            neighbours: std::array::from_fn(|point| board.neighbours(point)),
            jumps,
            ways: std::array::from_fn(|hunters| combinations.count(hunters)),
            combinations,
        }
    }

    #[inline]
    fn image(&self, symmetry: usize, set: u32) -> u32 {
        let part = |part: usize| (set >> (PART_BITS * part)) as usize % (1 << PART_BITS);
        let images = &self.images[symmetry];
        images[0][part(0)] | images[1][part(1)] | images[2][part(2)]
    }

    /// The hunters of the placement that stands for this one and its images, and the number of the rabbit's home.
    #[inline]
    fn lowest(&self, rabbit: usize, hunters: u32) -> (usize, u32) {
        let (home, symmetries) = &self.to_home[rabbit];
        let images = symmetries.iter().map(|&symmetry| self.image(symmetry, hunters));
        (*home, images.min().unwrap_or(hunters))
    }

    /// The hunters of the placement that stands for this one and its images, the rabbit being at home.
    #[inline]
    fn lowest_at_home(&self, home: usize, hunters: u32) -> u32 {
        let others = &self.to_home[self.homes[home]].1[1..];
        others.iter().map(|&symmetry| self.image(symmetry, hunters)).fold(hunters, u32::min)
    }

    /// The number of hunters among those with the rabbit at home and the same side to move.
    #[inline]
    fn index_at_home(&self, home: usize, hunters: u32) -> u32 {
        self.combinations.index_of(squeeze(hunters, self.homes[home]))
    }

    /// Whether several symmetries keep the rabbit at home, so that different moves can come to the same.
    #[inline]
    fn is_on_axis(&self, home: usize) -> bool {
        self.to_home[self.homes[home]].1.len() > 1
    }

    /// Calls `visit` with the points of the rabbit after every step.
    #[inline]
    fn each_rabbit_step(&self, rabbit: usize, hunters: u32, visit: impl FnMut(usize)) {
        (self.neighbours[rabbit] & !hunters).members().for_each(visit);
    }

    /// Calls `visit` with the hunters after every step of a hunter.
    #[inline]
    fn each_hunter_step(&self, rabbit: usize, hunters: u32, mut visit: impl FnMut(u32)) {
        let free = !(hunters | 1 << rabbit);
        for from in hunters.members() {
            let others = hunters ^ 1 << from;
            (self.neighbours[from] & free).members().for_each(|to| visit(others | 1 << to));
        }
    }

    /// Calls `visit` with the rabbit's point and the hunters left after every capture.
    fn each_capture(&self, rabbit: usize, hunters: u32, several: bool, visit: &mut impl FnMut(usize, u32)) {
        for &(over, to) in &self.jumps[rabbit] {
            if hunters.has(over) && !hunters.has(to) {
                let left = hunters ^ 1 << over;
                visit(to, left);
                if several {
                    self.each_capture(to, left, several, visit);
                }
            }
        }
    }
}

/// Takes a point out of the numbering of the points.
#[inline]
fn squeeze(set: u32, point: usize) -> u32 {
    let below = (1 << point) - 1;
    set & below | set >> 1 & !below
}

/// Puts a point, which is not in the set, back into the numbering.
#[inline]
fn spread(set: u32, point: usize) -> u32 {
    let below = (1 << point) - 1;
    set & below | (set & !below) << 1
}

/// The numbering for some options.
pub(super) struct Numbers {
    game: CatchTheRabbit,
    geometry: &'static Geometry,
    several: bool,
    /// The hunters of the lowest layer, at most.
    too_few: u32,
}

impl Numbers {
    pub(super) fn new(game: CatchTheRabbit) -> Numbers {
        let (several, too_few) = (game.chains != Chains::Single, game.rabbit_wins_at);
        Numbers { game, geometry: &GEOMETRY, several, too_few }
    }

    /// The hunters of a layer; the lowest one is not asked for.
    #[inline]
    fn hunters(&self, layer: u32) -> usize {
        (self.too_few + layer) as usize
    }

    /// The first number with the rabbit at home and this side to move.
    #[inline]
    fn block(&self, layer: u32, home: usize, to_move: usize) -> u32 {
        (to_move * HOMES + home) as u32 * self.geometry.ways[self.hunters(layer)]
    }

    #[inline]
    fn number_of_placement(&self, Placement { rabbit, hunters, to_move }: Placement) -> Number {
        let Some(layer) = hunters.len().checked_sub(self.too_few).filter(|&layer| layer > 0) else {
            return Number { layer: 0, index: 0 };
        };
        let (home, hunters) = self.geometry.lowest(rabbit, hunters);
        Number { layer, index: self.block(layer, home, to_move) + self.geometry.index_at_home(home, hunters) }
    }

    /// Calls `visit` with the numbers of the positions that a step of a side leads to, taken back or not.
    #[inline]
    fn each_step(&self, layer: u32, placement: Placement, side: usize, mut visit: impl FnMut(u32)) {
        let (geometry, Placement { rabbit, hunters, .. }) = (self.geometry, placement);
        let to_move = placement.to_move ^ 1;
        if side == RABBIT {
            geometry.each_rabbit_step(rabbit, hunters, |rabbit| {
                visit(self.number_of_placement(Placement { rabbit, hunters, to_move }).index);
            });
        } else {
            let home = geometry.to_home[rabbit].0;
            let block = self.block(layer, home, to_move);
            geometry.each_hunter_step(rabbit, hunters, |hunters| {
                let hunters = geometry.lowest_at_home(home, hunters);
                visit(block + geometry.index_at_home(home, hunters));
            });
        }
    }

    /// Whether moves of a side from here can come to the same number.
    #[inline]
    fn can_coincide(&self, placement: Placement, side: usize) -> bool {
        side == RABBIT || self.geometry.is_on_axis(self.geometry.to_home[placement.rabbit].0)
    }

    #[inline]
    fn placement(&self, Number { layer, index }: Number) -> Placement {
        let geometry = self.geometry;
        if layer == 0 {
            // One of many.
            return Placement { rabbit: 0, hunters: ((1 << self.too_few) - 1) << 1, to_move: HUNTERS };
        }
        let hunters = self.hunters(layer);
        let count = geometry.ways[hunters];
        let (block, set) = ((index / count) as usize, index % count);
        let rabbit = geometry.homes[block % HOMES];
        let hunters = spread(geometry.combinations.set_at(set, hunters), rabbit);
        Placement { rabbit, hunters, to_move: block / HOMES }
    }
}

impl Numbering for Numbers {
    fn key(&self) -> String {
        let CatchTheRabbit { rabbit_wins_at, .. } = self.game;
        format!("catch-the-rabbit multi_jump={} rabbit_wins_at={rabbit_wins_at}", self.several)
    }

    fn layers(&self) -> u32 {
        self.game.hunters - self.too_few + 1
    }

    fn layer_name(&self, layer: u32) -> String {
        match (layer, self.hunters(layer)) {
            (0, 0) => "no hunters".to_owned(),
            (0, most) => format!("at most {most} hunters"),
            (_, 1) => "1 hunter".to_owned(),
            (_, hunters) => format!("{hunters} hunters"),
        }
    }

    fn size(&self, layer: u32) -> u32 {
        match layer {
            0 => 1,
            _ => (2 * HOMES) as u32 * self.geometry.ways[self.hunters(layer)],
        }
    }

    fn to_move(&self, number: Number) -> Seat {
        self.game.seat(self.placement(number).to_move)
    }

    fn weight(&self, number: Number) -> u32 {
        let (geometry, Placement { rabbit, hunters, .. }) = (self.geometry, self.placement(number));
        if number.layer == 0 {
            return POINTS as u32 * geometry.ways[..=self.too_few as usize].iter().sum::<u32>();
        }
        // A symmetry that keeps the rabbit either keeps the hunters too, or gives another position.
        let symmetries = &geometry.to_home[rabbit].1;
        let images = symmetries.iter().map(|&symmetry| geometry.image(symmetry, hunters));
        let (mut same, mut lowest) = (0, true);
        for image in images {
            same += u32::from(image == hunters);
            lowest &= image >= hunters;
        }
        if lowest { SYMMETRIES as u32 / same } else { 0 }
    }

    fn successors(&self, number: Number, successors: &mut Vec<Number>) -> Standing {
        if number.layer == 0 {
            return Standing::Lost;
        }
        let (layer, before, placement) = (number.layer, successors.len(), self.placement(number));
        let Placement { rabbit, hunters, to_move } = placement;
        if self.geometry.lowest_at_home(self.geometry.to_home[rabbit].0, hunters) != hunters {
            return Standing::Unused;
        }
        self.each_step(layer, placement, to_move, |index| successors.push(Number { layer, index }));
        if to_move == RABBIT {
            let add = &mut |rabbit, hunters| {
                successors.push(self.number_of_placement(Placement { rabbit, hunters, to_move: HUNTERS }));
            };
            self.geometry.each_capture(rabbit, hunters, self.several, add);
        }
        if self.can_coincide(placement, to_move) {
            successors[before..].sort_unstable();
            successors.dedup();
        }
        if successors.len() == before { Standing::Lost } else { Standing::Open }
    }

    fn predecessors(&self, number: Number, predecessors: &mut Vec<u32>) {
        if number.layer == 0 {
            return;
        }
        let (before, placement) = (predecessors.len(), self.placement(number));
        let side = placement.to_move ^ 1;
        self.each_step(number.layer, placement, side, |index| predecessors.push(index));
        if self.can_coincide(placement, side) {
            predecessors[before..].sort_unstable();
            predecessors.dedup();
        }
    }
}

impl NumberedSpace<Tracked<Board>> for Numbers {
    fn number_of(&self, position: &Tracked<Board>) -> Number {
        let Board { pieces, to_move, .. } = position.board;
        let rabbit = pieces.of(RABBIT).lowest();
        self.number_of_placement(Placement { rabbit, hunters: pieces.of(HUNTERS), to_move })
    }

    fn position_of(&self, number: Number) -> Tracked<Board> {
        let Placement { rabbit, hunters, to_move } = self.placement(number);
        let mut pieces = Pieces::NONE;
        self.game.board.toggle(&mut pieces, RABBIT, rabbit);
        hunters.members().for_each(|point| self.game.board.toggle(&mut pieces, HUNTERS, point));
        self.game.set_up(Board { pieces, to_move, plies: 0, ending: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::{Described, Game, Notation, Options, Turn};

    fn numbers(options: &str) -> Numbers {
        let spec = format!("catch-the-rabbit({options})").parse().unwrap();
        let options = Options::check(&spec, CatchTheRabbit::INFO.options).unwrap();
        Numbers::new(CatchTheRabbit::new(&options).unwrap())
    }

    /// The numbers in use of a layer.
    fn used(numbers: &Numbers, layer: u32) -> impl Iterator<Item = Number> {
        let all = (0..numbers.size(layer)).map(move |index| Number { layer, index });
        all.filter(|&number| numbers.weight(number) > 0)
    }

    #[test]
    fn every_position_has_a_number_and_shares_it_with_its_images_only() {
        let numbers = numbers("rabbit_wins_at=0");
        for layer in 1..=3 {
            let mut counts = vec![0u32; numbers.size(layer) as usize];
            for hunters in (0u32..1 << POINTS).filter(|hunters| hunters.len() == layer) {
                for rabbit in (0..POINTS).filter(|&rabbit| !hunters.has(rabbit)) {
                    for to_move in [RABBIT, HUNTERS] {
                        let number = numbers.number_of_placement(Placement { rabbit, hunters, to_move });
                        assert_eq!(number.layer, layer);
                        counts[number.index as usize] += 1;
                    }
                }
            }
            for (index, &count) in (0..).zip(&counts) {
                let number = Number { layer, index };
                assert_eq!(numbers.weight(number), count);
                assert_eq!(numbers.successors(number, &mut Vec::new()) == Standing::Unused, count == 0);
                if count > 0 {
                    assert_eq!(numbers.number_of_placement(numbers.placement(number)), number);
                    assert_eq!(numbers.number_of(&numbers.position_of(number)), number);
                }
            }
        }
    }

    #[test]
    fn all_positions_are_counted() {
        let numbers = numbers("rabbit_wins_at=0");
        let total =
            |layer| used(&numbers, layer).map(|number| u64::from(numbers.weight(number))).sum::<u64>();
        assert_eq!([4, 5].map(total), [2 * 25 * 10_626, 2 * 25 * 42_504]);
        let default = self::numbers("");
        assert_eq!((default.layers(), default.layer_name(1)), (4, "10 hunters".to_owned()));
        assert_eq!(default.weight(Number { layer: 0, index: 0 }), 25 * 2_579_130);
    }

    #[test]
    fn successors_are_what_the_rules_allow() {
        for options in ["rabbit_wins_at=0", "rabbit_wins_at=2, multi_jump=false", "rabbit_wins_at=1"] {
            let numbers = numbers(options);
            let game = &numbers.game;
            for layer in 1..=3 {
                for number in used(&numbers, layer).step_by(7) {
                    let (mut found, mut expected) = (Vec::new(), Vec::new());
                    let standing = numbers.successors(number, &mut found);
                    found.sort_unstable();
                    let position = numbers.position_of(number);
                    match game.turn(&position) {
                        Turn::Seat(seat) => {
                            assert_eq!((standing, seat), (Standing::Open, numbers.to_move(number)));
                            let mut actions = Vec::new();
                            game.actions(&position, seat, &mut actions);
                            for action in actions {
                                let mut after = position.clone();
                                game.apply(&mut after, action);
                                expected.push(numbers.number_of(&after));
                            }
                            expected.sort_unstable();
                            expected.dedup();
                        }
                        _ => assert_eq!(standing, Standing::Lost),
                    }
                    assert_eq!(found, expected, "{}", game.position_text(&position));
                }
            }
        }
    }

    #[test]
    fn predecessors_take_moves_back() {
        let numbers = numbers("rabbit_wins_at=0");
        for layer in 1..=3 {
            let (mut forward, mut backward) = (Vec::new(), Vec::new());
            for number in used(&numbers, layer) {
                let (mut after, mut before) = (Vec::new(), Vec::new());
                numbers.successors(number, &mut after);
                let here = after.iter().filter(|next| next.layer == layer);
                forward.extend(here.map(|next| (number.index, next.index)));
                numbers.predecessors(number, &mut before);
                backward.extend(before.iter().map(|&earlier| (earlier, number.index)));
            }
            forward.sort_unstable();
            backward.sort_unstable();
            assert!(forward == backward && forward.len() > 100);
        }
    }
}
