//! The report of a run: one page, without a network, whose replays are the recorded games.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use torneo_contract::session::Session;
use torneo_picture::{Sprites, Style};
use torneo_present::telling::ending;

use crate::support::session;

const CONFIG: &str = r#"
name = "shown"
seed = 5
games = ["hnefatafl", "hazard(players=3)", "frames(size=5)", "ot-tjin"]
engines = ["random", "greedy", "mcts(sims=20)"]
rounds = 3
[limits]
max_plies = 60
[output]
evaluations = true
"#;

fn torneo(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).args(arguments).output().expect("the program starts")
}

/// Plays a small tournament and writes its report.
fn report(folder: &Path) -> (PathBuf, String) {
    let config = folder.join("shown.toml");
    std::fs::write(&config, CONFIG).unwrap();
    let out = folder.join("out");
    let run = torneo(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let shown = torneo(&["report", out.to_str().unwrap()]);
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    (out, page)
}

/// Where a list of numbers changes, how many go and which come in their place.
type Change = (usize, usize, Vec<usize>);

/// A ply: its token, the changes of what stands where and of what lies beside, the new view and the new caption.
type Step = (String, Vec<Change>, Vec<Change>, Option<usize>, Option<usize>);

/// A game: its first frame, its steps, what its choices were thought to be worth, and how it ended.
type Replay = (usize, Vec<usize>, Vec<(u64, u64, u32)>, String);

/// The games of a kind.
#[derive(Deserialize)]
struct Kind {
    sheet: Value,
    starts: Vec<(usize, Vec<usize>, Vec<usize>, usize)>,
    steps: Vec<Step>,
    games: Vec<Replay>,
}

/// What a frame says: the sprites where they stand, the lines beside, what is seen, the caption.
type Shown = (Vec<Value>, Vec<Value>, Value, Value);

/// A frame without numbers, by the sheet that they mean.
fn shown(sheet: &Value, (view, placed, beside, caption): &(usize, Vec<usize>, Vec<usize>, usize)) -> Shown {
    let sprite = |number: &Value| sheet["sprites"][number.as_u64().unwrap() as usize].clone();
    let standing = |&number: &usize| {
        let at = &sheet["placed"][number];
        Value::from(vec![sprite(&at[0]), at[1].clone(), at[2].clone()])
    };
    let lying = |&number: &usize| {
        let mut line = sheet["lines"][number].clone();
        for thing in line["things"].as_array_mut().unwrap().iter_mut().filter(|thing| thing.is_array()) {
            thing[0] = sprite(&thing[0]);
        }
        line
    };
    (
        placed.iter().map(standing).collect(),
        beside.iter().map(lying).collect(),
        sheet["views"][*view].clone(),
        sheet["captions"][*caption].clone(),
    )
}

/// What a position shows, drawn by itself.
fn drawn(game: &dyn Session) -> Shown {
    let board = game.board();
    let mut sprites = Sprites::new(&board, Style::default());
    let frame = sprites.frame(&game.scene());
    let numbers = |numbers: &[u32]| numbers.iter().map(|&number| number as usize).collect::<Vec<_>>();
    let frame = (frame.view as usize, numbers(&frame.placed), numbers(&frame.beside), frame.caption as usize);
    // As text, in which numbers are as short as the page has them.
    let sheet = serde_json::to_string(&sprites.into_sheet()).unwrap();
    shown(&serde_json::from_str(&sheet).unwrap(), &frame)
}

/// What a script element of the page holds.
fn script<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap_or_else(|| panic!("no element {id}"));
    rest.split_once("</script>").expect("the element ends").0
}

#[test]
fn the_page_needs_no_network() {
    let folder = tempfile::tempdir().unwrap();
    let (_, page) = report(folder.path());
    // Addresses in the texts of rules are text.
    let outside = page.replace("src=\"data:image/svg+xml;base64,", "");
    for link in ["href=\"http", "src=", "@import", "url("] {
        assert!(!outside.contains(link), "{link}");
    }
    for part in [
        "Who is strongest?",
        "Is each game fair?",
        "What are the games like?",
        "Games to look at",
        "Everything else",
        "shown.toml --out ",
        "Attackers begin<",
        "wins, ",
        "id=\"rules-hnefatafl\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        page.contains("lang=\"en\"")
            && page.contains("name=\"viewport\"")
            && page.contains("prefers-color-scheme")
    );
    let said = page.split("<script").next().unwrap();
    assert!(!said.contains("NaN") && !said.contains("inf "));
}

