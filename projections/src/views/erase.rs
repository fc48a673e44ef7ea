//! Erases a person from a view without a rebuild.
//!
//! An erasure deletes the person's key first, and then appends `AccountErased`. So all readable data of the person
//! comes before that event in the log. One statement, run after all others of the event's batch, makes the tables
//! equal to those of a rebuild without the key.

use postgres_kit::Query;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::engine::ApplyError;

/// Runs the statement for these people, if there are any. It must be the last statement of the batch on its tables.
pub(super) async fn erase(
    tx: &mut PgConnection,
    people: &[Uuid],
    statement: fn(&[Uuid]) -> Query,
) -> Result<(), ApplyError> {
    if people.is_empty() {
        return Ok(());
    }
    statement(people).execute(tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use histories::{
        Conversation, History, Order, Person, address, conversation_id, customer, merchant, product,
    };
    use shared_events::{
        Cents, RawEvent, Recorded,
        events::ConversationEvent,
        ids::AccountId,
        personal::{self, SubjectKey},
        shop::{Amounts, ShippingDetails},
    };
    use uuid::Uuid;

    use super::super::{all, testing::*};
    use crate::engine::View;

    const CUSTOMER: u128 = 1;
    const MERCHANT: u128 = 2;
    const OTHER_MERCHANT: u128 = 3;

    fn order(customer: &Person, merchant: &Person) -> Order {
        Order {
            merchant_address: Some(merchant.personal(address())),
            amounts: Amounts { total: Cents(12_50), ..Amounts::default() },
            shipping: ShippingDetails { first_name: "Customer 1".to_owned(), ..ShippingDetails::default() },
            ..Order::new(1, customer, merchant)
        }
    }

    /// Records that the customer asks and the merchant answers.
    fn write_to(history: &mut History, customer: &Person, merchant: &Person) {
        let tomato = product(1).sold_by(merchant);
        let mut conversation = Conversation::new(conversation_id(1), customer, tomato);
        history.system(conversation.started(customer.personal("Customer 1 asks".to_owned())));
        for (sender, text) in
            [(customer, "Customer 1 here, are they ripe?"), (merchant, "They are. Merchant 2")]
        {
            history.system(conversation.message(sender.id, sender.personal(text.to_owned())));
        }
    }

    /// Records that the person asks the shop's support, and gets an answer.
    fn ask_support(history: &mut History, person: &Person) {
        let mut conversation = Conversation::new(conversation_id(2), person, product(1));
        conversation.standing.merchant_id = AccountId::SHOP;
        history.system(ConversationEvent::SupportConversationStarted {
            conversation_id: conversation.id,
            customer_id: person.id,
            subject: person.personal("Customer 1 asks support".to_owned()),
            standing: conversation.standing,
        });
        for (sender, text) in [(person.id, "Customer 1 again"), (AccountId::SHOP, "Dear Customer 1")] {
            history.system(conversation.message(sender, person.personal(text.to_owned())));
        }
    }

    /// A history of people who buy and sell, and are erased afterwards.
    fn history(forgotten: &[u128]) -> Vec<Recorded<RawEvent>> {
        let [anna, farm, other] = [customer(CUSTOMER), merchant(MERCHANT), merchant(OTHER_MERCHANT)];
        let (tomato, order) = (product(1).sold_by(&farm), order(&anna, &farm));
        let mut history = History::default();
        history.system(anna.opened()).system(farm.opened()).system(other.opened()).admin(farm.approved());
        history.system(tomato.listed()).admin(tomato.approved());
        history.system(tomato.certificate_submitted("Merchant 2 organic.pdf"));
        history.system(order.placed()).system(order.confirmed_with("See you soon, Customer 1"));
        write_to(&mut history, &anna, &farm);
        ask_support(&mut history, &anna);
        for person in forgotten {
            history.system(customer(*person).erased());
        }
        history.events().to_vec()
    }

    /// The events as the log returns them once these people's keys are deleted.
    fn without_keys(events: &[Recorded<RawEvent>], forgotten: &[u128]) -> Vec<Recorded<RawEvent>> {
        let key = SubjectKey([7; 32]);
        let gone: Vec<Uuid> = forgotten.iter().map(|person| customer(*person).id.uuid()).collect();
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
