//! The model of the answers: queries fill it, and several operations answer with it. The JSON names are those of the
//! specification; every item has its id twice, as `_id` and as `id`.

mod audit;
mod merchant;
mod message;
mod notification;
mod order;
mod pagination;
mod pending;
mod product;
mod report;
mod review;
mod saved_address;
mod user;
mod words;

pub use audit::{AuditActor, AuditEntry, AuditSubject};
pub use merchant::{BusinessInfo, BusinessPhoto, Merchant, PublicAddress, Rating};
pub use message::{
    Conversation, ConversationProduct, Correspondent, CorrespondentBusiness, LastMessage, Message,
    ProductReference,
};
pub use notification::Notification;
pub use order::{
    Billing, BillingAddress, Dispute, Order, OrderBusiness, OrderCustomer, OrderItem, OrderMerchant,
    OrderParent, OrderedProduct, Refund, ShippingAddress, TimelineEntry, Tracking,
};
pub use pagination::{
    EntryPagination, OrderPagination, Page, ProductPagination, ReviewPagination, UserPagination,
};
pub use pending::{PendingProduct, PendingProductBusiness, PendingProductMerchant, RenamedMerchant};
pub use product::{
    ApprovalStep, CertificateStatus, DeliveryTerms, DeliveryTime, Inventory, OrganicCertificate, Product,
    ProductFulfillment, ProductImage, ProductUnit, ShippingSummary,
};
pub use report::{PackingListEntry, PickListEntry, SalesCustomer, SalesFigures, SalesProduct, SalesRow};
pub use review::{Review, ReviewReply, ReviewedProduct, Reviewer};
pub use saved_address::SavedAddress;
pub use user::{Address, Avatar, OwnBusinessInfo, Preferences, User};
pub use words::{
    ApprovalStatus, DeliveryMethodName, DisputeStatus, FulfillmentMethodName, OrderRole, OrderStatusName,
    RefundStatus, RoleName,
};

/// Shown as the name of an erased person.
pub(crate) const DELETED_USER: &str = "Deleted user";
