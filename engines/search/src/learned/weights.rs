//! The weights of an evaluation, and the files that keep them.

use std::fmt::Write;
use std::path::Path;

use torneo_contract::{Seat, SpecError, Turn};
use torneo_solve::named;

use super::patterns::Patterns;
use super::stage::Staged;
use super::{BOUND, Sight};

/// A weight of 1 in the units of evaluations, as a whole number.
pub const UNIT: i32 = 64;
/// The largest weight of a pattern, in the units of evaluations; the constant makes up for all of them together.
const MOST: i32 = 10_000;
const MOST_CONSTANT: i32 = 1_000_000;
/// The first words of a file.
const HEADER: &str = "torneo-weights 3";
/// Those of files without terms, which say what a file says whose terms are all 0.
const WITHOUT_TERMS: &str = "torneo-weights 2";
/// The first word of files with weights of a policy.
const POLICY: &str = "torneo-policy ";

/// The lines of a file before those of the terms and patterns.
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
    /// Of what the game's own evaluation counts, beside what that gives for it, and its names.
    terms: Vec<Staged>,
    names: &'static [&'static str],
    /// Of each pattern.
    places: Vec<Staged>,
    /// With so many things the board is full.
    full: i32,
}

impl Weights {
    /// The game's own evaluation, which counts what has these names, and nothing else.
    pub fn zero(patterns: Patterns, names: &'static [&'static str]) -> Weights {
        let (none, own) = (Staged::default(), Staged::even(UNIT));
        let (places, terms) = (vec![none; patterns.count()], vec![none; names.len()]);
        Weights { patterns, own, turn: none, constant: none, terms, names, places, full: 1 }
    }

    /// Sets the weights of all patterns. Empty lines have no weight.
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

    /// Sets the weights of what the game's own evaluation counts.
    pub fn set_terms(&mut self, weight: impl Fn(usize) -> Staged) {
        (0..).zip(&mut self.terms).for_each(|(term, known)| *known = weight(term).clamp(MOST * UNIT));
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

    /// The weights of what the game's own evaluation counts.
    pub fn terms(&self) -> &[Staged] {
        &self.terms
    }

    /// The value for the first seat: of the game's own evaluation, the counts of its terms, the sum over the patterns, the number of things on the
    /// board, and the turn.
    #[inline]
    pub fn total(&self, own: i32, counts: &[i32], sum: Staged, things: i32, turn: Turn) -> i32 {
        let mover = match turn {
            Turn::Seat(Seat::FIRST) => 1,
            Turn::Seat(_) => -1,
            _ => 0,
        };
        let add = |of: fn(Staged) -> i32| {
            let counted = self.terms.iter().zip(counts);
            i64::from(own) * i64::from(of(self.own))
                + counted.map(|(&weight, &count)| i64::from(of(weight)) * i64::from(count)).sum::<i64>()
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
        for (name, weight) in self.names.iter().zip(&self.terms) {
            let _ = writeln!(text, "term {name} {} {}", weight.level, weight.slope);
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

    /// Reads a text with the weights for a game.
    ///
    /// # Errors
    /// A text without weights of the game's board and terms.
    pub fn parse(text: &str, sight: &Sight) -> Result<Weights, SpecError> {
        let wrong = |line: usize, what: String| SpecError::new(format!("line {line}: {what}"));
        let mut lines = text.lines();
        let with_terms = match lines.next() {
            Some(HEADER) => true,
            Some(WITHOUT_TERMS) => false,
            Some(first) if first.starts_with(POLICY) => {
                let what = format!(
                    "these are the weights of a policy: expected `{HEADER}`, as `torneo learn` writes it without `--policy`"
                );
                return Err(wrong(1, what));
            }
            _ => return Err(wrong(1, format!("expected `{HEADER}`"))),
        };
        lines.next();
        let game = game_of(text).ok_or_else(|| wrong(2, "expected `game` and a specification".to_owned()))?;
        let found = lines.next().unwrap_or_default();
        let shapes = || (0..=sight.longest()).map(|longest| sight.patterns(longest));
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
        let mut weights = Weights::zero(patterns, sight.terms);
        let full =
            lines.next().and_then(|line| line.strip_prefix("full ")).and_then(|full| full.parse().ok());
        let what = "expected `full` and a number of things in 1..=65535";
        weights.set_full(full.filter(|&full| full > 0).ok_or_else(|| wrong(4, what.to_owned()))?);
        let mut number = 4;
        let mut named = |name: &str, most: i32| {
            number += 1;
            let line = lines.next().and_then(|line| line.strip_prefix(name)).unwrap_or_default();
            match of_line(number, line, most)?[..] {
                [level, slope] if line.starts_with(' ') => Ok(Staged { level, slope }),
                _ => Err(wrong(number, format!("expected `{name}` and two weights"))),
            }
        };
        let [own, turn, constant] = FIRST;
        weights.set_own(named(own, MOST)?, named(turn, MOST)?, named(constant, MOST_CONSTANT)?);
        if with_terms {
            let terms = sight.terms.iter().map(|name| named(&format!("term {name}"), MOST));
            let terms: Vec<Staged> = terms.collect::<Result<_, _>>()?;
            weights.set_terms(|term| terms[term]);
        }
        let (count, mut places) = (weights.places.len(), Vec::new());
        for (line, number) in lines.zip(number + 1..) {
            places.extend(of_line(number, line, MOST)?);
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
    /// A file that cannot be read, or that has no weights of the game.
    pub fn read(path: &Path, sight: &Sight) -> Result<Weights, SpecError> {
        let text = named::read_to_string(path)
            .map_err(|error| SpecError::new(format!("{}: {error}", path.display())))?;
        Weights::parse(&text, sight).map_err(|error| SpecError::new(format!("{}: {error}", path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::Described;
    use torneo_contract::Options;
    use torneo_games::morris::ThreeMensMorris;

    /// A board of nine points, with two terms.
    fn sight() -> Sight {
        let spec = "three-mens-morris".parse().unwrap();
        let game =
            ThreeMensMorris::new(&Options::check(&spec, ThreeMensMorris::INFO.options).unwrap()).unwrap();
        Sight { terms: &["men", "lines"], ..Sight::of(&game, ThreeMensMorris::INFO.id) }
    }

    fn weights() -> Weights {
        let sight = sight();
        let mut weights = sight.zero(sight.patterns(3));
        weights.set(|pattern| Staged { level: 3 * pattern as i32 - 40, slope: 7 - pattern as i32 });
        weights.set_own(
            Staged { level: 70, slope: 6 },
            Staged { level: -5, slope: 2 },
            Staged { level: 12, slope: -64 },
        );
        weights.set_terms(|term| Staged { level: 11 + term as i32, slope: -3 });
        weights.set_full(6);
        weights
    }

    #[test]
    fn files_read_back() {
        let (sight, weights) = (sight(), weights());
        let text = weights.text("three-mens-morris");
        let read = Weights::parse(&text, &sight).unwrap();
        assert_eq!((read.own, read.turn, read.constant), (weights.own, weights.turn, weights.constant));
        assert_eq!((read.full, read.places(), read.terms()), (6, weights.places(), weights.terms()));
        assert_eq!(read.text("three-mens-morris"), text);
    }

    #[test]
    fn wrong_files_are_refused_with_the_line() {
        let (sight, text) = (sight(), weights().text("three-mens-morris"));
        let refused = |text: &str, words: &[&str]| {
            let error = Weights::parse(text, &sight).err().expect(text).to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        refused("", &["line 1", "torneo-weights 3"]);
        refused("torneo-weights 1\n", &["line 1", "torneo-weights 3"]);
        refused("torneo-policy 2\n", &["line 1", "a policy", "torneo-weights 3"]);
        refused("torneo-weights 3\n", &["line 2", "game"]);
        refused(
            &text.replace("board 9", "board 25"),
            &["line 3", "`three-mens-morris`", "board 9 2", "board 25 2"],
        );
        refused(&text.replace("full 6", "full 0"), &["line 4", "1..=65535"]);
        refused(&text.replace("full 6", "full 65536"), &["line 4", "1..=65535"]);
        refused(&text.replace("own 70 6", "own 70"), &["line 5", "two weights"]);
        refused(&text.replace("turn -5", "own -5"), &["line 6", "`turn`"]);
        refused(&text.replace("term men 11", "term man 11"), &["line 8", "`term men`", "two weights"]);
        refused(&text.replace("term lines 12", "term lines12"), &["line 9", "`term lines`"]);
        refused(&text.replace("torneo-weights 3", "torneo-weights 2"), &["line 8", "`term`"]);
        refused(&text.replace("-37", "-3.7"), &["line 10", "`-3.7`"]);
        refused(&text.replace("-37", "99999999999"), &["line 10", "`99999999999`"]);
        refused(&text.replace("-37", "700000"), &["line 10", "`700000`"]);
        refused(&text.replace("-37", "-2147483648"), &["line 10", "`-2147483648`"]);
        refused(&format!("{text}1\n"), &["expected", "weights, found"]);
        refused(text.rsplit_once(' ').unwrap().0, &["expected", "weights, found"]);
    }

    #[test]
    fn files_without_terms_are_read_as_if_all_were_0() {
        let text = weights().text("three-mens-morris");
        let lines = text.lines().filter(|line| !line.starts_with("term "));
        let older = lines.collect::<Vec<_>>().join("\n").replace("torneo-weights 3", "torneo-weights 2");
        let read = Weights::parse(&older, &sight()).unwrap();
        assert_eq!(read.terms(), [Staged::default(); 2]);
        assert_eq!(read.places(), weights().places());
    }

    #[test]
    fn files_may_have_shorter_lines_or_no_patterns() {
        let sight = sight();
        for longest in 0..=3 {
            let mut weights = sight.zero(sight.patterns(longest));
            weights.set(|pattern| Staged::even(pattern as i32));
            let text = weights.text("three-mens-morris");
            let read = Weights::parse(&text, &sight).unwrap();
            assert_eq!(read.places(), weights.places(), "{longest}");
            assert_eq!(read.text("three-mens-morris"), text);
        }
    }

    #[test]
    fn without_patterns_the_value_is_the_games_own() {
        let sight = sight();
        let weights = sight.zero(sight.patterns(0));
        assert_eq!(weights.patterns().sites(), 0);
        for own in [-1_000_000, -7, 0, 12] {
            assert_eq!(weights.total(own, &[4, -7], Staged::default(), 0, Turn::Seat(Seat::SECOND)), own);
        }
    }

    #[test]
    fn a_value_is_the_sum_of_its_parts() {
        let weights = weights();
        let sum = Staged { level: 640, slope: 320 };
        let total = |things, turn| weights.total(64, &[0, 0], sum, things, turn);
        // With three things of six the board is half full.
        assert_eq!(total(3, Turn::Over), (64 * 70 + 640 + 12) / UNIT);
        assert_eq!(total(3, Turn::Seat(Seat::FIRST)), (64 * 70 + 640 + 12 - 5) / UNIT);
        assert_eq!(total(3, Turn::Seat(Seat::SECOND)), (64 * 70 + 640 + 12 + 5) / UNIT);
        let full = (64 * (70 + 6) + 960 + (12 - 64) - (5 - 2)) / UNIT;
        assert_eq!(total(6, Turn::Seat(Seat::FIRST)), full);
        assert_eq!(total(9, Turn::Seat(Seat::FIRST)), full, "it is not fuller than full");
        assert_eq!(total(0, Turn::Over), (64 * (70 - 6) + 320 + 12 + 64) / UNIT);
        // Eleven and twelve for each of the terms, and three less where the board is full.
        let counted = |things| weights.total(64, &[100, -30], sum, things, Turn::Over);
        assert_eq!(counted(3), (64 * 70 + 640 + 12 + 1100 - 360) / UNIT);
        assert_eq!(counted(6), (64 * 76 + 960 - 52 + 800 - 270) / UNIT);
        assert_eq!(weights.total(i32::MAX, &[0, 0], sum, 6, Turn::Over), 1_000_000);
    }
}
