//! Audit entries about products and their certificates: admins' decisions, and merchants' submissions to admins.

use serde_json::{Map, Value, json};
use shared_events::{events::ProductEvent, shop::ProductDetails};

use super::subject::{Decision, Subject, object};

/// Applies the event to a product. Prices, stock and terms of sale are up to the merchant, so they are no decisions.
pub(super) fn apply(subject: &mut Option<Subject>, event: ProductEvent) -> Option<Decision> {
    if let ProductEvent::ProductListed { merchant_id, details, fulfillment, .. } = event {
        let state = json!({
            "approvalStatus": "pending", "revision": 1, "isActive": true, "featured": false, "certificateStatus": null,
        });
        let listed = subject.insert(Subject {
            kind: "product".to_owned(),
            merchant_id: Some(merchant_id.uuid()),
            name: Some(details.name.clone()),
            state: object(state),
            details: Some(details),
            instructions: Some(fulfillment.pickup_instructions),
        });
        return Some(listed.begins("listed"));
    }
    let product = subject.as_mut()?;
    Some(match event {
        ProductEvent::ProductApproved { reason, .. } => {
            product.becomes("approved", json!({ "approvalStatus": "approved" })).because(reason)
        }
        ProductEvent::ProductRejected { reason, .. } => {
            product.becomes("rejected", json!({ "approvalStatus": "rejected" })).because(Some(reason))
        }
        ProductEvent::ProductRevised { details, .. } => revise(product, details),
        ProductEvent::ProductResubmitted { .. } => {
            product.becomes("resubmitted", json!({ "approvalStatus": "resubmitted" }))
        }
        ProductEvent::OrganicCertificateSubmitted { .. } => {
            let before = product.state["certificateStatus"].as_str();
            let first = before.is_none_or(|status| status == "pending");
            let status = if first { "pending" } else { "resubmitted" };
            let members = json!({ "certificateStatus": status, "revision": next_revision(product) });
            product.becomes("certificate-submitted", members)
        }
        ProductEvent::OrganicCertificateResubmitted { .. } => {
            certificate(product, "certificate-resubmitted", "resubmitted")
        }
        ProductEvent::OrganicCertificateApproved { reason, .. } => {
            certificate(product, "certificate-approved", "approved").because(reason)
        }
        ProductEvent::OrganicCertificateRejected { reason, .. } => {
            certificate(product, "certificate-rejected", "rejected").because(Some(reason))
        }
        ProductEvent::ProductActivated { reason, .. } => {
            product.becomes("activated", json!({ "isActive": true })).because(reason)
        }
        ProductEvent::ProductDeactivated { reason, .. } => {
            product.becomes("deactivated", json!({ "isActive": false })).because(reason)
        }
        ProductEvent::ProductDeleted { reason, .. } => product.ends("deleted").because(reason),
        ProductEvent::ProductFeatured { .. } => product.becomes("featured", json!({ "featured": true })),
        ProductEvent::ProductUnfeatured { .. } => product.becomes("unfeatured", json!({ "featured": false })),
        ProductEvent::FulfillmentChanged { fulfillment, .. } => {
            product.instructions = Some(fulfillment.pickup_instructions);
            product.set(json!({ "revision": next_revision(product) }));
            return None;
        }
        ProductEvent::ProductRepriced { .. } | ProductEvent::LowStockThresholdSet { .. } => {
            product.set(json!({ "revision": next_revision(product) }));
            return None;
        }
        ProductEvent::ProductListed { .. } => return None,
    })
}

fn next_revision(product: &Subject) -> i64 {
    product.state["revision"].as_i64().unwrap_or_default() + 1
}

fn certificate(product: &mut Subject, action: &'static str, status: &str) -> Decision {
    product.becomes(action, json!({ "certificateStatus": status }))
}

/// Makes the entry of a merchant's revision. It contains the changed fields beside the state before and after.
fn revise(product: &mut Subject, details: ProductDetails) -> Decision {
    let mut members = object(json!({ "revision": next_revision(product) }));
    if product.state["approvalStatus"] == "approved" {
        members.insert("approvalStatus".to_owned(), "resubmitted".into());
    }
    let mut decision = product.becomes("revised", Value::Object(members));
    let members_of = |details: &ProductDetails| reviewed_members(details, product.instructions.as_ref());
    let then = product.details.as_ref().map(members_of).unwrap_or_default();
    for (name, now) in members_of(&details) {
        let then = then.get(&name).cloned().unwrap_or_default();
        if then != now {
            decision.before.get_or_insert_default().insert(name.clone(), then);
            decision.after.get_or_insert_default().insert(name, now);
        }
    }
    product.name = Some(details.name.clone());
    product.details = Some(details);
    decision
}

/// The members of these details. Without instructions for pickup of their own they have the others.
fn reviewed_members(details: &ProductDetails, instructions: Option<&String>) -> Map<String, Value> {
    let pickup_instructions = details.pickup_instructions.as_ref().or(instructions).cloned();
    let details = ProductDetails { pickup_instructions, ..details.clone() };
    object(serde_json::to_value(details).expect("plain data"))
}
