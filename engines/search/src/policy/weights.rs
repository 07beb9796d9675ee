//! The weights of a policy, and the files that keep them.

use std::fmt::Write;
use std::path::Path;

use torneo_contract::{SpecError, nearest};
use torneo_solve::named;

use super::sort::{NUMBERS, SORTS, is_of_surroundings, parts};
use crate::learned::{Sight, weights_of};

/// A weight of 1 in logits, as a whole number.
pub const UNIT: i32 = 1000;
/// The largest weight on both sides.
const MOST: i32 = 100 * UNIT;
/// Most weights of a file.
pub const MOST_WEIGHTS: usize = 1 << 20;
/// The first words of a file.
const HEADER: &str = "torneo-policy 2";
/// The first word of files with weights of an evaluation.
const EVALUATION: &str = "torneo-weights ";
/// What stands before the number of kinds in files for boards of any size.
const ANY: &str = "board any ";
/// No feature.
const VACANT: u32 = u32::MAX;

/// Whether a text is one with the weights of a policy.
pub fn is_policy(text: &str) -> bool {
    text.lines().next() == Some(HEADER)
}

/// Of some texts with policies of a game the one for its canonical specification, or else one for boards of any size.
pub fn policy_of<'a>(texts: &'a [String], canonical: &str) -> Option<&'a str> {
    let is_of_any = |text: &&str| text.lines().nth(2).is_some_and(|shape| shape.starts_with(ANY));
    let mut texts = texts.iter().map(String::as_str);
    weights_of(texts.clone(), canonical).or_else(|| texts.find(is_of_any))
}

/// The weights of features: a hash table with linear probing.
#[derive(Clone, Debug)]
pub struct Weights {
    slots: Vec<(u32, i32)>,
    /// The features with weights, in order.
    listed: Vec<(u32, i32)>,
}

impl Weights {
    /// These features with these weights, which are clamped to 100 000 on both sides. Weights of 0 are left out.
    pub fn new(mut listed: Vec<(u32, i32)>) -> Weights {
        listed.iter_mut().for_each(|(_, weight)| *weight = (*weight).clamp(-MOST, MOST));
        listed.retain(|&(feature, weight)| weight != 0 && feature != VACANT);
        listed.sort_unstable();
        listed.dedup_by_key(|(feature, _)| *feature);
        let size = (2 * listed.len()).next_power_of_two().max(2);
        let mut weights = Weights { slots: vec![(VACANT, 0); size], listed: Vec::new() };
        for &(feature, weight) in &listed {
            let place = weights.place(feature);
            weights.slots[place] = (feature, weight);
        }
        Weights { listed, ..weights }
    }

    /// Where a feature stands, or would stand.
    #[inline]
    fn place(&self, feature: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = (feature.wrapping_mul(0x9e37_79b9) >> 7) as usize & mask;
        while self.slots[place].0 != feature && self.slots[place].0 != VACANT {
            place = (place + 1) & mask;
        }
        place
    }

    /// The weight of a feature; 0 if there is none.
    #[inline]
    pub fn get(&self, feature: u32) -> i32 {
        self.slots[self.place(feature)].1
    }

    /// The sum of the weights of some features.
    #[inline]
    pub fn sum(&self, features: impl Iterator<Item = u32>) -> i32 {
        features.map(|feature| self.get(feature)).sum()
    }

    /// How many weights there are.
    pub fn count(&self) -> usize {
        self.listed.len()
    }

    /// Whether any feature of a sort of this name has a weight.
    pub(super) fn has(&self, name: &str) -> bool {
        self.listed.iter().any(|&(feature, _)| parts(feature).0 == name)
    }

    /// Whether all features with weights tell of the [surroundings](is_of_surroundings) of targets, and there are any.
    pub(super) fn is_of_surroundings(&self) -> bool {
        !self.listed.is_empty() && self.listed.iter().all(|&(feature, _)| is_of_surroundings(feature))
    }

    /// The text of a file with the weights for a game, named by its canonical specification.
    pub fn text(&self, game: &str, sight: &Sight) -> String {
        let shape = if self.is_of_surroundings() { any_shape(sight) } else { shape(sight) };
        let mut text = format!("{HEADER}\ngame {game}\n{shape}\n");
        for &(feature, weight) in &self.listed {
            let (name, number) = parts(feature);
            let _ = writeln!(text, "{name} {number} {weight}");
        }
        text
    }

