use histories::{History, Person, address, customer, merchant};
use serde_json::json;
use shared_events::{Personal, events::AccountEvent};

use super::{super::testing::*, Accounts};

#[tokio::test]
async fn an_account_shows_its_sign_up_data_and_an_admins_decision() {
    let mut history = History::default();
    history.system(customer(1).opened());
    history.system(merchant(2).opened());
    history.admin(merchant(2).rejected());
    let mut tables = Tables::of(&Accounts).await;
    tables.apply(&Accounts, history.events()).await;

    let customer = tables
        .row("SELECT name, email, approval, business, is_active FROM users WHERE role = 'customer'")
        .await;
    assert_eq!(
        customer,
        json!({ "name": "Customer 1", "email": "customer1@example.org", "approval": null, "business": null,
                "is_active": true })
    );
    let query = "SELECT phone, entry->'postal'->>'zipCode' AS zip, business->>'businessName' AS business, approval,
                 approval_reason FROM users JOIN addresses USING (account_id) WHERE is_home AND role = 'merchant'";
    assert_eq!(
        tables.row(query).await,
        json!({ "phone": "555-0100", "zip": "05401", "business": "Farm 2", "approval": "rejected",
                "approval_reason": "No licence" })
    );
}

#[tokio::test]
async fn a_later_approval_replaces_the_rejection_and_its_reason() {
    let mut history = History::default();
    history.system(merchant(2).opened());
    history.admin(merchant(2).rejected());
    history.admin(merchant(2).approved());
    let mut tables = Tables::of(&Accounts).await;
    for event in history.events() {
        tables.apply(&Accounts, std::slice::from_ref(event)).await;
    }
    let row = tables.row("SELECT approval, approval_reason FROM users").await;
    assert_eq!(row, json!({ "approval": "approved", "approval_reason": null }));
}

#[tokio::test]
async fn an_erased_person_leaves_nulls() {
    let forgotten = Person { phone: Some(String::new()), address: Some(address()), ..customer(3) };
    let mut opened = forgotten.opened();
    let AccountEvent::AccountOpened { name, email, phone, address, .. } = &mut opened else {
        unreachable!("the account is opened")
    };
    let id = forgotten.id.uuid();
    (*name, *email) = (Personal::erased(id), Personal::erased(id));
    (*phone, *address) = (Some(Personal::erased(id)), Some(Personal::erased(id)));
    let mut history = History::default();
    history.system(opened);
    let mut tables = Tables::of(&Accounts).await;
    tables.apply(&Accounts, history.events()).await;
    let row = tables.row("SELECT name, email, phone FROM users").await;
    assert_eq!(row, json!({ "name": null, "email": null, "phone": null }));
}
