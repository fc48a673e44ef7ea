//! Generates real events with plausible contents for the writers. Pure.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use histories::{Checkout, Order, Person, Product, address, business};
use shared_events::{
    Actor, Role,
    events::{AccountEvent, CheckoutEvent, ProductEvent, StockEvent},
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{Amounts, BillingDetails, BusinessProfile, Image, ProductDetails, ShippingDetails},
};
use uuid::Uuid;

/// The namespace of the ids that all writers share.
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

fn email(account_id: AccountId) -> String {
    format!("{}@example.org", account_id.uuid().simple())
}

fn the_customer(id: AccountId) -> Person {
    Person { id, name: customer_name(id), email: email(id), ..histories::customer(0) }
}

fn the_merchant(id: AccountId) -> Person {
    let business = BusinessProfile {
        business_description: "Vegetables from the river meadows, picked in the morning.".to_owned(),
        offers_delivery: true,
        delivery_radius: 10,
        ..business(&format!("Farm {}", &id.to_string()[..8]))
    };
    Person {
        id,
        name: "Rosa Field".to_owned(),
        email: email(id),
        business: Some(business),
        ..histories::merchant(0)
    }
}

fn the_product(id: ProductId, merchant_id: AccountId) -> Product {
    let tomato = histories::product(0).named(&format!("Heirloom Tomato {}", &id.to_string()[..8]));
    let details = ProductDetails {
        description: "Ripened on the vine; for salads and sauces.".to_owned(),
        images: vec![Image {
            url: "/pictures/tomato.webp".to_owned(),
            alt: "A tomato".to_owned(),
            is_featured: true,
        }],
        ..tomato.details.clone()
    };
    Product { id, merchant_id, details, ..tomato }
}

pub(crate) fn customer_opened(account_id: AccountId) -> AccountEvent {
    the_customer(account_id).opened()
}

fn customer_name(account_id: AccountId) -> String {
    format!("Customer {}", &account_id.to_string()[..8])
}

pub(crate) fn merchant_opened(account_id: AccountId) -> AccountEvent {
    the_merchant(account_id).opened()
}

pub(crate) fn listed(product_id: ProductId, merchant_id: AccountId) -> ProductEvent {
    the_product(product_id, merchant_id).listed()
}

/// The state of a product's stock after its events.
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
        self.order().amounts
    }

    fn number(&self) -> String {
        format!("GS-{}", self.checkout_id.uuid().simple())
    }

    pub(crate) fn intent(&self) -> String {
        format!("pi_{}", self.checkout_id.uuid().simple())
    }

    pub(crate) fn order(&self) -> Order {
        let (customer, merchant) = (the_customer(self.customer_id), the_merchant(self.merchant_id));
        let shipping = ShippingDetails {
            first_name: "Ada".to_owned(),
            last_name: customer.name.clone(),
            email: "ada@example.org".to_owned(),
            zip_code: "05401".to_owned(),
            ..ShippingDetails::default()
        };
        Order {
            id: self.order_id,
            checkout_id: self.checkout_id,
            number: format!("{}-1", self.number()),
            parent_number: self.number(),
            merchant_address: Some(merchant.personal(address())),
            shipping,
            billing: BillingDetails { same_as_shipping: true, ..BillingDetails::default() },
            ..Order::new(0, &customer, &merchant)
        }
        .of(vec![self.product().line(merchant.business_name(), self.quantity)])
    }

    pub(crate) fn checkout(&self) -> Checkout {
        Checkout { intent_id: self.intent(), expires_at: self.until(), ..Checkout::of(vec![self.order()]) }
    }

    pub(crate) fn until(&self) -> DateTime<Utc> {
        self.at + TimeDelta::minutes(15)
    }

    pub(crate) fn paid(&self) -> CheckoutEvent {
        self.checkout().paid(self.at)
    }

    pub(crate) fn refund_decided(&self, order_id: Option<OrderId>) -> CheckoutEvent {
        self.checkout().refund_decided(order_id, self.amounts().total)
    }

    pub(crate) fn refund_issued(&self, order_id: Option<OrderId>) -> CheckoutEvent {
        let refund_id = format!("re_{}", self.checkout_id.uuid().simple());
        self.checkout().refund_issued(order_id, self.amounts().total, &refund_id)
    }

    /// Holds the purchased units until [`Self::until`].
    pub(crate) fn held(&self) -> StockEvent {
        self.product().held(self.checkout_id, self.quantity, self.until())
    }

    pub(crate) fn product(&self) -> Product {
        the_product(self.product_id, self.merchant_id)
    }
}
