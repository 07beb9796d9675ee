//! Compares the legal moves with a plain reading of the rules, square by square.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use torneo_board::grid::{BitSet, DIAGONAL};
use torneo_contract::{Game, Notation, Scratch, Turn, playout, zobrist};

use super::SleepingBeautyDraughts;
use super::board::{BEAUTY, Board, DARK, FAR, LADY, MAN, Squares, WHITE};

fn is_ahead(side: usize, direction: (i32, i32)) -> bool {
    (direction.1 > 0) == (side == WHITE)
}

/// Side and kind of what stands on each square.
type Contents = Vec<Option<(usize, usize)>>;

/// The board square by square, a beauty that wakes being a lady already.
struct Plain {
    squares: Contents,
    side: usize,
    /// Where the woken beauty stands.
    woken: Option<usize>,
}

impl Plain {
    fn is_vacant(&self, square: usize) -> bool {
        self.squares[square].is_none()
    }

    fn has_lady(&self) -> bool {
        self.squares.contains(&Some((self.side, LADY)))
    }

    /// The complete rows of jumps of the piece on `at`, as texts with the number of jumps.
    fn jumps(&self, start: usize, at: usize, jumped: &[usize], text: &str, found: &mut Vec<(usize, String)>) {
        let kind = self.squares[start].unwrap().1;
        let mut complete = true;
        for direction in DIAGONAL {
            let Some(over) = Squares::step(at, direction) else { continue };
            let Some(to) = Squares::step(over, direction) else { continue };
            let ahead = is_ahead(self.side, direction);
            let victim = match self.squares[over] {
                Some((owner, MAN)) => owner != self.side && (kind == LADY || ahead),
                Some((owner, LADY)) => owner != self.side && (kind == LADY || !ahead),
                _ => false,
            };
            if !victim || jumped.contains(&over) || !(self.is_vacant(to) || to == start) {
                continue;
            }
            complete = false;
            let jumped = [jumped, &[over]].concat();
            let text = format!("{text}:{}", Squares::name(to));
            if kind == MAN && FAR[self.side].has(to) {
                let suffix = if self.has_lady() { "sb" } else { "" };
                found.push((jumped.len(), text + suffix));
            } else {
                self.jumps(start, to, &jumped, &text, found);
            }
        }
        if complete && !jumped.is_empty() {
            found.push((jumped.len(), text.to_owned()));
        }
    }

    fn is_threatened(&self, square: usize) -> bool {
        DIAGONAL.into_iter().any(|direction| {
            let behind = Squares::step(square, direction);
            let from = Squares::step(square, (-direction.0, -direction.1));
            match from.and_then(|from| self.squares[from]) {
                Some((owner, LADY)) => owner != self.side,
                Some((owner, MAN)) => {
                    let backward = !is_ahead(owner, direction);
                    owner != self.side && backward && behind.is_some_and(|behind| self.is_vacant(behind))
                }
                _ => false,
            }
        })
    }

    fn moves(&self) -> Vec<String> {
        let own =
            |kind: usize| (0..64).filter(move |&square| self.squares[square] == Some((self.side, kind)));
        let name = |square: usize| {
            let star = if self.woken == Some(square) { "*" } else { "" };
            Squares::name(square) + star
        };
        let mut jumps = Vec::new();
        for square in own(MAN).chain(own(LADY)) {
            self.jumps(square, square, &[], &name(square), &mut jumps);
        }
        let most = jumps.iter().map(|&(count, _)| count).max().unwrap_or(0);
        let mut moves: Vec<String> =
            jumps.into_iter().filter(|&(count, _)| count == most).map(|(_, text)| text).collect();
        for lady in own(LADY) {
            for direction in DIAGONAL {
                let Some(to) = Squares::step(lady, direction) else { continue };
                let target = Squares::name(to);
                match self.squares[to] {
                    None if most == 0 => {
                        moves.push(name(lady) + &target);
                        let beyond = Squares::step(to, direction).filter(|&beyond| self.is_vacant(beyond));
                        if let (Some(beyond), true, false) =
                            (beyond, self.woken == Some(lady), self.is_threatened(to))
                        {
                            moves.push(name(lady) + &Squares::name(beyond));
                        }
                    }
                    Some((owner, kind))
                        if owner != self.side
                            && (most == 0 && kind != BEAUTY || most <= 1 && kind == LADY) =>
                    {
                        moves.push(name(lady) + ":" + &target);
                    }
                    _ => {}
                }
            }
        }
        for man in own(MAN).filter(|_| most == 0) {
            for direction in DIAGONAL.into_iter().filter(|&direction| is_ahead(self.side, direction)) {
                let Some(to) = Squares::step(man, direction).filter(|&to| self.is_vacant(to)) else {
                    continue;
                };
                let asleep = FAR[self.side].has(to) && self.has_lady();
                moves.push(name(man) + &Squares::name(to) + if asleep { "sb" } else { "" });
            }
        }
        moves
    }
}

