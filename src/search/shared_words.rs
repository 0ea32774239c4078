//! The memory of the transposition table: words that threads share, in large pages where the system has them.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::io;
use std::sync::atomic::AtomicU64;
use zerocopy::{FromBytes, FromZeros};

type Words<'a> = &'a mut [AtomicU64];

/// The words of a cache line.
const LINE: usize = 8;

/// Where the words lie.
enum Memory {
    /// In pages of the system.
    Mapped(MmapMut),
    /// On the heap: where pages cannot be asked for, as in WebAssembly.
    Heap(Box<[AtomicU64]>),
    /// Here: where there is no memory.
    Line([AtomicU64; LINE]),
}

self_cell!(
    struct Owned {
        owner: MutBorrow<Memory>,
        #[covariant]
        dependent: Words,
    }
);

/// Words that begin as zeros, and with a cache line.
pub(super) struct SharedWords(Owned);

impl SharedWords {
    /// Allocates `count` words, at least one. Only the pages that are touched take memory.
    ///
    /// A search probes at random: with pages of the usual size almost each probe would be a TLB miss.
    ///
    /// # Errors
    /// The system has less memory.
    pub(super) fn new(count: usize) -> io::Result<SharedWords> {
        let memory = map(count).or_else(|_| heap(count))?;
        SharedWords::in_memory(memory, count)
    }

    /// Whether the system has memory for so many words more. None of it is touched.
    pub(super) fn fit(count: usize) -> bool {
        map(count).is_ok() || Vec::<AtomicU64>::new().try_reserve_exact(count).is_ok()
    }

    /// The words of one cache line, without an allocation.
    pub(super) fn least() -> SharedWords {
        let line = Memory::Line(Default::default());
        SharedWords(Owned::new(MutBorrow::new(line), |line| {
            match line.borrow_mut() {
                Memory::Line(words) => words,
                Memory::Mapped(_) | Memory::Heap(_) => &mut [],
            }
        }))
    }

    fn in_memory(memory: Memory, count: usize) -> io::Result<SharedWords> {
        let owned = Owned::try_new(MutBorrow::new(memory), |memory| {
            let words = match memory.borrow_mut() {
                Memory::Mapped(map) => <[AtomicU64]>::mut_from_bytes(map).ok(),
                Memory::Heap(words) => {
                    let first = words.as_ptr().align_offset(LINE * size_of::<AtomicU64>());
                    words
                        .get_mut(first..)
                        .and_then(|words| words.get_mut(..count))
                }
                Memory::Line(words) => words.get_mut(..count),
            };
            words.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
        })?;
        Ok(SharedWords(owned))
    }

    /// All words.
    #[inline]
    pub(super) fn words(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }
}

fn map(count: usize) -> io::Result<Memory> {
    let bytes = count.checked_mul(size_of::<AtomicU64>());
    let map = MmapMut::map_anon(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?;
    #[cfg(target_os = "linux")]
    if let Err(error) = map.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {error}");
    }
    Ok(Memory::Mapped(map))
}

fn heap(count: usize) -> io::Result<Memory> {
    // Room to begin with a cache line.
    let count = count.checked_add(LINE - 1);
    let words = count.and_then(|count| <[AtomicU64]>::new_box_zeroed_with_elems(count).ok());
    words
        .map(Memory::Heap)
        .ok_or_else(|| io::ErrorKind::OutOfMemory.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_begin_as_zeros_and_with_a_cache_line() {
        for memory in [map, heap] {
            for count in [1, 8, 1000] {
                let words = SharedWords::in_memory(memory(count).unwrap(), count).unwrap();
                let words = words.words();
                assert_eq!(words.len(), count);
                assert_eq!(words.as_ptr().align_offset(64), 0);
                assert!(words.iter().all(|word| word.load(Relaxed) == 0));
                words[count - 1].store(7, Relaxed);
                assert_eq!(words[count - 1].load(Relaxed), 7);
            }
        }
        assert_eq!(SharedWords::least().words().len(), LINE);
        for too_many in [usize::MAX, usize::MAX / 8, usize::MAX / 16] {
            assert!(map(too_many).is_err() && heap(too_many).is_err());
        }
    }
}
