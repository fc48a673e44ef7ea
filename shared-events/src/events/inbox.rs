//! What a person has done with notifications: `inbox-<account id>`. The notifications themselves follow from other
//! events; see [`crate::notification`].

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::AccountId, notification_id::NotificationId};

/// What happens to a person's notifications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum InboxEvent {
    /// The person has read one of them.
    NotificationRead {
        /// Who.
        account_id: AccountId,
        /// Which one.
        notification_id: NotificationId,
    },
    /// The person has read every notification about what stands before this event in the log.
    AllNotificationsRead {
        /// Who.
        account_id: AccountId,
    },
}

impl Event for InboxEvent {
    const CATEGORY: &'static str = "inbox";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
