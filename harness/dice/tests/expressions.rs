//! Dice expressions against published facts, other ways to work them out, and arbitrary texts.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use proptest::prelude::*;
use torneo_dice::answer::report;
use torneo_dice::distribution::Distribution;
use torneo_dice::expression::EXPLOSIONS;
use torneo_dice::language::{Bounds, Expression, evaluate, given as read_given};

/// Much less than people may use.
const FEW: Bounds = Bounds { steps: 1e6, bytes: 1e7 };

fn parse(text: &str) -> Expression {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn distribution(text: &str) -> Distribution {
    evaluate(&parse(text), &[], EXPLOSIONS, Bounds::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ratio(numerator: &BigUint, denominator: &BigUint) -> BigRational {
    BigRational::new(BigInt::from(numerator.clone()), BigInt::from(denominator.clone()))
}

fn fractions(distribution: &Distribution) -> Vec<(i64, BigRational)> {
    let total = distribution.total();
    distribution.weights().iter().map(|(value, weight)| (*value, ratio(weight, total))).collect()
}

#[track_caller]
fn has(text: &str, expected: &[(i64, &str)]) {
    let expected: Vec<(i64, BigRational)> =
        expected.iter().map(|(value, fraction)| (*value, fraction.parse().unwrap())).collect();
    assert_eq!(fractions(&distribution(text)), expected, "{text}");
}

/// The example of icepool's README: six abilities of the best three of four dice against six more.
#[test]
fn six_abilities_against_six() {
    let six = ["4d6kh3"; 6].join("+");
    let compared = distribution(&format!("{six} >= {six}"));
    let denominator: BigUint = "22452257707354557240087211123792674816".parse().unwrap();
    assert_eq!(*compared.total(), denominator);
    let text = format!("{six} >= {six}");
    has(
        &text,
        &[
            (0, "1795600236239434714194632889439503107/3742042951225759540014535187298779136"),
            (1, "1946442714986324825819902297859276029/3742042951225759540014535187298779136"),
        ],
    );
}

/// `output [highest 3 of 4d6]` and the throw 5, 2, 2, 1 of four dice (0.93 %) as AnyDice gives them.
#[test]
fn facts_of_anydice() {
    let mean: BigRational = "15869/1296".parse().unwrap();
    assert_eq!(distribution("4d6kh3").mean(), mean);
    let list = parse("4d6").list().unwrap();
    let throw = list.iter().find(|listed| listed.dice == "5221").unwrap();
    assert_eq!((throw.orderings.clone(), throw.value), (12u32.into(), 10));
}

/// Values that icepool 2.1.3 gives as well.
#[test]
fn known_distributions() {
    has("sets(5d6)", &[(1, "5/54"), (2, "25/36"), (3, "125/648"), (4, "25/1296"), (5, "1/1296")]);
    has("pairs(5d6)", &[(0, "5/54"), (1, "50/81"), (2, "47/162")]);
    has("straight(5d6)", &[(1, "151/1296"), (2, "565/1296"), (3, "95/324"), (4, "10/81"), (5, "5/162")]);
    has("distinct(5d6)", &[(1, "1/1296"), (2, "25/432"), (3, "125/324"), (4, "25/54"), (5, "5/54")]);
    has("3d6 > 2d8", &[(0, "317/768"), (1, "451/768")]);
    has("2d20kl1>=20", &[(0, "399/400"), (1, "1/400")]);
    has("1d6{6:+100%}", &[(1, "2/15"), (2, "2/15"), (3, "2/15"), (4, "2/15"), (5, "2/15"), (6, "1/3")]);
    has("2d4kh1", &[(1, "1/16"), (2, "3/16"), (3, "5/16"), (4, "7/16")]);
    has("d{2,2,5}*2-1", &[(3, "2/3"), (9, "1/3")]);
}

/// Every form that keeps its dice where they fell against the list of its combinations.
#[test]
fn distributions_agree_with_lists() {
    for text in [
        "4d6kh3",
        "5d4dl2dh1",
        "4d6kh3dl1",
        "6d4cs>=3",
        "5d6kh3cs5",
        "4d6min3kl2",
        "4d6kh2max4",
        "3d{-2,0,0,7}",
        "sets(5d5)",
        "pairs(6d4kh5)",
        "straight(5d6)",
        "straight(4d{1,2,4,5,7})",
        "distinct(5d6kl3)",
        "2d6*1d4-3",
        "max(2d6,1d12)",
        "min(3d4,2d6)",
        "2d6 != 1d12",
        "3d6{1:-50%,6:+12.5%}kh2",
        "-(2d4)+d%",
        "6d4kh3kl2",
    ] {
        let expression = parse(text);
        let list = expression.list().unwrap();
        let orderings: BigUint = list.iter().map(|listed| &listed.orderings).sum();
        assert_eq!(orderings, expression.orderings(), "{text}");
        assert_eq!(BigUint::from(list.len()), expression.combinations(), "{text}");
        let listed = Distribution::of(list.into_iter().map(|listed| (listed.value, listed.weight)));
        assert_eq!(fractions(&listed), fractions(&distribution(text)), "{text}");
    }
}

/// A further choice that changes nothing makes the general method take the place of the special one.
#[test]
fn methods_agree() {
    for (special, general) in [
        ("4d6xkh3", "4d6xkh3min1kh3"),
        ("3d6x>=5", "3d6x>=5kh40min1kh40"),
        ("4d4r1kh3", "4d4kh4r1kh3"),
        ("4d4rr<=2kl2", "4d4kh4rr<=2kl2"),
        ("3d4kh2x", "3d4kh2xkh30"),
        ("4d4r1x4cs>=3", "4d4r1x4kh50max9kh50cs>=3"),
        ("3d4x>=3r1kh2", "3d4kh3x>=3r1kh2"),
        ("3d4min2x4", "3d4kh3min2x4"),
    ] {
        assert_eq!(fractions(&distribution(special)), fractions(&distribution(general)), "{special}");
    }
}

#[test]
fn conditions() {
    let given = |text: &str, conditions: &str| {
        let conditions = read_given(conditions).unwrap();
        fractions(&evaluate(&parse(text), &conditions, EXPLOSIONS, Bounds::default()).unwrap())
    };
    let part = |value: i64, fraction: &str| (value, fraction.parse::<BigRational>().unwrap());
    assert_eq!(given("2d6", ">=11"), [part(11, "2/3"), part(12, "1/3")]);
    assert_eq!(given("2d6", "sets=2 and sum<=4"), [part(2, "1/2"), part(4, "1/2")]);
    assert_eq!(given("3d6kh1", "high=6"), [part(6, "1")]);
    assert_eq!(given("d6+d6", "=2"), [part(2, "1")]);
    let refused = |text: &str, conditions: &str| {
        evaluate(&parse(text), &read_given(conditions).unwrap(), EXPLOSIONS, Bounds::default()).unwrap_err()
    };
    assert!(refused("2d6", ">12").message.contains("never happens"));
    assert!(refused("2d6+1d6", "distinct=1").message.contains("several throws"));
}

#[test]
fn large_throws_are_quick_and_too_large_ones_refused_at_once() {
    let start = std::time::Instant::now();
    for text in ["30d100", "20d6kh10", "100d10cs>=7", "10d6x", "200d1000"] {
        assert!(distribution(text).weights().len() > 10, "{text}");
    }
    for text in [
        "1000000d100000",
        "1000d100kh500",
        "sets(1000000d6)",
        "1000d1000",
        "200d1000*200d1000",
        "d100000x>=2",
        "9999d6kh1",
        "distinct(9999d2)",
        "5d50000r<=49999",
    ] {
        let refused = evaluate(&parse(text), &[], EXPLOSIONS, Bounds::default()).unwrap_err();
        assert!(refused.message.contains("at most"), "{text}: {refused}");
    }
    assert!(start.elapsed().as_secs() < 120);
}

#[test]
fn faults_name_the_place_and_the_nearest_word() {
    for (text, at, nearest) in [
        ("4d6kg3", 3, Some("kh")),
        ("3d6e6", 3, None),
        ("sats(5d6)", 0, Some("sets")),
        ("4d6mni2", 3, Some("min")),
        ("999999999d6", 0, None),
        ("1d0", 2, None),
        ("3d6+", 4, None),
        ("(3d6", 4, None),
        ("3d6)", 3, None),
        ("3d6 3", 4, None),
        ("4d6dl4", 3, None),
        ("3d6rr<=6", 3, None),
        ("3d6cs6kh1", 6, None),
        ("sets(3)", 5, None),
        ("2d6{7:+1%}", 2, None),
        ("2d6{6:+900%}", 2, None),
        ("", 0, None),
    ] {
        let fault = text.parse::<Expression>().unwrap_err();
        assert_eq!((fault.span.start, fault.nearest.as_deref()), (at, nearest), "{text}: {fault}");
    }
    assert!("(".repeat(1000).parse::<Expression>().is_err());
    assert!("-".repeat(3000).parse::<Expression>().is_err());
}

#[test]
fn json_is_as_fixed() {
    let value = distribution("2d2kh1");
    let report = report(&parse("2d2kh1"), "2d2kh1", &value, &[], None, EXPLOSIONS).unwrap();
    let json: serde_json::Value = serde_json::to_value(&report).unwrap();
    assert_eq!(json["dice"], "2d2kh1");
    assert_eq!(
        (&json["distribution"][0]["value"], &json["distribution"][0]["exact"]),
        (&1.into(), &"1/4".into())
    );
    assert_eq!(json["mean"]["exact"], "7/4");
    assert_eq!(json["variance"]["exact"], "3/16");
    assert_eq!(json["distribution"][1]["list"], serde_json::json!([["22", 1], ["21", 2]]));
}

/// What once did harm, or would, is refused or worked out.
#[test]
fn the_corpus_does_no_harm() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/expressions.txt");
    for line in std::fs::read_to_string(path).expect("the corpus is there").lines() {
        if let Ok(expression) = line.parse::<Expression>()
            && expression.combinations() < BigUint::from(3000u32)
        {
            let _ = evaluate(&expression, &[], 2, FEW);
            let _ = expression.list();
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,40}") {
        let _ = text.parse::<Expression>();
        let _ = read_given(&text);
    }

    #[test]
    fn nothing_like_an_expression_makes_anything_panic(text in "[0-9dkhlxrcsminax%F{}(),.+*<>=! -]{0,24}") {
        if let Ok(expression) = text.parse::<Expression>() && expression.combinations() < BigUint::from(3000u32) {
            let _ = evaluate(&expression, &[], 2, FEW);
            let _ = expression.list();
        }
    }

    #[test]
    fn no_words_make_anything_panic(
        text in "(( |)([0-9]{1,2}|d|d6|\\(|\\)|[-+*/,@]|!|!!|!p|>=|=| vs | given any | and |kh|dl|x|r|ro|cs|min|if\\(|abs\\(|ceil\\(|floor\\(|count\\(|highest | of |middle |at least | in | drop lowest | keep |adv|dis|d\\(|\\{1,2\\})){0,10}"
    ) {
        if let Ok(expression) = text.parse::<Expression>() && expression.combinations() < BigUint::from(3000u32) {
            let value = evaluate(&expression, &[], 2, FEW);
            let _ = expression.list();
            if let Ok(value) = value {
                let _ = torneo_dice::answer::notes(&expression, &text, 2, &value);
            }
        } else {
            if let Err(fault) = text.parse::<Expression>() {
                let _ = torneo_dice::answer::hint(&text, &fault, torneo_dice::language::Door::Expression);
            }
        }
    }

    #[test]
    fn probabilities_add_up_to_the_throws(count in 1u32..6, faces in 2u32..7, keep in 1u32..6) {
        let text = format!("{count}d{faces}kh{keep}");
        let total = distribution(&text).total().clone();
        prop_assert_eq!(total, BigUint::from(faces).pow(count));
    }
}
