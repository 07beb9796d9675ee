//! A tournament gives the same bytes however it is played.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use torneo_analysis::{Analysis, AnalysisOptions, Method, Scope};
use torneo_arena::Error;
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::results::{MergeOptions, merge};
use torneo_arena::run::{RunOptions, run};
use torneo_arena::storage::Store;
use torneo_arena::verify::{VerifyOptions, verify};
use torneo_registry::Registry;
use torneo_registry::pairing::{MatchSettings, Pairing, Played};
use torneo_registry::streams::Streams;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const CONFIG: &str = r#"
name = "small"
seed = 7
games = ["three-mens-morris", "hnefatafl", "hazard(players=3)", "frames(size=5)", "lanza(players=3)"]
engines = ["random", "greedy", { name = "search", spec = "alpha-beta(depth=1)" }]
rounds = 2
self_play = { games = 3, engines = ["greedy", "search"] }
[opening]
random_plies = 2
[limits]
max_plies = 18
"#;

fn tournament(config: &str, shard: Shard) -> Tournament {
    Tournament::parse(&REGISTRY, "small.toml", config, shard).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn play(folder: &Path, config: &str, shard: Shard, threads: usize, resume: bool) -> Result<u64, Error> {
    let options = RunOptions { threads, resume, ..RunOptions::default() };
    run(&tournament(config, shard), folder, options, &Arc::new(AtomicBool::new(false)))
        .map(|summary| summary.played)
}

/// What must be the same: both results files and the manifest.
fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "seats.csv", "manifest.json"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

/// The files of the whole tournament, played once on one thread.
static WHOLE: LazyLock<Vec<(OsString, Vec<u8>)>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    play(&whole, CONFIG, Shard::WHOLE, 1, false).unwrap();
    let files = fs::read_dir(&whole).unwrap().map(Result::unwrap);
    files.map(|file| (file.file_name(), fs::read(file.path()).unwrap())).collect()
});

/// A folder with the whole tournament.
fn whole_run(folder: &Path) -> PathBuf {
    let whole = folder.join("whole");
    fs::create_dir(&whole).unwrap();
    WHOLE.iter().for_each(|(name, bytes)| fs::write(whole.join(name), bytes).unwrap());
    whole
}

/// Interrupted in the middle, however many threads there are, the run goes on to the same bytes.
#[test]
fn a_run_that_is_interrupted_while_it_plays_is_resumed_to_the_same_bytes() {
    // Without the slowest engine, so that every interrupt comes early, in the middle or late.
    let config = &CONFIG.replace("\"greedy\", ", "");
    let whole = tempfile::tempdir().unwrap();
    play(&whole.path().join("out"), config, Shard::WHOLE, 1, false).unwrap();
    let expected = bytes(&whole.path().join("out"));
    for threads in [1, 2, 4] {
        for milliseconds in [1, 20, 120] {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("out");
            let stop = Arc::new(AtomicBool::new(false));
            let options = RunOptions { threads, resume: false, ..RunOptions::default() };
            let plan = tournament(config, Shard::WHOLE);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                });
                match run(&plan, &out, options, &stop) {
                    Ok(_) | Err(Error::Interrupted) => {}
                    Err(error) => panic!("{threads} threads, {milliseconds} ms: {error}"),
                }
            });
            play(&out, config, Shard::WHOLE, threads, true)
                .unwrap_or_else(|error| panic!("{threads} threads, {milliseconds} ms: {error}"));
            assert!(bytes(&out) == expected, "{threads} threads, {milliseconds} ms");
        }
    }
}

#[test]
fn threads_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    for threads in [2, 4] {
        let other = folder.path().join(format!("{threads}"));
        play(&other, CONFIG, Shard::WHOLE, threads, false).unwrap();
        assert!(bytes(&whole) == bytes(&other), "{threads} threads");
    }
}

fn join(parts: &[PathBuf], out: &Path) -> Result<u64, Error> {
    merge(&Store::default(), parts, out, MergeOptions::default())
}

#[test]
fn shards_merge_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    let parts: Vec<PathBuf> = (1..=3)
        .map(|index| {
            let part = folder.path().join(format!("part{index}"));
            play(&part, CONFIG, Shard::Every { index, count: 3 }, 2, false).unwrap();
            part
        })
        .collect();
    let merged = folder.path().join("merged");
    join(&parts, &merged).unwrap();
    assert!(bytes(&whole) == bytes(&merged));
    assert!(join(&parts[..2], &folder.path().join("too few")).is_err());
    assert!(join(&parts, &merged).is_err(), "a folder that is not empty is not written to");
}

