//! Property test of the checkout: for any sequence of commands it is paid once, ends once, and never refunds
//! more than it captured.

use proptest::prelude::*;
use shared_events::{
    Cents,
    events::{AbandonReason, CheckoutEvent, DisputeOutcome},
};

use super::{
    Checkout, abandon_checkout::AbandonCheckout, complete_checkout::CompleteCheckout,
    decide_refund::DecideRefund, issue_refund::IssueRefund, receive_payment::ReceivePayment,
    record_dispute::RecordDispute, record_elsewhere::RecordElsewhere,
    record_refund_failure::RecordRefundFailure, request_payment::RequestPayment, testing::*,
};
use crate::{Aggregate, Command};

#[derive(Clone, Copy, Debug)]
enum Step {
    Request,
    Receive { gone: bool },
    Complete,
    Abandon,
    DecideRefund(u128),
    IssueRefund(Option<u128>),
    RefundElsewhere(u8, i64),
    FailRefund(Option<u128>),
    Dispute(u8, i64, Option<DisputeOutcome>),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Request),
        any::<bool>().prop_map(|gone| Step::Receive { gone }),
        Just(Step::Complete),
        Just(Step::Abandon),
        (1_u128..4).prop_map(Step::DecideRefund),
        prop::option::of(1_u128..4).prop_map(Step::IssueRefund),
        (any::<u8>(), 1_i64..10_00).prop_map(|(id, amount)| Step::RefundElsewhere(id, amount)),
        prop::option::of(1_u128..4).prop_map(Step::FailRefund),
        (0..2_u8, 1_i64..10_00, prop::option::of(outcome()))
            .prop_map(|(id, amount, outcome)| Step::Dispute(id, amount, outcome)),
    ]
}

fn outcome() -> impl Strategy<Value = DisputeOutcome> {
    prop_oneof![Just(DisputeOutcome::Won), Just(DisputeOutcome::Lost), Just(DisputeOutcome::Withdrawn)]
}

/// The provider's id of the refund for this merchant's order.
fn refund_of(merchant: Option<u128>) -> String {
    format!("{REFUND}_{merchant:?}")
}

fn decide(checkout: &Checkout, step: Step) -> Vec<CheckoutEvent> {
    match step {
        Step::Request => RequestPayment { checkout_id: the_checkout(), intent: intent() }
            .decide(checkout)
            .unwrap_or_default(),
        Step::Receive { gone } => {
            let gone = gone.then(|| GONE.to_owned());
            let command = ReceivePayment {
                checkout_id: the_checkout(),
                intent_id: intent().id,
                amount: total(),
                now: paid_at(),
                gone,
                sent_back: vec![],
            };
            command.decide(checkout).unwrap_or_default()
        }
        Step::Complete => {
            CompleteCheckout { checkout_id: the_checkout() }.decide(checkout).unwrap_or_default()
        }
        Step::Abandon => AbandonCheckout { checkout_id: the_checkout(), reason: AbandonReason::Expired }
            .decide(checkout)
            .unwrap_or_default(),
        Step::DecideRefund(merchant) => {
            DecideRefund { checkout_id: the_checkout(), order_id: order_id(merchant) }
                .decide(checkout)
                .unwrap_or_default()
        }
        Step::RefundElsewhere(id, amount) => RecordElsewhere {
            checkout_id: the_checkout(),
            refund_id: format!("re_{id}"),
            amount: Cents(amount),
        }
        .decide(checkout)
        .unwrap_or_default(),
        Step::Dispute(id, amount, outcome) => {
            let (id, reason) = (format!("dp_{id}"), "fraudulent".to_owned());
            RecordDispute { checkout_id: the_checkout(), id, amount: Cents(amount), reason, outcome }
                .decide(checkout)
                .unwrap_or_default()
        }
        // The application asks the provider only when no dispute holds the money.
        Step::IssueRefund(merchant)
            if checkout.refund(merchant.map(order_id)).is_some_and(|refund| checkout.must_wait(refund)) =>
        {
            vec![]
        }
        Step::IssueRefund(merchant) => IssueRefund {
            checkout_id: the_checkout(),
            order_id: merchant.map(order_id),
            refund_id: refund_of(merchant),
        }
        .decide(checkout)
        .unwrap_or_default(),
        Step::FailRefund(merchant) => RecordRefundFailure {
            checkout_id: the_checkout(),
            refund_id: refund_of(merchant),
            reason: FAILURE.to_owned(),
        }
        .decide(checkout)
        .unwrap_or_default(),
    }
}

/// The money that was sent back, and that banks hold or have taken.
fn back(checkout: &Checkout) -> Cents {
    let issued = checkout.refunds.iter().filter(|refund| refund.issued()).map(|refund| refund.amount);
    issued.sum::<Cents>() + checkout.gone_without_us() + checkout.held()
}

proptest! {
    #[test]
    fn a_checkout_is_paid_once_and_never_refunds_more(steps in prop::collection::vec(step(), 0..60)) {
        let mut checkout = Checkout::default().evolve(&checkout().started());
        let mut history = Vec::new();
        for step in steps {
            for event in decide(&checkout, step) {
                let (before, now) = (back(&checkout), checkout.evolve(&event));
                // Whatever banks do: the shop sends no money that a bank holds or has taken.
                if matches!(event, CheckoutEvent::RefundIssued { .. }) {
                    prop_assert!(back(&now) <= now.captured(), "{before:?} {event:?}");
                }
                checkout = now;
                history.push(event);
            }
            prop_assert!(checkout.refundable() >= Cents::ZERO);
        }
        let count = |wanted: fn(&CheckoutEvent) -> bool| history.iter().filter(|event| wanted(event)).count();
        let payments = count(|event| matches!(event, CheckoutEvent::PaymentReceived { .. }));
        prop_assert!(payments <= 1);
        let endings = count(|event| {
            matches!(event, CheckoutEvent::CheckoutCompleted { .. } | CheckoutEvent::CheckoutUnfulfillable { .. })
        });
        prop_assert!(endings <= 1);
        let sent_back: Cents = history
            .iter()
            .filter_map(|event| match event {
                CheckoutEvent::RefundIssued { amount, .. }
                | CheckoutEvent::RefundedElsewhere { amount, .. } => Some(*amount),
                CheckoutEvent::RefundFailed { amount, .. } => Some(Cents::ZERO - *amount),
                _ => None,
            })
            .sum();
        prop_assert!(sent_back <= checkout.payment.map_or(Cents::ZERO, |payment| payment.amount));
    }
}
