//! `torneo dice odds`.

use clap::Args;
use torneo_contract::{nearest, refuse_if};
use torneo_dice::{Limits, Odds, OddsError, plot};
use torneo_exact::{Analysis, Kind, Policy};
use torneo_registry::Registry;

use super::super::memory::memory;
use super::super::{game, game_spec, print_json};
use super::{drawn, odds_text, set_up, solve, too_large};
use crate::Failure;
use crate::picture::PlotFiles;

/// Solve a dice game.
#[derive(Args)]
#[command(after_help = "Example: torneo dice odds \"hazard(players=3)\" --json")]
pub struct ExactOdds {
    /// A dice game, such as `hazard` or `highest-wins(dice=2)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Play by a fixed policy instead of the best one, the same for both seats or one for each. Half-hazard has
    /// `cautious`, `bold` and `from-N` (stop as soon as N units are won); rising hazard has `never` and `stop`
    #[arg(long, value_name = "NAME[,NAME]", value_delimiter = ',')]
    policy: Vec<String>,
    /// Print fractions, the length of a turn and every payment
    #[arg(long)]
    exact: bool,
    /// MiB that fractions may take, in games whose turns depend on each other
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().memory, value_parser = memory)]
    memory: u64,
    #[command(flatten)]
    plot: PlotFiles,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ExactOdds {
    /// The results of a game.
    pub fn of(game: &str, policy: &[String]) -> ExactOdds {
        ExactOdds {
            game: game.to_owned(),
            policy: policy.to_vec(),
            exact: false,
            memory: Limits::default().memory,
            plot: PlotFiles::default(),
            json: true,
        }
    }

    /// The exact results.
    pub fn odds(&self, registry: &Registry) -> Result<Odds, Failure> {
        match self.policy.is_empty() {
            true => solve(registry, &self.game, self.limits()),
            false => self.under_policies(registry),
        }
    }

    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let odds = self.odds(registry)?;
        self.plot.write(|| drawn(plot::odds(&odds, &tables(registry, &self.game)?)))?;
        if self.json {
            print_json(&odds);
        } else {
            let game = game(registry, &self.game)?;
            match self.exact {
                true => odds_text::exact(&odds, &*game),
                false => odds_text::answer(&odds, &*game),
            }
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        Limits { memory: self.memory, ..Limits::default() }
    }

    fn under_policies(&self, registry: &Registry) -> Result<Odds, Failure> {
        let game = set_up(registry, &self.game)?;
        let named = |name: &String| policy(&game, name);
        let policies: Vec<Policy> = self.policy.iter().map(named).collect::<Result<_, _>>()?;
        let policies = match policies[..] {
            [both] => [both; 2],
            [first, second] => [first, second],
            _ => {
                let found = policies.len();
                return Err(Failure::input(format!(
                    "argument --policy: expected one policy for both seats or one for each of two, found {found}"
                )));
            }
        };
        torneo_dice::odds_under(&game, policies, self.limits()).map_err(too_large)
    }
}

/// The policy of this name in a game.
fn policy(game: &Analysis, name: &str) -> Result<Policy, Failure> {
    let Kind::Duel(duel) = &game.kind else { return Err(too_large(OddsError::NoDecisions)) };
    let known = duel.policies();
    refuse_if!(known.is_empty(), too_large(OddsError::NoDecisions));
    if let Some((_, policy)) = known.iter().find(|(known, _)| *known == name) {
        return Ok(*policy);
    }
    let units = name.strip_prefix("from-").and_then(|units| units.parse().ok());
    if let Some(units) = units.filter(|_| known.iter().any(|(_, policy)| *policy == Policy::From(1))) {
        return Ok(Policy::From(units));
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let message = format!("argument --policy: there is no `{name}`; expected {}", names.join(" or "));
    Err(match nearest(name, names) {
        Some(nearest) => Failure::input_with_help(message, format!("did you mean `{nearest}`?")),
        None => Failure::input(message),
    })
}

/// The results at tables of all sizes, in decimals where fractions take long; none for games without `players`.
fn tables(registry: &Registry, game: &str) -> Result<Vec<Odds>, Failure> {
    let argument = |error| Failure::argument("<GAME>", &error);
    let spec = game_spec(game)?;
    let info = registry.info(&spec.name).map_err(argument)?;
    let mut tables = Vec::new();
    if info.options.iter().any(|option| option.name == "players") {
        for players in info.seats.0..=info.seats.1 {
            let mut spec = spec.clone();
            spec.given.retain(|(name, _)| name != "players");
            spec.given.push(("players".to_owned(), players.to_string()));
            match torneo_dice::odds(&registry.analysis(&spec).map_err(argument)?, Limits::QUICK_FRACTIONS) {
                Ok(odds) => tables.push(odds),
                Err(_) => break,
            }
        }
    }
    Ok(tables)
}
