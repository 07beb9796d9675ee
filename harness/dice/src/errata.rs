//! The printed tables of the source against the true ones (`docs/games/dice-common.md`).

use num_traits::ToPrimitive;
use serde::Serialize;

use super::answer::combos::Dice;

/// A printed line of a table: a sum and the combinations printed for it, faces as digits.
type Line = (u32, &'static [&'static str]);

/// The list of the combinations of three dice, which the source prints three times alike.
const THREE_DICE: &[Line] = &[
    (3, &["111"]),
    (4, &["211"]),
    (5, &["311", "211"]),
    (6, &["411", "321", "222"]),
    (7, &["551", "421"]),
    (8, &["611", "521", "422", "332"]),
    (9, &["621", "531", "522", "441", "432", "333"]),
    (10, &["631", "622", "541", "532", "442", "334"]),
    (11, &["641", "632", "542", "551", "335", "443"]),
    (12, &["651", "642", "633", "543", "552", "444"]),
    (13, &["661", "643", "652", "553", "445"]),
    (14, &["662", "653", "644", "554"]),
    (15, &["663", "654", "555"]),
    (16, &["664"]),
    (17, &["665"]),
    (18, &["666"]),
];

/// The payments of Panquist, all classes of a sum together.
const PANQUIST: &[Line] = &[
    (7, &["551", "421", "322", "331"]),
    (8, &["521", "431", "611", "422", "332"]),
    (9, &["621", "531", "432", "522", "333", "441"]),
    (10, &["541", "532", "631", "622", "433", "442"]),
    (11, &["632", "542", "641", "551", "443", "533"]),
    (12, &["651", "642", "543", "552", "444", "633"]),
    (13, &["652", "643", "661", "553", "544"]),
    (14, &["653", "662", "554", "644"]),
];

/// The hazards of Guirguiesca.
const GUIRGUIESCA: &[Line] = &[(2, &["11"]), (3, &["21"]), (11, &["65"]), (12, &["66"])];

/// The printed tables: title, dice, lines.
const TABLES: &[(&str, Dice, &[Line])] = &[
    ("combinations of three dice", Dice { count: 3, faces: 6 }, THREE_DICE),
    ("payments of Panquist", Dice { count: 3, faces: 6 }, PANQUIST),
    ("hazards of Guirguiesca", Dice { count: 2, faces: 6 }, GUIRGUIESCA),
];

/// What is wrong with a printed table at one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Difference {
    /// A combination is printed for a sum that it does not have.
    Misprint {
        /// The sum for which it is printed.
        sum: u32,
        /// What is printed.
        printed: String,
        /// The sum that it has.
        has_sum: u32,
        /// The only combination missing from this sum that differs from it in one face.
        meant: Option<String>,
    },
    /// A combination of the sum is not printed, and no misprint stands for it.
    Missing {
        /// The sum.
        sum: u32,
        /// What is not printed.
        combination: String,
        /// Whether another printed table has it.
        printed_elsewhere: bool,
    },
    /// A combination is printed twice for the same sum.
    Duplicate {
        /// The sum.
        sum: u32,
        /// What is printed twice.
        printed: String,
    },
}

/// A printed table with its differences from the true one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PrintedTable {
    /// Which table.
    pub title: &'static str,
    /// Sums of the table without a difference.
    pub complete_sums: Vec<u32>,
    /// The differences, by sum.
    pub differences: Vec<Difference>,
    /// Throws that the table, read literally, assigns to the sum they have.
    pub throws_printed: u64,
    /// Throws that have one of the table's sums.
    pub throws: u64,
}

/// Throws of three dice that the list, read literally, covers: of the hazards (3 to 6 and 15 to 18) and of the points
/// (7 to 14), and those that it leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Effect {
    /// Throws of hazards that are printed.
    pub hazards_printed: u64,
    /// Throws of hazards.
    pub hazards: u64,
    /// Throws of points that are printed.
    pub points_printed: u64,
    /// Throws of points.
    pub points: u64,
    /// Throws that belong to nothing.
    pub left_out: u64,
}

/// All differences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Errata {
    /// The printed tables.
    pub tables: Vec<PrintedTable>,
    /// What the list of three dice does to hazards and points if it is read literally.
    pub effect: Effect,
    /// The sums of the three faces that meet at a corner of a die whose opposite faces add to 7. The introduction of
    /// the source says that they are odd.
    pub corner_sums: Vec<u32>,
}

/// Compares the printed tables with the true ones.
pub fn errata() -> Errata {
    let table = |&(title, dice, lines): &(&'static str, Dice, &[Line])| {
        let lines: Vec<Compared> = lines.iter().map(|line| Compared::new(dice, title, line)).collect();
        PrintedTable {
            title,
            complete_sums: lines.iter().filter(|l| l.differences.is_empty()).map(|l| l.sum).collect(),
            throws_printed: lines.iter().map(|line| line.throws_printed).sum(),
            throws: lines.iter().map(|line| line.throws).sum(),
            differences: lines.into_iter().flat_map(|line| line.differences).collect(),
        }
    };
    Errata { tables: TABLES.iter().map(table).collect(), effect: effect(), corner_sums: corner_sums() }
}

