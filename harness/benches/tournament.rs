//! What the harness costs: raw random playouts against whole tournaments of `random` with itself.
//!
//! `cargo bench -p torneo` prints, for each game, the time of the same number of games as bare playouts on one thread, as
//! a tournament without and with records on one thread, and without records on two.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand_core::SeedableRng;
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::run::{RunOptions, run};
use torneo_contract::{Described, Scratch, playout};
use torneo_games::Visitor;
use torneo_search::Rng;

/// Games of every kind, with the number of games in one measurement.
const GAMES: [(&str, u64); 8] = [
    ("three-mens-morris", 40_000),
    ("hnefatafl", 500),
    ("razzle-dazzle", 1_500),
    ("blocker", 1_000),
    ("hazard", 100_000),
    ("frames", 15_000),
    ("lanza", 15_000),
    ("four-seasons", 500),
];

struct Playouts(u64);

impl Visitor for Playouts {
    type Output = u64;

    fn visit<G: Described>(self, game: G, _canonical: String) -> u64 {
        let mut rng = Rng::seed_from_u64(1);
        let mut scratch = Scratch::default();
        let (start, mut position) = (game.start(), game.start());
        let play = |_| {
            position.clone_from(&start);
            playout::playout(&game, &mut position, u64::MAX, &mut rng, &mut scratch)
        };
        (0..self.0).map(play).sum()
    }
}

fn tournament(game: &str, games: u64, record: bool, threads: usize) {
    let config = format!(
        "name = \"bench\"\nseed = 1\ngames = [\"{game}\"]\nengines = [\"random\"]\nformat = \"self-play\"\n\
         rounds = {games}\n[limits]\nmax_plies = 1000000\n[output]\nrecord = {record}\n"
    );
    let tournament = Tournament::parse(&torneo::registry(), "bench.toml", &config, Shard::WHOLE)
        .expect("the configuration is valid");
    let folder = tempfile::tempdir().expect("a folder for the results");
    let options = RunOptions { threads, resume: false, ..RunOptions::default() };
    run(&tournament, &folder.path().join("out"), options, &Arc::new(AtomicBool::new(false)))
        .expect("the run ends");
}

fn compare(criterion: &mut Criterion) {
    for (game, games) in GAMES {
        let mut group = criterion.benchmark_group(game);
        group.sample_size(10).throughput(Throughput::Elements(games));
        let spec = game.parse().expect("an id");
        group.bench_function("playouts", |bencher| {
            bencher.iter(|| {
                black_box(torneo_games::visit(&spec, Playouts(games)).expect("the defaults are valid"))
            });
        });
        for (record, threads) in [(false, 1), (true, 1), (false, 2)] {
            let name = if record { "recorded" } else { "tournament" };
            group.bench_function(BenchmarkId::new(name, format!("{threads} threads")), |bencher| {
                bencher.iter(|| tournament(game, games, record, threads));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, compare);
criterion_main!(benches);
