//! Notations as people type them: those that mean something here, and what the others are told.
//!
//! Values come from icepool 2.1.3 and from enumeration in fractions.

use num_rational::BigRational;
use torneo_dice::answer::{hint, notes};
use torneo_dice::expression::EXPLOSIONS;
use torneo_dice::language::{Bounds, Door, Expression, Fault, evaluate};

fn fractions(text: &str, explosions: u32) -> Vec<(i64, BigRational)> {
    let expression: Expression = text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let distribution = evaluate(&expression, &[], explosions, Bounds::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let total = distribution.total().clone();
    let fraction =
        |weight: &num_bigint::BigUint| BigRational::new(weight.clone().into(), total.clone().into());
    distribution.weights().iter().map(|(value, weight)| (*value, fraction(weight))).collect()
}

fn mean(text: &str, explosions: u32) -> String {
    let term = |(value, p): (i64, BigRational)| BigRational::from_integer(value.into()) * p;
    fractions(text, explosions).into_iter().map(term).sum::<BigRational>().to_string()
}

#[track_caller]
fn has(text: &str, explosions: u32, expected: &str) {
    let expected: Vec<(i64, BigRational)> = expected
        .split_whitespace()
        .map(|part| part.split_once(':').unwrap())
        .map(|(value, fraction)| (value.parse().unwrap(), fraction.parse().unwrap()))
        .collect();
    assert_eq!(fractions(text, explosions), expected, "{text}");
}

#[test]
fn other_forms_mean_the_same() {
    for (other, form) in [
        ("3d6!", "3d6x"),
        ("3d6!>=5", "3d6x>=5"),
        ("3d6!5", "3d6x5"),
        ("4d6ro1", "4d6r1"),
        ("4d6 drop lowest", "4d6dl1"),
        ("4d6 drop lowest 2", "4d6dl2"),
        ("4d6 drop highest", "4d6dh1"),
        ("4d6 keep highest 3", "4d6kh3"),
        ("4d6 keep 3", "4d6kh3"),
        ("4d6 keep lowest", "4d6kl1"),
        ("4d6 KH3", "4d6kh3"),
        ("highest 3 of 4d6", "4d6kh3"),
        ("lowest 2 of 4d6", "4d6kl2"),
        ("highest 2 of 4d6x", "4d6xkh2"),
        ("middle 1 of 3d20", "3d20dh1dl1"),
        ("3@4d6", "4d6kh3kl1"),
        ("1 @ 4d6", "4d6kh1"),
        ("adv", "2d20kh1"),
        ("dis+3", "2d20kl1+3"),
        ("2d8 vs 3d4", "2d8 >= 3d4"),
        ("at least 2 6 in 5d6", "5d6cs6 >= 2"),
        ("at most 1 >=5 in 5d6", "5d6cs>=5 <= 1"),
        ("count(5d6, >=5)", "5d6cs>=5"),
        ("count(5d6kh3, 6)", "5d6kh3cs6"),
        ("(2)d6", "2d6"),
        ("2d(6)kh1", "2d6kh1"),
        ("2d6!=7", "2d6 != 7"),
        ("2d4x10", "2d4*10"),
        ("2d4 x 10", "2d4*10"),
        ("1d4 − 1", "1d4-1"),
        ("1d10×10", "1d10*10"),
        ("1d6 ÷ 2", "1d6/2"),
        ("3d6 ≥ 11", "3d6>=11"),
        ("4d6-L", "4d6dl1"),
        ("4d6-H", "4d6dh1"),
        ("10d10t7", "10d10cs>=7"),
        ("10d10>=8f1", "10d10cs>=8df=1"),
        ("10d10cs>=8cf=1", "10d10cs>=8f1"),
        ("d00", "d100"),
        ("dz10", "d{0..9}"),
        ("dz%", "d{0..99}"),
        ("exactly 2 6 in 5d6", "5d6cs6 = 2"),
        ("no 6 in 4d6", "4d6cs6 = 0"),
        ("any >=5 in 4d6", "4d6cs>=5 >= 1"),
        ("all >=2 in 3d6", "3d6cs>=2 = 3"),
        ("at most 0 6 in 4d6", "4d6cs6 = 0"),
        ("(4d6)kh3", "4d6kh3"),
        ("highest 3 of (4d6)", "4d6kh3"),
        ("4d6kh(3)", "4d6kh3"),
        ("sets((5d6))", "sets(5d6)"),
        ("[highest 3 of 4d6]", "4d6kh3"),
        ("[count 6 in 4d6]", "4d6cs6"),
        ("{1d6,1d6,1d6}kh2", "3d6kh2"),
        ("{4d6,3d8}kh1", "max(4d6,3d8)"),
        ("{2d6+1d6}dl1", "3d6kh2"),
        ("highest 2 of d6,d6,d6", "3d6kh2"),
        ("1d6+0d4", "1d6"),
        ("(0)d6", "0d6"),
        ("max(0,(1d4-2))d6", "(max(0,1d4-2))d6"),
    ] {
        assert_eq!(fractions(other, EXPLOSIONS), fractions(form, EXPLOSIONS), "{other}");
    }
}

#[test]
fn compounding_and_penetrating() {
    assert_eq!(mean("2d6!!kh1", 1), "7217/1296");
    assert_eq!(mean("3d6!!", 1), "49/4");
    let sixes = "1:1/6 2:1/6 3:1/6 4:1/6 5:1/6 6:1/36 7:1/36 8:1/36 9:1/36 10:1/36 \
                 11:1/216 12:1/216 13:1/216 14:1/216 15:1/216 16:1/216";
    has("1d6!p", 2, sixes);
    has("1d4!pkh1", 1, "1:1/4 2:1/4 3:1/4 4:1/4");
    let two = "0:1/256 1:5/128 2:35/256 3:15/64 4:75/256 5:25/128 6:25/256";
    has("2d4!pkl2", 1, two);
    // A choice that changes nothing makes the general method take the place of the special one.
    has("2d4kh2!pkl2", 1, two);
}

#[test]
fn values_of_new_forms() {
    assert_eq!(mean("(2d6)d6", EXPLOSIONS), "49/2");
    has(
        "2d(1d6)",
        EXPLOSIONS,
        "2:5369/21600 3:1769/10800 4:1169/7200 5:223/1800 6:17/160 7:271/3600 8:1157/21600 9:43/1350 \
         10:37/1800 11:1/108 12:1/216",
    );
    let best = "1:259/5184 2:127/1728 3:575/5184 4:865/5184 5:425/1728 6:1829/5184";
    has("(1d4)d6kh1", EXPLOSIONS, best);
    has("3@4d6", EXPLOSIONS, "1:19/144 2:119/432 3:121/432 4:29/144 5:41/432 6:7/432");
    let middle =
        "2:7/432 3:1/24 4:37/432 5:13/108 6:67/432 7:35/216 8:67/432 9:13/108 10:37/432 11:1/24 12:7/432";
    has("middle 2 of 4d6", EXPLOSIONS, middle);
    let above = "2:1/64 3:25/512 4:39/256 5:55/256 6:143/512 7:95/512 8:53/512";
    has("middle 2 of 5d4", EXPLOSIONS, above);
    has("abs(1d6-3)", EXPLOSIONS, "0:1/6 1:1/3 2:1/3 3:1/6");
    has("1d6/2", EXPLOSIONS, "0:1/6 1:1/3 2:1/3 3:1/6");
    assert_eq!((mean("1d6/2", 10), mean("ceil(1d6/2)", 10)), ("3/2".into(), "2".into()));
    has("(1d6-4)/2", EXPLOSIONS, "-1:1/3 0:1/2 1:1/6");
    has("ceil((1d6-4)/2)", EXPLOSIONS, "-1:1/3 0:1/3 1:1/3");
    has("floor((1d6-4)/2)", EXPLOSIONS, "-2:1/6 -1:1/3 0:1/3 1:1/6");
    let choice = "1:1/20 2:13/160 3:9/80 4:23/160 5:7/40 6:23/160 7:9/80 8:13/160 9:1/20 10:1/20";
    has("if(1d6>3,2d4,1d10)", EXPLOSIONS, choice);
    assert_eq!(mean("5d6 given any 6", EXPLOSIONS), "89205/4651");
    let given = "7:1/18 8:1/6 9:2/9 10:2/9 11:1/6 12:1/9 13:1/18";
    has("3d6 given any >=5 and any 1", EXPLOSIONS, given);
    assert_eq!(mean("at least 2 6 in 5d6", EXPLOSIONS), "763/3888");
    assert_eq!(mean("at most 1 >=5 in 5d6", EXPLOSIONS), "112/243");
    assert_eq!((mean("adv", 10), mean("dis", 10)), ("553/40".into(), "287/40".into()));
    assert_eq!(mean("2d8 vs 3d4", EXPLOSIONS), "711/1024");
}

#[test]
fn what_cannot_be_is_refused() {
    for text in [
        "2d6x>=1",
        "1d6!<=6",
        "d{5}x",
        "2d6!!>=1",
        "1d6!p>0",
        "5@4d6",
        "middle 5 of 4d6",
        "middle 1 of 3d6x",
        "ceil(3d6)",
        "ceil(1d6/2/2)",
        "2d(1d6)x",
        "2d(1d6)rr1",
        "count(5, 6)",
        "highest 3 of 5",
        "if(1d6, 2)",
    ] {
        assert!(text.parse::<Expression>().is_err(), "{text}");
    }
    let refused = |text: &str| {
        let expression: Expression = text.parse().unwrap();
        evaluate(&expression, &[], EXPLOSIONS, Bounds::default()).unwrap_err().message
    };
    for (text, part) in [
        ("1d6/(1d6-1)", "a divisor that cannot be 0: `max(1, A)`"),
        ("(1d6-3)d6", "the number of dice can be -2"),
        ("2d(1d6-1)", "the number of faces can be 0"),
        ("3d6 given any 7", "never happens"),
        ("(1000000d6)d6", "would take about"),
        ("(300d6)d(300d6)", "would take about"),
        // Hundreds of throws are kept until they are mixed, which together take more than one.
        ("(10000d6)d6x", "would take about"),
    ] {
        assert!(refused(text).contains(part), "{text}: {}", refused(text));
    }
}

#[test]
fn what_may_not_be_meant_is_told() {
    let told = |text: &str| {
        let expression: Expression = text.parse().unwrap();
        let distribution = evaluate(&expression, &[], EXPLOSIONS, Bounds::default()).unwrap();
        notes(&expression, text, EXPLOSIONS, &distribution).join("\n")
    };
    for (text, part) in [
        ("10d10>=7", "compares the sum; for dice that show 7 or more: `10d10cs>=7`"),
        ("3d6<3", "never holds: it compares the sum; for dice that show less than 3: `3d6cs<3`"),
        ("4d6kh9", "only 4 dice are there; to keep 4 of 9: `9d6kh4`"),
        ("3d6x", "the limit of 10 explosions"),
        ("3d6!!", "--explosions 20"),
        ("d66", "`10*1d6+1d6`"),
        ("1d6/2", "rounds towards zero"),
        ("1d6-1d6 > 5", "certain"),
        ("5d10>=8", "for dice that show 8 or more: `5d10cs>=8`"),
        ("3d6!=6", "for dice that show something else than 6: `3d6cs!=6`"),
        ("2d6 vs 1d12", "this counts 2d6 at least 1d12 (ties count)"),
        ("1d10x10", "explodes on 10; for 10 times the dice: `1d10*10`"),
        ("2d4x10", "`x` stands for times"),
        ("2d6r7", "r=7, which never acts"),
        ("2d6min0", "min0, which never acts"),
        ("2d6!7", "x=7, which never acts"),
        ("3d6!>4", "Roll20 counts it in: `3d6!>=4`"),
        ("5d10cs>7", "Roll20 counts it in: `5d10cs>=7`"),
    ] {
        assert!(told(text).contains(part), "{text}: {}", told(text));
    }
    for text in
        ["3d6", "4d6kh3", "10d10cs>=7", "3d100x", "3d6 > 2d8", "5", "2d66", "ceil(1d6/2)", "2d100xkh9"]
    {
        assert_eq!(told(text), "", "{text}");
    }
}

/// What a notation of another program comes to: its mean here, or a part of the advice.
enum Answer {
    Mean(&'static str),
    Advice(&'static str),
}

use Answer::{Advice, Mean};

#[test]
fn notations_of_other_programs() {
    let table: [(&str, &str, Answer); 88] = [
        ("AnyDice", "3d6", Mean("21/2")),
        ("AnyDice", "d{1..6}", Mean("7/2")),
        ("AnyDice", "2d{0,1,1}", Mean("4/3")),
        ("AnyDice", "3@4d6", Mean("1253/432")),
        ("AnyDice", "(2d6)d6", Mean("49/2")),
        ("AnyDice", "d6/2", Mean("3/2")),
        ("AnyDice", "3d6 > 2d8", Mean("451/768")),
        ("AnyDice", "2d6 != 7", Mean("5/6")),
        ("AnyDice", "-d6", Mean("-7/2")),
        ("AnyDice", "output 3d6", Advice("torneo dice run -e \"output 3d6\"")),
        ("AnyDice", "[highest 3 of 4d6]", Mean("15869/1296")),
        ("AnyDice", "[explode d6]", Mean("301/72")),
        ("AnyDice", "{1,2}@4d6", Mean("6055/648")),
        ("AnyDice", "1d6 & 1d8", Mean("1")),
        ("AnyDice", "2^d6", Mean("21")),
        ("AnyDice", "#3d6", Mean("7/2")),
        ("icepool", "d6", Mean("7/2")),
        ("icepool", "3 @ 4d6", Mean("1253/432")),
        ("icepool", "3 @ d6", Advice("`3d6`")),
        ("icepool", "d6.explode()", Advice("`torneo dice \"1d6!!\" --explosions 9`")),
        ("icepool", "d6.reroll([1])", Advice("`1d6rr1`")),
        ("icepool", "d6.highest(4, 3)", Advice("`4d6kh3`")),
        ("icepool", "d6.lowest(4, 3)", Advice("`4d6kl3`")),
        ("icepool", "d6.middle(3)", Advice("middle 1 of 3d6")),
        ("icepool", "d6.pool(4)", Advice("`4d6`")),
        ("icepool", "lowest(d6, d8)", Advice("`min(d6, d8)`")),
        ("icepool", "highest(d6, d8)", Advice("`max(d6, d8)`")),
        ("icepool", "Die([1,2,3])", Advice("`1d{1,2,3}`")),
        ("icepool", "d6 // 2", Advice("`floor(d6 / 2)`")),
        ("icepool", "max(d6, d8)", Mean("251/48")),
        ("icepool", "abs(d6 - 3)", Mean("3/2")),
        ("Roll20", "4d6kh3", Mean("15869/1296")),
        ("Roll20", "4d6k3", Mean("15869/1296")),
        ("Roll20", "4d6d1", Mean("15869/1296")),
        ("Roll20", "4d6dl1", Mean("15869/1296")),
        ("Roll20", "2d20kl1", Mean("287/40")),
        ("Roll20", "4dF", Mean("0")),
        ("Roll20", "d%", Mean("101/2")),
        ("Roll20", "2d6ro<2", Mean("47/6")),
        ("Roll20", "2d6rr1", Mean("8")),
        ("Roll20", "floor(1d6/2)", Mean("3/2")),
        ("Roll20", "ceil(1d6/2)", Mean("2")),
        ("Roll20", "{4d6,3d8}kh1", Mean("584645/36864")),
        ("Roll20", "round(1d6/2)", Advice("`floor((2 * (1d6) + (2)) / (2 * (2)))`")),
        ("Roll20", "8d6sd", Advice("`8d6`")),
        ("Roll20", "3d6<3f1", Advice("`3d6cs<=3f1`")),
        ("Roll20", "4d6 drop lowest", Mean("15869/1296")),
        ("Troll", "sum largest 3 4d6", Advice("`highest 3 of 4d6`")),
        ("Troll", "sum least 3 4d6", Advice("`lowest 3 of 4d6`")),
        ("Troll", "min 2d20", Advice("`2d20kl1`")),
        ("Troll", "max 2d20", Advice("`2d20kh1`")),
        ("Troll", "count 4< 5d6", Advice("count(5d6, >=5)")),
        ("Troll", "count different 5d6", Advice("distinct(5d6)")),
        ("Troll", "median 3d6", Advice("middle 1 of 3d6")),
        ("Troll", "accumulate x:=d6 while x=6", Advice("`1d6!!6`")),
        ("Troll", "if d6>3 then 1 else 0", Advice("`if(d6>3, 1, 0)`")),
        ("Troll", "6 # 3d6", Advice("`torneo dice roll \"3d6\" --times 6`")),
        ("Troll", "z9", Advice("`dz9`")),
        ("Troll", "sum 3d6", Advice("`3d6`")),
        ("people", "4d6 reroll 1", Advice("`4d6r1`")),
        ("people", "1d6 explode", Advice("`1d6!`")),
        ("Roll20", "10d10f1", Advice("`10d10cs1`")),
        ("Roll20", "10d10cf=1", Advice("`10d10cs1`")),
        ("Roll20", "1d6!!p", Advice("`1d6!p`")),
        ("Foundry", "3d6xo", Advice("`torneo dice \"3d6x\" --explosions 1`")),
        ("Foundry", "10d10df=1", Advice("`-(10d10cs1)`")),
        ("Foundry", "2d6xo6+3", Advice("`torneo dice \"2d6x6+3\" --explosions 1`")),
        ("Avrae", "3d6e6", Advice("`3d6x6`")),
        ("Avrae", "4d6mi2", Advice("`4d6min2`")),
        ("Avrae", "4d6ma5", Advice("`4d6max5`")),
        ("Avrae", "4d6ph1", Advice("`4d6dh1`")),
        ("Avrae", "1d20ra20", Advice("`torneo dice \"1d20x20\" --explosions 1`")),
        ("Dice Maiden", "3d6ie6", Advice("`3d6x6`")),
        ("Dice Maiden", "3d6 ir1", Advice("`3d6rr1`")),
        ("Dice Maiden", "5d10t8f1", Mean("1")),
        ("Dice Maiden", "6 4d6", Advice("`torneo dice roll \"4d6\" --times 6`")),
        ("icepool", "d6.reroll([1], depth=1)", Advice("`1d6r1`")),
        ("icepool", "d6.pool(4).highest(3).sum()", Advice("`4d6kh3`")),
        ("icepool", "d6.explode(depth=3)", Advice("`torneo dice \"1d6!!\" --explosions 3`")),
        ("icepool", "d8.highest(4)", Advice("`4d8kh1`")),
        ("Troll", "count 4= 5d6", Advice("`count(5d6, 4)`")),
        ("people", "2d6 ** 2", Advice("`2d6 ^ 2`")),
        ("people", "6x4d6", Advice("`torneo dice roll \"4d6\" --times 6`")),
        ("people", "4d6kg3", Advice("did you mean `kh`?")),
        ("people", "sats(5d6)", Advice("did you mean `sets`?")),
        ("people", "3d6 + x", Advice("none")),
        ("people", "4d6kq3+", Advice("none")),
        ("people", "advantage", Advice("`adv`")),
    ];
    for (program, text, answer) in table {
        match answer {
            Mean(expected) => assert_eq!(mean(text, EXPLOSIONS), expected, "{program}: {text}"),
            Advice(part) => {
                let fault: Fault = text.parse::<Expression>().expect_err(text);
                let advice = hint(text, &fault, Door::Expression).unwrap_or("none".to_owned());
                assert!(advice.contains(part), "{program}: {text}: {advice}");
            }
        }
    }
}
