//! The quote: what a checkout costs, computed from our own data instead of the client's.

use chrono::{DateTime, NaiveDate, Utc};
use places::{Place, Places};
use shared_events::{
    Cents, Personal,
    ids::AccountId,
    shop::{Address, Amounts, DeliveryMethod, Line},
};

use super::{FeePolicy, Offer, Seller, tax::tax};

/// The payment providers do not accept smaller card payments.
pub const MINIMUM_TOTAL: Cents = Cents(50);
/// Nor larger ones: an amount has eight digits.
const MAXIMUM_TOTAL: Cents = Cents(99_999_999);

/// A product in the cart, with the quantity summed over all lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The product, its price and its seller.
    pub offer: Offer,
    /// How many units, at least one.
    pub quantity: u32,
}

/// One merchant's part of a quote.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    pub merchant_id: AccountId,
    /// Where customers pick up their orders.
    pub merchant_address: Option<Personal<Address>>,
    /// The amounts of all shares add up to the quote's amounts.
    pub amounts: Amounts,
    /// The day of a same-day delivery, in the merchant's time zone.
    pub promised_for: Option<NaiveDate>,
}

/// The cost of a checkout.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote {
    /// One line for each product, in the customer's order.
    pub lines: Vec<Line>,
    /// One share for each merchant, in the order of their first lines.
    pub shares: Vec<Share>,
    /// The totals.
    pub amounts: Amounts,
}

/// Why the cart cannot be delivered or paid as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOffered {
    /// Some products are not offered with this delivery method.
    #[error("{} is not available for: {}", title(*method), products.join(", "))]
    Method {
        /// The requested method.
        method: DeliveryMethod,
        /// Names of the products that do not offer it.
        products: Vec<String>,
    },
    /// It is too late for same-day delivery of some products.
    #[error("It is too late for same day delivery today of: {}", products.join(", "))]
    TooLate {
        /// Names of these products.
        products: Vec<String>,
    },
    /// The ZIP code has no known coordinates, so the distance cannot be computed.
    #[error("Zip code not found")]
    UnknownPlace,
    /// The address is outside the delivery radius of some products.
    #[error("Not delivered to {zip_code}, it is too far away: {}", products.join(", "))]
    TooFar {
        /// The ZIP code of the address.
        zip_code: String,
        /// Names of these products.
        products: Vec<String>,
    },
    /// The total is below the smallest card payment.
    #[error("The smallest card payment is {MINIMUM_TOTAL}")]
    TooLittle,
    /// The total is above the largest card payment.
    #[error("The largest card payment is $999,999.99. Please order in several parts.")]
    TooMuch,
}

const fn title(method: DeliveryMethod) -> &'static str {
    match method {
        DeliveryMethod::Pickup => "Store pickup",
        DeliveryMethod::StandardDelivery => "Standard delivery",
        DeliveryMethod::SameDayDelivery => "Same day delivery",
    }
}

/// Prices the cart at this time. Tax is rounded once, half up; the fee depends on the method; both are split
/// over the merchants without losing a cent.
///
/// # Errors
/// See [`NotOffered`].
///
/// # Panics
/// If the cart is empty.
pub fn quote(
    wanted: &[Wanted],
    method: DeliveryMethod,
    zip_code: &str,
    policy: FeePolicy,
    at: DateTime<Utc>,
) -> Result<Quote, NotOffered> {
    let products = names(wanted, |offer| !offer.offers(method));
    if !products.is_empty() {
        return Err(NotOffered::Method { method, products });
    }
    if method != DeliveryMethod::Pickup {
        within_reach(wanted, zip_code)?;
    }
    if method == DeliveryMethod::SameDayDelivery {
        let products = names(wanted, |offer| offer.seller.is_too_late_today(at));
        if !products.is_empty() {
            return Err(NotOffered::TooLate { products });
        }
    }
    let lines: Vec<Line> = wanted.iter().map(line).collect();
    let subtotal: Cents = lines.iter().map(Line::subtotal).sum();
    let amounts = amounts(subtotal, tax(subtotal), policy.fee(method, subtotal));
    if amounts.total < MINIMUM_TOTAL {
        return Err(NotOffered::TooLittle);
    }
    if amounts.total > MAXIMUM_TOTAL {
        return Err(NotOffered::TooMuch);
    }
    let shares = shares(wanted, &lines, amounts, |seller| seller.promised_for(method, at));
    Ok(Quote { shares, lines, amounts })
}

