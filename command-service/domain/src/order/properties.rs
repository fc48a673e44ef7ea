//! Property test of the order: any sequence of commands only makes transitions of the table, and refunds the
//! order at most once.

use proptest::{prelude::*, sample::select};
use shared_events::{
    Cents, Role,
    events::OrderEvent,
    shop::{DeliveryMethod, OrderStatus, Tracking},
};

use super::{
    Order, cancel_order::CancelOrder, change_status::ChangeStatus, record_refund::RecordRefund, testing::*,
};
use crate::{Aggregate, Command};

#[derive(Clone, Copy, Debug)]
enum Wish {
    Change { to: OrderStatus, role: Role, own: bool, reason: bool, number: bool },
    Cancel { own: bool },
    Refund,
}

fn wish() -> impl Strategy<Value = Wish> {
    let role = select(vec![Role::Merchant, Role::Merchant, Role::Merchant, Role::Admin, Role::Customer]);
    let change = (select(OrderStatus::ALL.to_vec()), role, any::<bool>(), any::<bool>(), any::<bool>());
    prop_oneof![
        8 => change.prop_map(|(to, role, own, reason, number)| Wish::Change { to, role, own, reason, number }),
        1 => any::<bool>().prop_map(|own| Wish::Cancel { own }),
        1 => Just(Wish::Refund),
    ]
}

fn decide(order: &Order, wish: Wish) -> Vec<OrderEvent> {
    let (order_id, text) = (order_id(), "For a reason".to_owned());
    match wish {
        Wish::Change { to, role, own, reason, number } => {
            let by = if own { merchant_id() } else { customer_id() };
            let tracking =
                Tracking { tracking_number: number.then(|| "1Z999".to_owned()), tracking_url: None };
            let command = ChangeStatus {
                order_id,
                by,
                role,
                to,
                reason: reason.then_some(text),
                note: None,
                tracking,
                customer_is_forgotten: false,
            };
            command.decide(order).unwrap_or_default()
        }
        Wish::Cancel { own } => {
            let by = if own { customer_id() } else { merchant_id() };
            CancelOrder { order_id, by, reason: None }.decide(order).unwrap_or_default()
        }
        Wish::Refund => {
            let command = RecordRefund { order_id, amount: Cents(1_00), rest_paid_back_by: None };
            command.decide(order).unwrap_or_default()
        }
    }
}

/// Every transition of the table leads to a higher rank.
fn rank(status: OrderStatus) -> usize {
    OrderStatus::ALL.iter().position(|other| *other == status).unwrap()
}

proptest! {
    #[test]
    fn an_order_only_makes_transitions_of_the_table(
        method in select(DeliveryMethod::ALL.to_vec()),
        wishes in prop::collection::vec(wish(), 0..200),
    ) {
        let mut order = Order::default().evolve(&order(method).placed());
        let mut refunds = 0;
        for wish in wishes {
            let before = order.placed.clone().unwrap();
            for event in decide(&order, wish) {
                refunds += usize::from(matches!(event, OrderEvent::OrderRefunded { .. }));
                order = order.evolve(&event);
            }
            let after = order.placed.as_ref().unwrap();
            if after.status != before.status {
                prop_assert!(rank(after.status) > rank(before.status));
                prop_assert!(before.status != OrderStatus::Cancelled);
                let pickup = method == DeliveryMethod::Pickup;
                prop_assert!(after.status != OrderStatus::ReadyForPickup || pickup);
                prop_assert!(!matches!(after.status, OrderStatus::OutForDelivery | OrderStatus::Shipped) || !pickup);
                let by_admin = matches!(wish, Wish::Change { role: Role::Admin, reason: true, .. });
                prop_assert!(
                    after.status != OrderStatus::Cancelled
                        || before.status == OrderStatus::Pending
                        || (by_admin && before.is_under_way())
                );
            }
            prop_assert!(refunds <= 1);
            prop_assert!(!after.refunded || matches!(after.status, OrderStatus::Cancelled | OrderStatus::Returned));
        }
    }
}
