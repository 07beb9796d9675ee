//! The language of programs: a corpus with exact answers, faults, bounds, and arbitrary texts.
//!
//! The answers of the corpus were compared with those of `eurydice_engine` 0.1.0, another engine for this language.
//! All agree within 1e-9, except for two that it refuses: `+d4` and a position beyond a sequence.

use num_rational::BigRational;
use proptest::prelude::*;
use torneo_dice::language::{Bounds, Output, run};

const CORPUS: &str = include_str!("programs.txt");

fn outputs(text: &str) -> Vec<Output> {
    run(text, Bounds::default()).unwrap_or_else(|fault| panic!("{text}: {:?}: {fault}", fault.place(text)))
}

fn shown(output: &Output) -> String {
    let total = output.value.total();
    let parts: Vec<String> = output
        .value
        .weights()
        .iter()
        .map(|(value, weight)| {
            format!("{value}:{}", BigRational::new(weight.clone().into(), total.clone().into()))
        })
        .collect();
    format!("=> {} | {}", output.name, parts.join(" ")).trim_end().to_owned()
}

fn mean(text: &str) -> String {
    outputs(text)[0].value.mean().to_string()
}

#[test]
fn the_corpus_has_its_answers() {
    let programs: Vec<&str> = CORPUS.trim_end().split("\n---\n").collect();
    assert!(programs.len() >= 80);
    for case in programs {
        let (answers, program): (Vec<&str>, Vec<&str>) =
            case.lines().partition(|line| line.starts_with("=> "));
        let found: Vec<String> = outputs(&program.join("\n")).iter().map(shown).collect();
        assert_eq!(found, answers, "{program:?}");
    }
}

/// Values known from enumeration: RISK with three dice against two, the highest die with one more for each equal
/// one, and one throw again of a failure at most.
#[test]
fn known_values() {
    let risk = "function: attack A:s defend D:s { result: (1@A > 1@D) + (2@A > 2@D) } output [attack 3d6 defend 2d6]";
    assert_eq!(shown(&outputs(risk)[0]), "=> output 1 | 0:2275/7776 1:2611/7776 2:1445/3888");
    assert_eq!(mean("function: best S:s { result: 1@S + (1@S = 2@S) } output [best 2d6]"), "167/36");
    let again = "function: again S:s { N: S < 5 if N > 0 { result: 2 - N + (d6 >= 5) } result: 2 } output [again 2d6]";
    assert_eq!(mean(again), "26/27");
    assert_eq!(mean("output [highest 3 of 4d6]"), "15869/1296");
}

/// Cards, sets, straights and sorted pairs; the values come from icepool 2.1.3 or binomial coefficients.
#[test]
fn pools() {
    // At least two aces in five of 52 cards: 1 - (C(48,5) + 4 C(48,4)) / C(52,5).
    assert_eq!(mean("output [count 1 in [deal 5 from {1..13:4}]] >= 2"), "2257/54145");
    // All cards of a deck are certain.
    assert_eq!(shown(&outputs("output [deal 4 from {1,2,2,7}]")[0]), "=> output 1 | 12:1");
    assert_eq!(shown(&outputs("output 1@[deal 2 from {1,2,3}]")[0]), "=> output 1 | 2:1/3 3:2/3");
    let sums = "=> output 1 | 2:1/6 3:2/3 4:1/6";
    assert_eq!(shown(&outputs("output [deal 2 from {1,1,2,2}]")[0]), sums);
    assert_eq!(
        shown(&outputs("output [largest set in 5d6]")[0]),
        "=> output 1 | 1:5/54 2:25/36 3:125/648 4:25/1296 5:1/1296"
    );
    assert_eq!(shown(&outputs("output [pairs in 5d6]")[0]), "=> output 1 | 0:5/54 1:50/81 2:47/162");
    assert_eq!(
        shown(&outputs("output [longest straight in 5d6]")[0]),
        "=> output 1 | 1:151/1296 2:565/1296 3:95/324 4:10/81 5:5/162"
    );
    let risk = "=> output 1 | 0:2275/7776 1:2611/7776 2:1445/3888";
    assert_eq!(shown(&outputs("output [wins of 3d6 over 2d6]")[0]), risk);
    let refused = run("output [deal 3 from {1,2}]", Bounds::default()).unwrap_err();
    assert!(refused.message.contains("0 to 2 cards"), "{refused}");
}

/// RISK with twenty dice on each side is read face by face; the mean is that of icepool 2.1.3.
#[test]
fn large_pools_are_read_and_not_listed() {
    let start = std::time::Instant::now();
    let risk = &outputs("output [wins of 20d6 over 20d6]")[0].value;
    assert_eq!(*risk.total(), num_bigint::BigUint::from(6u32).pow(40));
    assert_eq!(mean("output [count 6 in 1000d6]"), "500/3");
    assert_eq!(mean("output [20d20 contains 3]"), "67267626542454041806644399/104857600000000000000000000");
    let refused = run("output [union of 2000d6 and 2000d6]", Bounds::default()).unwrap_err();
    assert!(refused.message.contains("would take about"), "{refused}");
    assert!(start.elapsed().as_secs() < 60);
}

