//! Step turns compared with the rule word for word, with pegs as pairs of column and row.

use std::collections::{BTreeMap, BTreeSet};

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::{ADVANCED, CROSSING, PEG, Rolled};
use super::holes::{COLUMNS, HOLES, Hole, ROWS};
use super::*;
use torneo_contract::Notation;

type Place = (i32, i32);

/// The pegs of both halves, and what has happened in the turn.
#[derive(Clone)]
struct Oracle {
    /// Column and row of each peg that is on the board, by peg.
    pegs: Vec<Place>,
    /// The holes that each peg has occupied, once it has moved.
    been: BTreeMap<usize, Vec<Place>>,
    active: Option<usize>,
    rows: Vec<i32>,
}

fn half_of((_, row): Place) -> bool {
    row >= ROWS as i32
}

impl Oracle {
    fn new(board: &Board, both: bool) -> Oracle {
        let name = |hole: Hole| {
            let (column, row) = hole.order();
            (column as i32, row as i32)
        };
        let pegs = Hole::in_order(board.pegs).into_iter().map(name).collect();
        let own: Vec<i32> = (0..12).filter(|&row| both || half_of((0, row)) == (board.own() == 1)).collect();
        Oracle { pegs, been: BTreeMap::new(), active: None, rows: own }
    }

    fn steps(&self) -> Vec<(usize, Place)> {
        let mut steps = Vec::new();
        for (peg, &(column, row)) in self.pegs.iter().enumerate() {
            let may = self.active == Some(peg) || !self.been.contains_key(&peg);
            if !may || !self.rows.contains(&row) {
                continue;
            }
            for (columns, rows) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let to = (column + columns, row + rows);
                let inside = (0..10).contains(&to.0)
                    && (0..12).contains(&to.1)
                    && half_of(to) == half_of((column, row));
                let again = self.been.get(&peg).is_some_and(|been| been.contains(&to));
                if inside && !self.pegs.contains(&to) && !again {
                    steps.push((peg, to));
                }
            }
        }
        steps
    }

    fn after(&self, (peg, to): (usize, Place)) -> Oracle {
        let mut next = self.clone();
        next.been.entry(peg).or_insert_with(|| vec![self.pegs[peg]]).push(to);
        next.pegs[peg] = to;
        next.active = Some(peg);
        next
    }

    /// How many steps there are anywhere in the turn after which the rest cannot be made.
    fn dead_ends(&self, steps: u8) -> usize {
        if steps == 0 {
            return 0;
        }
        let after = self.steps().into_iter().map(|step| self.after(step));
        after.map(|next| if next.series(steps - 1).is_empty() { 1 } else { next.dead_ends(steps - 1) }).sum()
    }

    /// All complete series of steps, as the steps and the pegs after them.
    fn series(&self, steps: u8) -> Vec<(Vec<String>, BTreeSet<Place>)> {
        if steps == 0 {
            return vec![(Vec::new(), self.pegs.iter().copied().collect())];
        }
        let mut all = Vec::new();
        for step in self.steps() {
            let name = |(column, row): Place| format!("{}{}", (b'a' + column as u8) as char, row + 1);
            let token = format!("{}-{}", name(self.pegs[step.0]), name(step.1));
            for (rest, pegs) in self.after(step).series(steps - 1) {
                all.push((std::iter::once(token.clone()).chain(rest).collect(), pegs));
            }
        }
        all
    }
}

fn token(action: Action) -> String {
    let mut written = String::new();
    notation::write(action, &mut written);
    written
}

/// All series of steps by the game.
fn series(game: &CrossOver, board: &Board) -> BTreeSet<Vec<String>> {
    let mut actions = Vec::new();
    board.list(&mut actions);
    assert_eq!(board.count(), actions.len());
    let mut all = BTreeSet::new();
    for action in actions.into_iter().filter(|&action| action != Action::Pass) {
        let mut next = *board;
        game.apply(&mut next, action);
        let rest =
            if next.rolled == Rolled::NOT { BTreeSet::from([Vec::new()]) } else { series(game, &next) };
        assert!(!rest.is_empty(), "every step can be completed");
        all.extend(
            rest.into_iter().map(|rest| std::iter::once(token(action)).chain(rest).collect::<Vec<_>>()),
        );
    }
    all
}

