//! Words under which people look for games. They name what is near to a game of the registry, not the game itself: whoever
//! types one is told what there is.

use torneo_contract::GameInfo;
use torneo_present::english::Joined as _;
use torneo_present::text::folded;

use crate::GameEntry;

/// Words of one meaning, and the specifications that are suggested for them, with a remark where one is needed.
type Nickname = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// Names that stand for a game with options.
const NAMES: [(&str, &str); 1] = [("chess", "fischerandom(start=518)")];

/// The specification that a name stands for, if it is not that of a game.
pub fn named(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, spec)| *spec)
}

/// A name without case, accents, blanks and marks: what two ways to write it have in common.
fn plain(name: &str) -> String {
    folded(name).replace(' ', "")
}

/// The names of a game: its id, its title, and the parts of a title such as `Hazard (Azar)` or `Nine Men's Morris, jumping form`.
fn names(info: &GameInfo) -> impl Iterator<Item = String> {
    let parts = info.title.split(['(', ')', ',']);
    [info.id, info.title].into_iter().chain(parts).map(plain).filter(|name| !name.is_empty())
}

/// The ids of the games that have this name, however it is written. An id as it is written is that of one game.
pub fn ids<'a>(name: &'a str, games: &[GameEntry]) -> Vec<&'a str> {
    if named(name).is_some() || games.iter().any(|entry| entry.info().id == name) {
        return vec![name];
    }
    let name = plain(name);
    let short = NAMES.iter().map(|(short, _)| *short).filter(|short| plain(short) == name);
    let infos = games.iter().map(GameEntry::info);
    let found = infos.filter(|info| names(info).any(|known| known == name)).map(|info| info.id);
    short.chain(found).collect()
}

const CHESS: &[(&str, &str)] = &[
    ("fischerandom(start=518)", "orthodox chess, `chess` for short"),
    ("grand-chess", ""),
    ("four-seasons", "for four players"),
    ("grande-acedrex", ""),
];

/// All words.
const NICKNAMES: &[Nickname] = &[
    (&["shogi", "xiangqi", "shatranj"], CHESS),
    (&["960", "chess960", "chess-960", "fischer", "fischer-random"], &[("fischerandom", "")]),
    (
        &["3d-chess", "raumschach", "star-trek-chess"],
        &[("millennium-3d-chess", ""), ("space-chess", ""), ("nardeshir", "")],
    ),
    (&["barsoom"], &[("jetan", "")]),
    (&["icehouse", "looney"], &[("martian-chess", "")]),
    (&["tafl", "tablut", "brandub", "brandubh", "tawlbwrdd", "viking-chess"], &[("hnefatafl", "")]),
    (
        &["draughts", "checkers", "dama", "dames", "damas"],
        &[("sleeping-beauty-draughts", ""), ("twelve-mens-morris", "alquerque"), ("surakarta", "")],
    ),
    (&["alquerque", "quirkat"], &[("twelve-mens-morris", "")]),
    (
        &["mill", "mills", "merels", "merrils", "merrills", "muehle", "mühle", "tic-tac-toe", "tictactoe"],
        &[("nine-mens-morris", ""), ("three-mens-morris", ""), ("twelve-mens-morris", "alquerque")],
    ),
    (&["mancala", "oware", "awari", "awale", "kalah", "bao", "congkak"], &[("ot-tjin", "")]),
    (&["go", "baduk", "weiqi", "igo"], &[("atari-go", "first capture wins"), ("hi-jack", "")]),
    (
        &["dice", "craps"],
        &[("hazard", ""), ("triga", ""), ("riffa", ""), ("marlota", ""), ("half-hazard", "with decisions")],
    ),
    (&["hare", "hounds", "hare-and-hounds", "rabbit"], &[("catch-the-rabbit", "")]),
    (
        &["fox", "geese", "fox-and-geese", "hunt"],
        &[("catch-the-rabbit", ""), ("hnefatafl", ""), ("thud", "")],
    ),
    (&["discworld", "trolls", "dwarfs", "dwarves"], &[("thud", "")]),
    (&["hex", "twixt", "connection", "bridg-it"], &[("havannah", ""), ("akron", "")]),
    (
        &["backgammon", "tables", "ludo", "parcheesi", "pachisi", "race"],
        &[("cross-over", "with dice"), ("blocker", ""), ("razzle-dazzle", ""), ("bin-fa", "with dice")],
    ),
    (&["gipf", "tzaar", "yinsh"], &[("zertz", "")]),
    (&["tiles", "domino", "dominoes", "carcassonne"], &[("trax", ""), ("tantrix", ""), ("skirrid", "")]),
    (
        &["simultaneous", "diplomacy", "rock-paper-scissors"],
        &[("frames", ""), ("lanza", ""), ("king-of-pearls", ""), ("nibelungenlied", "")],
    ),
];