#[test]
fn ranges_of_groups_merge_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    let groups = tournament(CONFIG, Shard::WHOLE).plan.total_groups();
    let part = |first: u64, end: u64| {
        let part = folder.path().join(format!("from {first} to {end}"));
        play(&part, CONFIG, Shard::Range { first, end }, 2, false).unwrap();
        part
    };
    let parts = [part(groups / 2, groups - 1), part(0, 1), part(groups - 1, groups), part(1, groups / 2)];
    let merged = folder.path().join("merged");
    join(&parts, &merged).unwrap();
    assert!(bytes(&whole) == bytes(&merged));
    let refused = |parts: &[PathBuf]| input_error(join(parts, &folder.path().join("other")));
    assert!(refused(&parts[1..]).contains(&format!("from group {} on, found {}..", groups / 2, groups - 1)));
    assert!(
        refused(&[parts[1].clone(), parts[3].clone()]).contains(&format!("from group {} on", groups / 2))
    );
    let overlapping = part(groups / 2 - 1, groups - 1);
    let overlapping = [overlapping, parts[1].clone(), parts[2].clone(), parts[3].clone()];
    assert!(refused(&overlapping).contains(&format!("from group {} on, found", groups / 2)));
    let every = folder.path().join("every");
    play(&every, CONFIG, Shard::Every { index: 2, count: 2 }, 2, false).unwrap();
    assert!(refused(&[parts[1].clone(), every]).contains("found"));
}

/// Cut anywhere, the run goes on to the same bytes.
#[test]
fn a_run_that_was_cut_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    let [games, seats] = ["games.csv", "seats.csv"].map(|name| fs::read(whole.join(name)).unwrap());
    for (games_share, seats_share) in
        [(0.0, 0.0), (0.3, 0.31), (0.5, 0.9), (0.77, 0.2), (1.0, 0.999), (1.0, 1.0)]
    {
        let cut = folder.path().join(format!("cut {games_share} {seats_share}"));
        fs::create_dir(&cut).unwrap();
        fs::copy(whole.join("manifest.json"), cut.join("manifest.json")).unwrap();
        let header = |bytes: &[u8]| bytes.iter().position(|&b| b == b'\n').unwrap() + 1;
        let part = |bytes: &[u8], share: f64| {
            bytes[..header(bytes).max((bytes.len() as f64 * share) as usize)].to_vec()
        };
        fs::write(cut.join("games.csv"), part(&games, games_share)).unwrap();
        fs::write(cut.join("seats.csv"), part(&seats, seats_share)).unwrap();
        play(&cut, CONFIG, Shard::WHOLE, 2, true).unwrap();
        assert!(bytes(&whole) == bytes(&cut), "cut at {games_share}, {seats_share}");
        let again = play(&cut, CONFIG, Shard::WHOLE, 2, true).unwrap();
        assert_eq!(again, 0, "nothing is left to play");
    }
}

#[test]
fn a_stopped_run_is_interrupted_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let options = RunOptions { threads: 2, resume: false, ..RunOptions::default() };
    let stopped = run(&tournament(CONFIG, Shard::WHOLE), &out, options, &Arc::new(AtomicBool::new(true)));
    assert!(matches!(stopped, Err(Error::Interrupted)));
    play(&out, CONFIG, Shard::WHOLE, 2, true).unwrap();
    assert!(bytes(&whole_run(folder.path())) == bytes(&out));
}

fn input_error(result: Result<u64, Error>) -> String {
    match result {
        Err(error) if error.is_input() => format!("{error:?}"),
        other => panic!("expected an input error, found {other:?}"),
    }
}

#[test]
fn folders_that_do_not_fit_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    let before = bytes(&whole);
    let resume = |config: &str| input_error(play(&whole, config, Shard::WHOLE, 1, true));
    assert!(input_error(play(&whole, CONFIG, Shard::WHOLE, 1, false)).contains("--resume"));
    assert!(resume(&CONFIG.replace("seed = 7", "seed = 8")).contains("`seed` is 7"));
    assert!(
        input_error(play(&whole, CONFIG, Shard::Every { index: 1, count: 2 }, 1, true)).contains("whole")
    );
    assert!(bytes(&whole) == before);
}

