//! How UCI writes castling.

/// How castling is written: with `UCI_Chess960` as the King taking its own Rook, as the games here do too; without it as
/// the King's two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// The King's two steps.
    ByKing,
    /// The King takes its own Rook.
    ByRook,
}

/// The man on a square of a board in the notation of Forsyth and Edwards; none on an empty square.
fn man_on(position: &str, square: &str) -> Option<char> {
    let (file, rank) = (square.chars().next()?, square[1..].parse::<usize>().ok()?);
    let file = (file as usize).checked_sub('a' as usize)?;
    let rows: Vec<&str> = position.split(' ').next()?.split('/').collect();
    let row = rows.get(rows.len().checked_sub(rank)?)?;
    let mut at = 0;
    for man in row.chars() {
        match man.to_digit(10) {
            Some(empty) => at += empty as usize,
            None if at == file => return Some(man),
            None => at += 1,
        }
    }
    None
}

impl Castling {
    /// The two squares of a move on a board of eight files; none for a promotion.
    fn squares(token: &str) -> Option<(&str, &str)> {
        (token.len() == 4 && token.is_ascii()).then(|| token.split_at(2))
    }

    /// The move as the protocol has it, in a position before it.
    pub fn written(self, token: &str, position: &str) -> String {
        let Some((from, to)) = Castling::squares(token).filter(|_| self == Castling::ByKing) else {
            return token.to_owned();
        };
        match (man_on(position, from), man_on(position, to)) {
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
        let is_king = matches!(man_on(position, from), Some('K' | 'k'));
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
}
