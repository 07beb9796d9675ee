//! Bytes that many answers share.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

/// Bytes that are never copied: part of the program, or shared by all who hold them.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// Part of the program.
    Static(&'static [u8]),
    /// Made while it runs.
    Shared(Arc<[u8]>),
}

impl Bytes {
    /// Whether these are the very same bytes, not only equal ones.
    pub fn is(&self, other: &Bytes) -> bool {
        std::ptr::eq::<[u8]>(&**self, &**other)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Static(bytes) => bytes,
            Bytes::Shared(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes::Shared(bytes.into())
    }
}

impl From<Cow<'static, [u8]>> for Bytes {
    fn from(bytes: Cow<'static, [u8]>) -> Bytes {
        match bytes {
            Cow::Borrowed(bytes) => Bytes::Static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        }
    }
}
