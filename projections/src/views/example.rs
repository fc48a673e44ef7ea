//! The view that CONTRIBUTING.md shows: it is tested here, and a test keeps the two texts equal.

use async_trait::async_trait;
use shared_events::{Event, RawEvent, Recorded, events::ProductEvent};
use sqlx::PgConnection;

use super::{reading::read, testing::*};
use crate::engine::{ApplyError, Folded, View};

// CONTRIBUTING.md contains the text from here …
struct Verdicts;

impl View for Verdicts {
    fn name(&self) -> &'static str { "verdicts" }
    fn version(&self) -> i32 { 1 }
    fn categories(&self) -> &'static [&'static str] { &[ProductEvent::CATEGORY] }
    fn tables(&self) -> &'static str { "CREATE TABLE totals (verdict text PRIMARY KEY, products bigint NOT NULL)" }
    fn indexes(&self) -> &'static str { "" }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        let mut verdicts = Vec::new();
        for recorded in events {
            match read(recorded)? {
                ProductEvent::ProductApproved { .. } => verdicts.push("approved"),
                ProductEvent::ProductRejected { .. } => verdicts.push("rejected"),
                _ => {}
            }
        }
        Ok(Box::new(Batch(verdicts)))
    }
}

struct Batch(Vec<&'static str>);

#[async_trait]
impl Folded for Batch {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let add = "INSERT INTO totals SELECT verdict, count(*) FROM unnest($1::text[]) AS verdict GROUP BY verdict
                   ON CONFLICT (verdict) DO UPDATE SET products = totals.products + excluded.products";
        sqlx::query(add).bind(self.0).execute(tx).await?;
        Ok(())
    }
}
// … to here.

#[tokio::test]
async fn verdicts_are_counted_however_the_log_is_cut() {
    let mut history = History::default();
    for number in 1..=3 {
        history.add(product_id(number).uuid(), admin(), &product_approved(number));
    }
    history.add(product_id(4).uuid(), admin(), &product_rejected(4));
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
fn the_recipe_shows_this_view() {
    let here = include_str!("example.rs");
    let (_, rest) = here.split_once("the text from here …\n").unwrap();
    let (shown, _) = rest.split_once("// … to here.").unwrap();
    assert!(include_str!("../../../CONTRIBUTING.md").contains(shown), "CONTRIBUTING.md shows another view");
}
