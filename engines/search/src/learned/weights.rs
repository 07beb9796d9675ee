//! The weights of an evaluation, and the files that keep them.

use std::fmt::Write;
use std::path::Path;

use torneo_contract::scene::Board;
use torneo_contract::{Seat, SpecError, Turn};

use super::BOUND;
use super::patterns::Patterns;
use super::stage::Staged;

/// What a weight of 1 in the units of evaluations is as a whole number.
pub const UNIT: i32 = 64;
/// The largest weight of a pattern, in the units of evaluations; the constant makes up for all of them together.
const MOST: i32 = 10_000;
const MOST_CONSTANT: i32 = 1_000_000;
/// The first words of a file.
const HEADER: &str = "torneo-weights 2";

/// The lines of a file before those of the patterns.
const FIRST: [&str; 3] = ["own", "turn", "constant"];

/// The canonical specification of the game that a text has weights for, if it is one with weights.
pub fn game_of(text: &str) -> Option<&str> {
    text.lines().nth(1)?.strip_prefix("game ")
}

/// What a learnt evaluation adds up, for the first of two seats.
pub struct Weights {
    patterns: Patterns,
    /// Of the game's own evaluation, of the turn, and of nothing at all; in parts of [`UNIT`].
    own: Staged,
    turn: Staged,
    constant: Staged,
    /// Of each pattern.
    places: Vec<Staged>,
    /// With so many things the board is full.
    full: i32,
}

impl Weights {
    /// The game's own evaluation and nothing else.
    pub fn zero(patterns: Patterns) -> Weights {
        let places = vec![Staged::default(); patterns.count()];
        let (turn, constant) = (Staged::default(), Staged::default());
        Weights { patterns, own: Staged::even(UNIT), turn, constant, places, full: 1 }
    }

    /// Sets the weights of all patterns; where nothing stands there is nothing to weigh.
    pub fn set(&mut self, weight: impl Fn(usize) -> Staged) {
        for (pattern, known) in self.places.iter_mut().enumerate() {
            *known = weight(pattern).clamp(MOST * UNIT);
        }
        self.patterns.empty().for_each(|pattern| self.places[pattern] = Staged::default());
    }

    /// Sets the weights of the game's own evaluation, of the turn, and what is added everywhere.
    pub fn set_own(&mut self, own: Staged, turn: Staged, constant: Staged) {
        // A better position is not to look worse, on no board.
        let level = own.level.clamp(0, MOST);
        self.own = Staged { level, slope: own.slope.clamp(-level, level) };
        (self.turn, self.constant) = (turn.clamp(MOST * UNIT), constant.clamp(MOST_CONSTANT * UNIT));
    }

    /// Sets the number of things with which the board is full, `1..=65535`.
    pub fn set_full(&mut self, full: u16) {
        self.full = i32::from(full.max(1));
    }

    /// What there is a weight for.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The weights of the patterns.
    pub fn places(&self) -> &[Staged] {
        &self.places
    }

    /// The value for the first seat: of the game's own evaluation, the sum over the patterns, the number of things on the board, and the
    /// turn.
    #[inline]
    pub fn total(&self, own: i32, sum: Staged, things: i32, turn: Turn) -> i32 {
        let mover = match turn {
            Turn::Seat(Seat::FIRST) => 1,
            Turn::Seat(_) => -1,
            _ => 0,
        };
        let add = |of: fn(Staged) -> i32| {
            i64::from(own) * i64::from(of(self.own))
                + i64::from(of(sum))
                + mover * i64::from(of(self.turn))
                + i64::from(of(self.constant))
        };
        let (level, slope) = (add(|weight| weight.level), add(|weight| weight.slope));
        // From -full where the board is empty to full where it is full.
        let (full, stage) = (i64::from(self.full), i64::from(2 * things.min(self.full) - self.full));
        let value = (level * full + slope * stage) / (i64::from(UNIT) * full);
        value.clamp(-BOUND, BOUND) as i32
    }

    /// The text of a file with the weights for a game, named by its canonical specification.
    pub fn text(&self, game: &str) -> String {
        let mut text = format!("{HEADER}\ngame {game}\n{}\nfull {}\n", self.patterns.shape(), self.full);
        for (name, weight) in FIRST.into_iter().zip([self.own, self.turn, self.constant]) {
            let _ = writeln!(text, "{name} {} {}", weight.level, weight.slope);
        }
        for of in [|weight: &Staged| weight.level, |weight: &Staged| weight.slope] {
            for row in self.places.chunks(self.patterns.sites().max(1)) {
                let row: Vec<String> = row.iter().map(|weight| of(weight).to_string()).collect();
                text.push_str(&row.join(" "));
                text.push('\n');
            }
        }
        text
    }

