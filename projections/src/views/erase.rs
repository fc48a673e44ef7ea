//! Erases a person from a view without a rebuild.
//!
//! An erasure deletes the person's key first, and then appends `AccountErased`. So all readable data of the person
//! stands before that event in the log. One statement, run after all others of the event's batch, makes the tables
//! equal to those of a rebuild without the key.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::engine::ApplyError;

/// Runs the statement for these people, if there are any. It must be the batch's last statement on its tables.
pub(super) async fn erase(
    tx: &mut PgConnection,
    people: &[Uuid],
    statement: &'static str,
) -> Result<(), ApplyError> {
    if people.is_empty() {
        return Ok(());
    }
    sqlx::query(statement).bind(people).execute(tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use shared_events::{
        Cents, Personal, RawEvent, Recorded,
        events::{AccountEvent, ConversationEvent, OrderEvent, Standing},
        ids::{AccountId, CheckoutId, ConversationId, MessageId, OrderId},
        personal::{self, SubjectKey},
        shop::{Amounts, BillingDetails, DeliveryMethod, ShippingDetails},
    };
    use uuid::Uuid;

    use super::super::{all, testing::*};
    use crate::engine::View;

    const CUSTOMER: u128 = 1;
    const MERCHANT: u128 = 2;
    const OTHER_MERCHANT: u128 = 3;
    const ORDER: OrderId = OrderId::new(Uuid::from_u128(0xD001));

    fn placed(customer: AccountId, merchant: AccountId) -> OrderEvent {
        OrderEvent::OrderPlaced {
            order_id: ORDER,
            checkout_id: CheckoutId::new(Uuid::from_u128(0xC001)),
            number: "GS-1-1".to_owned(),
            parent_number: "GS-1".to_owned(),
            customer_id: customer,
            customer_name: Personal::new(customer.uuid(), "Customer 1".to_owned()),
            customer_email: Personal::new(customer.uuid(), "customer1@example.org".to_owned()),
            merchant_id: merchant,
            merchant_name: "Farm 2".to_owned(),
            merchant_address: Some(Personal::new(merchant.uuid(), address())),
            lines: vec![],
            amounts: Amounts { total: Cents(12_50), ..Amounts::default() },
            delivery_method: DeliveryMethod::Pickup,
            shipping: Personal::new(
                customer.uuid(),
                ShippingDetails { first_name: "Customer 1".to_owned(), ..ShippingDetails::default() },
            ),
            billing: Personal::new(customer.uuid(), BillingDetails::default()),
        }
    }

    /// The customer asks, the merchant answers.
    fn write_to(history: &mut History, customer_id: AccountId, merchant_id: AccountId) {
        let conversation_id = ConversationId::new(Uuid::from_u128(0xCC01));
        let standing = |messages| Standing {
            customer_id,
            merchant_id,
            messages,
            read_by_customer: 0,
            read_by_merchant: 0,
        };
        let started = ConversationEvent::ConversationStarted {
            conversation_id,
            customer_id,
            merchant_id,
            product_id: product_id(1),
            product_name: "Tomato".to_owned(),
            product_price: Cents(4_50),
            subject: Personal::new(customer_id.uuid(), "Customer 1 asks".to_owned()),
            standing: standing(0),
        };
        history.system(conversation_id.uuid(), &started);
        for (number, sender_id, recipient_id, text) in [
            (1, customer_id, merchant_id, "Customer 1 here, are they ripe?"),
            (2, merchant_id, customer_id, "They are. Merchant 2"),
        ] {
            let sent = ConversationEvent::MessageSent {
                conversation_id,
                message_id: MessageId { conversation: conversation_id, number },
                sender_id,
                recipient_id,
                subject: None,
                content: Personal::new(sender_id.uuid(), text.to_owned()),
                standing: standing(number),
            };
            history.system(conversation_id.uuid(), &sent);
        }
    }

    /// A history of people who buy and sell, and then are erased.
    fn history(forgotten: &[u128]) -> Vec<Recorded<RawEvent>> {
        let mut history = History::default();
        let [customer, merchant, other] = [CUSTOMER, MERCHANT, OTHER_MERCHANT].map(account_id);
        history.system(customer.uuid(), &customer_opened(CUSTOMER));
        history.system(merchant.uuid(), &merchant_opened(MERCHANT));
        history.system(other.uuid(), &merchant_opened(OTHER_MERCHANT));
        history.add(merchant.uuid(), admin(), &merchant_approved(MERCHANT));
        history.system(product_id(1).uuid(), &product_listed(1, MERCHANT));
        history.add(product_id(1).uuid(), admin(), &product_approved(1));
        history.system(product_id(1).uuid(), &certificate_submitted(1, MERCHANT));
        history.system(ORDER.uuid(), &placed(customer, merchant));
        let note = Some(Personal::new(customer.uuid(), "See you soon, Customer 1".to_owned()));
        history.system(ORDER.uuid(), &OrderEvent::OrderConfirmed { order_id: ORDER, note });
        write_to(&mut history, customer, merchant);
        for person in forgotten {
            let account_id = account_id(*person);
            history.system(account_id.uuid(), &AccountEvent::AccountErased { account_id });
        }
        history.events().to_vec()
    }

    /// The events as the log returns them once these people's keys are deleted.
    fn without_keys(events: &[Recorded<RawEvent>], forgotten: &[u128]) -> Vec<Recorded<RawEvent>> {
        let key = SubjectKey([7; 32]);
        let gone: Vec<Uuid> = forgotten.iter().map(|person| account_id(*person).uuid()).collect();
        let mut events = events.to_vec();
        for event in &mut events {
            personal::seal(&mut event.event.data, event.event_id, &|_| Some(key.clone()));
            let key_of = |subject| (!gone.contains(&subject)).then(|| key.clone());
            personal::open(&mut event.event.data, event.event_id, &key_of).unwrap();
        }
        events
    }

    async fn tables_after(view: &dyn View, events: &[Recorded<RawEvent>], at_once: bool) -> Vec<String> {
        let events: Vec<_> = events
            .iter()
            .filter(|event| view.categories().contains(&event.stream.category.as_ref()))
            .cloned()
            .collect();
        let mut tables = Tables::of(view).await;
        for batch in events.chunks(if at_once { events.len() } else { 1 }) {
            tables.apply(view, batch).await;
        }
        tables.everything().await
    }

    #[tokio::test]
    async fn an_erasure_leaves_the_same_tables_as_a_rebuild_without_the_key() {
        let everybody = [CUSTOMER, MERCHANT, OTHER_MERCHANT];
        for forgotten in [&everybody[..1], &everybody[1..2], &everybody] {
            let events = history(forgotten);
            let rebuilt = without_keys(&events, forgotten);
            assert_ne!(events, rebuilt);
            for view in all() {
                let expected = tables_after(&*view, &rebuilt, true).await;
                for at_once in [true, false] {
                    let tables = tables_after(&*view, &events, at_once).await;
                    assert_eq!(tables, expected, "{} without {forgotten:?}", view.name());
                    let shown = tables.join("\n");
                    for person in forgotten {
                        for trace in
                            [format!("ustomer {person}"), format!("erchant {person}"), format!("{person}@")]
                        {
                            assert!(!shown.contains(&trace), "{} shows {trace}: {shown}", view.name());
                        }
                    }
                }
            }
        }
    }

    #[tokio::test]
    async fn products_of_an_erased_merchant_are_hidden() {
        let mut tables = Tables::of(&super::super::catalog::Catalog).await;
        let view = super::super::catalog::Catalog;
        let events: Vec<_> = history(&[MERCHANT])
            .into_iter()
            .filter(|event| view.categories().contains(&event.stream.category.as_ref()))
            .collect();
        let (before, erased) = events.split_at(events.len() - 1);
        tables.apply(&view, before).await;
        let visible = "SELECT count(*) AS visible FROM products WHERE visible";
        assert_eq!(tables.row(visible).await["visible"], 1);
        tables.apply(&view, erased).await;
        assert_eq!(tables.row(visible).await["visible"], 0);
    }
}
