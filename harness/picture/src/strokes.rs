//! Letters as lines, for programs that have no fonts.
//!
//! Every letter is drawn on a grid four units wide and six high (descenders reach to eight): two digits are a point, and a
//! blank lifts the pen.

use crate::canvas::{Anchor, number};

/// Where a text stands: its anchor and its middle line, and the size of its letters in units of the drawing.
#[derive(Clone, Copy)]
pub struct Place {
    pub x: f32,
    pub y: f32,
    pub size: f32,
}

/// Height of capitals in parts of the size.
const CAPITAL: f32 = 0.72;
/// Distance from letter to letter in units of the grid.
const ADVANCE: f32 = 5.6;
/// How much narrower letters are than the grid is.
const NARROW: f32 = 0.8;

/// The strokes of a letter.
fn strokes(letter: char) -> &'static str {
    match letter {
        'A' => "062046 1434",
        'B' => "00063645443303 3342413000",
        'C' => "4130100105163645",
        'D' => "00204244260600",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "413010010516364543 4323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "404536160504",
        'K' => "0006 4003 0346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "1030414536160501 10",
        'P' => "06003041423303",
        'Q' => "1030414536160501 10 2446",
        'R' => "06003041423303 2346",
        'S' => "41301001021334 453616 05",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' => "12324346 441405163645",
        'b' => "0006 033244453606",
        'c' => "433203051646",
        'd' => "4046 431203051646",
        'e' => "04444332120305163646",
        'f' => "40302126 0343",
        'g' => "42121304153545 4247381807",
        'h' => "0006 0412324346",
        'i' => "2226 2020",
        'j' => "22273817 2020",
        'k' => "0006 3204 0436",
        'l' => "202536",
        'm' => "0602 03122326 23324346",
        'n' => "0602 0412324346",
        'o' => "1232434536160503 12",
        'p' => "0208 03123243453606",
        'q' => "4248 43321203051636 45",
        'r' => "0602 041232",
        's' => "42120304344506",
        't' => "10152636 0232",
        'u' => "0205163645 4246",
        'v' => "022642",
        'w' => "0216233642",
        'x' => "0246 4206",
        'y' => "0226 422608",
        'z' => "02420646",
        '0' => "1030414536160501 10 1531",
        '1' => "112026 1636",
        '2' => "0110304142060646",
        '3' => "0040224344453616 05",
        '4' => "36300444",
        '5' => "400002324345361605",
        '6' => "3010010516364543320203",
        '7' => "004016",
        '8' => "1030414233130201 10 13040516364544 33",
        '9' => "43130201103041453616",
        '+' => "2125 0343",
        '-' | '–' | '−' => "0343",
        '=' => "0242 0444",
        ':' => "2222 2626",
        '.' => "2626",
        ',' => "2617",
        '!' => "2024 2626",
        '?' => "01103041422324 2626",
        '/' => "0640",
        '(' => "30211535 26",
        ')' => "10212516",
        '[' => "30101636",
        ']' => "10303616",
        '\'' => "2021",
        '*' => "2125 0244 4204",
        '×' => "0246 4206",
        '#' => "1115 3135 0242 0444",
        '<' => "410345",
        '>' => "014305",
        '%' => "0640 0000 4646",
        '½' => "0002 0640 3446",
        '→' => "0343 214325",
        ';' => "2222 2617",
        '"' => "1011 3031",
        '$' => "4130100102134445361605 2026",
        '&' => "46121120312204051646",
        '@' => "3323133334434130100105163646",
        '\\' => "0046",
        '^' => "022042",
        '_' => "0646",
        '`' => "1021",
        '{' => "30201221142636",
        '}' => "10203223342616",
        '|' => "2026",
        '~' => "04133443",
        '•' | '·' => "2323",
        _ => "00404606 00",
    }
}

/// The lines of a text.
pub fn path(text: &str, place: Place, anchor: Anchor) -> String {
    let scale = place.size * CAPITAL / 6.0;
    let width = (text.chars().count() as f32 * ADVANCE - (ADVANCE - 4.0)) * scale * NARROW;
    let left = if anchor == Anchor::Middle { place.x - width / 2.0 } else { place.x };
    let top = place.y - 3.0 * scale;
    let mut data = String::new();
    for (index, letter) in text.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
        let start = left + index as f32 * ADVANCE * scale * NARROW;
        for stroke in parts(strokes(letter)) {
            for (number_in_stroke, (x, y)) in stroke.iter().enumerate() {
                data.push(if number_in_stroke == 0 { 'M' } else { 'L' });
                data.push_str(&number(start + x * scale * NARROW));
                data.push(' ');
                data.push_str(&number(top + y * scale));
            }
            if stroke.len() == 1 {
                data.push_str("h.1");
            }
        }
    }
    data
}

/// The points of each stroke.
fn parts(strokes: &str) -> impl Iterator<Item = Vec<(f32, f32)>> {
    strokes.split(' ').filter(|part| part.len() > 1).map(|part| {
        let digits: Vec<f32> = part.bytes().map(|digit| f32::from(digit - b'0')).collect();
        let mut points: Vec<(f32, f32)> = digits.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        points.dedup();
        points
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ascii_letter_has_strokes_of_its_own() {
        let unknown = strokes('\u{1}');
        for letter in '!'..='~' {
            assert_ne!(strokes(letter), unknown, "{letter}");
            assert!(strokes(letter).split(' ').all(|part| part.len() > 1 && part.len() % 2 == 0), "{letter}");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        let place = Place { x: 0.0, y: 0.0, size: 10.0 };
        assert_eq!(path("-", place, Anchor::Start), "M0 0L3.8 0");
        assert_eq!(path("-", place, Anchor::Middle), "M-1.9 0L1.9 0");
        assert_eq!(path(" ", place, Anchor::Start), "");
    }
}