#[test]
fn replays_are_the_recorded_games() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = report(folder.path());
    let unpack = |id: &str| -> Value {
        let packed = STANDARD.decode(script(&page, id).trim()).unwrap();
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let list = unpack("games");
    let kinds: Vec<Kind> =
        (0..4).map(|kind| serde_json::from_value(unpack(&format!("kind-{kind}"))).unwrap()).collect();
    let mut rows = csv::Reader::from_path(out.join("games.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(list["plies"].as_array().unwrap().len(), rows.len(), "every game can be replayed");
    let (mut valued, mut plies, mut places) = (0, 0, [0; 4]);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(list["plies"][index].to_string(), row[8]);
        let number = list["kinds"][index].as_u64().unwrap() as usize;
        let Kind { sheet, starts, steps, games } = &kinds[number];
        let (start, numbers, values, told) = &games[places[number]];
        places[number] += 1;
        let mut game = session::open(&row[3]).unwrap();
        let mut frame = starts[*start].clone();
        assert_eq!(shown(sheet, &frame), drawn(&*game));
        assert_eq!(numbers.len(), row[9].split(' ').count());
        for (number, expected) in numbers.iter().zip(row[9].split(' ')) {
            let (token, placed, beside, view, caption) = &steps[*number];
            assert_eq!(token, expected);
            game.play(token).unwrap();
            for (list, changes) in [(&mut frame.1, placed), (&mut frame.2, beside)] {
                for (at, gone, come) in changes {
                    list.splice(*at..at + gone, come.iter().copied());
                }
            }
            (frame.0, frame.3) = (view.unwrap_or(frame.0), caption.unwrap_or(frame.3));
            plies += 1;
            if plies % 7 == 0 {
                assert_eq!(shown(sheet, &frame), drawn(&*game));
            }
        }
        assert_eq!(shown(sheet, &frame), drawn(&*game));
        assert!(
            values
                .iter()
                .all(|(ply, seat, value)| *ply < numbers.len() as u64 && *seat < 3 && *value <= 1000)
        );
        // The limit of the run ends games that their rules would go on with.
        let limit = "A draw: the length limit is reached.".to_owned();
        assert_eq!(*told, game.outcome().map_or(limit, |_| ending(&*game, None)), "{}", &row[3]);
        valued += values.len();
    }
    assert!(valued > 100, "mcts values its choices");
}

/// Of each game those that are worth a look come first, with one line why.
#[test]
fn games_to_look_at_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = report(folder.path());
    let mut rows = csv::Reader::from_path(out.join("games.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let opens: Vec<(usize, &str, &str)> = page
        .split("data-open=\"")
        .skip(1)
        .map(|part| {
            let (number, rest) = part.split_once('"').unwrap();
            let (what, why) = rest.split_once('>').unwrap().1.split_once("</button>").unwrap();
            (number.parse().unwrap(), what, why.split("</dd>").next().unwrap().trim())
        })
        .collect();
    for kind in ["hnefatafl", "hazard(players=3)", "frames(size=5)", "ot-tjin"] {
        let of_kind = || opens.iter().filter(|(number, ..)| &rows[*number][3] == kind);
        assert!(of_kind().count() >= 2, "{kind}: {opens:?}");
        assert!(of_kind().all(|(_, what, why)| {
            ["closest", "longest", "shortest", "upset"].contains(what) && !why.is_empty()
        }));
        for (number, _, why) in of_kind().filter(|(_, what, _)| *what == "longest") {
            assert!(why.starts_with(&rows[*number][8]), "{kind}: {why}");
        }
    }
}

/// When and where a run was played stands in a file of its own; without it the page says nothing of that.
#[test]
fn the_page_says_when_the_run_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = report(folder.path());
    let sessions = std::fs::read_to_string(out.join("sessions.csv")).unwrap();
    let rows: Vec<&str> = sessions.lines().collect();
    assert_eq!((rows[0], rows.len()), ("started,ended,threads,machine,command", 2));
    assert!(rows[1].split(',').all(|field| !field.is_empty()), "{sessions}");
    assert!(page.contains(std::env::consts::ARCH) && page.contains(" thread"));
    let command = rows[1].split(',').next_back().unwrap();
    let shown = page.replace("&#x2f;", "/").contains(&format!(">{command}<"));
    assert!(command.starts_with("torneo run ") && command.ends_with("/out") && shown, "{command}");
    let config = folder.path().join("shown.toml");
    let again = torneo(&["run", config.to_str().unwrap(), "--resume", "--out", out.to_str().unwrap()]);
    assert!(again.status.success());
    assert_eq!(std::fs::read_to_string(out.join("sessions.csv")).unwrap().lines().count(), 3);
    let without = |out: &Path| {
        std::fs::remove_file(out.join("sessions.csv")).unwrap();
        assert!(torneo(&["report", out.to_str().unwrap()]).status.success());
        std::fs::read_to_string(out.join("report.html")).unwrap()
    };
    let other = tempfile::tempdir().unwrap();
    let (first, second) = (without(&out), without(&report(other.path()).0));
    assert!(first == second && !first.contains(std::env::consts::ARCH), "reports of equal games are equal");
}

/// Names that are markup are shown as text, in the page and in the data that its script reads.
#[test]
fn names_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("c.toml");
    let text = "name = \"x\"\nseed = 1\ngames = [\"three-mens-morris\"]\nengines = [{ name = \"<script>alert(1)</script>\", \
        spec = \"random\" }, { name = \"a & \\\"b\\\"\", spec = \"greedy\" }]\nrounds = 1\n";
    std::fs::write(&config, text).unwrap();
    let out = folder.path().join("out");
    assert!(torneo(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]).status.success());
    assert!(torneo(&["report", out.to_str().unwrap()]).status.success());
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert"));
    assert!(!script(&page, "names").contains('<'));
}