    /// Reads a text with the weights for a board.
    ///
    /// # Errors
    /// Where the text is none with weights of this board.
    pub fn parse(text: &str, board: &Board, kinds: u8) -> Result<Weights, SpecError> {
        let wrong = |line: usize, what: String| SpecError::new(format!("line {line}: {what}"));
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(wrong(1, format!("expected `{HEADER}`")));
        }
        lines.next();
        let game = game_of(text).ok_or_else(|| wrong(2, "expected `game` and a specification".to_owned()))?;
        let found = lines.next().unwrap_or_default();
        let shapes = || (0..=Patterns::longest(kinds)).map(|longest| Patterns::new(board, kinds, longest));
        let Some(patterns) = shapes().find(|patterns| patterns.shape() == found) else {
            let expected: Vec<String> = shapes().map(|patterns| format!("`{}`", patterns.shape())).collect();
            let what = format!(
                "the weights are of `{game}`, which has another board or other pieces: expected {}, found `{found}`",
                expected.join(" or ")
            );
            return Err(wrong(3, what));
        };
        let of_line = |number: usize, line: &str, most: i32| -> Result<Vec<i32>, SpecError> {
            let read = |word: &str| {
                let weight = word.parse().ok().filter(|weight| (-most * UNIT..=most * UNIT).contains(weight));
                weight.ok_or_else(|| {
                    wrong(number, format!("expected a weight, a whole number, found `{word}`"))
                })
            };
            line.split_whitespace().map(read).collect()
        };
        let mut weights = Weights::zero(patterns);
        let full =
            lines.next().and_then(|line| line.strip_prefix("full ")).and_then(|full| full.parse().ok());
        let what = "expected `full` and a number of things in 1..=65535";
        weights.set_full(full.filter(|&full| full > 0).ok_or_else(|| wrong(4, what.to_owned()))?);
        let mut first = [Staged::default(); FIRST.len()];
        for ((name, weight), number) in FIRST.into_iter().zip(&mut first).zip(5..) {
            let line = lines.next().and_then(|line| line.strip_prefix(name)).unwrap_or_default();
            let [level, slope] =
                of_line(number, line, if name == FIRST[2] { MOST_CONSTANT } else { MOST })?[..]
            else {
                return Err(wrong(number, format!("expected `{name}` and two weights")));
            };
            *weight = Staged { level, slope };
        }
        let [own, turn, constant] = first;
        weights.set_own(own, turn, constant);
        let (count, mut places) = (weights.places.len(), Vec::new());
        for (number, line) in lines.enumerate() {
            places.extend(of_line(number + 5 + FIRST.len(), line, MOST)?);
        }
        if places.len() != 2 * count {
            let what = format!("expected {} weights, found {}", 2 * count, places.len());
            return Err(wrong(text.lines().count(), what));
        }
        weights.set(|pattern| Staged { level: places[pattern], slope: places[count + pattern] });
        Ok(weights)
    }

    /// Reads a file, as [`parse`](Weights::parse).
    ///
    /// # Errors
    /// A file that cannot be read, or that has no weights of this board.
    pub fn read(path: &Path, board: &Board, kinds: u8) -> Result<Weights, SpecError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| SpecError::new(format!("{}: {error}", path.display())))?;
        Weights::parse(&text, board, kinds)
            .map_err(|error| SpecError::new(format!("{}: {error}", path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::{Game, Heuristics, Options, Scenery};
    use torneo_games::morris::ThreeMensMorris;

    fn board() -> (Board, u8) {
        let spec = "three-mens-morris".parse().unwrap();
        let game =
            ThreeMensMorris::new(&Options::check(&spec, ThreeMensMorris::INFO.options).unwrap()).unwrap();
        (game.board(), game.kinds())
    }

    fn weights() -> Weights {
        let (board, kinds) = board();
        let mut weights = Weights::zero(Patterns::new(&board, kinds, 3));
        weights.set(|pattern| Staged { level: 3 * pattern as i32 - 40, slope: 7 - pattern as i32 });
        weights.set_own(
            Staged { level: 70, slope: 6 },
            Staged { level: -5, slope: 2 },
            Staged { level: 12, slope: -64 },
        );
        weights.set_full(6);
        weights
    }

    #[test]
    fn files_read_back() {
        let ((board, kinds), weights) = (board(), weights());
        let text = weights.text("three-mens-morris");
        let read = Weights::parse(&text, &board, kinds).unwrap();
        assert_eq!((read.own, read.turn, read.constant), (weights.own, weights.turn, weights.constant));
        assert_eq!((read.full, read.places()), (6, weights.places()));
        assert_eq!(read.text("three-mens-morris"), text);
    }

    #[test]
    fn wrong_files_are_refused_with_the_line() {
        let ((board, kinds), text) = (board(), weights().text("three-mens-morris"));
        let refused = |text: &str, words: &[&str]| {
            let error = Weights::parse(text, &board, kinds).err().expect(text).to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        refused("", &["line 1", "torneo-weights 2"]);
        refused("torneo-weights 1\n", &["line 1", "torneo-weights 2"]);
        refused("torneo-weights 2\n", &["line 2", "game"]);
        refused(
            &text.replace("board 9", "board 25"),
            &["line 3", "`three-mens-morris`", "board 9 2", "board 25 2"],
        );
        refused(&text.replace("full 6", "full 0"), &["line 4", "1..=65535"]);
        refused(&text.replace("full 6", "full 65536"), &["line 4", "1..=65535"]);
        refused(&text.replace("own 70 6", "own 70"), &["line 5", "two weights"]);
        refused(&text.replace("turn -5", "own -5"), &["line 6", "`turn`"]);
        refused(&text.replace("-37", "-3.7"), &["line 8", "`-3.7`"]);
        refused(&text.replace("-37", "99999999999"), &["line 8", "`99999999999`"]);
        refused(&text.replace("-37", "700000"), &["line 8", "`700000`"]);
        refused(&text.replace("-37", "-2147483648"), &["line 8", "`-2147483648`"]);
        refused(&format!("{text}1\n"), &["expected", "weights, found"]);
        refused(text.rsplit_once(' ').unwrap().0, &["expected", "weights, found"]);
    }

    #[test]
    fn files_may_have_shorter_lines_or_no_patterns() {
        let (board, kinds) = board();
        for longest in 0..=3 {
            let mut weights = Weights::zero(Patterns::new(&board, kinds, longest));
            weights.set(|pattern| Staged::even(pattern as i32));
            let text = weights.text("three-mens-morris");
            let read = Weights::parse(&text, &board, kinds).unwrap();
            assert_eq!(read.places(), weights.places(), "{longest}");
            assert_eq!(read.text("three-mens-morris"), text);
        }
    }

    #[test]
    fn without_patterns_the_value_is_the_games_own() {
        let weights = Weights::zero(Patterns::new(&board().0, 2, 0));
        assert_eq!(weights.patterns().sites(), 0);
        for own in [-1_000_000, -7, 0, 12] {
            assert_eq!(weights.total(own, Staged::default(), 0, Turn::Seat(Seat::SECOND)), own);
        }
    }

    #[test]
    fn a_value_is_the_sum_of_its_parts() {
        let weights = weights();
        let sum = Staged { level: 640, slope: 320 };
        let total = |things, turn| weights.total(64, sum, things, turn);
        // With three things of six the board is half full.
        assert_eq!(total(3, Turn::Over), (64 * 70 + 640 + 12) / UNIT);
        assert_eq!(total(3, Turn::Seat(Seat::FIRST)), (64 * 70 + 640 + 12 - 5) / UNIT);
        assert_eq!(total(3, Turn::Seat(Seat::SECOND)), (64 * 70 + 640 + 12 + 5) / UNIT);
        let full = (64 * (70 + 6) + 960 + (12 - 64) - (5 - 2)) / UNIT;
        assert_eq!(total(6, Turn::Seat(Seat::FIRST)), full);
        assert_eq!(total(9, Turn::Seat(Seat::FIRST)), full, "it is not fuller than full");
        assert_eq!(total(0, Turn::Over), (64 * (70 - 6) + 320 + 12 + 64) / UNIT);
        assert_eq!(weights.total(i32::MAX, sum, 6, Turn::Over), 1_000_000);
    }
}
