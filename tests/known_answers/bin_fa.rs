//! Bin'Fa.

use super::*;

const ID: &str = "bin-fa";
const BARE: &str = "bin-fa(stage=1)";
const TERRAIN: &str = "T0.1.1,0.2.1,0.2.2,3.1.1,3.2.1,3.2.2";

/// Legal tokens that contain a text.
fn having(game: &dyn Session, part: &str) -> Vec<String> {
    legal(game).into_iter().filter(|token| token.contains(part)).collect()
}

#[test]
fn set_up() {
    let game = open(BARE);
    let armies = "1=3:0.2.2,3:0.3.1,3:0.3.3,3:0.3.5 2=3:3.2.2,3:3.3.1,3:3.3.3,3:3.3.5";
    assert_eq!(game.position(), format!("{armies} 1 a0 choose"));
    assert_eq!(legal(&*game), ["M", "."]);
    let mut game = open(ID);
    assert_eq!(legal(&*game).len(), 16);
    assert!(illegal(&mut *game, "T3.1.1").contains("home sector"));
    play(&mut *game, "T0.2.2");
    assert_eq!(game.turn(), Turn::Seat(Seat::SECOND));
    play(&mut *game, "T3.3.3 T0.3.1");
    assert!(illegal(&mut *game, "T0.3.1").contains("home sector"));
    play(&mut *game, "T3.3.1 T0.4.4 T3.4.4");
    // Units go to the next free cells of the list; then each player rolls for supplies.
    let armies = "1=3:0.2.1,3:0.2.3,3:0.3.3,3:0.3.5 2=3:3.2.1,3:3.2.2,3:3.2.3,3:3.3.5";
    let land = "T0.2.2,0.3.1,0.4.4,3.3.1,3.3.3,3.4.4";
    assert_eq!(game.position(), format!("{land} {armies} S0,0 C0,21 setup"));
    let faces: Vec<(String, u64)> = (1..=6).map(|face| (format!("[{face}]"), 1)).collect();
    assert_eq!(game.due(), Due::Chance(faces));
    play(&mut *game, "[4] [6]");
    assert_eq!(game.position(), format!("{land} {armies} S4,6 C0,21 1 a0 choose"));
    assert_eq!(legal(&*game), ["M", "F", "."]);
}

#[test]
fn terrain_cuts_nothing_off() {
    // 0.4.1 has only the neighbours 0.4.2 and 5.4.7.
    let mut game = after("bin-fa(players=6)", "T0.4.2 T1.1.1 T2.1.1 T3.1.1 T4.1.1");
    assert!(illegal(&mut *game, "T5.4.7").contains("cut cells off"));
    assert!(illegal(&mut *game, "T5.4.6").contains("cut cells off"));
    assert_eq!(legal(&*game).len(), 14);
}

#[test]
fn vortexes_and_free_placement() {
    let mut game = open("bin-fa(stage=4, placement=free)");
    play(&mut *game, "T0.1.1 T3.1.1 T0.2.1 T3.2.1 T0.2.2 T3.2.2");
    assert!(illegal(&mut *game, "V0.1.1").contains("terrain or a vortex"));
    play(&mut *game, "V0.4.4 V3.4.4 V0.4.2");
    assert_eq!(legal(&*game).len(), 16 - 3 - 2);
    assert!(illegal(&mut *game, "U0.4.4").contains("terrain or a vortex"));
    play(&mut *game, &"U0.3.1 ".repeat(12));
    assert_eq!(game.turn(), Turn::Seat(Seat::SECOND));
    play(&mut *game, &"U3.3.1 U3.4.1 ".repeat(6));
    let text = format!("{TERRAIN} V0.4.2,0.4.4,3.4.4 1=12:0.3.1 2=6:3.3.1,6:3.4.1 S0,0 C0,21 setup");
    assert_eq!(game.position(), text);
    play(&mut *game, "[1] [1]");
    assert_eq!(legal(&*game), ["M", "F", "."]);
}

