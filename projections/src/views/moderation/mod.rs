//! The view `moderation`: merchants and products as admins see them, with pending and past decisions.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `moderation`.
#[derive(Clone, Copy, Debug)]
pub struct Moderation;

impl View for Moderation {
    fn name(&self) -> &'static str {
        "moderation"
    }

    fn version(&self) -> i32 {
        8
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, ProductEvent::CATEGORY]
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
