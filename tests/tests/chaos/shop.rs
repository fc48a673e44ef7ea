//! Generates real events with plausible contents for the shop of this test. Pure.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    Actor, Cents, Personal, Role,
    events::{AccountEvent, CheckoutEvent, OrderEvent, PlannedOrder, ProductEvent, StockEvent},
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{
        Address, Amounts, BillingDetails, BusinessProfile, DeliveryMethod, Fulfillment, Image, Line,
        ProductDetails, ShippingDetails,
    },
};
use uuid::Uuid;

/// The namespace of all ids that the writers share.
const SHOP: Uuid = Uuid::from_u128(0x6368_616f_7300_4000_8000_0000_0000_0001);

pub(crate) const ADMIN: Actor =
    Actor::Account { id: AccountId::new(Uuid::from_u128(0xAD)), role: Role::Admin };

/// A merchant whose products all writers sell concurrently.
pub(crate) fn merchant(number: u32) -> AccountId {
    AccountId::derived(SHOP, &format!("merchant {number}"))
}

pub(crate) fn product(merchant: AccountId, number: u32) -> ProductId {
    ProductId::derived(merchant.uuid(), &format!("product {number}"))
}

pub(crate) const fn customer_actor(id: AccountId) -> Actor {
    Actor::Account { id, role: Role::Customer }
}

pub(crate) const fn merchant_actor(id: AccountId) -> Actor {
    Actor::Account { id, role: Role::Merchant }
}

pub(crate) fn customer_opened(account_id: AccountId) -> AccountEvent {
    let id = account_id.uuid();
    AccountEvent::AccountOpened {
        account_id,
        role: Role::Customer,
        name: Personal::new(id, customer_name(account_id)),
        email: Personal::new(id, format!("{}@example.org", id.simple())),
        phone: None,
        address: None,
        business: None,
    }
}

fn customer_name(account_id: AccountId) -> String {
    format!("Customer {}", &account_id.to_string()[..8])
}

pub(crate) fn merchant_opened(account_id: AccountId) -> AccountEvent {
    let id = account_id.uuid();
    AccountEvent::AccountOpened {
        account_id,
        role: Role::Merchant,
        name: Personal::new(id, "Rosa Field".to_owned()),
        email: Personal::new(id, format!("{}@example.org", id.simple())),
        phone: Some(Personal::new(id, "555-0100".to_owned())),
        address: Some(Personal::new(id, address())),
        business: Some(BusinessProfile {
            business_name: business_name(account_id),
            business_type: "Farm".to_owned(),
            business_description: "Vegetables from the river meadows, picked in the morning.".to_owned(),
            offers_pickup: true,
            offers_delivery: true,
            same_day_delivery: false,
            delivery_radius: 10,
            same_day_cutoff: "14:00".to_owned(),
            photo_url: None,
        }),
    }
}

fn business_name(account_id: AccountId) -> String {
    format!("Farm {}", &account_id.to_string()[..8])
}

fn address() -> Address {
    Address {
        street: "1 Mill Road".to_owned(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "United States".to_owned(),
        latitude: Some(44.484),
        longitude: Some(-73.2199),
    }
}

pub(crate) fn listed(product_id: ProductId, merchant_id: AccountId) -> ProductEvent {
    ProductEvent::ProductListed {
        product_id,
        merchant_id,
        details: ProductDetails {
            name: product_name(product_id),
            description: "Ripened on the vine; for salads and sauces.".to_owned(),
            category: "produce".to_owned(),
            subcategory: "vegetables".to_owned(),
            images: vec![Image {
                url: "/pictures/tomato.webp".to_owned(),
                alt: "A tomato".to_owned(),
                is_featured: true,
            }],
            tags: vec!["red".to_owned(), "juicy".to_owned()],
            is_organic: false,
            is_locally_sourced: true,
            harvest_date: None,
        },
        price: Cents(4_50),
        unit: "pound".to_owned(),
        low_stock_threshold: 5,
        fulfillment: Fulfillment::default(),
    }
}

fn product_name(product_id: ProductId) -> String {
    format!("Heirloom Tomato {}", &product_id.to_string()[..8])
}

/// The stock of a product according to its history.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    pub(crate) on_hand: u32,
    /// Held units by checkout.
    pub(crate) holds: BTreeMap<Uuid, u32>,
}

impl Shelf {
    pub(crate) fn of(history: &[StockEvent]) -> Self {
        let mut shelf = Self::default();
        for event in history {
            match event {
                StockEvent::StockCounted { quantity, .. } => shelf.on_hand = *quantity,
                StockEvent::UnitsHeld { checkout_id, quantity, .. } => {
                    shelf.holds.insert(checkout_id.uuid(), *quantity);
                }
                StockEvent::HoldReleased { checkout_id, .. } => {
                    shelf.holds.remove(&checkout_id.uuid());
                }
                StockEvent::UnitsSold { checkout_id, quantity, .. } => {
                    shelf.holds.remove(&checkout_id.uuid());
                    shelf.on_hand -= quantity;
                }
                StockEvent::UnitsRestocked { quantity, .. } => shelf.on_hand += quantity,
            }
        }
        shelf
    }

