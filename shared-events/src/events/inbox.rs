//! The events of a person's handling of notifications: `inbox-<account id>`. The notifications themselves follow from
//! other events; see [`crate::notification`].

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::AccountId, notification_id::NotificationId};

/// An event of a person's notifications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum InboxEvent {
    /// The person has read one notification.
    NotificationRead {
        /// The account.
        account_id: AccountId,
        /// The notification.
        notification_id: NotificationId,
    },
    /// The person has read all notifications about events that come before this one in the log.
    AllNotificationsRead {
        /// The account.
        account_id: AccountId,
    },
}

impl Event for InboxEvent {
    const CATEGORY: &'static str = "inbox";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
