use histories::{History, Person, address, at, checkout_id, merchant, order_id, product};
use serde_json::{Value, json};
use shared_events::{Cents, events::ReleaseReason, shop::Address};

use super::{super::testing::*, Catalog};

/// A history in which a merchant and a product are listed and approved by events 1 to 4.
fn tomato() -> History {
    let mut history = History::default();
    history.system(merchant(1).opened());
    history.system(product(1).listed());
    history.admin(merchant(1).approved());
    history.admin(product(1).approved_with("Lovely"));
    history
}

async fn folded(history: &History) -> Tables {
    let mut tables = Tables::of(&Catalog).await;
    for event in history.events() {
        tables.apply(&Catalog, std::slice::from_ref(event)).await;
    }
    tables
}

async fn shown(tables: &mut Tables) -> Value {
    let query =
        "SELECT p.visible, p.approval, m.product_count FROM products p JOIN merchants m USING (merchant_id)";
    tables.row(query).await
}

#[tokio::test]
async fn a_product_is_visible_when_it_and_its_merchant_are_approved() {
    let history = tomato();
    let mut tables = Tables::of(&Catalog).await;
    let expected = [
        json!({ "visible": false, "approval": "pending", "product_count": 0 }),
        json!({ "visible": false, "approval": "pending", "product_count": 0 }),
        json!({ "visible": true, "approval": "approved", "product_count": 1 }),
    ];
    tables.apply(&Catalog, &history.events()[..1]).await;
    for (event, expected) in history.events()[1..].iter().zip(expected) {
        tables.apply(&Catalog, std::slice::from_ref(event)).await;
        assert_eq!(shown(&mut tables).await, expected);
    }
}

#[tokio::test]
async fn hiding_a_merchant_hides_its_products() {
    let mut history = tomato();
    history.admin(merchant(1).rejected());
    let mut tables = folded(&history).await;
    assert_eq!(
        shown(&mut tables).await,
        json!({ "visible": false, "approval": "approved", "product_count": 0 })
    );
    history.admin(merchant(1).approved());
    tables.apply(&Catalog, &history.events()[5..]).await;
    assert_eq!(
        shown(&mut tables).await,
        json!({ "visible": true, "approval": "approved", "product_count": 1 })
    );
}

#[tokio::test]
async fn decisions_are_listed_with_their_reasons() {
    let mut history = tomato();
    history.admin(product(1).rejected());
    let mut tables = folded(&history).await;
    let decisions =
        tables.rows("SELECT status, reason, notes, version FROM decisions ORDER BY version").await;
    assert_eq!(
        decisions,
        [
            json!({ "status": "approved", "reason": null, "notes": "Lovely", "version": 2 }),
            json!({ "status": "rejected", "reason": "Blurred picture", "notes": null, "version": 3 }),
        ]
    );
    let product = tables.row("SELECT approval, rejection_reason, visible FROM products").await;
    assert_eq!(
        product,
        json!({ "approval": "rejected", "rejection_reason": "Blurred picture", "visible": false })
    );
}

#[tokio::test]
async fn stock_is_held_sold_released_and_restocked() {
    let tomato = product(1);
    let mut history = History::default();
    let steps = [
        (tomato.counted(10), (10, 0)),
        (tomato.held(checkout_id(1), 3, at(99)), (10, 3)),
        (tomato.held(checkout_id(2), 4, at(99)), (10, 7)),
        (tomato.sold(checkout_id(1), order_id(1), 3), (7, 4)),
        (tomato.released(checkout_id(2), 4, ReleaseReason::Expired), (7, 0)),
        // The customer pays after the hold has expired.
        (tomato.sold(checkout_id(2), order_id(2), 4), (3, 0)),
        (tomato.restocked(order_id(1), 3), (6, 0)),
        // A checkout without a hold is closed.
        (tomato.released(checkout_id(3), 0, ReleaseReason::Unfulfillable), (6, 0)),
    ];
    let mut tables = Tables::of(&Catalog).await;
    for (number, (event, (on_hand, held))) in steps.into_iter().enumerate() {
        history.system(event.clone());
        tables.apply(&Catalog, &history.events()[number..]).await;
        let row = tables.row("SELECT on_hand, held FROM stock").await;
        assert_eq!(row, json!({ "on_hand": on_hand, "held": held }), "after {event:?}");
    }
    assert_eq!(tables.rows("SELECT * FROM holds").await, Vec::<Value>::new());
}

#[tokio::test]
async fn invalid_coordinates_count_as_unknown() {
    let mut history = History::default();
    let nowhere = Address { latitude: Some(1e300), ..address() };
    history.system(Person { address: Some(nowhere), ..merchant(1) }.opened());
    let mut tables = folded(&history).await;
    let row = tables.row("SELECT city, latitude, longitude FROM merchants").await;
    assert_eq!(row, json!({ "city": "Burlington", "latitude": null, "longitude": null }));
}

