//! The engine as WebAssembly, for a web worker: questions as lines of JSON (docs/ANALYSIS.md), and the lines of their
//! answers. `web/js/engine_module.js` is the other side.

#![allow(unsafe_code)]

use crate::analysis::Consultant;
use crate::bench;
use crate::host::{StopSignal, emit};
use std::cell::RefCell;

/// The memory limit of a search, in bytes.
const MEMORY: u64 = 64 << 20;

thread_local! {
    static CONSULTANT: RefCell<Consultant> = RefCell::new(Consultant::new(MEMORY));
    static QUESTION: RefCell<Vec<u8>> = RefCell::default();
    static STOP: StopSignal = StopSignal::default();
}

/// Room for a question of so many bytes, until it is answered.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_buffer(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question in the room; the page gets the lines of the answer by `emit`.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_ask() {
    let question = QUESTION.take();
    STOP.with(StopSignal::reset);
    CONSULTANT.with_borrow_mut(|consultant| {
        let is_stopped = || STOP.with(StopSignal::is_stopped);
        let say = |line: crate::analysis::ReplyLine| emit(&line.to_json());
        consultant.answer_line(&String::from_utf8_lossy(&question), is_stopped, &say);
    });
}

/// Emits the bench's lines, as `tengen bench` prints them.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_bench(depth: u32) {
    let total = bench::run(depth, 1, &mut |number, share| {
        let ms = share.elapsed.as_millis();
        emit(&format!(
            "position {number:>2}: {:>9} nodes {ms:>6} ms",
            share.nodes
        ));
    });
    emit(&match total {
        Ok(total) => total.to_string(),
        Err(error) => error.to_string(),
    });
}
