//! A customer starts a checkout for a cart.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Cents, Personal,
    events::{CheckoutEvent, PlannedOrder},
    ids::{AccountId, OrderId, ProductId},
    shop::{BillingDetails, DeliveryMethod, ShippingDetails},
};
use uuid::Uuid;

use super::{Checkout, FeePolicy, NotOffered, Offer, Wanted, checkout_id, quote};
use crate::Command;

/// The most units of one product in a checkout.
pub const MAX_UNITS: u32 = 10_000;
pub const MAX_PRODUCTS: usize = 100;

/// A product in a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CartItem {
    pub product_id: ProductId,
    /// How many units.
    pub quantity: u32,
}

/// Start a checkout for this cart.
#[derive(Clone, Debug)]
pub struct StartCheckout {
    /// The number that the customer will see; the checkout's id follows from it.
    pub number: String,
    /// The buyer.
    pub customer_id: AccountId,
    /// The cart, each product once; see [`merged`].
    pub cart: Vec<CartItem>,
    /// Offers for the products that the public can buy.
    pub offers: BTreeMap<ProductId, Offer>,
    /// Delivery or pickup, as the customer chose.
    pub delivery_method: DeliveryMethod,
    /// The recipient and the address.
    pub shipping: ShippingDetails,
    /// The payer.
    pub billing: BillingDetails,
    /// The total that the customer was shown.
    pub amount: Cents,
    /// The operator's settings for delivery fees.
    pub fees: FeePolicy,
    /// The current time.
    pub at: DateTime<Utc>,
    /// When the holds end.
    pub expires_at: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("Your cart is empty")]
    EmptyCart,
    /// More than [`MAX_PRODUCTS`] products.
    #[error("A checkout takes at most {MAX_PRODUCTS} different products")]
    TooManyProducts,
    /// More than [`MAX_UNITS`] units of a product, or none.
    #[error("Quantities must be whole numbers from 1 to {MAX_UNITS}")]
    BadQuantity,
    /// A product is not for sale, or no longer.
    #[error("A product in your cart is no longer available")]
    Unavailable(ProductId),
    /// The customer is the seller of some products.
    #[error("You cannot buy your own products. Please remove from your cart: {}", .0.join(", "))]
    OwnProducts(Vec<String>),
    /// The cart cannot be delivered or paid as requested.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// The total differs from the one that the customer was shown.
    #[error("Prices have changed. Please review your cart and try again.")]
    PricesChanged,
    #[error("the number is taken")]
    NumberTaken,
}

/// Adds up the lines of the same product, in the order of their first lines.
///
/// # Errors
/// The cart is empty or too large, or a line has no units.
pub fn merged(items: &[CartItem]) -> Result<Vec<CartItem>, Refusal> {
    let mut merged: Vec<CartItem> = Vec::new();
    for item in items {
        if item.quantity == 0 {
            return Err(Refusal::BadQuantity);
        }
        match merged.iter().position(|other| other.product_id == item.product_id) {
            Some(at) => merged[at].quantity = merged[at].quantity.saturating_add(item.quantity),
            // Checked inside the loop: the search above is linear, so an unbounded cart would make the merge
            // quadratic.
            None if merged.len() == MAX_PRODUCTS => return Err(Refusal::TooManyProducts),
            None => merged.push(*item),
        }
    }
    if merged.is_empty() {
        return Err(Refusal::EmptyCart);
    }
    if merged.iter().any(|item| item.quantity > MAX_UNITS) {
        return Err(Refusal::BadQuantity);
    }
    Ok(merged)
}

impl Command for StartCheckout {
    type Aggregate = Checkout;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        checkout_id(&self.number).uuid()
    }

    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Refusal> {
        if checkout.started.is_some() {
            return Err(Refusal::NumberTaken);
        }
        let wanted = self.cart.iter().map(|item| {
            let offer = self.offers.get(&item.product_id).ok_or(Refusal::Unavailable(item.product_id))?;
            Ok(Wanted { offer: offer.clone(), quantity: item.quantity })
        });
        let wanted = wanted.collect::<Result<Vec<Wanted>, Refusal>>()?;
        let own = wanted.iter().filter(|wanted| wanted.offer.seller.merchant_id == self.customer_id);
        let own: Vec<String> = own.map(|wanted| wanted.offer.name.clone()).collect();
        if !own.is_empty() {
            return Err(Refusal::OwnProducts(own));
        }
        let zip_code = self.shipping.zip_code.trim();
        let quote = quote(&wanted, self.delivery_method, zip_code, self.fees, self.at)?;
        if quote.amounts.total != self.amount {
            return Err(Refusal::PricesChanged);
        }
        let checkout_id = checkout_id(&self.number);
        let orders = quote.shares.into_iter().zip(1..).map(|(share, part)| PlannedOrder {
            order_id: OrderId::derived(checkout_id.uuid(), &share.merchant_id.to_string()),
            number: format!("{}-{part}", self.number),
            merchant_id: share.merchant_id,
            merchant_address: share.merchant_address,
            amounts: share.amounts,
            promised_for: share.promised_for,
        });
        let customer = self.customer_id.uuid();
        Ok(vec![CheckoutEvent::CheckoutStarted {
            checkout_id,
            customer_id: self.customer_id,
            number: self.number.clone(),
            lines: quote.lines,
            orders: orders.collect(),
            amounts: quote.amounts,
            delivery_method: self.delivery_method,
            billing: Personal::new(customer, billing(&self.billing, &self.shipping)),
            shipping: Personal::new(customer, self.shipping.clone()),
            expires_at: self.expires_at,
        }])
    }
}

