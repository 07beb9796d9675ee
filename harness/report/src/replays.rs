//! Recorded games as data: their moves, and what stands where after each.
//!
//! The page draws a position from sprites that every position of the same kind of game shares. What changes from one ply to
//! the next is a few numbers, and the same change of the same move is written once.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use indexmap::IndexSet;
use rayon::prelude::*;
use serde::Serialize;
use similar::algorithms::{Capture, Replace, myers};
use similar::{DiffOp, DiffTag};
use torneo_picture::{Frame, Sheet, Sprites, Style, shared};
use torneo_registry::Registry;

use torneo_analysis::Analysis;
use torneo_arena::Error;
use torneo_arena::figures::Groups;
use torneo_arena::results::{GameResult, Opened, each_value};
use torneo_present::telling::{recorded, usual};

use super::chosen::{Choice, OfKind};
use super::kinds::Counted;
use super::names::GameName;

/// Most plies of all games together: the report is to take a small part of the time of the run, and of a page of 2 MB.
const MOST_PLIES: u64 = 30_000;

/// The games that can be replayed.
#[derive(Serialize)]
pub struct Replays<'a> {
    /// The list of games, column by column: DEFLATE of JSON, in base64.
    pub list: String,
    /// The titles of the games, the names of the engines, the seats of each game and the reasons of ends as JSON.
    pub names: String,
    /// The games of each kind: DEFLATE of JSON, in base64.
    pub kinds: Vec<String>,
    /// The rules and the shapes of the pictures.
    pub style: String,
    pub shapes: String,
    /// What is worth a look.
    pub chosen: Vec<OfKind<'a>>,
    /// Number of games in the list.
    pub count: usize,
    /// Number of games of the run.
    pub of: u64,
}

/// The list of games, column by column: numbers as steps from one to the next, indices of kinds and of engines by seat,
/// scores by seat, indices of reasons, plies.
#[derive(Default, Serialize)]
struct Listed {
    steps: Vec<u64>,
    kinds: Vec<usize>,
    engines: Vec<Vec<usize>>,
    scores: Vec<Vec<f64>>,
    reasons: Vec<usize>,
    plies: Vec<u64>,
}

/// Where a list of numbers changes: the first that goes, how many go, which come in their place.
type Change = (usize, usize, Vec<u32>);

/// A ply: its token, and what differs from the frame before, the last change first; of the view and the caption the new one.
#[derive(PartialEq, Eq, Hash, Serialize)]
struct Step(String, Vec<Change>, Vec<Change>, Option<u32>, Option<u32>);

/// A game: its first frame, its steps by number, and what its choices were thought to be worth: plies before, seat and expected
/// score in thousandths. Last how it ended.
type Unrolled = (u32, Vec<u32>, Vec<(u64, u64, u32)>, String);

/// All games of a kind.
#[derive(Serialize)]
struct Kind {
    sheet: Sheet,
    starts: Vec<(u32, Vec<u32>, Vec<u32>, u32)>,
    steps: IndexSet<Step>,
    games: Vec<Unrolled>,
}

/// What the choices of a game were thought to be worth.
type Values = HashMap<u64, Vec<(u64, u64, u32)>>;

impl<'a> Replays<'a> {
    /// Reads up to `most` recorded games of some [`MOST_PLIES`] together, spread evenly over the run, and those that are worth a
    /// look. All games are counted on the way.
    pub fn read(
        registry: &Registry,
        opened: &Opened,
        analysis: &Analysis,
        games: &'a [GameName],
        most: u64,
        counted: &mut Counted,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Replays<'a>, Error> {
        let config = &opened.manifest.config;
        let (mut recorded, mut plies) = (0u64, 0u64);
        let mut choice = Choice::new(analysis);
        let of = opened.each_game(|result| {
            counted.add(result);
            choice.look(result);
            recorded += u64::from(!result.record.is_empty());
            plies += if result.record.is_empty() { 0 } else { result.plies };
        })?;
        let wanted: HashSet<u64> = if most > 0 { choice.numbers().collect() } else { HashSet::new() };
        let stride = recorded.div_ceil(most.max(1)).max(plies.div_ceil(MOST_PLIES)).max(1);
        let mut replayed: Vec<GameResult> = Vec::new();
        let mut number = 0;
        opened.each_game(|result| {
            if most == 0 || result.record.is_empty() {
                return;
            }
            if number % stride == 0 || wanted.contains(&result.game_no) {
                replayed.push(result.clone());
            }
            number += 1;
        })?;
        let groups = Groups::new(config);
        replayed.retain(|result| groups.indices(result).is_some());
        let values = values_of(&opened.folder, &replayed)?;
        replayed.iter().for_each(|result| choice.expect(result, &values[&result.game_no]));
        let (list, reasons) = listed(&replayed, &groups, games);
        let of_kind = |spec: &str| -> Vec<&GameResult> {
            replayed.iter().filter(|result| result.game == spec).collect()
        };
        let (of_kinds, mut done) = (games.iter().map(|game| of_kind(&game.spec)).collect::<Vec<_>>(), 0);
        let mut kinds: Vec<Option<Kind>> = Vec::new();
        // A few kinds at a time, so that it is told how far it has come.
        for part in of_kinds.chunks(rayon::current_num_threads().max(1)) {
            let part_of = |results: &Vec<&GameResult>| Kind::of(registry, results, &values);
            kinds.extend(part.par_iter().map(part_of).collect::<Result<Vec<_>, Error>>()?);
            done += part.iter().map(|results| results.len() as u64).sum::<u64>();
            tell(done, replayed.len() as u64);
        }
        let (style, shapes) = shared(kinds.iter().flatten().map(|kind| &kind.sheet));
        let packed_kind = |kind: &Option<Kind>| kind.as_ref().map_or_else(|| Ok(String::new()), packed);
        let names: Vec<&str> = config.engines.iter().map(|engine| &*engine.name).collect();
        Ok(Replays {
            count: replayed.len(),
            list: packed(&list)?,
            names: embedded(&(
                games.iter().map(|game| &game.title).collect::<Vec<_>>(),
                names,
                games.iter().map(|game| &game.seats).collect::<Vec<_>>(),
                reasons,
            )),
            kinds: kinds.par_iter().map(packed_kind).collect::<Result<_, _>>()?,
            style,
            shapes,
            chosen: choice.finish(games),
            of,
        })
    }
}

