//! Runs that are played round by round: interleaved games, the Swiss system, books of openings, trials that are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use torneo_arena::Error;
use torneo_arena::plan::{Arguments, Elimination, Entrant, Order, Shard, Tournament};
use torneo_arena::results::{GameResult, Manifest, each_game};
use torneo_arena::run::{RunOptions, run};
use torneo_arena::storage::Store;
use torneo_arena::trial::{
    Comparison, Conduct, Keeping, Parameter, RaceReport, Terms, TuneSettings, compare, race, tune,
};
use torneo_arena::verify::{VerifyOptions, verify};
use torneo_registry::Registry;
use torneo_statistics::sprt::{Hypotheses, Model, Test};

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const SWISS: &str = r#"
name = "swiss"
seed = 4
games = ["three-mens-morris", "hazard(players=3)"]
engines = ["random", "greedy", "alpha-beta(depth=1)", "alpha-beta(depth=2)", "mcts(sims=5)"]
rounds = 4
format = "swiss"
"#;

const INTERLEAVED: &str = r#"
name = "interleaved"
seed = 4
games = ["three-mens-morris", "hnefatafl", "hazard(players=3)"]
engines = ["random", "greedy", "alpha-beta(depth=1)"]
rounds = 3
interleave = true
[limits]
max_plies = 40
"#;

fn tournament(config: &str) -> Tournament {
    Tournament::parse(&REGISTRY, "c.toml", config, Shard::WHOLE).unwrap_or_else(|error| panic!("{error:?}"))
}

fn play(config: &str, out: &Path, options: RunOptions) -> Result<u64, Error> {
    run(&tournament(config), out, options, &Arc::default()).map(|summary| summary.played)
}

fn threads(threads: usize) -> RunOptions {
    RunOptions { threads, ..RunOptions::default() }
}

fn resumed(threads: usize) -> RunOptions {
    RunOptions { threads, resume: true, ..RunOptions::default() }
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "seats.csv", "manifest.json"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

fn results(folder: &Path) -> Vec<GameResult> {
    let mut all = Vec::new();
    each_game(folder, |result| all.push(result.clone())).unwrap();
    all
}

fn assert_sound(folder: &Path) {
    let found = verify(&Store::default(), &REGISTRY, folder, VerifyOptions::default()).unwrap();
    assert!(found.sound && found.played_again > 0, "{:?}", found.faults);
}

/// Runs by rounds are the same bytes with any number of threads, however often they are stopped, and when they grow.
#[test]
fn rounds_are_reproducible_resume_and_grow() {
    for (config, rounds) in [(SWISS, "rounds = 4"), (INTERLEAVED, "rounds = 3")] {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, stopped, grown, reused] =
            ["one", "two", "stopped", "grown", "reused"].map(|name| folder.path().join(name));
        play(config, &one, threads(1)).unwrap();
        play(config, &two, threads(2)).unwrap();
        assert_eq!(bytes(&one), bytes(&two));
        assert_sound(&one);
        let plan = tournament(config);
        for (attempt, milliseconds) in [1, 8, 30].into_iter().enumerate() {
            let stop = Arc::new(AtomicBool::new(false));
            let result = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
                    stop.store(true, Ordering::Relaxed);
                });
                let options = RunOptions { threads: 2, resume: attempt > 0, ..RunOptions::default() };
                run(&plan, &stopped, options, &stop)
            });
            assert!(matches!(result, Ok(_) | Err(Error::Interrupted)), "{result:?}");
        }
        play(config, &stopped, resumed(2)).unwrap();
        assert_eq!(bytes(&one), bytes(&stopped));
        // Two rounds first, and then the rest: the same run.
        play(&config.replace(rounds, "rounds = 2"), &grown, threads(1)).unwrap();
        assert!(play(config, &grown, resumed(2)).unwrap() > 0);
        assert_eq!(bytes(&one), bytes(&grown));
        let fewer = play(&config.replace(rounds, "rounds = 2"), &grown, resumed(1)).unwrap_err();
        assert!(fewer.to_string().contains("`rounds`"), "{fewer}");
        let options = RunOptions { reuse: vec![one.clone()], ..RunOptions::default() };
        play(&config.replace(rounds, "rounds = 5"), &reused, options).unwrap();
        play(&config.replace(rounds, "rounds = 5"), &grown, resumed(1)).unwrap();
        assert_eq!(bytes(&reused), bytes(&grown));
        let shard = Tournament::parse(&REGISTRY, "c.toml", config, "1/2".parse().unwrap());
        assert!(shard.err().unwrap().to_string().contains("without shards"));
    }
}

