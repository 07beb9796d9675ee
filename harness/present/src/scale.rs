//! Scales of plots with round ticks.

use crate::svg::Point;

/// A scale from values to places, with round ticks.
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    /// Where it begins and ends, in pixels.
    pub ends: Point,
    step: f64,
}

/// Ticks of an axis, about.
const TICKS: f64 = 8.0;

impl Scale {
    /// A scale on which all values lie between ticks; `whole` allows whole numbers as ticks only.
    pub fn new(values: impl Iterator<Item = f64>, whole: bool, (from, to): Point) -> Scale {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let (low, high) =
            values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, low + 0.5) };
        let rough = (high - low) / TICKS;
        let power = libm::pow(10.0, libm::log10(rough).floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let step = if whole { step.max(1.0) } else { step };
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, ends: (from, to), step }
    }

    /// The place of a value.
    pub fn at(&self, value: f64) -> f64 {
        let (from, to) = self.ends;
        from + (value - self.low) / (self.high - self.low) * (to - from)
    }

    /// The ticks with their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        let digits = (-libm::log10(self.step).floor()).max(0.0) as usize;
        let tick = |number: usize| {
            // Adding 0 makes a negative zero positive.
            let value = (self.low / self.step).round() * self.step + number as f64 * self.step + 0.0;
            let value = if value.abs() < self.step / 2.0 { 0.0 } else { value };
            (self.at(value), format!("{value:.digits$}"))
        };
        (0..=count).map(tick).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_all_values() {
        let labels = |scale: &Scale| scale.ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        let scale = Scale::new([-137.0, 684.0].into_iter(), true, (0.0, 100.0));
        assert_eq!(labels(&scale), ["-200", "0", "200", "400", "600", "800"]);
        let scale = Scale::new([3.0, 5.0].into_iter(), true, (0.0, 100.0));
        assert_eq!(labels(&scale), ["3", "4", "5"]);
        let scale = Scale::new([0.43, 0.58].into_iter(), false, (0.0, 100.0));
        assert_eq!(labels(&scale), ["0.42", "0.44", "0.46", "0.48", "0.50", "0.52", "0.54", "0.56", "0.58"]);
        assert!(scale.at(0.43) >= 0.0 && scale.at(0.58) <= 100.0);
    }

    #[test]
    fn one_value_has_a_scale() {
        let scale = Scale::new([7.0].into_iter(), true, (0.0, 100.0));
        assert!(scale.at(7.0) > 0.0 && scale.at(7.0) < 100.0 && scale.ticks().len() >= 2);
    }
}
