//! The character set that a file declares of itself: `CA` of SGF (FF\[4\]).

use encoding_rs::{Encoding, REPLACEMENT, UTF_16BE, UTF_16LE, X_USER_DEFINED};
use torneo_contract::{Refusal, refusal};

/// A declared character set.
#[derive(Clone, Debug)]
pub struct Charset {
    label: String,
    encoding: &'static Encoding,
}

impl Charset {
    /// What a line declares; none if it declares nothing.
    ///
    /// # Errors
    /// A character set that is not known, or whose lines do not end as those of ASCII.
    pub fn declared(line: &[u8]) -> Option<Result<Charset, Refusal>> {
        const PROPERTY: &[u8] = b"CA[";
        // Elsewhere it is text.
        let begins = |at: &usize| {
            let before = || line[..*at].trim_ascii_end();
            line[*at..].starts_with(PROPERTY) && before().last().is_none_or(|byte| b";]".contains(byte))
        };
        let at = (0..line.len()).find(begins)? + PROPERTY.len();
        let end = line[at..].iter().position(|&byte| byte == b']')?;
        let label = String::from_utf8_lossy(&line[at..at + end]).trim().to_owned();
        Some(Charset::of(label))
    }

    fn of(label: String) -> Result<Charset, Refusal> {
        let others = [UTF_16BE, UTF_16LE, REPLACEMENT, X_USER_DEFINED];
        let found = Encoding::for_label(label.as_bytes()).filter(|found| !others.contains(found));
        match found {
            Some(encoding) => Ok(Charset { label, encoding }),
            None => Err(refusal!(
                "the character set `{label}` is not read: save the file as UTF-8 and declare that"
            )),
        }
    }

    /// The text of bytes.
    ///
    /// # Errors
    /// Bytes that are none of its characters.
    pub fn text(&self, bytes: &[u8]) -> Result<String, Refusal> {
        let (text, has_others) = self.encoding.decode_without_bom_handling(bytes);
        match has_others {
            false => Ok(text.into_owned()),
            true => Err(refusal!("not `{}`, which the file declares", self.label)),
        }
    }
}