#[tokio::test]
async fn texts_that_postgres_cannot_hold_do_not_stop_the_view() {
    let mut history = History::default();
    let mut odd = product(1).named("Toma\0to");
    odd.details.description = (0..150_000).map(|n| format!("word{n} ")).collect();
    odd.details.tags = vec!["n\0l".to_owned()];
    history.system(odd.listed());
    let mut tables = folded(&history).await;
    let row = tables.row("SELECT name, tags FROM products").await;
    assert_eq!(row, json!({ "name": "Tomato", "tags": ["nl"] }));
}

#[tokio::test]
async fn a_revision_waits_beside_the_approved_version() {
    let mut history = tomato();
    history.system(product(1).renamed("Plum Tomato"));
    history.system(product(1).repriced(Cents(5_25), "ounce"));
    let mut tables = folded(&history).await;
    let query =
        "SELECT name, draft->>'name' AS draft, approval, revision, price, unit, visible FROM products";
    assert_eq!(
        tables.row(query).await,
        json!({ "name": "Heirloom Tomato 1", "draft": "Plum Tomato", "approval": "resubmitted", "revision": 3,
                "price": 525, "unit": "ounce", "visible": true })
    );

    history.admin(product(1).rejected());
    tables.apply(&Catalog, &history.events()[6..]).await;
    let shown = tables.row("SELECT name, approval, rejection_reason, visible FROM products").await;
    assert_eq!(
        shown,
        json!({ "name": "Heirloom Tomato 1", "approval": "rejected", "rejection_reason": "Blurred picture",
                "visible": true })
    );
    history.system(product(1).resubmitted());
    history.admin(product(1).approved());
    tables.apply(&Catalog, &history.events()[7..]).await;
    let shown = tables.row("SELECT name, draft, approval, rejection_reason, visible FROM products").await;
    assert_eq!(
        shown,
        json!({ "name": "Plum Tomato", "draft": null, "approval": "approved", "rejection_reason": null,
                "visible": true })
    );
}

#[tokio::test]
async fn a_product_that_an_admin_has_deactivated_is_known() {
    let mut history = tomato();
    history.system(product(1).deactivated());
    history.admin(product(1).deactivated_by_admin());
    history.admin(product(1).activated());
    let mut tables = folded(&tomato()).await;
    for (event, deactivated_by_admin) in history.events()[4..].iter().zip([false, true, false]) {
        tables.apply(&Catalog, std::slice::from_ref(event)).await;
        let row = tables.row("SELECT deactivated_by_admin FROM products").await;
        assert_eq!(
            row,
            json!({ "deactivated_by_admin": deactivated_by_admin }),
            "after {}",
            event.event.event_type
        );
    }
}

#[tokio::test]
async fn deactivated_and_deleted_products_are_hidden_and_not_counted() {
    let mut history = tomato();
    history.system(product(1).deactivated());
    history.system(product(1).activated());
    history.admin(merchant(1).deactivated());
    history.admin(merchant(1).reactivated());
    let mut tables = folded(&tomato()).await;
    for (event, visible) in history.events()[4..].iter().zip([false, true, false, true]) {
        tables.apply(&Catalog, std::slice::from_ref(event)).await;
        let shown = shown(&mut tables).await;
        assert_eq!(shown["visible"], visible, "after {}", event.event.event_type);
        assert_eq!(shown["product_count"], i64::from(visible));
    }
    history.system(product(1).deleted());
    tables.apply(&Catalog, &history.events()[8..]).await;
    assert_eq!(tables.rows("SELECT * FROM products").await, Vec::<Value>::new());
    assert_eq!(tables.rows("SELECT * FROM decisions").await, Vec::<Value>::new());
    assert_eq!(tables.row("SELECT product_count FROM merchants").await, json!({ "product_count": 0 }));
}

#[tokio::test]
async fn a_certificate_counts_from_its_approval_to_its_rejection() {
    let (farm, listed) = (merchant(1), product(1));
    let mut history = tomato();
    history
        .by(&farm, listed.certificate_submitted("Organic 2026.pdf"))
        .admin(listed.certificate_approved())
        .by(&farm, listed.certificate_submitted("Organic 2026.pdf"))
        .admin(listed.certificate_rejected())
        .by(&farm, listed.certificate_resubmitted());
    let mut tables = folded(&tomato()).await;
    let expected = [
        ("pending", false),
        ("approved", true),
        ("resubmitted", true),
        ("rejected", false),
        ("resubmitted", false),
    ];
    for (event, (status, certified)) in history.events()[4..].iter().zip(expected) {
        tables.apply(&Catalog, std::slice::from_ref(event)).await;
        let row = tables.row("SELECT certificate->>'status' AS status, certified FROM products").await;
        assert_eq!(row, json!({ "status": status, "certified": certified }));
    }
    let name = tables.row("SELECT certificate->>'originalName' AS name FROM products").await;
    assert_eq!(name, json!({ "name": "Organic 2026.pdf" }));
}

#[tokio::test]
async fn product_views_are_added_up() {
    let mut history = tomato();
    for visitors in [3, 4] {
        history.system(product(1).viewed(visitors));
    }
    let mut tables = folded(&history).await;
    assert_eq!(tables.row("SELECT views FROM products").await, json!({ "views": 7 }));
}
