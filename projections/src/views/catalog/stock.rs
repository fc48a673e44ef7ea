//! A batch's changes to the tables `stock` and `holds`. They depend on existing rows, so the rows are read first.

use std::collections::{BTreeMap, BTreeSet};

use shared_events::events::StockEvent;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::columns::column;
use crate::engine::ApplyError;

/// A batch's stock events, in order, each with its product.
#[derive(Default)]
pub(super) struct StockChanges(Vec<(Uuid, StockEvent)>);

/// The rows that a batch affects.
#[derive(Default)]
struct Shelf {
    /// Product to units on hand and units held.
    stock: BTreeMap<Uuid, (i64, i64)>,
    /// Product and checkout to units held; 0 when the hold has ended.
    holds: BTreeMap<(Uuid, Uuid), i64>,
    /// The holds that have rows. During a rebuild, most begin and end within a batch and never get one.
    stored: BTreeSet<(Uuid, Uuid)>,
    /// The products that were in stock before the batch.
    in_stock: BTreeSet<Uuid>,
}

impl StockChanges {
    pub(super) fn collect(&mut self, product: Uuid, event: StockEvent) {
        self.0.push((product, event));
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut shelf = self.load(tx).await?;
        for (product, event) in &self.0 {
            shelf.fold(*product, event);
        }
        shelf.store(tx).await
    }

    async fn load(&self, tx: &mut PgConnection) -> Result<Shelf, ApplyError> {
        let products: BTreeSet<Uuid> = self.0.iter().map(|(product, _)| *product).collect();
        let products: Vec<Uuid> = products.into_iter().collect();
        let pairs: BTreeSet<(Uuid, Uuid)> =
            self.0.iter().filter_map(|(product, event)| Some((*product, checkout_of(event)?))).collect();
        let pairs: Vec<(Uuid, Uuid)> = pairs.into_iter().collect();
        let stock: Vec<(Uuid, i64, i64)> =
            sqlx::query_as("SELECT product_id, on_hand, held FROM stock WHERE product_id = ANY($1)")
                .bind(&products)
                .fetch_all(&mut *tx)
                .await?;
        let holds: Vec<(Uuid, Uuid, i64)> = sqlx::query_as(
            "SELECT product_id, checkout_id, quantity FROM holds
             JOIN unnest($1::uuid[], $2::uuid[]) AS wanted (product_id, checkout_id) USING (product_id, checkout_id)",
        )
        .bind(column(&pairs, |(product, _)| *product))
        .bind(column(&pairs, |(_, checkout)| *checkout))
        .fetch_all(&mut *tx)
        .await?;
        let stored = holds.iter().map(|(product, checkout, _)| (*product, *checkout)).collect();
        let to_buy = |&(product, on_hand, held): &(Uuid, i64, i64)| (on_hand > held).then_some(product);
        Ok(Shelf {
            stored,
            in_stock: stock.iter().filter_map(to_buy).collect(),
            stock: stock.into_iter().map(|(product, on_hand, held)| (product, (on_hand, held))).collect(),
            holds: holds
                .into_iter()
                .map(|(product, checkout, quantity)| ((product, checkout), quantity))
                .collect(),
        })
    }
}

impl Shelf {
    fn fold(&mut self, product: Uuid, event: &StockEvent) {
        let hold = checkout_of(event).map(|checkout| self.holds.entry((product, checkout)).or_default());
        let (on_hand, held) = self.stock.entry(product).or_default();
        if let Some(hold) = hold {
            *held -= *hold;
            *hold = 0;
            if let StockEvent::UnitsHeld { quantity, .. } = event {
                *hold = i64::from(*quantity);
                *held += *hold;
            }
        }
        match event {
            StockEvent::StockCounted { quantity, .. } => *on_hand = i64::from(*quantity),
            StockEvent::UnitsSold { quantity, .. } => *on_hand = (*on_hand - i64::from(*quantity)).max(0),
            StockEvent::UnitsRestocked { quantity, .. } => *on_hand += i64::from(*quantity),
            StockEvent::UnitsHeld { .. } | StockEvent::HoldReleased { .. } => {}
        }
    }

    async fn store(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let stock: Vec<(Uuid, (i64, i64))> = self.stock.into_iter().collect();
        sqlx::query(include_str!("sql/upsert_stock.sql"))
            .bind(column(&stock, |(product, _)| *product))
            .bind(column(&stock, |(_, (on_hand, _))| *on_hand))
            .bind(column(&stock, |(_, (_, held))| *held))
            .execute(&mut *tx)
            .await?;
        let turned: Vec<(Uuid, bool)> = stock
            .iter()
            .map(|&(product, (on_hand, held))| (product, on_hand > held))
            .filter(|(product, in_stock)| self.in_stock.contains(product) != *in_stock)
            .collect();
        if !turned.is_empty() {
            sqlx::query(include_str!("sql/turn_stock.sql"))
                .bind(column(&turned, |(product, _)| *product))
                .bind(column(&turned, |(_, in_stock)| *in_stock))
                .execute(&mut *tx)
                .await?;
        }
        let (live, mut ended): (Vec<_>, Vec<_>) =
            self.holds.into_iter().partition(|(_, quantity)| *quantity > 0);
        ended.retain(|(hold, _)| self.stored.contains(hold));
        if !ended.is_empty() {
            sqlx::query(include_str!("sql/delete_holds.sql"))
                .bind(column(&ended, |((product, _), _)| *product))
                .bind(column(&ended, |((_, checkout), _)| *checkout))
                .execute(&mut *tx)
                .await?;
        }
        if !live.is_empty() {
            sqlx::query(include_str!("sql/upsert_holds.sql"))
                .bind(column(&live, |((product, _), _)| *product))
                .bind(column(&live, |((_, checkout), _)| *checkout))
                .bind(column(&live, |(_, quantity)| *quantity))
                .execute(&mut *tx)
                .await?;
        }
        Ok(())
    }
}

/// The checkout whose hold an event creates or ends.
fn checkout_of(event: &StockEvent) -> Option<Uuid> {
    match event {
        StockEvent::UnitsHeld { checkout_id, .. }
        | StockEvent::HoldReleased { checkout_id, .. }
        | StockEvent::UnitsSold { checkout_id, .. } => Some(checkout_id.uuid()),
        StockEvent::StockCounted { .. } | StockEvent::UnitsRestocked { .. } => None,
    }
}