    /// Reads a text with the weights for a game.
    ///
    /// # Errors
    /// A text without weights of a policy of the game's board. The error names the line.
    pub fn parse(text: &str, sight: &Sight) -> Result<Weights, SpecError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if first.starts_with(EVALUATION) {
            let what = format!(
                "these are the weights of an evaluation: expected `{HEADER}`, as `torneo learn --policy` writes it"
            );
            return Err(wrong(1, &what));
        }
        if first != HEADER {
            return Err(wrong(1, &format!("expected `{HEADER}`")));
        }
        let game = lines.next().and_then(|line| line.strip_prefix("game "));
        let game = game.ok_or_else(|| wrong(2, "expected `game` and a specification"))?;
        let (found, expected) = (lines.next().unwrap_or_default(), shape(sight));
        let is_of_any = found == any_shape(sight);
        if found != expected && !is_of_any {
            let what = format!(
                "the policy is of `{game}`, which has another board or other pieces: expected `{expected}`, found `{found}`"
            );
            return Err(wrong(3, &what));
        }
        if game.split('(').next() != Some(sight.id) {
            return Err(wrong(2, &format!("the policy is of `{game}`, not of `{}`", sight.id)));
        }
        let mut listed: Vec<(u32, i32)> = Vec::new();
        for (number, line) in (4..).zip(lines) {
            let read = read(line).map_err(|(what, near)| wrong(number, &what).with_nearest(near))?;
            if listed.last().is_some_and(|&(before, _)| before >= read.0) {
                return Err(wrong(number, "the features do not stand in order, or one comes twice"));
            }
            if is_of_any && !is_of_surroundings(read.0) {
                let name = parts(read.0).0;
                return Err(wrong(
                    number,
                    &format!(
                        "features `{name}` are not for boards of any size: expected `{expected}` in line 3"
                    ),
                ));
            }
            if listed.len() == MOST_WEIGHTS {
                return Err(wrong(number, &format!("expected at most {MOST_WEIGHTS} weights")));
            }
            listed.push(read);
        }
        Ok(Weights::new(listed))
    }

    /// Reads a file, as [`parse`](Weights::parse).
    ///
    /// # Errors
    /// A file that cannot be read, or that has no weights of a policy of the game.
    pub fn read(path: &Path, sight: &Sight) -> Result<Weights, SpecError> {
        let of_file = |error: &dyn std::fmt::Display| SpecError::new(format!("{}: {error}", path.display()));
        let text = named::read_to_string(path).map_err(|error| of_file(&error))?;
        let near = |error: &SpecError| error.nearest().map(str::to_owned);
        Weights::parse(&text, sight).map_err(|error| of_file(&error).with_nearest(near(&error)))
    }
}

/// What is wrong with a line.
fn wrong(line: usize, what: &str) -> SpecError {
    SpecError::new(format!("line {line}: {what}"))
}

/// What files say of the board: sites and kinds of things.
fn shape(sight: &Sight) -> String {
    format!("board {} {}", sight.board.site_numbers(), sight.kinds)
}

/// The same for weights that hold on boards of any size.
fn any_shape(sight: &Sight) -> String {
    format!("{ANY}{}", sight.kinds)
}

/// Reads a feature with its weight; what is wrong, and the nearest name.
fn read(line: &str) -> Result<(u32, i32), (String, Option<String>)> {
    let words: Vec<&str> = line.split(' ').collect();
    let &[name, number, weight] = &words[..] else {
        return Err(("expected a sort of features, a number and a weight".to_owned(), None));
    };
    let sort = SORTS.iter().find(|(_, known)| *known == name).ok_or_else(|| {
        let near = nearest(name, SORTS.iter().map(|(_, known)| *known));
        (format!("there is no sort of features `{name}`"), near)
    })?;
    let number = number.parse().ok().filter(|number| *number < NUMBERS).ok_or_else(|| {
        (format!("expected the number of a feature in 0..{NUMBERS}, found `{number}`"), None)
    })?;
    let weight = weight.parse().ok().filter(|weight| (-MOST..=MOST).contains(weight)).ok_or_else(|| {
        (format!("expected a weight, a whole number in -{MOST}..={MOST}, found `{weight}`"), None)
    })?;
    Ok((sort.0.with(number), weight))
}

