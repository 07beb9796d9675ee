//! Exact odds of the dice games against the fractions of the rules pages.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use torneo_dice::{self as dice, Decider, Limits, Number, Odds, Trial, Verdict};
use torneo_exact::{Analysis, Policy};
use torneo_registry::streams::{Purpose, Streams};

fn set_up(spec: &str) -> Analysis {
    torneo::registry().analysis(&spec.parse().unwrap()).unwrap()
}

fn odds(spec: &str) -> Odds {
    let odds = dice::odds(&set_up(spec), Limits::default()).unwrap();
    let sum: BigRational = odds.seat_win.iter().chain([&odds.draw]).filter_map(Number::exact).sum();
    assert!(sum.is_one(), "{spec}: probabilities add up to one");
    let turn: BigRational = odds.turn_results.iter().filter_map(|result| result.probability.exact()).sum();
    assert!(turn.is_one(), "{spec}: a turn ends somehow");
    odds
}

fn fraction(text: &str) -> BigRational {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    BigRational::new(numerator.parse::<BigInt>().unwrap(), denominator.parse::<BigInt>().unwrap())
}

#[track_caller]
fn exactly(number: &Number, expected: &str) {
    assert_eq!(number.exact(), Some(&fraction(expected)));
}

#[track_caller]
fn nearly(number: &Number, expected: f64) {
    assert!((number.decimal() - expected).abs() < 6e-13, "{} instead of {expected}", number.decimal());
}

#[test]
fn hazard() {
    let two = odds("hazard");
    exactly(&two.seat_win[0], "24298296676888433677205006791/43545762570418032921528692160");
    exactly(&two.seat_win[1], "19247465893529599244323685369/43545762570418032921528692160");
    exactly(&two.expected_throws, "2057118359841763051/575965643809347792");
    let round: BigRational = two.length.head[..2].iter().filter_map(|item| item.probability.exact()).sum();
    assert_eq!(round, fraction("245/729"));

    let three = odds("hazard(players=3)");
    for (seat, expected) in [0.418295569641, 0.322102864368, 0.259601565992].into_iter().enumerate() {
        nearly(&three.seat_win[seat], expected);
    }
    nearly(&three.expected_throws, 3.712895823770);
    let round: BigRational = three.length.head[..3].iter().filter_map(|item| item.probability.exact()).sum();
    assert_eq!(round, fraction("9035/19683"));
}

#[test]
fn turns_and_battles() {
    let one = odds("hazard");
    let win = one.seat_win[0].exact().unwrap().clone();
    let lose = BigRational::one() - &win;
    // Without rotation two turns are two independent trials.
    let two = odds("hazard(turns=2, rotate=false, stake=3)");
    assert_eq!(two.seat_win[0].exact(), Some(&(&win * &win)));
    assert_eq!(two.draw.exact(), Some(&(&win * &lose * fraction("2"))));
    assert_eq!(two.expected_points[0].exact(), Some(&((&win - &lose) * fraction("6"))));
    // With rotation both seats are alike after an even number of turns.
    let rotated = odds("hazard(turns=2)");
    assert_eq!(rotated.seat_win[0], rotated.seat_win[1]);
    exactly(&rotated.expected_points[0], "0");
    for spec in ["hazard(battle=highest)", "hazard(battle=lowest, players=4)"] {
        let even = odds(spec);
        exactly(&even.seat_win[0], &format!("1/{}", even.seats));
    }
}

#[test]
fn a_limit_on_the_throws_is_exact() {
    let odds = odds("hazard(max_throws=2)");
    exactly(&odds.seat_win[0], "5/27");
    exactly(&odds.draw, "484/729");
    exactly(&odds.expected_throws, "49/27");
}

#[test]
fn many_turns_are_known_to_an_error() {
    let odds = dice::odds(&set_up("hazard(turns=60, players=4)"), Limits::default()).unwrap();
    assert!(odds.seat_win[0].exact().is_none());
    let sum: f64 = odds.seat_win.iter().chain([&odds.draw]).map(Number::decimal).sum();
    assert!((sum - 1.0).abs() < 1e-11);
    assert!(odds.expected_throws.exact().is_some());
}

#[test]
fn other_games_are_refused() {
    let refused = |spec: &str| torneo::registry().analysis(&spec.parse().unwrap()).err().unwrap();
    assert!(refused("hnefatafl").to_string().contains("not a dice game"));
    assert!(refused("hazrd").nearest().is_some());
}

