//! `torneo dice odds`.

use clap::Args;
use torneo_contract::{Seat, nearest, refuse, refuse_if};
use torneo_dice::policy::{PolicyFault, Rules};
use torneo_dice::{Chance, Decider, Limits, Odds, OddsError, plot};
use torneo_exact::{Analysis, Kind, Policy};
use torneo_present::english::Joined as _;
use torneo_present::numbers::percent;
use torneo_registry::Registry;

use super::super::memory::memory;
use super::super::{game as game_of, game_spec, print, print_json};
use super::{decisions_text, odds_text, set_up, too_large};
use crate::failure::{Failure, did_you_mean};
use crate::picture::PlotFiles;

/// Solve a dice game.
#[derive(Args, Default)]
#[command(after_help = "Examples: torneo dice odds \"hazard(players=3)\" --json
          torneo dice odds half-hazard --policy \"stop when winnings >= 6 and pot < 40\"
          torneo dice odds half-hazard --decisions --csv
          torneo dice odds half-hazard --position \"turn=0 first=0 throws=3 due=decision numbers=11,10 winnings=6 streak=1 \
          pot=20 money=90,90 battle=-\"")]
pub struct ExactOdds {
    /// A dice game, such as `hazard` or `highest-wins(dice=2)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Play by a fixed policy instead of the best one, the same for both seats or one for each: rules over the fields of
    /// `torneo show GAME --json --state`, such as `stop when winnings >= 6`, or a name. Half-hazard has `cautious`, `bold`
    /// and `from-N` (stop as soon as N units are won); rising hazard has `never` and `stop`
    #[arg(long, value_name = "POLICY[,POLICY]", value_delimiter = ',')]
    policy: Vec<String>,
    /// Print what the best policy, or that of --policy, does at each decision, as a table of fields
    #[arg(long, conflicts_with_all = ["exact", "svg", "png"])]
    decisions: bool,
    /// Print the table of --decisions as CSV
    #[arg(long, requires = "decisions", conflicts_with = "json")]
    csv: bool,
    /// Print what throwing and stopping are worth at a position in which a decision is due, if both seats play on as well as they
    /// can
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["policy", "decisions", "csv", "exact", "svg", "png"])]
    position: Option<String>,
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
        let (game, policy, memory) = (game.to_owned(), policy.to_vec(), Limits::default().memory);
        ExactOdds { game, policy, memory, json: true, ..ExactOdds::default() }
    }

    /// The exact results.
    pub fn odds(&self, registry: &Registry) -> Result<Odds, Failure> {
        let game = set_up(registry, &self.game)?;
        match self.policies(&game)? {
            None => torneo_dice::odds(&game, self.limits()),
            Some(policies) => torneo_dice::odds_under(&game, &policies, self.limits()),
        }
        .map_err(|error| self.refusal(error))
    }

    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        if self.decisions {
            return self.show_decisions(registry);
        }
        if let Some(position) = &self.position {
            return self.show_chances(registry, position);
        }
        let odds = self.odds(registry)?;
        self.plot.write(|| Ok(plot::odds(&odds, &tables(registry, &self.game)?)))?;
        if self.json {
            print_json(&odds);
        } else {
            let game = game_of(registry, &self.game)?;
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

    fn show_decisions(&self, registry: &Registry) -> Result<(), Failure> {
        let game = set_up(registry, &self.game)?;
        let policies = self.policies(&game)?;
        let decisions = torneo_dice::decisions(&game, policies.as_ref(), self.limits())
            .map_err(|error| self.refusal(error))?;
        match (self.json, self.csv) {
            (true, _) => print_json(&decisions),
            (_, true) => decisions_text::csv(&decisions),
            _ => decisions_text::table(&decisions),
        }
        Ok(())
    }

    fn show_chances(&self, registry: &Registry, position: &str) -> Result<(), Failure> {
        let game = set_up(registry, &self.game)?;
        let chances =
            torneo_dice::chances(&game, position, self.limits()).map_err(|error| self.refusal(error))?;
        let Some(chances) = chances else {
            refuse!("argument --position: no decision is due there; `due=decision` says that one is");
        };
        if self.json {
            print_json(&chances);
            return Ok(());
        }
        let name = game_of(registry, &self.game)?.seat_name(Seat::new(chances.seat)).to_owned();
        for (side, chance) in [("Throw", chances.throw), ("Stop", chances.stop)] {
            let Chance { win, draw, score } = chance;
            print(&format!(
                "{side}: {name} wins {}, a draw {}, expected score {score:.4}.",
                percent(win),
                percent(draw)
            ));
        }
        Ok(())
    }

    /// The policies of both seats; none where the best one is asked for.
    fn policies(&self, game: &Analysis) -> Result<Option<[Decider; 2]>, Failure> {
        let policies: Vec<Decider> =
            self.policy.iter().map(|text| policy(game, text)).collect::<Result<_, _>>()?;
        match &policies[..] {
            [] => Ok(None),
            [both] => Ok(Some([both.clone(), both.clone()])),
            [first, second] => Ok(Some([first.clone(), second.clone()])),
            more => refuse!(
                "argument --policy: expected one policy for both seats or one for each of two, found {}",
                more.len()
            ),
        }
    }

    fn refusal(&self, error: OddsError) -> Failure {
        match error {
            OddsError::Policy(number, fault) => {
                fault_in_policy(&self.policy[number.min(self.policy.len() - 1)], &fault)
            }
            error => too_large(error),
        }
    }
}

fn fault_in_policy(text: &str, fault: &PolicyFault) -> Failure {
    let help = did_you_mean(fault.nearest.as_ref());
    Failure::in_file("--policy", text, fault.span.clone(), format!("argument --policy: {fault}"), help)
}

/// A policy: a name in this game, or rules.
fn policy(game: &Analysis, text: &str) -> Result<Decider, Failure> {
    let Kind::Duel(duel) = &game.kind else { return Err(too_large(OddsError::NoDecisions)) };
    let known = duel.policies();
    let name = text.trim();
    if let Some((_, policy)) = known.iter().find(|(known, _)| *known == name) {
        return Ok((*policy).into());
    }
    let units = name.strip_prefix("from-").and_then(|units| units.parse().ok());
    if let Some(units) = units.filter(|_| known.iter().any(|(_, policy)| *policy == Policy::From(1))) {
        return Ok(Policy::From(units).into());
    }
    let fault = match Rules::read(text) {
        Ok(rules) => return Ok(Decider::Rules(rules)),
        Err(fault) => fault,
    };
    // A word alone is meant as a name.
    refuse_if!(known.is_empty() || name.contains(char::is_whitespace), fault_in_policy(text, &fault));
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let message = format!(
        "argument --policy: there is no `{name}`; expected {}, or rules such as `stop when FIELD >= 6`",
        names.iter().joined(" or ")
    );
    Err(Failure::input_or_help(message, did_you_mean(nearest(name, names))))
}

/// The results at tables of all sizes, in decimals where fractions take long; none for games without `players`.
fn tables(registry: &Registry, game: &str) -> Result<Vec<Odds>, Failure> {
    let argument = |error| Failure::argument("<GAME>", &error);
    let spec = game_spec(registry, game)?;
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
