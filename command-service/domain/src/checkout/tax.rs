//! The sales tax of a checkout.

use shared_events::{Cents, shop::TAX_BASIS_POINTS};

/// The tax on a subtotal, rounded once, half up.
pub(super) fn tax(subtotal: Cents) -> Cents {
    subtotal.basis_points(TAX_BASIS_POINTS.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tax_is_eight_percent_to_the_nearest_cent() {
        assert_eq!(tax(Cents(7_00)), Cents(56));
        assert_eq!(tax(Cents(6)), Cents::ZERO);
        assert_eq!(tax(Cents(56)), Cents(4));
        assert_eq!(tax(Cents(1_00_06)), Cents(8_00));
        assert_eq!(tax(Cents(1_00_07)), Cents(8_01));
    }
}