#[test]
fn homes_of_all_numbers_of_players() {
    let homes = [(2, "0 3"), (3, "0 2 4"), (4, "0 1 3 4"), (5, "0 1 2 3 4"), (6, "0 1 2 3 4 5")];
    for (players, sectors) in homes {
        let game = open(&format!("bin-fa(stage=1, players={players})"));
        assert_eq!(game.seats(), players);
        let text = game.position();
        for (seat, sector) in sectors.split(' ').enumerate() {
            let army = format!("{}=3:{sector}.2.2,3:{sector}.3.1,3:{sector}.3.3,3:{sector}.3.5", seat + 1);
            assert!(text.contains(&army), "{text}");
        }
    }
}

#[test]
fn dice_of_a_march() {
    let mut game = after(BARE, "M");
    let Due::Chance(results) = game.due() else { panic!("dice are rolled") };
    let weight = |keep: &dyn Fn(u32, u32) -> bool| -> u64 {
        let faces = |token: &str| token.chars().filter_map(|c| c.to_digit(10)).collect::<Vec<_>>();
        let kept = results.iter().filter(|(token, _)| keep(faces(token)[0], faces(token)[1]));
        kept.map(|(_, weight)| weight).sum()
    };
    assert_eq!((results.len(), weight(&|_, _| true)), (21, 36));
    assert_eq!(weight(&|high, low| high == low), 6);
    assert_eq!([1, 2, 3, 4, 5].map(|d| weight(&|high, low| high - low == d)), [10, 8, 6, 4, 2]);
    assert_eq!(weight(&|high, low| high == 6 || low == 6), 11);
    let steps: u64 = (1..=5).map(|d| u64::from(d) * weight(&|high, low| high - low == d)).sum();
    assert_eq!(steps, 70);
    // Marches until the first double: (70/36) / (6/36) = 35/3 steps.
    assert_eq!(steps * 3, weight(&|high, low| high == low) * 35);
    play(&mut *game, "[5,2]");
    assert!(game.position().ends_with("1 a1 steps:3"));
}

#[test]
fn marching() {
    let mut game = after(BARE, "M [4,2] 2:0.3.1>0.3.2");
    assert!(illegal(&mut *game, "2:0.3.1>0.3.2").contains("1 units can leave 0.3.1"));
    assert!(illegal(&mut *game, "1:0.3.1>0.3.3").contains("beside"));
    assert!(illegal(&mut *game, "1:0.1.1>0.2.2").contains("no own units"));
    play(&mut *game, "1:0.3.3>0.3.2");
    // The last step ends the march without a stop, and the player goes on.
    assert!(game.position().contains("3:0.3.2,2:0.3.3"));
    assert_eq!(legal(&*game), ["M", "."]);
    play(&mut *game, "M [6,1] .");
    assert_eq!(legal(&*game), ["M", "."]);
    // A double ends the turn.
    play(&mut *game, "M [3,3]");
    assert_eq!(game.turn(), Turn::Seat(Seat::SECOND));
    play(&mut *game, ".");
    assert!(game.position().ends_with(" 1 a0 choose"));
    assert!(illegal(&mut *game, "F").contains("no supplies before stage 3"));
    assert!(illegal(&mut *game, "D0.3.1x0.3.2").contains("no dislodging in stage 1"));
}

#[test]
fn a_surrounded_stack_is_captured() {
    // On the edge: 0.4.1 has two neighbours.
    let mut game = at(BARE, "1=4:5.4.7,2:0.4.3 2=3:0.4.1,1:3.1.1 1 a1 steps:2");
    play(&mut *game, "1:0.4.3>0.4.2");
    assert_eq!(game.position(), "1=1:0.4.2,1:0.4.3,4:5.4.7 2=1:3.1.1 1 a1 steps:1");
    // With terrain for the third side.
    let spec = "bin-fa(stage=2)";
    let terrain = "T0.1.1,0.4.2,0.4.6,3.2.2,3.4.2,3.4.6";
    let mut game = at(spec, &format!("{terrain} 1=1:0.2.1,1:1.2.1 2=5:0.2.2,1:3.1.1 1 a1 steps:2"));
    play(&mut *game, "1:1.2.1>0.2.3");
    assert_eq!(game.position(), format!("{terrain} 1=1:0.2.1,1:0.2.3 2=1:3.1.1 1 a1 steps:1"));
    // An open side: nothing happens. Another player's units cover as well, and several stacks go together.
    let mut game = at(BARE, "1=1:0.2.1,1:1.2.1 2=5:0.2.2,1:3.1.1 1 a1 steps:2");
    play(&mut *game, "1:1.2.1>0.2.3");
    assert!(game.position().contains("2=5:0.2.2,1:3.1.1"));
    let three = "bin-fa(stage=1, players=3)";
    let mut game = at(three, "1=1:0.2.1,1:1.2.1 2=5:0.2.2,1:3.1.1 3=1:0.1.1 1 a1 steps:2");
    play(&mut *game, "1:1.2.1>0.2.3");
    assert_eq!(game.position(), "1=1:0.2.1,1:0.2.3 2=1:3.1.1 3=1:0.1.1 1 a1 steps:1");
    // Two stacks of different players that cover each other are captured by one step.
    let mut game = at(three, "1=1:5.4.7,1:0.3.4,1:0.4.4 2=2:0.4.1,1:3.1.1 3=2:0.4.2,1:2.1.1 1 a1 steps:2");
    play(&mut *game, "1:0.4.4>0.4.3");
    assert!(game.position().contains("2=2:0.4.1,1:3.1.1 3=2:0.4.2"), "0.3.1 is open: {}", game.position());
}

