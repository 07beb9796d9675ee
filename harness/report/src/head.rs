//! What stands below the title: what was played, when, for how long, on what, and by what command it is repeated.

use serde::Serialize;
use torneo_analysis::Analysis;
use torneo_arena::results::Manifest;
use torneo_arena::run::PlayedSession;
use torneo_present::english::Joined as _;
use torneo_present::english::counted;
use torneo_present::numbers::duration;

/// The head of the page.
#[derive(Serialize)]
pub struct Head {
    games: u64,
    /// The rest of the line, part by part.
    parts: Vec<String>,
    /// What repeats the run.
    command: String,
    /// What has to be known before anything else.
    warnings: Vec<String>,
}

/// The head of the page.
pub fn head(analysis: &Analysis, manifest: &Manifest, sessions: &[PlayedSession]) -> Head {
    let (kinds, engines) = (analysis.kinds.len() as u64, manifest.config.engines.len() as u64);
    let own = analysis.self_play_games;
    let shares = match (analysis.games - own, own) {
        (_, 0) | (0, _) => String::new(),
        (between, own) => format!(" ({between} between engines, {own} of self-play)"),
    };
    let (kinds, engines) = (counted(kinds, "kind"), counted(engines, "engine"));
    let mut parts = vec![format!("of {kinds} by {engines}{shares}")];
    parts.extend(when(sessions));
    parts.push(manifest.program.clone());
    parts.push(format!("seed {}", manifest.seed));
    parts.push(match (&manifest.condition, manifest.reproducible) {
        (Some(condition), _) => condition.clone(),
        (None, true) => "reproducible".to_owned(),
        (None, false) => "not reproducible: an engine has a time budget".to_owned(),
    });
    Head { games: analysis.games, parts, command: command(manifest, sessions), warnings: warnings(analysis) }
}

/// What was typed at the first start; what the configuration at the end of the page is run with where nobody typed.
fn command(manifest: &Manifest, sessions: &[PlayedSession]) -> String {
    let typed = sessions.first().map(|session| &*session.command).filter(|command| !command.is_empty());
    typed.map_or_else(|| format!("torneo run {}.toml", manifest.name), str::to_owned)
}

/// Date, duration and machine, where the run wrote them down.
fn when(sessions: &[PlayedSession]) -> Option<String> {
    let (first, last) = (sessions.first()?, sessions.last()?);
    let total = sessions.iter().map(PlayedSession::time).sum();
    let (date, threads) = (first.day(), counted(last.threads, "thread"));
    let starts = if sessions.len() > 1 { format!(" in {} sittings", sessions.len()) } else { String::new() };
    Some(format!("{date}, {}{starts} on {threads} ({})", duration(total), last.machine))
}

fn warnings(analysis: &Analysis) -> Vec<String> {
    let mut warnings = analysis.warnings.clone();
    if analysis.games < analysis.planned_games {
        let (games, planned) = (analysis.games, analysis.planned_games);
        warnings.push(format!("The run is not complete: {games} of {planned} games are here."));
    }
    if analysis.engine_errors > 0 {
        let faults =
            analysis.faults.iter().map(|fault| format!("{} {} {}", fault.engine, fault.reason, fault.games));
        warnings.push(format!(
            "Faults of engines ended {} of {} games: {}. These games count in the standing and nowhere else.",
            analysis.engine_errors,
            analysis.games,
            faults.joined(", ")
        ));
    }
    if analysis.ended_in_opening > 0 {
        warnings.push(format!(
            "{} games ended in their random opening. They say nothing of the engines.",
            analysis.ended_in_opening
        ));
    }
    warnings
}
