//! The exact odds on the pages of the dice games: a chart, a table by seat and number of players, and the best policy.

use std::fmt::Write as _;
use std::fs;

use torneo_contract::OptionInfo;
use torneo_dice::{Decisions, Limits, Odds, plot};
use torneo_exact::{Analysis, Kind};

use super::{ANEW, is_current, pages};

/// What a page says of the odds stands in a section of this title, which ends before the next one.
const TITLE: &str = "## Exact odds\n";
/// The section before which it stands.
const NEXT: &str = "\n## Decisions\n";

/// The dice games: ids, and whether the number of players is an option.
fn dice_games() -> impl Iterator<Item = (&'static str, bool)> {
    let infos = torneo_games::infos().into_iter().filter(|info| info.family == "dice");
    infos.map(|info| (info.id, info.options.iter().any(|option: &OptionInfo| option.name == "players")))
}

fn set_up(spec: &str) -> Analysis {
    torneo::registry().analysis(&spec.parse().expect("a specification")).expect("a dice game")
}

/// The odds at tables of all sizes that take about a second.
fn tables(id: &str, has_players: bool) -> Vec<Odds> {
    if !has_players {
        return vec![torneo_dice::odds(&set_up(id), Limits::default()).expect("a small game")];
    }
    let table =
        |players| torneo_dice::odds(&set_up(&format!("{id}(players={players})")), Limits::AT_ONCE).ok();
    (2..=8).map_while(table).collect()
}

fn section(id: &str, tables: &[Odds]) -> String {
    let mut text = format!(
        "{TITLE}\n![The length of a turn and the chances of the players](pictures/odds-{id}.svg)\n\n"
    );
    let most = tables.last().expect("two players").seats;
    let players: Vec<String> = (1..=most).map(|player| format!("Player {player}")).collect();
    writeln!(text, "| players | {} | nobody alone | throws |", players.join(" | ")).expect("a string");
    writeln!(text, "|---:{}|---:|---:|", "|---:".repeat(most)).expect("a string");
    for odds in tables {
        let wins = odds.seat_win.iter().map(|win| format!("{:.4}", win.decimal()));
        let wins: Vec<String> = wins.chain((odds.seats..most).map(|_| String::new())).collect();
        let (draw, throws) = (odds.draw.decimal(), odds.expected_throws.decimal());
        writeln!(text, "| {} | {} | {draw:.4} | {throws:.2} |", odds.seats, wins.join(" | "))
            .expect("a string");
    }
    let game = if most > 2 { format!("\"{id}(players={most})\"") } else { id.to_owned() };
    write!(text, "\nThese are the chances to win a game with the other options at their defaults, and its throws on\naverage. \
        `torneo dice odds {game}` prints them")
        .expect("a string");
    text += if most > 2 && most < 8 { ".\nLarger tables take longer than a second.\n" } else { ".\n" };
    if let Kind::Duel(duel) = set_up(id).kind
        && duel.has_decisions()
    {
        text +=
            &policy(id, &torneo_dice::decisions(&set_up(id), None, Limits::default()).expect("a small game"));
    }
    text
}

/// Where the best policy throws and where it stops, by the turn and by what stopping would leave.
fn policy(id: &str, decisions: &Decisions) -> String {
    let column = |name: &str| decisions.fields.iter().position(|field| field == name);
    let [turn, money, other] = ["turn", "money", "other money"].map(|name| column(name).expect("a field"));
    let winnings = column("winnings");
    let mut groups: Vec<((i64, std::cmp::Ordering, bool), [usize; 2])> = Vec::new();
    for (values, action) in &decisions.decisions {
        let won = winnings.map_or(0, |at| values[at]);
        let lead = (values[money] + won).cmp(&values[other]);
        let key = if winnings.is_some() {
            (values[turn], lead, won > 0)
        } else {
            (0, std::cmp::Ordering::Equal, false)
        };
        let at = groups.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            groups.push((key, [0; 2]));
            groups.len() - 1
        });
        groups[at].1[usize::from(*action == "stop")] += 1;
    }
    groups.sort_unstable_by_key(|(key, _)| *key);
    let mut text = String::from(
        "\nThe best policy for the expected score, if both follow it:\n\n| turn | stopping leaves the thrower | best | decisions |\n|---|---|---|---:|\n",
    );
    for ((turn, lead, won), [throws, stops]) in groups {
        let best = match (throws, stops) {
            (_, 0) => "throw".to_owned(),
            (0, _) => "stop".to_owned(),
            _ => format!("throw in {throws}, stop in {stops}"),
        };
        let (turn, left) = match winnings {
            None => ("any".to_owned(), "anything".to_owned()),
            Some(_) => {
                let lead = ["behind", "level", "ahead"][(lead as i8 + 1) as usize];
                let winnings = if won { "with winnings" } else { "with no winnings" };
                ((turn + 1).to_string(), format!("{lead}, {winnings}"))
            }
        };
        writeln!(text, "| {turn} | {left} | {best} | {} |", throws + stops).expect("a string");
    }
    text + &format!("\n`torneo dice odds {id} --decisions` lists them one by one.\n")
}

/// The page with its section as it should be.
fn with_section(page: &str, section: &str) -> String {
    let (before, after) = page.split_once(NEXT).expect("a page has decisions");
    let before =
        before.split_once(&format!("\n{TITLE}")).map_or(before, |(before, _)| before.trim_end_matches('\n'));
    format!("{}\n\n{section}{NEXT}{after}", before.trim_end())
}

#[test]
fn pages_of_dice_games_have_their_exact_odds() {
    let mut stale = Vec::new();
    for (id, has_players) in dice_games() {
        let tables = tables(id, has_players);
        let picture = plot::odds(&tables[0], if has_players { &tables } else { &[] });
        let file = pages().join(format!("{id}.md"));
        let page = fs::read_to_string(&file).expect("a page");
        let current = is_current(&pages().join(format!("pictures/odds-{id}.svg")), &picture);
        if !current | !is_current(&file, &with_section(&page, &section(id, &tables))) {
            stale.push(id);
        }
    }
    assert!(stale.is_empty(), "stale odds: {stale:?}; {ANEW}");
}
