//! Every end of every game in words: each reason that a game names is reached, each that it has is named, and the sentence is of
//! the form that everybody knows.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use rand_core::{Rng as _, SeedableRng as _};
use rayon::prelude::*;
use torneo_contract::session::Session;
use torneo_contract::{Reason, Seat, Turn, random, reason};
use torneo_present::telling::ending;

use super::{begun, play_randomly};

/// Games in which random play comes to other ends than in those with the defaults.
const SOONER: [&str; 38] = [
    "akron(max_plies=20)",
    "as-many-on-one-as-on-two(max_throws=2)",
    "bin-fa(max_rounds=2)",
    "blocker(max_plies=20)",
    "camelot(no_progress=20)",
    "cross-over(turn_limit=50)",
    "four-seasons(max_plies=50)",
    "four-seasons(no_progress=5)",
    "four-seasons(no_progress=100000, max_plies=100000)",
    "grande-acedrex(max_plies=50)",
    "grande-acedrex(no_progress=5)",
    "guirguiesca(max_throws=1)",
    "half-hazard(turns=1)",
    "hazard(max_throws=1)",
    "highest-wins(dice=1, ties=draw)",
    "hnefatafl(max_plies=20)",
    "jetan(games=2)",
    "jetan(wager=pay-to-move-simple, games=1, funds=2)",
    "lanza(max_turns=5)",
    "lowest-wins(dice=1, ties=draw)",
    "marlota(max_throws=1)",
    "martian-chess(quiet_limit=5)",
    "nibelungenlied(max_turns=5)",
    "nine-mens-morris(quiet_limit=20)",
    "pair-and-ace(max_throws=1)",
    "panquist(max_turns=1)",
    "razzle-dazzle(max_plies=20)",
    "riffa(max_throws=1)",
    "rising-hazard(max_turns=1)",
    "rising-hazard(pots=2, max_turns=1)",
    "sleeping-beauty-draughts(repetition=no-result)",
    "surakarta(quiet_limit=20)",
    "thud(quiet_limit=20)",
    "trax(board=8x8, win=loop)",
    "trax(both_win=draw)",
    "trax(max_tiles=20)",
    "triga(max_throws=1)",
    "zertz(max_plies=10)",
];

