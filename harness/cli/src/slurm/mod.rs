//! `torneo slurm`: a run as a job array on a cluster.

mod job;
mod scripts;
mod status;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use torneo_arena::plan::{Plan, Shard, Tournament};
use torneo_arena::run::{Share, shares};
use torneo_arena::trial::measure_costs;
use torneo_contract::{refuse, refuse_if};
use torneo_present::numbers::duration;
use torneo_registry::Registry;
use torneo_solve::named;

use super::options::place;
use super::{print, stop_on_interrupt, tell};
use crate::Failure;
use job::{Job, Task};

/// Play a run on a cluster: a job array of shards of about equal duration, and a job that merges and analyses them.
#[derive(Args)]
#[command(after_help = "Examples: torneo slurm configs/all-games.toml --tasks 100 --submit
          torneo slurm run.toml --tasks 8 --partition short -- --time=04:00:00 --cpus-per-task=16
          torneo slurm --status results/all-games-slurm")]
pub struct Slurm {
    /// The configuration
    #[arg(value_name = "CONFIG", required_unless_present = "status")]
    config: Option<PathBuf>,
    /// Shards: the tasks of the job array
    #[arg(long, value_name = "N", required_unless_present = "status")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    tasks: Option<u64>,
    /// The folder for the scripts, the shards and the results [default: results/NAME-slurm]
    #[arg(long, value_name = "DIR", value_parser = place())]
    out: Option<PathBuf>,
    /// The partition, as for sbatch
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// How long games are played first to measure how long they take; 0 divides the run by the number of games
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=86_400))]
    calibrate: u32,
    /// Submit the jobs, too
    #[arg(long)]
    submit: bool,
    /// Say how far the jobs of a folder are
    #[arg(long, value_name = "DIR", conflicts_with_all = ["config", "tasks", "out", "partition", "submit", "sbatch"])]
    status: Option<PathBuf>,
    /// Print the status as JSON
    #[arg(long, requires = "status")]
    json: bool,
    /// What else sbatch is told, for both jobs
    #[arg(last = true, value_name = "SBATCH OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

impl Slurm {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        match (&self.status, &self.config, self.tasks) {
            (Some(folder), ..) => status::tell_of(folder, self.json),
            (None, Some(config), Some(tasks)) => self.write(registry, config, tasks),
            _ => Err(Failure::input("expected a configuration and --tasks, or --status DIR")),
        }
    }

    fn write(&self, registry: &Registry, config: &Path, tasks: u64) -> Result<(), Failure> {
        // Every task reads it again, later and on another machine.
        named::open(config).map_err(|error| {
            Failure::input(format!("argument <CONFIG>: cannot read {}: {error}", config.display()))
        })?;
        let tournament = Tournament::read(registry, config, Shard::WHOLE)?;
        let plan = &tournament.plan;
        if plan.is_interleaved() {
            // The refusal is that of any other shard.
            Tournament::read(registry, config, Shard::Every { index: 1, count: 2 })?;
        }
        let groups = plan.total_groups();
        refuse_if!(
            tasks > groups,
            "argument --tasks: expected 1 to {groups}, the groups of the run, found {tasks}"
        );
        let folder = self.folder(&tournament)?;
        let options = self.options()?;
        if self.submit && !is_there("sbatch") {
            return Err(Failure::input_with_help(
                "argument --submit: no program `sbatch` is on the path",
                "leave out --submit here, and run the script submit.sh of the folder where Slurm is",
            ));
        }
        let stop = stop_on_interrupt("nothing is written")?;
        let time = Duration::from_secs(self.calibrate.into());
        if !time.is_zero() {
            tell(&format!("measuring what games cost, for at most {}", duration(time)));
        }
        let costs = measure_costs(&tournament, time, &stop)?;
        let shares = shares(plan, &costs, tasks);
        let job = Job {
            name: tournament.config.name.clone(),
            program: path_text(&std::env::current_exe().map_err(Failure::run)?)?,
            config: path_text(&absolute(config)?)?,
            working_folder: path_text(&std::env::current_dir().map_err(Failure::run)?)?,
            folder: path_text(&folder)?,
            options,
            measured: !time.is_zero(),
            games: plan.total_games(),
            tasks: shares.iter().map(|share| task(plan, share)).collect(),
        };
        scripts::write(&job, &folder)?;
        describe(&job);
        if self.submit { submit(&folder) } else { Ok(()) }
    }

    /// The folder to be written, which must not hold anything.
    fn folder(&self, tournament: &Tournament) -> Result<PathBuf, Failure> {
        let usual = || Path::new("results").join(format!("{}-slurm", tournament.config.name));
        let folder = absolute(&self.out.clone().unwrap_or_else(usual))?;
        let place = folder.display();
        if folder.join(job::FILE).exists() {
            return Err(Failure::input_with_help(
                format!("{place} holds the jobs of a run already"),
                format!(
                    "submit what is not finished with {}, or choose another folder with --out DIR",
                    folder.join(scripts::SUBMIT).display()
                ),
            ));
        }
        let taken = match fs::read_dir(&folder) {
            Ok(mut entries) => entries.next().is_some(),
            Err(_) => folder.exists(),
        };
        if taken {
            let message = format!("{place} is not empty");
            return Err(Failure::input_with_help(message, "choose another folder with --out DIR"));
        }
        Ok(folder)
    }

    /// What sbatch is told besides; options that the scripts rest on are refused.
    fn options(&self) -> Result<Vec<String>, Failure> {
        if let Some(ours) = self.sbatch.iter().find(|option| is_ours(option)) {
            refuse!("argument -- {ours}: this option of sbatch is set by the scripts themselves");
        }
        if let Some(first) = self.sbatch.first().filter(|first| !first.starts_with('-')) {
            refuse!("argument -- {first}: expected an option of sbatch");
        }
        let partition = self.partition.iter().map(|name| format!("--partition={name}"));
        let options: Vec<String> = partition.chain(self.sbatch.iter().cloned()).collect();
        match options.iter().find(|option| option.chars().any(char::is_control)) {
            Some(option) => refuse!("argument -- {option:?}: it has control characters"),
            None => Ok(options),
        }
    }
}

