//! The audited subjects, in the form that entries show.

use serde_json::{Value, json};
use shared_events::{
    Personal,
    events::ProductEvent,
    ids::{AccountId, OrderId},
    shop::{Fulfillment, ProductDetails},
};
use uuid::Uuid;

use crate::{catalog::is_edit, model::readable};

/// The part of an account that admins' decisions change.
pub(super) struct Account {
    /// A merchant's business. Queries look up people's names elsewhere.
    pub(super) business: Option<String>,
    pub(super) active: bool,
    /// Only merchants need an approval.
    pub(super) approval: Option<&'static str>,
    pub(super) erased: bool,
}

impl Account {
    pub(super) fn state(&self) -> Value {
        match (self.erased, self.approval) {
            (true, _) => Value::Null,
            (false, Some(approval)) => json!({ "isActive": self.active, "approvalStatus": approval }),
            (false, None) => json!({ "isActive": self.active }),
        }
    }
}

/// The part of a product that admins' decisions change, and the fields that admins review.
pub(super) struct Product {
    pub(super) merchant: AccountId,
    pub(super) details: ProductDetails,
    pub(super) fulfillment: Fulfillment,
    pub(super) approval: &'static str,
    pub(super) revision: u32,
    pub(super) active: bool,
    pub(super) featured: bool,
    pub(super) certificate: Option<&'static str>,
    pub(super) deleted: bool,
}

impl Product {
    pub(super) fn state(&self) -> Value {
        if self.deleted {
            return Value::Null;
        }
        json!({
            "approvalStatus": self.approval, "revision": self.revision, "isActive": self.active,
            "featured": self.featured, "certificateStatus": self.certificate,
        })
    }
}

impl Product {
    /// What an admin reads of the product.
    pub(super) fn reviewed(&self) -> Value {
        let Fulfillment { pickup_instructions, .. } = self.fulfillment.clone().instructed_by(&self.details);
        json!(ProductDetails { pickup_instructions: Some(pickup_instructions), ..self.details.clone() })
    }

    /// Applies the event. Returns the action and the reason, if the event is a decision.
    pub(super) fn change(&mut self, event: &ProductEvent) -> Option<(&'static str, Reason)> {
        self.revision += u32::from(is_edit(event));
        Some(match event {
            ProductEvent::ProductListed { .. } => ("listed", Reason::default()),
            ProductEvent::ProductApproved { reason, .. } => {
                self.approval = "approved";
                ("approved", reason.into())
            }
            ProductEvent::ProductRejected { reason, .. } => {
                self.approval = "rejected";
                ("rejected", reason.as_str().into())
            }
            ProductEvent::ProductRevised { details, .. } => {
                self.details = details.clone();
                if self.approval == "approved" {
                    self.approval = "resubmitted";
                }
                ("revised", Reason::default())
            }
            ProductEvent::ProductResubmitted { .. } => {
                self.approval = "resubmitted";
                ("resubmitted", Reason::default())
            }
            ProductEvent::OrganicCertificateSubmitted { .. } => {
                // Until an admin has decided about a certificate, a new one counts as the first.
                let is_first = matches!(self.certificate, None | Some("pending"));
                self.certificate = Some(if is_first { "pending" } else { "resubmitted" });
                ("certificate-submitted", Reason::default())
            }
            ProductEvent::OrganicCertificateResubmitted { .. } => {
                self.certificate = Some("resubmitted");
                ("certificate-resubmitted", Reason::default())
            }
            ProductEvent::OrganicCertificateApproved { reason, .. } => {
                self.certificate = Some("approved");
                ("certificate-approved", reason.into())
            }
            ProductEvent::OrganicCertificateRejected { reason, .. } => {
                self.certificate = Some("rejected");
                ("certificate-rejected", reason.as_str().into())
            }
            ProductEvent::ProductActivated { reason, .. } => {
                self.active = true;
                ("activated", reason.into())
            }
            ProductEvent::ProductDeactivated { reason, .. } => {
                self.active = false;
                ("deactivated", reason.into())
            }
            ProductEvent::ProductDeleted { reason, .. } => {
                self.deleted = true;
                ("deleted", reason.into())
            }
            ProductEvent::ProductFeatured { .. } => {
                self.featured = true;
                ("featured", Reason::default())
            }
            ProductEvent::ProductUnfeatured { .. } => {
                self.featured = false;
                ("unfeatured", Reason::default())
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => {
                self.fulfillment = fulfillment.clone();
                return None;
            }
            ProductEvent::ProductRepriced { .. } | ProductEvent::LowStockThresholdSet { .. } => return None,
        })
    }
}

pub(super) struct Order {
    pub(super) merchant: AccountId,
    pub(super) number: String,
    pub(super) status: &'static str,
    pub(super) refunded: i64,
}

impl Order {
    pub(super) fn state(&self) -> Value {
        json!({ "status": self.status, "refunded": dollars(self.refunded) })
    }
}

pub(super) struct Checkout {
    pub(super) number: String,
    pub(super) paid: i64,
    pub(super) fulfillable: bool,
    /// The refunded amounts, with a negative amount for each failed refund.
    pub(super) refunds: Vec<i64>,
    /// Orders whose refund failed.
    pub(super) failed: Vec<OrderId>,
    /// The bank's id of the dispute, the amount and the status.
    pub(super) disputes: Vec<(String, i64, &'static str)>,
}

impl Checkout {
    pub(super) fn state(&self) -> Value {
        let dispute = |(id, amount, status): &(String, i64, &str)| json!({ "id": id, "amount": dollars(*amount), "status": status });
        json!({
            "paid": dollars(self.paid), "fulfillable": self.fulfillable,
            "refunded": dollars(self.refunds.iter().sum()), "failedRefunds": self.failed,
            "disputes": self.disputes.iter().map(dispute).collect::<Vec<Value>>(),
        })
    }
}

fn dollars(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// The reason of a decision: public, or belonging to a person.
#[derive(Default)]
pub(super) struct Reason {
    pub(super) text: Option<String>,
    pub(super) of: Option<Uuid>,
}

impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        Self { text: Some(text.to_owned()), of: None }
    }
}

impl From<&Option<String>> for Reason {
    fn from(text: &Option<String>) -> Self {
        Self { text: text.clone(), of: None }
    }
}

impl From<&Personal<String>> for Reason {
    fn from(text: &Personal<String>) -> Self {
        Self { text: readable(text), of: Some(text.subject()) }
    }
}
