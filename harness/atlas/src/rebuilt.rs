//! The design of a folder that does not hold it, put together from its rows: as much of it as verdicts and order follow from.

use std::fmt::Write as _;

use torneo_present::english::Joined as _;
use torneo_registry::Registry;

use crate::design::{Design, Section};
use crate::rows::{Contents, Row};

/// A level as rows tell of it.
#[derive(Clone, PartialEq, Eq)]
struct Level<'a> {
    engine: &'a str,
    name: &'a str,
    /// The option that holds the budget; empty for an engine without one.
    option: &'a str,
}

impl<'a> Level<'a> {
    fn of(row: &'a Row) -> Level<'a> {
        let option = row.budget.split_once('=').map_or("", |(option, _)| option);
        Level { engine: &row.engine, name: &row.level, option }
    }

    fn text(&self) -> String {
        let Level { engine, name, option } = self;
        match name.ends_with('b') {
            _ if option.is_empty() => format!("{{ engine = {engine:?} }}"),
            true => format!("{{ engine = {engine:?}, {option} = {name:?} }}"),
            false => format!("{{ engine = {engine:?}, {option} = {name} }}"),
        }
    }
}

/// The design that rows tell of. With `variants` games with options are variants, as they mostly are; else none is. None if
/// the rows are of no design.
pub fn design_of(registry: &Registry, contents: &Contents, seed: u64, variants: bool) -> Option<Design> {
    let cells = &contents.cells;
    let mut levels: Vec<Level> = Vec::new();
    let mut games: Vec<&str> = Vec::new();
    for (place, row) in cells.iter().enumerate() {
        let level = Level::of(row);
        if !games.contains(&&*row.game) {
            games.push(&row.game);
        }
        if !levels.contains(&level) {
            // Behind the level before it at the same game.
            let before =
                place.checked_sub(1).map(|before| &cells[before]).filter(|before| before.game == row.game);
            let at = before.and_then(|before| levels.iter().position(|known| *known == Level::of(before)));
            levels.insert(at.map_or(levels.len(), |at| at + 1), level);
        }
    }
    let mut text = format!("name = \"rows\"\nseed = {seed}\n");
    let least = contents.matches.iter().map(|row| row.games).min();
    least.map(|games| writeln!(text, "match_games = {games}")).transpose().ok()?;
    let listed = levels.iter().map(Level::text);
    writeln!(text, "levels = [{}]", listed.joined(", ")).ok()?;
    if let Some(row) = contents.first_moves.first() {
        let (level, games) = (format!("{}-{}", row.engine, row.level), row.games);
        writeln!(text, "first_moves = {{ level = {level:?}, games = {games}, most = 1000 }}").ok()?;
    }
    if let Some(row) = contents.unequal.first() {
        let mut named: Vec<&str> = contents.unequal.iter().map(|row| &*row.game).collect();
        named.dedup();
        let (engine, rounds) = (&row.engine, row.games);
        writeln!(text, "unequal = {{ games = {named:?}, engine = {engine:?}, rounds = {rounds} }}").ok()?;
    }
    for section in [Section::Games, Section::Variants] {
        writeln!(text, "[{}]", section.key()).ok()?;
        let own = |game: &&&str| (variants && game.contains('(')) == (section == Section::Variants);
        for game in games.iter().filter(own) {
            let rows: Vec<&Row> = cells.iter().filter(|row| row.game == **game && row.seat == 0).collect();
            let sizes = levels.iter().map(|level| {
                let size = rows.iter().find(|row| Level::of(row) == *level);
                let size = size.map_or_else(|| "\"not played\"".to_owned(), |row| row.games.to_string());
                format!("{}-{} = {size}", level.engine, level.name)
            });
            let sizes: Vec<String> = sizes.collect();
            let b = rows.iter().find_map(|row| branching(row)).unwrap_or(1);
            writeln!(text, "{game:?} = {{ b = {b}, {} }}", sizes.joined(", ")).ok()?;
        }
    }
    Design::parse(registry, "the design of the rows", &text).ok()
}

/// The branching number that a budget tells of.
fn branching(row: &Row) -> Option<u64> {
    let times: u64 = row.level.strip_suffix('b')?.parse().ok()?;
    let budget: u64 = row.budget.split_once('=')?.1.parse().ok()?;
    budget.checked_div(times)
}