/// The mean of a geometric number of rolls is 1/p; that of the collector of six faces is 6 (1 + 1/2 + ... + 1/6).
#[test]
fn repeated_rolls() {
    let rolls = |text: &str| outputs(text)[0].rolls.clone().expect("rolls");
    let six = rolls("repeat X from 0 by d6 until X = 6");
    assert_eq!(
        (six.mean.fraction(), six.variance.fraction(), six.is_open),
        ("6/1".into(), "30/1".into(), true)
    );
    let value = &outputs("repeat X from 0 by d6 until X = 6")[0].value;
    let (two, ways) = &value.weights()[1];
    assert_eq!(
        (*two, BigRational::new(ways.clone().into(), value.total().clone().into()).to_string()),
        (2, "5/36".into())
    );
    let collector = rolls("repeat N from 0 by N + (d6 > N) until N = 6 named \"all faces\"");
    assert_eq!(
        (collector.mean.fraction(), collector.variance.fraction()),
        ("147/10".into(), "3899/100".into())
    );
    // A sum of two dice from 4 on: one roll with 1/2, 3/4 + 1/6 after two, all after four.
    let sum = &outputs("repeat S from 0 by S + d6 until S >= 4")[0];
    assert_eq!(shown(sum), "=> output 1 | 1:1/2 2:5/12 3:17/216 4:1/216");
    assert!(!sum.rolls.as_ref().unwrap().is_open);
    assert_eq!(sum.rolls.as_ref().unwrap().mean.0, sum.value.mean());
    // Back to the start: a chain with circles. The mean for two sixes in a row is 6 + 36.
    assert_eq!(rolls("repeat N from 0 by (d6 = 6) * (N + 1) until N = 2").mean.fraction(), "42/1");
    assert_eq!(rolls("repeat N from 3 by N until N = 3").mean.fraction(), "0/1");
    for (text, part) in [
        ("repeat N from 0 by N until N = 1", "no end"),
        ("repeat N from 0 by N + 1 until N < 0", "too many values"),
        ("repeat N from d6 by N until N = 1", "expected a number to start from"),
        ("repeat N from 0 by d6 until d6 = 6", "expected a number as a condition"),
    ] {
        let fault = run(text, Bounds::default()).expect_err(text);
        assert!(fault.message.contains(part), "{text}: {fault}");
    }
}

#[test]
fn faults_name_the_place_and_what_was_expected() {
    for (text, place, part) in [
        ("output", (1, 7), "expected a number"),
        ("output 3d6\noutput (2", (2, 10), "expected `)`"),
        ("X = 3", (1, 3), "expected `:`"),
        ("output A", (1, 8), "no value"),
        ("output [highist 3 of 4d6]", (1, 8), "the nearest is `[highest ? of ?]`"),
        ("if d6 { output 1 }", (1, 4), "expected a number as a condition, found dice"),
        ("loop P over 3 { output P }", (1, 13), "expected a sequence"),
        ("set \"explode dept\" to 3", (1, 5), "\"explode depth\""),
        ("set \"position order\" to \"upwards\"", (1, 25), "highest first"),
        ("output d6 / 0", (1, 8), "divided by 0"),
        ("output d6 @ d6", (1, 8), "found dice before `@`"),
        ("output 2 ? 3", (1, 10), "found `?`"),
        ("result: 3", (1, 9), "functions only"),
        ("\\ no end", (1, 1), "no end"),
        ("output \"x", (1, 8), "no end"),
        ("output 99999999999", (1, 8), "expected a number of at most"),
        ("function: { result: 1 }", (1, 11), "expected a word"),
        ("output {d6..9}", (1, 9), "found dice"),
        ("output 10 ^ 30", (1, 8), "too large"),
    ] {
        let fault = run(text, Bounds::default()).expect_err(text);
        assert_eq!(fault.place(text), place, "{text}: {fault}");
        assert!(fault.message.contains(part), "{text}: {fault}");
    }
}

#[test]
fn programs_stay_within_their_bounds() {
    let start = std::time::Instant::now();
    for text in [
        "output 10000d100000",
        "output d100000 * d100000",
        "function: f S:s { result: 1 } output [f 100d100]",
        "loop A over {1..1000} { loop B over {1..1000} { loop C over {1..1000} { X: A } } }",
        "function: f N:n { result: [f d100] + [f d100] } output [f 1]",
        "set \"maximum function depth\" to 200 function: f N:n { result: [f d100] + [f d100] } output [f 1]",
        "output {1..100000:100000}",
        "output (10000d6)d6",
        "output (2000d6)d6",
        "output 500@1000d1000",
        "output 5d(100000d6)",
    ] {
        assert!(run(text, Bounds::default()).is_err(), "{text}");
    }
    let small = Bounds { steps: 1e3, ..Bounds::default() };
    assert!(run("output 20d20", small).unwrap_err().message.contains("steps of work (at most"));
    let small = Bounds { bytes: 1e3, ..Bounds::default() };
    assert!(run("output 20d20", small).unwrap_err().message.contains("MiB (at most"));
    let nested = format!("output {}1{}", "(".repeat(5000), ")".repeat(5000));
    assert!(run(&nested, Bounds::default()).unwrap_err().message.contains("nested"));
    assert!(run(&format!("output {}1", "-".repeat(5000)), Bounds::default()).is_err());
    assert!(start.elapsed().as_secs() < 300);
}

