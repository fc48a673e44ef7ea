//! Describes an event in a sentence, in plain words and without personal data.

use command_service::automation;
use shared_events::{
    Actor, Cents, Event, RawEvent, Recorded, Role, decode,
    events::{
        AbandonReason, CheckoutEvent, DisputeOutcome, OrderEvent, PaidBackBy, ProductEvent, RefundCause,
        ReleaseReason, StockEvent,
    },
};

/// The sentence for an event. Events of orders, payments, products and stock have their own sentences; all others are
/// described by their names.
pub(super) fn sentence(event: &Recorded<RawEvent>) -> String {
    let who = who(&event.actor);
    let sentence = match &*event.stream.category {
        OrderEvent::CATEGORY => decode(&event.event).ok().map(|read| of_order(&who, &read)),
        CheckoutEvent::CATEGORY => decode(&event.event).ok().map(|read| of_checkout(&who, &read)),
        ProductEvent::CATEGORY => decode(&event.event).ok().map(|read| of_product(&who, &read)),
        StockEvent::CATEGORY => decode(&event.event).ok().map(|read| of_stock(&who, &read)),
        _ => None,
    };
    sentence.unwrap_or_else(|| format!("{who} made this happen: {}.", plain(&event.event.event_type)))
}

fn who(actor: &Actor) -> String {
    match actor {
        Actor::Account { role: Role::Customer, .. } => "The customer".to_owned(),
        Actor::Account { role: Role::Merchant, .. } => "The merchant".to_owned(),
        Actor::Account { role: Role::Admin, .. } => "An admin".to_owned(),
        Actor::System { name } if automation::managers().any(|(known, _)| known == name.as_ref()) => {
            format!("The process manager “{}”", name.replace('_', " "))
        }
        Actor::System { name } if ["sandbox", "stripe"].contains(&name.as_ref()) => {
            "The program, told by the payment provider,".to_owned()
        }
        Actor::System { name } => format!("The program (“{name}”)"),
    }
}

/// A name in plain words: `OrderPlaced` becomes "order placed".
fn plain(name: &str) -> String {
    let mut words = String::new();
    for one in name.chars() {
        if one.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(one.to_ascii_lowercase());
    }
    words
}

fn units(quantity: u32) -> String {
    format!("{quantity} {}", if quantity == 1 { "unit" } else { "units" })
}

fn of_order(who: &str, event: &OrderEvent) -> String {
    match event {
        OrderEvent::OrderPlaced { number, merchant_name, amounts, .. } => {
            format!("{who} placed the order {number} with {merchant_name} for {}.", amounts.total)
        }
        OrderEvent::OrderConfirmed { .. } => format!("{who} confirmed the order."),
        OrderEvent::PreparationStarted { .. } => format!("{who} began to prepare the order."),
        OrderEvent::OrderMadeReady { .. } => format!("{who} made the order ready for pickup."),
        OrderEvent::OrderSentOut { .. } => format!("{who} sent the order out for delivery."),
        OrderEvent::OrderShipped { .. } => format!("{who} gave the order to a carrier."),
        OrderEvent::OrderDelivered { .. } => format!("{who} marked the order as delivered."),
        OrderEvent::OrderCancelled { .. } => format!("{who} cancelled the order."),
        OrderEvent::OrderReturned { .. } => format!("{who} marked the order as returned."),
        OrderEvent::OrderRefunded { amount, cause, rest_paid_back_by, .. } => {
            let cause = match cause {
                RefundCause::Cancelled => "it was cancelled",
                RefundCause::Returned => "it was returned",
            };
            let rest = match rest_paid_back_by {
                None => "",
                Some(PaidBackBy::Bank) => " The customer’s bank had paid the rest back.",
                Some(PaidBackBy::Provider) => {
                    " The rest was refunded at the payment provider, outside the shop."
                }
            };
            format!("{who} refunded {amount}, because {cause}.{rest}")
        }
    }
}

