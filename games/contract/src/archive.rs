//! What positions hold beside their texts, as numbers.

use crate::Refusal;

/// Numbers that are written from a position, or read into one: a game names the same fields in the same order for both.
#[derive(Debug, Default)]
pub struct Archive {
    numbers: Vec<u64>,
    /// Where the next number is read; none while they are written.
    at: Option<usize>,
    /// Whether a number was missing or does not fit its field.
    is_wrong: bool,
    /// The length of the longest list that was written, if there was one.
    longest: Option<usize>,
}

/// How a game writes and reads what the text of a position does not show.
pub type Archiving<G, P> = fn(&G, &mut P, &mut Archive);

impl Archive {
    /// Numbers to be read.
    pub fn reading(numbers: &[u64]) -> Archive {
        Archive { numbers: numbers.to_vec(), at: Some(0), ..Archive::default() }
    }

    /// The numbers that were written.
    pub fn written(self) -> Vec<u64> {
        self.numbers
    }

    /// Whether lists were written, and none remembers anything before the position itself.
    pub fn begins_anew(&self) -> bool {
        self.longest.is_some_and(|longest| longest <= 1)
    }

    /// Whether everything was read, and fitted.
    ///
    /// # Errors
    /// Numbers that are too many, too few or too large.
    pub fn read(self) -> Result<(), Refusal> {
        let is_whole = !self.is_wrong && self.at == Some(self.numbers.len());
        if is_whole { Ok(()) } else { Err(crate::refusal!("the numbers beside the position do not fit it")) }
    }

    /// A counter.
    pub fn number<N: Copy + TryFrom<u64> + TryInto<u64>>(&mut self, field: &mut N) {
        match &mut self.at {
            None => self.numbers.push((*field).try_into().unwrap_or(u64::MAX)),
            Some(at) => {
                let found = self.numbers.get(*at).and_then(|&number| N::try_from(number).ok());
                *at += 1;
                match found {
                    Some(number) => *field = number,
                    None => self.is_wrong = true,
                }
            }
        }
    }

    /// A truth value.
    pub fn flag(&mut self, field: &mut bool) {
        let mut number = u8::from(*field);
        self.number(&mut number);
        self.is_wrong |= number > 1;
        *field = number == 1;
    }

    /// A list, such as the hashes of earlier positions.
    pub fn list(&mut self, field: &mut Vec<u64>) {
        let mut length = field.len();
        self.number(&mut length);
        let Some(at) = &mut self.at else {
            self.longest = self.longest.max(Some(length));
            return self.numbers.extend_from_slice(field);
        };
        match self.numbers.get(*at..at.saturating_add(length)) {
            Some(found) => {
                field.clear();
                field.extend_from_slice(found);
                *at += length;
            }
            None => self.is_wrong = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields of every kind.
    type Fields = (u16, usize, bool, Vec<u64>);

    fn go_through((short, long, flag, list): &mut Fields, mut archive: Archive) -> Archive {
        archive.number(short);
        archive.number(long);
        archive.flag(flag);
        archive.list(list);
        archive
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let mut fields = (7, 1 << 40, true, vec![3, u64::MAX]);
        let numbers = go_through(&mut fields, Archive::default()).written();
        let mut read = Fields::default();
        go_through(&mut read, Archive::reading(&numbers)).read().unwrap();
        assert_eq!(read, fields);
        let begins_anew = |lists: [&[u64]; 2]| {
            let mut archive = Archive::default();
            lists.into_iter().for_each(|list| archive.list(&mut list.to_vec()));
            archive.begins_anew()
        };
        assert!(
            begins_anew([&[7], &[]]) && !begins_anew([&[], &[7, 8]]) && !Archive::default().begins_anew()
        );
        let refused =
            |numbers: &[u64]| go_through(&mut Fields::default(), Archive::reading(numbers)).read().is_err();
        assert!(refused(&numbers[..numbers.len() - 1]), "too few");
        assert!(refused(&[&numbers[..], &[1]].concat()), "too many");
        assert!(refused(&[&[1 << 16], &numbers[1..]].concat()), "too large");
        assert!(refused(&[7, 0, 2, 0]), "no truth value");
        assert!(refused(&[7, 0, 1, u64::MAX]), "a list that is not there");
    }
}
