//! Who is notified of which event. Notifications are not stored in the log: they follow from what is. The view that shows
//! them and the command that marks one as read ask the same rules here.

use strum::{IntoStaticStr, VariantArray};

use crate::{
    codec::Event,
    envelope::Actor,
    events::{AccountEvent, ConversationEvent, OrderEvent, ProductEvent},
    ids::AccountId,
};

pub use crate::notification_id::{InvalidNotificationId, NotificationId};

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
