//! Hnefatafl, the classic game on 11 by 11 squares (rules: `docs/games/hnefatafl.md`).

mod board;
mod evaluation;
mod scene;

use rand_core::Rng;

use torneo_board::fen;
use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::scene::{stand, stand_all};
use torneo_board::terms::tell;
use torneo_board::text;
use torneo_contract::scene::{Colour, Glyph};
use torneo_contract::{
    Archiving, Described, End, Ending, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo, Options,
    Outcome, PositionError, Scratch, Seat, SeatName, Solving, SpecError, Terms, Turn, Words, how_it_ended,
    random, random_listed, reason, refuse, refuse_if, scenery::Last,
};

use board::{ATTACKERS, CORNERS, DEFENDERS, KING, KINGS_OWN, ONE, PATH, SIDE, SIDE_KEY, Squares};
pub use board::{Board, Move};

/// Men of each side, the king not counted.
const MEN: [u32; 2] = [24, 12];

const START: &str = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a";

/// The number of times that a position may stand before the repetition rule ends the game.
const OCCURRENCES: usize = 3;
/// Room for the history of a game of usual length.
const USUAL_PLIES: usize = 256;

/// What the third occurrence of a position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repetition {
    Draw,
    DefendersLose,
    Ignored,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Hnefatafl {
    repetition: Repetition,
    encirclement_wins: bool,
    /// 0 for no cap.
    max_plies: u32,
}

impl Hnefatafl {
    /// How the game ends by what stands on the board, without regard to its history.
    #[inline]
    fn judge(&self, board: &Board) -> Option<Ending> {
        let Some(king) = board.king else { return Some(Ending::win(ATTACKERS, reason::WON)) };
        if CORNERS.has(king as usize) {
            return Some(Ending::win(DEFENDERS, reason::WON));
        }
        if self.encirclement_wins && board.to_move == DEFENDERS && board.encircled() {
            return Some(Ending::win(ATTACKERS, reason::WON));
        }
        (!board.can_move()).then(|| Ending::win(board.to_move.other(), reason::NO_MOVE))
    }

    /// How the game ends by repetition in the position that the last ply has made.
    #[inline]
    fn judge_repetition(&self, board: &Board, history: &History) -> Option<Ending> {
        let ending = match self.repetition {
            Repetition::Draw => Ending::draw(reason::REPETITION),
            Repetition::DefendersLose if board.to_move == ATTACKERS => {
                Ending::win(ATTACKERS, reason::REPETITION)
            }
            Repetition::DefendersLose | Repetition::Ignored => return None,
        };
        (history.count(board.hash) + 1 >= OCCURRENCES).then_some(ending)
    }

    /// Splits `d10-d5xc5xd4` into the move and the captured squares, if any are given.
    fn read(written: &str) -> Option<(Move, Option<u128>)> {
        let (squares, captures) = match written.split_once('x') {
            Some((squares, captures)) => (squares, Some(captures)),
            None => (written, None),
        };
        let (from, to) = squares.split_once('-')?;
        let action = Move::new(Squares::parse(from)?, Squares::parse(to)?);
        let Some(captures) = captures else { return Some((action, None)) };
        let mut set = 0;
        for name in captures.split('x') {
            let one = ONE[Squares::parse(name)?];
            if set & one != 0 {
                return None;
            }
            set |= one;
        }
        Some((action, Some(set)))
    }
}