fn of_checkout(who: &str, event: &CheckoutEvent) -> String {
    match event {
        CheckoutEvent::CheckoutStarted { number, lines, amounts, .. } => {
            let products = match lines.len() {
                1 => "1 product".to_owned(),
                count => format!("{count} products"),
            };
            format!("{who} started the checkout {number} of {products} for {}.", amounts.total)
        }
        CheckoutEvent::PaymentRequested { provider, .. } => {
            format!("{who} asked the payment provider ({provider}) for a payment.")
        }
        CheckoutEvent::PaymentReceived { amount, .. } => {
            format!("{who} noted that the payment provider had received {amount}.")
        }
        CheckoutEvent::CheckoutCompleted { .. } => {
            format!("{who} completed the checkout: every order was placed.")
        }
        CheckoutEvent::CheckoutAbandoned { reason, .. } => {
            let reason = match reason {
                AbandonReason::Replaced => "another one took its place",
                AbandonReason::Expired => "it was not paid in time",
                AbandonReason::Failed => "the payment failed",
            };
            format!("{who} closed the checkout: {reason}.")
        }
        CheckoutEvent::CheckoutUnfulfillable { reason, .. } => {
            format!("{who} found that the checkout cannot be fulfilled: {reason}.")
        }
        CheckoutEvent::RefundDecided { order_id, amount, .. } => {
            format!("{who} decided to refund {}.", refunded(order_id.is_some(), *amount))
        }
        CheckoutEvent::RefundWithdrawn { order_id, amount, .. } => {
            let what = refunded(order_id.is_some(), *amount);
            format!("{who} withdrew the refund of {what}: the money was paid back in another way.")
        }
        CheckoutEvent::RefundIssued { order_id, amount, .. } => {
            format!("{who} had the payment provider refund {}.", refunded(order_id.is_some(), *amount))
        }
        CheckoutEvent::RefundFailed { order_id, amount, reason, .. } => {
            format!("{who} could not refund {}: {reason}.", refunded(order_id.is_some(), *amount))
        }
        CheckoutEvent::RefundedElsewhere { amount, .. } => {
            format!("{who} noted that {amount} was refunded at the payment provider, outside the shop.")
        }
        CheckoutEvent::ChargeDisputed { amount, reason, .. } => {
            format!("{who} noted that the customer’s bank wants {amount} back: {reason}.")
        }
        CheckoutEvent::ChargeDisputeClosed { outcome, .. } => {
            let outcome = match outcome {
                DisputeOutcome::Won => "the shop keeps the money",
                DisputeOutcome::Lost => "the customer gets the money",
                DisputeOutcome::Withdrawn => "the bank withdrew it",
            };
            format!("{who} noted how the dispute ended: {outcome}.")
        }
    }
}

fn refunded(one_order: bool, amount: Cents) -> String {
    format!("{amount} of {}", if one_order { "one order" } else { "the whole checkout" })
}

