//! A merchant who is not approved lists a product, which takes a place.

use shared_events::{
    events::StallEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::Stall;
use crate::Command;

/// The most products of a merchant before approval; documented in deploy/docs/handbook/limits.md.
pub const MAX_PRODUCTS_BEFORE_APPROVAL: usize = 50;

/// Take a place for a product.
#[derive(Clone, Copy, Debug)]
pub struct TakePlace {
    /// The merchant.
    pub merchant_id: AccountId,
    /// The product that is about to be listed.
    pub product_id: ProductId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// All places are taken.
    #[error(
        "You can have up to {MAX_PRODUCTS_BEFORE_APPROVAL} products until your account is approved. Please delete a \
         product or wait for the approval."
    )]
    Full,
}

impl Command for TakePlace {
    type Aggregate = Stall;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.merchant_id.uuid()
    }

    /// A product that has a place keeps it.
    fn decide(&self, stall: &Stall) -> Result<Vec<StallEvent>, Refusal> {
        let Self { merchant_id, product_id } = *self;
        if stall.places.contains(&product_id) {
            return Ok(vec![]);
        }
        if stall.places.len() >= MAX_PRODUCTS_BEFORE_APPROVAL {
            return Err(Refusal::Full);
        }
        Ok(vec![StallEvent::PlaceTaken { merchant_id, product_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    const MERCHANT: AccountId = AccountId::new(Uuid::from_u128(0xa0));

    fn product(number: usize) -> ProductId {
        ProductId::new(Uuid::from_u128(number as u128))
    }

    fn taken(number: usize) -> StallEvent {
        StallEvent::PlaceTaken { merchant_id: MERCHANT, product_id: product(number) }
    }

    fn all_taken() -> Vec<StallEvent> {
        (1..=MAX_PRODUCTS_BEFORE_APPROVAL).map(taken).collect()
    }

    #[test]
    fn fifty_products_get_a_place() {
        let all = all_taken();
        given::<Stall>(&all[..49])
            .when(&TakePlace { merchant_id: MERCHANT, product_id: product(50) })
            .then(&[taken(50)]);
        given::<Stall>(&all)
            .when(&TakePlace { merchant_id: MERCHANT, product_id: product(50) })
            .then_nothing();
        given::<Stall>(&all)
            .when(&TakePlace { merchant_id: MERCHANT, product_id: product(51) })
            .then_refused(Refusal::Full);
    }

    #[test]
    fn a_freed_place_can_be_taken_again() {
        let freed = StallEvent::PlaceFreed { merchant_id: MERCHANT, product_id: product(7) };
        given::<Stall>(&[all_taken(), vec![freed]].concat())
            .when(&TakePlace { merchant_id: MERCHANT, product_id: product(51) })
            .then(&[taken(51)]);
    }
}