/// Whether an option of sbatch is one that the scripts set: whole, abbreviated, or behind others that stand in one word.
fn is_ours(option: &str) -> bool {
    const LONG: [&str; 6] = ["array", "dependency", "wrap", "parsable", "signal", "open-mode"];
    const SHORT: [char; 2] = ['a', 'd'];
    /// Short options without a value: others may follow in the same word.
    const FLAGS: &str = "HIkKOQsuvVW";
    if let Some(long) = option.strip_prefix("--") {
        let name = long.split('=').next().unwrap_or_default();
        return !name.is_empty() && LONG.iter().any(|ours| ours.starts_with(name));
    }
    let letters = option.strip_prefix('-').unwrap_or_default();
    letters.chars().find(|&letter| !FLAGS.contains(letter)).is_some_and(|letter| SHORT.contains(&letter))
}

fn task(plan: &Plan, share: &Share) -> Task {
    let (first_game, games) = match share.shard {
        Shard::Range { first, end } => {
            let first_game = plan.group(first).first_game;
            let last = plan.group(end - 1);
            (first_game, last.first_game + last.games - first_game)
        }
        Shard::Every { .. } => (0, plan.games()),
    };
    Task { shard: share.shard.to_string(), first_game, games, seconds: share.seconds }
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// A path as it is written into scripts.
fn path_text(path: &Path) -> Result<String, Failure> {
    match path.to_str() {
        Some(text) if !text.chars().any(char::is_control) => Ok(text.to_owned()),
        _ => refuse!(
            "{path:?}: expected a path in UTF-8 without control characters, to be written into scripts"
        ),
    }
}

/// Whether a program is on the path.
fn is_there(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

fn describe(job: &Job) {
    print(&format!("{}: {} games in {} tasks: {}", job.name, job.games, job.tasks.len(), job.folder));
    let games = job.tasks.iter().map(|task| task.games);
    let (fewest, most) = (games.clone().min().unwrap_or(0), games.max().unwrap_or(0));
    if job.measured {
        let seconds: Vec<f64> = job.tasks.iter().map(|task| task.seconds).collect();
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        let time = |seconds: f64| duration(Duration::from_secs_f64(seconds.min(1e9)));
        print(&format!(
            "each {fewest} to {most} games, on one thread of this machine {} on average, {} at most",
            time(mean),
            time(longest)
        ));
    } else {
        print(&format!("each {fewest} to {most} games; what they cost was not measured"));
    }
    print(&format!("submit:  bash {}", scripts::path(job, scripts::SUBMIT)));
    print(&format!("status:  torneo slurm --status {}", super::run::quoted(&job.folder)));
    print(&format!("results: {}", scripts::path(job, job::RESULT)));
}

fn submit(folder: &Path) -> Result<(), Failure> {
    let script = folder.join(scripts::SUBMIT);
    let done = Command::new("bash").arg(&script).status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::run_with_help(
            format!("the jobs were not submitted: {} ended with {status}", script.display()),
            "the scripts stay; run that one again when what is wrong is mended",
        )),
        Err(error) => Err(Failure::run(format!("cannot run bash {}: {error}", script.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviated_and_joined_options_are_known() {
        for ours in [
            "--array=1-3",
            "--arr=1-3",
            "--dep=afterok:1",
            "--sig",
            "--wrap=x",
            "-a1-3",
            "-d",
            "-Hdafterok:1",
        ] {
            assert!(is_ours(ours), "{ours}");
        }
        for other in ["--mem=4G", "--account=a", "--time=1:00", "-H", "-pdebug", "-Hpdebug", "-A", "--", "x"]
        {
            assert!(!is_ours(other), "{other}");
        }
    }
}