/// Ends that random play does not come to: the game, a position or nothing for its start, and the moves.
const STORED: [(&str, &str, &str); 30] = [
    ("akron(size=3, swap=false)", "", "a3 a1 c3 a2 c1 a2-b1 b2 b3"),
    (
        "akron(size=3, swap=false)",
        "",
        "b2 b1 c2 c1 c2-b3 b1-c2 b2-a3 c2-b1 a3-b2 b1-c2 b3-b1 c1-c3 b1-b3 c3-c1",
    ),
    ("atari-go(size=5)", "1BWWW/BBBWW/1BBW1/BBBWW/1BBWW w", ""),
    ("bin-fa(stage=1)", "1=4:5.4.7,2:0.4.3 2=3:0.4.1 1 a1 steps:2", "1:0.4.3>0.4.2"),
    ("blocker", "", "2:w 2:s 2:e 2:n 2:w 2:s 2:e 2:n"),
    ("catch-the-rabbit", "", "c3-c4 a3-a4 c4-c3 a4-a3 c3-c4 a3-a4 c4-c3 a4-a3"),
    ("frames(size=3)", "", "a1,a1 a2,a2 a3,a3 b1,b1 b2,b2 b3,b3 c1,c1 c2,c2 c3,c3"),
    ("hnefatafl", "11/11/11/11/11/a10/ka9/a10/11/11/11 d", ""),
    ("hnefatafl", "", "d1-d2 f8-g8 d2-d1 g8-f8 d1-d2 f8-g8 d2-d1 g8-f8"),
    ("jetan", "7c1q/2a7/10/10/10/4W5/10/10/10/Q1C7 b -", "e5e3 c9c7 e3g3 c7c5 g3g5 c5c3 g5i5 c3a5 i5i3 a5a7"),
    ("jetan", "Q9/10/10/10/10/10/10/7C2/10/9q o -", ""),
    ("jetan", "", "g1h4 g10h7 h4g1 h7g10 g1h4 g10h7 h4g1 h7g10"),
    ("jetan(wager=ransom-field, funds=11)", "", ""),
    ("millennium-3d-chess", "", "1b11c3 3b83c6 1c31b1 3c63b8 1b11c3 3b83c6 1c31b1 3c63b8"),
    ("nardeshir", "", "1b11c3 3b83c6 1c31b1 3c63b8 1b11c3 3b83c6 1c31b1 3c63b8"),
    ("nine-mens-morris", "bww......w....w......w.. w 0,0", "g4-f4"),
    ("ot-tjin", "", "5 7 6 8 6 5 5 9 1 8 2 2 6 9 5 1 6"),
    ("millennium-3d-chess", "6q1/8/8/8/8/8/2k5/K7|8/1q6/8/q7/8/8/8/8|8/8/8/8/8/8/8/8 w - - -", ""),
    ("nardeshir", "8/8/8/8/8/8/1r6/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -", "1a11b2"),
    ("space-chess", "8/8/8/8/8/8/1r6/K7|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8 w - - -", "1a11b2"),
    ("space-chess", "8/8/8/8/8/1k6/7q/K7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 b - - -", "1h21b2"),
    ("space-chess", "8/8/8/8/8/1k6/7q/K7|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 b - - -", "1h21c2"),
    ("space-chess", "", "1b11c3 3b83c6 1c31b1 3c63b8 1b11c3 3b83c6 1c31b1 3c63b8"),
    ("thud", "de2 df2 dg5 Tf1 dg1 d", "g5-g2"),
    ("thud(agreement=true)", "da6 da7 da9 da10 db5 Th7 d", "end? yes"),
    ("thud(battles=2, agreement=true)", "da6 Tb7 d second:5-4", "a6-b7xb7"),
    ("zertz", "A1 A2G | W6 G7 B10 | 0/0/0 - 0/0/0 | 40", "WA1"),
    ("three-mens-morris", "", "@a1 @a2 @b1 @b2 @c1 @c2"),
    ("three-mens-morris(diagonals=false)", "b../wb./wwb w 0,0 -", ""),
    ("four-seasons", "G Kg6 Ra1 / R x / B x / W Kh8 / turn=G moved=GRBW", "a1-a8"),
];

/// Ends that come after many plies, or when nothing else is left: the game, the reason that play aims at, and a seed with which it
/// comes there.
const SOUGHT: [(&str, Reason, u64); 10] = [
    ("catch-the-rabbit(rabbit_wins_at=0)", reason::LENGTH_LIMIT, 0),
    ("fischerandom", reason::LENGTH_LIMIT, 0),
    ("grand-chess", reason::LENGTH_LIMIT, 1),
    ("havannah(size=4)", reason::BOARD_FULL, 48),
    ("jetan", reason::LENGTH_LIMIT, 0),
    ("millennium-3d-chess", reason::LENGTH_LIMIT, 0),
    ("nardeshir", reason::LENGTH_LIMIT, 0),
    ("ot-tjin(repetition=5)", reason::LENGTH_LIMIT, 6),
    ("space-chess", reason::LENGTH_LIMIT, 0),
    ("three-mens-morris", reason::LENGTH_LIMIT, 6859),
];

/// Random games that end as few others do: the game, and the seed.
const RARE: [(&str, u64); 17] = [
    ("camelot", 20),
    ("camelot", 56),
    ("fischerandom", 23),
    ("grand-chess", 34),
    ("grand-chess", 46),
    ("grande-acedrex", 25),
    ("grande-acedrex", 127),
    ("jetan", 38),
    ("martian-chess", 177),
    ("nardeshir", 137),
    ("ot-tjin", 33),
    ("skirrid", 116),
    ("surakarta", 108),
    ("tantrix(hand=1)", 12),
    ("three-mens-morris", 149),
    ("twelve-mens-morris", 28),
    ("twelve-mens-morris", 169),
];