#[test]
fn own_moves_capture_no_own_stack() {
    // The mover steps into a place where all sides are covered, and stays.
    let mut game = at(BARE, "1=1:0.4.2,1:2.1.1 2=3:5.4.7,1:0.4.3,1:3.1.1 1 a1 steps:2");
    play(&mut *game, "1:0.4.2>0.4.1");
    assert!(game.position().contains("1=1:0.4.1"));
    play(&mut *game, ". . M [2,1] 1:0.4.3>0.4.2");
    assert_eq!(game.position(), "1=1:2.1.1 2=1:0.4.2,1:3.1.1,3:5.4.7 2 a1 choose");
}

#[test]
fn the_last_army_wins() {
    let mut game = at(BARE, "1=4:5.4.7,2:0.4.3 2=3:0.4.1 1 a1 steps:2");
    play(&mut *game, "1:0.4.3>0.4.2");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "won"));
    assert_eq!(game.position(), "1=1:0.4.2,1:0.4.3,4:5.4.7 2=- 1 a0 choose");
    assert_eq!(at(BARE, &game.position()).outcome(), game.outcome());
    // Of three, the one without units is passed over.
    let three = "bin-fa(stage=1, players=3)";
    let mut game = at(three, "1=4:5.4.7,2:0.4.3 2=3:0.4.1 3=1:3.1.1 1 a1 steps:1");
    play(&mut *game, "1:0.4.3>0.4.2 .");
    assert!(game.outcome().is_none() && game.position().ends_with("2=- 3=1:3.1.1 3 a0 choose"));
}

#[test]
fn dislodging() {
    let terrain = "T0.1.1,0.4.2,0.4.6,3.2.2,3.4.2,3.4.6";
    let start = format!("{terrain} 1=1:0.2.1 2=5:0.2.2,1:3.1.1 S1,0 C0,21 1 a0 choose");
    let mut game = at(ID, &start);
    assert_eq!(legal(&*game), ["M", "D0.2.1x0.2.2", "F", "."]);
    assert!(illegal(&mut *game, "D0.2.1x0.2.3").contains("attacks a stack"));
    play(&mut *game, "D0.2.1x0.2.2");
    assert!(game.position().contains("S0,0") && game.position().ends_with("1 a1 dislodge:0.2.1x0.2.2"));
    play(&mut *game, "[6,2]");
    assert_eq!(legal(&*game), [">0.2.3"]);
    play(&mut *game, ">0.2.3");
    assert!(game.position().contains("2=5:0.2.3,1:3.1.1"));
    // Without supplies neither march nor attack; foraging came not first.
    assert_eq!(legal(&*game), ["."]);
    assert!(illegal(&mut *game, "M").contains("costs a supply"));
    assert!(illegal(&mut *game, "F").contains("first in a turn"));
    // A failed attack, a double, and a double six that pushes before the turn ends.
    let roll = |dice: &str| {
        let mut game = at(ID, &start);
        play(&mut *game, &format!("D0.2.1x0.2.2 {dice}"));
        game
    };
    assert!(roll("[5,1]").position().ends_with("1 a1 choose"));
    assert!(roll("[4,4]").position().ends_with("2 a0 choose"));
    let mut game = roll("[6,6]");
    assert!(game.position().ends_with("1 a1 last-push:0.2.2"));
    play(&mut *game, ">0.2.3");
    assert!(game.position().ends_with("2 a0 choose"));
    // The other meaning of a six.
    let sum = |dice: &str| {
        let mut game = at("bin-fa(dislodge=sum6)", &start);
        play(&mut *game, &format!("D0.2.1x0.2.2 {dice}"));
        game.position()
    };
    assert!(sum("[5,1]").ends_with("push:0.2.2") && sum("[3,3]").ends_with("last-push:0.2.2"));
    assert!(sum("[6,2]").ends_with("1 a1 choose"));
    // Nowhere to go: the stack stays, and no push is written.
    let shut = format!("{terrain} 1=1:0.2.1,1:0.2.3 2=5:0.2.2 S1,0 C0,21 1 a0 choose");
    let mut game = at(ID, &shut.replace("1:0.2.3 2=", "2:1.2.1 2=1:0.2.3,"));
    play(&mut *game, "D0.2.1x0.2.2 [6,2]");
    assert_eq!(legal(&*game), [">0.2.3"], "units of the same colour take it in");
    let mut game = at(ID, &shut.replace("2=5:0.2.2", "2=5:0.2.2,1:3.1.1"));
    play(&mut *game, "D0.2.1x0.2.2 [6,2]");
    assert!(game.position().ends_with("1 a1 choose") && game.position().contains("5:0.2.2"));
}

