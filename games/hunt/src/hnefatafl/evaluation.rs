//! How good a position is.

use torneo_board::grid::BitSet;
use torneo_board::terms::weigh;

use super::board::{
    BESIDE, BOARD, Board, CORNERS, DEFENDERS, EDGES, SIDE, Squares, THRONE, beside, east, north, south, west,
};

// What everything is worth to the defenders. The numbers come from a logistic regression of results and of values that searches found on
// what is counted, rounded; the games were searches with this evaluation and with earlier ones against each other.
const DEFENDER: i32 = 42;
const ATTACKER: i32 = 48;
/// Where the king can go with one move, and the corners among these squares: one of them, and a second besides.
const KING_MOVE: i32 = 5;
const OPEN_CORNER: i32 = 280;
const OPEN_CORNERS: i32 = 1000;
/// The edges and corners that he reaches with a second move, and the edges with a third.
const SECOND_EDGE: i32 = 8;
const SECOND_CORNER: i32 = 20;
const THIRD_EDGE: i32 = 3;
/// The squares that no attackers cut off from him, and whether an edge is among them.
const ROOM: i32 = 2;
const NOT_ENCIRCLED: i32 = 150;
/// A side of his that holds an attacker or is the throne or a corner, and an edge on which he stands.
const HOSTILE_SIDE: i32 = 6;
const KING_ON_EDGE: i32 = 30;
/// Attackers on the diagonals of three squares that close corners off and on those of four behind, and on the edges.
const GUARD: i32 = 28;
const FAR_GUARD: i32 = 8;
const ATTACKER_ON_EDGE: i32 = 6;
/// The turn.
const TURN: i32 = 12;
/// The king is captured or on a corner.
const DECIDED: i32 = 100_000;

/// What is counted, for the defenders, and what it is worth to them.
pub(super) const TERMS: [&str; 17] = [
    "defenders",
    "attackers",
    "king-moves",
    "open-corner",
    "open-corners",
    "second-edges",
    "second-corners",
    "third-edges",
    "room",
    "not-encircled",
    "hostile-sides",
    "king-on-edge",
    "attackers-on-edge",
    "guards",
    "far-guards",
    "open-corner-to-move",
    "second-corners-to-move",
];
const WEIGHTS: [i32; TERMS.len()] = [
    DEFENDER,
    -ATTACKER,
    KING_MOVE,
    OPEN_CORNER,
    OPEN_CORNERS,
    SECOND_EDGE,
    SECOND_CORNER,
    THIRD_EDGE,
    ROOM,
    NOT_ENCIRCLED,
    -HOSTILE_SIDE,
    -KING_ON_EDGE,
    ATTACKER_ON_EDGE,
    -GUARD,
    -FAR_GUARD,
    0,
    0,
];

/// The diagonals of three and of four squares around the corners.
const GUARDS: u128 = diagonals(2);
const FAR_GUARDS: u128 = diagonals(3);

const fn diagonals(far: usize) -> u128 {
    let (mut set, mut step) = (0, 0);
    while step <= far {
        let (file, rank) = (step, far - step);
        let (east, north) = (SIDE - 1 - file, SIDE - 1 - rank);
        set |= 1 << Squares::at(file, rank) | 1 << Squares::at(east, rank);
        set |= 1 << Squares::at(file, north) | 1 << Squares::at(east, north);
        step += 1;
    }
    set
}

impl Board {
    /// The evaluation for the defenders, and what it counts.
    #[inline]
    pub(super) fn evaluate(&self) -> (i32, [i32; TERMS.len()]) {
        let count = |set: u128| set.len() as i32;
        let attackers = self.men[0];
        let mut counts = [0; TERMS.len()];
        (counts[0], counts[1]) = (count(self.men[1]), count(attackers));
        let Some(square) = self.king else { return (weigh(&counts, &WEIGHTS) - DECIDED, counts) };
        let king = self.king_set();
        if king & CORNERS != 0 {
            return (weigh(&counts, &WEIGHTS) + DECIDED, counts);
        }
        let empty = BOARD & !self.occupied();
        let first = slides(king, empty);
        let second = slides(first, empty) & !first;
        let third = slides(second, empty) & !first & !second;
        // Where he goes in three moves is part of his room, and most of it.
        let room = flood(king | first | second | third, BOARD & !attackers);
        let open = count(first & CORNERS);
        let moves = self.to_move == DEFENDERS;
        counts[2] = count(first);
        counts[3] = open;
        counts[4] = i32::from(open > 1);
        counts[5] = count(second & EDGES);
        counts[6] = count(second & CORNERS);
        counts[7] = count(third & EDGES);
        counts[8] = count(room);
        counts[9] = i32::from(room & EDGES != 0);
        counts[10] = count(BESIDE[square as usize] & (attackers | THRONE | CORNERS));
        counts[11] = count(king & EDGES);
        counts[12] = count(attackers & EDGES);
        counts[13] = count(attackers & GUARDS);
        counts[14] = count(attackers & FAR_GUARDS);
        counts[15] = if moves { open } else { 0 };
        counts[16] = if moves { counts[6] } else { 0 };
        (weigh(&counts, &WEIGHTS) + if moves { TURN } else { -TURN }, counts)
    }

