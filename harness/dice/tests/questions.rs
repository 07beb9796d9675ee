//! What people type into the field of the page.

use proptest::prelude::*;
use torneo_dice::language::Bounds;
use torneo_dice::question::{Answer, Refusal, answers};

fn answered(text: &str) -> Vec<Answer> {
    answers(text, Bounds::default()).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
}

fn refused(text: &str) -> Refusal {
    answers(text, Bounds::default()).expect_err(text)
}

/// Among dice that explode some are dropped, and those that are left explode again: what that takes shows on the way only.
#[test]
fn lists_of_dice_keep_the_bounds() {
    let few = Bounds { steps: 1e6, ..Bounds::default() };
    for text in ["4d6xd6!", "3d6!dl1!", "output 3d6!dl1!"] {
        let refusal = answers(text, few).expect_err(text);
        assert!(refusal.message.contains("steps"), "{text}: {refusal:?}");
    }
}

/// What is far beyond the bounds is refused long before they are reached: by an estimate, not by the last step.
#[test]
fn what_is_far_too_much_is_foreseen() {
    let bounds = Bounds { steps: 1e7, ..Bounds::default() };
    for text in [
        "40d{1..9}dh2!p>=8",
        "55d9dh2!>=8",
        "4d6xd6!",
        "X: d6 loop P over {1..60} { X: X+X } output X",
        "A: 20d66kh1 loop I over {1..55} { A: A*4d{1..9} } output A",
    ] {
        let refusal = answers(text, bounds).expect_err(text);
        assert!(refusal.message.contains("steps"), "{text}: {refusal:?}");
        assert!(!refusal.message.contains("1.0e7 steps"), "{text}: {refusal:?}");
    }
}

/// What can have no value is answered like everything else, and at once.
#[test]
fn empty_outputs_are_answered() {
    for text in [
        "output {}",
        "output d{}",
        "output [highest 3 of d{}]",
        "output 0d{}",
        "output {} + d6",
        "output 2d{}",
    ] {
        if let Ok(outputs) = answers(text, Bounds::default()) {
            assert!(
                outputs[0].line == "nothing is possible" && outputs[0].values.is_empty()
                    || !outputs[0].bars.is_empty(),
                "{text}: {outputs:?}"
            );
        }
    }
    assert_eq!(answered("output {}")[0].line, "nothing is possible");
    assert_eq!(answered("output d{}")[0].line, "nothing is possible");
    assert_eq!(answered("output [highest 3 of d{}]")[0].line, "nothing is possible");
}

#[test]
fn each_line_is_an_expression_and_an_output_makes_a_program() {
    let lines = answered("4d6kh3\n\n  3d6 > 2d8 \n");
    assert_eq!((lines[0].title.as_str(), lines.len()), ("4d6kh3", 2));
    assert_eq!(lines[0].line, "mean 12.24, standard deviation 2.85, median 12");
    assert_eq!(lines[0].values[0], (3, "1/1296".to_owned()));
    assert!(lines[1].line.starts_with("probability 0.5"), "{}", lines[1].line);
    let outputs = answered("output [highest 3 of 4d6] named \"ability\"\noutput d6 > 4");
    assert_eq!((outputs[0].title.as_str(), outputs[1].title.as_str()), ("ability", "output 2"));
    assert_eq!((&outputs[0].line, &outputs[0].bars), (&lines[0].line, &lines[0].bars));
    assert_eq!(outputs[1].line, "probability 0.333333 (33.3%)");
    let rolls = answered("repeat N from 0 by d6 until N = 6");
    assert!(rolls[0].notes[0].starts_with("rolls, mean 6.000000 (6/1)"), "{:?}", rolls[0].notes);
    assert_eq!((answered(""), answered("\n \n")), (Vec::new(), Vec::new()));
}

#[test]
fn charts_are_short_and_long_fractions_are_left_out() {
    let [large, small] = &answered("1000d6\n20d6")[..] else { panic!("two answers") };
    assert!(large.bars.len() <= 20 && large.values.is_empty());
    assert_eq!(small.values.len(), 101);
}

#[test]
fn refusals_name_the_place_and_what_to_type() {
    for (text, (line, column, length), message, help) in [
        ("3d6\n4d6kq3", (2, 4, 2), "there is no modifier `kq`", "did you mean"),
        ("3d6\n4d6 +", (2, 6, 0), "expected", ""),
        ("é3d6", (1, 1, 1), "expected", ""),
        ("3d6e6", (1, 4, 1), "there is no modifier `e`", "`3d6x6`"),
        ("output 3d6\noutput (2", (2, 10, 0), "expected `)`", ""),
        ("output 3d6\noutput foo", (2, 8, 3), "expected", ""),
        ("1000d1000kh500", (1, 1, 14), "would take about", ""),
    ] {
        let found = refused(text);
        assert_eq!((found.line, found.column, found.length), (line, column, length), "{text}: {found:?}");
        assert!(found.message.contains(message), "{text}: {found:?}");
        assert!(found.help.as_deref().unwrap_or("").contains(help), "{text}: {found:?}");
    }
    assert_eq!(refused(&"d6\n".repeat(30)).line, 21);
    let long = answers("loop A over {1..10000} { B: A * A }", Bounds { steps: 1e4, bytes: 1e6 }).unwrap_err();
    assert!(long.message.contains("steps of work (at most"), "{long:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn no_text_makes_it_panic(text in "(\n|output |[0-9]|d[0-9]|d6|kh2|!|r1|cs>=|>=|[-+*/(){}\\[\\],@#=<:\"]|repeat A from |function: |set \"|named |at least | in | given any |if\\(|é|😀| ){0,20}") {
        let bounds = Bounds { steps: 1e6, bytes: 1e7 };
        if let Err(refusal) = answers(&text, bounds) {
            prop_assert!(refusal.line >= 1 && refusal.column >= 1);
        }
    }

    #[test]
    fn no_letters_make_it_panic(text in "\\PC{0,40}") {
        let _ = answers(&text, Bounds { steps: 1e6, bytes: 1e7 });
    }
}
