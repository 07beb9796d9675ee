//! How UCI writes castling.

use std::collections::HashMap;

/// How castling is written: with `UCI_Chess960` as the King taking its own Rook, as the games here do too; without it as
/// the King's two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// The King's two steps.
    ByKing,
    /// The King takes its own Rook.
    ByRook,
}

/// The men on a board of up to 26 files, by their squares.
#[derive(Clone, Debug, Default)]
pub struct Men(HashMap<String, char>);

impl Men {
    /// Those of a position in the notation of Forsyth and Edwards.
    pub fn of(position: &str) -> Men {
        let rows: Vec<&str> = position.split(' ').next().unwrap_or_default().split('/').collect();
        let mut men = HashMap::new();
        for (rank, row) in (1..=rows.len()).rev().zip(rows) {
            let mut file = 0;
            for man in row.chars() {
                match man.to_digit(10) {
                    Some(empty) => file += empty as u8,
                    None => {
                        let letter = char::from(b'a'.saturating_add(file));
                        men.insert(format!("{letter}{rank}"), man);
                        file += 1;
                    }
                }
            }
        }
        Men(men)
    }

    fn on(&self, square: &str) -> Option<char> {
        self.0.get(square).copied()
    }

    /// Plays a move of the game, whose castling is the King taking its own Rook; the move with castling as the King's two
    /// steps. Pawns taken in passing stay: castling does not depend on them.
    pub fn played(&mut self, token: &str) -> String {
        let written = Castling::ByKing.written_among(token, self);
        if let Some((from, to)) = token.get(..2).zip(token.get(2..4))
            && let Some(man) = self.0.remove(from)
        {
            if written == token {
                self.0.insert(to.to_owned(), man);
            } else {
                let rook = self.0.remove(to);
                let goal = &written[2..4];
                let beside = if goal.starts_with('g') { 'f' } else { 'd' };
                self.0.insert(goal.to_owned(), man);
                self.0.extend(rook.map(|rook| (format!("{beside}{}", &goal[1..]), rook)));
            }
        }
        written
    }
}

/// A position with the rights of castling written as orthodox chess has them; none where a King or a Rook with such a right
/// stands elsewhere than in orthodox chess.
pub fn orthodox(position: &str) -> Option<String> {
    let men = Men::of(position);
    let mut fields: Vec<&str> = position.split(' ').collect();
    let mut rights = String::new();
    for right in fields.get(2)?.chars() {
        let (king, rank) = if right.is_ascii_uppercase() { ('K', 1) } else { ('k', 8) };
        let side = match right.to_ascii_lowercase() {
            '-' => continue,
            'h' => 'k',
            'a' => 'q',
            _ => return None,
        };
        if men.on(&format!("e{rank}")) != Some(king) {
            return None;
        }
        rights.push(if right.is_ascii_uppercase() { side.to_ascii_uppercase() } else { side });
    }
    if !rights.is_empty() {
        fields[2] = &rights;
    }
    Some(fields.join(" "))
}

impl Castling {
    /// The two squares of a move on a board of eight files; none for a promotion.
    fn squares(token: &str) -> Option<(&str, &str)> {
        (token.len() == 4 && token.is_ascii()).then(|| token.split_at(2))
    }

    /// The move as the protocol has it, in a position before it.
    pub fn written(self, token: &str, position: &str) -> String {
        self.written_among(token, &Men::of(position))
    }

    fn written_among(self, token: &str, men: &Men) -> String {
        let Some((from, to)) = Castling::squares(token).filter(|_| self == Castling::ByKing) else {
            return token.to_owned();
        };
        match (men.on(from), men.on(to)) {
            (Some('K'), Some('R')) | (Some('k'), Some('r')) => {
                let goal = if to > from { 'g' } else { 'c' };
                format!("{from}{goal}{}", &to[1..])
            }
            _ => token.to_owned(),
        }
    }

    /// The move as the game has it, in a position before it. A King that takes its own Rook castles in either way.
    pub fn read(self, word: &str, position: &str) -> String {
        let Some((from, to)) = Castling::squares(word) else { return word.to_owned() };
        let is_king = matches!(Men::of(position).on(from), Some('K' | 'k'));
        match (is_king, from, to) {
            (true, "e1", "g1") | (true, "e8", "g8") => "O-O".to_owned(),
            (true, "e1", "c1") | (true, "e8", "c8") => "O-O-O".to_owned(),
            _ => word.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";

    #[test]
    fn castling_is_written_in_both_ways() {
        let written = |castling: Castling, token| castling.written(token, START);
        assert_eq!(written(Castling::ByKing, "e1h1"), "e1g1");
        assert_eq!(written(Castling::ByKing, "e8a8"), "e8c8");
        assert_eq!(written(Castling::ByRook, "e1h1"), "e1h1");
        assert_eq!(written(Castling::ByKing, "a1a8"), "a1a8");
        assert_eq!(written(Castling::ByKing, "h7h8q"), "h7h8q");
    }

    #[test]
    fn castling_is_read_in_both_ways() {
        let read = |word| Castling::ByKing.read(word, START);
        assert_eq!((read("e1g1").as_str(), read("e8c8").as_str()), ("O-O", "O-O-O"));
        assert_eq!((read("e1h1").as_str(), read("a1b1").as_str()), ("e1h1", "a1b1"));
        assert_eq!((read("").as_str(), read("é1").as_str(), read("e9z9").as_str()), ("", "é1", "e9z9"));
    }

    #[test]
    fn castling_is_seen_from_the_men() {
        let mut men = Men::of(START);
        let written: Vec<String> =
            ["e1h1", "e8a8", "f1e1", "d8d1", "e1d1"].map(|token| men.played(token)).to_vec();
        assert_eq!(written, ["e1g1", "e8c8", "f1e1", "d8d1", "e1d1"]);
        // A Rook that goes along the way of castling is none.
        assert_eq!(Men::of("4r2r/8/8/8/8/8/8/8 b - - 0 1").played("e8h8"), "e8h8");
    }

    #[test]
    fn rights_are_written_as_orthodox_chess_has_them() {
        assert_eq!(orthodox(START).as_deref(), Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
        let without = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
        assert_eq!(orthodox(without).as_deref(), Some(without));
        assert_eq!(orthodox("r3k1r1/8/8/8/8/8/8/R3K1R1 w Gg - 0 1"), None);
        assert_eq!(orthodox("r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1"), None);
    }
}
