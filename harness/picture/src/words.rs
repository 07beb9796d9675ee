//! Things in words, for those who do not see the picture.

use torneo_contract::scene::{Board, Colour, Glyph, Item};
use torneo_present::english;
use torneo_present::english::Joined as _;

/// What a thing is, whose, and how many of it.
pub fn words(board: &Board, item: &Item) -> String {
    if let Glyph::Text(text) | Glyph::Card(text) = &item.glyph {
        return text.clone();
    }
    if let Glyph::Tile(tile) = &item.glyph {
        let track = |(from, to, colour): &(u8, u8, Colour)| {
            format!("{} {}-{}", format!("{colour:?}").to_lowercase(), from + 1, to + 1)
        };
        return format!("tile: {}", tile.tracks.iter().map(track).joined(", "));
    }
    let owner = item.owner.and_then(|seat| board.players.get(seat.index())).map(|player| player.name.clone());
    let colour = item.colour.map(|colour| format!("{colour:?}").to_lowercase());
    let turned = match (&item.glyph, item.turn) {
        (_, 0) => String::new(),
        (_, turn) => format!(" turned by {turn} degrees"),
    };
    let whose = owner.or(colour).map_or_else(String::new, |whose| format!("{whose} "));
    let said = match item.count {
        1 => format!("{whose}{}", noun(&item.glyph)),
        count => counted(&item.glyph, count.into(), &whose),
    };
    format!("{said}{turned}")
}

/// A number of things of a kind, such as `3 men` or, with an adjective and a blank, `3 White men`.
pub fn counted(glyph: &Glyph, count: usize, adjective: &str) -> String {
    english::counted(count as u64, &format!("{adjective}{}", noun(glyph)))
}

/// What a thing is called.
fn noun(glyph: &Glyph) -> String {
    match glyph {
        Glyph::Text(text) | Glyph::Card(text) => text.clone(),
        Glyph::Letter(text) => format!("man {text}"),
        Glyph::Die { up, .. } => format!("die with {up}"),
        Glyph::Figure(figure) => format!("{figure:?}").to_lowercase(),
        Glyph::Block(x, y, z) => format!("block of {x} by {y} by {z}"),
        Glyph::Pyramid(pips) => format!("pyramid of {pips}"),
        Glyph::Disc => "man".to_owned(),
        Glyph::Crowned => "king".to_owned(),
        Glyph::Ball => "ball".to_owned(),
        Glyph::Ring => "ring".to_owned(),
        Glyph::Peg => "peg".to_owned(),
        Glyph::Tile(_) => "tile".to_owned(),
        Glyph::Polyomino(tile) => format!("tile {}", tile.name),
        Glyph::Seeds => "seed".to_owned(),
        Glyph::Filled => "filled cell".to_owned(),
        Glyph::Obstacle => "obstacle".to_owned(),
        Glyph::Marker => "marker".to_owned(),
        Glyph::Arrow => "arrow".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use torneo_contract::Seat;
    use torneo_contract::scene::{Figure, Player, Shape, Tile};

    use super::*;

    #[test]
    fn things_are_named_with_owner_and_count() {
        let player = Player { name: "Red".to_owned(), colour: Colour::Red };
        let board = Board { players: vec![player], ..Board::default() };
        let said = |item: Item| words(&board, &item);
        assert_eq!(said(Item::on(0, Glyph::Figure(Figure::Knight)).of(Seat::FIRST)), "Red knight");
        assert_eq!(said(Item::on(0, Glyph::Seeds).times(4)), "4 seeds");
        assert_eq!(said(Item::on(0, Glyph::Disc).of(Seat::FIRST).times(2)), "2 Red men");
        assert_eq!(said(Item::on(0, Glyph::Ball).coloured(Colour::Grey).times(2)), "2 grey balls");
        assert_eq!(said(Item::on(0, Glyph::Arrow).turned(90)), "arrow turned by 90 degrees");
        assert_eq!(said(Item::on(0, Glyph::Pyramid(3)).of(Seat::FIRST).times(2)), "2 times Red pyramid of 3");
        assert_eq!(said(Item::on(0, Glyph::Card("A".to_owned()))), "A");
        let tracks = vec![(0, 3, Colour::Red), (1, 2, Colour::Blue)];
        let tile = Glyph::Tile(Tile { shape: Shape::HexFlat, tracks });
        assert_eq!(said(Item::on(0, tile)), "tile: red 1-4, blue 2-3");
    }
}
