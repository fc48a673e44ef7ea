//! The engine's own tables.

use postgres_kit::{Pool, Tables};

/// The schemas `projections` and `read` with the engine's own tables.
pub const TABLES: Tables = Tables {
    what: "the tables of the views' engine",
    table: "projections.generations",
    schemas: &["projections", "read"],
    script: include_str!("schema.sql"),
};

/// Creates the schemas `projections` and `read` with the engine's own tables, or changes those of an earlier version.
///
/// # Errors
/// When the database fails.
pub async fn migrate(pool: &Pool) -> Result<(), sqlx::Error> {
    TABLES.migrate(pool).await
}