#[test]
fn a_push_captures_what_it_covers() {
    // The pushed stack itself has left a cell beside it open.
    let terrain = "T0.1.1,0.4.2,0.4.6,3.2.2,3.4.2,3.4.6";
    let text = format!("{terrain} 1=1:0.2.1,1:1.2.1,1:0.3.4 2=5:0.2.2,1:3.1.1 1 a1 push:0.2.2");
    let mut game = at("bin-fa(stage=2)", &text);
    play(&mut *game, ">0.2.3");
    assert!(game.position().contains("2=5:0.2.3,1:3.1.1"));
    // But it covers the last side of a third player's stack that the mover stands beside.
    let terrain = "T0.1.1,0.2.2,2.4.2,2.4.6,4.4.2,4.4.6";
    let text = format!("{terrain} 1=1:0.4.4,1:5.4.7 2=2:0.4.3,1:3.1.1 3=1:0.4.1,1:1.1.1 1 a1 push:0.4.3");
    let mut game = at("bin-fa(stage=2, players=3)", &text);
    assert_eq!(legal(&*game), [">0.4.2"]);
    play(&mut *game, ">0.4.2");
    assert!(game.position().contains("2=2:0.4.2,1:3.1.1 3=1:1.1.1"), "{}", game.position());
}

#[test]
fn foraging() {
    let text = |supplies: &str| format!("{TERRAIN} 1=1:0.3.1 2=1:3.3.1 S{supplies} C0,21 1 a0 choose");
    let mut game = at(ID, &text("2,0"));
    play(&mut *game, "F");
    assert!(game.position().ends_with("1 a1 forage g0"));
    play(&mut *game, "[2,1]");
    assert_eq!(legal(&*game), ["+1", "+2", "+3"]);
    assert!(illegal(&mut *game, "+4").contains("either die or by both"));
    // Circle 2 has the own colour; circle 3 that of sector 1, where the player has nothing.
    play(&mut *game, "+2");
    assert!(game.position().contains("S4,0 C2,21") && game.position().ends_with("1 a1 choose g2"));
    assert_eq!(legal(&*game), ["F", "."]);
    assert!(illegal(&mut *game, "M").contains("only forages"));
    play(&mut *game, "F [6,5] +5");
    // Circle 7 is of sector 1.
    assert!(game.position().contains("S4,0 C7,21"));
    play(&mut *game, "F [3,3]");
    assert!(game.position().contains("S2,0 C7,21") && game.position().ends_with("2 a0 choose"));
    // Units in a sector give its colour: 21 + 6 is circle 27, of sector 2.
    let elsewhere = format!("{TERRAIN} 1=1:0.3.1 2=1:3.3.1,1:2.3.1 S0,0 C0,21 2 a0 choose");
    for (position, supplies) in [(elsewhere.clone(), "S0,6"), (elsewhere.replace("2.3.1", "4.3.1"), "S0,0")] {
        let mut game = at(ID, &position);
        play(&mut *game, "F [6,1] +6");
        assert!(game.position().contains(&format!("{supplies} C0,27")), "{}", game.position());
    }
    // The bank holds 60.
    let mut game = at(ID, &text("40,19"));
    play(&mut *game, "F [2,1] +2");
    assert!(game.position().contains("S41,19"));
    // The marker goes round.
    let mut game = at(ID, &text("0,0").replace("C0,21", "C40,21"));
    play(&mut *game, "F [4,1] +4");
    assert!(game.position().contains("S4,0 C2,21"));
}

