//! An offer: a product as a checkout sees it, with its price and its seller.

use shared_events::{
    Cents, Personal,
    ids::{AccountId, ProductId},
    shop::{Address, DeliveryMethod, Fulfillment, FulfillmentMethod},
};

use crate::{account::Account, product::Product};

/// The merchant who sells the product.
#[derive(Clone, Debug, PartialEq)]
pub struct Seller {
    pub merchant_id: AccountId,
    /// The shop's name.
    pub name: String,
    /// Where customers pick up their orders.
    pub address: Option<Personal<Address>>,
    /// Delivery radius in miles.
    pub delivery_radius: u32,
    /// The merchant offers delivery on the day of the order.
    pub same_day: bool,
    /// Local time of the merchant from which on same-day delivery is too late: `14:00`.
    pub same_day_cutoff: String,
}

/// A product that the public can see and buy: on sale ([`crate::product::Listing::on_sale`]), by a merchant who may sell
/// ([`Account::seller`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    pub product_id: ProductId,
    /// The product's name.
    pub name: String,
    /// Unit in which the product is sold.
    pub unit: String,
    /// The first picture.
    pub image_url: Option<String>,
    /// Price of one unit.
    pub price: Cents,
    /// How the product is delivered or picked up.
    pub fulfillment: Fulfillment,
    /// The merchant.
    pub seller: Seller,
}

impl Offer {
    /// The offer for this product; `None` if the public cannot see it.
    pub fn of(product_id: ProductId, product: &Product, merchant: &Account) -> Option<Self> {
        let listing = product.listing.as_ref()?;
        let details = listing.on_sale()?;
        let profile = merchant.seller().filter(|seller| seller.account_id == listing.merchant_id)?;
        let business = profile.business.as_ref()?;
        let images = &details.images;
        let image = images.iter().find(|image| image.is_featured).or_else(|| images.first());
        Some(Self {
            product_id,
            name: details.name.clone(),
            unit: listing.unit.clone(),
            image_url: image.map(|image| image.url.clone()),
            price: listing.price,
            fulfillment: listing.fulfillment.clone(),
            seller: Seller {
                merchant_id: listing.merchant_id,
                name: business.business_name.clone(),
                address: profile.address.clone(),
                delivery_radius: business.delivery_radius,
                same_day: business.same_day_delivery,
                same_day_cutoff: business.same_day_cutoff.clone(),
            },
        })
    }

    /// Whether the product is offered with this delivery method at all.
    pub const fn offers(&self, method: DeliveryMethod) -> bool {
        if matches!(method, DeliveryMethod::SameDayDelivery) && !self.seller.same_day {
            return false;
        }
        match self.fulfillment.method {
            FulfillmentMethod::Both => true,
            FulfillmentMethod::PickupOnly => matches!(method, DeliveryMethod::Pickup),
            FulfillmentMethod::DeliveryOnly => !matches!(method, DeliveryMethod::Pickup),
        }
    }
}

/// Text for customers when fewer units are left than they wanted: `Only 2 pounds of Tomatoes left`.
pub fn some_left(name: &str, unit: &str, available: u32) -> String {
    let plural = match unit {
        "dozen" => "dozen".to_owned(),
        _ if unit.ends_with("ch") => format!("{unit}es"),
        _ => format!("{unit}s"),
    };
    match available {
        0 => format!("{name} is out of stock"),
        1 => format!("Only 1 {unit} of {name} left"),
        _ => format!("Only {available} {plural} of {name} left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Aggregate,
        account::testing::mia,
        product::testing::{product_id, tomato},
    };

    #[test]
    fn only_approved_products_of_approved_merchants_are_offered() {
        let product = Product::fold(&[tomato().listed(), tomato().approved()]);
        let merchant = Account::fold(&[mia().opened(), mia().approved()]);
        assert!(Offer::of(product_id(), &product, &merchant).is_some());

        let waiting = Product::fold(&[tomato().listed()]);
        assert_eq!(Offer::of(product_id(), &waiting, &merchant), None);
        let new_merchant = Account::fold(&[mia().opened()]);
        assert_eq!(Offer::of(product_id(), &product, &new_merchant), None);
        assert_eq!(Offer::of(product_id(), &Product::default(), &merchant), None);
        assert_eq!(Offer::of(product_id(), &product, &Account::default()), None);
    }

    #[test]
    fn a_deactivated_merchant_offers_nothing() {
        let product = Product::fold(&[tomato().listed(), tomato().approved()]);
        let history =
            [mia().opened(), mia().approved(), mia().deactivated_for("Asked by phone"), mia().reactivated()];
        let offered = |events: usize| Offer::of(product_id(), &product, &Account::fold(&history[..events]));
        assert_eq!([2, 3, 4].map(|events| offered(events).is_some()), [true, false, true]);
    }

    #[test]
    fn the_text_names_the_units_left() {
        assert_eq!(some_left("Tomatoes", "pound", 2), "Only 2 pounds of Tomatoes left");
        assert_eq!(some_left("Tomatoes", "pound", 1), "Only 1 pound of Tomatoes left");
        assert_eq!(some_left("Radishes", "bunch", 3), "Only 3 bunches of Radishes left");
        assert_eq!(some_left("Eggs", "dozen", 3), "Only 3 dozen of Eggs left");
        assert_eq!(some_left("Eggs", "dozen", 0), "Eggs is out of stock");
    }
}
