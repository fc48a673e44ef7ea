//! `greenstall parked`: everything that waits for an operator, in one list: streams that a view could not apply, and
//! steps that a process manager has given up on.

mod decide;
mod dry_run;
mod grouped;
mod list;
mod which;

use clap::Subcommand;

use self::which::Which;
use crate::{Outcome, operate::written_down::ReasonArgument, settings::Settings};

/// What to do with what is parked.
#[derive(Debug, Subcommand)]
pub(crate) enum Parked {
    /// Print what waits for a person
    List {
        /// One JSON object a line, for programs
        #[arg(long)]
        json: bool,
        /// End with status 1 when anything waits
        #[arg(long)]
        check: bool,
        /// Print what waits for one reason together
        #[arg(long, conflicts_with_all = ["check", "skipped"])]
        grouped: bool,
        /// Print instead what operators have skipped so far
        #[arg(long)]
        skipped: bool,
    },
    /// Print all that is known about one of them, and the history that it is about
    Show(Which),
    /// Try again
    Retry {
        #[command(flatten)]
        which: Option<Which>,
        /// Everything that is parked
        #[arg(long, conflicts_with_all = ["owner", "stream"], required_unless_present = "owner")]
        all: bool,
        /// Change nothing: tell what would come of it
        #[arg(long, conflicts_with_all = ["all", "reason"])]
        dry_run: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Go on without it; that this was decided, and when, is kept
    Skip {
        #[command(flatten)]
        which: Which,
        /// Do not ask
        #[arg(long)]
        yes: bool,
        /// The money that a process manager's step is about was settled in another way
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