/// A game of one turn: the chances of the seats, expected throws and expected rounds.
#[track_caller]
fn one_turn(spec: &str, wins: &[&str], throws: &str, rounds: &str) -> Odds {
    let odds = odds(spec);
    assert_eq!(odds.seats, wins.len());
    wins.iter().enumerate().for_each(|(seat, win)| exactly(&odds.seat_win[seat], win));
    exactly(&odds.draw, "0");
    exactly(&odds.expected_throws, throws);
    exactly(&odds.expected_rounds, rounds);
    odds
}

#[test]
fn highest_and_lowest_wins() {
    for id in ["highest-wins", "lowest-wins"] {
        let half = ["1/2", "1/2"];
        one_turn(id, &half, "7776/3527", "3888/3527");
        one_turn(&format!("{id}(dice=1)"), &half, "12/5", "6/5");
        one_turn(&format!("{id}(dice=2)"), &half, "1296/575", "648/575");
        let third = ["1/3", "1/3", "1/3"];
        one_turn(&format!("{id}(players=3)"), &third, "11664/3527", "1684474056/1466544235");
        for (options, shared, win) in [
            ("ties=draw", "361/3888", "3527/7776"),
            ("ties=draw, dice=1", "1/6", "5/12"),
            ("ties=draw, dice=2", "73/648", "575/1296"),
            ("ties=draw, players=3", "112865/839808", "726943/2519424"),
        ] {
            let odds = odds(&format!("{id}({options})"));
            exactly(&odds.draw, shared);
            odds.seat_win.iter().for_each(|number| exactly(number, win));
        }
    }
}

#[test]
fn as_many_on_one_as_on_two() {
    let id = "as-many-on-one-as-on-two";
    // An attempt is two throws.
    let attempts = |odds: &Odds, expected: &str| exactly(&odds.expected_chance_turns, expected);
    attempts(&one_turn(id, &["1/2", "1/2"], "10368/335", "2592/335"), "5184/335");
    let none = odds(&format!("{id}(last_throw=none)"));
    exactly(&none.seat_win[0], "72/139");
    attempts(&none, "72/5");
    let three = odds(&format!("{id}(last_throw=none, players=3)"));
    exactly(&three.seat_win[0], "5184/14497");
    exactly(&three.seat_win[1], "4824/14497");
    exactly(&three.seat_win[2], "4489/14497");
    let all = odds(&format!("{id}(last_throw=all)"));
    exactly(&all.seat_win[1], "67/139");
    attempts(&all, "5544/335");
    let third = ["1/3", "1/3", "1/3"];
    attempts(&one_turn(&format!("{id}(players=3)"), &third, "11088/335", "1908/335"), "5544/335");
}

#[test]
fn triga() {
    one_turn("triga", &["1/2", "1/2"], "1296/131", "648/131");
    one_turn("triga(group=low)", &["1/2", "1/2"], "1296/131", "648/131");
    one_turn("triga(group=mid)", &["1/2", "1/2"], "1296/209", "648/209");
    one_turn("triga(players=3)", &["1/3", "1/3", "1/3"], "46656/4297", "15552/4297");
}

#[test]
fn marlota() {
    let two = odds("marlota");
    exactly(&two.seat_win[0], "8964264081529/17984768241440");
    exactly(&two.seat_win[1], "9020504159911/17984768241440");
    let throws = fraction("32605711731/12352175990") + fraction("2696590413918/562024007545");
    assert_eq!(two.expected_throws.exact(), Some(&throws));
    let three = odds("marlota(players=3)");
    exactly(&three.seat_win[0], "42615896646805644652992929374/128737674583424930943202157875");
    exactly(&three.seat_win[1], "5495131007247961717935282249357/16478422346678391160729876208000");
    exactly(&three.seat_win[2], "69980462894168442116601253149/208587624641498622287719952000");
    let throws = fraction("1401315477526227441/325779110797256116")
        + fraction("74560618522338396086740419729/23406849924259078353309483250");
    assert_eq!(three.expected_throws.exact(), Some(&throws));
}

#[test]
fn riffa() {
    one_turn("riffa", &["1/2", "1/2"], "2106/301", "324/301");
    for players in 3..=4 {
        let odds = odds(&format!("riffa(players={players})"));
        odds.seat_win.iter().for_each(|win| exactly(win, &format!("1/{players}")));
    }
}