impl Described for Hnefatafl {
    const INFO: GameInfo = GameInfo {
        id: "hnefatafl",
        title: "Hnefatafl",
        family: "hunt",
        options: &[
            OptionInfo::choice("repetition", &["draw", "defenders_lose", "none"], "draw")
                .help("what the third occurrence of a position means; defenders_lose: if they have made it"),
            OptionInfo::flag("encirclement_wins", false)
                .help("attackers who cut off all defenders from the edges have won"),
            OptionInfo::int("max_plies", 0..=u32::MAX as i64, "1000")
                .help("the game is drawn after this many plies; 0 = no cap"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let meanings = [Repetition::Draw, Repetition::DefendersLose, Repetition::Ignored];
        let repetition = options.one_of("repetition", meanings);
        let encirclement_wins = options.bool("encirclement_wins");
        Ok(Hnefatafl { repetition, encirclement_wins, max_plies: options.u32("max_plies") })
    }
}

impl Game for Hnefatafl {
    type Position = Tracked<Board>;
    type Action = Move;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        (self.max_plies > 0).then_some(u64::from(self.max_plies))
    }

    fn start(&self) -> Self::Position {
        self.parse_position(START).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.ending, position.board.to_move)
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Move>) {
        // `extend` would ask the nested iterators for one move after the other.
        position.board.moves().for_each(|action| actions.push(action));
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Move) {
        let Tracked { board, history } = position;
        if board.play(action) {
            history.clear();
        }
        board.plies += 1;
        board.ending = self.judge(board).or_else(|| self.judge_repetition(board, history));
        if board.ending.is_none() && board.plies == self.max_plies {
            board.ending = Some(Ending::draw(reason::LENGTH_LIMIT));
        }
        if self.repetition != Repetition::Ignored {
            history.push(board.hash);
        }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash
    }

    /// A piece and one of the other squares of its rank and file, drawn until the piece can move there.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Move>,
    ) -> Move {
        const OTHERS: usize = SIDE - 1;
        const TRIES: usize = 100;
        let board = &position.board;
        let pieces = board.pieces(seat);
        let pairs = pieces.len() as usize * 2 * OTHERS;
        for _ in 0..TRIES {
            let pair = random::below(rng, pairs);
            let from = pieces.nth(pair / (2 * OTHERS));
            let line = board.line(pair / OTHERS % 2, from);
            let place = pair % OTHERS;
            let place = place + usize::from(place >= line.at);
            if PATH[line.at][place] & line.occupied == 0 {
                let to = line.square(place);
                if board.may_stop(from, to) {
                    return Move::new(from, to);
                }
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Move>) -> usize {
        position.board.moves().count()
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.plies = 0;
        board.ending = self.judge(board);
        history.clear();
        if self.repetition != Repetition::Ignored {
            history.push(board.hash);
        }
    }
}

impl Notation for Hnefatafl {
    const KINDS: &'static [Kind] = &[
        Kind::new('a', "attacker", Some(ATTACKERS), Glyph::Disc),
        Kind::new('d', "defender", Some(DEFENDERS), Glyph::Disc),
        Kind::new('K', "king", Some(DEFENDERS), Glyph::Crowned),
    ];

    fn seat_name(&self, seat: Seat) -> SeatName {
        match seat {
            ATTACKERS => SeatName::coloured("Attackers", Colour::Black),
            _ => SeatName::coloured("Defenders", Colour::White),
        }
    }

    const ENDS: &'static [End] = &[
        (reason::WON, "the king is captured or escaped"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::LENGTH_LIMIT, "the limit of plies is reached"),
    ];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let outcome = self.outcome(position);
        match position.board.king {
            _ if outcome.reason != reason::WON => how_it_ended(Self::ENDS, &outcome),
            None => "the king is captured".into(),
            Some(king) if CORNERS.has(king as usize) => {
                format!("the king escaped to {}", Squares::name(king as usize)).into()
            }
            Some(_) => "the defenders are encircled".into(),
        }
    }

    fn write_action(&self, _position: &Self::Position, action: Move, text: &mut String) {
        Squares::write(action.from as usize, text);
        text.push('-');
        Squares::write(action.to as usize, text);
    }

    /// Reads also the captured squares that may follow, `d10-d5xc5xd4`; they must be exactly those captured.
    fn parse_action(&self, position: &Self::Position, written: &str, legal: &[Move]) -> Option<Move> {
        let (action, captures) = Self::read(written)?;
        let agrees = || captures.is_none_or(|squares| squares == position.board.captures(action));
        (legal.contains(&action) && agrees()).then_some(action)
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let (Move { from, to }, _) = Self::read(written)?;
        let (from, to) = (from as usize, to as usize);
        let board = &position.board;
        let same_line = Squares::file(from) == Squares::file(to) || Squares::rank(from) == Squares::rank(to);
        let rule = if !board.pieces(board.to_move).has(from) {
            "a player moves an own piece"
        } else if from == to || !same_line {
            "a piece moves along its rank or file"
        } else if board.targets(from).all(|target| target != to) {
            "a piece moves over empty squares to an empty square"
        } else if !board.may_stop(from, to) {
            "only the king may stop on the throne or on a corner"
        } else {
            let captures = board.captures(Move::new(from, to));
            let names: Vec<String> = captures.members().map(Squares::name).collect();
            return Some(match names.len() {
                0 => "the move captures nothing".to_owned(),
                _ => format!("the move captures {}", names.join(" ")),
            });
        };
        Some(rule.to_owned())
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let written = fen::placement(SIDE, SIDE, |file, rank| board.letter(Squares::at(file, rank)));
        written + if board.to_move == ATTACKERS { " a" } else { " d" }
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let Some([placement, side]) = text::words(written) else {
            refuse!("expected `placement side`, found `{written}`");
        };
        let mut board = Board::empty();
        fen::parse_ranks(placement, SIDE, SIDE, |file, rank, letter| {
            let square = Squares::at(file, rank);
            let piece = match letter {
                'a' => ATTACKERS.index(),
                'd' => DEFENDERS.index(),
                'k' if board.king.is_some() => refuse!("expected one king, found a second"),
                'k' => KING,
                _ => refuse!("expected `a`, `d`, `k` or a number, found `{letter}`"),
            };
            if piece != KING && KINGS_OWN.has(square) {
                refuse!("only the king may stand on the throne or a corner, found `{letter}`");
            }
            board.toggle(piece, square);
            Ok(())
        })?;
        for (seat, name) in ["attackers", "defenders besides the king"].iter().enumerate() {
            let (most, found) = (MEN[seat], board.men[seat].len());
            refuse_if!(found > most, "expected at most {most} {name}, found {found}");
        }
        if text::parse_side(side, ["a", "d"])? == DEFENDERS {
            board.to_move = DEFENDERS;
            board.hash ^= SIDE_KEY;
        }
        match board.king {
            None if board.to_move == ATTACKERS => {
                refuse!("the king is missing: expected `d` to move after his capture")
            }
            Some(king) if CORNERS.has(king as usize) && board.to_move == DEFENDERS => {
                let corner = Squares::name(king as usize);
                refuse!("{corner}: the king has escaped: expected `a` to move after that");
            }
            _ => {}
        }
        Ok(Tracked::begin(self, board, USUAL_PLIES))
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        stand_all(on, 1, position.board.men.map(BitSet::members));
        stand(on, 3, position.board.king.map(usize::from));
    }
}