/// Reasons that the rules have and no game is known to end for. Four pieces that leap like knights need eight others round them
/// to be shut in, and Razzle Dazzle has six. Zertz can come back to a position only with an empty pool and no ring to remove.
const UNKNOWN: [(&str, Reason); 2] = [("razzle-dazzle", reason::NO_MOVE), ("zertz", reason::REPETITION)];

/// Random games of each kind that are played at most.
const GAMES: u64 = 20;

/// The id of a game of a specification.
fn id(spec: &str) -> &str {
    spec.split('(').next().unwrap_or(spec)
}

/// A game in which every ply avoids other ends than the one that is sought, then captures, then moves of the kind of which there
/// is most, and of the rest chooses where the game has been least.
fn sought(spec: &str, wanted: Reason, seed: u64) -> Box<dyn Session> {
    let (mut session, mut rng) = (begun(spec), random::Generator::seed_from_u64(seed));
    let mut seen: HashMap<u64, usize> = HashMap::new();
    loop {
        let Turn::Seat(seat) = session.turn() else {
            if play_randomly(&mut *session, &mut rng).is_none() {
                return session;
            }
            continue;
        };
        let board = session.board();
        let mut on = vec![0; board.site_numbers()];
        session.pieces(&mut on);
        let most = |kind: u8| kind > 0 && on.iter().filter(|other| **other == kind).count() > 4;
        let noisy: BTreeSet<usize> = session.noisy(seat).marked.into_iter().flatten().collect();
        let places = session.places(Some(seat));
        let best = (0..places.len()).min_by_key(|&number| {
            let mut next = session.copy();
            next.choose(Some(seat), number);
            next.play_chosen(true);
            let end = next.outcome().map(|outcome| outcome.reason);
            let from = places[number].first().and_then(|place| place.id()).map_or(0, |id| on[id as usize]);
            let visits = seen.get(&next.hash()).copied().unwrap_or(0);
            let wrong = end.is_some_and(|end| end != wanted);
            (wrong, end != Some(wanted), noisy.contains(&number), most(from), visits, rng.next_u64())
        });
        session.choose(Some(seat), best.expect("a legal action"));
        session.play_chosen(true);
        *seen.entry(session.hash()).or_default() += 1;
    }
}

