//! The rows of `games.csv`, `seats.csv`, `moves.csv` and `times.csv`.

use std::fs;
use std::io::Write;
use std::time::Duration;

use torneo_arena::plan::Shard;
use torneo_arena::results::{Choices, Field, Folder, Manifest, Rows, evaluation_rows, time_rows};
use torneo_arena::storage::Store;
use torneo_contract::{Outcome, Seat};
use torneo_registry::pairing::{Evaluated, Played, Timed};

use crate::small;

#[test]
fn fields_read_back_as_they_were() {
    let plan = small::tournament(Shard::WHOLE, "").plan;
    for text in ["", "random", "lanza(players=3, start=sides)", "a \"b\", c", "d4,q16 k1,k1", "two\nlines"] {
        let field = Field::new(text);
        let outcome =
            Outcome { points: Some([-2.5, 0.0].into_iter().collect()), ..Outcome::draw(2, "agreed") };
        let mut played = Played { opening: text.to_owned(), outcome: Some(outcome), ..Played::default() };
        played.actions.extend([3, 4]);
        played.nodes.extend([5, 6]);
        let mut rows = Rows::default();
        rows.push(7, &plan.group(0), &field, [&field, &field].into_iter(), &played);
        let (games, seats) = rows.into_bytes();
        let read = |rows: &[u8]| {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows);
            reader
                .records()
                .map(|row| row.unwrap().iter().map(str::to_owned).collect())
                .collect::<Vec<Vec<_>>>()
        };
        assert_eq!(read(&games), [["7", "0", "0", text, text, "2", "", "agreed", "0", ""]]);
        // Whole numbers have no fraction.
        let expected = [["7", "0", text, "0.5", "-2.5", "3", "5"], ["7", "1", text, "0.5", "0", "4", "6"]];
        assert_eq!(read(&seats), expected);
    }
}

/// The sorted rows of choices of a run that wrote them by `write`, without their header. What is there before the run
/// ends is given as a file, for what a killed run may leave in it.
fn sorted(write: impl Fn(&Choices, &mut fs::File)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let tournament = small::tournament(Shard::WHOLE, "[output]\nevaluations = true\n");
    let mut run = Folder::create(&Store::default(), &out, &Manifest::new(&tournament)).unwrap();
    let moves = run.open_moves().unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(out.join("moves.unsorted.csv")).unwrap();
    write(&moves, &mut file);
    run.finish().unwrap();
    assert!(!out.join("moves.unsorted.csv").exists());
    let text = fs::read_to_string(out.join("moves.csv")).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    assert_eq!(header, "game_no,ply,seat,token,value,nodes,depth,cp,mate");
    rows.lines().map(str::to_owned).collect()
}

fn evaluated(ply: u64, token: &str, value: Option<f64>) -> Evaluated {
    let cp = value.map(|_| -31);
    let (seat, token) = (Seat::FIRST, token.to_owned());
    Evaluated { ply, seat, token, value, nodes: 7, depth: Some(2), cp, mate: None }
}

#[test]
fn rows_are_sorted_and_a_game_counts_once() {
    let game = [evaluated(0, "a1", Some(0.5)), evaluated(2, "d4,q16", None)];
    let rows = sorted(|moves, file| {
        moves.append(&evaluation_rows(1, &game)).unwrap();
        // The run is killed while it writes the second row of game 0, and goes on behind a blank line.
        file.write_all(b"0,0,0,a1,0.500000,7,2,-31,\n0,2,0,\"d4,q1\n\n").unwrap();
        moves.append(&evaluation_rows(0, &game)).unwrap();
        moves.append(&evaluation_rows(2, &[])).unwrap();
    });
    let expected = [
        "0,0,0,a1,0.500000,7,2,-31,",
        "0,2,0,\"d4,q16\",,7,2,,",
        "1,0,0,a1,0.500000,7,2,-31,",
        "1,2,0,\"d4,q16\",,7,2,,",
    ];
    assert_eq!(rows, expected);
}

/// A program that plays otherwise the second time: what stays is the game that was kept, and nothing that was cut short
/// makes a game of its own.
#[test]
fn the_rows_of_the_last_playing_stay() {
    let first = ["a", "b", "c"].map(|token| evaluated(0, token, None));
    let rows = sorted(|moves, file| {
        moves.append(&evaluation_rows(1, &first[2..])).unwrap();
        moves.append(&evaluation_rows(12, &first)).unwrap();
        file.write_all(b"1\n\n\0\0\0,0,0,x,,7,2\n").unwrap();
        moves.append(&evaluation_rows(12, &[evaluated(0, "d", None)])).unwrap();
    });
    assert_eq!(rows, ["1,0,0,c,,7,2,,", "12,0,0,d,,7,2,,"]);
}

/// A run that an earlier version began has rows without the last columns: these are empty then.
#[test]
fn rows_of_an_earlier_version_stay() {
    let rows = sorted(|moves, file| {
        file.write_all(b"1,0,0,\"d4,q16\",0.500000,7,2\n1,1,1,b,,7,\n").unwrap();
        moves.append(&evaluation_rows(0, &[evaluated(0, "a", Some(0.5))])).unwrap();
    });
    assert_eq!(rows, ["0,0,0,a,0.500000,7,2,-31,", "1,0,0,\"d4,q16\",0.500000,7,2,,", "1,1,1,b,,7,,,"]);
}

#[test]
fn times_have_milliseconds_and_the_clock() {
    let timed = |ply, microseconds, clock| Timed { ply, took: Duration::from_micros(microseconds), clock };
    let rows = time_rows(3, &[timed(0, 104_250, Some(9.5)), timed(1, 7, None)]);
    assert_eq!(String::from_utf8(rows).unwrap(), "3,0,104.250,9.500\n3,1,0.007,\n");
}
