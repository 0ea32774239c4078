//! The macro of tunable numbers. A build with the feature `tune` can set them at run time by `INFO name value`, for
//! `scripts/spsa.py`; in every other build they are constants.

#[cfg(feature = "tune")]
use std::ops::RangeInclusive;
#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A tunable number of the search.
#[cfg(feature = "tune")]
pub struct Tunable {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The range of sensible values.
    pub range: RangeInclusive<i32>,
    pub(super) value: &'static AtomicI32,
}

#[cfg(feature = "tune")]
impl Tunable {
    /// The current value.
    pub fn get(&self) -> i32 {
        self.value.load(Relaxed)
    }

    /// Sets the value, clamped to the range.
    pub(super) fn set(&self, value: i32) {
        let value = value.clamp(*self.range.start(), *self.range.end());
        self.value.store(value, Relaxed);
    }
}

/// Makes a function of each number that returns its value, and in tuning builds the list `TUNABLES`.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $range:expr;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> i32 {
                $default
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            pub(super) fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// All tunable numbers.
        #[cfg(feature = "tune")]
        pub static TUNABLES: &[super::tunable::Tunable] = &[$(super::tunable::Tunable {
            name: stringify!($name),
            range: $range,
            value: &values::$name,
        }),*];
    };
}
pub(super) use tunables;
