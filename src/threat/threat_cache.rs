//! Positions that a threat search has settled.

/// A fixed-size table of settled positions: keys whose search was complete and found nothing.
///
/// A key stands for a position with the attacker to move, so one table serves both attackers.
#[derive(Clone)]
pub(super) struct ThreatCache {
    keys: Box<[u64]>,
    mask: usize,
}

impl ThreatCache {
    /// Makes a table of `1 << bits` keys, eight bytes each.
    pub(super) fn new(bits: u32) -> ThreatCache {
        ThreatCache {
            keys: vec![0; 1 << bits].into_boxed_slice(),
            mask: (1 << bits) - 1,
        }
    }

    #[inline]
    pub(super) fn has_no_win(&self, key: u64) -> bool {
        self.keys[key as usize & self.mask] == key
    }

    /// Prefetches the place of a key, on x86-64.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(&self.keys[key as usize & self.mask]);
    }

    #[inline]
    pub(super) fn store_no_win(&mut self, key: u64) {
        self.keys[key as usize & self.mask] = key;
    }

    pub(super) fn clear(&mut self) {
        self.keys.fill(0);
    }
}
