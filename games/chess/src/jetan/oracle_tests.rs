//! The tables of chains against a search step by step, and the article's table of mobility.

use super::paths::{CHIEF, DWAR, FLIER, KINDS, Movement, Mover, PADWAR, PANTHAN, PRINCESS, Paths};
use super::paths::{SIDE, SQUARES, Squares, THOAT, WARRIOR, mover, window_edges};
use super::*;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use torneo_board::grid::{BitSet, DIAGONAL, ORTHOGONAL};
use torneo_contract::{Described, playout};

type Step = (i32, i32);

fn game(options: &str) -> Jetan {
    let spec = format!("jetan({options})").parse().unwrap();
    Jetan::new(&Options::check(&spec, Jetan::INFO.options).unwrap()).unwrap()
}

/// Whether the page lets a piece make this step as its `number`-th, after the steps before it.
fn allowed(movement: Movement, side: usize, kind: usize, before: &[Step], step: Step) -> bool {
    let straight = |step: Step| step.0 == 0 || step.1 == 0;
    let most = [2, 2, 3, 3, 3, 3, 2, 1][kind];
    if before.len() >= most {
        return false;
    }
    match kind {
        WARRIOR | DWAR => straight(step),
        PADWAR | FLIER => !straight(step),
        THOAT => match before.first() {
            None => straight(step) || !movement.straight_first,
            Some(&first) => straight(first) != straight(step),
        },
        PANTHAN => {
            let forward = if side == 0 { step.1 } else { -step.1 };
            forward >= 0 || (movement.free && !straight(step))
        }
        _ => true,
    }
}

/// Where a piece can end, found by walking all chains of steps.
fn walk(movement: Movement, board: &Board, side: usize, kind: usize, from: usize) -> u128 {
    let all = ORTHOGONAL.iter().chain(&DIAGONAL);
    let jumps = matches!(kind, FLIER | PRINCESS) || (kind == THOAT && movement.thoat_jumps);
    let full = [2, 2, 3, 3, 3, 3, 2, 1][kind];
    let fixed = !movement.free || kind == THOAT;
    let mut found = 0;
    let mut waiting = vec![(vec![from], Vec::<Step>::new())];
    while let Some((visited, steps)) = waiting.pop() {
        let here = *visited.last().unwrap();
        if !steps.is_empty() && (!fixed || steps.len() == full) {
            found |= u128::one(here);
        }
        if !steps.is_empty() && !jumps && board.piece(here).is_some() {
            continue;
        }
        for &step in all.clone() {
            if let Some(next) = Squares::step(here, step)
                && !visited.contains(&next)
                && allowed(movement, side, kind, &steps, step)
            {
                let visited = [&visited[..], &[next]].concat();
                waiting.push((visited, [&steps[..], &[step]].concat()));
            }
        }
    }
    found
}

#[test]
fn tables_find_what_a_search_finds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1922);
    let mut scratch = Scratch::default();
    for options in
        ["", "interpretation=free", "thoat=straight-first", "thoat_jumps=true, thoat=straight-first"]
    {
        let game = game(options);
        for plies in (0..120).step_by(8) {
            let mut position = game.start();
            playout::playout(&game, &mut position, plies, &mut rng, &mut scratch);
            let board = &position.board.board;
            for (from, (side, kind)) in (0..SQUARES).filter_map(|at| board.piece(at).map(|piece| (at, piece)))
            {
                let mover = mover(side, kind);
                let paths = &game.moves.paths;
                let found = walk(game.movement, board, side, kind, from);
                assert_eq!(
                    paths.targets(mover, from, board.occupied()),
                    found,
                    "{options}: {}",
                    Squares::name(from)
                );
                for to in paths.reach(mover, from).members() {
                    let reached = paths.reaches(mover, from, to, board.occupied());
                    assert_eq!(reached, found.has(to), "{options}: {}", Squares::name(to));
                    assert!(paths.sources(mover, to).has(from));
                }
            }
        }
    }
}