/// The legal turns, repetition aside.
fn plain_moves(board: &Board) -> Vec<String> {
    let squares: Contents = (0..64).map(|square| board.piece(square)).collect();
    let side = board.to_move;
    let mut moves = if board.waking {
        let beauties = board.pieces[side][BEAUTY].members();
        beauties
            .flat_map(|beauty| {
                let mut squares = squares.clone();
                squares[beauty] = Some((side, LADY));
                let moves = Plain { squares, side, woken: Some(beauty) }.moves();
                let other = format!("{}*", Squares::name(beauty));
                moves.into_iter().map(move |text| match text.starts_with(&other) {
                    true => text,
                    false => format!("{other},{text}"),
                })
            })
            .collect()
    } else {
        Plain { squares, side, woken: None }.moves()
    };
    moves.sort();
    moves
}

fn listed(game: &SleepingBeautyDraughts, board: &Board) -> Vec<String> {
    let mut actions = Vec::new();
    if game.turn(board) != Turn::Over {
        let Turn::Seat(seat) = game.turn(board) else { unreachable!("seats alternate") };
        game.actions(board, seat, &mut actions);
    }
    let mut texts: Vec<String> = actions
        .into_iter()
        .map(|action| {
            let mut text = String::new();
            game.write_action(board, action, &mut text);
            text
        })
        .collect();
    texts.sort();
    texts
}

/// A board with random pieces, of which each side has `most` at most.
fn scattered(word: impl Fn(u64) -> u64, most: usize) -> Board {
    let mut board = Board::EMPTY;
    for side in 0..2 {
        for piece in 0..=(word(side) % most as u64) {
            let pick = word(16 * (side + 1) + piece);
            let square = DARK.nth(pick as usize % 32);
            let kind = match pick >> 32 & 7 {
                0 if board.pieces[side as usize][LADY] == 0 => LADY,
                1 => BEAUTY,
                _ if FAR[side as usize].has(square) => BEAUTY,
                _ => MAN,
            };
            if board.piece(square).is_none() {
                board.toggle(side as usize, kind, square);
            }
        }
    }
    let side = word(60) as usize & 1;
    board.to_move = side;
    let [_, lady, beauties] = board.pieces[side];
    board.set_waking(lady == 0 && beauties != 0 && word(61) & 1 == 0);
    board
}

#[test]
fn scattered_boards_have_the_moves_of_the_rules() {
    let game = SleepingBeautyDraughts { void_by_repetition: false };
    let mut longest = 0;
    for sample in 0..60_000 {
        let board = scattered(|index| zobrist::key(64 * sample + index), 2 + sample as usize % 11);
        let plain = plain_moves(&board);
        let mut begun = board;
        game.forget_history(&mut begun);
        assert_eq!(listed(&game, &begun), plain, "{}", game.position_text(&board));
        longest = longest.max(plain.iter().map(|text| text.matches(':').count()).max().unwrap_or(0));
    }
    assert!(longest >= 4, "long captures occur, found {longest}");
}

#[test]
fn games_have_the_moves_of_the_rules() {
    let game = SleepingBeautyDraughts { void_by_repetition: false };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut scratch = Scratch::default();
    for _ in 0..300 {
        let mut board = game.start();
        // The places of a lady sequence, kept as texts.
        let (mut earlier, mut repeated) = (vec![game.position_text(&board)], false);
        while game.turn(&board) != Turn::Over {
            let mut expected = plain_moves(&board);
            let is_barred = |text: &String| {
                let mut legal = Vec::new();
                let mut fresh = board;
                game.forget_history(&mut fresh);
                let Turn::Seat(seat) = game.turn(&fresh) else { return false };
                game.actions(&fresh, seat, &mut legal);
                let action = game.parse_action(&fresh, text, &legal).expect("the move is legal");
                game.apply(&mut fresh, action);
                earlier.contains(&game.position_text(&fresh))
            };
            if repeated {
                expected.retain(|text| !is_barred(text));
            }
            assert_eq!(listed(&game, &board), expected, "{}", game.position_text(&board));
            let men = board.pieces[board.to_move][MAN];
            let side = board.to_move;
            playout::random_ply(&game, &mut board, &mut rng, &mut scratch);
            if board.pieces[side][MAN] != men {
                (earlier, repeated) = (Vec::new(), false);
            }
            let text = game.position_text(&board);
            repeated |= earlier.contains(&text);
            assert_eq!(board.repeated, repeated, "{text}");
            earlier.push(text);
        }
        assert!(plain_moves(&board).is_empty() || repeated);
    }
}