#[test]
fn pair_and_ace() {
    let two = odds("pair-and-ace");
    exactly(&two.seat_win[0], "9/14");
    exactly(&two.expected_throws, "9/4");
    exactly(&two.first_thrower_advantage, "1/7");
    let three = odds("pair-and-ace(players=3)");
    exactly(&three.seat_win[0], "81/151");
    exactly(&three.seat_win[1], "45/151");
    exactly(&three.seat_win[2], "25/151");
    let ace = odds("pair-and-ace(need_ace=true)");
    exactly(&ace.seat_win[0], "27/52");
    exactly(&ace.expected_throws, "27/2");
}

#[test]
fn guirguiesca() {
    let one = odds("guirguiesca");
    exactly(&one.seat_win[0], "14097703/80196480");
    exactly(&one.seat_win[1], "66098777/80196480");
    exactly(&one.expected_throws, "21792697/6683040");
    exactly(&one.expected_points[0], "-26000537/40098240");
    let two = odds("guirguiesca(turns=2)");
    assert_eq!(two.seat_win[0], two.seat_win[1]);
    exactly(&odds("guirguiesca(battle=highest)").seat_win[0], "1/2");
}

#[test]
fn panquist() {
    let odds = odds("panquist");
    nearly(&odds.seat_win[0], 0.545130657200);
    nearly(&odds.expected_turns, 22.752804055673);
    let taken = |stakes: i64| {
        let result = odds.turn_results.iter().find(|result| result.points[0] == stakes).unwrap();
        result.probability.exact().unwrap().clone()
    };
    assert_eq!(taken(1), fraction("268938195062449084474729122/1410510890758117290070985705"));
    assert_eq!(taken(2), fraction("404590664502466964371593977031/2744854193415296246478138181930"));
    assert_eq!(taken(3), fraction("331402624362348197390601738381/2744854193415296246478138181930"));
    assert_eq!(taken(4), fraction("96367497026912243370372141864/1372427096707648123239069090965"));
    let caster: BigRational = (1..=4).map(taken).sum();
    assert_eq!(caster, fraction("726041005255082783445381435276/1372427096707648123239069090965"));
    let throws =
        fraction("32605711731/12352175990") + fraction("339355573700855732084628/35415184043138582221693");
    assert_eq!(odds.expected_turn_throws.exact(), Some(&throws));
    exactly(&self::odds("panquist(battle=highest)").seat_win[0], "1/2");
}

fn policy<'a>(odds: &'a Odds, name: &str) -> &'a dice::odds::PolicyOdds {
    odds.policies.iter().find(|policy| policy.name == name).unwrap()
}

#[test]
fn half_hazard() {
    let game = odds("half-hazard");
    let cautious = policy(&game, "cautious");
    let win = "315976051096326552950111604176394/1293201153572897629288593320580625";
    exactly(&cautious.seat_win[0], win);
    exactly(&cautious.seat_win[1], win);
    exactly(&cautious.draw, "661249051380244523388370112227837/1293201153572897629288593320580625");
    // Points are money, two for a unit.
    let net = fraction("-11441373075447939341837102940072/23512748246779956896156242192375") * fraction("2");
    assert_eq!(cautious.expected_points[0].exact(), Some(&net));
    let bold = policy(&game, "bold");
    nearly(&bold.seat_win[0], 0.127476000358);
    nearly(&bold.draw, 0.745123131320);
    nearly(&bold.expected_points[0], 2.0 * -0.636628681432);
    // The score of the optimal policy is the value of the game.
    assert_eq!(game.policy.as_ref().unwrap().value, game.expected_score[0]);

    // In a single turn seat 0 gets half of what it takes from the pot in money: in units the amount itself.
    let turn = odds("half-hazard(turns=1)");
    exactly(&policy(&turn, "optimal for the points").expected_points[0], "1183277401919814/653838293141215");
    exactly(&policy(&turn, "cautious").expected_points[0], "1183277401919814/653838293141215");
    let small = odds("half-hazard(turns=1, pot=10)");
    exactly(
        &policy(&small, "optimal for the points").expected_points[0],
        "1748596083817155/1438444244910673",
    );
    let bold = &policy(&small, "bold").expected_points[0];
    exactly(bold, "24503065297053270718494005/30528828012744088881828975");
}

