//! Things in words, for those who do not see the picture.

use torneo_contract::scene::{Board, Glyph, Item};

/// What a thing is, whose, and how many of it.
pub fn words(board: &Board, item: &Item) -> String {
    let thing = match &item.glyph {
        Glyph::Text(text) | Glyph::Card(text) => return text.clone(),
        Glyph::Letter(text) => format!("man {text}"),
        Glyph::Die { up, .. } => return format!("die with {up}"),
        Glyph::Figure(figure) => format!("{figure:?}").to_lowercase(),
        Glyph::Block(x, y, z) => format!("block of {x} by {y} by {z}"),
        Glyph::Pyramid(pips) => format!("pyramid of {pips}"),
        Glyph::Disc => "man".to_owned(),
        Glyph::Crowned => "king".to_owned(),
        Glyph::Ball => "ball".to_owned(),
        Glyph::Ring => "ring".to_owned(),
        Glyph::Peg => "peg".to_owned(),
        Glyph::Tile(_) => "tile".to_owned(),
        Glyph::Seeds => "seed".to_owned(),
        Glyph::Filled => "filled cell".to_owned(),
        Glyph::Obstacle => "obstacle".to_owned(),
        Glyph::Marker => "marker".to_owned(),
        Glyph::Arrow => "arrow".to_owned(),
    };
    let owner = item.owner.and_then(|seat| board.players.get(seat.index())).map(|player| player.name.clone());
    let colour = item.colour.map(|colour| format!("{colour:?}").to_lowercase());
    let turned = match (&item.glyph, item.turn) {
        (_, 0) => String::new(),
        (_, turn) => format!(" turned by {turn} degrees"),
    };
    let (count, plural) = match item.count {
        1 => (String::new(), ""),
        count if thing.ends_with(|last: char| last.is_ascii_digit()) => (format!("{count} times "), ""),
        count => (format!("{count} "), "s"),
    };
    let whose = owner.or(colour).map_or_else(String::new, |whose| format!("{whose} "));
    format!("{count}{whose}{thing}{plural}{turned}")
}

#[cfg(test)]
mod tests {
    use torneo_contract::Seat;
    use torneo_contract::scene::{Colour, Figure, Player};

    use super::*;

    #[test]
    fn things_are_named_with_owner_and_count() {
        let player = Player { name: "Red".to_owned(), colour: Colour::Red };
        let board = Board { players: vec![player], ..Board::default() };
        let said = |item: Item| words(&board, &item);
        assert_eq!(said(Item::on(0, Glyph::Figure(Figure::Knight)).of(Seat::FIRST)), "Red knight");
        assert_eq!(said(Item::on(0, Glyph::Seeds).times(4)), "4 seeds");
        assert_eq!(said(Item::on(0, Glyph::Ball).coloured(Colour::Grey).times(2)), "2 grey balls");
        assert_eq!(said(Item::on(0, Glyph::Arrow).turned(90)), "arrow turned by 90 degrees");
        assert_eq!(said(Item::on(0, Glyph::Pyramid(3)).of(Seat::FIRST).times(2)), "2 times Red pyramid of 3");
        assert_eq!(said(Item::on(0, Glyph::Card("A".to_owned()))), "A");
    }
}