fn names(wanted: &[Wanted], unfit: impl Fn(&Offer) -> bool) -> Vec<String> {
    wanted.iter().filter(|wanted| unfit(&wanted.offer)).map(|wanted| wanted.offer.name.clone()).collect()
}

fn within_reach(wanted: &[Wanted], zip_code: &str) -> Result<(), NotOffered> {
    let Place { latitude, longitude, .. } =
        Places::builtin().lookup(zip_code).map_err(|_| NotOffered::UnknownPlace)?;
    let products = names(wanted, |offer| !offer.reaches(latitude, longitude));
    if products.is_empty() {
        return Ok(());
    }
    Err(NotOffered::TooFar { zip_code: zip_code.to_owned(), products })
}

fn line(Wanted { offer, quantity }: &Wanted) -> Line {
    Line {
        product_id: offer.product_id,
        merchant_id: offer.seller.merchant_id,
        merchant_name: offer.seller.name.clone(),
        name: offer.name.clone(),
        unit: offer.unit.clone(),
        image_url: offer.image_url.clone(),
        price: offer.price,
        quantity: *quantity,
    }
}

fn amounts(subtotal: Cents, tax: Cents, delivery_fee: Cents) -> Amounts {
    Amounts { subtotal, tax, delivery_fee, total: subtotal + tax + delivery_fee }
}

