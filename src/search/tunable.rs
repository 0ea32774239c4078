//! Numbers that a build with the feature `tune` can set while it runs, by `INFO name value`, for
//! `scripts/spsa.py`. In every other build they are constants.

#[cfg(feature = "tune")]
use std::ops::RangeInclusive;
#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number of the search that can be set.
#[cfg(feature = "tune")]
pub struct Tunable {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The values that make sense.
    pub range: RangeInclusive<i32>,
    pub(super) value: &'static AtomicI32,
}

#[cfg(feature = "tune")]
impl Tunable {
    /// What it is now.
    pub fn get(&self) -> i32 {
        self.value.load(Relaxed)
    }

    /// Sets it, in its range.
    fn set(&self, value: i32) {
        let value = value.clamp(*self.range.start(), *self.range.end());
        self.value.store(value, Relaxed);
    }
}

/// Sets the number of a name, if there is one, for all searches from now on.
#[cfg(feature = "tune")]
pub fn tune(name: &str, value: i64) {
    let named = super::TUNABLES.iter().find(|number| number.name == name);
    if let Some(number) = named {
        number.set(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
    }
}

/// Makes a function of each number, which returns it; to be set, a list `TUNABLES` of them all, too.
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

        /// Every number that can be set.
        #[cfg(feature = "tune")]
        pub static TUNABLES: &[super::tunable::Tunable] = &[$(super::tunable::Tunable {
            name: stringify!($name),
            range: $range,
            value: &values::$name,
        }),*];
    };
}
pub(super) use tunables;