/// Few pegs near the corners of their halves, where a peg can shut itself in.
fn random_board(rng: &mut Xoshiro256PlusPlus, game: &CrossOver) -> Board {
    let mut board = Board::empty(game.reserve);
    for half in 0..2 {
        for _ in 0..1 + random::below(rng, 3) {
            let (column, row) = (random::below(rng, 3), random::below(rng, 2));
            let row = if rng.next_u64().is_multiple_of(2) { row } else { ROWS - 1 - row };
            let hole = Hole::new(half, row * COLUMNS + column);
            if board.pegs[half] & hole.one() == 0 {
                board.toggle(hole);
            }
        }
    }
    board.to_move = Seat::new(random::below(rng, 2));
    board
}

#[test]
fn step_turns_are_those_of_the_rule() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let game = CrossOver { turn_limit: 1000, reserve: 2 };
    let (mut dead_ends, mut both) = (0, 0);
    for _ in 0..100 {
        let mut board = random_board(&mut rng, &game);
        let face = 2 + random::below(&mut rng, 3) as u8;
        board.roll(face);
        both += usize::from(board.rolled.both);
        let oracle = Oracle::new(&board, board.rolled.both);
        let expected: BTreeSet<Vec<String>> =
            oracle.series(face).into_iter().map(|(steps, _)| steps).collect();
        dead_ends += oracle.dead_ends(face);
        assert_eq!(series(&game, &board), expected, "{}", game.position_text(&board));
    }
    assert!(dead_ends > 20 && both > 5, "{dead_ends} dead ends, {both} turns for both halves");
}

/// Pegs fill their half but for some holes: whatever moves makes room for others.
#[test]
fn a_crowded_half_has_room_for_steps() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for vacancies in 1..6 {
        let mut board = Board::empty(0);
        (0..HOLES).for_each(|hole| board.toggle(Hole::new(0, hole)));
        while board.vacant(0).len() < vacancies {
            let hole = Hole::new(0, random::below(&mut rng, HOLES));
            if board.pegs[0] & hole.one() != 0 {
                board.toggle(hole);
            }
        }
        board.roll(2);
        let expected: BTreeSet<Vec<String>> =
            Oracle::new(&board, false).series(2).into_iter().map(|(steps, _)| steps).collect();
        assert_eq!(series(&CrossOver { turn_limit: 1000, reserve: 2 }, &board), expected);
        assert!(!board.stepping().has_straight(4), "the search has to find the steps");
        assert!(board.stepping().can_complete(4));
    }
}

/// The numbers of the rules page for single pegs and for the start.
#[test]
fn series_are_counted_as_published() {
    let game = CrossOver { turn_limit: 1000, reserve: 2 };
    let counts = |text: &str, face: u8| {
        let mut board = game.parse_position(text).unwrap();
        board.roll(face);
        let series = Oracle::new(&board, false).series(face);
        let ends: BTreeSet<_> = series.iter().map(|(_, pegs)| pegs.clone()).collect();
        assert_eq!(super::tests::series(&game, &board).len(), series.len());
        (series.len(), ends.len())
    };
    let start = game.position_text(&game.start());
    assert_eq!(counts(&start, 2), (136, 73));
    assert_eq!(counts("d3,a12 / 2 / 1", 2), (12, 8));
    assert_eq!(counts("d3,a12 / 2 / 1", 3), (35, 15));
}

#[test]
fn burdens_count_the_rows_of_each_peg() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let game = CrossOver { turn_limit: 1000, reserve: 2 };
    for _ in 0..200 {
        let board = random_board(&mut rng, &game);
        for half in 0..2 {
            let worth = |hole: usize| PEG - ADVANCED * (hole / COLUMNS) as i32;
            let pegs: i32 = board.pegs[half].members().map(worth).sum();
            let crossing = if board.crossers(half) != 0 { CROSSING } else { 0 };
            assert_eq!(board.burden(half), pegs - crossing, "{}", game.position_text(&board));
        }
    }
}

#[test]
fn mirror_images_share_a_hash() {
    let game = CrossOver { turn_limit: 1000, reserve: 2 };
    let hash = |text: &str| game.symmetric_hash(&game.parse_position(text).unwrap());
    assert_eq!(hash("a1,b3,c12 / 2 / 1"), hash("j1,i3,h12 / 2 / 1"));
    assert_ne!(hash("a1,b3,c12 / 2 / 1"), hash("j1,i3,h12 / 2 / 2"));
    assert_ne!(hash("a1,b3,c12 / 2 / 1"), hash("a1,b3,c11 / 2 / 1"));
    let turns = ["a3,b3,c12 / 2 / 1 / 4: 2 left a3<a2 b3", "j3,i3,h12 / 2 / 1 / 4: 2 left j3<j2 i3"];
    assert_eq!(hash(turns[0]), hash(turns[1]));
    assert_ne!(hash(turns[0]), hash("a3,b3,c12 / 2 / 1 / 4: 2 left a3<a4 b3"));
}