#[test]
fn the_swiss_system_pairs_equals_and_nobody_twice() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    play(SWISS, &out, threads(2)).unwrap();
    let mut met: BTreeSet<(u64, Vec<String>)> = BTreeSet::new();
    let mut rounds: BTreeMap<u64, BTreeSet<Vec<String>>> = BTreeMap::new();
    let groups_of_round = tournament(SWISS).plan.groups_of_round();
    for result in results(&out) {
        let mut pair: Vec<String> = result.seats.iter().map(|seat| seat.engine.clone()).collect();
        pair.sort();
        pair.dedup();
        let round = result.pair / groups_of_round;
        met.insert((round, pair.clone()));
        rounds.entry(round).or_default().insert(pair);
    }
    assert_eq!(met.len(), 8, "four rounds of two pairings");
    assert_eq!(met.iter().map(|(_, pair)| pair).collect::<BTreeSet<_>>().len(), 8, "nobody meets twice");
    assert!(rounds.values().all(|pairs| pairs.iter().flatten().collect::<BTreeSet<_>>().len() == 4));
    // A changed score changes who should have met: the rows of later rounds are not those of the plan.
    let path = out.join("seats.csv");
    let swapped: String = fs::read_to_string(&path)
        .unwrap()
        .lines()
        .map(|line| {
            let mut fields: Vec<&str> = line.rsplitn(5, ',').collect();
            fields[3] = match fields[3] {
                "0" => "1",
                "1" => "0",
                score => score,
            };
            fields.reverse();
            fields.join(",") + "\n"
        })
        .collect();
    fs::write(&path, swapped).unwrap();
    let found = verify(&Store::default(), &REGISTRY, &out, VerifyOptions::default()).unwrap();
    assert!(
        !found.sound && found.faults.iter().any(|fault| fault.contains("column `engine`")),
        "{:?}",
        found.faults
    );
}

const BOOKS: &str = r#"
name = "books"
seed = 4
games = ["fischerandom(start=518)", "havannah(size=4, swap=true)", "three-mens-morris", "hnefatafl"]
engines = ["random", "greedy", "alpha-beta(depth=1)"]
rounds = 6
[opening]
random_plies = 2
order = "random"
[opening.lines]
fischerandom = "book.txt"
[opening.positions]
"havannah(size=4, swap=true)" = ["c3", "a1 swap b2", "a1"]
three-mens-morris = ["@b2"]
[limits]
max_plies = 30
"#;

const BOOK: &str = "# Two lines and a position.
e2e4 e7e5 g1f3

rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
d2d4
";

fn with_book(folder: &Path, config: &str) -> Result<Tournament, Error> {
    fs::write(folder.join("book.txt"), BOOK).unwrap();
    let file = folder.join("c.toml").display().to_string();
    Tournament::parse(&REGISTRY, &file, config, Shard::WHOLE)
}