/// The payer's details; a copy of the shipping address when the customer says that it is the same.
fn billing(billing: &BillingDetails, shipping: &ShippingDetails) -> BillingDetails {
    if !billing.same_as_shipping {
        return billing.clone();
    }
    let ShippingDetails { first_name, last_name, address, apartment, city, state, zip_code, country, .. } =
        shipping.clone();
    BillingDetails {
        same_as_shipping: true,
        first_name,
        last_name,
        address,
        apartment,
        city,
        state,
        zip_code,
        country,
    }
}

#[cfg(test)]
mod tests {
    use histories::shipping;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    fn item(product: u128, quantity: u32) -> CartItem {
        CartItem { product_id: offer(product).product_id, quantity }
    }

    /// Two of product 1 ($3.50) and one of product 2 ($1.25): $8.25, tax $0.66.
    fn command() -> StartCheckout {
        let offers = [offer(1), Offer { price: Cents(1_25), ..offer(2) }];
        StartCheckout {
            number: NUMBER.to_owned(),
            customer_id: customer_id(),
            cart: vec![item(1, 2), item(2, 1)],
            offers: offers.into_iter().map(|offer| (offer.product_id, offer)).collect(),
            delivery_method: DeliveryMethod::Pickup,
            shipping: shipping(),
            billing: BillingDetails { same_as_shipping: true, ..BillingDetails::default() },
            amount: Cents(8_91),
            fees: FeePolicy::default(),
            at: paid_at(),
            expires_at: expires_at(),
        }
    }

    #[test]
    fn a_cart_becomes_a_checkout_with_one_order_a_merchant() {
        given::<Checkout>(&[]).when(&command()).then(&[checkout().started()]);
    }

    #[test]
    fn each_line_belongs_to_its_merchants_order() {
        use crate::Aggregate;
        let started = Checkout::fold(&[checkout().started()]).started.unwrap();
        let lines: Vec<_> =
            started.lines_with_orders().map(|(line, order)| (line.merchant_id, order)).collect();
        let orders: Vec<_> = started.orders.iter().map(|order| (order.merchant_id, order.order_id)).collect();
        assert_eq!((lines.len(), &lines), (2, &orders));
    }

    #[test]
    fn a_total_that_differs_by_a_cent_is_refused() {
        for wrong in [8_90, 8_92, 0] {
            let command = StartCheckout { amount: Cents(wrong), ..command() };
            given::<Checkout>(&[]).when(&command).then_refused(Refusal::PricesChanged);
        }
    }

    #[test]
    fn a_product_that_is_not_for_sale_is_refused() {
        let mut command = command();
        command.offers.remove(&offer(2).product_id);
        given::<Checkout>(&[]).when(&command).then_refused(Refusal::Unavailable(offer(2).product_id));
    }

    #[test]
    fn merchants_cannot_buy_their_own_products() {
        let command = StartCheckout { customer_id: offer(2).seller.merchant_id, ..command() };
        given::<Checkout>(&[])
            .when(&command)
            .then_refused(Refusal::OwnProducts(vec!["Product 2".to_owned()]));
    }

    #[test]
    fn a_number_is_used_once() {
        given::<Checkout>(&[checkout().started()]).when(&command()).then_refused(Refusal::NumberTaken);
    }

    #[test]
    fn a_billing_address_of_its_own_is_kept() {
        let own = BillingDetails { first_name: "Bill".to_owned(), ..BillingDetails::default() };
        let command = StartCheckout { billing: own.clone(), ..command() };
        let events = command.decide(&Checkout::default()).unwrap();
        let [CheckoutEvent::CheckoutStarted { billing, .. }] = events.as_slice() else { unreachable!() };
        assert_eq!(billing.get(), Some(&own));
    }

    #[test]
    fn lines_of_the_same_product_count_together() {
        assert_eq!(merged(&[item(1, 2), item(2, 1), item(1, 3)]), Ok(vec![item(1, 5), item(2, 1)]));
        assert_eq!(merged(&[]), Err(Refusal::EmptyCart));
        assert_eq!(merged(&[item(1, 0)]), Err(Refusal::BadQuantity));
        assert_eq!(merged(&[item(1, MAX_UNITS), item(1, 1)]), Err(Refusal::BadQuantity));
        assert_eq!(merged(&[item(1, u32::MAX), item(1, u32::MAX)]), Err(Refusal::BadQuantity));
        let many: Vec<CartItem> = (0..101).map(|product| item(product, 1)).collect();
        assert_eq!(merged(&many), Err(Refusal::TooManyProducts));
    }

    #[test]
    fn a_cart_with_too_many_products_is_refused() {
        let mut many: Vec<CartItem> = (0..=MAX_PRODUCTS as u128).map(|product| item(product, 1)).collect();
        many.push(item(0, 0));
        assert_eq!(merged(&many), Err(Refusal::TooManyProducts), "the lines after it are not read");
    }

    #[test]
    fn values_at_the_limits_are_accepted() {
        let many =
            |count: usize| -> Vec<CartItem> { (1..=count as u128).map(|product| item(product, 1)).collect() };
        assert_eq!(merged(&many(MAX_PRODUCTS)).map(|cart| cart.len()), Ok(MAX_PRODUCTS));
        assert_eq!(merged(&many(MAX_PRODUCTS + 1)), Err(Refusal::TooManyProducts));
        assert_eq!(merged(&[item(1, MAX_UNITS - 1), item(1, 1)]).map(|cart| cart[0].quantity), Ok(MAX_UNITS));
        assert_eq!(merged(&[item(1, MAX_UNITS), item(1, 1)]), Err(Refusal::BadQuantity));
    }
}
