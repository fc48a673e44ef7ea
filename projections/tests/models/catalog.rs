use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, ReviewEvent, StockEvent, ViewsEvent},
    ids::{AccountId, AddressId, CheckoutId, ProductId},
    shop::{Address, BusinessProfile, Fulfillment, ProductDetails},
};

use crate::model::{Answer, Model, answer, moment, read, readable, readable_option};

/// The columns that the public, merchants and admins read, under the names of the queries.
const PRODUCTS: &str = concat!(
    "SELECT product_id, merchant_id, name, description, category, subcategory, tags, images, price, unit, \
     low_stock_threshold, is_organic, is_locally_sourced, harvest_date, pickup_instructions, fulfillment, approval, rejection_reason, \
     is_active, deactivated_by_admin, featured, visible, certificate, certified, draft, revision, views, \
     round(rating_average * 100)::bigint AS rating, rating_count, listed_at, available FROM (",
    include_str!("../../../query-service/src/queries/catalog/select_products.sql"),
    ") AS shown"
);
const MERCHANTS: &str = concat!(
    "SELECT merchant_id, merchant_name, business, city, state, zip_code, latitude, longitude, product_count, \
     round(merchant_rating_average * 100)::bigint AS rating, merchant_rating_count, merchant_opened_at FROM (",
    include_str!("../../../query-service/src/queries/catalog/select_merchants.sql"),
    "WHERE m.visible) AS shown"
);
const DECISIONS: &str = "SELECT product_id, jsonb_agg(jsonb_build_object('status', status, 'reason', reason, \
     'notes', notes, 'at', reviewed_at) ORDER BY version) AS decisions FROM read.catalog_decisions GROUP BY product_id";

struct Merchant {
    name: Option<String>,
    business: BusinessProfile,
    home: Option<AddressId>,
    address: Address,
    approved: bool,
    active: bool,
    opened_at: Value,
}

impl Merchant {
    fn change(&mut self, event: &AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { .. } => self.approved = true,
            AccountEvent::MerchantRejected { .. } => self.approved = false,
            AccountEvent::AccountDeactivated { .. } | AccountEvent::AccountErased { .. } => {
                self.active = false
            }
            AccountEvent::AccountReactivated { .. } => self.active = true,
            AccountEvent::NameChanged { name, .. } => self.name = readable(name),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                self.home = Some(*address_id);
                self.address = readable(address).unwrap_or_default();
            }
            AccountEvent::AddressRemoved { address_id, .. } if self.home == Some(*address_id) => {
                self.home = None;
                self.address = Address::default();
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                let photo_url = self.business.photo_url.take();
                self.business = BusinessProfile { photo_url, ..business.clone() };
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.business.photo_url = Some(url.clone()),
            AccountEvent::BusinessPhotoRemoved { .. } => self.business.photo_url = None,
            _ => {}
        }
    }

    const fn visible(&self) -> bool {
        self.approved && self.active
    }
}

struct Product {
    merchant: AccountId,
    listed_at: Value,
    /// The merchant's latest version, and the last approved one.
    written: ProductDetails,
    approved: Option<ProductDetails>,
    /// Whether the merchant has revised the product since the approval.
    waits: bool,
    revision: u32,
    price: i64,
    unit: String,
    threshold: u32,
    fulfillment: Fulfillment,
    approval: &'static str,
    rejection: Option<String>,
    active: bool,
    deactivated_by_admin: bool,
    featured: bool,
    certificate: Value,
    certified: bool,
}

