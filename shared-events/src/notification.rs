//! Who is notified of which event. Notifications are not stored in the log: they follow from what is. The view that shows
//! them and the command that marks one as read ask the same rules here.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{IntoStaticStr, VariantArray};

use crate::{
    codec::Event,
    envelope::{Actor, StreamId, Version},
    events::{AccountEvent, ConversationEvent, OrderEvent, ProductEvent},
    ids::AccountId,
};

/// The eight types of notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NotificationType {
    /// A product may be sold.
    ProductApproved,
    /// A product may not be sold.
    ProductRejected,
    /// An organic certificate is good.
    OrganicApproved,
    /// An organic certificate is not good.
    OrganicRejected,
    /// An order was placed or has moved on.
    OrderStatus,
    /// A merchant may sell.
    MerchantApproved,
    /// A merchant may not sell.
    MerchantRejected,
    /// Somebody wrote.
    Message,
}

impl NotificationType {
    /// The word used in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Identifies a notification by the event that it is about, written `<category>-<stream id>-<version>`. So a command can
/// look up in the log whether there is such a notification and whose it is, without asking a view.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotificationId {
    /// The stream of the event.
    pub stream: StreamId,
    /// The event's place in it, from 1.
    pub version: Version,
}

impl fmt::Display for NotificationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.version)
    }
}

/// The text is not `<category>-<stream id>-<version>`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a notification's id is the name of a stream, a hyphen and a number; got {0:?}")]
pub struct InvalidNotificationId(String);

impl FromStr for NotificationId {
    type Err = InvalidNotificationId;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text
            .rsplit_once('-')
            .and_then(|(stream, version)| Some((stream.parse().ok()?, version.parse().ok()?)))
            .map(|(stream, version)| Self { stream, version });
        // One way to write each: neither capitals nor leading zeros.
        parsed.filter(|id| id.to_string() == text).ok_or_else(|| InvalidNotificationId(text.to_owned()))
    }
}

impl Serialize for NotificationId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for NotificationId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The categories whose events people are notified of.
pub const CATEGORIES: [&str; 4] =
    [AccountEvent::CATEGORY, ProductEvent::CATEGORY, OrderEvent::CATEGORY, ConversationEvent::CATEGORY];

/// What the account's own person is notified of.
pub const fn of_account(event: &AccountEvent) -> Option<NotificationType> {
    match event {
        AccountEvent::MerchantApproved { .. } => Some(NotificationType::MerchantApproved),
        AccountEvent::MerchantRejected { .. } => Some(NotificationType::MerchantRejected),
        _ => None,
    }
}

/// What the product's merchant is notified of.
pub const fn of_product(event: &ProductEvent) -> Option<NotificationType> {
    match event {
        ProductEvent::ProductApproved { .. } => Some(NotificationType::ProductApproved),
        ProductEvent::ProductRejected { .. } => Some(NotificationType::ProductRejected),
        ProductEvent::OrganicCertificateApproved { .. } => Some(NotificationType::OrganicApproved),
        ProductEvent::OrganicCertificateRejected { .. } => Some(NotificationType::OrganicRejected),
        _ => None,
    }
}

/// Who is notified of what happens to an order: the merchant when it is placed, both when it is called off, and else the
/// customer; but nobody of what they did themselves.
pub fn of_order(
    event: &OrderEvent,
    actor: &Actor,
    customer: AccountId,
    merchant: AccountId,
) -> Vec<AccountId> {
    let mut told = match event {
        OrderEvent::OrderPlaced { .. } => vec![merchant],
        OrderEvent::OrderCancelled { .. } => vec![customer, merchant],
        _ => vec![customer],
    };
    if let (Actor::Account { id, .. }, false) = (actor, matches!(event, OrderEvent::OrderPlaced { .. })) {
        told.retain(|person| person != id);
    }
    told
}

/// Who is notified of what happens in a conversation.
pub const fn of_conversation(event: &ConversationEvent) -> Option<AccountId> {
    match event {
        ConversationEvent::MessageSent { recipient_id, .. } => Some(*recipient_id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::envelope::Role;

    #[test]
    fn an_id_survives_the_round_trip_and_has_one_spelling() {
        let id = NotificationId { stream: StreamId::new("order", Uuid::from_u128(0xab)), version: 7 };
        let text = "order-00000000-0000-0000-0000-0000000000ab-7";
        assert_eq!((id.to_string().as_str(), text.parse()), (text, Ok(id)));
        for odd in [
            "",
            "order",
            "order-7",
            "7",
            &text.to_uppercase(),
            &format!("{text}-"),
            &text.replace("-7", "-07"),
        ] {
            assert!(odd.parse::<NotificationId>().is_err(), "{odd}");
        }
    }

    #[test]
    fn there_are_eight_types_by_their_public_names() {
        let names: Vec<&str> = NotificationType::VARIANTS.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(
            names,
            [
                "product_approved",
                "product_rejected",
                "organic_approved",
                "organic_rejected",
                "order_status",
                "merchant_approved",
                "merchant_rejected",
                "message"
            ]
        );
    }

    #[test]
    fn who_calls_an_order_off_is_not_told_of_it() {
        let [customer, merchant, admin] = [1, 2, 3].map(|n| AccountId::new(Uuid::from_u128(n)));
        let event =
            OrderEvent::OrderCancelled { order_id: crate::ids::OrderId::new(Uuid::nil()), reason: None };
        let told = |id, role| of_order(&event, &Actor::Account { id, role }, customer, merchant);
        assert_eq!(told(customer, Role::Customer), [merchant]);
        assert_eq!(told(merchant, Role::Merchant), [customer]);
        assert_eq!(told(admin, Role::Admin), [customer, merchant]);
    }
}
