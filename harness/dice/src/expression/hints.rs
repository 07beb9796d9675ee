//! What to write in place of notations of other programs.

/// Notations of other programs. First come their marks, in lower case and without blanks, one of which a text
/// contains; then what to write here.
const FOREIGN: [(&[&str], &str); 32] = [
    (
        &[
            "output",
            "[explode",
            "[highest",
            "[lowest",
            "[middle",
            "[count",
            "function:",
            "[absolute",
            "[maximum",
        ],
        "a program of AnyDice runs with `torneo dice run -e \"output 3d6\"`",
    ),
    (&[".explode("], "exploding dice: `1d6!`, and `1d6!!` for one die that grows"),
    (&[".reroll("], "thrown again until another face comes: `1d6rr1`; once: `1d6r1`"),
    (
        &[".highest(", "keep_highest(", "largest_straight", "sumlargest"],
        "the highest of some dice: `4d6kh3` or `highest 3 of 4d6`",
    ),
    (&[".lowest(", "keep_lowest(", "sumleast"], "the lowest of some dice: `4d6kl3` or `lowest 3 of 4d6`"),
    (&[".middle(", "median"], "the middle of some dice: `middle 1 of 3d6`"),
    (&[".pool(", "pool("], "dice of one throw: `4d6`"),
    (&["repeat("], "repeated throws: `torneo dice roll 3d6 --times 6`"),
    (&["}kh", "}k"], "the best of different throws: `max(4d6, 3d8)`"),
    (&["}kl", "}d"], "the worst of different throws: `min(4d6, 3d8)`"),
    (&["highest("], "the highest of different throws: `max(1d6, 1d8)`"),
    (&["lowest("], "the lowest of different throws: `min(1d6, 1d8)`"),
    (&["//"], "a quotient rounded down: `floor(1d6 / 2)`"),
    (&["die("], "a die with stated faces: `1d{1,1,2,3}`"),
    (&["different"], "how many different numbers: `distinct(5d6)`"),
    (&["accumulate"], "dice thrown again while they show something: `1d6x6`, summed in one die: `1d6!!`"),
    (&["explode"], "exploding dice: `3d6!`"),
    (&["reroll"], "thrown again once: `3d6r1`; until another face comes: `3d6rr1`"),
    (&["then", "else", "?"], "a choice: `if(1d6 > 3, 1, 0)`"),
    (&["count"], "dice that show something: `count(5d6, >=5)` or `5d6cs>=5`"),
    (&["#"], "repeated throws are added: `3d6`; as programs: `torneo dice run -e \"output 3d6\"`"),
    (&["round("], "a quotient is rounded up by `ceil(A / B)`, down by `floor(A / B)`"),
    (&["sum"], "dice are summed as they are: `3d6`"),
    (&["min", "max"], "the lowest or highest of some dice: `2d20kl1`, `2d20kh1`"),
    (&["drop"], "dice are dropped behind the throw: `4d6 drop lowest 1` or `4d6dl1`"),
    (&["adv"], "the better of two d20: `adv` or `2d20kh1`; the worse: `dis`"),
    (&["z"], "a die that begins with 0: `d{0..9}`"),
    (&["^", "**"], "powers: `torneo dice run -e \"output 2^d6\"`"),
    (&["&", "|"], "two conditions: `(1d6 > 3) * (1d8 > 3)` for both, `max(1d6 > 3, 1d8 > 3)` for either"),
    (&["@"], "the third highest of four dice: `3@4d6`; three dice: `3d6`"),
    (&["!"], "exploding dice: `3d6!`; one die that grows: `3d6!!`; penetrating dice: `3d6!p`"),
    (&["s", "m", "f"], "the modifiers are kh, kl, dh, dl, x, !!, !p, r, rr, cs, min, max, such as `4d6kh3`"),
];

/// What to write in place of a text that is refused; none where no notation of another program is recognised.
pub fn hint(text: &str) -> Option<&'static str> {
    let plain: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let found = FOREIGN.iter().find(|(marks, _)| marks.iter().any(|mark| plain.contains(mark)));
    found.map(|(_, here)| *here)
}