#[test]
fn vortexes() {
    let spec = "bin-fa(stage=4)";
    let start = format!("{TERRAIN} V0.4.4,0.4.6,3.4.4 1=3:0.4.3,1:0.4.5 2=1:3.3.1 S9,0 C0,21 1 a0 choose");
    let mut game = at(spec, &start);
    play(&mut *game, "M [5,1]");
    let onto = having(&*game, "1:0.4.3>0.4.4");
    assert_eq!(onto, ["1:0.4.3>0.4.4", "1:0.4.3>0.4.4@0.4.6", "1:0.4.3>0.4.4@3.4.4"]);
    assert!(illegal(&mut *game, "1:0.4.3>0.4.2@0.4.4").contains("onto a vortex"));
    assert!(illegal(&mut *game, "1:0.4.3>0.4.4@0.4.5").contains("from vortex to vortex"));
    play(&mut *game, "2:0.4.3>0.4.4@3.4.4");
    assert!(game.position().ends_with("1 a1 steps:3 n2:3.4.4"));
    assert!(having(&*game, ":3.4.4>").is_empty(), "they have moved enough for this turn");
    play(&mut *game, ". . .");
    // The next turn they may move on, unless the first roll is a double.
    assert!(game.position().ends_with("1 a0 choose"));
    let next = game.position();
    play(&mut *game, "M [5,1] 2:3.4.4>3.4.3");
    let mut game = at(spec, &next);
    play(&mut *game, "M [4,4]");
    assert!(game.position().contains(" 1=1:0.4.3,1:0.4.5 2=") && game.position().ends_with("2 a0 choose"));
    let mut game = at(spec, &next);
    play(&mut *game, "F [4,4]");
    assert!(game.position().contains(" 1=1:0.4.3,1:0.4.5 2="));
    let mut game = at(spec, &next);
    play(&mut *game, "M [5,1] . M [4,4]");
    assert!(game.position().contains("2:3.4.4"), "the second roll harms nobody");
    // Without a roll nothing happens. The last army may be lost to a vortex.
    let mut game = at(spec, &next);
    play(&mut *game, ". . .");
    let last = format!("{TERRAIN} V0.4.4,0.4.6,3.4.4 1=3:0.4.4 2=1:3.3.1 S9,0 C0,21 1 a0 choose");
    let mut game = at(spec, &last);
    play(&mut *game, "M [4,4]");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![0.0, 1.0], "won"));
    // A vortex with units of another player is closed, and nobody is pushed onto one.
    let mut game = at(spec, &start.replace("2=1:3.3.1", "2=1:3.4.4,1:0.4.4"));
    play(&mut *game, "M [5,1]");
    assert_eq!(having(&*game, "1:0.4.5>0.4.6"), ["1:0.4.5>0.4.6"]);
    let pushed = format!("{TERRAIN} V0.4.4,0.4.6,3.4.4 1=1:0.3.2 2=1:0.3.3 S9,0 C0,21 1 a1 push:0.3.3");
    assert_eq!(legal(&*at(spec, &pushed)), [">0.3.4"]);
}

