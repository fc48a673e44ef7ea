//! A merchant or an admin takes a product off sale for a time, or puts it on sale again.

use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::Product;
use crate::Command;

/// The caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switcher {
    /// The merchant, who must own the product.
    Merchant(AccountId),
    Admin,
}

/// Put this product on sale, or take it off.
#[derive(Clone, Debug)]
pub struct SwitchProduct {
    pub product_id: ProductId,
    /// The caller.
    pub by: Switcher,
    /// On sale (true) or off (false).
    pub is_active: bool,
    /// The caller's reason.
    pub reason: Option<String>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such product, or it is another merchant's.
    #[error("Product not found")]
    NotFound,
    /// An admin took the product off sale, so only an admin puts it on sale again.
    #[error("An administrator has deactivated this product")]
    Locked,
}

impl Command for SwitchProduct {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// A setting that does not change causes no event, but an admin can still lock a product that its
    /// merchant took off sale.
    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = match self.by {
            Switcher::Merchant(merchant) => product.owned_by(merchant),
            Switcher::Admin => product.present(),
        };
        let listing = listing.ok_or(Refusal::NotFound)?;
        let Self { product_id, is_active, ref reason, .. } = *self;
        let by_admin = self.by == Switcher::Admin;
        match (is_active, listing.is_active) {
            (true, true) => Ok(Vec::new()),
            (true, false) if listing.locked && !by_admin => Err(Refusal::Locked),
            (true, false) => Ok(vec![ProductEvent::ProductActivated { product_id, reason: reason.clone() }]),
            (false, false) if listing.locked || !by_admin => Ok(Vec::new()),
            (false, _) => {
                Ok(vec![ProductEvent::ProductDeactivated { product_id, by_admin, reason: reason.clone() }])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{product::testing::*, testing::given};

    const ON: bool = true;
    const OFF: bool = false;

    fn mine() -> Switcher {
        Switcher::Merchant(merchant_id())
    }

    #[track_caller]
    fn switching(
        history: &[ProductEvent],
        by: Switcher,
        is_active: bool,
        expected: Result<&[ProductEvent], Refusal>,
    ) {
        let command = SwitchProduct { product_id: product_id(), by, is_active, reason: None };
        let decided = given::<Product>(history).when(&command);
        match expected {
            Ok(events) => decided.then(events),
            Err(refusal) => decided.then_refused(refusal),
        }
    }

    #[test]
    fn a_merchant_takes_a_product_off_sale_and_puts_it_on_again() {
        switching(&[tomato().listed()], mine(), OFF, Ok(&[tomato().deactivated()]));
        switching(&[tomato().listed(), tomato().deactivated()], mine(), ON, Ok(&[tomato().activated()]));
    }

    #[test]
    fn an_unchanged_setting_causes_no_event() {
        switching(&[tomato().listed()], mine(), ON, Ok(&[]));
        switching(&[tomato().listed()], Switcher::Admin, ON, Ok(&[]));
        switching(&[tomato().listed(), tomato().deactivated()], mine(), OFF, Ok(&[]));
        switching(&[tomato().listed(), tomato().deactivated_by_admin()], mine(), OFF, Ok(&[]));
        switching(&[tomato().listed(), tomato().deactivated_by_admin()], Switcher::Admin, OFF, Ok(&[]));
    }

    #[test]
    fn only_an_admin_puts_a_locked_product_on_sale() {
        switching(&[tomato().listed()], Switcher::Admin, OFF, Ok(&[tomato().deactivated_by_admin()]));
        switching(&[tomato().listed(), tomato().deactivated_by_admin()], mine(), ON, Err(Refusal::Locked));
        switching(
            &[tomato().listed(), tomato().deactivated_by_admin()],
            Switcher::Admin,
            ON,
            Ok(&[tomato().activated()]),
        );
        let history = [
            tomato().listed(),
            tomato().deactivated_by_admin(),
            tomato().activated(),
            tomato().deactivated(),
        ];
        switching(&history, mine(), ON, Ok(&[tomato().activated()]));
    }

    #[test]
    fn an_admin_locks_a_product_that_is_already_off_sale() {
        switching(
            &[tomato().listed(), tomato().deactivated()],
            Switcher::Admin,
            OFF,
            Ok(&[tomato().deactivated_by_admin()]),
        );
    }

    #[test]
    fn a_missing_or_another_merchants_product_is_not_found() {
        switching(&[], Switcher::Admin, OFF, Err(Refusal::NotFound));
        switching(&[tomato().listed(), tomato().deleted()], mine(), OFF, Err(Refusal::NotFound));
        switching(&[tomato().listed()], Switcher::Merchant(stranger_id()), OFF, Err(Refusal::NotFound));
    }
}