/// The games that a word may mean, as `havannah, akron or fischerandom(start=518) (orthodox chess)`; none if nothing is near.
pub fn suggestions(word: &str, games: &[GameEntry]) -> Option<String> {
    let plain_word = plain(word);
    let word = word.to_lowercase();
    let knows = |spec: &str| {
        let id = spec.split('(').next().unwrap_or(spec);
        games.iter().any(|entry| entry.info().id == id)
    };
    let known = NICKNAMES.iter().find(|(words, _)| words.iter().any(|known| plain(known) == plain_word));
    let known = known.into_iter().flat_map(|(_, meant)| *meant).filter(|(spec, _)| knows(spec));
    let named = |(spec, remark): &(&str, &str)| match *remark {
        "" => (*spec).to_owned(),
        remark => format!("{spec} ({remark})"),
    };
    let mut found: Vec<String> = known.map(named).collect();
    if found.is_empty() {
        let infos = games.iter().map(GameEntry::info);
        found = infos.filter(|info| is_part_of(&word, info)).map(|info| info.id.to_owned()).collect();
    }
    (!found.is_empty()).then(|| found.joined(", "))
}

/// Whether a word is a whole word of a game's name, or its beginning.
fn is_part_of(word: &str, info: &GameInfo) -> bool {
    let title = info.title.to_lowercase();
    info.id.split('-').chain(title.split(' ')).any(|part| part == word) || title.starts_with(word)
}

/// The words under which people look for a game.
pub fn words_of(id: &str) -> impl Iterator<Item = &'static str> + '_ {
    let of_game = move |spec: &&(&str, &str)| spec.0.split('(').next() == Some(id);
    let named = NICKNAMES.iter().filter(move |(_, meant)| meant.iter().any(|spec| of_game(&spec)));
    named.flat_map(|(words, _)| words.iter().copied())
}

#[cfg(test)]
mod tests {
    use torneo_contract::{Options, Spec};
    use torneo_games::info;
    use torneo_games::morris::ThreeMensMorris;

    use super::*;

    #[test]
    fn all_that_is_suggested_exists_and_no_word_is_a_game() {
        for (words, meant) in NICKNAMES {
            for (spec, _) in *meant {
                let spec: Spec = spec.parse().expect("a specification");
                let options = info(&spec.name).expect("a game").options;
                Options::check(&spec, options).expect("options of the game");
            }
            for word in *words {
                assert!(info(word).is_none() && *word == word.to_lowercase(), "{word}");
                let times =
                    NICKNAMES.iter().flat_map(|(words, _)| *words).filter(|known| *known == word).count();
                assert_eq!(times, 1, "{word}");
            }
        }
    }

    #[test]
    fn only_games_that_are_here_are_suggested() {
        let games = [GameEntry::of::<ThreeMensMorris>()];
        assert_eq!(suggestions("Merels", &games).as_deref(), Some("three-mens-morris"));
        assert_eq!(suggestions("morris", &games).as_deref(), Some("three-mens-morris"));
        assert_eq!(suggestions("three men's", &games).as_deref(), Some("three-mens-morris"));
        assert_eq!((suggestions("tafl", &games), suggestions("othello", &games)), (None, None));
        assert!(words_of("three-mens-morris").any(|word| word == "mill"));
    }
}
