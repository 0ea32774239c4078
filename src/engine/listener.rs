//! Who hears what a search reports.

use crate::search::SearchEvent;

/// Hears each event of a search, with the milliseconds since the turn began.
pub type Listener<'a> = &'a mut dyn FnMut(SearchEvent, u64);
