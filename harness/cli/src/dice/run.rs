//! `torneo dice run`.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use torneo_dice::answer::hint;
use torneo_dice::answer::report::{Statistics, outcomes};
use torneo_dice::graph::{Graph, Named as NamedValue};
use torneo_dice::language::{self, Bounds, Door, Output};
use torneo_dice::words;
use torneo_registry::incoming::{self, Encoding, Named};

use super::super::{print_json, say};
use super::answer::Answer;
use super::graph::{Graphs, print_transposed};
use crate::Failure;

/// Run a program.
#[derive(Args)]
#[command(
    after_help = "Example: torneo dice run -e 'output [highest 3 of 4d6] named \"ability\"'. The language is that of AnyDice"
)]
pub struct Run {
    /// A file with a program
    #[arg(value_name = "FILE", required_unless_present = "text", conflicts_with = "text")]
    file: Option<PathBuf>,
    /// The program itself
    #[arg(short = 'e', long = "text", value_name = "TEXT")]
    text: Option<String>,
    /// Millions of steps that the program may take
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    steps: u64,
    /// MiB that one distribution may take
    #[arg(long, value_name = "MIB", default_value_t = 384, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
    /// Print fractions
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    graphs: Graphs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run {
    pub fn execute(self) -> Result<(), Failure> {
        let (name, text) = self.program()?;
        let bounds = Bounds { steps: self.steps as f64 * 1e6, bytes: self.memory as f64 * 1048576.0 };
        let outputs = language::run(&text, bounds).map_err(|fault| {
            let (line, column) = fault.place(&text);
            let message = format!("{name}: line {line}, column {column}: {fault}");
            let more = match &fault.message {
                steps if steps.contains("steps of work (at most") => {
                    Some("allow more with --steps (millions)")
                }
                memory if memory.contains("MiB (at most") => Some("allow more with --memory (MiB)"),
                _ => None,
            };
            let help = more.map(str::to_owned).or_else(|| hint(&text, &fault, Door::Program));
            Failure::in_file(&name, &text, fault.span.clone(), message, help)
        })?;
        let named: Vec<NamedValue> =
            outputs.iter().map(|output| (output.name.as_str(), &output.value)).collect();
        self.graphs.write("", &named)?;
        if self.json {
            let outputs: Vec<Value> = outputs.iter().map(json_of).collect();
            print_json(&json!({ "outputs": outputs }));
            return Ok(());
        }
        match self.graphs.kind() {
            Graph::Transposed => {
                let possible: Vec<NamedValue> =
                    named.into_iter().filter(|(_, value)| !value.is_empty()).collect();
                print_transposed(&possible);
            }
            _ => outputs.iter().for_each(|output| self.show(output)),
        }
        if outputs.is_empty() {
            say("The program has no output: write `output 3d6`.");
        }
        Ok(())
    }

    fn program(&self) -> Result<(String, String), Failure> {
        match (&self.file, &self.text) {
            (Some(file), _) => {
                let text = incoming::read(file, Named::ByUser, Encoding::Utf8)
                    .map_err(|error| Failure::input(format!("cannot read {}: {error}", file.display())))?;
                Ok((file.display().to_string(), text))
            }
            (None, text) => Ok(("-e".to_owned(), text.clone().unwrap_or_default())),
        }
    }

    fn show(&self, output: &Output) {
        if output.value.is_empty() {
            return say(&format!("{}: nothing is possible", output.name));
        }
        if let Some(rolls) = &output.rolls {
            say(&format!("{}: {}", output.name, words::rolls(rolls)));
        }
        let answer = Answer {
            title: output.name.clone(),
            value: &output.value,
            given: None,
            notes: Vec::new(),
            graph: self.graphs.kind(),
            is_comparison: false,
            combinations: None,
        };
        match (output.value.weights(), self.exact) {
            ([(only, _)], _) => say(&format!("{}: always {only}", output.name)),
            (_, true) => answer.print_exact(),
            // Yes and no are one chance.
            ([(0, _), (1, _)], false) => {
                if let Some(chance) = output.value.probability(1) {
                    answer.print_one(1, &chance, false);
                }
            }
            _ => answer.print_chart(),
        }
    }
}

fn json_of(output: &Output) -> Value {
    if output.value.is_empty() {
        return json!({ "name": output.name, "distribution": [], "mean": null, "sd": null });
    }
    let distribution: Vec<Value> = outcomes(&output.value)
        .into_iter()
        .map(|outcome| {
            let (exact, decimal) = (outcome.probability.fraction(), outcome.probability.decimal());
            json!({ "value": outcome.value, "exact": exact, "decimal": decimal })
        })
        .collect();
    if let Some(rolls) = &output.rolls {
        let (mean, sd) = (&rolls.mean, rolls.variance.decimal().sqrt());
        return json!({ "name": output.name, "distribution": distribution, "mean": mean, "sd": sd, "open": rolls.is_open });
    }
    let statistics = Statistics::of(&output.value);
    json!({ "name": output.name, "distribution": distribution, "mean": statistics.mean, "sd": statistics.sd })
}
