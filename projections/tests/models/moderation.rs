use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, Utc};
use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::{AccountEvent, ProductEvent},
    ids::{AccountId, AddressId, ProductId},
    shop::{Address, BusinessProfile, Fulfillment, ProductDetails},
};

use crate::{
    catalog::{certify, is_edit},
    model::{Answer, Model, answer, moment, read, readable, readable_option},
};

const MERCHANTS: &str = "SELECT merchant_id, name, email, phone, address, business, approval = 'approved' AS approved, \
     approval_reason, opened_at FROM read.moderation_merchants";
const RENAMED: &str = "SELECT merchant_id, approved_name, business->>'businessName' AS name, renamed_at \
     FROM read.moderation_merchants WHERE renamed_at IS NOT NULL";
/// The queries of the three lists of pending decisions, in their order.
const WAITING_MERCHANTS: &str = "SELECT jsonb_agg(merchant_id ORDER BY opened_at, merchant_id) AS waiting \
     FROM read.moderation_merchants WHERE approval = 'pending'";
const WAITING_PRODUCTS: &str = "SELECT jsonb_agg(product_id ORDER BY waits_since, product_id) AS waiting \
     FROM read.moderation_products WHERE waits_since IS NOT NULL";
const WAITING_CERTIFICATES: &str = "SELECT jsonb_agg(product_id ORDER BY certificate_waits_since, product_id) AS waiting \
     FROM read.moderation_products WHERE certificate_waits_since IS NOT NULL AND details->'isOrganic' = 'true'";
const PRODUCTS: &str = "SELECT product_id, merchant_id, details, revision, price, unit, fulfillment, approval, \
     certificate, is_active, listed_at FROM read.moderation_products";

struct Merchant {
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    home: Option<AddressId>,
    address: Option<Address>,
    business: BusinessProfile,
    /// `None`: the decision is pending.
    approved: Option<bool>,
    reason: Option<String>,
    opened_at: DateTime<Utc>,
    erased: bool,
    /// The business's name at the approval, while the approval stands.
    approved_name: Option<String>,
    /// When the business took its current name; `None` if that is the approved one.
    renamed_at: Option<DateTime<Utc>>,
}

impl Merchant {
    fn change(&mut self, at: DateTime<Utc>, event: &AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { reason, .. } => {
                (self.approved, self.reason) = (Some(true), reason.clone());
                (self.approved_name, self.renamed_at) = (Some(self.business.business_name.clone()), None);
            }
            AccountEvent::MerchantRejected { reason, .. } => {
                (self.approved, self.reason) = (Some(false), Some(reason.clone()));
                (self.approved_name, self.renamed_at) = (None, None);
            }
            AccountEvent::NameChanged { name, .. } => self.name = readable(name),
            AccountEvent::EmailChanged { email, .. } => self.email = readable(email),
            AccountEvent::PhoneChanged { phone, .. } => self.phone = readable_option(phone),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                (self.home, self.address) = (Some(*address_id), readable(address));
            }
            AccountEvent::AddressRemoved { address_id, .. } if self.home == Some(*address_id) => {
                (self.home, self.address) = (None, None);
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                let photo_url = self.business.photo_url.take();
                if self.approved_name.as_ref() == Some(&business.business_name) {
                    self.renamed_at = None;
                } else if self.approved_name.is_some()
                    && business.business_name != self.business.business_name
                {
                    self.renamed_at = Some(at);
                }
                self.business = BusinessProfile { photo_url, ..business.clone() };
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.business.photo_url = Some(url.clone()),
            AccountEvent::BusinessPhotoRemoved { .. } => self.business.photo_url = None,
            AccountEvent::AccountErased { .. } => {
                (self.name, self.email, self.phone, self.address) = (None, None, None, None);
                self.erased = true;
                self.renamed_at = None;
            }
            _ => {}
        }
    }

    fn renamed(&self, id: AccountId) -> Option<Value> {
        let (approved, name) = (&self.approved_name, &self.business.business_name);
        let at = moment(self.renamed_at?);
        Some(json!({ "merchant_id": id, "approved_name": approved, "name": name, "renamed_at": at }))
    }

    fn row(&self, id: AccountId) -> Value {
        json!({
            "merchant_id": id, "name": self.name, "email": self.email, "phone": self.phone,
            "address": self.address, "business": self.business, "approved": self.approved == Some(true),
            "approval_reason": self.reason, "opened_at": moment(self.opened_at),
        })
    }
}

struct Product {
    merchant: AccountId,
    details: ProductDetails,
    revision: u32,
    price: i64,
    unit: String,
    fulfillment: Fulfillment,
    approval: &'static str,
    waits_since: Option<DateTime<Utc>>,
    certificate: Value,
    certificate_waits_since: Option<DateTime<Utc>>,
    active: bool,
    listed_at: Value,
}