/// The moves of the Princess against making each and asking whether anything could take her.
#[test]
fn the_princess_ends_where_nothing_can_take_her() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1923);
    let mut scratch = Scratch::default();
    for options in ["", "interpretation=free"] {
        let game = game(options);
        for plies in (1..160).step_by(3) {
            let mut position = game.start();
            playout::playout(&game, &mut position, plies, &mut rng, &mut scratch);
            if game.turn(&position) == Turn::Over {
                continue;
            }
            let board = &position.board.board;
            let side = board.to_move;
            let princess = board.kinds[side][PRINCESS].lowest();
            let near = walk(game.movement, board, side, PRINCESS, princess);
            let [ordinary, escapes] = game.moves.princess_targets(board, &game.paid_entries(&position.board));
            for to in (0..SQUARES).filter(|&to| board.piece(to).is_none()) {
                let mut moved = *board;
                moved.take(princess);
                moved.put(side, PRINCESS, to);
                let taken = (0..SQUARES).any(|from| match moved.piece(from) {
                    Some((owner, kind)) if owner != side && kind != PRINCESS => {
                        walk(game.movement, &moved, owner, kind, from).has(to)
                    }
                    _ => false,
                });
                assert_eq!(ordinary.has(to), near.has(to) && !taken);
                assert_eq!(escapes.has(to), board.escapes[side] && !near.has(to) && !taken);
            }
        }
    }
}

/// Most targets on an empty board, and squares that can ever be reached from the best square.
fn mobility(lists: &[Vec<&[Step]>]) -> [u32; 2] {
    let (mover, _) = Mover::new(false, lists, &window_edges());
    let most = mover.reach.iter().map(|set| set.len()).max().unwrap();
    let ever = |from: usize| {
        let mut known = u128::one(from);
        loop {
            let next = known.members().fold(known, |set, at| set | mover.reach[at]);
            if next == known {
                return known.len();
            }
            known = next;
        }
    };
    [most, (0..SQUARES).map(ever).max().unwrap()]
}

