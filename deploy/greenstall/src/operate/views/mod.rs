//! `greenstall views`: inspects and controls the views.

mod build;
mod list;
mod review;
mod steer;
mod verify;

pub(crate) use build::show;

use std::io::{Write, stdout};

use clap::Subcommand;
use shared_events::events::OperatorAct;

use self::steer::steer;
use crate::{
    Outcome, operate::written_down::ReasonArgument, ports::Ports, report::Report, settings::Settings,
};

/// The subcommands of `greenstall views`.
#[derive(Debug, Subcommand)]
pub(crate) enum Views {
    /// Print every view's state
    #[command(visible_alias = "status")]
    List {
        /// Print one JSON object a line, for programs
        #[arg(long)]
        json: bool,
    },
    /// Rebuild a view from the first event on, beside the serving generation, and swap it in
    Rebuild {
        /// The view, such as catalog
        view: String,
        /// Hold the build before it serves, and print how it differs from the serving generation; `views swap` lets it
        /// serve
        #[arg(long)]
        review: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Print how a held build differs from the serving generation
    Review {
        /// The view, such as catalog
        view: String,
        /// Print one JSON object, for programs
        #[arg(long)]
        json: bool,
    },
    /// Let a held build serve
    Swap {
        /// The view, such as catalog
        view: String,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Drop an unfinished build; the serving generation stays
    Cancel {
        /// The view, such as catalog
        view: String,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Rebuild views only to compare the builds with the serving generations; ends with status 1 when they differ
    Verify {
        /// The views, such as catalog; all of them in turn when missing
        views: Vec<String>,
        /// Print one JSON object for each view, for programs
        #[arg(long)]
        json: bool,
    },
    /// Let the previous generation serve again
    Rollback {
        /// The view, such as catalog
        view: String,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Stop applying events to a view, in every process, until it is resumed
    Pause {
        /// The view, such as catalog
        view: String,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Resume a paused view
    Resume {
        /// The view, such as catalog
        view: String,
        #[command(flatten)]
        why: ReasonArgument,
    },
}

/// Runs the command.
pub(crate) async fn run(settings: &Settings, views: Views) -> Outcome<()> {
    match views {
        Views::List { json } => list::list(settings, json).await,
        Views::Rebuild { view, review: true, why } => review::rebuild(settings, &view, &why).await,
        Views::Rebuild { view, review: false, why } => build::rebuild(settings, &view, &why).await,
        Views::Review { view, json } => review::show(settings, &view, json).await,
        Views::Swap { view, why } => {
            let mut report = Report::new(view.as_str());
            let swap = async |ports: &Ports| {
                let shown = |progress| {
                    show(&mut report, progress);
                };
                ports.engine.swap(&view, shown).await
            };
            steer(settings, OperatorAct::Swap, &view, &why, swap).await?;
            say(&format!("{view} is served from the new build; `views rollback {view}` turns back"))
        }
        Views::Cancel { view, why } => {
            let cancel = async |ports: &Ports| ports.engine.cancel_build(&view).await;
            match steer(settings, OperatorAct::Cancel, &view, &why, cancel).await? {
                true => say(&format!("the unfinished build of {view} is dropped; what serves goes on")),
                false => say(&format!("nobody builds {view}: nothing to cancel")),
            }
        }
        Views::Verify { views, json } => verify::verify(settings, views, json).await,
        Views::Rollback { view, why } => {
            let roll_back = async |ports: &Ports| ports.engine.roll_back(&view).await;
            steer(settings, OperatorAct::Rollback, &view, &why, roll_back).await?;
            say(&format!(
                "{view} is served from the build before; the other one is kept, so `views rollback {view}` turns back \
                 again. If newer code had built that one, it is not built by itself any more: `views rebuild {view}` does it"
            ))
        }
        Views::Pause { view, why } => {
            let pause = async |ports: &Ports| ports.engine.pause(&view).await;
            steer(settings, OperatorAct::Pause, &view, &why, pause).await?;
            say(&format!(
                "{view} stands still in every process until `views resume {view}`; it is read as it is"
            ))
        }
        Views::Resume { view, why } => {
            let resume = async |ports: &Ports| ports.engine.resume(&view).await;
            steer(settings, OperatorAct::Resume, &view, &why, resume).await?;
            say(&format!("{view} goes on"))
        }
    }
}

fn say(text: &str) -> Outcome<()> {
    Ok(writeln!(stdout(), "{text}")?)
}
