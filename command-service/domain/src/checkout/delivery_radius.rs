//! How far a product is delivered.

use places::{Places, distance_miles};

use super::{Offer, Seller};

impl Offer {
    /// Whether this place is within both the product's and the merchant's delivery radius. A merchant without
    /// coordinates delivers everywhere.
    pub fn reaches(&self, latitude: f64, longitude: f64) -> bool {
        let radius = self.fulfillment.delivery_options.delivery_radius.min(self.seller.delivery_radius);
        self.seller
            .place()
            .is_none_or(|(north, east)| distance_miles(north, east, latitude, longitude) <= f64::from(radius))
    }
}

impl Seller {
    /// Latitude and longitude of the merchant's address, or else of its ZIP code.
    pub(super) fn place(&self) -> Option<(f64, f64)> {
        let address = self.address.as_ref()?.get()?;
        let by_zip = || Places::builtin().lookup(&address.zip_code).ok();
        address
            .latitude
            .zip(address.longitude)
            .or_else(|| by_zip().map(|place| (place.latitude, place.longitude)))
    }
}

#[cfg(test)]
mod tests {
    use crate::checkout::testing::offer;

    #[test]
    fn the_smaller_radius_counts() {
        let mut offer = offer(1);
        // From Burlington, Vermont: Winooski is about 3 miles away, Montpelier about 35.
        let (winooski, montpelier) = ((44.4914, -73.1857), (44.2659, -72.5717));
        offer.fulfillment.delivery_options.delivery_radius = 50;
        offer.seller.delivery_radius = 50;
        assert!(offer.reaches(montpelier.0, montpelier.1));
        offer.seller.delivery_radius = 10;
        assert!(offer.reaches(winooski.0, winooski.1));
        assert!(!offer.reaches(montpelier.0, montpelier.1));
        offer.seller.delivery_radius = 50;
        offer.fulfillment.delivery_options.delivery_radius = 1;
        assert!(!offer.reaches(winooski.0, winooski.1));
    }
}
