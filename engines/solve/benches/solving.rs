//! Seconds that the solvers take for some games: `cargo bench -p torneo-solve [-- NAME...]`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use torneo_contract::{Described, Options};
use torneo_games::{capture, connection, dice, hunt, morris, simultaneous};
use torneo_solve::proof::ProofOptions;
use torneo_solve::stochastic::{Cards, ValueOptions};
use torneo_solve::{Control, Expander, Method, Request, expander, solve};

/// Runs of each measurement; the shortest counts.
const ROUNDS: usize = 3;

fn game<G: Described>(spec: &str) -> Arc<dyn Expander> {
    let options = Options::check(&spec.parse().expect("a specification"), G::INFO.options);
    let options = options.expect("options of the game");
    expander(G::new(&options).expect("options that fit"), options.canonical())
}

/// A game, a position of it or its start, and the request.
type Case = (Arc<dyn Expander>, Option<&'static str>, Request<'static>);

fn cases() -> Vec<Case> {
    let proof = ProofOptions::default();
    let auto =
        Request { position: None, method: Method::Auto, table: None, proof, values: ValueOptions::default() };
    let proof = ProofOptions { each_action: true, size: true, ..proof };
    let open = ValueOptions { cards: Cards::FirstShows, ..auto.values };
    let hunt = "...../.h.../..R../h..h./.h.h. h";
    let captures = "....b./....../..w.../....../.w..b./...... w";
    vec![
        (game::<morris::ThreeMensMorris>("three-mens-morris"), None, auto),
        (game::<hunt::CatchTheRabbit>("catch-the-rabbit(rabbit_wins_at=0)"), Some(hunt), auto),
        (game::<capture::Surakarta>("surakarta"), Some(captures), auto),
        (game::<connection::Havannah>("havannah(size=3)"), None, Request { proof, ..auto }),
        (game::<simultaneous::Nibelungenlied>("nibelungenlied"), None, auto),
        (game::<simultaneous::Nibelungenlied>("nibelungenlied(max_turns=2)"), None, auto),
        (game::<simultaneous::Frames>("frames(size=3)"), None, auto),
        (game::<simultaneous::Frames>("frames(size=3)"), None, Request { values: open, ..auto }),
        (game::<dice::HalfHazard>("half-hazard"), None, auto),
    ]
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = AtomicBool::new(false);
    let control = Control { memory: 256 << 20, threads, stop: &stop, progress: &|_| () };
    for (expander, position, request) in cases() {
        let name = expander.canonical();
        if !names.is_empty() && names.iter().all(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        let request = Request { position, ..request };
        let mut best = f64::INFINITY;
        let mut ended = String::new();
        for _ in 0..ROUNDS {
            let began = Instant::now();
            let solved = solve(&*expander, &request, &control);
            best = best.min(began.elapsed().as_secs_f64());
            ended = solved.map_or_else(|error| format!("{error:?}"), |_| "solved".to_owned());
        }
        println!("{best:8.3} s  {name} {}: {ended}", position.unwrap_or("from the start"));
    }
}
