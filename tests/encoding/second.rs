//! The second version: sizes, symmetries, boards that are turned, windows that stay, ids.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use torneo_contract::{Seat, random};
use torneo_encoding::{Encoding, Environment, Form};

use crate::support::session;

fn encoding(spec: &str) -> Arc<Encoding> {
    Arc::new(Encoding::of(session::open(spec).unwrap(), Form::default()))
}

/// What a seat sees, and what it may do.
fn view(environment: &Environment, seat: Seat) -> (Vec<f32>, Vec<i8>) {
    let encoding = environment.encoding();
    let (mut numbers, mut mask) = (vec![0.0; encoding.layout().size()], vec![0; encoding.codec().size()]);
    environment.observe(seat, &mut numbers);
    environment.mask(seat, &mut mask);
    (numbers, mask)
}

/// An array whose entry `i` has become entry `to[i]`.
fn image<T: Copy + Default>(array: &[T], to: &[usize]) -> Vec<T> {
    let mut image = vec![T::default(); array.len()];
    to.iter().zip(array).for_each(|(&to, &value)| image[to] = value);
    image
}

#[test]
fn arrays_and_heads_are_small() {
    assert_eq!(encoding("havannah(size=8)").layout().shape(), [4, 15, 15]);
    let heads = |spec| encoding(spec).codec().heads().iter().sum::<usize>();
    assert_eq!(heads("hnefatafl"), 122 + 123);
    assert!(heads("tantrix") <= 400);
    assert_eq!(encoding("zertz").layout().frame().grid(), Some((7, 7)));
}

#[test]
fn heads_stand_for_actions() {
    for spec in ["hnefatafl", "havannah"] {
        for form in [Form::First, Form::default()] {
            let encoding = Encoding::of(session::open(spec).unwrap(), form);
            let codec = encoding.codec();
            for action in 0..codec.size() {
                assert_eq!(codec.join(&codec.factor(action)), Some(action), "{spec}");
            }
            assert_eq!(codec.join(&codec.heads()), None);
            assert_eq!(codec.join(&[]), None);
        }
    }
}

/// Positions that are compared with their images, for each game.
const POSITIONS: usize = 1000;

/// A game and its image go the same way under every symmetry of the board, and are seen the same way.
#[test]
fn images_are_seen_as_permutations() {
    let mut found = Vec::new();
    for spec in session::ids() {
        let encoding = encoding(&spec);
        let symmetries = encoding.symmetries();
        let [first, others @ ..] = &symmetries[..] else { panic!("{spec}: no identity") };
        let mut seen = 0;
        assert!(first.numbers.iter().copied().eq(0..encoding.layout().size()), "{spec}");
        assert!(first.actions.iter().copied().eq(0..encoding.codec().size()), "{spec}");
        if others.is_empty() {
            continue;
        }
        found.push(spec.clone());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for (number, symmetry) in (0..).zip(others.iter().cycle()) {
            if seen >= POSITIONS {
                break;
            }
            let mut pair = [(); 2].map(|()| Environment::new(&encoding, 5, number));
            while !pair[0].is_over() && seen < POSITIONS {
                let place = format!("{spec}, {}: {}", symmetry.name, pair[0].session().position());
                for seat in Seat::all(encoding.seats()) {
                    let [(numbers, mask), (others, other)] = [0, 1].map(|one| view(&pair[one], seat));
                    assert!(
                        image(&numbers, &symmetry.numbers) == others,
                        "{place}: seat {seat} sees another"
                    );
                    assert!(
                        image(&mask, &symmetry.actions) == other,
                        "{place}: seat {seat} may do other things"
                    );
                }
                let seat = pair[0].choosers().next().expect("somebody steps");
                let legal = pair[0].legal(seat);
                let step = legal[random::below(&mut rng, legal.len())];
                pair[0].step(seat, step).expect("a legal step");
                pair[1].step(seat, symmetry.actions[step]).expect("its image");
                seen += 1;
            }
            assert_eq!(pair[0].returns(), pair[1].returns(), "{spec}");
        }
    }
    for spec in ["havannah", "hnefatafl", "surakarta", "atari-go", "nine-mens-morris", "frames"] {
        assert!(found.iter().any(|known| known == spec), "{spec}: its symmetries were not found");
    }
}