#[test]
fn the_table_of_mobility() {
    let (straight, diagonal) = (&ORTHOGONAL[..], &DIAGONAL[..]);
    let all = [straight, diagonal].concat();
    let wild = &all[..];
    let north: Vec<Step> = all.iter().copied().filter(|step| step.1 >= 0).collect();
    let free_north: Vec<Step> = all.iter().copied().filter(|&step| step != (0, -1)).collect();
    let single: Vec<[Step; 1]> = all.iter().map(|&step| [step]).collect();
    let exactly = |kinds: &[&'static [Step]], steps: usize| -> Vec<Vec<&'static [Step]>> {
        kinds.iter().map(|&kind| vec![kind; steps]).collect()
    };
    let up_to = |kinds: &[&'static [Step]], steps: usize| -> Vec<Vec<&'static [Step]>> {
        (1..=steps).flat_map(|steps| exactly(kinds, steps)).collect()
    };
    let turning = |lengths: std::ops::RangeInclusive<usize>| -> Vec<Vec<&[Step]>> {
        lengths.map(|steps| vec![wild; steps]).collect()
    };
    let unturned = |lengths: std::ops::RangeInclusive<usize>| -> Vec<Vec<&[Step]>> {
        lengths.flat_map(|steps| single.iter().map(move |way| vec![&way[..]; steps])).collect()
    };
    let thoat = vec![vec![straight, diagonal], vec![diagonal, straight]];
    for (piece, lists, expected) in [
        ("chained Panthan", vec![vec![&north[..]]], [5, 100]),
        ("free Panthan", vec![vec![&free_north[..]]], [7, 100]),
        ("chained Warrior", exactly(&[&ORTHOGONAL], 2), [8, 50]),
        ("free Warrior", up_to(&[&ORTHOGONAL], 2), [12, 100]),
        ("chained civil Warrior", exactly(&[&ORTHOGONAL, &DIAGONAL], 2), [12, 50]),
        ("free civil Warrior", up_to(&[&ORTHOGONAL, &DIAGONAL], 2), [16, 100]),
        ("chained wild Warrior", turning(2..=2), [24, 100]),
        ("free wild Warrior", turning(1..=2), [24, 100]),
        ("chained Padwar", exactly(&[&DIAGONAL], 2), [8, 25]),
        ("free Padwar", up_to(&[&DIAGONAL], 2), [12, 50]),
        ("Thoat", thoat, [12, 100]),
        ("chained Dwar", exactly(&[&ORTHOGONAL], 3), [16, 100]),
        ("free Dwar", up_to(&[&ORTHOGONAL], 3), [24, 100]),
        ("chained Flier", exactly(&[&DIAGONAL], 3), [16, 50]),
        ("free Flier", up_to(&[&DIAGONAL], 3), [24, 50]),
        ("chained unturned Chief", unturned(3..=3), [8, 16]),
        ("free unturned Chief", unturned(1..=3), [24, 100]),
        ("chained civil Chief", exactly(&[&ORTHOGONAL, &DIAGONAL], 3), [32, 100]),
        ("free civil Chief", up_to(&[&ORTHOGONAL, &DIAGONAL], 3), [40, 100]),
        ("chained wild Chief", turning(3..=3), [48, 100]),
        ("free wild Chief", turning(1..=3), [48, 100]),
    ] {
        assert_eq!(mobility(&lists), expected, "{piece}");
    }
}

/// A chained Panthan reaches ten squares less with each rank that it advances.
#[test]
fn panthans_lose_ranks() {
    let paths = Paths::new(Movement { free: false, straight_first: false, thoat_jumps: false });
    for rank in 0..SIDE {
        let mut known = u128::one(Squares::at(4, rank));
        for _ in 0..2 * SIDE {
            known = known.members().fold(known, |set, at| set | paths.targets(mover(0, PANTHAN), at, 0));
        }
        assert_eq!(known.len() as usize, SIDE * (SIDE - rank));
        let most = (0..SIDE).map(|file| paths.targets(PANTHAN, Squares::at(file, rank), 0).len()).max();
        assert_eq!(most, Some(if rank + 1 < SIDE { 5 } else { 2 }));
    }
}

#[test]
fn hashes_are_kept_and_mirrored() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut scratch = Scratch::default();
    let game = game("");
    for plies in [1, 10, 60] {
        let mut position = game.start();
        playout::playout(&game, &mut position, plies, &mut rng, &mut scratch);
        let board = position.board.board;
        let (mut fresh, mut mirror) = (Board::empty(), Board::empty());
        for (square, (side, kind)) in (0..SQUARES).filter_map(|at| board.piece(at).map(|piece| (at, piece))) {
            fresh.put(side, kind, square);
            mirror.put(side, kind, board::mirrored(square));
        }
        for copy in [&mut fresh, &mut mirror] {
            copy.set_to_move(board.to_move);
            (0..2).filter(|&side| !board.escapes[side]).for_each(|side| copy.use_escape(side));
        }
        assert_eq!((fresh.hash, fresh.mirrored), (board.hash, board.mirrored));
        assert_eq!((mirror.hash, mirror.mirrored), (board.mirrored, board.hash));
        assert!((0..KINDS).all(|kind| fresh.kinds[0][kind] == board.kinds[0][kind]));
        assert!(board.force(0)[CHIEF] <= 1);
    }
}

/// Wagers with the options that only they have; the common tests play each option alone.
const WAGERS: [&str; 9] = [
    "wager=ransom-field, field_choice=ask, funds=60",
    "wager=ransom-return, field_choice=ask",
    "wager=ransom-return, funds=15",
    "wager=duel, duel_tie=retreat, funds=20",
    "wager=pay-to-move-simple, pass_rule=limited, move_price=3",
    "wager=pay-to-move-simple, pass_rule=alternate, free_captures=true",
    "wager=pay-to-move-piece, pass_rule=limited, pass_limit=2, funds=40",
    "wager=pay-to-move-piece, free_captures=true, funds=10",
    "games=3, interpretation=free",
];

/// Plays a match at random; calls `check` before each ply.
fn roam(game: &Jetan, seed: u64, mut check: impl FnMut(&Tracked<State>)) -> Tracked<State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut position, mut scratch) = (game.start(), Scratch::default());
    loop {
        check(&position);
        if playout::random_ply(game, &mut position, &mut rng, &mut scratch).is_none() {
            return position;
        }
    }
}

