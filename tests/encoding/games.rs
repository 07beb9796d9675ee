//! Every game as numbers: actions and observations along random games.

use std::collections::HashMap;
use std::sync::Arc;

use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use torneo_contract::scene::Place;
use torneo_contract::scenery::Clicks;
use torneo_contract::session::{Due, Session};
use torneo_contract::{Seat, Turn, random};
use torneo_encoding::{Encoding, Environment, Form, NotLegal, Written};

use crate::support::session;

/// Every game, and options that change what is on the table.
fn specs() -> Vec<String> {
    let more = ["lanza(players=3)", "bin-fa(players=4)", "havannah(size=5)", "frames(size=5)"];
    session::ids().into_iter().chain(more.map(str::to_owned)).collect()
}

fn encoding(spec: &str) -> Arc<Encoding> {
    encoding_as(spec, Form::default())
}

fn encoding_as(spec: &str, form: Form) -> Arc<Encoding> {
    Arc::new(Encoding::of(session::open(spec).unwrap(), form))
}

/// The text of the position of each view of a seat, by its bits, and the view of each position.
type Views = HashMap<(usize, Vec<u32>), String>;
type Texts = HashMap<(usize, String), Vec<u32>>;

struct Walk<'a> {
    spec: &'a str,
    encoding: &'a Arc<Encoding>,
    views: Views,
    texts: Texts,
    numbers: Vec<f32>,
    mask: Vec<i8>,
    kept: Kept,
}

/// Arrays that are written again and again, for all seats and games in turn.
struct Kept {
    numbers: Vec<f32>,
    written: Written,
    mask: Vec<bool>,
    legal: Vec<u32>,
}

impl Kept {
    fn new(encoding: &Encoding) -> Kept {
        Kept {
            numbers: vec![0.0; encoding.layout().size()],
            written: Written::default(),
            mask: vec![false; encoding.codec().size()],
            legal: Vec::new(),
        }
    }

    /// Checks that the quick ways lead to the same bits as the definition.
    fn check(&mut self, environment: &Environment, seat: Seat, numbers: &mut [f32], place: &str) {
        let bits = |numbers: &[f32]| -> Vec<u32> { numbers.iter().map(|number| number.to_bits()).collect() };
        environment.observe(seat, numbers);
        environment.observe_again(seat, &mut self.numbers, &mut self.written);
        assert!(bits(&self.numbers) == bits(numbers), "{place}: writing again differs for seat {seat}");
        environment.mask_again(seat, &mut self.mask, &mut self.legal);
        let masked: Vec<usize> = (0..self.mask.len()).filter(|&step| self.mask[step]).collect();
        assert_eq!(masked, environment.legal(seat), "{place}");
        self.legal.sort_unstable();
        assert!(self.legal.iter().map(|&step| step as usize).eq(masked), "{place}");
    }
}

impl Walk<'_> {
    /// Checks the views of all seats where somebody chooses.
    fn look(&mut self, environment: &Environment) {
        let place = format!("{} after {} plies", self.spec, environment.plies());
        // The text is told apart as far as a position without histories is.
        let text = environment.session().position();
        for seat in Seat::all(self.encoding.seats()) {
            self.kept.check(environment, seat, &mut self.numbers, &place);
            let bound = self.encoding.bound();
            let least = if self.encoding.form() == Form::First { -bound } else { 0.0 };
            let inside = |number: &f32| (least..=bound).contains(number);
            assert!(self.numbers.iter().all(inside), "{place}: out of bounds");
            let bits: Vec<u32> = self.numbers.iter().map(|number| number.to_bits()).collect();
            let seen = self.texts.entry((seat.index(), text.clone())).or_insert_with(|| bits.clone());
            assert!(*seen == bits, "{place}: one position looks different to seat {seat}: {text}");
            if !self.encoding.form().has_fingerprint() {
                continue;
            }
            let first = self.views.entry((seat.index(), bits)).or_insert_with(|| text.clone());
            assert_eq!(*first, text, "{place}: two positions look alike to seat {seat}");
        }
    }

    /// Checks that the mask of a seat shows its legal steps, that each belongs to a token and comes back from it.
    fn check_steps(&mut self, environment: &Environment, seat: Seat, legal: &[usize]) {
        let place = format!("{} after {} plies", self.spec, environment.plies());
        assert!(!legal.is_empty(), "{place}: seat {seat} has nothing to enter");
        environment.mask(seat, &mut self.mask);
        let masked: Vec<usize> = (0..self.mask.len()).filter(|&step| self.mask[step] == 1).collect();
        assert_eq!(masked, legal, "{place}");
        self.kept.check(environment, seat, &mut self.numbers, &place);
        let forbidden = (0..self.mask.len()).find(|step| self.mask[*step] == 0);
        if let Some(step) = forbidden {
            let refused = environment.clone().step(seat, step);
            assert_eq!(refused, Err(NotLegal { seat, step }), "{place}");
        }
    }
}

