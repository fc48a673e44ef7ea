//! What a customer has paid for, kept and received. Only this says how much an account may hold: a payment that comes
//! back, or whose goods have not arrived, has cost nothing yet.

use shared_events::{Cents, events::DisputeOutcome, shop::OrderStatus};

use crate::{checkout::Checkout, order::Order};

/// The total of a checkout's delivered orders, less what was refunded at the provider. A checkout whose payment is
/// disputed, or was lost to a dispute, counts nothing.
pub fn received(checkout: &Checkout, orders: &[Order]) -> Cents {
    let kept = |outcome| matches!(outcome, Some(DisputeOutcome::Won | DisputeOutcome::Withdrawn));
    if !checkout.disputes.iter().all(|dispute| kept(dispute.outcome)) {
        return Cents::ZERO;
    }
    let placed = orders.iter().filter_map(|order| order.placed.as_ref());
    let delivered = placed.filter(|placed| placed.status == OrderStatus::Delivered);
    let total: Cents = delivered.map(|placed| placed.amounts.total).sum();
    let sent_back: Cents = checkout.elsewhere.iter().map(|refund| refund.amount).sum();
    (total - sent_back).max(Cents::ZERO)
}

#[cfg(test)]
mod tests {
    use shared_events::{events::CheckoutEvent, shop::DeliveryMethod};

    use super::*;
    use crate::{
        Aggregate,
        checkout::testing::{checkout, completed, total},
        order::testing::{history_to, order},
    };

    fn at(status: OrderStatus) -> Order {
        Order::fold(&history_to(status, DeliveryMethod::Pickup).unwrap())
    }

    fn of(events: &[CheckoutEvent], orders: &[Order]) -> Cents {
        received(&Checkout::fold(&[completed(), events.to_vec()].concat()), orders)
    }

    #[test]
    fn only_delivered_orders_count() {
        let worth = order(DeliveryMethod::Pickup).amounts.total;
        for status in OrderStatus::ALL {
            let Some(history) = history_to(status, DeliveryMethod::Pickup) else { continue };
            let expected = if status == OrderStatus::Delivered { worth } else { Cents::ZERO };
            assert_eq!(of(&[], &[Order::fold(&history)]), expected, "{status:?}");
        }
        let two = [at(OrderStatus::Delivered), at(OrderStatus::Delivered), at(OrderStatus::Pending)];
        assert_eq!(of(&[], &two), worth + worth);
        assert_eq!(of(&[], &[Order::default()]), Cents::ZERO, "never placed");
    }

    #[test]
    fn money_that_is_disputed_lost_or_sent_back_does_not_count() {
        let delivered = [at(OrderStatus::Delivered)];
        let worth = order(DeliveryMethod::Pickup).amounts.total;
        let disputed = || vec![checkout().disputed("dp_1", total())];
        let closed = |outcome| [disputed(), vec![checkout().dispute_closed("dp_1", outcome)]].concat();
        assert_eq!(of(&disputed(), &delivered), Cents::ZERO);
        assert_eq!(of(&closed(DisputeOutcome::Lost), &delivered), Cents::ZERO);
        assert_eq!(of(&closed(DisputeOutcome::Won), &delivered), worth);
        assert_eq!(of(&closed(DisputeOutcome::Withdrawn), &delivered), worth);
        let back = |amount| [checkout().refunded_elsewhere(amount, "re_7")];
        assert_eq!(of(&back(Cents(1_00)), &delivered), worth - Cents(1_00));
        assert_eq!(of(&back(worth + Cents(1)), &delivered), Cents::ZERO);
    }
}
