//! A merchant advances an order, or an admin does in the merchant's place. The transitions are listed in
//! deploy/docs/rules.md, "Orders".

use shared_events::{
    Personal, Role,
    events::OrderEvent,
    ids::{AccountId, OrderId},
    shop::{DeliveryMethod, OrderStatus, Tracking},
};
use uuid::Uuid;

use super::{
    Order, Placed,
    remarks::{remark, tracking},
};
use crate::{Command, form::FieldRefusal};

/// Move the order to this status.
#[derive(Clone, Debug)]
pub struct ChangeStatus {
    pub order_id: OrderId,
    /// The caller.
    pub by: AccountId,
    /// The caller's role.
    pub role: Role,
    /// The new status.
    pub to: OrderStatus,
    /// Reason: required for a return and for every step of an admin, optional for a cancellation.
    pub reason: Option<String>,
    /// A note for the customer.
    pub note: Option<String>,
    /// The parcel: required for shipping, optional for a local delivery.
    pub tracking: Tracking,
    /// The customer's data is erased, so texts about the order are stored as erased.
    pub customer_is_forgotten: bool,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such order, or it is another merchant's.
    #[error("Order not found")]
    NotFound,
    /// The caller's role may not make this transition.
    #[error("You don't have permission to do this")]
    Forbidden,
    /// The table has no such transition.
    #[error("An order that is {} cannot become {}", from.as_str(), to.as_str())]
    NotPossible {
        /// The current status.
        from: OrderStatus,
        /// The requested status.
        to: OrderStatus,
    },
    /// Shipping with a carrier needs a tracking number.
    #[error("Shipping by carrier needs a tracking number")]
    TrackingNumberMissing,
    /// A return needs a reason.
    #[error("Please give a reason for the return")]
    ReasonMissing,
    /// An admin acts in the merchant's place, and says why.
    #[error("Please give a reason. The customer and the merchant will read it.")]
    AdminsReasonMissing,
    /// A text is too long, or the tracking link is not a web address.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
}

impl Command for ChangeStatus {
    type Aggregate = Order;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.order_id.uuid()
    }

    fn decide(&self, order: &Order) -> Result<Vec<OrderEvent>, Refusal> {
        let placed = order.placed.as_ref().ok_or(Refusal::NotFound)?;
        may(placed, self)?;
        if !leads_to(placed, self.to) && !self.is_cancelled_by_admin(placed) {
            return Err(Refusal::NotPossible { from: placed.status, to: self.to });
        }
        Ok(vec![event(placed, self)?])
    }
}

impl ChangeStatus {
    /// A merchant cancels only what it has not accepted. An admin can end every order that is under way, because its
    /// merchant may not be there any more.
    fn is_cancelled_by_admin(&self, placed: &Placed) -> bool {
        self.role == Role::Admin && self.to == OrderStatus::Cancelled && placed.is_under_way()
    }
}

/// A merchant may make every transition of orders at its own shop, and an admin may in its place.
fn may(placed: &Placed, command: &ChangeStatus) -> Result<(), Refusal> {
    match command.role {
        Role::Merchant if placed.merchant_id == command.by => Ok(()),
        Role::Merchant => Err(Refusal::NotFound),
        Role::Admin => Ok(()),
        Role::Customer => Err(Refusal::Forbidden),
    }
}

/// The table of transitions.
fn leads_to(placed: &Placed, to: OrderStatus) -> bool {
    use OrderStatus::{
        Cancelled, Confirmed, Delivered, OutForDelivery, Pending, Preparing, ReadyForPickup, Returned,
        Shipped,
    };
    let pickup = placed.delivery_method == DeliveryMethod::Pickup;
    match placed.status {
        Pending => matches!(to, Confirmed | Cancelled),
        Confirmed => to == Preparing,
        Preparing if pickup => to == ReadyForPickup,
        Preparing => matches!(to, OutForDelivery | Shipped),
        ReadyForPickup | OutForDelivery | Shipped => to == Delivered,
        Delivered => to == Returned,
        Cancelled | Returned => false,
    }
}