#[test]
fn rising_hazard() {
    let game = odds("rising-hazard");
    exactly(&game.seat_win[0], "315240189437877025/583233022284195883");
    exactly(&game.expected_turns, "315240189437877025/47247356591558167");
    let bold = policy(&game, "never");
    assert_eq!(bold.seat_win, game.seat_win);
    assert!(game.policy.as_ref().unwrap().states.iter().all(|(_, action)| *action == "throw"));
    // Each player pays half of the pot, so the loser pays as many coins as the pot has units.
    let pot = game.stake_flow[0][1].exact().unwrap() + game.stake_flow[1][0].exact().unwrap();
    assert_eq!(pot, fraction("1425939787580727817/519720922507139837"));
}

/// Only the points know how large a unit is, as long as the banks last.
#[test]
fn rising_hazard_with_larger_units() {
    let game = odds("rising-hazard");
    let five = BigRational::from_integer(5.into());
    for (options, times) in [("unit=10", &five), ("unit=20", &(&five * BigRational::from_integer(2.into())))]
    {
        let larger = odds(&format!("rising-hazard({options})"));
        exactly(&larger.seat_win[0], "315240189437877025/583233022284195883");
        assert_eq!(larger.expected_turns, game.expected_turns);
        for (own, small) in larger.expected_points.iter().zip(&game.expected_points) {
            assert_eq!(own.exact().unwrap(), &(small.exact().unwrap() * times), "{options}");
        }
    }
    // A bank that does not last is a limit of its own: nobody pays more than he has, and the same seat wins as often.
    let short = odds("rising-hazard(unit=200)");
    exactly(&short.seat_win[0], "315240189437877025/583233022284195883");
    assert!(short.expected_points[0].decimal() < 100.0 * game.expected_points[0].decimal());
}

/// The scores alone are those of all results.
#[test]
fn scores_are_those_of_the_odds() {
    for spec in
        ["hazard(players=3)", "half-hazard", "rising-hazard(battle=highest)", "panquist", "triga(turns=3)"]
    {
        let scores = dice::scores(&set_up(spec), Limits::default()).unwrap();
        assert_eq!(scores, odds(spec).expected_score, "{spec}");
    }
    assert!(dice::scores(&set_up("hazard(players=8)"), Limits::AT_ONCE).is_err(), "more than a second");
}

#[test]
fn rising_hazard_of_few_turns() {
    // Seat 0 throws in even turns; each wins the pot with the same probability.
    let win: BigRational = "47247356591558167/315240189437877025".parse().unwrap();
    let lose = BigRational::one() - &win;
    for turns in [1, 2, 3, 50] {
        let game = odds(&format!("rising-hazard(max_turns={turns})"));
        let mut rest = BigRational::one();
        let mut wins = [BigRational::zero(), BigRational::zero()];
        for turn in 0..turns {
            wins[turn % 2] += &rest * &win;
            rest *= &lose;
        }
        assert_eq!(game.seat_win[0].exact(), Some(&wins[0]), "{turns}");
        assert_eq!(game.seat_win[1].exact(), Some(&wins[1]), "{turns}");
        assert_eq!(game.draw.exact(), Some(&rest), "{turns}");
    }
    let refused = dice::odds(&set_up("rising-hazard(pots=3, max_turns=5)"), Limits::default());
    assert!(matches!(refused, Err(dice::OddsError::Estimated { .. })));
}

#[test]
fn fixed_policies() {
    let under = |spec: &str, policies: [Policy; 2]| {
        dice::odds_under(&set_up(spec), &policies.map(Decider::from), Limits::default()).unwrap()
    };
    let game = odds("half-hazard");
    for (name, fixed) in [("cautious", Policy::From(1)), ("bold", Policy::Never)] {
        let fixed = under("half-hazard", [fixed; 2]);
        let listed = policy(&game, name);
        assert_eq!((&fixed.seat_win, &fixed.expected_points), (&listed.seat_win, &listed.expected_points));
    }
    // A limit that is never reached is no limit, and the first unit is always enough.
    assert_eq!(
        under("half-hazard", [Policy::From(99); 2]).seat_win,
        under("half-hazard", [Policy::Never; 2]).seat_win
    );
    let (never, stop) = (Policy::Never, Policy::From(0));
    let both = |policies| under("rising-hazard", policies).seat_win[0].decimal();
    // Stopping is worse whatever the other does.
    assert!(both([never, never]) > both([stop, never]) && both([never, stop]) > both([stop, stop]));
    let hazard = dice::odds_under(&set_up("hazard"), &[never.into(), never.into()], Limits::default());
    assert_eq!(hazard.unwrap_err(), dice::OddsError::NoDecisions);
}