/// The game after what is stored.
fn stored((spec, position, moves): (&str, &str, &str)) -> Box<dyn Session> {
    let mut session = begun(spec);
    if !position.is_empty() {
        session.set_position(position).unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
    let played = session.play_all(moves);
    played.unwrap_or_else(|(number, error)| panic!("{spec}, token {number}: {error}"));
    session
}

/// The sentence of an end is of the form that everybody knows, for somebody without a seat and for the player of each seat.
fn check(spec: &str, session: &dyn Session) -> (String, Reason) {
    let outcome = session.outcome().unwrap_or_else(|| panic!("{spec}: the game goes on"));
    let winners = outcome.winners();
    for you in std::iter::once(None).chain(Seat::all(session.seats()).map(Some)) {
        let told = ending(session, you);
        let (result, cause) = told.split_once(": ").unwrap_or_else(|| panic!("{spec}: {told}"));
        let is_won = |seat: Seat| winners.contains(seat) && winners.len() < session.seats();
        let expected = match (winners.len(), you) {
            (all, _) if all == session.seats() => "A draw",
            (_, Some(you)) if !winners.contains(you) => "You lost",
            (1, Some(_)) => "You won",
            _ => "",
        };
        let names = Seat::all(session.seats()).filter(|seat| is_won(*seat) && Some(*seat) != you);
        let named = names.map(|seat| session.seat_name(seat)).all(|name| told.contains(name));
        assert!(expected.is_empty() || result == expected, "{spec}: {told}");
        assert!(named || you.is_some(), "{spec}: {told}");
        let ends = result.ends_with(" wins") || result.ends_with(" win");
        assert!(!expected.is_empty() || ends, "{spec}: {told}");
        assert!(cause.len() > 5 && cause.ends_with('.') && !cause[..cause.len() - 1].contains('.'), "{told}");
        assert!(!told.contains(['{', '_', '`']) && !told.contains("  "), "{spec}: {told}");
        assert!(told.split_whitespace().count() <= 30, "{spec}: {told}");
    }
    (id(spec).to_owned(), outcome.reason)
}

fn random_game(spec: &str, seed: u64) -> Box<dyn Session> {
    let (mut session, mut rng) = (begun(spec), random::Generator::seed_from_u64(seed));
    while play_randomly(&mut *session, &mut rng).is_some() {}
    session
}

/// Random games of a specification, until the game has ended for every reason.
fn random_ends(spec: &str) -> BTreeSet<(String, Reason)> {
    let mut found = BTreeSet::new();
    for number in 0..GAMES {
        let session = random_game(spec, number);
        found.insert(check(spec, &*session));
        if found.len() == session.ends().len() {
            break;
        }
    }
    found
}

#[test]
fn every_reason_of_every_game_is_reached_and_told() {
    let plain = torneo_games::infos().into_iter().map(|info| info.id);
    let specs: Vec<&str> = plain.chain(SOONER).collect();
    let mut reached: BTreeSet<(String, Reason)> = STORED.map(|end| check(end.0, &*stored(end))).into();
    reached.par_extend(specs.into_par_iter().flat_map_iter(random_ends));
    reached.par_extend(RARE.into_par_iter().map(|(spec, seed)| check(spec, &*random_game(spec, seed))));
    reached.par_extend(SOUGHT.into_par_iter().map(|(spec, wanted, seed)| {
        let end = check(spec, &*sought(spec, wanted, seed));
        assert_eq!(end.1, wanted, "{spec} with the seed {seed}");
        end
    }));
    let named: BTreeSet<(String, Reason)> = torneo_games::infos()
        .into_iter()
        .flat_map(|info| begun(info.id).ends().iter().map(|(why, _)| (info.id.to_owned(), *why)))
        .collect();
    let unknown = UNKNOWN.map(|(game, why)| (game.to_owned(), why));
    let missing: Vec<_> = named.difference(&reached).filter(|end| !unknown.contains(end)).collect();
    assert!(missing.is_empty(), "no game ends so: {missing:?}");
    let unnamed: Vec<_> = reached.difference(&named).collect();
    assert!(unnamed.is_empty(), "`ENDS` does not name {unnamed:?}");
    assert!(unknown.iter().all(|end| !reached.contains(end)), "a game of `UNKNOWN` is known");
}

/// The code of a file without blanks, comments and tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.chars().filter(|c| !c.is_whitespace())).collect()
}

/// The source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match entry.is_dir() {
            true => found.extend(sources(&entry)),
            false if entry.to_string_lossy().ends_with("tests.rs") => {}
            false => found.extend(entry.extension().is_some_and(|ending| ending == "rs").then_some(entry)),
        }
    }
    found
}

/// A reason that stands in the code of a family of games stands in the `ENDS` of one of them, so that the test above asks for it.
#[test]
fn every_reason_in_the_code_is_named() {
    for family in torneo_games::FAMILIES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(family).join("src");
        let all: String = sources(&folder).iter().map(|file| code(file)).collect();
        let words = |before: &str, after: &str| -> BTreeSet<String> {
            let names = all.split(before).skip(1).filter_map(|rest| {
                let name: String = rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
                (!name.is_empty() && rest[name.len()..].starts_with(after)).then_some(name)
            });
            names.collect()
        };
        let used = &words("reason::", "") | &words("const", ":Reason=");
        let used = &used | &words("const", ":torneo_contract::Reason=");
        let named = &words("(reason::", ",\"") | &words("(", ",\"");
        let named = &named | &words("(crate::", ",\"");
        let missing: Vec<_> = used.difference(&named).collect();
        assert!(missing.is_empty(), "{family}: `ENDS` names no {missing:?}");
        assert!(!used.is_empty(), "{family}");
    }
}
