//! The rules for who is notified of which event. The log stores no notifications, because they follow from its events.
//! The view that shows notifications and the command that marks one as read share these rules.

use strum::{IntoStaticStr, VariantArray};

use crate::{
    codec::Event,
    envelope::{Actor, Role},
    events::{AccountEvent, ConversationEvent, OrderEvent, ProductEvent},
    ids::AccountId,
};

pub use crate::notification_id::{InvalidNotificationId, NotificationId};

/// The types of notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NotificationType {
    /// A product was approved.
    ProductApproved,
    /// A product was rejected.
    ProductRejected,
    /// An organic certificate was approved.
    OrganicApproved,
    /// An organic certificate was rejected.
    OrganicRejected,
    /// An order was placed, or its status has changed.
    OrderStatus,
    /// A merchant was approved.
    MerchantApproved,
    /// A merchant was rejected.
    MerchantRejected,
    /// A message arrived.
    Message,
}

impl NotificationType {
    /// The name of the type in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The categories whose events people are notified of.
pub const CATEGORIES: [&str; 4] =
    [AccountEvent::CATEGORY, ProductEvent::CATEGORY, OrderEvent::CATEGORY, ConversationEvent::CATEGORY];

/// The type of the notification that the account's person gets.
pub const fn of_account(event: &AccountEvent) -> Option<NotificationType> {
    match event {
        AccountEvent::MerchantApproved { .. } => Some(NotificationType::MerchantApproved),
        AccountEvent::MerchantRejected { .. } => Some(NotificationType::MerchantRejected),
        _ => None,
    }
}

/// The type of the notification that the product's merchant gets.
pub const fn of_product(event: &ProductEvent) -> Option<NotificationType> {
    match event {
        ProductEvent::ProductApproved { .. } => Some(NotificationType::ProductApproved),
        ProductEvent::ProductRejected { .. } => Some(NotificationType::ProductRejected),
        ProductEvent::OrganicCertificateApproved { .. } => Some(NotificationType::OrganicApproved),
        ProductEvent::OrganicCertificateRejected { .. } => Some(NotificationType::OrganicRejected),
        _ => None,
    }
}

/// The recipients of an order's event: the merchant when the order is placed, merchant and customer when it is
/// cancelled or an admin acts in the merchant's place, otherwise the customer. The person who acted is left out.
pub fn of_order(
    event: &OrderEvent,
    actor: &Actor,
    customer: AccountId,
    merchant: AccountId,
) -> Vec<AccountId> {
    let mut recipients = match event {
        OrderEvent::OrderPlaced { .. } => vec![merchant],
        OrderEvent::OrderCancelled { .. } => vec![customer, merchant],
        // An admin acts in the merchant's place, who is told.
        _ if matches!(actor, Actor::Account { role: Role::Admin, .. }) => vec![customer, merchant],
        _ => vec![customer],
    };
    // A merchant who buys from the own stall is told once.
    recipients.dedup();
    if let (Actor::Account { id, .. }, false) = (actor, matches!(event, OrderEvent::OrderPlaced { .. })) {
        recipients.retain(|person| person != id);
    }
    recipients
}

/// The recipient of a conversation's event. Nobody is notified of a message to the shop's support, which all admins see
/// among their messages.
pub fn of_conversation(event: &ConversationEvent) -> Option<AccountId> {
    match event {
        ConversationEvent::MessageSent { recipient_id, .. } => {
            Some(*recipient_id).filter(|recipient| *recipient != AccountId::SHOP)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn there_are_eight_types_with_their_names_in_the_interface() {
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
    fn the_person_who_cancels_an_order_is_not_notified() {
        let [customer, merchant, admin] = [1, 2, 3].map(|n| AccountId::new(Uuid::from_u128(n)));
        let event =
            OrderEvent::OrderCancelled { order_id: crate::ids::OrderId::new(Uuid::nil()), reason: None };
        let recipients = |id, role| of_order(&event, &Actor::Account { id, role }, customer, merchant);
        assert_eq!(recipients(customer, Role::Customer), [merchant]);
        assert_eq!(recipients(merchant, Role::Merchant), [customer]);
        assert_eq!(recipients(admin, Role::Admin), [customer, merchant]);
    }
}
