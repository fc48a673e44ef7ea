//! What decisions about notifications need to know.

use std::collections::BTreeSet;

use shared_events::{events::InboxEvent, notification::NotificationId};

use crate::domain::Aggregate;

/// A person's notifications, as far as they were read one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inbox {
    /// Those that were.
    pub read: BTreeSet<NotificationId>,
}

impl Aggregate for Inbox {
    type Event = InboxEvent;

    fn evolve(mut self, event: &InboxEvent) -> Self {
        match event {
            InboxEvent::NotificationRead { notification_id, .. } => {
                self.read.insert(notification_id.clone());
            }
            // Which those were is for whoever knows them: reading one of them once more does no harm.
            InboxEvent::AllNotificationsRead { .. } => {}
        }
        self
    }
}