/// The list of games, and the reasons of their ends.
fn listed(games: &[GameResult], groups: &Groups, kinds: &[GameName]) -> (Listed, IndexSet<String>) {
    let (mut list, mut reasons, mut last) = (Listed::default(), IndexSet::new(), 0);
    for result in games {
        let Some((game, engines)) = groups.indices(result) else { continue };
        list.steps.push(result.game_no - last);
        last = result.game_no;
        list.kinds.push(game.number());
        list.engines.push(engines.to_vec());
        list.scores.push(result.seats.iter().map(|seat| (seat.score * 1000.0).round() / 1000.0).collect());
        list.reasons.push(reasons.insert_full(usual(kinds[game.number()].ends, &result.reason)).0);
        list.plies.push(result.plies);
    }
    (list, reasons)
}

/// JSON that may stand inside a script element.
fn embedded(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value is plain data").replace('<', "\\u003c")
}

/// What is written of the values of these games' choices.
fn values_of(folder: &Path, games: &[GameResult]) -> Result<Values, Error> {
    let mut values: Values = games.iter().map(|game| (game.game_no, Vec::new())).collect();
    each_value(folder, |choice| {
        if let (Some(choices), Some(value)) = (values.get_mut(&choice.game_no), choice.value) {
            choices.push((choice.ply, choice.seat, (value * 1000.0).round() as u32));
        }
    })?;
    Ok(values)
}

/// DEFLATE of JSON, in base64.
fn packed(value: &impl Serialize) -> Result<String, Error> {
    let json = serde_json::to_vec(value).expect("the value is plain data");
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
    Ok(STANDARD.encode(packed.map_err(|error| Error::run(format!("the games cannot be packed: {error}")))?))
}

/// What changes from one list of numbers to the next, the last change first.
fn changes(before: &[u32], after: &[u32]) -> Vec<Change> {
    let mut found = Replace::new(Capture::new());
    let Ok(()) = myers::diff(&mut found, before, 0..before.len(), after, 0..after.len());
    let change = |operation: &DiffOp| {
        let (tag, old, new) = operation.as_tag_tuple();
        (tag != DiffTag::Equal).then(|| (old.start, old.len(), after[new].to_vec()))
    };
    found.into_inner().ops().iter().rev().filter_map(change).collect()
}

impl Kind {
    /// The games of one kind; none if there are none.
    fn of(registry: &Registry, games: &[&GameResult], values: &Values) -> Result<Option<Kind>, Error> {
        let Some(first) = games.first() else { return Ok(None) };
        let game = registry
            .game(&first.game)
            .map_err(|error| Error::input(format!("game `{}`: {error}", first.game)))?;
        let board = game.board();
        let mut sprites = Sprites::new(&board, Style::default());
        let (mut starts, mut steps, mut unrolled) = (IndexSet::new(), IndexSet::new(), Vec::new());
        for result in games {
            let mut session = result.session(&*game)?;
            let mut before = sprites.frame(&session.scene());
            let start = starts.insert_full(before.clone()).0 as u32;
            let mut numbers = Vec::with_capacity(result.plies as usize);
            for (number, token) in result.record.split_whitespace().enumerate() {
                session.play(token).map_err(|error| {
                    let (game_no, number) = (result.game_no, number + 1);
                    Error::input(format!("game {game_no}, token {number} of its record: {}", error.message))
                })?;
                let after = sprites.frame(&session.scene());
                let step = Step::between(token, &before, &after);
                numbers.push(steps.insert_full(step).0 as u32);
                before = after;
            }
            let scores: Vec<f64> = result.seats.iter().map(|seat| seat.score).collect();
            let points: Option<Vec<f64>> = result.seats.iter().map(|seat| seat.points).collect();
            let told = recorded(&*session, &scores, points.as_deref(), &result.reason);
            unrolled.push((start, numbers, values[&result.game_no].clone(), told.unwrap_or_default()));
        }
        let starts =
            starts.into_iter().map(|Frame { view, placed, beside, caption }| (view, placed, beside, caption));
        Ok(Some(Kind { sheet: sprites.into_sheet(), starts: starts.collect(), steps, games: unrolled }))
    }
}

impl Step {
    fn between(token: &str, before: &Frame, after: &Frame) -> Step {
        let new = |before: u32, after: u32| (before != after).then_some(after);
        Step(
            token.to_owned(),
            changes(&before.placed, &after.placed),
            changes(&before.beside, &after.beside),
            new(before.view, after.view),
            new(before.caption, after.caption),
        )
    }
}
