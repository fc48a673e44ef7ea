//! `greenstall migrate`: creates the tables, for services whose database user may not create them.

use clap::Args;
use postgres_kit::{change_tables, statements, within};

use crate::{Outcome, operate::workbench::migrating, ports::Ports, settings::Settings};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn are_there_roles() -> value bool = "SELECT to_regrole('greenstall_query') IS NOT NULL";
}

#[derive(Debug, Args)]
pub(crate) struct Migrate {
    /// Say what the database's roles may do with the tables, one role for each kind of process
    #[arg(long)]
    grants: bool,
}

/// Creates the missing tables; repeating it changes nothing.
pub(crate) async fn run(settings: &Settings, migrate: &Migrate) -> Outcome<()> {
    let grants = migrate.grants;
    migrating(settings, async |ports| if grants { grant(ports).await } else { Ok(()) }).await
}

/// Gives the roles of deploy/postgres/roles.sql their rights.
async fn grant(ports: &Ports) -> Outcome<()> {
    let asked = sql::are_there_roles().fetch_one(&ports.pool);
    if !within(ports.limits.answer, "whether there are roles", asked).await? {
        return Err(
            "the database has no roles for the services: run deploy/postgres/roles.sql as a superuser first"
                .into(),
        );
    }
    let schemas = ["event_store", "automation", "commands", "sandbox", "projections", "operations", "read"];
    let script = include_str!("../../../postgres/grants.sql");
    Ok(change_tables(&ports.pool, "the rights of the roles", &schemas, script).await?)
}
