//! What a random step of a game costs on one core: the step itself, its mask and its observation.
//!
//! `cargo bench -p torneo-encoding` steps 256 games in turn, as a batch does: `again` writes over arrays that are kept and clears
//! only what was written, `afresh` clears whole arrays.

use std::cell::LazyCell;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand_core::SeedableRng as _;
use torneo_contract::random::Generator;
use torneo_contract::session::{self, Session};
use torneo_contract::{Described, Seat, random};
use torneo_encoding::{Encoding, Environment, Form, Written};
use torneo_games::Visitor;

/// Games with few and many actions, with texts, with several seats, with turns at the same time, with tables that grow.
const SPECS: [&str; 9] = [
    "three-mens-morris",
    "hnefatafl",
    "havannah",
    "fischerandom",
    "frames",
    "half-hazard",
    "lanza",
    "blocker",
    "trax",
];
const GAMES: u64 = 256;

/// Begins the game of a specification such as `lanza(players=3)`.
fn open(spec: &str) -> Box<dyn Session> {
    struct Begin;
    impl Visitor for Begin {
        type Output = Box<dyn Session>;
        fn visit<G: Described>(self, game: G, _canonical: String) -> Box<dyn Session> {
            session::begin(game)
        }
    }
    torneo_games::visit(&spec.parse().expect("a specification"), Begin).expect("a game of the registry")
}

/// A game with its rows of arrays.
struct Row {
    environment: Environment,
    numbers: Vec<f32>,
    mask: Vec<bool>,
    legal: Vec<u32>,
    written: Written,
}

impl Row {
    fn new(encoding: &Arc<Encoding>, number: u64) -> Row {
        let mut row = Row {
            environment: Environment::new(encoding, 1, number),
            numbers: vec![0.0; encoding.layout().size()],
            mask: vec![false; encoding.codec().size()],
            legal: Vec::new(),
            written: Written::default(),
        };
        row.show(true);
        row
    }

    fn seat(&self) -> Seat {
        self.environment.choosers().next().unwrap_or(Seat::FIRST)
    }

    fn show(&mut self, again: bool) {
        let seat = self.seat();
        if !again {
            self.numbers.fill(0.0);
            self.mask.fill(false);
            self.legal.clear();
            self.written = Written::default();
        }
        self.environment.mask_again(seat, &mut self.mask, &mut self.legal);
        self.environment.observe_again(seat, &mut self.numbers, &mut self.written);
    }

    fn step(&mut self, rng: &mut Generator, again: bool) {
        let step = self.legal[random::below(rng, self.legal.len())];
        self.environment.step(self.seat(), step as usize).expect("a legal step");
        if self.environment.is_over() {
            self.environment = Environment::new(self.environment.encoding(), 1, 0);
        }
        self.show(again);
    }
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    group.throughput(Throughput::Elements(GAMES)).sample_size(20);
    for spec in SPECS {
        let encoding = LazyCell::new(|| Arc::new(Encoding::of(open(spec), Form::default())));
        for again in [true, false] {
            // Set up only where it is asked for.
            let mut rows: Vec<Row> = Vec::new();
            let mut rng = Generator::seed_from_u64(1);
            let name = BenchmarkId::new(spec, if again { "again" } else { "afresh" });
            group.bench_function(name, |bencher| {
                if rows.is_empty() {
                    rows.extend((0..GAMES).map(|number| Row::new(&encoding, number)));
                }
                bencher.iter(|| rows.iter_mut().for_each(|row| row.step(&mut rng, again)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
