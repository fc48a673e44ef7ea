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

/// What an admin has decided about a product or a merchant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApprovalStatus {
    /// Nobody has looked yet.
    Pending,
    /// It is public.
    Approved,
    /// It needs changes.
    Rejected,
    /// It was changed, and waits again.
    Resubmitted,
}

/// How far a refund is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RefundStatus {
    /// It is due.
    Pending,
    /// The payment provider has sent it.
    Refunded,
    /// The payment provider could not send it; it is sent again, or a person finds another way.
    Failed,
}

/// How a dispute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DisputeStatus {
    /// The bank has not decided.
    Open,
    /// The shop keeps the money.
    Won,
    /// The customer has it.
    Lost,
    /// It was only a question, or was taken back.
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
    /// What an account may do.
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
    /// How a checkout is delivered.
    DeliveryMethodName,
    "DeliveryMethod",
    DeliveryMethod::ALL.map(DeliveryMethod::as_str)
);
words!(
    /// Where a customer can get a product.
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
