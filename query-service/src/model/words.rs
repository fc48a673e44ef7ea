//! String enums of the answers, as named OpenAPI schemas.

use serde::{Deserialize, Serialize};
use shared_events::{
    Role,
    shop::{DeliveryMethod, FulfillmentMethod, OrderStatus},
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{ObjectBuilder, Type},
    },
};

/// The decision of an admin about a product or a merchant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApprovalStatus {
    /// No admin has decided yet.
    Pending,
    /// The product or merchant is public.
    Approved,
    /// The product or merchant needs changes.
    Rejected,
    /// The product or merchant was changed after a decision, and waits again.
    Resubmitted,
}

/// The status of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RefundStatus {
    /// The refund is due.
    Pending,
    /// The refund is due, and the customer's bank disputes the payment. The refund waits for the bank's decision.
    Disputed,
    /// Nothing is left to refund: the customer's bank, or the payment provider, has paid the money back.
    Settled,
    /// The payment provider has sent the refund.
    Refunded,
    /// The payment provider could not send the refund. It is sent again, or a person finds another way.
    Failed,
}

/// The status of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DisputeStatus {
    /// The bank has not decided yet.
    Open,
    /// The bank decided for the shop.
    Won,
    /// The bank decided for the customer.
    Lost,
    /// The dispute was only an inquiry, or was withdrawn.
    Withdrawn,
}

impl DisputeStatus {
    /// The name used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// The role of a person in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrderRole {
    /// The person bought the goods.
    Customer,
    /// The person sells the goods.
    Merchant,
}

/// Defines a named schema for a string enum of `shared-events`, which does not depend on OpenAPI.
macro_rules! words {
    ($(#[$doc:meta])* $schema:ident, $name:literal, $words:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $schema;

        impl PartialSchema for $schema {
            fn schema() -> RefOr<Schema> {
                let words: Vec<&str> = $words.to_vec();
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).into()
            }
        }

        impl ToSchema for $schema {
            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }
        }
    };
}

words!(
    /// The role of an account.
    RoleName,
    "Role",
    [Role::Customer, Role::Merchant, Role::Admin].map(Role::as_str)
);
words!(
    /// The states of an order.
    OrderStatusName,
    "OrderStatus",
    OrderStatus::ALL.map(OrderStatus::as_str)
);
words!(
    /// The way of delivery of a checkout.
    DeliveryMethodName,
    "DeliveryMethod",
    DeliveryMethod::ALL.map(DeliveryMethod::as_str)
);
words!(
    /// The ways in which a customer can get a product.
    FulfillmentMethodName,
    "FulfillmentMethod",
    [FulfillmentMethod::PickupOnly, FulfillmentMethod::DeliveryOnly, FulfillmentMethod::Both].map(
        |method| match method {
            FulfillmentMethod::PickupOnly => "pickup-only",
            FulfillmentMethod::DeliveryOnly => "delivery-only",
            FulfillmentMethod::Both => "both",
        }
    )
);
