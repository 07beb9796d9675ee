//! The weights of an evaluation, and the files that keep them.

use std::fmt::Write;
use std::path::Path;

use torneo_contract::scene::Board;
use torneo_contract::{Seat, SpecError, Turn};

use super::BOUND;
use super::patterns::Patterns;

/// What a weight of 1 in the units of evaluations is as a whole number.
pub const UNIT: i32 = 64;
/// The largest weight of a pattern, in the units of evaluations.
const MOST: i32 = 10_000;
/// The first words of a file.
const HEADER: &str = "torneo-weights 1";

/// The canonical specification of the game that a text has weights for, if it is one with weights.
pub fn game_of(text: &str) -> Option<&str> {
    text.lines().nth(1)?.strip_prefix("game ")
}

/// What a learnt evaluation adds up, for the first of two seats.
pub struct Weights {
    patterns: Patterns,
    /// Of the game's own evaluation, of the turn, and of each pattern; in parts of [`UNIT`].
    own: i32,
    turn: i32,
    places: Vec<i32>,
}

impl Weights {
    /// The game's own evaluation and nothing else.
    pub fn zero(patterns: Patterns) -> Weights {
        let places = vec![0; patterns.count()];
        Weights { patterns, own: UNIT, turn: 0, places }
    }

    /// Sets the weights of all patterns; where nothing stands there is nothing to weigh.
    pub fn set(&mut self, weight: impl Fn(usize) -> i32) {
        for (pattern, known) in self.places.iter_mut().enumerate() {
            *known = weight(pattern).clamp(-MOST * UNIT, MOST * UNIT);
        }
        self.patterns.empty().for_each(|pattern| self.places[pattern] = 0);
    }

    /// Sets the weights of the game's own evaluation and of the turn.
    pub fn set_own(&mut self, own: i32, turn: i32) {
        (self.own, self.turn) = (own.clamp(0, MOST), turn.clamp(-MOST * UNIT, MOST * UNIT));
    }

    /// What there is a weight for.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The weights of the patterns.
    pub fn places(&self) -> &[i32] {
        &self.places
    }

    /// The value for the first seat: of the game's own evaluation, the sum over the patterns, and the turn.
    #[inline]
    pub fn total(&self, own: i32, sum: i32, turn: Turn) -> i32 {
        let turn = match turn {
            Turn::Seat(Seat::FIRST) => self.turn,
            Turn::Seat(_) => -self.turn,
            _ => 0,
        };
        let sum = i64::from(own) * i64::from(self.own) + i64::from(sum) + i64::from(turn);
        (sum / i64::from(UNIT)).clamp(-BOUND, BOUND) as i32
    }

    /// The text of a file with the weights for a game, named by its canonical specification.
    pub fn text(&self, game: &str) -> String {
        let (sites, kinds) = (self.patterns.sites(), self.patterns.kinds());
        let mut text = format!("{HEADER}\ngame {game}\nboard {sites} {kinds} {}\n", self.places.len());
        let _ = writeln!(text, "own {} {}", self.own, self.turn);
        for row in self.places.chunks(sites.max(1)) {
            let row: Vec<String> = row.iter().map(i32::to_string).collect();
            text.push_str(&row.join(" "));
            text.push('\n');
        }
        text
    }

