//! Numbers as people read them.

use std::time::Duration;

/// A whole number with its sign, such as Elo points; 0 has none.
pub fn signed(value: f64) -> String {
    with_sign(value.round_ties_even())
}

/// A number in all its digits with its sign; 0 has none.
pub fn with_sign(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:+}") }
}

/// A score of three digits with its interval, where there is one: `0.623 [0.560, 0.682]`.
pub fn score(value: f64, interval: Option<(f64, f64)>) -> String {
    let interval = interval.map(|(low, high)| format!(" [{low:.3}, {high:.3}]"));
    format!("{value:.3}{}", interval.unwrap_or_default())
}

/// A difference of scores of three digits with its sign, and with its interval: `-0.060 [-0.110, -0.010]`.
pub fn score_difference(value: f64, (low, high): (f64, f64)) -> String {
    format!("{value:+.3} [{low:+.3}, {high:+.3}]")
}

/// A probability in percent; what is not certain is neither `0%` nor `100%`.
pub fn percent(p: f64) -> String {
    match 100.0 * p {
        0.0 => "0%".to_owned(),
        small if small < 0.05 => "<0.1%".to_owned(),
        almost if p < 1.0 && almost > 99.95 => ">99.9%".to_owned(),
        percent => format!("{percent:.1}%"),
    }
}

/// A number with its thousands apart.
pub fn thousands(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{} {:03}", thousands(number / 1000), number % 1000),
    }
}

/// A time in two units at most, such as `1 h 20 min`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        600..3600 => format!("{} min", seconds / 60),
        3600..86_400 => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!([-0.4, 0.4, -7.6, 429.2].map(signed), ["0", "0", "-8", "+429"]);
        assert_eq!([0.0, -2.5].map(with_sign), ["0", "-2.5"]);
    }

    #[test]
    fn percents_are_rounded_but_never_to_certainty() {
        assert_eq!([0.0, 1e-9, 0.5, 0.9999, 1.0].map(percent), ["0%", "<0.1%", "50.0%", ">99.9%", "100.0%"]);
    }

    #[test]
    fn numbers_have_thousands() {
        assert_eq!(
            [7, 400, 1000, 12_345, 1_234_567].map(thousands),
            ["7", "400", "1 000", "12 345", "1 234 567"]
        );
    }

    #[test]
    fn times_are_said_in_two_units() {
        let said = [5, 65, 700, 4_900, 100_000].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(said, ["5 s", "1 min 05 s", "11 min", "1 h 21 min", "1 d 3 h"]);
    }
}
