//! The view `verdicts`: how many products admins approved and rejected.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{Event, RawEvent, Recorded, events::ProductEvent};

use crate::engine::{ApplyError, Folded, View};

/// The view `verdicts`.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts;

impl View for Verdicts {
    fn name(&self) -> &'static str { "verdicts" }
    fn version(&self) -> i32 { 1 }
    fn categories(&self) -> &'static [&'static str] { &[ProductEvent::CATEGORY] }
    fn tables(&self) -> &'static str { include_str!("tables.sql") }
    fn indexes(&self) -> &'static str { include_str!("indexes.sql") }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
