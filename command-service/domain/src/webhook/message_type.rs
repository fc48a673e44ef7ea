//! The types of messages that webhooks get: `order.placed`. Each is one type of event.

use shared_events::{
    Event, StreamId,
    events::{OrderEvent, ProductEvent},
};

/// Declares the types with their names, and the types of the events that they are about.
macro_rules! message_types {
    ($($variant:ident $name:literal $event:literal)+) => {
        /// A type of message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum MessageType {
            $(#[doc = concat!("`", $name, "`, about `", $event, "`.")] $variant,)+
        }

        impl MessageType {
            /// All types, in the order in which people see them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in requests and messages.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The type of the events that it is about.
            pub const fn event(self) -> &'static str {
                match self { $(Self::$variant => $event,)+ }
            }
        }
    };
}

message_types! {
    OrderPlaced "order.placed" "OrderPlaced"
    OrderConfirmed "order.confirmed" "OrderConfirmed"
    OrderPreparing "order.preparing" "PreparationStarted"
    OrderReady "order.ready" "OrderMadeReady"
    OrderSentOut "order.sent-out" "OrderSentOut"
    OrderShipped "order.shipped" "OrderShipped"
    OrderDelivered "order.delivered" "OrderDelivered"
    OrderCancelled "order.cancelled" "OrderCancelled"
    OrderReturned "order.returned" "OrderReturned"
    OrderRefunded "order.refunded" "OrderRefunded"
    ProductListed "product.listed" "ProductListed"
    ProductApproved "product.approved" "ProductApproved"
    ProductRejected "product.rejected" "ProductRejected"
    ProductRepriced "product.repriced" "ProductRepriced"
    ProductActivated "product.activated" "ProductActivated"
    ProductDeactivated "product.deactivated" "ProductDeactivated"
    ProductDeleted "product.deleted" "ProductDeleted"
}

impl MessageType {
    /// The type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// The type of the message about an event of this type in this stream. `None`: there are no messages about it.
    pub fn about(stream: &StreamId, event_type: &str) -> Option<Self> {
        let has_messages = [OrderEvent::CATEGORY, ProductEvent::CATEGORY].contains(&stream.category.as_ref());
        Self::ALL.iter().copied().find(|one| has_messages && one.event() == event_type)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_type_is_about_an_event_that_exists() {
        for one in MessageType::ALL {
            let category =
                if one.name().starts_with("order.") { OrderEvent::TYPES } else { ProductEvent::TYPES };
            assert!(category.contains(&one.event()), "{one:?}");
            assert_eq!(MessageType::named(one.name()), Some(*one));
        }
        assert_eq!(MessageType::named("OrderPlaced"), None);
    }

    #[test]
    fn there_are_no_messages_about_other_events() {
        let order = StreamId::new("order", Uuid::from_u128(1));
        assert_eq!(MessageType::about(&order, "OrderPlaced"), Some(MessageType::OrderPlaced));
        assert_eq!(MessageType::about(&order, "ProductViewed"), None);
        let other = StreamId::new("checkout", Uuid::from_u128(1));
        assert_eq!(MessageType::about(&other, "OrderPlaced"), None);
    }
}