/// Every token of a seat has steps of its own that lead to it.
fn check_tokens(environment: &Environment, seat: Seat, tokens: &[String], spec: &str) {
    let mut known: HashMap<Vec<usize>, &String> = HashMap::new();
    for token in tokens {
        let steps =
            environment.steps_of(seat, token).unwrap_or_else(|| panic!("{spec}: no steps for {token}"));
        let mut copy = environment.clone();
        for (number, &step) in steps.iter().enumerate() {
            if number + 1 == steps.len() {
                assert_eq!(copy.token(seat, step).as_ref(), Some(token), "{spec}: {steps:?}");
            } else {
                assert_eq!(copy.token(seat, step), None, "{spec}: {token} is whole too early");
            }
            copy.step(seat, step).unwrap_or_else(|error| panic!("{spec}: {token}: {error}"));
        }
        if let Some(other) = known.insert(steps, token) {
            panic!("{spec}: {token} and {other} are entered alike");
        }
    }
}

/// Tokens of one position that are tried one by one, at most.
const TRIED: usize = 40;

/// Plays one random game by steps and holds it against the same game played by tokens.
fn play(walk: &mut Walk, seed: u64, plies: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut environment = Environment::new(walk.encoding, seed, 0);
    while !environment.is_over() && environment.plies() < plies {
        walk.look(&environment);
        let seats: Vec<Seat> = environment.choosers().collect();
        assert!(!seats.is_empty(), "{}: nobody is to step", walk.spec);
        if environment.plies().is_multiple_of(8) {
            let lists = match environment.session().due() {
                Due::Seat(seat, legal) => vec![(seat, legal)],
                Due::Simultaneous(lists) => lists,
                _ => Vec::new(),
            };
            for (seat, tokens) in lists {
                let from = random::below(&mut rng, tokens.len());
                let tried: Vec<String> =
                    tokens.iter().cycle().skip(from).take(TRIED.min(tokens.len())).cloned().collect();
                check_tokens(&environment, seat, &tried, walk.spec);
            }
        }
        for seat in seats {
            while environment.choosers().any(|chooser| chooser == seat) {
                let before = environment.plies();
                let legal = environment.legal(seat);
                walk.check_steps(&environment, seat, &legal);
                let step = legal[random::below(&mut rng, legal.len())];
                environment.step(seat, step).expect("a legal step");
                if environment.plies() > before || environment.is_over() {
                    break;
                }
            }
        }
    }
    walk.look(&environment);
    if environment.is_over() {
        let sum: f64 = environment.returns().iter().sum();
        assert!(sum.abs() < 1e-9, "{}: {:?}", walk.spec, environment.returns());
    }
}

#[test]
fn actions_and_observations_of_every_game() {
    let fingerprint = Form::Second { fingerprint: true, turned: true };
    for (spec, form) in
        specs().iter().flat_map(|spec| [Form::First, fingerprint, Form::default()].map(|form| (spec, form)))
    {
        let encoding = encoding_as(spec, form);
        let (numbers, mask) = (vec![0.0; encoding.layout().size()], vec![0; encoding.codec().size()]);
        let mut walk = Walk {
            spec,
            encoding: &encoding,
            views: HashMap::new(),
            texts: HashMap::new(),
            numbers,
            mask,
            kept: Kept::new(&encoding),
        };
        for seed in 0..2 {
            play(&mut walk, seed, 60);
        }
        let shape = encoding.layout().shape();
        let heads = encoding.codec().heads();
        println!("{spec}: {shape:?} heads {heads:?} turned {}", encoding.layout().is_turned());
    }
}