fn shares(
    wanted: &[Wanted],
    lines: &[Line],
    whole: Amounts,
    promised_for: impl Fn(&Seller) -> Option<NaiveDate>,
) -> Vec<Share> {
    let mut sellers: Vec<(&Offer, Cents)> = Vec::new();
    for (Wanted { offer, .. }, line) in wanted.iter().zip(lines) {
        let same = |(other, _): &&mut (&Offer, Cents)| other.seller.merchant_id == offer.seller.merchant_id;
        match sellers.iter_mut().find(same) {
            Some((_, subtotal)) => *subtotal += line.subtotal(),
            None => sellers.push((offer, line.subtotal())),
        }
    }
    let subtotals: Vec<Cents> = sellers.iter().map(|(_, subtotal)| *subtotal).collect();
    let (taxes, fees) = (whole.tax.split(&subtotals), whole.delivery_fee.split(&subtotals));
    let parts = sellers.iter().zip(taxes.into_iter().zip(fees));
    parts
        .map(|((offer, subtotal), (tax, fee))| Share {
            merchant_id: offer.seller.merchant_id,
            merchant_address: offer.seller.address.clone(),
            amounts: amounts(*subtotal, tax, fee),
            promised_for: promised_for(&offer.seller),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};
    use shared_events::shop::FulfillmentMethod;

    use super::*;
    use crate::checkout::testing::{offer, paid_at, wanted};

    const ZIP: &str = "05401";

    fn priced(wanted: &[Wanted], method: DeliveryMethod) -> Quote {
        quote(wanted, method, ZIP, FeePolicy::default(), paid_at()).unwrap()
    }

    #[test]
    fn tax_is_eight_percent_and_the_fee_goes_by_method() {
        let wanted = [wanted(1, 3_50, 2)];
        let rows = [
            (DeliveryMethod::Pickup, 0, 7_56),
            (DeliveryMethod::StandardDelivery, 5_00, 12_56),
            (DeliveryMethod::SameDayDelivery, 15_00, 22_56),
        ];
        for (method, fee, total) in rows {
            let amounts = Amounts {
                subtotal: Cents(7_00),
                tax: Cents(56),
                delivery_fee: Cents(fee),
                total: Cents(total),
            };
            assert_eq!(priced(&wanted, method).amounts, amounts);
        }
    }

    #[test]
    fn merchants_share_in_the_order_of_their_first_lines() {
        let mut second_of_one = wanted(1, 1_00, 1);
        second_of_one.offer.product_id = offer(9).product_id;
        let quote = priced(&[wanted(1, 1_00, 1), wanted(2, 2_00, 1), second_of_one], DeliveryMethod::Pickup);
        let shares: Vec<_> =
            quote.shares.iter().map(|share| (share.merchant_id, share.amounts.subtotal)).collect();
        let [one, two] = [offer(1).seller.merchant_id, offer(2).seller.merchant_id];
        assert_eq!(shares, [(one, Cents(2_00)), (two, Cents(2_00))]);
    }

    #[test]
    fn a_delivery_method_is_refused_with_the_products_that_it_does_not_suit() {
        let mut pickup_only = wanted(1, 1_00, 1);
        pickup_only.offer.fulfillment.method = FulfillmentMethod::PickupOnly;
        let mut delivered = wanted(2, 1_00, 1);
        delivered.offer.fulfillment.method = FulfillmentMethod::DeliveryOnly;
        let refusal = |wanted: &[Wanted], method| {
            quote(wanted, method, ZIP, FeePolicy::default(), paid_at()).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(&[pickup_only.clone(), delivered.clone()], DeliveryMethod::StandardDelivery),
            "Standard delivery is not available for: Product 1"
        );
        assert_eq!(
            refusal(&[pickup_only.clone(), delivered.clone()], DeliveryMethod::SameDayDelivery),
            "Same day delivery is not available for: Product 1"
        );
        assert_eq!(
            refusal(&[pickup_only, delivered], DeliveryMethod::Pickup),
            "Store pickup is not available for: Product 2"
        );
    }

    #[test]
    fn same_day_delivery_needs_merchants_that_offer_it_and_an_early_order() {
        let mut without = wanted(2, 1_00, 1);
        without.offer.seller.same_day = false;
        let mut early = wanted(3, 1_00, 1);
        early.offer.seller.same_day_cutoff = "10:00".to_owned();
        let refusal = |wanted: &[Wanted]| {
            quote(wanted, DeliveryMethod::SameDayDelivery, ZIP, FeePolicy::default(), paid_at())
                .map_err(|refusal| refusal.to_string())
        };
        let unavailable = "Same day delivery is not available for: Product 2";
        assert_eq!(refusal(&[wanted(1, 1_00, 1), without.clone()]).unwrap_err(), unavailable);
        // It is 10:13 in Burlington.
        let late = "It is too late for same day delivery today of: Product 3";
        assert_eq!(refusal(&[wanted(1, 1_00, 1), early.clone()]).unwrap_err(), late);
        early.offer.seller.same_day_cutoff = "10:14".to_owned();
        assert!(refusal(&[wanted(1, 1_00, 1), early]).is_ok());
        let standard =
            quote(&[without], DeliveryMethod::StandardDelivery, ZIP, FeePolicy::default(), paid_at());
        assert!(standard.is_ok());
    }

    #[test]
    fn products_out_of_range_are_named_and_can_still_be_picked_up() {
        let wanted = [wanted(1, 1_00, 1), wanted(2, 1_00, 1)];
        let refusal =
            quote(&wanted, DeliveryMethod::StandardDelivery, "97201", FeePolicy::default(), paid_at());
        assert_eq!(
            refusal.unwrap_err().to_string(),
            "Not delivered to 97201, it is too far away: Product 1, Product 2"
        );
        assert!(quote(&wanted, DeliveryMethod::Pickup, "97201", FeePolicy::default(), paid_at()).is_ok());
        let nowhere =
            quote(&wanted, DeliveryMethod::StandardDelivery, "00000", FeePolicy::default(), paid_at());
        assert_eq!(nowhere.unwrap_err(), NotOffered::UnknownPlace);
    }

    #[test]
    fn a_total_below_the_card_minimum_is_refused() {
        let refusal =
            quote(&[wanted(1, 45, 1)], DeliveryMethod::Pickup, ZIP, FeePolicy::default(), paid_at());
        assert_eq!(refusal.unwrap_err().to_string(), "The smallest card payment is $0.50");
        assert!(
            quote(&[wanted(1, 46, 1)], DeliveryMethod::Pickup, ZIP, FeePolicy::default(), paid_at()).is_ok()
        );
    }

    #[test]
    fn a_total_above_the_card_maximum_is_refused() {
        let priced = |price, quantity, method| {
            quote(&[wanted(1, price, quantity)], method, ZIP, FeePolicy::default(), paid_at())
                .map(|quote| quote.amounts.total)
        };
        // $925,925.92 with tax is $999,999.99.
        assert_eq!(priced(92_592_592, 1, DeliveryMethod::Pickup), Ok(MAXIMUM_TOTAL));
        assert_eq!(priced(92_592_593, 1, DeliveryMethod::Pickup), Err(NotOffered::TooMuch));
        assert_eq!(priced(92_592_592, 1, DeliveryMethod::SameDayDelivery), Err(NotOffered::TooMuch));
        // The highest price and the most units of the most products do not overflow.
        let all: Vec<Wanted> = (0..100).map(|number| wanted(number, 100_000_000, 10_000)).collect();
        let refusal = quote(&all, DeliveryMethod::Pickup, ZIP, FeePolicy::default(), paid_at()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "The largest card payment is $999,999.99. Please order in several parts."
        );
    }

    #[test]
    fn each_merchants_share_has_its_promised_day() {
        let share = |method| priced(&[wanted(1, 1_00, 1)], method).shares[0].promised_for;
        assert_eq!(share(DeliveryMethod::SameDayDelivery), Some(paid_at().date_naive()));
        assert_eq!(share(DeliveryMethod::StandardDelivery), None);
    }

    proptest! {
        #[test]
        fn shares_add_up_to_the_whole(
            lines in prop::collection::vec((0_u128..5, 0_i64..100_000, 1_u32..50), 1..12),
            method in select(DeliveryMethod::ALL.to_vec()),
        ) {
            let wanted: Vec<Wanted> =
                lines.iter().map(|(merchant, price, quantity)| wanted(*merchant, *price, *quantity)).collect();
            let Ok(quote) = quote(&wanted, method, ZIP, FeePolicy::default(), paid_at()) else { return Ok(()) };
            let sum = |part: fn(&Amounts) -> Cents| -> Cents {
                quote.shares.iter().map(|share| part(&share.amounts)).sum()
            };
            prop_assert_eq!(sum(|part| part.subtotal), quote.amounts.subtotal);
            prop_assert_eq!(sum(|part| part.tax), quote.amounts.tax);
            prop_assert_eq!(sum(|part| part.delivery_fee), quote.amounts.delivery_fee);
            prop_assert_eq!(sum(|part| part.total), quote.amounts.total);
            prop_assert_eq!(quote.lines.iter().map(Line::subtotal).sum::<Cents>(), quote.amounts.subtotal);
        }

        #[test]
        fn tax_is_rounded_once_and_no_share_is_off_by_a_cent(
            lines in prop::collection::vec((0_u128..5, 1_i64..100_000, 1_u32..50), 1..12),
        ) {
            let wanted: Vec<Wanted> =
                lines.iter().map(|(merchant, price, quantity)| wanted(*merchant, *price, *quantity)).collect();
            let Ok(Quote { amounts, shares, .. }) =
                quote(&wanted, DeliveryMethod::Pickup, ZIP, FeePolicy::default(), paid_at())
            else {
                return Ok(());
            };
            prop_assert_eq!(amounts.tax.0, (amounts.subtotal.0 * 8 + 50) / 100);
            prop_assert_eq!(amounts.total, amounts.subtotal + amounts.tax + amounts.delivery_fee);
            for Share { amounts: part, .. } in shares {
                let off = part.tax.0 * amounts.subtotal.0 - amounts.tax.0 * part.subtotal.0;
                prop_assert!(off.abs() < amounts.subtotal.0, "{part:?} of {amounts:?}");
            }
        }
    }
}
