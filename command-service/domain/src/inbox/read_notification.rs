//! A person marks one notification, or all of them, as read. The caller has checked that it belongs to the
//! person.

use std::convert::Infallible;

use shared_events::{events::InboxEvent, ids::AccountId, notification::NotificationId};
use uuid::Uuid;

use super::Inbox;
use crate::Command;

/// Mark one notification as read.
#[derive(Clone, Debug)]
pub struct ReadNotification {
    /// The person.
    pub account_id: AccountId,
    /// Id of the notification.
    pub notification_id: NotificationId,
}

impl Command for ReadNotification {
    type Aggregate = Inbox;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// A notification is marked once.
    fn decide(&self, inbox: &Inbox) -> Result<Vec<InboxEvent>, Infallible> {
        if inbox.read.contains(&self.notification_id) {
            return Ok(Vec::new());
        }
        let Self { account_id, notification_id } = self.clone();
        Ok(vec![InboxEvent::NotificationRead { account_id, notification_id }])
    }
}

/// Mark all notifications so far as read.
#[derive(Clone, Copy, Debug)]
pub struct ReadAllNotifications {
    /// The person.
    pub account_id: AccountId,
}

impl Command for ReadAllNotifications {
    type Aggregate = Inbox;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Every request is recorded.
    fn decide(&self, _: &Inbox) -> Result<Vec<InboxEvent>, Infallible> {
        Ok(vec![InboxEvent::AllNotificationsRead { account_id: self.account_id }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::StreamId;

    use super::*;
    use crate::testing::given;

    fn anna() -> AccountId {
        AccountId::new(Uuid::from_u128(1))
    }

    fn notification(version: u64) -> NotificationId {
        NotificationId { stream: StreamId::new("order", Uuid::from_u128(2)), version }
    }

    fn read(version: u64) -> InboxEvent {
        InboxEvent::NotificationRead { account_id: anna(), notification_id: notification(version) }
    }

    fn reading(version: u64) -> ReadNotification {
        ReadNotification { account_id: anna(), notification_id: notification(version) }
    }

    #[test]
    fn each_notification_is_read_once() {
        given::<Inbox>(&[]).when(&reading(1)).then(&[read(1)]);
        given::<Inbox>(&[read(1)]).when(&reading(1)).then_nothing();
        given::<Inbox>(&[read(1)]).when(&reading(2)).then(&[read(2)]);
    }

    #[test]
    fn every_request_to_read_all_is_recorded() {
        let all = || InboxEvent::AllNotificationsRead { account_id: anna() };
        given::<Inbox>(&[all()]).when(&ReadAllNotifications { account_id: anna() }).then(&[all()]);
    }
}