fn check(spec: &str, games: u64, load: Option<&str>) -> Verdict {
    let chance = |game_no| Streams::numbered(1283, game_no).stream(Purpose::Chance);
    let trial = Trial { games, chance: &chance, load: load.map(|load| load.parse().unwrap()) };
    dice::check(&set_up(spec), trial).unwrap()
}

#[test]
fn games_played_agree_with_the_exact_results() {
    for spec in [
        "highest-wins(ties=draw, players=3)",
        "as-many-on-one-as-on-two",
        "hazard(players=4, turns=3)",
        "riffa(battle=lowest)",
        "guirguiesca(turns=2)",
        "half-hazard",
        "rising-hazard",
        "rising-hazard(max_turns=3, cover=alternate)",
        "rising-hazard(pots=3)",
    ] {
        let verdict = check(spec, 20_000, None);
        assert!(verdict.agrees, "{verdict:?}");
    }
}

#[test]
fn a_loaded_die_is_found_out() {
    let verdict = check("hazard", 1_000_000, Some("6:+1%"));
    let refuted: Vec<&str> = verdict.tests.iter().filter(|t| t.refuted).map(|t| t.name.as_str()).collect();
    assert_eq!(refuted, ["faces thrown"]);
    // A heavier load shows in the game itself.
    let verdict = check("hazard", 100_000, Some("6:+20%"));
    assert!(verdict.tests.iter().any(|test| test.refuted && test.name == "throws of a game"), "{verdict:?}");
}

#[test]
fn plots_are_drawn() {
    let tables: Vec<Odds> =
        (2..=8).map(|players| odds(&format!("pair-and-ace(players={players})"))).collect();
    let svg = dice::plot::odds(&tables[0], &tables);
    assert!(svg.starts_with("<svg") && svg.contains("8 players"));
    let combos = "3d6".parse::<dice::answer::combos::Dice>().unwrap().distribution();
    let graph = dice::graph::graph("", &[("3d6", &combos)], dice::graph::Look::default()).unwrap();
    assert!(graph.contains("3d6: mean 10.50, 90% from 6 to 15"));
}

#[test]
fn bad_arguments_end_with_code_2() {
    for arguments in [
        "combos 3d0",
        "combos 999999999d6",
        "combos 4d6kg3",
        "combos 3d6)",
        "combos 3d6 --given >=19",
        "combos 2d6+1d8 --given distinct=2",
        "combos 1000000d1000",
        "combos 3d6 --sum 2",
        "combos 3d6 --sum 19",
        "combos 3d6 --sum x",
        "odds hnefatafl",
        "odds hazrd",
        "odds hazard(stake=0)",
        "odds hazard(sides=6)",
        "odds hazard(turns=100000, players=8)",
        "check hazard --games 0 --seed 1",
        "check hazard --games 1000 --seed 1 --load 7:+1%",
        "check hazard --games 1000",
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_torneo"));
        let output = command.arg("dice").args(arguments.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(!output.stderr.is_empty(), "{arguments}");
    }
}

#[test]
fn decimals_agree_with_the_fractions() {
    let game = set_up("hazard(players=4, turns=3)");
    let exact = dice::odds(&game, Limits::default()).unwrap();
    let decimals = dice::odds(&game, Limits { exact: 0, ..Limits::default() }).unwrap();
    let numbers = |odds: &Odds| -> Vec<Number> {
        let mut numbers = vec![odds.draw.clone(), odds.expected_throws.clone(), odds.expected_rounds.clone()];
        numbers.extend(odds.seat_win.iter().chain(&odds.expected_points).cloned());
        numbers.extend(odds.turn_results.iter().map(|result| result.probability.clone()));
        numbers
    };
    for (exact, decimal) in numbers(&exact).iter().zip(numbers(&decimals)) {
        let Number::Decimal { value, error } = decimal else { panic!("{decimal} is exact") };
        assert!((exact.decimal() - value).abs() <= error, "{value} instead of {exact}");
    }
}