/// Both players see the start of a game in which they stand alike in the same way, and go the same way from there.
#[test]
fn a_board_is_turned_to_the_player() {
    for (spec, first, second) in [
        (
            "surakarta",
            "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww w",
            "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww b",
        ),
        (
            "fischerandom(start=518)",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ),
    ] {
        let encoding = encoding(spec);
        assert!(encoding.layout().is_turned(), "{spec}");
        let at = |text| {
            let mut session = session::open(spec).unwrap();
            session.set_position(text).expect("a position");
            Environment::at(&encoding, session, None)
        };
        let (mut one, mut other) = (at(first), at(second));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for ply in 0..60 {
            if one.is_over() {
                break;
            }
            let seat = one.choosers().next().expect("somebody steps");
            let ((mut numbers, mask), (mut others, other_mask)) =
                (view(&one, seat), view(&other, seat.other()));
            // Moves are counted after the second player's.
            if let Some((_, range)) = encoding.layout().names().find(|(name, _)| *name == "move_number") {
                numbers[range.clone()].fill(0.0);
                others[range].fill(0.0);
            }
            assert!(numbers == others && mask == other_mask, "{spec} at ply {ply}");
            let legal = one.legal(seat);
            let step = legal[random::below(&mut rng, legal.len())];
            one.step(seat, step).expect("a legal step");
            other.step(seat.other(), step).expect("a legal step");
        }
    }
    assert!(!encoding("hnefatafl").layout().is_turned());
}

/// Tiles stay where they are seen once they lie on a table that grows.
#[test]
fn windows_stay_in_their_place() {
    for spec in ["trax", "tantrix"] {
        let encoding = encoding(spec);
        let planes = encoding.layout().planes.iter().filter(|name| name.contains("side"));
        let tiles = planes.count() * encoding.layout().frame().cells();
        let mut environment = Environment::new(&encoding, 2, 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut last = BTreeSet::new();
        for _ in 0..80 {
            if environment.is_over() {
                break;
            }
            let (numbers, _) = view(&environment, Seat::FIRST);
            let lying: BTreeSet<usize> = (0..tiles).filter(|&number| numbers[number] > 0.0).collect();
            assert!(lying.is_superset(&last), "{spec}: {}", environment.session().position());
            last = lying;
            let seat = environment.choosers().next().expect("somebody steps");
            let legal = environment.legal(seat);
            environment.step(seat, legal[random::below(&mut rng, legal.len())]).expect("a legal step");
        }
        assert!(last.len() > 40, "{spec}");
    }
}

#[test]
fn ids_tell_layouts_apart() {
    let own = encoding("havannah(size=5)");
    assert_eq!(own.difference(&encoding("havannah(size=5)").id()), None);
    let first = Encoding::of(session::open("havannah(size=5)").unwrap(), Form::First);
    let told = own.difference(&first.id()).expect("they differ");
    assert!(told.contains("version 2 instead of 1") && told.contains("shape 4x9x9 instead of"), "{told}");
    let told = own.difference(&encoding("havannah(size=6)").id()).expect("they differ");
    assert!(told.contains("number of actions") && !told.contains("version"), "{told}");
    let unturned = Form::Second { fingerprint: false, turned: false };
    let unturned = Encoding::of(session::open("surakarta").unwrap(), unturned);
    assert!(encoding("surakarta").difference(&unturned.id()).is_some());
    assert!(own.difference("something").expect("no id").contains("no id"));
}

/// Things have the places of their sites, turned to the seat that looks, and tiles know how they are turned.
#[test]
fn things_are_listed() {
    let surakarta = encoding("surakarta");
    let listed = |seat| -> BTreeSet<String> {
        let objects = surakarta.objects().of(surakarta.start(), seat);
        objects.iter().map(|object| format!("{object:?}")).collect()
    };
    assert_eq!(listed(Seat::FIRST).len(), 24);
    assert_eq!(listed(Seat::FIRST), listed(Seat::SECOND));
    let trax = encoding("trax");
    let mut session = session::open("trax").unwrap();
    session.play("@0/").expect("a first tile");
    let [tile] = trax.objects().of(&*session, Seat::FIRST)[..] else { panic!("one tile") };
    session = session::open("trax").unwrap();
    session.play("@0+").expect("a first tile");
    let [cross] = trax.objects().of(&*session, Seat::FIRST)[..] else { panic!("one tile") };
    assert!(tile.kind != cross.kind && tile.kind.max(cross.kind) < trax.objects().kinds().len());
}

/// The first version gives the same bits as it always did.
#[test]
fn the_first_version_stays() {
    let mut word = 0xcbf2_9ce4_8422_2325_u64;
    let mut feed = |bits: u32| word = (word ^ u64::from(bits)).wrapping_mul(0x100_0000_01b3);
    for spec in session::ids() {
        let encoding = Arc::new(Encoding::of(session::open(&spec).unwrap(), Form::First));
        let mut environment = Environment::new(&encoding, 1, 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for _ in 0..30 {
            if environment.is_over() {
                break;
            }
            let seat = environment.choosers().next().expect("somebody steps");
            let (numbers, mask) = view(&environment, seat);
            numbers.iter().for_each(|number| feed(number.to_bits()));
            mask.iter().for_each(|&legal| feed(legal as u32));
            let legal = environment.legal(seat);
            environment.step(seat, legal[random::below(&mut rng, legal.len())]).expect("a legal step");
        }
    }
    assert_eq!(word, 2_456_422_605_841_335_994, "the hash of all arrays");
}