fn event(placed: &Placed, command: &ChangeStatus) -> Result<OrderEvent, Refusal> {
    let order_id = command.order_id;
    let about = |text: Option<String>| {
        let customer = placed.customer_id.uuid();
        let forgotten = command.customer_is_forgotten;
        text.map(|text| if forgotten { Personal::erased(customer) } else { placed.about_customer(text) })
    };
    let note = about(remark("note", "Note", command.note.as_deref())?);
    let reason = about(remark("reason", "Reason", command.reason.as_deref())?);
    let by_admin = command.role == Role::Admin;
    if by_admin && reason.is_none() && command.to != OrderStatus::Returned {
        return Err(Refusal::AdminsReasonMissing);
    }
    // An admin gives one text, the reason. Where the event has no reason, it is the note.
    let note = if by_admin { reason.clone() } else { note };
    let tracking = tracking(&command.tracking)?;
    Ok(match command.to {
        OrderStatus::Confirmed => OrderEvent::OrderConfirmed { order_id, note },
        OrderStatus::Preparing => OrderEvent::PreparationStarted { order_id, note },
        OrderStatus::ReadyForPickup => OrderEvent::OrderMadeReady { order_id, note },
        OrderStatus::OutForDelivery => OrderEvent::OrderSentOut { order_id, tracking, note },
        OrderStatus::Shipped if tracking.tracking_number.is_none() => {
            return Err(Refusal::TrackingNumberMissing);
        }
        OrderStatus::Shipped => OrderEvent::OrderShipped { order_id, tracking, note },
        OrderStatus::Delivered => OrderEvent::OrderDelivered { order_id, note },
        OrderStatus::Cancelled => OrderEvent::OrderCancelled { order_id, reason },
        OrderStatus::Returned => {
            OrderEvent::OrderReturned { order_id, reason: reason.ok_or(Refusal::ReasonMissing)? }
        }
        OrderStatus::Pending => unreachable!("no step of the table leads to pending"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{order::testing::*, testing::given};

    fn to(status: OrderStatus) -> ChangeStatus {
        ChangeStatus {
            order_id: order_id(),
            by: merchant_id(),
            role: Role::Merchant,
            to: status,
            reason: None,
            note: None,
            tracking: Tracking::default(),
            customer_is_forgotten: false,
        }
    }

    fn number() -> Tracking {
        Tracking { tracking_number: Some(" 1Z999 ".to_owned()), tracking_url: None }
    }

    /// The table as document 2 and the decisions state it.
    fn expected(from: OrderStatus, to: OrderStatus, pickup: bool) -> bool {
        let table: &[(&str, &str)] = if pickup {
            &[
                ("pending", "confirmed"),
                ("pending", "cancelled"),
                ("confirmed", "preparing"),
                ("preparing", "ready-for-pickup"),
                ("ready-for-pickup", "delivered"),
                ("delivered", "returned"),
            ]
        } else {
            &[
                ("pending", "confirmed"),
                ("pending", "cancelled"),
                ("confirmed", "preparing"),
                ("preparing", "out-for-delivery"),
                ("preparing", "shipped"),
                ("out-for-delivery", "delivered"),
                ("shipped", "delivered"),
                ("delivered", "returned"),
            ]
        };
        table.contains(&(from.as_str(), to.as_str()))
    }

    #[test]
    fn exactly_the_transitions_of_the_table_are_allowed() {
        for method in DeliveryMethod::ALL {
            for from in OrderStatus::ALL {
                // Some delivery methods never reach this status.
                let Some(history) = history_to(from, method) else { continue };
                for target in OrderStatus::ALL {
                    let command = ChangeStatus {
                        tracking: number(),
                        reason: Some("It leaked".to_owned()),
                        ..to(target)
                    };
                    let decision = command.decide(&Order::fold(&history));
                    if expected(from, target, method == DeliveryMethod::Pickup) {
                        let after = decision.unwrap().iter().fold(Order::fold(&history), Order::evolve);
                        assert_eq!(after.placed.unwrap().status, target);
                    } else {
                        assert_eq!(decision, Err(Refusal::NotPossible { from, to: target }));
                    }
                }
            }
        }
    }

    use crate::Aggregate;

    #[test]
    fn a_note_reaches_the_customer() {
        let command = ChangeStatus { note: Some(" See you soon ".to_owned()), ..to(OrderStatus::Confirmed) };
        given::<Order>(&[order(DeliveryMethod::Pickup).placed()])
            .when(&command)
            .then(&[OrderEvent::OrderConfirmed { order_id: order_id(), note: Some(about("See you soon")) }]);
    }

    #[test]
    fn shipping_needs_a_tracking_number() {
        let history = history_to(OrderStatus::Preparing, DeliveryMethod::StandardDelivery).unwrap();
        given::<Order>(&history).when(&to(OrderStatus::Shipped)).then_refused(Refusal::TrackingNumberMissing);
        let command = ChangeStatus { tracking: number(), ..to(OrderStatus::Shipped) };
        given::<Order>(&history).when(&command).then(&[OrderEvent::OrderShipped {
            order_id: order_id(),
            tracking: Tracking { tracking_number: Some("1Z999".to_owned()), tracking_url: None },
            note: None,
        }]);
    }

    #[test]
    fn a_tracking_link_must_be_a_web_address() {
        let history = history_to(OrderStatus::Preparing, DeliveryMethod::StandardDelivery).unwrap();
        let tracking = Tracking { tracking_url: Some("javascript:alert(1)".to_owned()), ..number() };
        let command = ChangeStatus { tracking, ..to(OrderStatus::Shipped) };
        let refusal = command.decide(&Order::fold(&history)).unwrap_err();
        assert!(matches!(refusal, Refusal::Form(fault) if fault.field == "shipping.trackingUrl"));
    }

    #[test]
    fn local_delivery_needs_no_tracking_number() {
        let history = history_to(OrderStatus::Preparing, DeliveryMethod::StandardDelivery).unwrap();
        given::<Order>(&history).when(&to(OrderStatus::OutForDelivery)).then(&[OrderEvent::OrderSentOut {
            order_id: order_id(),
            tracking: Tracking::default(),
            note: None,
        }]);
    }

    #[test]
    fn a_return_needs_a_reason() {
        let history = history_to(OrderStatus::Delivered, DeliveryMethod::Pickup).unwrap();
        let blank = ChangeStatus { reason: Some("  ".to_owned()), ..to(OrderStatus::Returned) };
        given::<Order>(&history).when(&blank).then_refused(Refusal::ReasonMissing);
    }

    #[test]
    fn texts_about_an_erased_customer_are_stored_as_erased() {
        let history = history_to(OrderStatus::Delivered, DeliveryMethod::Pickup).unwrap();
        let command = ChangeStatus {
            reason: Some("It leaked".to_owned()),
            customer_is_forgotten: true,
            ..to(OrderStatus::Returned)
        };
        given::<Order>(&history).when(&command).then(&[OrderEvent::OrderReturned {
            order_id: order_id(),
            reason: Personal::erased(customer_id().uuid()),
        }]);
    }

    #[test]
    fn an_admin_makes_each_step_in_the_merchants_place_and_cancels_until_the_delivery() {
        let admin = |status| ChangeStatus {
            by: customer_id(),
            role: Role::Admin,
            reason: Some("The shop has closed".to_owned()),
            tracking: number(),
            ..to(status)
        };
        for method in DeliveryMethod::ALL {
            for from in OrderStatus::ALL {
                let Some(history) = history_to(from, method) else { continue };
                let order = Order::fold(&history);
                let under_way = order.placed.as_ref().unwrap().is_under_way();
                for target in OrderStatus::ALL {
                    let allowed = expected(from, target, method == DeliveryMethod::Pickup)
                        || (target == OrderStatus::Cancelled && under_way);
                    let decision = admin(target).decide(&order);
                    assert_eq!(decision.is_ok(), allowed, "{from:?} to {target:?}: {decision:?}");
                }
            }
        }
    }

    #[test]
    fn an_admins_reason_is_required_and_kept_with_each_step() {
        let placed = [order(DeliveryMethod::Pickup).placed()];
        let confirm = ChangeStatus { role: Role::Admin, by: customer_id(), ..to(OrderStatus::Confirmed) };
        given::<Order>(&placed).when(&confirm).then_refused(Refusal::AdminsReasonMissing);
        let because = ChangeStatus { reason: Some("The shop has closed".to_owned()), ..confirm };
        let note = Some(about("The shop has closed"));
        given::<Order>(&placed)
            .when(&because)
            .then(&[OrderEvent::OrderConfirmed { order_id: order_id(), note: note.clone() }]);
        let confirmed = history_to(OrderStatus::Confirmed, DeliveryMethod::Pickup).unwrap();
        given::<Order>(&confirmed)
            .when(&ChangeStatus { to: OrderStatus::Cancelled, ..because })
            .then(&[OrderEvent::OrderCancelled { order_id: order_id(), reason: note }]);
    }

    #[test]
    fn only_the_orders_merchant_changes_its_status() {
        let order = [order(DeliveryMethod::Pickup).placed()];
        let stranger = ChangeStatus { by: customer_id(), ..to(OrderStatus::Confirmed) };
        given::<Order>(&order).when(&stranger).then_refused(Refusal::NotFound);
        let customer = ChangeStatus { role: Role::Customer, ..stranger };
        given::<Order>(&order).when(&customer).then_refused(Refusal::Forbidden);
        given::<Order>(&[]).when(&to(OrderStatus::Confirmed)).then_refused(Refusal::NotFound);
    }
}
