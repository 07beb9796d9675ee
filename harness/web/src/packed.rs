//! Compressed pages, kept as long as there is room.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::bytes::Bytes;

/// Bytes of compressed pages that are kept at most.
pub const MOST: usize = 32 << 20;

/// Bytes as gzip.
pub fn packed(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory takes what is written");
    encoder.finish().expect("memory takes what is written").into()
}

/// Compressed pages by their paths: at most `most` bytes of them. The oldest make room for new ones.
pub struct Cache {
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    pages: HashMap<String, Entry>,
    /// The paths, the oldest first.
    order: VecDeque<String>,
    bytes: usize,
}

struct Entry {
    /// What was compressed.
    source: Bytes,
    packed: Bytes,
}

impl Cache {
    /// An empty one.
    pub fn new(most: usize) -> Cache {
        Cache { most, kept: Mutex::default() }
    }

    /// A page compressed. It is compressed once, however many ask for it; what has changed since takes the place of the
    /// older one. None for a page that has no room: it is not worth to be compressed for each who asks.
    pub fn packed(&self, path: &str, source: &Bytes) -> Option<Bytes> {
        if source.len() > self.most {
            return None;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = kept.pages.get(path).filter(|entry| entry.source.is(source)) {
            return Some(entry.packed.clone());
        }
        let packed = packed(source);
        kept.remove(path);
        while kept.bytes + packed.len() > self.most {
            let Some(oldest) = kept.order.front().cloned() else { break };
            kept.remove(&oldest);
        }
        kept.bytes += packed.len();
        kept.order.push_back(path.to_owned());
        kept.pages.insert(path.to_owned(), Entry { source: source.clone(), packed: packed.clone() });
        Some(packed)
    }
}

impl Kept {
    fn remove(&mut self, path: &str) {
        if let Some(entry) = self.pages.remove(path) {
            self.bytes -= entry.packed.len();
            self.order.retain(|kept| kept != path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that do not become fewer.
    fn noise(seed: u64) -> Bytes {
        let hashed = (0..1000u64).map(|at| (at + 1000 * seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 37);
        hashed.map(|hash| hash as u8).collect::<Vec<u8>>().into()
    }

    #[test]
    fn a_page_is_compressed_once_and_again_when_it_changes() {
        let cache = Cache::new(10_000);
        let (page, newer) = (noise(1), noise(2));
        let first = cache.packed("a", &page).unwrap();
        assert!(cache.packed("a", &page).unwrap().is(&first));
        assert!(!cache.packed("a", &newer).unwrap().is(&first));
        assert_eq!(cache.kept.lock().unwrap().pages.len(), 1);
    }

    #[test]
    fn the_oldest_pages_make_room() {
        let cache = Cache::new(5_000);
        for number in 0..100 {
            assert!(cache.packed(&number.to_string(), &noise(number)).is_some());
            let kept = cache.kept.lock().unwrap();
            assert!(kept.bytes <= 5_000 && kept.pages.len() == kept.order.len());
        }
        assert!(cache.kept.lock().unwrap().pages.contains_key("99"));
        assert!(cache.packed("large", &vec![0; 5_001].into()).is_none());
    }
}