    /// Whether no defender is connected with an edge square, all being where the king is.
    pub(super) fn encircled(&self) -> bool {
        let inside = flood(self.king_set(), BOARD & !self.men[0]);
        inside & EDGES == 0 && self.men[1] & !inside == 0
    }
}

/// The empty squares that pieces on these squares can move to.
#[inline]
fn slides(from: u128, empty: u128) -> u128 {
    let line = |step: fn(u128) -> u128| {
        let (mut reached, mut last) = (0, from);
        loop {
            last = step(last) & empty;
            if last & !reached == 0 {
                return reached;
            }
            reached |= last;
        }
    };
    line(north) | line(south) | line(east) | line(west)
}

/// The open squares that are joined with these, themselves among them.
#[inline]
fn flood(from: u128, open: u128) -> u128 {
    let mut inside = from;
    loop {
        let grown = (inside | beside(inside)) & open;
        if grown == inside {
            return inside;
        }
        inside = grown;
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng as _, SeedableRng};
    use torneo_contract::{Described, Game, Heuristics, Notation, Options, Turn, random::Generator};

    use super::super::{ATTACKERS, Hnefatafl};
    use super::*;

    fn game() -> Hnefatafl {
        Hnefatafl::new(&Options::check(&"hnefatafl".parse().unwrap(), Hnefatafl::INFO.options).unwrap())
            .unwrap()
    }

    /// What a position is worth to the defenders.
    fn value(text: &str) -> i32 {
        let game = game();
        game.evaluate(&game.parse_position(text).unwrap(), DEFENDERS).unwrap()
    }

    #[test]
    fn slides_are_moves() {
        let (game, mut rng) = (game(), Generator::seed_from_u64(11));
        let mut actions = Vec::new();
        for _ in 0..20 {
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let board = position.board;
                let king = board.king.expect("the game is not over");
                let empty = BOARD & !board.occupied();
                let one = board.targets(king as usize).fold(0, |set, to| set | 1 << to);
                assert_eq!(slides(board.king_set(), empty), one, "{board:?}");
                let then = |from: usize| {
                    let mut moved = board;
                    moved.toggle(super::super::KING, king as usize);
                    moved.toggle(super::super::KING, from);
                    moved.targets(from).fold(0, |set, to| set | 1 << to)
                };
                let two = one.members().fold(0, |set, from| set | then(from));
                assert_eq!((slides(one, empty) | one) & !board.king_set(), (two | one) & !board.king_set());
                actions.clear();
                game.actions(&position, seat, &mut actions);
                game.apply(&mut position, actions[rng.next_u64() as usize % actions.len()]);
            }
        }
    }

    #[test]
    fn a_board_is_worth_the_same_when_it_is_turned_or_mirrored() {
        let things =
            [(2, 4, 4), (0, 2, 10), (0, 0, 8), (0, 9, 2), (0, 1, 1), (1, 3, 8), (1, 6, 4), (1, 7, 4)];
        let value = |place: &dyn Fn(usize, usize) -> usize| {
            let mut board = Board::empty();
            things.iter().for_each(|&(piece, file, rank)| board.toggle(piece, place(file, rank)));
            board.evaluate().0
        };
        let far = |place: usize| SIDE - 1 - place;
        let expected = value(&Squares::at);
        assert_eq!(value(&|file, rank| Squares::at(far(rank), file)), expected, "turned");
        assert_eq!(value(&|file, rank| Squares::at(far(file), rank)), expected, "mirrored");
        assert_eq!(value(&|file, rank| Squares::at(rank, file)), expected, "mirrored at a diagonal");
    }

    #[test]
    fn attackers_want_the_corners_closed_and_the_king_wants_them_open() {
        let open = "11/11/11/11/11/5k5/11/4a6/11/11/11 a";
        let guarded = "11/11/11/11/11/5k5/11/11/11/1a9/11 a";
        assert!(value(guarded) < value(open));
        let (none, one, two) = (
            "11/1k9/11/11/11/11/11/11/11/4a6/11 a",
            "2k8/11/11/11/11/11/11/11/4a6/11/11 a",
            "2k8/11/11/11/11/11/11/11/11/4a6/11 a",
        );
        // From c11 he goes to a11 and to k11, from b10 to neither at once.
        for open in [one, two] {
            assert!(value(open) > value(none) + OPEN_CORNERS, "{open}");
        }
        let game = game();
        let position = game.parse_position(open).unwrap();
        assert_eq!(game.evaluate(&position, ATTACKERS), Some(-value(open)));
    }
}
