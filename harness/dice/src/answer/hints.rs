//! What to write in place of notations of other programs.

use crate::language::{self, Door, Fault};

/// Notations of other programs and what gives the same here; the file tells how its lines are read.
const FOREIGN: &str = include_str!("foreign.txt");
/// Longest text in which notations are looked for, in bytes.
const LONGEST: usize = 120;

/// What to write in place of an expression, or of a program, that is refused: a notation of this program, or a word that is nearly
/// the wrong one. What is told is read here.
pub fn hint(text: &str, fault: &Fault, door: Door) -> Option<String> {
    let is_read = |text: &String| match door {
        Door::Expression => language::expression(text).is_ok(),
        Door::Program => language::is_program(text),
    };
    let notation = if door == Door::Expression { foreign(text) } else { None };
    notation.or_else(|| {
        fault.mended(text).filter(is_read)?;
        Some(format!("did you mean `{}`?", fault.nearest.as_deref()?))
    })
}

fn foreign(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if text.len() > LONGEST {
        return None;
    }
    let is_cut = |at: usize| {
        let around = (text[..at].chars().next_back(), text[at..].chars().next());
        !matches!(around, (Some(a), Some(b)) if a.is_alphanumeric() && b.is_alphanumeric())
    };
    let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at) && is_cut(at)).collect();
    let lines = FOREIGN.lines().filter(|line| !line.starts_with("--- "));
    for (notation, form) in lines.filter_map(|line| line.split_once(" => ")) {
        for &from in &places {
            for &to in places.iter().rev().take_while(|to| **to > from) {
                let mut found = Vec::new();
                if matches(notation, &text[from..to], &mut found)
                    && let Some(told) = filled(form, &found, [&text[..from], &text[to..]])
                {
                    return Some(told);
                }
            }
        }
    }
    None
}

/// Whether a text is a notation; what its signs stand for. Blanks do not matter.
fn matches<'a>(notation: &str, text: &'a str, found: &mut Vec<&'a str>) -> bool {
    let Some(first) = notation.chars().next() else { return text.is_empty() };
    let rest = &notation[first.len_utf8()..];
    let ends: Vec<usize> = match first {
        '#' => {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            if end == 0 && !text.starts_with('#') { Vec::new() } else { vec![end.max(1)] }
        }
        '~' => (1..=text.len()).filter(|end| text.is_char_boundary(*end)).collect(),
        ' ' => return matches(rest, text.trim_start(), found),
        _ => return text.trim_start().strip_prefix(first).is_some_and(|text| matches(rest, text, found)),
    };
    for end in ends {
        found.push(&text[..end]);
        if matches(rest, &text[end..], found) {
            return true;
        }
        found.pop();
    }
    false
}

/// A form of this program, if the whole text with it is read here.
fn filled(form: &str, found: &[&str], [before, behind]: [&str; 2]) -> Option<String> {
    let mut form = form.to_owned();
    for (place, part) in found.iter().enumerate() {
        let next = part.parse::<u64>().map_or(String::new(), |number| (number + 1).to_string());
        form =
            form.replace(&format!("${}+", place + 1), &next).replace(&format!("${}", place + 1), part.trim());
    }
    if let Some(program) = form.strip_prefix("run: -e \"") {
        let program = program.trim_end_matches('"');
        let runs = before.is_empty() && behind.is_empty() && language::is_program(program);
        return runs.then(|| format!("write `torneo dice {}`", form.replacen(':', "", 1)));
    }
    let (dice, options) =
        form.split_once(" --").map_or((form.as_str(), None), |(dice, more)| (dice, Some(more)));
    let (command, dice) = dice.split_once(": ").map_or(("", dice), |(command, dice)| (command, dice));
    let dice = [before, dice, behind].concat();
    language::expression(&dice).ok()?;
    let command = if command.is_empty() { String::new() } else { format!("{command} ") };
    Some(match options {
        None => format!("write `{dice}`"),
        Some(options) => format!("write `torneo dice {command}\"{dice}\" --{options}`"),
    })
}