impl Product {
    fn change(&mut self, at: DateTime<Utc>, event: &ProductEvent) {
        certify(&mut self.certificate, at, event);
        self.revision += u32::from(is_edit(event));
        match event {
            ProductEvent::ProductApproved { .. } => (self.approval, self.waits_since) = ("approved", None),
            ProductEvent::ProductRejected { .. } => (self.approval, self.waits_since) = ("rejected", None),
            ProductEvent::ProductRevised { details, .. } => {
                self.details = details.clone();
                // A revision keeps the place of a waiting product in the queue.
                if self.approval == "approved" {
                    (self.approval, self.waits_since) = ("resubmitted", Some(at));
                }
            }
            ProductEvent::ProductResubmitted { .. } => {
                (self.approval, self.waits_since) = ("resubmitted", Some(at));
            }
            ProductEvent::ProductRepriced { price, unit, .. } => {
                (self.price, self.unit) = (price.0, unit.clone());
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => self.fulfillment = fulfillment.clone(),
            ProductEvent::OrganicCertificateSubmitted { .. }
            | ProductEvent::OrganicCertificateResubmitted { .. } => {
                self.certificate_waits_since.get_or_insert(at);
            }
            ProductEvent::OrganicCertificateApproved { .. }
            | ProductEvent::OrganicCertificateRejected { .. } => self.certificate_waits_since = None,
            ProductEvent::ProductActivated { .. } => self.active = true,
            ProductEvent::ProductDeactivated { .. } => self.active = false,
            _ => {}
        }
    }

    fn row(&self, id: ProductId) -> Value {
        json!({
            "product_id": id, "merchant_id": self.merchant, "details": self.details, "revision": self.revision,
            "price": self.price, "unit": self.unit, "fulfillment": self.fulfillment, "approval": self.approval,
            "certificate": self.certificate, "is_active": self.active, "listed_at": self.listed_at,
        })
    }
}

#[derive(Default)]
pub(crate) struct Moderation {
    merchants: BTreeMap<AccountId, Merchant>,
    products: BTreeMap<ProductId, Product>,
}

impl Moderation {
    fn account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        let id = AccountId::new(recorded.stream.id);
        if let AccountEvent::AccountOpened { name, email, phone, address, business: Some(business), .. } =
            event
        {
            let merchant = Merchant {
                name: readable(name),
                email: readable(email),
                phone: readable_option(phone),
                home: Some(AddressId::first_of(id)),
                address: readable_option(address),
                business: business.clone(),
                approved: None,
                reason: None,
                opened_at: recorded.recorded_at,
                erased: false,
                approved_name: None,
                renamed_at: None,
            };
            self.merchants.insert(id, merchant);
        } else if let Some(merchant) = self.merchants.get_mut(&id) {
            merchant.change(recorded.recorded_at, event);
        }
        if let AccountEvent::AccountErased { .. } = event {
            let own = self.products.values_mut().filter(|product| product.merchant == id);
            own.filter(|one| !one.certificate.is_null())
                .for_each(|one| one.certificate["originalName"] = Value::Null);
        }
    }

    fn product(&mut self, recorded: &Recorded<RawEvent>, event: &ProductEvent) {
        let (id, at) = (ProductId::new(recorded.stream.id), recorded.recorded_at);
        match event {
            ProductEvent::ProductListed { merchant_id, details, price, unit, fulfillment, .. } => {
                let product = Product {
                    merchant: *merchant_id,
                    details: details.clone(),
                    revision: 1,
                    price: price.0,
                    unit: unit.clone(),
                    fulfillment: fulfillment.clone(),
                    approval: "pending",
                    waits_since: Some(at),
                    certificate: Value::Null,
                    certificate_waits_since: None,
                    active: true,
                    listed_at: moment(at),
                };
                self.products.insert(id, product);
            }
            ProductEvent::ProductDeleted { .. } => {
                self.products.remove(&id);
            }
            event => self.products.get_mut(&id).expect("it was listed").change(at, event),
        }
    }

    /// Hidden products need no decision.
    fn waiting(&self, since: fn(&Product) -> Option<DateTime<Utc>>) -> Value {
        let open = self.products.iter().filter(|(_, product)| !self.merchants[&product.merchant].erased);
        list(open.filter_map(|(id, product)| Some((since(product)?, json!(id)))).collect())
    }
}

/// The list, oldest first; null when it is empty.
fn list(mut waiting: Vec<(DateTime<Utc>, Value)>) -> Value {
    waiting.sort_by_key(|(since, _)| *since);
    let ids: Vec<Value> = waiting.into_iter().map(|(_, id)| id).collect();
    json!({ "waiting": if ids.is_empty() { Value::Null } else { json!(ids) } })
}

impl Model for Moderation {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::moderation::Moderation)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read::<AccountEvent>(recorded) {
            self.account(recorded, &event);
        }
        if let Some(event) = read::<ProductEvent>(recorded) {
            self.product(recorded, &event);
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let open = self.merchants.iter().filter(|(_, one)| one.approved.is_none() && !one.erased);
        let merchants = list(open.map(|(id, merchant)| (merchant.opened_at, json!(id))).collect());
        let certificates = self.waiting(|one| one.certificate_waits_since.filter(|_| one.details.is_organic));
        vec![
            answer(MERCHANTS, self.merchants.iter().map(|(id, merchant)| merchant.row(*id))),
            answer(RENAMED, self.merchants.iter().filter_map(|(id, merchant)| merchant.renamed(*id))),
            answer(WAITING_MERCHANTS, [merchants]),
            answer(WAITING_PRODUCTS, [self.waiting(|one| one.waits_since)]),
            answer(WAITING_CERTIFICATES, [certificates]),
            answer(PRODUCTS, self.products.iter().map(|(id, product)| product.row(*id))),
        ]
    }
}

#[test]
fn moderation_agrees_with_its_model() {
    crate::folding::agrees::<Moderation>();
}
