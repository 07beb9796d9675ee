//! `torneo conformance`.

use clap::Args;
use serde_json::{Value, json};
use torneo_conformance::{Breach, Conduct, Examined, Property, Subject, examine, examine_one};
use torneo_contract::{Options, Spec};
use torneo_present::table::{Column, aligned};
use torneo_present::text::wrapped;
use torneo_registry::{GameEntry, Registry};

use super::live::Line;
use super::output::table_width;
use super::{Failure, game_spec, print, print_json};

/// Test in random play whether games keep the contract of a game
#[derive(Args)]
#[command(after_help = "Examples: torneo conformance hex
          torneo conformance \"hex(size=5)\" --games 100
Without options a game is played with its defaults, with each option at each of its interesting values, and with all \
pairs of these. A failure prints the command that shows the position, and the exit code is 1.")]
pub struct Conformance {
    /// Games, such as `hnefatafl` or `lanza(players=3)` [default: all]
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Random games of each specification
    #[arg(long = "games", value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// The seed of the first random game of each specification
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX)))]
    seed: u64,
    /// Also try damaged texts and moves, which a game refuses or reads as others
    #[arg(long)]
    damaged: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Conformance {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let conduct = Conduct { games: self.count, seed: self.seed, damaged: self.damaged };
        let specs: Vec<Spec> = match self.games.is_empty() {
            true => registry.games().iter().map(|entry| Spec::new(entry.info().id, &[])).collect(),
            false => self.games.iter().map(|text| game_spec(registry, text)).collect::<Result<_, _>>()?,
        };
        let (line, mut all, mut breaches) = (Line::new(), Examined::default(), Vec::new());
        let refused = |error| Failure::argument("<GAME>", &error);
        for spec in &specs {
            let entry = registry.entry(&spec.name).map_err(refused)?;
            line.show(&format!("{spec} is examined"));
            let mut found = examined(entry, spec, conduct).map_err(refused)?;
            line.clear();
            if !self.json {
                let Examined { specs, games, plies, .. } = &found;
                print(&format!("{spec}: {specs} specifications, {games} games, {plies} plies"));
            }
            breaches.extend(found.breach.take());
            all.add(found);
        }
        if self.json {
            print_json(&written(&all, &breaches));
        } else {
            print(&wrapped(&tally(&all), table_width()));
            breaches.iter().for_each(|breach| print(&told(breach)));
        }
        match breaches.len() {
            0 => Ok(()),
            1 => Err(Failure::run("a game does not keep the contract")),
            many => Err(Failure::run(format!("{many} games do not keep the contract"))),
        }
    }
}

/// What is found about a game: with all its options, or with those that are given.
fn examined(
    entry: &GameEntry,
    spec: &Spec,
    conduct: Conduct,
) -> Result<Examined, torneo_contract::SpecError> {
    let set_up = |options: &Options| Ok(entry.set_up(options)?.session());
    let subject = Subject { info: entry.info(), set_up: &set_up };
    match spec.given.is_empty() {
        true => Ok(examine(&subject, conduct)),
        false => examine_one(&subject, spec, conduct),
    }
}

/// Each property with how often it was tried, and which of them never were.
fn tally(all: &Examined) -> String {
    let (mut rows, mut never) = (Vec::new(), Vec::new());
    for (property, text) in Property::ALL {
        let tried = all.tally.tried(property);
        rows.push(vec![tried.to_string(), text.to_owned()]);
        if tried == 0 {
            let how = if property == Property::Damage { " (--damaged tries it)" } else { "" };
            never.push(format!("\n  {text}{how}"));
        }
    }
    let mut table = aligned(&[("tried", Column::Right(10)), ("property", Column::Left(0))], rows);
    if !never.is_empty() {
        table += &format!("\nNever tried:{}", never.concat());
    }
    table
}

/// A place where a game breaks the contract, with the command that shows it.
fn told(breach: &Breach) -> String {
    let Breach { spec, seed, ply, position, moves, broken } = breach;
    let moves = moves.join(" ");
    let played = if moves.is_empty() { String::new() } else { format!(" --moves \"{moves}\"") };
    format!(
        "\nbroken: {}\n  {broken}\n  game: {spec}\n  seed: {seed}\n  ply: {ply}\n  position: {position}\n  moves: {moves}\n  torneo show \"{spec}\"{played}",
        broken.property.text(),
    )
}

/// What was found, as JSON.
pub fn written(all: &Examined, breaches: &[Breach]) -> Value {
    let tried = Property::ALL.iter();
    let tried = tried.map(|(property, text)| json!({"property": text, "tried": all.tally.tried(*property)}));
    let breach = |breach: &Breach| {
        json!({
            "property": breach.broken.property.text(),
            "message": breach.broken.message,
            "game": breach.spec,
            "seed": breach.seed,
            "ply": breach.ply,
            "position": breach.position,
            "moves": breach.moves,
        })
    };
    json!({
        "specifications": all.specs,
        "games": all.games,
        "plies": all.plies,
        "properties": tried.collect::<Vec<_>>(),
        "breaches": breaches.iter().map(breach).collect::<Vec<_>>(),
    })
}
