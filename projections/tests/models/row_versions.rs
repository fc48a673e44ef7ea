//! Tests the guarantee of the catalog's `row_version`: a row that has changed since a read has another version.

use std::cell::RefCell;

use projections::engine::View;
use proptest::{prelude::*, test_runner::TestCaseError};
use sqlx::AssertSqlSafe;

use crate::{
    catalog::Catalog,
    folding::{HISTORY_LENGTH, SEED, Tables, number, seeded},
    market::{Market, Throw, throws},
    model::Model,
};

/// The tables whose rows query services cache, with their keys.
const VERSIONED_TABLES: [(&str, &str); 3] =
    [("products", "product_id"), ("merchants", "merchant_id"), ("stock", "product_id")];
/// Events per batch.
const BATCH: usize = 20;
/// Few, because each history is compared after every batch.
const HISTORIES: u64 = 2;

#[test]
fn a_row_that_changes_gets_another_version() {
    let view = Catalog::default().view();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let tables = RefCell::new(runtime.block_on(Tables::of(&*view)));
    let result = seeded(HISTORIES, number("SEED", SEED)).run(&throws(HISTORY_LENGTH), |throws| {
        runtime.block_on(check(&mut tables.borrow_mut(), &*view, &throws))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

async fn check(tables: &mut Tables, view: &dyn View, throws: &[Throw]) -> Result<(), TestCaseError> {
    tables.clear().await;
    let market = Market::after(throws);
    let events: Vec<_> = market
        .events()
        .iter()
        .filter(|event| view.categories().contains(&&*event.stream.category))
        .cloned()
        .collect();
    let mut changed = 0;
    for (version, batch) in events.chunks(BATCH).enumerate() {
        for (table, _) in VERSIONED_TABLES {
            run(tables, format!("DROP TABLE IF EXISTS pg_temp.before_{table}")).await;
            run(tables, format!("CREATE TEMPORARY TABLE before_{table} AS SELECT * FROM {table}")).await;
        }
        run(tables, format!("SET greenstall.row_version = '{version}'")).await;
        tables.apply(view, batch).await;
        for (table, key) in VERSIONED_TABLES {
            let question = format!(
                "SELECT count(*), count(*) FILTER (WHERE now.row_version = before.row_version)
                 FROM {table} now JOIN before_{table} before USING ({key})
                 WHERE to_jsonb(now) - 'row_version' <> to_jsonb(before) - 'row_version'"
            );
            let (rows, unnoticed): (i64, i64) = sqlx::query_as(AssertSqlSafe(question))
                .fetch_one(&mut tables.connection)
                .await
                .expect("the tables are compared");
            changed += rows;
            prop_assert_eq!(unnoticed, 0, "rows of {} changed in batch {}", table, version);
        }
    }
    prop_assert!(changed > 0, "rows change");
    Ok(())
}

async fn run(tables: &mut Tables, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut tables.connection).await.expect("a statement");
}