#[test]
fn a_round_has_one_opening_for_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let plan = with_book(folder.path(), BOOKS).unwrap();
    run(&plan, &out, threads(2), &Arc::default()).unwrap();
    let mut openings: BTreeMap<String, BTreeMap<u64, BTreeSet<String>>> = BTreeMap::new();
    for result in results(&out) {
        let config_round = result.pair % 18 / 3;
        let opening = openings.entry(result.game.clone()).or_default().entry(config_round).or_default();
        opening.insert(result.opening.clone());
        let game = REGISTRY.game(&result.game).unwrap();
        let mut session = result.session(&*game).unwrap();
        session.play_all(&result.record).unwrap();
        let is_position = result.opening.contains('/');
        assert_eq!(result.position().is_some(), is_position, "{}", result.opening);
        assert!(is_position || result.record.starts_with(&result.opening));
    }
    let chess = &openings["fischerandom(start=518)"];
    assert!(chess.values().all(|openings| openings.len() == 1), "{chess:?}");
    for cycle in [0..3, 3..6] {
        let played: BTreeSet<&String> = cycle.flat_map(|round| &chess[&round]).collect();
        assert_eq!(played.len(), 3, "each opening of the book once in three rounds");
    }
    assert!(chess.values().flatten().any(|opening| opening.starts_with("rnbqkbnr/pp1ppppp")));
    assert_eq!(openings["three-mens-morris"][&5].iter().collect::<Vec<_>>(), ["@b2"]);
    // A game without a book has its random plies.
    let random: BTreeSet<&String> = openings["hnefatafl"].values().flatten().collect();
    assert!(random.len() > 6 && random.iter().all(|opening| opening.split(' ').count() == 2));
    assert_sound(&out);
    let again = folder.path().join("again");
    run(&plan, &again, threads(1), &Arc::default()).unwrap();
    assert_eq!(bytes(&out), bytes(&again));
    // The same opening is the same game, wherever the book has it.
    let alone = BOOKS.replace("\"c3\", \"a1 swap b2\", \"a1\"", "\"c3\"").replace("order = \"random\"", "");
    let alone = with_book(folder.path(), &alone).unwrap();
    let one = folder.path().join("one");
    run(&alone, &one, threads(1), &Arc::default()).unwrap();
    let game_of = |folder: &Path, round: u64| {
        let found = results(folder)
            .into_iter()
            .filter(|result| result.opening == "c3" && result.pair % 18 / 3 == round);
        found.map(|result| result.record).collect::<Vec<_>>()
    };
    let round = (0..3).find(|&round| !game_of(&out, round).is_empty()).unwrap();
    assert_eq!(game_of(&out, round), game_of(&one, round));
}

#[test]
fn openings_that_are_none_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |from: &str, to: &str, parts: &[&str]| {
        assert!(BOOKS.contains(from), "{from}");
        let error =
            with_book(folder.path(), &BOOKS.replace(from, to)).err().unwrap_or_else(|| panic!("{to}"));
        let text = format!("{error} {error:?}");
        parts.iter().for_each(|part| assert!(text.contains(part), "{part}: {text}"));
    };
    wrong("\"a1 swap b2\"", "\"a1 swap zz\"", &["token 3: `zz`", "not a position"]);
    wrong("\"a1 swap b2\"", "\"\"", &["this is empty"]);
    wrong("[\"@b2\"]", "[]", &["at least one item"]);
    wrong("[\"@b2\"]", "[7]", &["a list of openings"]);
    wrong("three-mens-morris = ", "surakarta = ", &["not one of the games"]);
    wrong("three-mens-morris = ", "three-mens-moris = ", &["three-mens-morris"]);
    wrong("\"book.txt\"", "\"nowhere.txt\"", &["cannot read", "nowhere.txt"]);
    wrong("\"book.txt\"", "8", &["the name of a file"]);
    wrong("order = \"random\"", "order = \"rnadom\"", &["unknown order", "random"]);
    wrong(
        "fischerandom = \"book.txt\"",
        "havannah = \"book.txt\"",
        &["book.txt, line 2", "no opening of havannah"],
    );
    wrong("[opening.positions]", "[opening.positions]\nfischerandom = [\"e2e4\"]", &["two books"]);
    wrong(
        "games = [\"fischerandom(start=518)\", \"havannah(size=4, swap=true)\", \"three-mens-morris\", \"hnefatafl\"]",
        "games = [\"fischerandom(start=518)\", \"havannah(size=4, swap=true)\", \"three-mens-morris\"]",
        &["no random plies"],
    );
    let mate = "f2f3 e7e5 g2g4 d8h4 a2a3 h4e1";
    wrong("\"@b2\"", "\"@b2 @a1 @b1 @c3 @b3 @c2\"", &["the game is over"]);
    let over = BOOKS
        .replace("lines]\nfischerandom = \"book.txt\"", &format!("positions]\nfischerandom = [\"{mate}\"]"));
    let over = over.replacen("[opening.positions]\n\"havannah", "\"havannah", 1);
    let error = with_book(folder.path(), &over).err().expect("the King is taken");
    assert!(error.to_string().contains("the game is over"), "{error}");
}

