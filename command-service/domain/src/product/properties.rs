//! Property test of the product: after any sequence of acts, the public reads exactly what an admin approved
//! last.

use proptest::prelude::*;
use shared_events::{events::ProductEvent, shop::ProductDetails};

use super::{
    Product, Review, Switcher,
    approve_product::ApproveProduct,
    delete_product::DeleteProduct,
    reject_product::RejectProduct,
    resubmit_product::ResubmitProduct,
    revise_product::{ProductChanges, ReviseProduct},
    switch_product::SwitchProduct,
    testing::*,
};
use crate::{Aggregate, Command};

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Changes the name to the one with this number, and the price to this number of cents.
    Revise(u8, u8),
    /// An admin reviews this revision; `None` if it is unknown which revision the admin saw.
    Approve(Option<u64>),
    Reject(Option<u64>),
    Resubmit,
    Switch(bool, bool),
    Delete,
}

fn step() -> impl Strategy<Value = Step> {
    let seen = prop::option::of(1_u64..6);
    prop_oneof![
        4 => (0_u8..4, 0_u8..4).prop_map(|(name, price)| Step::Revise(name, price)),
        3 => seen.clone().prop_map(Step::Approve),
        2 => seen.prop_map(Step::Reject),
        2 => Just(Step::Resubmit),
        2 => (any::<bool>(), any::<bool>()).prop_map(|(admin, on)| Step::Switch(admin, on)),
        1 => Just(Step::Delete),
    ]
}

fn decided(product: &Product, step: Step) -> Vec<ProductEvent> {
    let (product_id, merchant_id) = (product_id(), merchant_id());
    match step {
        Step::Revise(name, price) => {
            let changes = ProductChanges {
                name: Some(format!("Tomatoes {name}")),
                price: Some(f64::from(price) / 4.0),
                ..ProductChanges::default()
            };
            let command = ReviseProduct { product_id, merchant_id, revision: None, changes };
            command.decide(product).unwrap_or_default()
        }
        Step::Approve(revision) => {
            let command = ApproveProduct { product_id, revision, reason: None };
            command.decide(product).unwrap_or_default()
        }
        Step::Reject(revision) => {
            let command = RejectProduct { product_id, revision, reason: "No".to_owned() };
            command.decide(product).unwrap_or_default()
        }
        Step::Resubmit => ResubmitProduct { product_id, merchant_id }.decide(product).unwrap_or_default(),
        Step::Switch(admin, is_active) => {
            let by = if admin { Switcher::Admin } else { Switcher::Merchant(merchant_id) };
            let command = SwitchProduct { product_id, by, is_active, reason: None };
            command.decide(product).unwrap_or_default()
        }
        Step::Delete => {
            let command = DeleteProduct { product_id, by: Switcher::Admin, reason: None };
            command.decide(product).unwrap_or_default()
        }
    }
}

/// The details that were approved last, computed from the events alone.
fn approved_last(history: &[ProductEvent]) -> Option<ProductDetails> {
    let mut written = None;
    let mut approved = None;
    for event in history {
        match event {
            ProductEvent::ProductListed { details, .. } | ProductEvent::ProductRevised { details, .. } => {
                written = Some(details.clone());
            }
            ProductEvent::ProductApproved { .. } => approved.clone_from(&written),
            _ => {}
        }
    }
    approved
}

proptest! {
    #[test]
    fn the_public_reads_the_last_approved_details(steps in prop::collection::vec(step(), 0..60)) {
        let mut history = vec![tomato().listed()];
        let mut product = Product::fold(&history);
        for step in steps {
            let before = product.clone();
            let events = decided(&product, step);
            product = events.iter().fold(product, Product::evolve);
            history.extend(events.iter().cloned());
            let (was, is) = (before.listing.as_ref().unwrap(), product.listing.as_ref().unwrap());

            prop_assert_eq!(&is.approved, &approved_last(&history), "after {:?}", step);
            prop_assert!(!was.deleted || events.is_empty(), "{:?} of a deleted product", step);
            prop_assert!(is.on_sale().is_none() || (is.is_active && !is.deleted));
            if is.review == Review::Approved {
                prop_assert_eq!(is.approved.as_ref(), Some(&is.details), "after {:?}", step);
            }
            if let (Step::Approve(Some(seen)) | Step::Reject(Some(seen)), false) = (step, events.is_empty()) {
                prop_assert_eq!(seen, was.revision, "an admin decided about what was not seen");
            }
            if let (Step::Switch(false, true), true) = (step, was.locked) {
                prop_assert!(events.is_empty() && !is.is_active, "a merchant undid what an admin did");
            }
        }
    }
}
