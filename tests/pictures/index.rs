//! The index of the games' pages.

use std::fmt::Write;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use torneo_contract::{Described, GameInfo, Ply, Scratch, SeatVec, Turn};
use torneo_games::Visitor;

/// Where each game comes from.
const SOURCES: &str = include_str!("sources.txt");

/// Random games of which lengths and choices are means.
const GAMES: u64 = 20;

const HEAD: &str = "\
# Games

Each game has a page with its rules as implemented, its options and its notation. The page also
lists decisions where the sources are silent, and references. `torneo games` lists the games,
`torneo games NAME` shows the options of one. The dice games share
[a page of common rules](dice-common.md). The common rules of the games on three levels are on the
page of [Nardeshir](nardeshir.md).

There are three kinds of turn: a seat **decides**, **chance** draws, or seats choose **together**.
*Actions* is the number of legal actions of a choosing seat, and *plies* is the number of turns in a
game. Both are means over 20 random games with the default options.

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
            write!(page, "\n## {title}\n\n| | game | seats | turns | source | actions | plies |\n")
                .expect("a string");
            page.push_str("|---|---|---|---|---|---:|---:|\n");
        }
        page.push_str(&row(info));
    }
    page
}

fn row(info: &GameInfo) -> String {
    let GameInfo { id, title, .. } = *info;
    let (actions, plies) =
        torneo_games::visit(&id.parse().expect("an id"), Means).expect("the defaults are valid");
    let source = SOURCES.lines().filter_map(|line| line.split_once(": ")).find(|(known, _)| *known == id);
    let (_, source) = source.unwrap_or_else(|| panic!("sources.txt has no line for {id}"));
    let actions = if actions > 0.0 { format!("{actions:.1}") } else { "-".to_owned() };
    let again = if info.reconstructed { " (partly reconstructed)" } else { "" };
    format!(
        "| <a href=\"{id}.md\"><img src=\"pictures/{id}.svg\" width=\"150\" alt=\"{title}\"></a> | [{title}]({id}.md){again} | \
         {} | {} | {source} | {actions} | {plies:.0} |\n",
        seats(info),
        kinds(info)
    )
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

/// The mean numbers of legal actions of a choosing seat and of plies.
struct Means;

impl Visitor for Means {
    type Output = (f64, f64);

    fn visit<G: Described>(self, game: G, _canonical: String) -> (f64, f64) {
        let (mut actions, mut choices, mut plies) = (0, 0u64, 0u64);
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
                plies += 1;
            }
        }
        (actions as f64 / choices.max(1) as f64, plies as f64 / GAMES as f64)
    }
}