impl Product {
    fn change(&mut self, at: DateTime<Utc>, event: &ProductEvent) {
        self.revision += u32::from(is_edit(event));
        match event {
            ProductEvent::ProductListed { .. } | ProductEvent::ProductDeleted { .. } => {}
            ProductEvent::ProductApproved { .. } => {
                (self.approved, self.waits) = (Some(self.written.clone()), false);
                (self.approval, self.rejection) = ("approved", None);
            }
            ProductEvent::ProductRejected { reason, .. } => {
                (self.approval, self.rejection) = ("rejected", Some(reason.clone()));
            }
            ProductEvent::ProductRevised { details, .. } => {
                (self.written, self.waits) = (details.clone(), true);
                if self.approval == "approved" {
                    self.approval = "resubmitted";
                }
            }
            ProductEvent::ProductResubmitted { .. } => {
                (self.approval, self.rejection) = ("resubmitted", None)
            }
            ProductEvent::ProductRepriced { price, unit, .. } => {
                (self.price, self.unit) = (price.0, unit.clone());
            }
            ProductEvent::FulfillmentChanged { fulfillment, .. } => self.fulfillment = fulfillment.clone(),
            ProductEvent::LowStockThresholdSet { low_stock_threshold, .. } => {
                self.threshold = *low_stock_threshold
            }
            ProductEvent::OrganicCertificateSubmitted { .. }
            | ProductEvent::OrganicCertificateResubmitted { .. }
            | ProductEvent::OrganicCertificateApproved { .. }
            | ProductEvent::OrganicCertificateRejected { .. } => {
                certify(&mut self.certificate, at, event);
                match event {
                    ProductEvent::OrganicCertificateApproved { .. } => self.certified = true,
                    ProductEvent::OrganicCertificateRejected { .. } => self.certified = false,
                    // A proven claim stays until an admin has reviewed the new certificate.
                    _ => {}
                }
            }
            ProductEvent::ProductActivated { .. } => (self.active, self.deactivated_by_admin) = (true, false),
            ProductEvent::ProductDeactivated { by_admin, .. } => {
                (self.active, self.deactivated_by_admin) = (false, *by_admin);
            }
            ProductEvent::ProductFeatured { .. } => self.featured = true,
            ProductEvent::ProductUnfeatured { .. } => self.featured = false,
        }
    }

    /// The public version: the approved one, or the first one while it waits.
    fn shown(&self) -> &ProductDetails {
        self.approved.as_ref().unwrap_or(&self.written)
    }

    fn row(&self, id: ProductId) -> Value {
        let shown = self.shown();
        let draft = self.approved.as_ref().filter(|_| self.waits).map(|_| &self.written);
        json!({
            "product_id": id, "merchant_id": self.merchant, "name": shown.name, "description": shown.description,
            "category": shown.category, "subcategory": shown.subcategory, "tags": shown.tags,
            "images": shown.images, "is_organic": shown.is_organic,
            "is_locally_sourced": shown.is_locally_sourced, "harvest_date": shown.harvest_date,
            "pickup_instructions": shown.pickup_instructions,
            "price": self.price, "unit": self.unit, "low_stock_threshold": self.threshold,
            "fulfillment": self.fulfillment, "approval": self.approval, "rejection_reason": self.rejection,
            "is_active": self.active, "deactivated_by_admin": self.deactivated_by_admin, "featured": self.featured, "certificate": self.certificate,
            "certified": self.certified, "draft": draft, "revision": self.revision, "listed_at": self.listed_at,
        })
    }
}

/// The merchant has changed something in the product's form.
pub(crate) const fn is_edit(event: &ProductEvent) -> bool {
    matches!(
        event,
        ProductEvent::ProductRevised { .. }
            | ProductEvent::ProductRepriced { .. }
            | ProductEvent::FulfillmentChanged { .. }
            | ProductEvent::LowStockThresholdSet { .. }
            | ProductEvent::OrganicCertificateSubmitted { .. }
    )
}

/// Applies an event to a certificate, in the format of the API.
pub(crate) fn certify(certificate: &mut Value, at: DateTime<Utc>, event: &ProductEvent) {
    let mut decided = |status: &str, reason: Option<&String>, at: Option<DateTime<Utc>>| {
        certificate["status"] = json!(status);
        certificate["reason"] = json!(reason);
        certificate["reviewedAt"] = json!(at);
    };
    match event {
        ProductEvent::OrganicCertificateResubmitted { .. } => decided("resubmitted", None, None),
        ProductEvent::OrganicCertificateApproved { reason, .. } => {
            decided("approved", reason.as_ref(), Some(at))
        }
        ProductEvent::OrganicCertificateRejected { reason, .. } => {
            decided("rejected", Some(reason), Some(at))
        }
        ProductEvent::OrganicCertificateSubmitted { url, original_name, .. } => {
            let is_first = certificate.is_null() || certificate["status"] == "pending";
            *certificate = json!({
                "status": if is_first { "pending" } else { "resubmitted" }, "url": url,
                "filename": url.split('/').next_back(), "originalName": readable(original_name), "reason": null,
                "reviewedAt": null,
            });
        }
        _ => {}
    }
}

