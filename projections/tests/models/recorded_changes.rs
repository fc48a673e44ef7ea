//! Tests the guarantee on which query services keep rows of the catalog in memory: `changes` names every row that a
//! transaction changes.

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

/// The tables whose rows query services keep, with their keys.
const KEPT_TABLES: [(&str, &str); 3] =
    [("products", "product_id"), ("merchants", "merchant_id"), ("stock", "product_id")];
/// Events per batch.
const BATCH: usize = 20;
/// Few, because each history is compared after every batch.
const HISTORIES: u64 = 2;

#[test]
fn a_row_that_changes_is_recorded() {
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
    for (number, batch) in events.chunks(BATCH).enumerate() {
        run(tables, "DELETE FROM changes".to_owned()).await;
        for (table, _) in KEPT_TABLES {
            run(tables, format!("DROP TABLE IF EXISTS pg_temp.before_{table}")).await;
            run(tables, format!("CREATE TEMPORARY TABLE before_{table} AS SELECT * FROM {table}")).await;
        }
        tables.apply(view, batch).await;
        for (table, key) in KEPT_TABLES {
            let question = format!(
                "SELECT count(*), count(*) FILTER (WHERE {key} NOT IN (SELECT {key} FROM changes WHERE {key} IS NOT NULL))
                 FROM {table} now FULL JOIN before_{table} before USING ({key})
                 WHERE to_jsonb(now) IS DISTINCT FROM to_jsonb(before)"
            );
            let (rows, unrecorded): (i64, i64) = sqlx::query_as(AssertSqlSafe(question))
                .fetch_one(&mut tables.connection)
                .await
                .expect("the tables are compared");
            changed += rows;
            prop_assert_eq!(unrecorded, 0, "rows of {} changed in batch {}", table, number);
        }
    }
    prop_assert!(changed > 0, "rows change");
    Ok(())
}

async fn run(tables: &mut Tables, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut tables.connection).await.expect("a statement");
}
