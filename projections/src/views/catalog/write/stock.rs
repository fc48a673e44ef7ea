//! Writes the tables `stock` and `holds`.

use postgres_kit::{FromRow, statements};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        catalog::fold::stock::{StockChanges, StockRows},
        columns::column,
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_stock(products: &[Uuid]) -> row StockRow = include_str!("../sql/load_stock.sql");
    fn load_holds(products: Vec<Uuid>, checkouts: Vec<Uuid>) -> row HoldRow =
        include_str!("../sql/load_holds.sql");
    fn upsert_stock(products: Vec<Uuid>, on_hand: Vec<i64>, held: Vec<i64>) =
        include_str!("../sql/upsert_stock.sql");
    fn turn_stock(products: Vec<Uuid>, in_stock: Vec<bool>) = include_str!("../sql/turn_stock.sql");
    fn delete_holds(products: Vec<Uuid>, checkouts: Vec<Uuid>) = include_str!("../sql/delete_holds.sql");
    fn upsert_holds(products: Vec<Uuid>, checkouts: Vec<Uuid>, quantities: Vec<i64>) =
        include_str!("../sql/upsert_holds.sql");
}

#[derive(FromRow)]
struct StockRow {
    product_id: Uuid,
    on_hand: i64,
    held: i64,
}

#[derive(FromRow)]
struct HoldRow {
    product_id: Uuid,
    checkout_id: Uuid,
    quantity: i64,
}

pub(super) async fn write(tx: &mut PgConnection, changes: StockChanges) -> Result<(), ApplyError> {
    if changes.is_empty() {
        return Ok(());
    }
    let mut rows = load(tx, &changes).await?;
    changes.apply(&mut rows);
    store(tx, rows).await
}

async fn load(tx: &mut PgConnection, changes: &StockChanges) -> Result<StockRows, ApplyError> {
    let products: Vec<Uuid> = changes.products().into_iter().collect();
    let pairs: Vec<(Uuid, Uuid)> = changes.holds().into_iter().collect();
    let stock = sql::load_stock(&products).fetch_all(&mut *tx).await?;
    let holds =
        sql::load_holds(column(&pairs, |(product, _)| *product), column(&pairs, |(_, checkout)| *checkout))
            .fetch_all(&mut *tx)
            .await?;
    let holds = holds.iter().map(|row| ((row.product_id, row.checkout_id), row.quantity));
    let in_stock = stock.iter().filter(|row| row.on_hand > row.held);
    Ok(StockRows {
        stored: holds.clone().map(|(hold, _)| hold).collect(),
        in_stock: in_stock.map(|row| row.product_id).collect(),
        stock: stock.iter().map(|row| (row.product_id, (row.on_hand, row.held))).collect(),
        holds: holds.collect(),
    })
}

async fn store(tx: &mut PgConnection, rows: StockRows) -> Result<(), ApplyError> {
    let stock: Vec<(Uuid, (i64, i64))> = rows.stock.into_iter().collect();
    sql::upsert_stock(
        column(&stock, |(product, _)| *product),
        column(&stock, |(_, (on_hand, _))| *on_hand),
        column(&stock, |(_, (_, held))| *held),
    )
    .execute(&mut *tx)
    .await?;
    let turned: Vec<(Uuid, bool)> = stock
        .iter()
        .map(|&(product, (on_hand, held))| (product, on_hand > held))
        .filter(|(product, in_stock)| rows.in_stock.contains(product) != *in_stock)
        .collect();
    if !turned.is_empty() {
        sql::turn_stock(column(&turned, |(product, _)| *product), column(&turned, |(_, in_stock)| *in_stock))
            .execute(&mut *tx)
            .await?;
    }
    let (live, mut ended): (Vec<_>, Vec<_>) = rows.holds.into_iter().partition(|(_, quantity)| *quantity > 0);
    ended.retain(|(hold, _)| rows.stored.contains(hold));
    if !ended.is_empty() {
        sql::delete_holds(
            column(&ended, |((product, _), _)| *product),
            column(&ended, |((_, checkout), _)| *checkout),
        )
        .execute(&mut *tx)
        .await?;
    }
    if !live.is_empty() {
        sql::upsert_holds(
            column(&live, |((product, _), _)| *product),
            column(&live, |((_, checkout), _)| *checkout),
            column(&live, |(_, quantity)| *quantity),
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
