//! The memory of the transposition table: words that threads share, in large pages where the system has them.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::io;
use std::sync::atomic::AtomicU64;
use zerocopy::FromBytes;

type Words<'a> = &'a mut [AtomicU64];

self_cell!(
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
);

/// Words that begin as zeros, and with a cache line.
pub(super) struct SharedWords(Mapped);

impl SharedWords {
    /// Asks for so many words, one or more. They take real memory only where they are touched.
    ///
    /// A search looks at one here and one there: with pages of the usual size, the processor would have to find out for
    /// almost each of them where it lies.
    ///
    /// # Errors
    /// The system has not so much.
    pub(super) fn new(count: usize) -> io::Result<SharedWords> {
        let bytes = count.checked_mul(size_of::<AtomicU64>());
        let map = MmapMut::map_anon(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?;
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        let mapped = Mapped::try_new(MutBorrow::new(map), |map| {
            let words = <[AtomicU64]>::mut_from_bytes(map.borrow_mut());
            words.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))
        })?;
        Ok(SharedWords(mapped))
    }

    /// All words.
    #[inline]
    pub(super) fn words(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }
}