    /// Reads a text with the weights for a board.
    ///
    /// # Errors
    /// Where the text is none with weights of this board.
    pub fn parse(text: &str, board: &Board, kinds: u8) -> Result<Weights, SpecError> {
        let mut weights = Weights::zero(Patterns::new(board, kinds));
        let mut lines = text.lines();
        let wrong = |line: usize, what: String| SpecError::new(format!("line {line}: {what}"));
        if lines.next() != Some(HEADER) {
            return Err(wrong(1, format!("expected `{HEADER}`")));
        }
        lines.next();
        let game = game_of(text).ok_or_else(|| wrong(2, "expected `game` and a specification".to_owned()))?;
        let shape = format!("board {} {kinds} {}", weights.patterns.sites(), weights.places.len());
        let found = lines.next().unwrap_or_default();
        if found != shape {
            let what = format!(
                "the weights are of `{game}`, which has another board or other pieces: expected `{shape}`, found `{found}`"
            );
            return Err(wrong(3, what));
        }
        let of_line = |number: usize, line: &str| -> Result<Vec<i32>, SpecError> {
            let read = |word: &str| {
                let weight = word.parse().ok().filter(|weight| (-MOST * UNIT..=MOST * UNIT).contains(weight));
                weight.ok_or_else(|| {
                    wrong(number, format!("expected a weight, a whole number, found `{word}`"))
                })
            };
            line.split_whitespace().map(read).collect()
        };
        let own = lines.next().and_then(|line| line.strip_prefix("own ")).unwrap_or_default();
        let [own, turn] = of_line(4, own)?[..] else {
            return Err(wrong(4, "expected `own` and two weights".to_owned()));
        };
        weights.set_own(own, turn);
        let mut places = Vec::with_capacity(weights.places.len());
        for (number, line) in lines.enumerate() {
            places.extend(of_line(number + 5, line)?);
        }
        if places.len() != weights.places.len() {
            let what = format!("expected {} weights, found {}", weights.places.len(), places.len());
            return Err(wrong(text.lines().count(), what));
        }
        weights.set(|pattern| places[pattern]);
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
        let mut weights = Weights::zero(Patterns::new(&board, kinds));
        weights.set(|pattern| 3 * pattern as i32 - 40);
        weights.set_own(70, -5);
        weights
    }

    #[test]
    fn files_read_back() {
        let ((board, kinds), weights) = (board(), weights());
        let text = weights.text("three-mens-morris");
        let read = Weights::parse(&text, &board, kinds).unwrap();
        assert_eq!((read.own, read.turn, read.places()), (70, -5, weights.places()));
        assert_eq!(read.text("three-mens-morris"), text);
    }

    #[test]
    fn wrong_files_are_refused_with_the_line() {
        let ((board, kinds), text) = (board(), weights().text("three-mens-morris"));
        let refused = |text: &str, words: &[&str]| {
            let error = Weights::parse(text, &board, kinds).err().expect(text).to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        refused("", &["line 1", "torneo-weights 1"]);
        refused("torneo-weights 2\n", &["line 1", "torneo-weights 1"]);
        refused("torneo-weights 1\n", &["line 2", "game"]);
        refused(
            &text.replace("board 9", "board 25"),
            &["line 3", "`three-mens-morris`", "board 9 2", "board 25 2"],
        );
        refused(&text.replace("own 70 -5", "own 70"), &["line 4", "two weights"]);
        refused(&text.replace("-37", "-3.7"), &["line 5", "`-3.7`"]);
        refused(&text.replace("-37", "99999999999"), &["line 5", "`99999999999`"]);
        refused(&text.replace("-37", "700000"), &["line 5", "`700000`"]);
        refused(&text.replace("-37", "-2147483648"), &["line 5", "`-2147483648`"]);
        refused(&format!("{text}1\n"), &["expected", "weights, found"]);
        refused(text.rsplit_once(' ').unwrap().0, &["expected", "weights, found"]);
    }

    #[test]
    fn a_value_is_the_sum_of_its_parts() {
        let weights = weights();
        let total = |turn| weights.total(64, 640, turn);
        assert_eq!(total(Turn::Over), 70 + 10);
        assert_eq!(total(Turn::Seat(Seat::FIRST)), (64 * 70 + 640 - 5) / UNIT);
        assert_eq!(total(Turn::Seat(Seat::SECOND)), (64 * 70 + 640 + 5) / UNIT);
        assert_eq!(weights.total(i32::MAX, i32::MAX, Turn::Over), 1_000_000);
    }
}
