//! All events, one file for each stream category. Variants are facts in the past tense, and their names are the stored
//! type names. A variant's shape never changes without a new version, an upcaster and a golden file.

mod account;
mod api_key;
mod checkout;
mod conversation;
mod correspondence;
mod credential;
mod email;
mod favourite;
mod inbox;
mod inquiry;
mod operation;
mod order;
mod product;
mod review;
mod session;
mod shopper;
mod stall;
mod stock;
mod views;
mod webhook;
mod webhook_delivery;

pub use account::AccountEvent;
pub use api_key::ApiKeyEvent;
pub use checkout::{AbandonReason, CheckoutEvent, DisputeOutcome, PlannedOrder};
pub use conversation::{ConversationEvent, Standing};
pub use correspondence::CorrespondenceEvent;
pub use credential::CredentialEvent;
pub use email::EmailEvent;
pub use favourite::FavouriteEvent;
pub use inbox::InboxEvent;
pub use inquiry::InquiryEvent;
pub use operation::{Operated, OperatedKind, OperationEvent, OperatorAct};
pub use order::{OrderEvent, PaidBackBy, RefundCause};
pub use product::ProductEvent;
pub use review::ReviewEvent;
pub use session::{Browser, SessionEvent, System, UserAgent};
pub use shopper::{FormerCheckout, FormerOutcome, ShopperEvent};
pub use stall::StallEvent;
pub use stock::{ReleaseReason, StockEvent};
pub use views::ViewsEvent;
pub use webhook::{PauseReason, WebhookEvent};
pub use webhook_delivery::{FailureReason, GiveUpReason, WebhookDeliveryEvent};

use crate::codec::Event;

/// All stream categories.
pub const CATEGORIES: &[&str] = &[
    AccountEvent::CATEGORY,
    ApiKeyEvent::CATEGORY,
    CheckoutEvent::CATEGORY,
    ConversationEvent::CATEGORY,
    CorrespondenceEvent::CATEGORY,
    CredentialEvent::CATEGORY,
    EmailEvent::CATEGORY,
    FavouriteEvent::CATEGORY,
    InboxEvent::CATEGORY,
    InquiryEvent::CATEGORY,
    OperationEvent::CATEGORY,
    OrderEvent::CATEGORY,
    ProductEvent::CATEGORY,
    ReviewEvent::CATEGORY,
    SessionEvent::CATEGORY,
    ShopperEvent::CATEGORY,
    StallEvent::CATEGORY,
    StockEvent::CATEGORY,
    ViewsEvent::CATEGORY,
    WebhookEvent::CATEGORY,
    WebhookDeliveryEvent::CATEGORY,
];