    pub(crate) fn free(&self) -> u32 {
        self.on_hand - self.holds.values().sum::<u32>()
    }
}

/// A customer's purchase of one product.
#[derive(Clone, Debug)]
pub(crate) struct Purchase {
    pub(crate) checkout_id: CheckoutId,
    pub(crate) order_id: OrderId,
    pub(crate) customer_id: AccountId,
    pub(crate) merchant_id: AccountId,
    pub(crate) product_id: ProductId,
    pub(crate) quantity: u32,
    pub(crate) at: DateTime<Utc>,
}

impl Purchase {
    pub(crate) fn amounts(&self) -> Amounts {
        let subtotal = Cents(4_50).times(self.quantity);
        let tax = subtotal.basis_points(800);
        Amounts { subtotal, tax, delivery_fee: Cents::ZERO, total: subtotal + tax }
    }

    fn number(&self) -> String {
        format!("GS-{}", self.checkout_id.uuid().simple())
    }

    pub(crate) fn intent(&self) -> String {
        format!("pi_{}", self.checkout_id.uuid().simple())
    }

    fn line(&self) -> Line {
        Line {
            product_id: self.product_id,
            merchant_id: self.merchant_id,
            merchant_name: business_name(self.merchant_id),
            name: product_name(self.product_id),
            unit: "pound".to_owned(),
            image_url: None,
            price: Cents(4_50),
            quantity: self.quantity,
        }
    }

    fn shipping(&self) -> Personal<ShippingDetails> {
        let shipping = ShippingDetails {
            first_name: "Ada".to_owned(),
            last_name: customer_name(self.customer_id),
            email: "ada@example.org".to_owned(),
            zip_code: "05401".to_owned(),
            ..ShippingDetails::default()
        };
        Personal::new(self.customer_id.uuid(), shipping)
    }

    fn billing(&self) -> Personal<BillingDetails> {
        let billing = BillingDetails { same_as_shipping: true, ..BillingDetails::default() };
        Personal::new(self.customer_id.uuid(), billing)
    }

    fn merchant_address(&self) -> Option<Personal<Address>> {
        Some(Personal::new(self.merchant_id.uuid(), address()))
    }

    pub(crate) fn started(&self) -> CheckoutEvent {
        CheckoutEvent::CheckoutStarted {
            checkout_id: self.checkout_id,
            customer_id: self.customer_id,
            number: self.number(),
            lines: vec![self.line()],
            orders: vec![PlannedOrder {
                order_id: self.order_id,
                number: format!("{}-1", self.number()),
                merchant_id: self.merchant_id,
                merchant_address: self.merchant_address(),
                amounts: self.amounts(),
            }],
            amounts: self.amounts(),
            delivery_method: DeliveryMethod::Pickup,
            shipping: self.shipping(),
            billing: self.billing(),
            expires_at: self.until(),
        }
    }

    pub(crate) fn until(&self) -> DateTime<Utc> {
        self.at + TimeDelta::minutes(15)
    }

    pub(crate) fn paid(&self) -> CheckoutEvent {
        CheckoutEvent::PaymentReceived {
            checkout_id: self.checkout_id,
            intent_id: self.intent(),
            amount: self.amounts().total,
            received_at: self.at,
        }
    }

    pub(crate) fn refund_decided(&self, order_id: Option<OrderId>) -> CheckoutEvent {
        let (checkout_id, amount) = (self.checkout_id, self.amounts().total);
        CheckoutEvent::RefundDecided { checkout_id, order_id, amount }
    }

    pub(crate) fn refund_issued(&self, order_id: Option<OrderId>) -> CheckoutEvent {
        let (checkout_id, amount) = (self.checkout_id, self.amounts().total);
        let refund_id = format!("re_{}", checkout_id.uuid().simple());
        CheckoutEvent::RefundIssued { checkout_id, order_id, amount, refund_id }
    }

    pub(crate) fn placed(&self) -> OrderEvent {
        OrderEvent::OrderPlaced {
            order_id: self.order_id,
            checkout_id: self.checkout_id,
            number: format!("{}-1", self.number()),
            parent_number: self.number(),
            customer_id: self.customer_id,
            customer_name: Personal::new(self.customer_id.uuid(), customer_name(self.customer_id)),
            customer_email: Personal::new(self.customer_id.uuid(), "ada@example.org".to_owned()),
            merchant_id: self.merchant_id,
            merchant_name: business_name(self.merchant_id),
            merchant_address: self.merchant_address(),
            lines: vec![self.line()],
            amounts: self.amounts(),
            delivery_method: DeliveryMethod::Pickup,
            shipping: self.shipping(),
            billing: self.billing(),
        }
    }
}
