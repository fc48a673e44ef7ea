use histories::{History, customer, merchant, product};
use serde_json::{Value, json};

use super::{super::testing::*, Moderation};

#[tokio::test]
async fn products_and_merchants_are_pending_until_decided() {
    let mut history = History::default();
    history.system(customer(1).opened());
    history.system(merchant(2).opened());
    history.system(merchant(3).opened());
    history.system(product(1).sold_by(&merchant(2)).listed());
    history.system(product(2).sold_by(&merchant(2)).listed());
    history.admin(merchant(2).approved());
    history.admin(product(2).rejected());
    let mut tables = Tables::of(&Moderation).await;
    tables.apply(&Moderation, history.events()).await;

    let merchants = tables.rows("SELECT email FROM merchants WHERE approval = 'pending'").await;
    assert_eq!(merchants, [json!({ "email": "merchant3@example.org" })]);
    let query = "SELECT details->>'name' AS name, price FROM products WHERE approval = 'pending'";
    assert_eq!(tables.rows(query).await, [json!({ "name": "Heirloom Tomato 1", "price": 450 })]);

    history.admin(merchant(3).rejected());
    history.admin(product(1).approved());
    tables.apply(&Moderation, &history.events()[7..]).await;
    for table in ["merchants", "products"] {
        let pending = tables.rows(&format!("SELECT 1 AS one FROM {table} WHERE approval = 'pending'")).await;
        assert_eq!(pending, Vec::<Value>::new(), "{table}");
    }
}

#[tokio::test]
async fn a_merchant_counts_as_renamed_until_the_name_is_the_approved_one() {
    let farm = merchant(2);
    let mut history = History::default();
    history.by(&farm, farm.opened()).by(&farm, farm.business_renamed("Before")).admin(farm.approved());
    for name in ["Before", "After", "Before", "Again"] {
        history.by(&farm, farm.business_renamed(name));
    }
    history.system(farm.erased());
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
    let (farm, tomato) = (merchant(2), product(1).sold_by(&merchant(2)));
    let mut history = History::default();
    history.by(&farm, farm.opened());
    history.by(&farm, tomato.listed()).admin(tomato.approved()).by(&farm, tomato.renamed("Plum Tomato"));
    history.by(&farm, tomato.certificate_submitted("Organic 2026.pdf"));
    let mut tables = Tables::of(&Moderation).await;
    tables.apply(&Moderation, history.events()).await;
    let query = "SELECT details->>'name' AS name, revision, approval, waits_since IS NOT NULL AS waits, \
                 certificate->>'status' AS certificate, certificate_waits_since IS NOT NULL AS uncertified \
                 FROM products";
    assert_eq!(
        tables.row(query).await,
        json!({ "name": "Plum Tomato", "revision": 3, "approval": "resubmitted", "waits": true,
                "certificate": "pending", "uncertified": true })
    );
    history.admin(tomato.rejected()).admin(tomato.certificate_rejected());
    tables.apply(&Moderation, &history.events()[5..]).await;
    let row = tables.row(query).await;
    assert_eq!((&row["waits"], &row["uncertified"]), (&json!(false), &json!(false)));
    history.by(&farm, tomato.deleted());
    tables.apply(&Moderation, &history.events()[7..]).await;
    assert_eq!(tables.rows(query).await, Vec::<Value>::new());
}

#[tokio::test]
async fn products_are_counted_by_the_columns_that_admins_filter() {
    let mut history = History::default();
    history.system(merchant(2).opened());
    for number in 1..=4 {
        history.system(product(number).sold_by(&merchant(2)).listed());
    }
    history.admin(product(1).approved());
    history.admin(product(2).approved()).admin(product(2).deactivated_by_admin());
    history.admin(product(3).deactivated_by_admin()).admin(product(3).activated());
    history.system(product(4).deleted());
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
