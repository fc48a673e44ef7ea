//! Where a search is broad, the popular products that fit it are ranked first, and all others behind them. A hundred
//! thousand products cannot be ranked while somebody waits, and nobody reads what nobody likes among so many. (Known in
//! information retrieval as a tiered index.)

use sqlx::PgPool;
use uuid::Uuid;

use super::{Filter, Terms};

/// Popularities for each of which the view has an index of its own.
pub(super) const TIERS: [i64; 5] = [64, 256, 1_024, 4_096, 16_384];
/// So many products are ranked together.
const BROAD: u64 = 400;
/// At least so many are ranked first.
const ENOUGH: i64 = 100;
/// Of the products whose whole name is what was typed, so many are ranked first however popular they are, the newest of
/// them: that one is new is no reason to hide it.
const NAMED: i64 = 20;

/// The products that are ranked first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// One of [`TIERS`]: those that are at least so popular.
    pub(super) least: i64,
    /// These as well.
    pub(super) named: Vec<Uuid>,
}

impl Window {
    /// Of what fits the filter: `total` products, of which `popular` are in each of the tiers. None when all can be ranked
    /// together.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn of(
        pool: &PgPool,
        filter: &Filter,
        total: u64,
        popular: &[i64],
    ) -> Result<Option<Self>, sqlx::Error> {
        let Some(Terms::Query(words)) = &filter.terms else { return Ok(None) };
        let enough = TIERS.into_iter().zip(popular).rfind(|(_, count)| **count >= ENOUGH);
        let Some((least, _)) = enough.filter(|_| total > BROAD) else { return Ok(None) };
        let named = sqlx::query_scalar(include_str!("newest_called.sql"))
            .bind(&words.phrase)
            .bind(NAMED)
            .fetch_all(pool)
            .await?;
        Ok(Some(Self { least, named }))
    }
}
