//! The state of an inbox, folded from its events, as far as decisions need it.

use std::collections::BTreeSet;

use shared_events::{events::InboxEvent, notification::NotificationId};

use crate::Aggregate;

/// The inbox aggregate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inbox {
    /// Notifications that were marked as read one by one.
    pub read: BTreeSet<NotificationId>,
}

impl Aggregate for Inbox {
    type Event = InboxEvent;

    fn evolve(mut self, event: &InboxEvent) -> Self {
        match event {
            InboxEvent::NotificationRead { notification_id, .. } => {
                self.read.insert(notification_id.clone());
            }
            // The event does not list the notifications. Marking one of them as read again does no harm.
            InboxEvent::AllNotificationsRead { .. } => {}
        }
        self
    }
}