impl Heuristics for Hnefatafl {
    const KEEPS_EVALUATIONS: bool = true;

    /// Men, the king's ways to the edges and corners, the room that he has, and the attackers who close corners off.
    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let (value, _) = position.board.evaluate();
        Some(if seat == DEFENDERS { value } else { -value })
    }

    /// A capture, or the king's escape: the men that are captured; the king counts for all.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Move) -> Option<i32> + 'a {
        move |action| {
            let board = &position.board;
            let (captured, escapes) = (board.captures(action), CORNERS.has(action.to as usize));
            let king = || board.king.is_some_and(|king| captured.has(king as usize));
            let gain = || if escapes || king() { 10_000 } else { 100 * captured.len() as i32 };
            (escapes || captured != 0).then(gain)
        }
    }

    fn noisy_actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Move>) {
        let gain = self.gain(position);
        let is_noisy = |action: &Move| gain(*action).is_some();
        position.board.sharp_moves().filter(is_noisy).for_each(|action| actions.push(action));
    }

    /// Both sides can wait.
    fn null_move(&self, position: &mut Self::Position) -> bool {
        let Tracked { board, history } = position;
        board.pass();
        board.plies += 1;
        board.ending = self.judge(board);
        history.clear();
        true
    }

    fn terms(&self) -> Option<Terms<Self>> {
        Some(Terms::<Self>::new(&evaluation::TERMS, |_, position, counts| {
            let (value, found) = position.board.evaluate();
            tell(value, found, Seat::FIRST == DEFENDERS, counts)
        }))
    }
}

impl Solving for Hnefatafl {}
