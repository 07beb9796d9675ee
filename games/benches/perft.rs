//! Perft with bulk counting of the chess games, beside the crate `shakmaty` for the orthodox start position.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use torneo_contract::{Described, perft};
use torneo_games::Visitor;

/// Measures perft of a game from its start.
struct Measure<'a>(&'a mut Criterion, u32);

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<G: Described>(self, game: G, canonical: String) {
        let start = game.start();
        let mut group = self.0.benchmark_group("perft");
        group.throughput(Throughput::Elements(perft::perft(&game, &start, self.1)));
        group.sample_size(10).measurement_time(Duration::from_secs(4));
        group.bench_function(format!("{canonical} depth {}", self.1), |bencher| {
            bencher.iter(|| perft::perft(&game, black_box(&start), self.1));
        });
    }
}

fn games(criterion: &mut Criterion) {
    for (spec, depth) in [("fischerandom(start=518)", 5), ("grand-chess", 4), ("grande-acedrex", 3)] {
        let spec = spec.parse().expect("a specification");
        torneo_games::visit(&spec, Measure(criterion, depth)).expect("a game of the registry");
    }
}

fn shakmaty(criterion: &mut Criterion) {
    let start = shakmaty::Chess::default();
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(shakmaty::perft(&start, 5)));
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    group.bench_function("shakmaty depth 5", |bencher| {
        bencher.iter(|| shakmaty::perft(black_box(&start), 5));
    });
}

criterion_group!(benches, games, shakmaty);
criterion_main!(benches);
