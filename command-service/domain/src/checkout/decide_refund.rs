//! A refund for an order is decided. The decision is made in the checkout's stream, so that all refunds of a
//! payment together never exceed the captured amount.

use shared_events::{
    Cents,
    events::CheckoutEvent,
    ids::{CheckoutId, OrderId},
};
use uuid::Uuid;

use super::Checkout;
use crate::Command;

/// Refund an order.
#[derive(Clone, Copy, Debug)]
pub struct DecideRefund {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// Id of the order.
    pub order_id: OrderId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An open dispute holds the money. The refund is decided when the bank has decided.
    #[error("the customer's bank disputes the payment")]
    Disputed,
    /// The refund exceeds what is left of the payment.
    #[error("{wanted} cannot be refunded: {left} of the payment are left")]
    MoreThanCaptured {
        /// The amount to refund.
        wanted: Cents,
        /// The amount that can still be refunded.
        left: Cents,
    },
}

impl Command for DecideRefund {
    type Aggregate = Checkout;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// An order is refunded once, and not at all if it cost nothing. Money that the customer already got
    /// back from the provider or the bank is not sent again; only the rest is refunded.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Refusal> {
        let Self { order_id, .. } = *self;
        let order = |order: &&shared_events::events::PlannedOrder| order.order_id == order_id;
        let started = checkout.started.as_ref();
        let Some((started, order)) = started.and_then(|s| Some((s, s.orders.iter().find(order)?))) else {
            return Ok(vec![]);
        };
        let wanted = order.amounts.total;
        if wanted == Cents::ZERO || checkout.refund(Some(order_id)).is_some() {
            return Ok(vec![]);
        }
        let (left, held) = (checkout.refundable(), checkout.held());
        if wanted > left + held + checkout.gone_without_us() {
            return Err(Refusal::MoreThanCaptured { wanted, left });
        }
        if wanted > left && held > Cents::ZERO {
            return Err(Refusal::Disputed);
        }
        let amount = wanted.min(left);
        if amount == Cents::ZERO {
            return Ok(vec![]);
        }
        Ok(vec![CheckoutEvent::RefundDecided {
            checkout_id: started.checkout_id,
            order_id: Some(order_id),
            amount,
        }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::DisputeOutcome;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[test]
    fn an_order_is_refunded_once() {
        let decided = checkout().refund_decided(Some(order_id(1)), Cents(7_56));
        given::<Checkout>(&completed())
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(1) })
            .then(std::slice::from_ref(&decided));
        let mut history = completed();
        history.push(decided);
        given::<Checkout>(&history)
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(1) })
            .then_nothing();
    }

    #[test]
    fn refunds_of_all_orders_add_up_to_the_captured_amount() {
        let mut history = completed();
        history.push(checkout().refund_decided(Some(order_id(1)), Cents(7_56)));
        let last = checkout().refund_decided(Some(order_id(2)), Cents(1_35));
        given::<Checkout>(&history)
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(2) })
            .then(std::slice::from_ref(&last));
        history.push(last);
        assert_eq!(<Checkout as crate::Aggregate>::fold(&history).refundable(), Cents::ZERO);
    }

    #[test]
    fn refunds_never_exceed_the_captured_amount() {
        let history = [
            checkout().started(),
            checkout().payment_requested(),
            checkout().paid(paid_at()),
            checkout().unfulfillable(GONE),
            checkout().refund_decided(None, total()),
        ];
        given::<Checkout>(&history)
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(1) })
            .then_refused(Refusal::MoreThanCaptured { wanted: Cents(7_56), left: Cents::ZERO });
        given::<Checkout>(&unpaid())
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(1) })
            .then_refused(Refusal::MoreThanCaptured { wanted: Cents(7_56), left: Cents::ZERO });
    }

    #[test]
    fn a_refund_made_elsewhere_is_not_made_again() {
        let mut history = completed();
        history.push(checkout().refunded_elsewhere(Cents(3_00), "re_7"));
        let rest = checkout().refund_decided(Some(order_id(1)), Cents(5_91));
        given::<Checkout>(&history)
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(1) })
            .then(std::slice::from_ref(&rest));
        history.push(rest);
        given::<Checkout>(&history)
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(2) })
            .then_nothing();
    }

    #[test]
    fn a_dispute_holds_money_while_it_is_open_and_takes_it_when_it_is_lost() {
        let all = checkout().refund_decided(Some(order_id(1)), Cents(7_56));
        let command = DecideRefund { checkout_id: the_checkout(), order_id: order_id(1) };
        let mut history = completed();
        history.push(checkout().disputed("dp_1", total()));
        given::<Checkout>(&history).when(&command).then_refused(Refusal::Disputed);
        for (outcome, expected) in [
            (DisputeOutcome::Won, vec![all.clone()]),
            (DisputeOutcome::Withdrawn, vec![all]),
            (DisputeOutcome::Lost, vec![]),
        ] {
            let closed = [history.clone(), vec![checkout().dispute_closed("dp_1", outcome)]].concat();
            given::<Checkout>(&closed).when(&command).then(&expected);
        }
    }

    #[test]
    fn an_open_dispute_of_a_part_leaves_the_rest() {
        let mut history = completed();
        history.push(checkout().disputed("dp_1", Cents(3_00)));
        let of = |number| DecideRefund { checkout_id: the_checkout(), order_id: order_id(number) };
        given::<Checkout>(&history).when(&of(1)).then_refused(Refusal::Disputed);
        given::<Checkout>(&history)
            .when(&of(2))
            .then(&[checkout().refund_decided(Some(order_id(2)), Cents(1_35))]);
    }

    #[test]
    fn an_order_of_another_checkout_is_not_refunded() {
        given::<Checkout>(&completed())
            .when(&DecideRefund { checkout_id: the_checkout(), order_id: order_id(7) })
            .then_nothing();
    }
}