/// Planes are named by kinds and fields, and each seat sees its own things in the same ones.
#[test]
fn planes_and_numbers_are_those_of_kinds_and_fields() {
    let encoding = encoding("fischerandom(start=518)");
    let layout = encoding.layout();
    let place = |names: &[String], name: &str| names.iter().position(|known| known == name).expect("a name");
    let environment = Environment::new(&encoding, 1, 0);
    let knights = place(&layout.planes, "knight, own");
    let castling = layout.planes.len() + place(&layout.wholes, "castling_king_side, own");
    assert!(layout.planes.iter().any(|name| name == "double_step"));
    // The upper left corner is a8, for the second player a1: the board is turned to it.
    assert!(layout.is_turned());
    for (seat, cells) in [(Seat::FIRST, [57, 62]), (Seat::SECOND, [57, 62])] {
        let mut numbers = vec![0.0; layout.size()];
        environment.observe(seat, &mut numbers);
        let plane = |plane: usize| &numbers[64 * plane..64 * (plane + 1)];
        let standing: Vec<usize> = (0..64).filter(|&cell| plane(knights)[cell] > 0.0).collect();
        assert_eq!(standing, cells);
        assert!(plane(castling).iter().all(|&number| number == 1.0));
    }
}

/// What was written of one game is not taken for the view of another one that is as far on.
#[test]
fn views_of_two_games_are_told_apart() {
    for spec in ["lanza", "havannah"] {
        let encoding = encoding(spec);
        let mut one = Environment::new(&encoding, 1, 0);
        let mut other = one.clone();
        let mut kept = Kept::new(&encoding);
        let mut numbers = vec![0.0; encoding.layout().size()];
        for _ in 0..20 {
            for (environment, last) in [(&mut one, false), (&mut other, true)] {
                let seat = environment.choosers().next().expect("somebody is to step");
                let legal = environment.legal(seat);
                let step = if last { legal[legal.len() - 1] } else { legal[0] };
                environment.step(seat, step).expect("a legal step");
            }
            for seat in Seat::all(encoding.seats()) {
                for environment in [&one, &other] {
                    kept.check(environment, seat, &mut numbers, spec);
                }
            }
        }
    }
}

#[test]
fn a_choice_at_the_same_time_is_not_seen_before_it_is_played() {
    let encoding = encoding("frames(size=5)");
    let mut environment = Environment::new(&encoding, 1, 0);
    let see = |environment: &Environment, seat| {
        let mut numbers = vec![0.0; encoding.layout().size()];
        environment.observe(seat, &mut numbers);
        numbers
    };
    let seats: Vec<Seat> = environment.choosers().collect();
    assert_eq!(seats.len(), 2);
    let before = see(&environment, seats[1]);
    let step = environment.legal(seats[0])[3];
    environment.step(seats[0], step).unwrap();
    assert_eq!(see(&environment, seats[1]), before);
    assert_eq!(environment.choosers().collect::<Vec<_>>(), [seats[1]]);
}

#[test]
fn chance_that_the_caller_draws_has_the_probabilities_of_the_game() {
    for (spec, results) in [("hazard", 56), ("fischerandom", 960)] {
        let encoding = encoding(spec);
        let environment = Environment::at(&encoding, encoding.start().copy(), None);
        let weights = environment.chances().expect("the game begins with chance");
        assert!(weights.len() <= encoding.chance());
        let total: u64 = environment.session().weights().iter().sum();
        assert_eq!(weights.iter().sum::<u64>(), total, "{spec}");
        assert_eq!(environment.session().weights().len(), results, "{spec}");
        let mut copy = environment.clone();
        assert!(!copy.draw(weights.len()) && copy.draw(weights.len() - 1));
        assert_eq!(environment.plies(), 0);
        assert_eq!(copy.plies(), 1);
    }
}

#[test]
fn games_without_decisions_are_stepped_through() {
    let encoding = encoding("hazard");
    assert!(!encoding.decides());
    let mut environment = Environment::new(&encoding, 7, 3);
    let mut steps = 0;
    while !environment.is_over() {
        let seat = environment.choosers().next().expect("somebody throws");
        environment.step(seat, 0).unwrap();
        steps += 1;
    }
    assert_eq!(environment.plies(), steps);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let encoding = encoding("half-hazard");
    let play = |seed, number| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut environment = Environment::new(&encoding, seed, number);
        while !environment.is_over() {
            let seat = environment.choosers().next().expect("somebody steps");
            let legal = environment.legal(seat);
            environment.step(seat, legal[random::below(&mut rng, legal.len())]).unwrap();
        }
        (environment.session().position(), environment.plies())
    };
    assert_eq!(play(1, 0), play(1, 0));
    assert!((0..20).any(|number| play(1, number) != play(1, 0)));
}