/// Rows that were edited are not continued: the run goes back to the last checkpoint that holds. Without checkpoints, or
/// with another manifest, nothing is touched.
#[test]
fn edited_results_are_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    let before = bytes(&whole);
    let games = fs::read_to_string(whole.join("games.csv")).unwrap();
    let edit = |from: &str, to: &str| {
        assert!(games.contains(from));
        fs::write(whole.join("games.csv"), games.replacen(from, to, 1)).unwrap();
        play(&whole, CONFIG, Shard::WHOLE, 1, true)
    };
    assert!(edit("won", "won!").unwrap() > 0, "games are played again");
    assert!(bytes(&whole) == before);
    let cut = fs::read_to_string(whole.join("games.csv.cut")).unwrap();
    assert!(cut.contains("won!"), "what was cut is kept");
    // Without checkpoints the rows are compared with the plan.
    fs::write(whole.join("checkpoints.csv"), "games,games_bytes,games_hash,seats_bytes,seats_hash\n")
        .unwrap();
    let message = input_error(edit("\n3,0,1,three-mens-morris", "\n3,0,9,three-mens-morris"));
    assert!(message.contains("line 5") && message.contains("pair"), "{message}");
    fs::write(whole.join("games.csv"), &games).unwrap();
    fs::write(whole.join("manifest.json"), "{").unwrap();
    assert!(input_error(play(&whole, CONFIG, Shard::WHOLE, 1, true)).contains("manifest.json"));
}

#[test]
fn mirrored_games_share_luck_and_opening() {
    let folder = tempfile::tempdir().unwrap();
    let config = CONFIG.replace("hazard(players=3)", "hazard");
    play(folder.path(), &config, Shard::WHOLE, 2, false).unwrap();
    let mut reader = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for (a, b) in rows.iter().zip(&rows[1..]) {
        if a[2] == b[2] {
            assert_eq!(a[4], b[4], "the games of a pair have the same opening");
            assert!(a[9].starts_with(&a[4]), "the record begins with the opening");
            if &a[3] == "hazard" {
                assert_eq!(a[9], b[9], "the games of a pair have the same throws");
            }
        }
    }
    assert!(rows.iter().any(|row| &row[3] == "hnefatafl" && &row[7] == "length-limit" && &row[8] == "18"));
}

/// Rates of the results do not depend on how they are read: the scores of a game add up to 1, and the analysis
/// counts every game once.
#[test]
fn analysis_counts_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let whole = whole_run(folder.path());
    let options = AnalysisOptions { bootstrap: 40, ..AnalysisOptions::default() };
    let analysis = Analysis::of(&REGISTRY, &whole, options).unwrap();
    let planned = tournament(CONFIG, Shard::WHOLE).plan.total_games();
    assert_eq!((analysis.games, analysis.planned_games), (planned, planned));
    assert_eq!(analysis.kinds.iter().map(|kind| kind.games + kind.faults).sum::<u64>(), planned);
    for duel in &analysis.duels {
        let mirror = analysis.duels.iter().find(|d| d.engine == duel.opponent && d.opponent == duel.engine);
        assert!((duel.score.value + mirror.unwrap().score.value - 1.0).abs() < 1e-9);
    }
    for rating in &analysis.ratings {
        let elo = rating.elo.expect("the prior bounds every rating");
        assert_eq!(rating.interval.is_none(), rating.engine == "random", "the anchor alone has no interval");
        for (low, high) in rating.interval.into_iter().chain(rating.bootstrap) {
            assert!(low.is_finite() && high.is_finite() && low < high);
        }
        assert!(rating.interval.is_none_or(|(low, high)| (low..=high).contains(&elo)));
    }
    let hazard = analysis.first_move.iter().filter(|row| row.game.starts_with("hazard"));
    let exact = hazard.clone().find(|row| row.method == Method::Exact).unwrap();
    assert!((exact.score.value - 0.418295569641).abs() < 1e-9, "the dice module knows three players");
    assert!(
        hazard
            .filter(|row| row.method == Method::Model && row.seat == 0)
            .all(|row| row.score.covers(exact.score.value))
    );
    for metric in &analysis.metrics {
        assert!(metric.value.is_finite(), "{metric:?}");
        assert!(
            metric.interval.is_none_or(|(low, high)| low <= metric.value && metric.value <= high),
            "{metric:?}"
        );
    }
    let measured = |name| analysis.metrics.iter().any(|m| m.name == name && m.game == "hnefatafl");
    assert!(["mean_plies", "branching_factor", "lead_changes", "drama"].into_iter().all(measured));
    for depth in analysis.metrics.iter().filter(|metric| metric.name == "skill_depth") {
        let scope = Scope::Game(depth.game.clone());
        let mut ratings = analysis.ratings.iter().filter(|rating| rating.scope == scope);
        assert!(ratings.all(|rating| rating.comparable), "{}: no depth without bounds", depth.game);
    }
}

