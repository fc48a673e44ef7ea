use serde_json::{Value, json};

use shared_events::events::ProductEvent;

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

#[tokio::test]
async fn what_its_merchant_changes_waits_again_and_certificates_wait_for_themselves() {
    let id = product_id(1);
    let mut history = History::default();
    history.system(account_id(2).uuid(), &merchant_opened(2));
    history.system(id.uuid(), &product_listed(1, 2));
    history.add(id.uuid(), admin(), &product_approved(1));
    history.system(id.uuid(), &product_revised(1, "Plum Tomato"));
    history.system(id.uuid(), &certificate_submitted(1, 2));
    let mut tables = Tables::of(&Moderation).await;
    tables.apply(&Moderation, history.events()).await;
    let query = "SELECT details->>'name' AS name, revision, approval, waits_since IS NOT NULL AS waits, \
                 certificate->>'status' AS certificate, certificate_waits_since IS NOT NULL AS uncertified \
                 FROM products";
    assert_eq!(
        tables.row(query).await,
        json!({ "name": "Plum Tomato", "revision": 2, "approval": "resubmitted", "waits": true,
                "certificate": "pending", "uncertified": true })
    );
    history.add(id.uuid(), admin(), &product_rejected(1));
    let reason = "Expired".to_owned();
    history.add(id.uuid(), admin(), &ProductEvent::OrganicCertificateRejected { product_id: id, reason });
    tables.apply(&Moderation, &history.events()[5..]).await;
    let row = tables.row(query).await;
    assert_eq!((&row["waits"], &row["uncertified"]), (&json!(false), &json!(false)));
    history.system(id.uuid(), &ProductEvent::ProductDeleted { product_id: id, reason: None });
    tables.apply(&Moderation, &history.events()[7..]).await;
    assert_eq!(tables.rows(query).await, Vec::<Value>::new());
}