#[derive(Default)]
pub(crate) struct Catalog {
    merchants: BTreeMap<AccountId, Merchant>,
    products: BTreeMap<ProductId, Product>,
    erased: BTreeSet<AccountId>,
    on_hand: BTreeMap<ProductId, i64>,
    held: BTreeMap<(ProductId, CheckoutId), i64>,
    looks: BTreeMap<ProductId, u32>,
    /// The stars of each review, with its product and merchant.
    reviews: Vec<(ProductId, AccountId, u8)>,
    decisions: BTreeMap<ProductId, Vec<Value>>,
}

impl Catalog {
    fn account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        let id = AccountId::new(recorded.stream.id);
        if let AccountEvent::AccountOpened { name, address, business: Some(business), .. } = event {
            let merchant = Merchant {
                name: readable(name),
                business: business.clone(),
                home: Some(AddressId::first_of(id)),
                address: readable_option(address).unwrap_or_default(),
                approved: false,
                active: true,
                opened_at: moment(recorded.recorded_at),
            };
            self.merchants.insert(id, merchant);
        } else if let Some(merchant) = self.merchants.get_mut(&id) {
            merchant.change(event);
        }
        if let AccountEvent::AccountErased { .. } = event {
            self.erased.insert(id);
            let own = self.products.values_mut().filter(|product| product.merchant == id);
            own.filter(|one| !one.certificate.is_null())
                .for_each(|one| one.certificate["originalName"] = Value::Null);
        }
    }

    fn product(&mut self, recorded: &Recorded<RawEvent>, event: &ProductEvent) {
        let id = ProductId::new(recorded.stream.id);
        let at = recorded.recorded_at;
        let decision = |status, reason: Option<&String>, notes: Option<&String>| json!({ "status": status, "reason": reason, "notes": notes, "at": moment(at) });
        match event {
            ProductEvent::ProductListed {
                merchant_id,
                details,
                price,
                unit,
                low_stock_threshold,
                fulfillment,
                ..
            } => {
                let product = Product {
                    merchant: *merchant_id,
                    listed_at: moment(at),
                    written: details.clone(),
                    approved: None,
                    waits: false,
                    revision: 1,
                    price: price.0,
                    unit: unit.clone(),
                    threshold: *low_stock_threshold,
                    fulfillment: fulfillment.clone(),
                    approval: "pending",
                    rejection: None,
                    active: true,
                    deactivated_by_admin: false,
                    featured: false,
                    certificate: Value::Null,
                    certified: false,
                };
                self.products.insert(id, product);
            }
            ProductEvent::ProductDeleted { .. } => {
                self.products.remove(&id);
                self.decisions.remove(&id);
            }
            event => self.products.get_mut(&id).expect("it was listed").change(at, event),
        }
        let decided = match event {
            ProductEvent::ProductApproved { reason, .. } => decision("approved", None, reason.as_ref()),
            ProductEvent::ProductRejected { reason, .. } => decision("rejected", Some(reason), None),
            _ => return,
        };
        self.decisions.entry(id).or_default().push(decided);
    }

    fn stock(&mut self, event: &StockEvent) {
        match *event {
            StockEvent::StockCounted { product_id, quantity } => {
                self.on_hand.insert(product_id, quantity.into());
            }
            StockEvent::UnitsHeld { product_id, checkout_id, quantity, .. } => {
                self.held.insert((product_id, checkout_id), quantity.into());
            }
            StockEvent::HoldReleased { product_id, checkout_id, .. } => {
                self.held.remove(&(product_id, checkout_id));
            }
            StockEvent::UnitsSold { product_id, checkout_id, quantity, .. } => {
                self.held.remove(&(product_id, checkout_id));
                *self.on_hand.entry(product_id).or_default() -= i64::from(quantity);
            }
            StockEvent::UnitsRestocked { product_id, quantity, .. } => {
                *self.on_hand.entry(product_id).or_default() += i64::from(quantity);
            }
        }
    }

    fn visible(&self, product: &Product) -> bool {
        product.approved.is_some() && product.active && self.merchants[&product.merchant].visible()
    }

    /// The columns of a product that the public, the merchant and admins read.
    fn product_row(&self, id: ProductId, product: &Product) -> Value {
        let held: i64 = self.held.iter().filter(|((one, _), _)| *one == id).map(|(_, units)| units).sum();
        let on_hand = self.on_hand.get(&id).copied().unwrap_or_default();
        let (rating, count) = rating(self.reviews.iter().filter(|(one, ..)| *one == id));
        let mut row = product.row(id);
        row["visible"] = json!(self.visible(product));
        row["views"] = json!(self.looks.get(&id).copied().unwrap_or_default());
        row["available"] = json!((on_hand - held).max(0));
        (row["rating"], row["rating_count"]) = (rating, count);
        row
    }

    fn merchant_row(&self, id: AccountId, merchant: &Merchant) -> Value {
        let (rating, count) = rating(self.reviews.iter().filter(|(_, one, _)| *one == id));
        let own = self.products.values().filter(|product| product.merchant == id && self.visible(product));
        let Address { city, state, zip_code, latitude, longitude, .. } = &merchant.address;
        json!({
            "merchant_id": id, "merchant_name": merchant.name, "business": merchant.business, "city": city,
            "state": state, "zip_code": zip_code, "latitude": latitude, "longitude": longitude,
            "product_count": own.count(), "rating": rating, "merchant_rating_count": count,
            "merchant_opened_at": merchant.opened_at,
        })
    }
}