#[cfg(test)]
mod tests {
    use super::super::sort::Sort;
    use super::*;
    use torneo_contract::{Described, Options};
    use torneo_games::morris::ThreeMensMorris;

    fn sight() -> Sight {
        let spec = "three-mens-morris".parse().unwrap();
        let options = Options::check(&spec, ThreeMensMorris::INFO.options).unwrap();
        Sight::of(&ThreeMensMorris::new(&options).unwrap(), ThreeMensMorris::INFO.id)
    }

    fn weights() -> Weights {
        let features = [Sort::Net.with(7), Sort::Key.with(5), Sort::Key.with(3), Sort::Turn.with(0)];
        Weights::new(features.into_iter().zip([-40, 70, 1_000_000_000, 0]).collect())
    }

    #[test]
    fn files_read_back() {
        let (sight, weights) = (sight(), weights());
        let text = weights.text("three-mens-morris", &sight);
        let head = "torneo-policy 2\ngame three-mens-morris\nboard 9 2\n";
        assert_eq!(text, format!("{head}key 3 100000\nkey 5 70\nnet 7 -40\n"));
        assert!(is_policy(&text));
        let read = Weights::parse(&text, &sight).unwrap();
        assert_eq!((read.count(), read.text("three-mens-morris", &sight)), (3, text));
        assert_eq!(
            [Sort::Key.with(5), Sort::Net.with(7), Sort::Key.with(4)].map(|one| read.get(one)),
            [70, -40, 0]
        );
        assert!(read.has("net") && !read.has("turn"));
    }

    #[test]
    fn weights_of_surroundings_are_for_boards_of_any_size() {
        let (sight, local) = (sight(), Weights::new(vec![(Sort::Near.with(3), 5), (Sort::Own.with(1), -2)]));
        let text = local.text("three-mens-morris", &sight);
        assert!(text.contains("\nboard any 2\n") && local.is_of_surroundings());
        assert_eq!(Weights::parse(&text, &sight).unwrap().count(), 2);
        let texts = [text.clone()];
        assert_eq!(policy_of(&texts, "three-mens-morris(equal_turns=false)"), Some(&*text));
        let mut far = sight;
        far.board.sites.clear();
        assert_eq!(Weights::parse(&text, &far).unwrap().count(), 2);
        let error = Weights::parse(&format!("{text}net 7 4\n"), &far).unwrap_err().full();
        assert!(error.contains("line 6") && error.contains("`net`") && error.contains("line 3"), "{error}");
    }

    #[test]
    fn wrong_files_are_refused_with_the_line() {
        let sight = sight();
        let text = weights().text("three-mens-morris", &sight);
        let refused = |text: &str, words: &[&str]| {
            let error = Weights::parse(text, &sight).expect_err(text).full();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        refused("", &["line 1", "torneo-policy 2"]);
        refused("torneo-policy 1\n", &["line 1", "torneo-policy 2"]);
        refused("torneo-weights 3\n", &["line 1", "an evaluation", "torneo-policy 2", "--policy"]);
        refused("torneo-policy 2\n", &["line 2", "game"]);
        refused(&text.replace("three-mens", "nine-mens"), &["line 2", "`nine-mens-morris`"]);
        refused(
            &text.replace("board 9", "board 25"),
            &["line 3", "`three-mens-morris`", "board 9 2", "board 25 2"],
        );
        refused(&text.replace("net", "nett"), &["line 6", "`nett`", "net"]);
        refused(&text.replace("key 5 70", "key 5"), &["line 5", "a number and a weight"]);
        refused(&text.replace("key 5 70", "key 5 7.0"), &["line 5", "`7.0`", "100000"]);
        refused(&text.replace("70", "100001"), &["line 5", "`100001`"]);
        refused(&text.replace("key 5", "key 134217728"), &["line 5", "0..134217728"]);
        refused(&text.replace("key 5", "key 3"), &["line 5", "twice"]);
        refused(&text.replace("key 5", "key 2"), &["line 5", "in order"]);
    }
}
