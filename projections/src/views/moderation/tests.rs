use serde_json::{Value, json};

use shared_events::{
    events::{AccountEvent, ProductEvent},
    shop::BusinessProfile,
};

use super::{super::testing::*, Moderation};

#[tokio::test]
async fn products_and_merchants_are_pending_until_decided() {
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
async fn a_merchant_is_renamed_while_the_name_is_not_the_approved_one() {
    let account_id = account_id(2);
    let mut history = History::default();
    history.system(account_id.uuid(), &merchant_opened(2));
    let AccountEvent::AccountOpened { business: Some(approved), .. } = merchant_opened(2) else {
        panic!("a merchant has a business");
    };
    let named = |name: &str| AccountEvent::BusinessProfileChanged {
        account_id,
        business: BusinessProfile { business_name: name.to_owned(), ..approved.clone() },
        website: None,
    };
    history.system(account_id.uuid(), &named("Before"));
    history.add(account_id.uuid(), admin(), &merchant_approved(2));
    for name in ["Before", "After", "Before"] {
        history.system(account_id.uuid(), &named(name));
    }
    history.system(account_id.uuid(), &named("Again"));
    history.system(account_id.uuid(), &AccountEvent::AccountErased { account_id });
    let mut tables = Tables::of(&Moderation).await;
    let query = "SELECT approved_name AS approved, renamed_at IS NOT NULL AS renamed FROM merchants";
    let mut seen = Vec::new();
    for event in history.events() {
        tables.apply(&Moderation, std::slice::from_ref(event)).await;
        let row = tables.row(query).await;
        seen.push((row["approved"].as_str().map(str::to_owned), row["renamed"] == json!(true)));
    }
    let before = || Some("Before".to_owned());
    let approved = [false, false, true, false, true, false].map(|renamed| (before(), renamed));
    assert_eq!(seen, [vec![(None, false); 2], approved.to_vec()].concat());
}

#[tokio::test]
async fn revised_products_wait_again_and_certificates_wait_separately() {
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

#[tokio::test]
async fn products_are_counted_by_the_columns_that_admins_filter() {
    let mut history = History::default();
    history.system(account_id(2).uuid(), &merchant_opened(2));
    for number in 1..=4 {
        history.system(product_id(number).uuid(), &product_listed(number, 2));
    }
    let out = |number| ProductEvent::ProductDeactivated {
        product_id: product_id(number),
        by_admin: true,
        reason: None,
    };
    history.add(product_id(1).uuid(), admin(), &product_approved(1));
    history.add(product_id(2).uuid(), admin(), &product_approved(2));
    history.add(product_id(2).uuid(), admin(), &out(2));
    history.add(product_id(3).uuid(), admin(), &out(3));
    let back = ProductEvent::ProductActivated { product_id: product_id(3), reason: None };
    history.add(product_id(3).uuid(), admin(), &back);
    let deleted = ProductEvent::ProductDeleted { product_id: product_id(4), reason: None };
    history.system(product_id(4).uuid(), &deleted);
    let mut tables = Tables::of(&Moderation).await;
    let counted = "SELECT category, is_active, is_organic, approval, count(*) AS products FROM products
                   GROUP BY category, is_active, is_organic, approval ORDER BY is_active, approval";
    let kept = "SELECT * FROM totals ORDER BY is_active, approval";
    for size in [1, 3, 100] {
        tables.clear().await;
        for batch in history.events().chunks(size) {
            tables.apply(&Moderation, batch).await;
            assert_eq!(tables.rows(kept).await, tables.rows(counted).await);
        }
        let products: Vec<Value> =
            tables.rows(kept).await.into_iter().map(|mut row| row["products"].take()).collect();
        assert_eq!(products, [1, 1, 1], "in batches of {size}");
    }
}