/// The average in hundredths of a star, rounded half up, and the number of reviews.
fn rating<'a>(reviews: impl Iterator<Item = &'a (ProductId, AccountId, u8)>) -> (Value, Value) {
    let (stars, count) =
        reviews.fold((0_u64, 0_u64), |(sum, count), (.., stars)| (sum + u64::from(*stars), count + 1));
    let average = if count == 0 { 0 } else { (200 * stars + count) / (2 * count) };
    (json!(average), json!(count))
}

impl Model for Catalog {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::catalog::Catalog)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read::<AccountEvent>(recorded) {
            self.account(recorded, &event);
        }
        if let Some(event) = read::<ProductEvent>(recorded) {
            self.product(recorded, &event);
        }
        if let Some(event) = read::<StockEvent>(recorded) {
            self.stock(&event);
        }
        if let Some(ViewsEvent::ProductViewed { product_id, visitors }) = read(recorded) {
            *self.looks.entry(product_id).or_default() += visitors;
        }
        match read(recorded) {
            Some(ReviewEvent::ProductReviewed { product_id, merchant_id, rating, .. }) => {
                self.reviews.push((product_id, merchant_id, rating));
            }
            Some(ReviewEvent::ReviewWithdrawn { product_id, merchant_id, rating, .. }) => {
                let withdrawn = (product_id, merchant_id, rating);
                let at = self.reviews.iter().position(|review| *review == withdrawn);
                self.reviews.swap_remove(at.expect("what is withdrawn was written"));
            }
            _ => {}
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let seen = self.merchants.iter().filter(|(_, merchant)| merchant.visible());
        let decided = self.decisions.iter().map(|(id, all)| json!({ "product_id": id, "decisions": all }));
        vec![
            answer(PRODUCTS, self.products.iter().map(|(id, product)| self.product_row(*id, product))),
            answer(MERCHANTS, seen.map(|(id, merchant)| self.merchant_row(*id, merchant))),
            answer(DECISIONS, decided),
        ]
    }
}

#[test]
fn the_catalog_agrees_with_its_model() {
    crate::folding::agrees::<Catalog>();
}