/// Without a prior, ratings that the results do not bound are left open.
#[test]
fn open_ratings_are_not_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let config = r#"
        name = "one-sided"
        seed = 3
        games = ["razzle-dazzle"]
        engines = ["random", "alpha-beta(depth=2)"]
        rounds = 20
    "#;
    play(&out, config, Shard::WHOLE, 2, false).unwrap();
    let rating = |prior| {
        let options = AnalysisOptions { prior, bootstrap: 0, replays: 0, ..AnalysisOptions::default() };
        let analysis = Analysis::of(&REGISTRY, &out, options).unwrap();
        let rating = analysis.overall().find(|rating| rating.engine != "random").unwrap().clone();
        assert!(!rating.comparable && rating.scope == Scope::All);
        rating
    };
    assert_eq!((rating(0.0).elo, rating(0.0).interval), (None, None));
    let (low, _) = rating(1.0).interval.unwrap();
    assert!(low > 0.0 && low.is_finite());
}

/// Plays a shipped configuration again and compares with its committed result, or writes that anew if `TORNEO_UPDATE`
/// is set.
fn replay_committed(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let config = fs::read_to_string(root.join(format!("configs/{name}.toml"))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join(name);
    play(&out, &config, Shard::WHOLE, 2, false).unwrap();
    let committed = root.join("results").join(name);
    for file in ["games.csv", "seats.csv", "manifest.json"] {
        let now = fs::read(out.join(file)).unwrap();
        if std::env::var_os("TORNEO_UPDATE").is_some() {
            fs::create_dir_all(&committed).unwrap();
            fs::write(committed.join(file), now).unwrap();
            fs::copy(out.join("checkpoints.csv"), committed.join("checkpoints.csv")).unwrap();
        } else {
            assert!(fs::read(committed.join(file)).unwrap() == now, "results/{name}/{file} differs");
        }
    }
}

/// The committed result is what the program gives today. After a wanted change, write it anew with
/// `TORNEO_UPDATE=1 cargo test -p torneo --test main tournament::reference`.
#[test]
fn the_reference_result_is_as_committed() {
    replay_committed("reference");
}

/// The same for the ladder of `docs/measurements/engines.md`: `cargo test -p torneo --test main tournament::ladder -- --ignored`, some
/// minutes.
#[test]
#[ignore = "takes some minutes"]
fn the_engines_ladder_is_as_committed() {
    replay_committed("engines-ladder");
}

/// What is committed is whole: `torneo verify` finds nothing wrong, checkpoints included.
#[test]
fn committed_results_verify() {
    for name in ["reference", "engines-ladder"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results").join(name);
        let found = verify(
            &Store::default(),
            &REGISTRY,
            &folder,
            VerifyOptions { sample: Some(5), ..VerifyOptions::default() },
        )
        .unwrap();
        assert!(found.sound, "{found:?}");
    }
}

/// Every configuration that the project ships can be planned, and gives the same games everywhere unless it asks for time.
#[test]
fn the_shipped_configurations_are_valid() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
    for entry in fs::read_dir(configs).unwrap() {
        let path = entry.unwrap().path();
        // The design of the atlas is no tournament; `tests/atlas.rs` reads it.
        let is_design = path.file_stem().is_some_and(|stem| stem == "atlas");
        if path.extension().is_some_and(|extension| extension == "toml") && !is_design {
            let tournament = Tournament::read(&REGISTRY, &path, Shard::WHOLE);
            let tournament = tournament.unwrap_or_else(|failure| panic!("{}: {failure:?}", path.display()));
            assert!(tournament.plan.games() > 0);
            let is_timed = fs::read_to_string(&path).unwrap().contains("time=");
            assert_eq!(tournament.is_reproducible(), !is_timed, "{}", path.display());
        }
    }
}

