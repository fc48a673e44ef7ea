//! A person marks one notification, or all of them, as read. The caller has checked that it belongs to the
//! person.

use shared_events::{events::InboxEvent, ids::AccountId, notification::NotificationId};

use super::Inbox;

/// Marks one notification as read, once.
pub fn read_one(inbox: &Inbox, account_id: AccountId, notification_id: &NotificationId) -> Vec<InboxEvent> {
    if inbox.read.contains(notification_id) {
        return Vec::new();
    }
    vec![InboxEvent::NotificationRead { account_id, notification_id: notification_id.clone() }]
}

/// Marks all notifications so far as read.
pub fn read_all(account_id: AccountId) -> Vec<InboxEvent> {
    vec![InboxEvent::AllNotificationsRead { account_id }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use shared_events::StreamId;
    use uuid::Uuid;

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

    fn reading(version: u64) -> impl FnOnce(&Inbox) -> Result<Vec<InboxEvent>, Infallible> {
        move |inbox| Ok(read_one(inbox, anna(), &notification(version)))
    }

    #[test]
    fn each_notification_is_read_once() {
        given::<Inbox>(&[]).when(reading(1)).then(&[read(1)]);
        given::<Inbox>(&[read(1)]).when(reading(1)).then_nothing();
        given::<Inbox>(&[read(1)]).when(reading(2)).then(&[read(2)]);
    }

    #[test]
    fn every_request_to_read_all_is_recorded() {
        let all = || InboxEvent::AllNotificationsRead { account_id: anna() };
        given::<Inbox>(&[all()]).when(|_| Ok::<_, Infallible>(read_all(anna()))).then(&[all()]);
    }
}
