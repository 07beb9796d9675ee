//! `torneo dice` as people use it: short answers, and JSON that stays as it is.

use std::process::{Command, Output};

use crate::support::fingerprint;

fn dice(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).arg("dice").args(arguments).output().unwrap()
}

fn answer(arguments: &[&str]) -> String {
    let output = dice(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Expressions with the fingerprints of their JSON as other programs rely on it.
const JSON: [(&str, u64); 62] = [
    ("3d6", 0x752e_aa32_ddf9_cef2),
    ("2d6", 0xe918_499e_328a_0f75),
    ("1d20", 0xa39c_2ecd_588c_8653),
    ("4d9", 0x833e_c3fa_44cc_3ac7),
    ("3d12", 0xe7f4_c84b_ccf2_74e2),
    ("7d2", 0xdcaa_9e5a_7dd8_645c),
    ("20d100", 0xa74e_8c7b_62ef_8a05),
    ("2d6+1d8+3", 0x531e_9a1b_2fad_163d),
    ("4d6kh3", 0x9033_52bb_101a_571c),
    ("3d6 > 2d8", 0xca0d_8cdb_64f2_070c),
    ("sets(5d6)", 0x168a_54e8_3371_2769),
    ("pairs(5d6)", 0x4c23_a532_fe5f_71ef),
    ("straight(5d6)", 0x344a_ea4b_6472_05d6),
    ("distinct(5d6)", 0xbf6e_5c99_1ab8_c379),
    ("d%", 0x9be6_deb5_512d_7c01),
    ("4dF", 0xd4f0_03d2_1a1e_b4c0),
    ("3d{1,1,2,3,5,8}", 0x85ce_ea31_c285_b1e0),
    ("d{0..9}", 0x9f4f_43a8_1d4c_7707),
    ("2d6{6:+1%}", 0xd384_3a87_4684_5646),
    ("3d6{1:-50%,6:+12.5%}kh2", 0x40aa_a5d5_4eaf_9920),
    ("4d6kl1", 0xde6a_2fcb_a534_84ee),
    ("5d4dl2dh1", 0x1de5_359e_533d_b1f9),
    ("4d6dl1", 0x493b_2ca8_ec82_1565),
    ("4d6d1", 0x3e82_3bf6_93ed_350f),
    ("4d6k3", 0xc28b_cbb7_53d0_a1a4),
    ("3d6x", 0x355f_0a4d_97cc_b8b6),
    ("2d6x>=5", 0x4f12_0f17_bfa8_8718),
    ("3d6x5", 0xf5cb_a4bc_ac20_58d9),
    ("4d6r1", 0xf291_9a57_7e9f_d56e),
    ("4d6r<=2", 0x8893_9fbe_0171_f139),
    ("4d6rr1", 0x4781_4786_2ce7_d25a),
    ("3d6r1kh2", 0xc58c_d9b2_4dba_767f),
    ("3d6rr1kh2", 0x262d_0ae1_bb67_159f),
    ("4d6min2", 0xc2a6_a96f_89d3_82d6),
    ("4d6max5", 0xe8b2_d730_4676_7884),
    ("6d4cs>=3", 0x61f8_09c4_6f8d_d5d9),
    ("5d6kh3cs5", 0xe065_ccd3_df55_a32e),
    ("4d6min3kl2", 0x7e0c_b9d1_76ba_14e5),
    ("4d6kh2max4", 0xe94a_8de8_251c_2c1c),
    ("3d{-2,0,0,7}", 0xf9e4_54e2_1bf0_6bea),
    ("2d6*1d4-3", 0x27df_435c_c3da_5126),
    ("max(2d6,1d12)", 0x6c3a_2887_bd6e_90a3),
    ("min(3d4,2d6)", 0x1a0b_ead1_6d87_f1e6),
    ("2d6 != 1d12", 0xa1b8_dcc4_53cf_1831),
    ("6d4kh3kl2", 0xe2fa_f0a0_be3f_7932),
    ("2d10 < (1d6+4)", 0x3060_db5e_784e_6899),
    ("4d6kh9", 0xe5a1_3bcb_6a80_0db9),
    ("4d6xkh3", 0x3d67_c406_56ac_f179),
    ("3d4x>=3r1kh2", 0x1f54_49f3_64e0_c7c1),
    ("4d4r1x4cs>=3", 0x934b_dd12_67d0_6d06),
    ("8d6cs>=5 > 6d6cs>=5", 0x333f_1f6b_09bf_4aba),
    ("1d{0,0,0,0,1,1,1,2} > 1d{0,0,0,0,0,1,1,2}", 0x0ebf_7000_79a7_6698),
    ("straight(4d{1,2,4,5,7})", 0xf1af_a849_32c0_3ef4),
    ("distinct(5d6kl3)", 0x7ab1_b4a8_b6fd_986d),
    ("2d20kl1>=20", 0xc952_4d2c_9644_02b1),
    ("d66", 0xef82_60d3_4e06_7a5a),
    ("30d6", 0x86e9_a8d6_23f9_016c),
    ("200d6", 0xe8be_ff12_c3e7_6f25),
    ("1d1000", 0x6117_f5c0_78c6_d28a),
    ("50d20kh25", 0x53bb_17b3_e7b9_a117),
    ("straight(10d20)", 0x0b13_4167_4d09_8b24),
    ("5", 0x7402_99d6_50d5_8a82),
];

#[test]
fn json_is_unchanged() {
    for (text, expected) in JSON {
        let json = answer(&["combos", text, "--json"]);
        assert_eq!(fingerprint(json.as_bytes()), expected, "{text}");
    }
}

#[test]
fn answers_are_short() {
    let short = |arguments: &[&str]| {
        let text = answer(arguments);
        assert!(text.lines().count() <= 25, "{arguments:?}: {} lines", text.lines().count());
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= 125, "{arguments:?}: {widest} columns");
        text
    };
    for text in ["10d10cs>=7", "4d6kh3", "200d6", "1d100000", "3d6!", "20d100", "1d{-5,0,1000000}", "(2d6)d6"]
    {
        short(&["combos", text]);
    }
    assert!(short(&["combos", "10d10>=7"]).contains("`10d10cs>=7`"));
    assert!(short(&["combos", "at least 2 6 in 5d6"]).contains("probability 0.196245 (19.6%)"));
    assert!(short(&["combos", "3d6", "--sum", "9", "--exact"]).contains("25/216"));
    assert!(short(&["combos", "5d6", "--given", "any 6"]).contains("mean 19.18"));
    let compared = short(&["combos", "3d6", "2d10-1", "--compare"]);
    assert!(compared.contains("higher 50.0%, equal 7.6%, lower 42.4%"), "{compared}");
    for game in ["hazard", "hazard(players=5)", "half-hazard", "rising-hazard", "guirguiesca"] {
        assert!(short(&["odds", game]).contains("A game lasts"));
    }
    assert!(answer(&["odds", "hazard", "--exact"]).contains("/43545762570418032921528692160"));
    assert!(answer(&["combos", "4d6kh3", "--list"]).lines().count() > 126);
}

/// The sizes that the documentation names.
#[test]
fn sizes_are_as_documented() {
    for text in ["1d100000", "1000d6"] {
        answer(&["combos", text]);
    }
    let refused = dice(&["combos", "1000d1000kh500"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("would take about"));
}

#[test]
fn refusals_say_what_to_type() {
    for (text, advice) in [
        ("output 3d6", "torneo dice run -e \"output 3d6\""),
        ("sum largest 3 4d6", "`highest 3 of 4d6`"),
        ("d6 // 2", "`floor(d6 / 2)`"),
    ] {
        let refused = dice(&["combos", text]);
        assert_eq!(refused.status.code(), Some(2), "{text}");
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(message.contains(advice), "{text}: {message}");
    }
}

#[test]
fn programs_run() {
    let program = "output [highest 3 of 4d6] named \"ability\" output 5";
    let text = answer(&["run", "-e", program]);
    assert!(text.contains("ability: mean 12.24") && text.contains("output 2: always 5"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&answer(&["run", "-e", program, "--json"])).unwrap();
    assert_eq!(json["outputs"][0]["mean"]["exact"], "15869/1296");
    assert_eq!(json["outputs"][0]["distribution"][0]["exact"], "1/1296");
    assert_eq!(json["outputs"][1]["name"], "output 2");
    let refused = dice(&["run", "-e", "output 3d6\noutput (2"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("line 2, column 10: expected `)`"), "{message}");
    assert_eq!(dice(&["run"]).status.code(), Some(2));
    assert_eq!(dice(&["run", "no-such-file"]).status.code(), Some(2));
}

#[test]
fn rolls_up_to_an_end_are_counted() {
    let program = "repeat N from 0 by d6 until N = 6 named \"until a 6\"";
    let text = answer(&["run", "-e", program]);
    let first = "until a 6: rolls, mean 6.000000 (6/1), standard deviation 5.477226; the last value means that number or more";
    assert_eq!(text.lines().next(), Some(first), "{text}");
    assert!(text.contains("1 to 5   59.8%    100.0%    59.8%"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&answer(&["run", "-e", program, "--json"])).unwrap();
    let output = &json["outputs"][0];
    assert_eq!((output["mean"]["exact"].as_str(), output["open"].as_bool()), (Some("6/1"), Some(true)));
    assert_eq!(output["distribution"][1]["exact"], "5/36");
    let sums = answer(&["run", "-e", "repeat S from 0 by S + d6 until S >= 20"]);
    assert!(sums.starts_with("output 1: rolls, mean 6.190195"), "{sums}");
}

#[test]
fn policies_are_rules_over_fields() {
    let json = |policy: &str| answer(&["odds", "half-hazard", "--policy", policy, "--json"]);
    assert_eq!(json("stop when winnings >= 6"), json("from-3"));
    assert_eq!(json("stop when winnings > 0 and not streak or winnings"), json("cautious"));
    assert_eq!(json("throw,stop when other money < 0; throw"), json("bold"));
    assert_ne!(json("stop when winnings >= 8 and money < other money"), json("from-4"));
    let table = answer(&["odds", "half-hazard", "--decisions", "--csv"]);
    let header = table.lines().next().unwrap();
    assert!(header.starts_with("seat,turn,") && header.ends_with(",action"), "{header}");
    let odds: serde_json::Value = serde_json::from_str(&answer(&["odds", "half-hazard", "--json"])).unwrap();
    assert_eq!(table.lines().count() - 1, odds["policy"]["states"].as_array().unwrap().len());
    for (policy, message) in [
        ("stop when wining >= 6", "did you mean `winnings`?"),
        ("stop when number_of_thrower > 9", "positions that differ in `number_of_thrower`"),
        ("bould", "or rules such as"),
    ] {
        let refused = dice(&["odds", "half-hazard", "--policy", policy]);
        assert_eq!(refused.status.code(), Some(2), "{policy}");
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        let errors = errors.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(errors.contains(message), "{policy}: {errors}");
    }
    let nobody = dice(&["odds", "hazard", "--decisions"]);
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("nobody decides"));
}

#[test]
fn dice_are_rolled() {
    let rolls = |text: &str| answer(&["roll", text, "--seed", "7", "--times", "50"]);
    assert_eq!(rolls("3d6"), rolls("3d6"));
    for line in rolls("4d6kh3").lines() {
        let (value, dice) = line.split_once(": ").unwrap();
        let (kept, dropped) = dice.split_once(", dropped ").unwrap();
        let kept: Vec<i64> = kept.split(' ').map(|face| face.parse().unwrap()).collect();
        assert_eq!((kept.len(), kept.iter().sum::<i64>()), (3, value.parse().unwrap()), "{line}");
        assert!(kept.iter().all(|face| *face >= dropped.parse().unwrap()), "{line}");
    }
    let json = answer(&["roll", "4d6kh3", "--seed", "7", "--times", "50", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for (value, throw) in json["values"].as_array().unwrap().iter().zip(json["throws"].as_array().unwrap()) {
        let kept = throw["dice"].as_array().unwrap().iter().filter(|die| die["kept"] == true);
        assert_eq!(kept.map(|die| die["face"].as_i64().unwrap()).sum::<i64>(), value.as_i64().unwrap());
        assert_eq!(throw["value"], *value);
    }
}

/// The door: an expression alone, examples, and commands whose first word is left out.
#[test]
fn an_expression_needs_no_name_of_a_command() {
    for options in
        [&["4d6kh3"][..], &["4d6kh3", "--json"], &["3d6", "2d10-1", "--compare"], &["3d6", "--sum", "9"]]
    {
        assert_eq!(answer(options), answer(&[&["combos"], options].concat()), "{options:?}");
    }
    let examples = answer(&[]);
    let typed: Vec<&str> = examples.lines().filter(|line| line.starts_with("torneo dice ")).collect();
    assert!(typed.len() >= 5);
    for line in typed {
        let command = line.split("  ").next().unwrap();
        let words = shlex(command.strip_prefix("torneo dice ").unwrap());
        answer(&words.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for (word, meant) in
        [("roll", "`torneo dice roll`"), ("odds", "`torneo dice odds`"), ("combos", "`torneo dice`")]
    {
        let refused = Command::new(env!("CARGO_BIN_EXE_torneo")).args([word, "3d6"]).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(meant), "{word}");
    }
}

/// Words, those between quotation marks as one.
fn shlex(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn graphs_are_written_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.svg");
    let path = file.to_str().unwrap();
    let program = "output 3d6 named \"three\" output 2d10 named \"two\"";
    for graph in ["normal", "at-least", "at-most", "transposed"] {
        for theme in ["light", "dark"] {
            let options = ["--svg", path, "--graph", graph, "--theme", theme];
            answer(&[&["3d6", "2d10-1", "--compare"][..], &options].concat());
            let svg = std::fs::read_to_string(&file).unwrap();
            assert!(
                svg.contains("3d6: mean 10.50, 90% from 6 to 15")
                    && svg.contains("2d10-1")
                    && svg.contains("0%<")
            );
            answer(&[&["run", "-e", program][..], &options].concat());
            let svg = std::fs::read_to_string(&file).unwrap();
            assert!(svg.contains("three") && svg.contains("two: mean 11.00"), "{graph}: {svg}");
        }
    }
    let at_least = answer(&["d4", "--graph", "at-least"]);
    assert!(at_least.lines().nth(2).unwrap().ends_with(&"#".repeat(40)), "{at_least}");
    assert!(answer(&["d4", "d6", "--compare", "--graph", "transposed"]).contains("value 1\n  d4   25.0%"));
}