/// The clicks that are listed of each seat that chooses.
fn listed(game: &mut dyn Session) -> Vec<Vec<Vec<Place>>> {
    let mut clicks = Clicks::default();
    let seats = game.seats();
    let list = |seat| -> Vec<Vec<Place>> {
        game.list_clicks(seat, &mut clicks);
        clicks.iter().map(<[Place]>::to_vec).collect()
    };
    Seat::all(seats).map(list).filter(|clicks| !clicks.is_empty()).collect()
}

/// The token of the actions with these numbers.
fn token_of(game: &dyn Session, numbers: &[usize]) -> String {
    match game.due() {
        Due::Seat(_, legal) => legal[numbers[0]].clone(),
        Due::Simultaneous(lists) => {
            let choices: Vec<String> =
                lists.iter().zip(numbers).map(|((_, legal), &number)| legal[number].clone()).collect();
            game.join(&choices)
        }
        due => panic!("{due:?}"),
    }
}

/// Two sessions of a game go the same way, one of which lists its actions before every change: what it remembers of them
/// may not outlast the position.
#[test]
fn listed_actions_are_those_of_the_position() {
    for spec in ["hnefatafl", "frames(size=5)", "half-hazard", "lanza"] {
        let mut games = [session::open(spec).unwrap(), session::open(spec).unwrap()];
        let start = games[0].position();
        for ply in 0..60 {
            let chosen = matches!(games[0].turn(), Turn::Seat(_) | Turn::Simultaneous(_));
            let clicks = if chosen { games[1].clicks() } else { Vec::new() };
            assert_eq!(listed(&mut *games[0]), clicks, "{spec} at ply {ply}");
            let numbers = |game: &dyn Session| -> Vec<usize> {
                game.choice_counts().iter().map(|count| ply * 7 % count).collect()
            };
            for game in &mut games {
                match game.turn() {
                    Turn::Over => game.set_position(&start).expect("the start"),
                    Turn::Chance => game.draw_chance((ply as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
                    _ if ply % 8 == 7 => game.set_position(&start).expect("the start"),
                    _ if ply % 3 == 0 => {
                        let token = token_of(&**game, &numbers(&**game));
                        game.play(&token).expect("a legal token");
                    }
                    _ => game.play_numbers(&numbers(&**game)).expect("numbers of legal actions"),
                }
                let numbers = numbers(&**game);
                if !numbers.is_empty() {
                    game.play_numbers(&numbers).expect("numbers of legal actions");
                }
            }
            assert_eq!(games[0].position(), games[1].position(), "{spec} after ply {ply}");
        }
    }
}

/// An action that is drawn without a list is each of the legal ones equally often, those that take several steps as well.
#[test]
fn whole_actions_are_drawn_equally_often() {
    let encoding = encoding("nine-mens-morris");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut environment = Environment::new(&encoding, 1, 0);
    // A position in which some actions take one step and others, which close a mill, share their first step.
    let counts = loop {
        let seat = environment.choosers().next().expect("games of morris are long");
        let mut counts: HashMap<usize, (u32, u32)> = HashMap::new();
        environment.for_each_legal(seat, |step| counts.entry(step).or_default().0 += 1);
        if !environment.is_in_between() && counts.values().any(|count| count.0 > 1) && counts.len() > 2 {
            break counts;
        }
        let legal = environment.legal(seat);
        environment.step(seat, legal[random::below(&mut rng, legal.len())]).unwrap();
    };
    let seat = environment.choosers().next().unwrap();
    let (mut counts, mut unlisted) = (counts, environment.clone().unlisted());
    let actions: u32 = counts.values().map(|count| count.0).sum();
    let draws = 20_000;
    for _ in 0..draws {
        counts.get_mut(&unlisted.draw_step(&mut rng).unwrap()).expect("a legal step").1 += 1;
    }
    for (step, (own, drawn)) in counts {
        let share = f64::from(own) / f64::from(actions);
        let deviation = (share * (1.0 - share) / f64::from(draws)).sqrt();
        let found = f64::from(drawn) / f64::from(draws);
        assert!((found - share).abs() < 5.0 * deviation, "{step}: {found} for {own} of {actions}");
        // What was drawn is entered, and anything else.
        let mut entered = unlisted.clone();
        entered.step(seat, step).unwrap();
    }
}
