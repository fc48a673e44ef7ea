use histories::{History, product};

use super::{super::testing::*, Verdicts};

#[tokio::test]
async fn verdict_counts_do_not_depend_on_the_batch_size() {
    let mut history = History::default();
    for number in 1..=3 {
        history.admin(product(number).approved());
    }
    history.admin(product(4).rejected());
    let mut tables = Tables::of(&Verdicts).await;
    let (first, second) = history.events().split_at(2);
    tables.apply(&Verdicts, first).await;
    tables.apply(&Verdicts, second).await;
    let rows = tables.rows("SELECT verdict, products FROM totals ORDER BY verdict").await;
    let expected = serde_json::json!([
        { "verdict": "approved", "products": 3 },
        { "verdict": "rejected", "products": 1 },
    ]);
    assert_eq!(serde_json::Value::from(rows), expected);
}

#[test]
fn contributing_shows_the_files_of_this_view() {
    let contributing = include_str!("../../../../CONTRIBUTING.md");
    for (file, text) in [
        ("mod.rs", include_str!("mod.rs")),
        ("tables.sql", include_str!("tables.sql")),
        ("indexes.sql", include_str!("indexes.sql")),
        ("fold.rs", include_str!("fold.rs")),
        ("write.rs", include_str!("write.rs")),
        ("sql/add_totals.sql", include_str!("sql/add_totals.sql")),
    ] {
        assert!(contributing.contains(text), "CONTRIBUTING.md shows another {file}");
    }
}