/// A printed line and the true combinations of its sum.
struct Compared {
    sum: u32,
    differences: Vec<Difference>,
    throws_printed: u64,
    throws: u64,
}

impl Compared {
    fn new(dice: Dice, title: &str, &(sum, printed): &Line) -> Compared {
        let list = dice.list(sum).into_iter();
        let truth: Vec<(String, u64)> = list.map(|c| (c.0, c.1.0.to_u64().expect("a few throws"))).collect();
        let printed: Vec<String> = printed.iter().map(|faces| sorted(faces)).collect();
        let is_printed = |faces: &String| printed.contains(faces);
        let missing: Vec<&String> = truth.iter().map(|(faces, _)| faces).filter(|f| !is_printed(f)).collect();

        let mut differences = Vec::new();
        let mut explained = Vec::new();
        for (index, faces) in printed.iter().enumerate() {
            if printed[..index].contains(faces) {
                differences.push(Difference::Duplicate { sum, printed: faces.clone() });
            } else if sum_of(faces) != sum {
                let meant = only(missing.iter().filter(|candidate| differ_in_one(faces, candidate)));
                let meant = meant.map(|meant| (*meant).clone());
                explained.extend(meant.clone());
                differences.push(Difference::Misprint {
                    sum,
                    printed: faces.clone(),
                    has_sum: sum_of(faces),
                    meant,
                });
            }
        }
        let unexplained = missing.into_iter().filter(|faces| !explained.contains(faces));
        differences.extend(unexplained.map(|faces| Difference::Missing {
            sum,
            combination: faces.clone(),
            printed_elsewhere: printed_elsewhere(title, sum, faces),
        }));
        Compared {
            sum,
            differences,
            throws_printed: truth.iter().filter(|(faces, _)| is_printed(faces)).map(|(_, n)| n).sum(),
            throws: truth.iter().map(|(_, orderings)| orderings).sum(),
        }
    }
}

fn printed_elsewhere(title: &str, sum: u32, faces: &str) -> bool {
    let others = TABLES.iter().filter(|(other, ..)| *other != title).flat_map(|(_, _, lines)| *lines);
    others.filter(|(s, _)| *s == sum).any(|(_, printed)| printed.iter().any(|p| sorted(p) == faces))
}

fn sorted(faces: &str) -> String {
    let mut faces: Vec<char> = faces.chars().collect();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    faces.into_iter().collect()
}

fn sum_of(faces: &str) -> u32 {
    faces.chars().filter_map(|face| face.to_digit(10)).sum()
}

/// Whether changing the face of one die makes `b` of `a`.
fn differ_in_one(a: &str, b: &str) -> bool {
    let mut rest: Vec<char> = a.chars().collect();
    for face in b.chars() {
        if let Some(at) = rest.iter().position(|&other| other == face) {
            rest.swap_remove(at);
        }
    }
    rest.len() == 1
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next();
    if items.next().is_some() { None } else { first }
}

fn effect() -> Effect {
    let dice = Dice { count: 3, faces: 6 };
    let mut effect = Effect { hazards_printed: 0, hazards: 0, points_printed: 0, points: 0, left_out: 0 };
    for line in THREE_DICE {
        let compared = Compared::new(dice, TABLES[0].0, line);
        let (printed, all) = match (7..=14).contains(&compared.sum) {
            true => (&mut effect.points_printed, &mut effect.points),
            false => (&mut effect.hazards_printed, &mut effect.hazards),
        };
        *printed += compared.throws_printed;
        *all += compared.throws;
        effect.left_out += compared.throws - compared.throws_printed;
    }
    effect
}

fn corner_sums() -> Vec<u32> {
    let mut sums = Vec::new();
    for a in [1, 6] {
        for b in [2, 5] {
            sums.extend([3, 4].map(|c| a + b + c));
        }
    }
    sums.sort_unstable();
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(sum: u32, combination: &str, printed_elsewhere: bool) -> Difference {
        Difference::Missing { sum, combination: combination.to_owned(), printed_elsewhere }
    }

    fn misprint(sum: u32, printed: &str, has_sum: u32, meant: &str) -> Difference {
        Difference::Misprint { sum, printed: printed.to_owned(), has_sum, meant: Some(meant.to_owned()) }
    }

    #[test]
    fn the_errata_of_the_rules_page() {
        let errata = errata();
        assert_eq!(
            errata.tables[0].differences,
            [
                misprint(5, "211", 4, "221"),
                misprint(7, "551", 11, "511"),
                missing(7, "331", true),
                missing(7, "322", true),
                missing(8, "431", true),
                missing(16, "655", false),
            ]
        );
        assert_eq!(errata.tables[0].complete_sums, [3, 4, 6, 9, 10, 11, 12, 13, 14, 15, 17, 18]);
        assert_eq!(errata.tables[1].differences, [misprint(7, "551", 11, "511")]);
        assert_eq!(errata.tables[2].differences, []);
        let Effect { hazards_printed, hazards, points_printed, points, left_out } = errata.effect;
        assert_eq!((hazards_printed, hazards, points_printed, points, left_out), (34, 40, 161, 176, 21));
        assert_eq!(errata.corner_sums, [6, 7, 9, 10, 11, 12, 14, 15]);
    }
}
