//! A customer opens a checkout, which replaces the one before.

use shared_events::{events::ShopperEvent, ids::CheckoutId};

use super::Shopper;

/// Decides. Opening the same checkout again changes nothing.
pub fn decide(shopper: &Shopper, checkout_id: CheckoutId) -> Vec<ShopperEvent> {
    if shopper.open == Some(checkout_id) {
        return vec![];
    }
    vec![ShopperEvent::CheckoutOpened { checkout_id }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;
    use crate::domain::{Aggregate, testing::given};

    fn checkout(number: u128) -> CheckoutId {
        CheckoutId::new(Uuid::from_u128(number))
    }

    fn opened(number: u128) -> ShopperEvent {
        ShopperEvent::CheckoutOpened { checkout_id: checkout(number) }
    }

    #[test]
    fn the_first_checkout_replaces_none() {
        given::<Shopper>(&[])
            .when(|shopper| Ok::<_, Infallible>(decide(shopper, checkout(1))))
            .then(&[opened(1)]);
        assert_eq!(Shopper::fold(&[opened(1)]).replaced, None);
    }

    #[test]
    fn the_next_one_replaces_it() {
        given::<Shopper>(&[opened(1)])
            .when(|shopper| Ok::<_, Infallible>(decide(shopper, checkout(2))))
            .then(&[opened(2)]);
        assert_eq!(Shopper::fold(&[opened(1), opened(2)]).replaced, Some(checkout(1)));
    }

    #[test]
    fn a_repetition_changes_nothing() {
        given::<Shopper>(&[opened(1)])
            .when(|shopper| Ok::<_, Infallible>(decide(shopper, checkout(1))))
            .then_nothing();
    }
}