fn of_product(who: &str, event: &ProductEvent) -> String {
    match event {
        ProductEvent::ProductListed { details, price, unit, .. } => {
            format!("{who} listed “{}” at {price} a {unit}.", details.name)
        }
        ProductEvent::ProductApproved { reason, .. } => {
            because(who, "approved the product", reason.as_deref())
        }
        ProductEvent::ProductRejected { reason, .. } => because(who, "rejected the product", Some(reason)),
        ProductEvent::ProductRevised { .. } => format!("{who} changed what the public reads."),
        ProductEvent::ProductResubmitted { .. } => format!("{who} asked for another review."),
        ProductEvent::ProductRepriced { price, unit, .. } => {
            format!("{who} set the price to {price} a {unit}.")
        }
        ProductEvent::FulfillmentChanged { .. } => format!("{who} changed pickup and delivery."),
        ProductEvent::LowStockThresholdSet { low_stock_threshold, .. } => {
            format!("{who} set low stock to {} or fewer.", units(*low_stock_threshold))
        }
        ProductEvent::OrganicCertificateSubmitted { .. } => {
            format!("{who} handed in an organic certificate.")
        }
        ProductEvent::OrganicCertificateResubmitted { .. } => {
            format!("{who} asked for another review of the organic certificate.")
        }
        ProductEvent::OrganicCertificateApproved { reason, .. } => {
            because(who, "approved the organic certificate", reason.as_deref())
        }
        ProductEvent::OrganicCertificateRejected { reason, .. } => {
            because(who, "rejected the organic certificate", Some(reason))
        }
        ProductEvent::ProductActivated { reason, .. } => {
            because(who, "put the product on sale again", reason.as_deref())
        }
        ProductEvent::ProductDeactivated { reason, .. } => {
            because(who, "took the product off sale", reason.as_deref())
        }
        ProductEvent::ProductDeleted { reason, .. } => because(who, "deleted the product", reason.as_deref()),
        ProductEvent::ProductFeatured { .. } => format!("{who} put the product on the home page."),
        ProductEvent::ProductUnfeatured { .. } => format!("{who} took the product off the home page."),
    }
}

fn because(who: &str, did: &str, reason: Option<&str>) -> String {
    match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("{who} {did}: “{reason}”."),
        None => format!("{who} {did}."),
    }
}

fn of_stock(who: &str, event: &StockEvent) -> String {
    match event {
        StockEvent::StockCounted { quantity, .. } => format!("{who} counted {} in stock.", units(*quantity)),
        StockEvent::UnitsHeld { quantity, .. } => {
            format!("{who} held {} for a checkout.", units(*quantity))
        }
        StockEvent::HoldReleased { quantity, reason, .. } => {
            let reason = match reason {
                ReleaseReason::Replaced => "another checkout took its place",
                ReleaseReason::Expired => "the checkout was not paid in time",
                ReleaseReason::Failed => "the payment failed",
                ReleaseReason::Unfulfillable => "the checkout cannot be fulfilled",
            };
            format!("{who} gave {} back to the shelf: {reason}.", units(*quantity))
        }
        StockEvent::UnitsSold { quantity, .. } => format!("{who} sold {}.", units(*quantity)),
        StockEvent::UnitsRestocked { quantity, .. } => {
            format!("{who} put {} back: the order was cancelled or returned.", units(*quantity))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::ids::AccountId;
    use uuid::Uuid;

    use super::{super::tests::event, *};

    fn by(role: Role) -> Actor {
        Actor::Account { id: AccountId::new(Uuid::from_u128(1)), role }
    }

    #[test]
    fn names_of_types_and_actors_are_written_in_plain_words() {
        assert_eq!(who(&by(Role::Admin)), "An admin");
        assert_eq!(
            who(&Actor::system("make_good_when_cancelled")),
            "The process manager “make good when cancelled”"
        );
        assert_eq!(who(&Actor::system("stripe")), "The program, told by the payment provider,");
        assert_eq!(who(&Actor::system("admin create")), "The program (“admin create”)");
    }

    #[test]
    fn a_sentence_quotes_the_reason_if_there_is_one() {
        let reason = Some("Blurred picture".to_owned());
        let product_id = shared_events::ids::ProductId::new(Uuid::from_u128(1));
        let of = |event: &ProductEvent| of_product("An admin", event);
        assert_eq!(
            of(&ProductEvent::ProductDeactivated { product_id, by_admin: true, reason }),
            "An admin took the product off sale: “Blurred picture”."
        );
        assert_eq!(
            of(&ProductEvent::ProductApproved { product_id, reason: None }),
            "An admin approved the product."
        );
    }

    #[test]
    fn an_unreadable_event_is_described_by_its_name() {
        let mut odd = event(1);
        odd.actor = by(Role::Merchant);
        odd.event.data = json!({}).into();
        assert_eq!(sentence(&odd), "The merchant made this happen: order placed.");
    }
}
