//! The index of the games' pages.

use std::fmt::Write;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use torneo_contract::{Described, GameInfo, Ply, Scratch, SeatVec, Turn};
use torneo_games::Visitor;
use torneo_registry::cards::{self, Card, Length, Plies, Source};

/// Random games of which choices are means.
const GAMES: u64 = 20;

const HEAD: &str = "\
# Games

Each game has a page with its rules as implemented, its options and its notation. The page also
lists decisions where the sources are silent, and references. `torneo games` lists the games,
`torneo games NAME` shows the options of one. `torneo games --search \"alfonso dice\"` finds games by
title, author, year, source, kind, number of players, and words of their sentence. The dice games
share [a page of common rules](dice-common.md). The common rules of the games on three levels are on
the page of [Nardeshir](nardeshir.md).

A *seat* is a place at the table: a player, or an engine. There are three kinds of turn: a seat
**decides**, **chance** draws, or seats choose **together**. A *ply* is one turn of one of them.

- *Actions* is the number of legal actions of a choosing seat, in the mean over 20 random games.
- *Length* is in plies: half of the games are at most so long. Of 20 games one is shorter and one
  longer than the numbers in brackets. These are 40 games of *self-play*: the engine
  `auto(sims=50)` plays all seats, with seed 1283.
- *Minutes* are those of the median game at 0.3 s a ply, the pace of `auto(time=0.3)`.

The pictures are positions of games between engines. `torneo show GAME --moves \"...\" --svg FILE`
draws any other position. `TORNEO_PICTURES=write cargo test -p torneo --test main pictures::` writes
this page and the pictures. A test fails if they are out of date.
";

/// The whole page.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    let mut family = "";
    for info in torneo_games::infos() {
        if info.family != family {
            family = info.family;
            let title = family[..1].to_uppercase() + &family[1..];
            let common = cards::family(family).expect("cards.toml has the families");
            write!(
                page,
                "\n## {title}\n\n{common}.\n\n| | game | players | turns | source | actions | length | minutes |\n"
            )
            .expect("a string");
            page.push_str("|---|---|---|---|---|---:|---:|---:|\n");
        }
        page.push_str(&row(info));
    }
    page
}

fn row(info: &GameInfo) -> String {
    let GameInfo { id, title, .. } = *info;
    let actions = torneo_games::visit(&id.parse().expect("an id"), Actions).expect("the defaults are valid");
    let card = Card::of(info);
    let Length { plies: Plies { low, median, high }, minutes } = card.length.expect("it was measured");
    let actions = if actions > 0.0 { format!("{actions:.1}") } else { "-".to_owned() };
    let again = if info.reconstructed { " (partly reconstructed)" } else { "" };
    format!(
        "| <a href=\"{id}.md\"><img src=\"pictures/{id}.svg\" width=\"150\" alt=\"{title}\"></a> | [{title}]({id}.md){again} | \
         {} | {} | {} | {actions} | {median} ({low}-{high}) | {minutes:.1} |\n",
        seats(info),
        kinds(info),
        source(title, &card.source)
    )
}

/// Where a game comes from: the author, the title where it is not that of the game, the year, and the way.
fn source(game: &str, source: &Source) -> String {
    let title = (source.title != game).then(|| format!("*{}*", source.title));
    let year = source.year.map(|year| year.to_string());
    let made = [source.author.clone(), title, year].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let through = source.through.as_ref().map(|through| format!("through {through}"));
    [Some(made).filter(|made| !made.is_empty()), through].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn seats(info: &GameInfo) -> String {
    match info.seats {
        (fewest, most) if fewest == most => fewest.to_string(),
        (fewest, most) => format!("{fewest}-{most}"),
    }
}

fn kinds(info: &GameInfo) -> String {
    let turns = info.turns;
    let all = [(turns.decision, "decide"), (turns.chance, "chance"), (turns.simultaneous, "together")];
    all.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

/// The mean number of legal actions of a choosing seat.
struct Actions;

impl Visitor for Actions {
    type Output = f64;

    fn visit<G: Described>(self, game: G, _canonical: String) -> f64 {
        let (mut actions, mut choices) = (0, 0u64);
        let mut scratch = Scratch::default();
        for seed in 0..GAMES {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = game.start();
            loop {
                let mut choose = |seat| {
                    actions += game.count_actions(&position, seat, &mut scratch);
                    choices += 1;
                    game.random_action(&position, seat, &mut rng, &mut scratch)
                };
                let ply = match game.turn(&position) {
                    Turn::Seat(seat) => Ply::One(choose(seat)),
                    Turn::Simultaneous(seats) => Ply::Joint(seats.iter().map(choose).collect::<SeatVec<_>>()),
                    Turn::Chance => {
                        let word = rand_core::Rng::next_u64(&mut rng);
                        Ply::One(game.chance_at(&position, word, &mut scratch))
                    }
                    Turn::Over => break,
                };
                ply.apply(&game, &mut position);
            }
        }
        actions as f64 / choices.max(1) as f64
    }
}