#[test]
fn bad_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = torneo(&["report", folder.path().to_str().unwrap()]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&empty.stderr).contains("not a results folder"));
    let (out, _) = report(folder.path());
    // Of results that were edited only what is confirmed counts: here that is nothing.
    let seats = std::fs::read_to_string(out.join("seats.csv")).unwrap();
    std::fs::write(out.join("seats.csv"), seats.replacen("random", "greedy", 1)).unwrap();
    let edited = torneo(&["analyze", out.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&edited.stderr);
    let said = said.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
    assert!(edited.status.code() == Some(2) && said.contains("seats.csv was edited"), "{said}");
}

#[test]
fn the_site_has_the_results_and_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = report(folder.path());
    let modules = folder.path().join("modules");
    std::fs::create_dir(&modules).unwrap();
    let (out, modules) = (out.to_str().unwrap(), modules.to_str().unwrap());
    let site = folder.path().join("site");
    let said = |arguments: &[&str]| {
        let done = torneo(arguments);
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (code, why) = said(&["web", "--modules", modules, "--out", site.to_str().unwrap()]);
    assert!(code == Some(2) && why.contains("no modules") && why.contains("web/build.sh"), "{why}");
    std::fs::write(folder.path().join("modules/hunt.js"), "export default 1;").unwrap();
    let written = ["web", out, "--modules", modules, "--out", site.to_str().unwrap()];
    assert_eq!(said(&written), (Some(0), String::new()));
    for name in
        ["index.html", "results.html", "modules/hunt.js", "pictures/hnefatafl.svg", "rules/hnefatafl.html"]
    {
        assert!(site.join(name).is_file(), "{name}");
    }
    assert_eq!(std::fs::read_to_string(site.join("report.html")).unwrap(), page);
    let progress: Value = serde_json::from_slice(&std::fs::read(site.join("results.json")).unwrap()).unwrap();
    assert_eq!((&progress["games"], &progress["name"]), (&progress["total"], &Value::from("shown")));
    assert_eq!(progress["recent"].as_array().unwrap().len(), 50);
    assert_eq!(said(&written), (Some(0), String::new()));
    let (code, why) = said(&["web", "--modules", modules, "--out", out]);
    assert!(code == Some(2) && why.contains("nothing is written"), "{why}");
    let (code, why) = said(&["web", modules, "--modules", modules]);
    assert!(code == Some(2) && why.contains("manifest.json"), "{why}");
}
