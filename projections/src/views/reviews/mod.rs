//! The view `reviews`: buyers' reviews of products, and merchants' replies.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ReviewEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `reviews`.
#[derive(Clone, Copy, Debug)]
pub struct Reviews;

impl View for Reviews {
    fn name(&self) -> &'static str {
        "reviews"
    }

    fn version(&self) -> i32 {
        2
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, ReviewEvent::CATEGORY]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
