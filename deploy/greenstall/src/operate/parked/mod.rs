//! `greenstall parked`: all items that wait for an operator's decision, in one list. An item is a stream whose event a
//! view could not apply, or a step that a process manager has given up on.

mod decide;
mod dry_run;
mod grouped;
mod list;
mod which;

use clap::Subcommand;

use self::which::Which;
use crate::{Outcome, operate::written_down::ReasonArgument, settings::Settings};

/// The subcommands of `greenstall parked`.
#[derive(Debug, Subcommand)]
pub(crate) enum Parked {
    /// Print the parked items
    List {
        /// Print one JSON object a line, for programs
        #[arg(long)]
        json: bool,
        /// End with status 1 when an item is parked
        #[arg(long)]
        check: bool,
        /// Print the parked items grouped by error
        #[arg(long, conflicts_with_all = ["check", "skipped"])]
        grouped: bool,
        /// Print the items that operators have skipped, instead of the parked ones
        #[arg(long)]
        skipped: bool,
    },
    /// Print all that is known about a parked item, and the history of its stream
    Show(Which),
    /// Retry a parked item
    Retry {
        #[command(flatten)]
        which: Option<Which>,
        /// Retry all parked items
        #[arg(long, conflicts_with_all = ["owner", "stream"], required_unless_present = "owner")]
        all: bool,
        /// Change nothing; print what the retry would do
        #[arg(long, conflicts_with_all = ["all", "reason"])]
        dry_run: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Skip a parked item; the decision and its time are recorded
    Skip {
        #[command(flatten)]
        which: Which,
        /// Skip without asking for a confirmation
        #[arg(long)]
        yes: bool,
        /// The money that the process manager's step is about was settled in another way
        #[arg(long)]
        settled: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
}

pub(crate) async fn run(settings: &Settings, parked: Parked) -> Outcome<()> {
    match parked {
        Parked::List { json, skipped: true, .. } => list::skipped(settings, json).await,
        Parked::List { json, grouped: true, .. } => grouped::list(settings, json).await,
        Parked::List { json, check, .. } => list::list(settings, json, check).await,
        Parked::Show(which) => list::show(settings, &which).await,
        Parked::Retry { which: Some(which), dry_run: true, .. } => dry_run::dry_run(settings, &which).await,
        Parked::Retry { which, why, .. } => decide::retry(settings, which, &why).await,
        Parked::Skip { which, yes, settled, why } => {
            decide::skip(settings, &which, (yes, settled), &why).await
        }
    }
}