#[test]
fn rounds_and_actions_are_limited() {
    let mut game = at("bin-fa(stage=1, max_rounds=2)", "1=3:0.3.1 2=2:3.3.1 1 a0 choose");
    play(&mut *game, ". . .");
    assert!(game.outcome().is_none());
    play(&mut *game, ".");
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![1.0, 0.0], "length-limit"));
    let mut game = after("bin-fa(stage=1, max_rounds=1, players=3)", ". . .");
    let third = 1.0 / 3.0;
    assert_eq!((scores(&*game), outcome(&*game).reason), (vec![third; 3], "length-limit"));
    assert!(game.play(".").is_err());
    // The turn ends when the last action is complete.
    let mut game = after("bin-fa(stage=1, max_actions=2)", "M [5,4] . M [2,1]");
    assert!(game.position().ends_with("1 a2 steps:1"));
    play(&mut *game, "1:0.3.1>0.3.2");
    assert!(game.position().ends_with("2 a0 choose"));
}

#[test]
fn impossible_positions_are_refused() {
    let bare = |text: &str| refused(BARE, text);
    assert!(bare("").contains("begins with `1=`, found ``"));
    assert!(bare("1=3:0.3.1").contains("begins with `2=`"));
    assert!(bare("1=3:0.3.9 2=- 1 a0 choose").contains("found `0.3.9`"));
    assert!(bare("1=13:0.3.1 2=- 1 a0 choose").contains("expected units"));
    assert!(bare("1=9:0.3.1,9:0.3.2 2=- 1 a0 choose").contains("at most 12 units"));
    assert!(bare("1=3:0.3.1 2=3:0.3.1 1 a0 choose").contains("holds terrain or units"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 3 a0 choose").contains("`1` to `2`, found `3`"));
    assert!(bare("1=3:0.3.1 2=- 2 a0 choose").contains("out of the game"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 choose").contains("number of actions"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a0 rest").contains("found `rest`"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a0 march").contains("does not fit"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a1 steps:6").contains("found `steps:6`"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a1 forage g0").contains("does not fit"));
    assert!(bare("1=3:0.3.1 2=3:0.3.2 1 a1 dislodge:0.3.1x0.3.2").contains("does not fit"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a31 march").contains("does not fit"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a1 choose g0").contains("fewer supplies"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a1 choose n1:0.3.1").contains("not on a vortex"));
    assert!(bare("1=3:0.3.1 2=3:3.3.1 1 a1 choose x").contains("found `x`"));
    assert!(
        bare("1=3:0.2.2,3:0.3.1,3:0.3.3,3:0.3.5 2=3:3.2.2,3:3.3.1,3:3.3.3,3:3.3.5 setup")
            .contains("complete")
    );
    let found = |text: &str| refused(ID, text);
    assert!(found("T0.1.1,3.1.1,0.2.1 1=- 2=- S0,0 C0,21 1 a0 choose").contains("expected `setup`"));
    assert!(found("T0.1.1,0.2.1 1=- 2=- S0,0 C0,21 setup").contains("in turn"));
    assert!(found("T0.1.1,0.1.1 1=- 2=- S0,0 C0,21 setup").contains("named twice"));
    assert!(found("T0.1.1 1=- 2=- S1,0 C0,21 setup").contains("do not fit"));
    assert!(found("T0.1.1 1=- 2=- S0,0 C1,21 setup").contains("do not fit"));
    assert!(found("T0.1.1 1=- 2=1:3.1.1 S0,0 C0,21 setup").contains("do not fit"));
    assert!(found("T0.1.1 1=- 2=- S0,0 C0,42 setup").contains("numbers up to 41"));
    assert!(found(&format!("{TERRAIN} 1=1:0.3.1 2=1:3.3.1 S40,21 C0,21 1 a0 choose")).contains("at most 60"));
    assert!(
        found(&format!("{TERRAIN} 1=1:0.3.1 2=1:3.3.1 S2,0 C0,21 1 a1 choose g3")).contains("fewer supplies")
    );
    assert!(found("T0.1.1 1=- 2=- S0,0 C0,21 setup x").contains("found `x`"));
}

#[test]
fn illegal_tokens_name_what_is_due() {
    let mut game = open(BARE);
    assert!(illegal(&mut *game, "[3,2]").contains("is chosen"));
    play(&mut *game, "M");
    assert!(illegal(&mut *game, "M").contains("two dice"));
    assert!(illegal(&mut *game, "[7,1]").contains("not a legal"));
    // Dice may be given in any order.
    play(&mut *game, "[2,5]");
    assert!(illegal(&mut *game, ">0.3.3").contains("units step"));
    assert!(illegal(&mut *game, "0:0.3.1>0.3.2").contains("3 units can leave"));
}
