//! What WebAssembly gets from the page around it: the clock, stops, encodings of text, a reader of lines.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::time::Duration;

// SAFETY: `web/js/engine_module.js` defines them all. `decode` and `emit` read the memory that they are given, and at once.
// `decoded` writes as many bytes as `decode` returned last.
#[link(wasm_import_module = "tengen")]
unsafe extern "C" {
    /// Milliseconds since any fixed moment; never less than before.
    safe fn now_ms() -> f64;
    /// Whether the question that is answered was stopped: 0 or 1.
    #[link_name = "is_stopped"]
    safe fn stopped() -> u32;
    /// Decodes text; returns the length of it as UTF-8, or -1 if `is_strict` and some bytes are none.
    #[link_name = "decode"]
    fn decode_bytes(
        label: *const u8,
        label_length: usize,
        bytes: *const u8,
        length: usize,
        is_strict: u32,
    ) -> i32;
    /// Writes what was decoded last.
    #[link_name = "decoded"]
    fn write_decoded(text: *mut u8);
    #[link_name = "emit"]
    fn emit_bytes(text: *const u8, length: usize);
}

/// The least time between two questions to the page whether it was stopped, in milliseconds: they take about 5.
const BETWEEN_STOPS_MS: f64 = 100.0;

/// A moment, as that of the standard library, which has no clock here.
#[derive(Clone, Copy, Debug)]
pub struct Instant(f64);

impl Instant {
    /// The moment of the call.
    pub fn now() -> Instant {
        Instant(now_ms())
    }

    /// The time since the moment.
    pub fn elapsed(self) -> Duration {
        Instant::now().saturating_duration_since(self)
    }

    /// The time since an earlier moment.
    pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
        Duration::from_secs_f64((self.0 - earlier.0).max(0.0) / 1000.0)
    }
}

/// Whether the page has stopped a question. It is not asked each time.
#[derive(Default)]
pub struct StopSignal {
    is_stopped: Cell<bool>,
    asked_ms: Cell<f64>,
}

impl StopSignal {
    /// Forgets the last question.
    pub fn reset(&self) {
        self.is_stopped.set(false);
        self.asked_ms.set(now_ms());
    }

    /// Whether the question was stopped since.
    pub fn is_stopped(&self) -> bool {
        let now = now_ms();
        if !self.is_stopped.get() && now - self.asked_ms.get() >= BETWEEN_STOPS_MS {
            self.is_stopped.set(stopped() != 0);
            self.asked_ms.set(now_ms());
        }
        self.is_stopped.get()
    }
}

/// The text of bytes in an encoding that the web knows; `None` if `is_strict` and some bytes are none, or if it is not
/// known.
pub fn decode(label: &str, bytes: &[u8], is_strict: bool) -> Option<String> {
    let (name, strict) = (label.as_bytes(), is_strict.into());
    // SAFETY: the bytes live until the call returns.
    let length = unsafe {
        decode_bytes(
            name.as_ptr(),
            name.len(),
            bytes.as_ptr(),
            bytes.len(),
            strict,
        )
    };
    let mut text = vec![0; usize::try_from(length).ok()?];
    // SAFETY: there is room for as many bytes as the page has just told.
    unsafe { write_decoded(text.as_mut_ptr()) };
    String::from_utf8(text).ok()
}

/// Hands a line to the page.
pub fn emit(line: &str) {
    // SAFETY: the bytes live until the call returns.
    unsafe { emit_bytes(line.as_ptr(), line.len()) }
}
