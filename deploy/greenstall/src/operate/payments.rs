//! `greenstall payments`: finds and refunds payments that the provider knows and the log does not. After a restore the
//! process managers do the same by themselves.

use std::io::{Write, stdout};

use chrono::{DateTime, Utc};
use clap::Subcommand;
use command_service::application::checkout::{give_back_lost, lost_payments};

use crate::{
    Outcome,
    operate::{
        usage::{confirm, moment},
        workbench::with_ports,
    },
    settings::Settings,
};

/// The subcommands of `greenstall payments`.
#[derive(Debug, Subcommand)]
pub(crate) enum Payments {
    /// List the payments that the provider knows and the log does not
    Lost {
        /// Only payments made at this time or later: 2026-11-21 or 2026-11-21T08:15:00Z (UTC)
        #[arg(long, value_name = "TIME", value_parser = moment)]
        since: DateTime<Utc>,
        /// Refund the captured payments and cancel the others
        #[arg(long)]
        refund: bool,
        /// Refund without asking for a confirmation
        #[arg(long)]
        yes: bool,
    },
}

/// Runs the command.
pub(crate) async fn run(settings: &Settings, payments: Payments) -> Outcome<()> {
    let Payments::Lost { since, refund, yes } = payments;
    with_ports(settings, async |ports| {
        let app = ports.commands();
        let mut out = stdout();
        for lost in lost_payments(&app.checkout_ports(), since).await? {
            let intent = &lost.intent;
            let status = intent.status.as_str();
            writeln!(out, "{} {} of {}, {} captured", intent.id, status, intent.amount, lost.captured)?;
        }
        if !refund {
            return Ok(());
        }
        if !yes {
            confirm("refund")?;
        }
        let outcome = give_back_lost(&app.checkout_ports(), since).await?;
        for (intent, amount) in &outcome.refunded {
            writeln!(out, "{intent}: {amount} sent back")?;
        }
        for (intent, amount, why) in outcome.refused.iter().chain(&outcome.failed) {
            writeln!(out, "{intent}: {amount} not sent back: {why}")?;
        }
        let (given_up, open) = (outcome.given_up, outcome.open.len());
        eprintln!("{given_up} given up; {open} may still be paid: look again later");
        match (outcome.refused.len(), outcome.failed.len()) {
            (0, 0) => Ok(()),
            (refused, failed) => Err(format!(
                "{refused} payments must be sent back by hand; {failed} could not be sent back now: try again later"
            )
            .into()),
        }
    })
    .await
}