#[test]
fn matches_keep_their_accounts_and_texts() {
    for options in WAGERS {
        let game = game(options);
        let mut scratch = Scratch::default();
        let last = roam(&game, 11, |position| {
            let text = game.position_text(position);
            let parsed =
                game.parse_position(&text).unwrap_or_else(|error| panic!("{options}: {text}: {error}"));
            let mut fresh = position.clone();
            game.forget_history(&mut fresh);
            assert!(parsed == fresh, "{options}: {text}");
            assert_eq!(game.hash(&parsed), game.hash(position), "{options}: {text}");
            let Ledger { money, purse, .. } = position.board.ledger;
            assert_eq!(money[0] + money[1] + purse, 2 * game.terms.funds, "{options}: {text}");
            if let Turn::Seat(seat) = game.turn(position) {
                let mut actions = Vec::new();
                game.actions(position, seat, &mut actions);
                assert_eq!(
                    game.count_actions(position, seat, &mut scratch),
                    actions.len(),
                    "{options}: {text}"
                );
                let mut written = String::new();
                notation::write_action(actions[0], &mut written);
                assert_eq!(game.parse_action(position, &written, &actions), Some(actions[0]));
            }
        });
        let Ledger { points, purse, .. } = last.board.ledger;
        assert_eq!((points[0] + points[1], purse), (WHOLE * u32::from(game.terms.games), 0), "{options}");
    }
}

/// Every legal action is drawn equally often, passes and answers included.
#[test]
fn random_actions_of_matches_are_uniform() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut scratch = Scratch::default();
    for options in WAGERS {
        let game = game(options);
        for plies in [0, 9, 150] {
            let mut position = game.start();
            playout::playout(&game, &mut position, plies, &mut rng, &mut scratch);
            let Turn::Seat(seat) = game.turn(&position) else { continue };
            let mut actions = Vec::new();
            game.actions(&position, seat, &mut actions);
            let mut counts = vec![0u32; actions.len()];
            for _ in 0..200 * actions.len() {
                let drawn = game.random_action(&position, seat, &mut rng, &mut scratch);
                counts[actions.iter().position(|&action| action == drawn).expect("a legal action")] += 1;
            }
            // Six standard deviations of a count.
            let fair = counts.iter().all(|count| count.abs_diff(200) < 6 * 15);
            assert!(fair, "{options}, {plies} plies: {counts:?}");
        }
    }
}

/// Texts of matches with a few edits are refused or are positions that can be written, read and played on.
#[test]
fn damaged_texts_do_no_harm() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut scratch = Scratch::default();
    let letters: Vec<char> = "WADFCQTPwadfcqtp0123456789/ .,=boEe-amskduelpre".chars().collect();
    for options in WAGERS {
        let game = game(options);
        let mut texts = Vec::new();
        roam(&game, 23, |position| texts.push(game.position_text(position)));
        let mut accepted = 0;
        for round in 0..4000 {
            let mut text: Vec<char> = texts[random::below(&mut rng, texts.len())].chars().collect();
            for _ in 0..round % 4 {
                let at = random::below(&mut rng, text.len());
                let letter = letters[random::below(&mut rng, letters.len())];
                match random::below(&mut rng, 3) {
                    0 => text.insert(at, letter),
                    1 => text[at] = letter,
                    _ => drop(text.remove(at)),
                }
            }
            let text: String = text.into_iter().collect();
            let Ok(mut position) = game.parse_position(&text) else { continue };
            accepted += 1;
            let written = game.position_text(&position);
            assert!(game.parse_position(&written).as_ref() == Ok(&position), "{options}: {text}");
            playout::playout(&game, &mut position, 60, &mut rng, &mut scratch);
        }
        assert!((1000..4000).contains(&accepted), "{options}: {accepted}");
    }
}
