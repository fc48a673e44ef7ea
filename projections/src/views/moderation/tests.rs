use serde_json::{Value, json};

use super::{super::testing::*, Moderation};

#[tokio::test]
async fn what_waits_is_pending_until_it_is_decided() {
    let mut history = History::default();
    history.system(account_id(1).uuid(), &customer_opened(1));
    history.system(account_id(2).uuid(), &merchant_opened(2));
    history.system(account_id(3).uuid(), &merchant_opened(3));
    history.system(product_id(1).uuid(), &product_listed(1, 2));
    history.system(product_id(2).uuid(), &product_listed(2, 2));
    history.add(account_id(2).uuid(), admin(), &merchant_approved(2));
    history.add(product_id(2).uuid(), admin(), &product_rejected(2));
    let mut tables = Tables::of(&Moderation).await;
    tables.apply(&Moderation, history.events()).await;

    let merchants = tables.rows("SELECT email FROM merchants WHERE approval = 'pending'").await;
    assert_eq!(merchants, [json!({ "email": "merchant3@example.org" })]);
    let query = "SELECT details->>'name' AS name, price FROM products WHERE approval = 'pending'";
    assert_eq!(tables.rows(query).await, [json!({ "name": "Heirloom Tomato 1", "price": 450 })]);

    history.add(account_id(3).uuid(), admin(), &merchant_rejected(3));
    history.add(product_id(1).uuid(), admin(), &product_approved(1));
    tables.apply(&Moderation, &history.events()[7..]).await;
    for table in ["merchants", "products"] {
        let pending = tables.rows(&format!("SELECT 1 AS one FROM {table} WHERE approval = 'pending'")).await;
        assert_eq!(pending, Vec::<Value>::new(), "{table}");
    }
}
