//! Folds events into verdicts.

use shared_events::{RawEvent, Recorded, events::ProductEvent};

use crate::{engine::ApplyError, views::decode::read};

/// The verdicts of a batch.
pub(super) struct Changes(pub(super) Vec<&'static str>);

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut verdicts = Vec::new();
    for recorded in events {
        match read(recorded)? {
            ProductEvent::ProductApproved { .. } => verdicts.push("approved"),
            ProductEvent::ProductRejected { .. } => verdicts.push("rejected"),
            _ => {}
        }
    }
    Ok(Changes(verdicts))
}
