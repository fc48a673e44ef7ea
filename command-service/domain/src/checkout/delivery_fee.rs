//! The delivery fee: by the delivery method, once for the whole checkout.

use shared_events::{Cents, shop::DeliveryMethod};

/// The operator's settings for delivery fees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeePolicy {
    /// Standard delivery is free when the subtotal is above this.
    pub free_standard_over: Option<Cents>,
}

impl FeePolicy {
    pub(super) fn fee(self, method: DeliveryMethod, subtotal: Cents) -> Cents {
        let free = method == DeliveryMethod::StandardDelivery
            && self.free_standard_over.is_some_and(|over| subtotal > over);
        if free { Cents::ZERO } else { method.fee() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_delivery_is_free_above_the_operators_limit_and_not_at_it() {
        let policy = FeePolicy { free_standard_over: Some(Cents(50_00)) };
        assert_eq!(policy.fee(DeliveryMethod::StandardDelivery, Cents(50_00)), Cents(5_00));
        assert_eq!(policy.fee(DeliveryMethod::StandardDelivery, Cents(50_01)), Cents::ZERO);
        assert_eq!(policy.fee(DeliveryMethod::SameDayDelivery, Cents(50_01)), Cents(15_00));
        let off = FeePolicy::default();
        assert_eq!(off.fee(DeliveryMethod::StandardDelivery, Cents(50_01)), Cents(5_00));
    }
}
