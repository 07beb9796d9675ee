//! Games that are played again give the same rows.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_registry::matchup::Player;
use torneo_registry::pairing::Played;

use super::{Fault, is_sampled};
use crate::Error;
use crate::plan::{GameIndex, Group, Tournament};
use crate::results::{Field, Opened, RawReader, Rows};

/// Plays a sample of the whole games of a folder again; returns how many, and what differs. Games of programs are left out
/// unless these may run.
pub fn play(
    tournament: &Tournament,
    opened: &Opened,
    (sample, run_programs): (u64, bool),
) -> Result<(u64, Vec<Fault>), Error> {
    let is_program: Vec<bool> =
        tournament.engines.iter().map(|engine| engine.text_engine().is_some()).collect();
    let mut board = Board::new(tournament);
    let (plan, games, mut files) = (&opened.plan, opened.whole.games, RawReader::open(&opened.folder)?);
    let (mut place, mut played, mut faults) = (0, 0, Vec::new());
    for index in 0..plan.known_groups() {
        let group = plan.group(index);
        for game in 0..group.games {
            if place == games {
                return Ok((played, faults));
            }
            let mut there = [Vec::new(), Vec::new()];
            files.take((plan, &opened.manifest.config), (&group, game), &mut there)?;
            let may_run = run_programs || !group.engines.iter().any(|&engine| is_program[engine]);
            if may_run && is_sampled(place, games, sample) {
                played += 1;
                if board.play(&group, game)? != there {
                    let number = group.first_game + game;
                    faults.push((place, format!("game {number}: played again it gives other rows")));
                }
            }
            place += 1;
        }
    }
    Ok((played, faults))
}

/// A place to play games.
struct Board<'a> {
    tournament: &'a Tournament,
    stop: Arc<AtomicBool>,
    /// The player of the game that was played last.
    player: Option<(GameIndex, Player)>,
    played: Played,
}

impl<'a> Board<'a> {
    fn new(tournament: &'a Tournament) -> Board<'a> {
        let stop = Arc::new(AtomicBool::new(false));
        Board { tournament, stop, player: None, played: Played::default() }
    }

    /// The rows of a game.
    fn play(&mut self, group: &Group, index: u64) -> Result<[Vec<u8>; 2], Error> {
        let Tournament { config, plan, .. } = self.tournament;
        if self.player.as_ref().is_none_or(|(game, _)| *game != group.game) {
            self.player = Some((group.game, self.tournament.tables[group.game].player(&self.stop)));
        }
        let (_, player) = self.player.as_mut().expect("the game was set up");
        let pairing = self.tournament.pairing(group, index);
        player.play(&pairing, self.tournament.settings(group), &mut self.played).map_err(Error::run)?;
        let names: Vec<Field> =
            pairing.engines.iter().map(|&engine| Field::new(&config.engines[engine].name)).collect();
        let mut rows = Rows::default();
        let game = Field::new(&plan.events()[group.event].game);
        rows.push(group.first_game + index, group, &game, names.iter(), &self.played);
        let (games, seats) = rows.into_bytes();
        Ok([games, seats])
    }
}