fn trial_of(engines: &[&str], games: &[&str], rounds: u64) -> Tournament {
    let owned = |texts: &[&str]| -> Vec<String> { texts.iter().map(|&text| text.to_owned()).collect() };
    let engines = Entrant::each(&REGISTRY, &owned(engines)).unwrap();
    let arguments = Arguments {
        random_plies: 2,
        max_plies: 60,
        record: true,
        ..Arguments::of("trial", owned(games), engines, (rounds, 5))
    };
    Tournament::of_arguments(&REGISTRY, &arguments).unwrap()
}

fn compared(
    tournament: &Tournament,
    keeping: Keeping,
    threads: usize,
    stop_at: u64,
) -> Result<Comparison, Error> {
    let stop: Arc<AtomicBool> = Arc::default();
    let conduct = Conduct { stop: stop.clone(), ..Conduct::new(threads, keeping) };
    let hypotheses = Hypotheses { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
    let terms = Terms::Sequential(Test { hypotheses, model: Model::Logistic });
    compare(tournament, terms, &conduct, |found| {
        if found.games >= stop_at {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

/// A match that is kept says what one says that is not, can be stopped and gone on with, and leaves whole results.
#[test]
fn a_match_is_kept_and_gone_on_with() {
    let games = ["three-mens-morris", "hnefatafl", "hazard(players=3)"];
    let tournament = trial_of(&["alpha-beta(depth=1)", "random"], &games, 500);
    let forgotten = compared(&tournament, Keeping::Nothing, 2, u64::MAX).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let keep = |name: &str, resume| Keeping::Folder { out: folder.path().join(name), resume };
    let json = |found: &Comparison| serde_json::to_string(found).unwrap();
    let kept = compared(&tournament, keep("kept", false), 2, u64::MAX).unwrap();
    assert_eq!(json(&forgotten), json(&kept));
    assert_sound(&folder.path().join("kept"));
    let games = results(&folder.path().join("kept"));
    assert!(games.len() as u64 >= kept.games && games.iter().all(|game| !game.record.is_empty()));
    let stopped = compared(&tournament, keep("stopped", false), 2, 1);
    assert!(matches!(stopped, Err(Error::Interrupted)), "{stopped:?}");
    let on = compared(&tournament, keep("stopped", true), 1, u64::MAX).unwrap();
    assert_eq!(json(&on), json(&kept));
    assert_eq!(bytes(&folder.path().join("kept")), bytes(&folder.path().join("stopped")));
    // Nothing more is to be played.
    let over = compared(&tournament, keep("kept", true), 1, u64::MAX).unwrap();
    assert_eq!((json(&over), results(&folder.path().join("kept")).len()), (json(&kept), games.len()));
    assert_sound(&folder.path().join("kept"));
}

const RACING: [&str; 4] = ["alpha-beta(depth=2)", "random", "greedy", "mcts(sims=10)"];

/// A race of up to so many rounds that is stopped after `stop_after` of them.
fn raced(
    rounds: u64,
    error: f64,
    keeping: Keeping,
    threads: usize,
    stop_after: u64,
) -> Result<RaceReport, Error> {
    let tournament = trial_of(&RACING, &["three-mens-morris", "hazard(players=3)"], rounds);
    let stop: Arc<AtomicBool> = Arc::default();
    let conduct = Conduct { stop: stop.clone(), ..Conduct::new(threads, keeping) };
    race(tournament, error, &conduct, |found| stop.store(found.rounds >= stop_after, Ordering::Relaxed))
}

/// A race that is kept says what one says that is not, can be stopped and gone on with, and leaves the rows of those who were
/// in it, as a round-robin of as many rounds has them.
#[test]
fn a_race_is_kept_and_gone_on_with() {
    const ROUNDS: u64 = 24;
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let keep = |name: &str, resume| Keeping::Folder { out: place(name), resume };
    let json = |found: &RaceReport| serde_json::to_string(found).unwrap();
    let whole = raced(ROUNDS, 0.05, Keeping::Nothing, 1, u64::MAX).unwrap();
    let out: BTreeSet<u64> = whole.runners.iter().filter_map(|runner| runner.out_after).collect();
    assert!(out.len() > 1 && out.iter().all(|round| *round < whole.rounds), "{whole:?}");
    for (name, threads) in [("kept", 2), ("alone", 1)] {
        assert_eq!(json(&raced(ROUNDS, 0.05, keep(name, false), threads, u64::MAX).unwrap()), json(&whole));
    }
    let kept = bytes(&place("kept"));
    assert!(kept == bytes(&place("alone")));
    assert_sound(&place("kept"));
    assert_eq!(results(&place("kept")).len() as u64, whole.played);
    let robin = trial_of(&RACING, &["three-mens-morris", "hazard(players=3)"], whole.rounds);
    run(&robin, &place("robin"), threads(2), &Arc::default()).unwrap();
    for (rows, all) in kept.iter().zip(bytes(&place("robin"))).take(2) {
        let lines = |rows: &[u8]| rows.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (rows, all) = (lines(rows), lines(&all));
        assert!(rows.len() < all.len());
        let mut rest = all.iter();
        assert!(rows.iter().all(|row| rest.any(|other| other == row)), "in the order of the round-robin");
    }
    // As soon as somebody is out, before, and later.
    for after in out.iter().copied().chain([1, whole.rounds - 1]) {
        let name = format!("stopped {after}");
        let stopped = raced(ROUNDS, 0.05, keep(&name, false), 2, after);
        assert!(matches!(stopped, Err(Error::Interrupted)), "{stopped:?}");
        assert_sound(&place(&name));
        assert_eq!(json(&raced(ROUNDS, 0.05, keep(&name, true), 1, u64::MAX).unwrap()), json(&whole));
        assert!(bytes(&place(&name)) == kept, "{after}");
    }
    // Nothing more is to be played, and a race of fewer rounds becomes longer.
    assert_eq!(json(&raced(ROUNDS, 0.05, keep("kept", true), 1, u64::MAX).unwrap()), json(&whole));
    assert!(bytes(&place("kept")) == kept);
    let first = raced(whole.rounds - 1, 0.05, keep("grown", false), 2, u64::MAX).unwrap();
    assert_eq!(first.rounds, whole.rounds - 1);
    assert_eq!(json(&raced(ROUNDS, 0.05, keep("grown", true), 2, u64::MAX).unwrap()), json(&whole));
    assert!(bytes(&place("grown")) == kept);
    for (rounds, error, difference) in [
        (ROUNDS, 0.01, "`elimination` is {\"error\":0.05} there and {\"error\":0.01} here"),
        (whole.rounds - 1, 0.05, "`rounds` is"),
    ] {
        let refused = raced(rounds, error, keep("kept", true), 1, u64::MAX).unwrap_err();
        assert!(refused.is_input() && refused.to_string().contains(difference), "{refused}");
    }
    let refused = run(&robin, &place("kept"), resumed(1), &Arc::default()).unwrap_err().to_string();
    assert!(refused.contains("`elimination` is {\"error\":0.05} there and nothing here"), "{refused}");
    let forge = |name: &str, change: fn(&mut Elimination)| {
        let mut config = Manifest::read(&place(name)).unwrap().config;
        change(config.elimination.as_mut().unwrap());
        let forged = Manifest::read(&place(name)).unwrap().with(config).unwrap();
        fs::write(place(name).join("manifest.json"), forged.text()).unwrap();
    };
    // The rows of a round are there before the manifest says who is out after it.
    raced(*out.first().unwrap(), 0.05, keep("untold", false), 2, u64::MAX).unwrap();
    forge("untold", |elimination| elimination.out_after.clear());
    assert_sound(&place("untold"));
    raced(ROUNDS, 0.05, keep("untold", true), 2, u64::MAX).unwrap();
    assert!(bytes(&place("untold")) == kept);
    // With another error others would have been out.
    forge("kept", |elimination| elimination.error = 0.01);
    let found = verify(&Store::default(), &REGISTRY, &place("kept"), VerifyOptions::default()).unwrap();
    assert!(
        matches!(&found.faults[..], [fault] if fault.ends_with("does not follow from the games")),
        "{:?}",
        found.faults
    );
    let refused = raced(ROUNDS, 0.01, keep("kept", true), 1, u64::MAX).unwrap_err();
    assert!(refused.is_input() && refused.to_string().contains("nothing is known of group"), "{refused}");
}

fn tuning(folder: &Path, resume: bool, stop_after: usize) -> Result<String, Error> {
    let engine = "mcts(sims=8)";
    let range = "exploration=0.10645945363356729..50";
    let spec = REGISTRY.engine(engine).unwrap();
    let parameter = Parameter::read(&REGISTRY, &spec, range).unwrap();
    assert!(parameter.name == "c" && parameter.geometric && !parameter.whole);
    let settings = TuneSettings {
        engine: engine.to_owned(),
        parameters: vec![parameter],
        games: vec!["three-mens-morris".to_owned()],
        iterations: 12,
        pairs: 2,
        check: 5,
        seed: 3,
        random_plies: 2,
        openings: None,
        plies: None,
        start: None,
        order: Order::Sequential,
        max_plies: 100,
        adjudication: None,
    };
    let stop: Arc<AtomicBool> = Arc::default();
    let keeping = Keeping::Folder { out: folder.to_owned(), resume };
    let conduct = Conduct { stop: stop.clone(), ..Conduct::new(1, keeping) };
    let found = tune(&REGISTRY, &settings, &spec, &conduct, |found| {
        stop.store(found.iterations.len() >= stop_after, Ordering::Relaxed);
    })?;
    Ok(serde_json::to_string(&found).unwrap())
}

#[test]
fn tuning_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, stopped) = (folder.path().join("whole"), folder.path().join("stopped"));
    let expected = tuning(&whole, false, usize::MAX).unwrap();
    assert!(matches!(tuning(&stopped, false, 5), Err(Error::Interrupted)));
    assert_eq!(fs::read_to_string(stopped.join("tune.csv")).unwrap().lines().count(), 6);
    assert_eq!(tuning(&stopped, true, usize::MAX).unwrap(), expected);
    let log = |folder: &Path| fs::read(folder.join("tune.csv")).unwrap();
    assert_eq!(log(&whole), log(&stopped));
    // The settings are read as they were written, to the last digit.
    assert_sound(&whole);
    assert!(tuning(&whole, false, usize::MAX).unwrap_err().to_string().contains("not empty"));
    assert!(
        tuning(&folder.path().join("none"), true, 1).unwrap_err().to_string().contains("nothing to resume")
    );
}

#[test]
fn a_grid_is_every_combination() {
    let text = r#"
name = "grid"
seed = 1
games = ["three-mens-morris"]
engines = ["mcts(sims=[5, 10], exploration=[0.5, 1.0])", { name = "ab", spec = "alpha-beta(depth=[1,2])" }]
[grid]
flat-mc = { sims = [5, 6] }
"#;
    let config = tournament(text).config;
    let names: Vec<&str> = config.engines.iter().map(|engine| &*engine.name).collect();
    assert_eq!(
        names,
        [
            "mcts(sims=5, c=0.5)",
            "mcts(sims=5, c=1)",
            "mcts(sims=10, c=0.5)",
            "mcts(sims=10, c=1)",
            "ab depth=1",
            "ab depth=2",
            "flat-mc(sims=5)",
            "flat-mc(sims=6)"
        ]
    );
    assert_eq!(config.engines[5].spec, "alpha-beta(depth=2)");
    for (from, to, part) in [
        ("[5, 10]", "[]", "a list of values"),
        ("sims = [5, 6]", "sims = [5, {}]", "a list of such"),
        ("flat-mc = {", "flat-mq = {", "no engine `flat-mq`"),
        ("flat-mc = { sims = [5, 6] }", "flat-mc = 5", "with its options"),
    ] {
        let error =
            Tournament::parse(&REGISTRY, "c.toml", &text.replace(from, to), Shard::WHOLE).err().unwrap();
        assert!(error.to_string().contains(part), "{error}");
    }
}