const QUICK: Bounds = Bounds { steps: 3e5, bytes: 1e6 };

#[test]
fn pools_are_read_by_functions_of_the_program() {
    let read = |program: &str| shown(&outputs(program)[0]);
    let most = "function: most S F C { if C > S { result: C } result: S } output [read POOL by most from 0]";
    for pool in [
        "5d6",
        "[pool of 2d6 and 3d8]",
        "[deal 5 from {1..13:4}]",
        "[union of 3d4 and 2d6]",
        "{1,1,2}",
        "d{}",
    ] {
        let built_in = format!("output [largest set in {pool}]");
        assert_eq!(read(&most.replace("POOL", pool)), read(&built_in), "{pool}");
    }
    // The highest of three dice and how many show it, against all 216 throws.
    let high = "function: high S:s F C { if C = 0 { result: S } if 1@S > 0 { result: S } result: {F, C} }\nT: [read 3d6 by high from {0, 0}]\n";
    let mut counts = std::collections::BTreeMap::new();
    for throw in 0..216 {
        let dice = [throw % 6 + 1, throw / 6 % 6 + 1, throw / 36 + 1];
        let highest = dice.into_iter().max().unwrap();
        let often = dice.iter().filter(|die| **die == highest).count() as i64;
        *counts.entry((i64::from(highest), often)).or_insert(0u32) += 1;
    }
    let expected = |of: &dyn Fn((i64, i64)) -> i64| {
        let mut sums = std::collections::BTreeMap::new();
        counts.iter().for_each(|(tuple, ways)| *sums.entry(of(*tuple)).or_insert(0u32) += ways);
        let part =
            |(value, ways): (i64, u32)| format!("{value}:{}", BigRational::new(ways.into(), 216.into()));
        sums.into_iter().map(part).collect::<Vec<_>>().join(" ")
    };
    let marginals = outputs(&format!("{high}output T named \"high\""));
    assert_eq!(shown(&marginals[0]), format!("=> high, number 1 | {}", expected(&|(highest, _)| highest)));
    assert_eq!(shown(&marginals[1]), format!("=> high, number 2 | {}", expected(&|(_, often)| often)));
    for (output, of) in [
        ("2@T", &(|(_, often)| often) as &dyn Fn((i64, i64)) -> i64),
        ("T + 1", &|(highest, often)| highest + often + 1),
        ("#T", &|_| 2),
        ("[product T]", &|(highest, often)| highest * often),
        ("T > 6", &|(highest, often)| i64::from(highest + often > 6)),
        ("[is {6, 2} T]", &|tuple| i64::from(tuple == (6, 2))),
    ] {
        let functions = "function: product A:s { result: 1@A * 2@A } function: is A:s B:s { result: A = B } ";
        let found = read(&format!("{functions}{high}output {output}"));
        assert_eq!(found, format!("=> output 1 | {}", expected(of)), "{output}");
    }
    for (program, message) in [
        (
            "output [read 3d6 by most from 0]",
            "expected a function of three parameters before: `function: most",
        ),
        ("function: f S F C { result: d6 } output [read 3d6 by f from 0]", "as a state, found dice"),
        ("function: f S F C { result: {S, S} } output [read 3d6 by f from {1, 2}]", "at most 64 numbers"),
        ("function: f S F C { result: S + [f S F C] } output [read 3d6 by f from 0]", "found dice"),
    ] {
        let fault = run(program, Bounds::default()).unwrap_err();
        assert!(fault.message.contains(message), "{program}: {fault}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_program_panic(text in "\\PC{0,60}") {
        let _ = run(&text, QUICK);
    }

    #[test]
    fn nothing_like_a_program_makes_it_panic(text in "(output |d|[0-9]|\\{|\\}|\\[|\\]|\\(|\\)|[-+*/^@#!&|<=>,:]|\\.\\.| |A|B|highest |of |count |in |explode |function: f A:s |result: |if |loop A over |else |pool of |union of |difference of |and |at most |of each in |largest set in |wins of |over |deal |from |\\[read 2d4 by f from |function: f S F C \\{ result: |repeat A from |by |until ){0,24}") {
        let _ = run(&format!("A: 3d6 B: {{1,2,3}} output {text}"), QUICK);
        let _ = run(&text, QUICK);
    }
}