/// However long an engine would think, its game is abandoned soon after the flag is set.
#[test]
fn searches_end_when_the_run_is_stopped() {
    for (game, engine) in [
        ("hnefatafl", "alpha-beta(depth=100)"),
        ("hnefatafl", "mcts(sims=4000000000)"),
        ("hnefatafl", "flat-mc(sims=4000000000)"),
        ("frames(size=7)", "alpha-beta(depth=100)"),
        ("lanza(players=3)", "mcts(sims=4000000000)"),
        ("four-seasons", "alpha-beta(depth=100, multi=max-n)"),
    ] {
        let table = REGISTRY.game(game).unwrap().table(&[REGISTRY.engine(engine).unwrap()]).unwrap();
        let engines = (0..table.seats()).map(|_| 0).collect();
        let pairing = Pairing { game_no: 0, opening: None, streams: Streams::numbered(1, 1), engines };
        let settings = MatchSettings {
            opening_plies: 0,
            max_plies: 1000,
            record: false,
            evaluations: false,
            times: false,
            play_on: false,
            adjudication: None,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let setter = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        let finished = table.player(&stop).play(&pairing, settings, &mut Played::default());
        setter.join().unwrap();
        assert_eq!(finished, Ok(false), "{engine} finished a game of {game}");
    }
}

/// A run that takes games from another has the bytes of one that plays them all, whatever has grown.
#[test]
fn games_of_other_runs_are_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let old = whole_run(folder.path());
    let more = "engines = [\"mcts(sims=5)\", \"random\", \"greedy\", \"greedy\"";
    let grown = [
        CONFIG.replace(
            "engines = [\"random\", \"greedy\"",
            more.replace("\"greedy\", \"greedy\"", "\"greedy\"").as_str(),
        ),
        CONFIG.replace("rounds = 2", "rounds = 3"),
        CONFIG.replace("games = [", "games = [\"ot-tjin\", "),
        CONFIG.replace("\"greedy\", ", ""),
        CONFIG
            .replace("name = \"search\"", "name = \"other, name\"")
            .replace("\"search\"]", "\"other, name\"]"),
        CONFIG.replace("self_play", "# ").replace("rounds", "format = \"self-play\"\nrounds"),
    ];
    let plan = tournament(CONFIG, Shard::WHOLE).plan;
    let (total, alone) = (plan.games(), plan.self_play_games());
    // Without one of three engines a third of the pairings is left, and half of the self-play.
    let expected = [total, total, total, (total - alone) / 3 + alone / 2, total, 0];
    for (index, (config, expected)) in grown.iter().zip(expected).enumerate() {
        let (fresh, reused) =
            (folder.path().join(format!("fresh{index}")), folder.path().join(format!("reused{index}")));
        play(&fresh, config, Shard::WHOLE, 2, false).unwrap();
        let options = RunOptions { threads: 2, reuse: vec![old.clone()], ..RunOptions::default() };
        let summary = run(&tournament(config, Shard::WHOLE), &reused, options, &Arc::default()).unwrap();
        assert_eq!(summary.reused, expected, "{config}");
        assert!(bytes(&fresh) == bytes(&reused), "{config}");
    }
}

/// What differs is named also where only one of two configurations has it.
#[test]
fn a_run_does_not_go_on_with_games_that_only_one_configuration_has() {
    let folder = tempfile::tempdir().unwrap();
    let with = whole_run(folder.path());
    let line = "self_play = { games = 3, engines = [\"greedy\", \"search\"] }\n";
    let (without, config) = (folder.path().join("without"), CONFIG.replace(line, ""));
    play(&without, &config, Shard::WHOLE, 2, false).unwrap();
    let value = "{\"games\":3,\"engines\":[\"greedy\",\"search\"]}";
    for (out, config, words) in [
        (with, &*config, format!("`self_play` is {value} there and nothing here")),
        (without, CONFIG, format!("`self_play` is nothing there and {value} here")),
    ] {
        let refused = play(&out, config, Shard::WHOLE, 1, true).unwrap_err();
        assert!(refused.is_input() && refused.to_string().contains(&words), "{refused}");
    }
}

#[test]
fn games_under_other_terms_are_not_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let (old, out) = (whole_run(folder.path()), folder.path().join("out"));
    for (from, to, word) in [
        ("seed = 7", "seed = 8", "`seed` is 7 there and 8 here"),
        ("max_plies = 18", "max_plies = 19", "`[limits]`"),
        ("random_plies = 2", "random_plies = 4", "`[opening]`"),
    ] {
        let options = RunOptions { reuse: vec![old.clone()], ..RunOptions::default() };
        let refused =
            run(&tournament(&CONFIG.replace(from, to), Shard::WHOLE), &out, options, &Arc::default());
        let error = refused.unwrap_err();
        assert!(error.is_input() && error.to_string().contains(word), "{error}");
        assert!(!out.exists());
    }
    let games = fs::read_to_string(old.join("games.csv")).unwrap();
    fs::write(old.join("games.csv"), games.replacen("won", "own", 1)).unwrap();
    let options = RunOptions { reuse: vec![old], ..RunOptions::default() };
    assert!(run(&tournament(CONFIG, Shard::WHOLE), &out, options, &Arc::default()).unwrap_err().is_input());
}
