//! Places as numbers.

use torneo_contract::scene::Place;
use torneo_encoding::{Alphabet, Cells};

#[test]
fn every_place_has_numbers_of_its_own() {
    let located: Cells = [(5, 0), (9, 1)].into_iter().collect();
    let alphabet = Alphabet::new(2, &[0, 3]);
    let written = |place| {
        let mut numbers = Vec::new();
        alphabet.write(place, &located, &mut numbers);
        numbers
    };
    assert_eq!(alphabet.size(), 6);
    assert_eq!(written(Place::Site(9)), [1]);
    assert_eq!(written(Place::Area(1, 2)), [4]);
    let beyond = [Place::Site(7), Place::Site(u32::MAX), Place::Area(0, 0), Place::Area(255, u16::MAX)];
    let beyond = beyond.map(written);
    for (index, numbers) in beyond.iter().enumerate() {
        assert_eq!(numbers[0], 5);
        assert_eq!(numbers.len(), beyond[0].len());
        assert!(numbers.iter().all(|&number| number < 6) && !beyond[..index].contains(numbers));
    }
}

#[test]
fn sites_near_and_far_have_their_cells() {
    let mut cells: Cells = [(5, 0), (4095, 1), (4096, 2), (u32::MAX, 3), (5, 4)].into_iter().collect();
    let found = |cells: &Cells| [0, 5, 6, 4095, 4096, 4097, u32::MAX].map(|site| cells.of(site));
    assert_eq!(found(&cells), [None, Some(4), None, Some(1), Some(2), None, Some(3)]);
    assert_eq!(cells.len(), 4);
    cells.clear();
    assert!(cells.is_empty() && found(&cells).iter().all(Option::is_none));
}
