//! The view `accounts`: accounts as their owners and admins see them.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, FavouriteEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `accounts`.
#[derive(Clone, Copy, Debug)]
pub struct Accounts;

impl View for Accounts {
    fn name(&self) -> &'static str {
        "accounts"
    }

    fn version(&self) -> i32 {
        6
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, FavouriteEvent::CATEGORY]
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
