//! Memory of zeros for large tables.

#[cfg(not(target_family = "wasm"))]
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;

#[cfg(not(target_family = "wasm"))]
use memmap2::{MmapMut, MmapOptions};

/// A number of values whose bytes are all 0 at first. Where the system can, the memory is taken when it is
/// first written to. It is taken in large pages, whose addresses the processor keeps.
pub enum Zeroed<T> {
    /// By the system.
    #[cfg(not(target_family = "wasm"))]
    Mapped(MmapMut, PhantomData<T>),
    /// By the program.
    Allocated(Vec<T>),
}

impl<T: Pod> Zeroed<T> {
    /// Nothing.
    pub const EMPTY: Zeroed<T> = Zeroed::Allocated(Vec::new());

    /// `count` values.
    pub fn new(count: usize) -> Zeroed<T> {
        #[cfg(not(target_family = "wasm"))]
        if count > 0
            && let Ok(map) = MmapOptions::new().len(count * size_of::<T>()).map_anon()
        {
            // It is as well without large pages, only slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Zeroed::Mapped(map, PhantomData);
        }
        Zeroed::Allocated(bytemuck::allocation::zeroed_vec(count))
    }
}

impl<T: Pod> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Zeroed::Mapped(map, _) => bytemuck::cast_slice(map),
            Zeroed::Allocated(values) => values,
        }
    }
}

impl<T: Pod> DerefMut for Zeroed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Zeroed::Mapped(map, _) => bytemuck::cast_slice_mut(map),
            Zeroed::Allocated(values) => values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zero_until_it_is_written_to() {
        let mut values = Zeroed::<u64>::new(70_000);
        assert!(values.len() == 70_000 && values.iter().all(|&value| value == 0));
        values[69_999] = 7;
        assert_eq!(values[69_998..], [0, 7]);
        assert!(Zeroed::<u64>::new(0).is_empty() && Zeroed::<u64>::EMPTY.is_empty());
    }
}
