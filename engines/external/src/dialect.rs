//! What UCI programs write in another way than the games do.

use torneo_contract::{Refusal, refusal};
use torneo_search::text::TextGame;

use crate::offer::{self, Offer};

/// The variant of chess that is spoken about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Chess from the 960 starts: everything is written alike.
    #[default]
    Chess960,
    /// Chess from its one start, for programs that know no other: castling is the King's two steps.
    Orthodox,
    /// Grand chess as Fairy-Stockfish has it: the Marshall is C (chancellor), the Cardinal A (archbishop).
    Grand,
}

/// The options by which programs show what they play.
const CHESS960: &str = "UCI_Chess960";
const VARIANT: &str = "UCI_Variant";

/// The start of orthodox chess among the 960.
const ORTHODOX: &str = "518";

/// The letters of grand chess here and there.
const LETTERS: [(char, char); 4] = [('m', 'c'), ('M', 'C'), ('c', 'a'), ('C', 'A')];

impl Dialect {
    /// The dialect in which a game is played with a program that has these options.
    ///
    /// # Errors
    /// The end of a sentence: what the program lacks.
    pub fn of_game(game: &TextGame, offers: &[Offer]) -> Result<Dialect, Refusal> {
        if game.id == "grand-chess" {
            let knows_it = offer::find(offers, VARIANT).is_some_and(|offer| offer.takes("grand"));
            let lacks = || refusal!("does not play `{}`: its option `{VARIANT}` has no `grand`", game.id);
            return knows_it.then_some(Dialect::Grand).ok_or_else(lacks);
        }
        let orthodox = (game.option("start") == ORTHODOX).then_some(Dialect::Orthodox);
        let known = offer::find(offers, CHESS960).map(|_| Dialect::Chess960).or(orthodox);
        known.ok_or_else(|| {
            refusal!(
                "has no option `{CHESS960}`, so it plays orthodox chess alone: `fischerandom(start={ORTHODOX})`"
            )
        })
    }

    /// The game that begins where `startpos` says.
    pub fn game(self) -> &'static str {
        match self {
            Dialect::Chess960 | Dialect::Orthodox => "fischerandom(start=518)",
            Dialect::Grand => "grand-chess",
        }
    }

    /// The name and value of the option that selects it, if one does.
    pub fn option(self) -> Option<&'static str> {
        match self {
            Dialect::Chess960 => Some("name UCI_Chess960 value true"),
            Dialect::Orthodox => None,
            Dialect::Grand => Some("name UCI_Variant value grand"),
        }
    }

    fn letters(self, text: &str, map: impl Fn(&(char, char)) -> (char, char)) -> String {
        if self != Dialect::Grand {
            return text.to_owned();
        }
        let letter = |c: char| LETTERS.iter().map(&map).find(|(from, _)| *from == c).map_or(c, |(_, to)| to);
        text.chars().map(letter).collect()
    }

    /// A position as UCI programs read it. Only the board has letters of pieces.
    pub fn position_to_uci(self, text: &str) -> String {
        self.board(text, |&pair| pair)
    }

    /// A position of a UCI program as the game reads it.
    pub fn position_from_uci(self, text: &str) -> String {
        self.board(text, |&(here, there)| (there, here))
    }

    fn board(self, text: &str, map: impl Fn(&(char, char)) -> (char, char)) -> String {
        match text.split_once(' ') {
            Some((board, rest)) => format!("{} {rest}", self.letters(board, map)),
            None => self.letters(text, map),
        }
    }

    /// A move as UCI programs read it.
    pub fn move_to_uci(self, token: &str) -> String {
        self.promotion(token, |&pair| pair)
    }

    /// A move of a UCI program as the game reads it.
    pub fn move_from_uci(self, token: &str) -> String {
        self.promotion(token, |&(here, there)| (there, here))
    }

    /// A move of a printed game as other programs print it: capitals stand for pieces.
    pub fn printed_elsewhere(self, printed: &str) -> String {
        self.capitals(printed, |&pair| pair)
    }

    /// A move that another program printed as the game reads it.
    pub fn printed_here(self, printed: &str) -> String {
        self.capitals(printed, |&(here, there)| (there, here))
    }

    fn capitals(self, printed: &str, map: impl Fn(&(char, char)) -> (char, char) + Copy) -> String {
        let letter = |c: char| match c.is_ascii_uppercase() {
            true => self.letters(c.encode_utf8(&mut [0; 4]), map),
            false => c.to_string(),
        };
        printed.chars().map(letter).collect()
    }

    /// The letter after the last digit is that of the piece promoted to.
    fn promotion(self, token: &str, map: impl Fn(&(char, char)) -> (char, char)) -> String {
        match token.rfind(|c: char| c.is_ascii_digit()) {
            Some(last) => {
                let (squares, piece) = token.split_at(last + 1);
                squares.to_owned() + &self.letters(piece, map)
            }
            None => token.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marshalls_and_cardinals_change_their_letters() {
        let text = "r8r/1nbqkmcbn1/10/cC8 w - c3 0 1";
        let uci = Dialect::Grand.position_to_uci(text);
        assert_eq!(uci, "r8r/1nbqkcabn1/10/aA8 w - c3 0 1");
        assert_eq!(Dialect::Grand.position_from_uci(&uci), text);
        assert_eq!(Dialect::Grand.move_to_uci("c9c10m"), "c9c10c");
        assert_eq!(Dialect::Grand.move_from_uci("c9c10a"), "c9c10c");
        assert_eq!(Dialect::Chess960.move_to_uci("c7c8q"), "c7c8q");
        assert_eq!(Dialect::Grand.printed_elsewhere("Mcxa5=C+"), "Ccxa5=A+");
        assert_eq!(Dialect::Grand.printed_here("Ccxa5=A+"), "Mcxa5=C+");
        assert_eq!(Dialect::Chess960.printed_elsewhere("Nc3"), "Nc3");
    }

    #[test]
    fn options_tell_what_is_played() {
        let chess = |start: &str| TextGame {
            id: "fischerandom",
            spec: String::new(),
            seats: 2,
            options: vec![("start", start.to_owned())],
        };
        let grand = TextGame { id: "grand-chess", options: Vec::new(), ..chess("") };
        let of = |game: &TextGame, line: &str| Dialect::of_game(game, &Vec::from_iter(Offer::of_uci(line)));
        let chess960 = "option name UCI_Chess960 type check default false";
        assert_eq!(of(&chess("draw"), chess960), Ok(Dialect::Chess960));
        assert_eq!(of(&chess("518"), chess960), Ok(Dialect::Chess960));
        assert_eq!(of(&chess("518"), ""), Ok(Dialect::Orthodox));
        assert!(of(&chess("0"), "").unwrap_err().to_string().contains("`UCI_Chess960`"));
        let variants = "option name UCI_Variant type combo default chess var chess var grand";
        assert_eq!(of(&grand, variants), Ok(Dialect::Grand));
        assert!(
            of(&grand, &variants.replace("grand", "grandhouse"))
                .unwrap_err()
                .to_string()
                .contains("no `grand`")
        );
    }
}
