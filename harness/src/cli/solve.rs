//! `torneo solve`.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use torneo::Failure;
use torneo::solve::{NotSolved, Request, solve};
use torneo_engines::solver::{Control, Progress, Unsolved};

use super::live::Line;
use super::{game_spec, print, print_json, stop_on_interrupt};

/// Find the exact value of a game or a position.
#[derive(Args)]
#[command(after_help = "Examples: torneo solve \"three-mens-morris(equal_turns=false)\"
          torneo solve catch-the-rabbit --table rabbit.table
          torneo solve sleeping-beauty-draughts --position \"Ld6 Md2 Mc1 la7 md4 ma3 sa1 w\"")]
pub struct Solve {
    /// A game, such as `three-mens-morris` or `catch-the-rabbit(hunters=10)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Solve this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// How to solve it
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// MiB that the tables may take
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    memory: u64,
    /// Threads to use; 0 for one per processor. The result does not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Keep the tables in this file; a later run goes on with the first that is missing
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Whatever fits the game
    Auto,
    /// All positions, from the ends back
    Retrograde,
}

impl Solve {
    pub fn execute(self) -> Result<(), Failure> {
        let spec = game_spec(&self.game)?;
        let stop = stop_on_interrupt()?;
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.into(),
        };
        let line = Line::new();
        let show = |progress: &Progress| line.show(&told(progress));
        let control = Control { memory: self.memory << 20, threads, stop: &stop, progress: &show };
        let method = match self.method {
            Method::Auto => torneo::solve::Method::Auto,
            Method::Retrograde => torneo::solve::Method::Retrograde,
        };
        let request = Request { position: self.position.as_deref(), method, table: self.table.as_deref() };
        let began = Instant::now();
        let solved = solve(&spec, &request, &control);
        line.clear();
        let solution = match solved.map_err(|error| Failure::argument("<GAME>", &error))? {
            Ok(solution) => solution,
            Err(NotSolved::Position(error)) => {
                return Err(Failure::input(format!("argument --position: {error}")));
            }
            Err(NotSolved::Unsolved(error)) => return Err(failure(&self.game, &error)),
        };
        match self.json {
            true => print_json(&solution.to_json()),
            false => print(&solution.to_text()),
        }
        eprintln!("{:.1} s", began.elapsed().as_secs_f64());
        Ok(())
    }
}

fn told(progress: &Progress) -> String {
    let Progress { stage, done, total } = progress;
    match total {
        Some(total) if *total > 0 => format!("{stage}: {} of {total} ({}%)", done, 100 * done / total),
        _ => format!("{stage}: {done}"),
    }
}

fn failure(game: &str, error: &Unsolved) -> Failure {
    match error {
        Unsolved::Interrupted => Failure::Interrupted,
        Unsolved::File(message) => Failure::input(format!("argument --table: {message}")),
        Unsolved::TooLarge(_) | Unsolved::MemoryFull { .. } | Unsolved::Spent { .. } => {
            Failure::input_with_help(
                format!("`{game}` cannot be solved by retrograde analysis: {error}"),
                "allow more with --memory (MiB), or solve a position nearer to the end with --position",
            )
        }
        Unsolved::Unfit(_) => {
            Failure::input(format!("`{game}` cannot be solved by retrograde analysis: {error}"))
        }
    }
}
