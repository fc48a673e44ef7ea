//! `greenstall parked`: what waits for a person. Streams that a view could not apply, and steps that a process manager
//! has given up on, in one list.

mod decide;
mod list;

use clap::{Args, Subcommand};
use command_service::automation::{self, ParkedStep, Trouble};
use projections::engine::ParkedStream;
use shared_events::StreamId;

use crate::{Outcome, operate::usage::usage, ports::Ports, settings::Settings};

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
    },
    /// Go on without it; that this was decided, and when, is kept
    Skip {
        #[command(flatten)]
        which: Which,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// One of the list.
#[derive(Clone, Debug, Args)]
pub(crate) struct Which {
    /// The view or the process manager, such as catalog
    owner: String,
    /// The stream, such as product-0199c0de-0000-7000-8000-000000000000
    stream: StreamId,
}

/// Does it.
pub(crate) async fn run(settings: &Settings, parked: Parked) -> Outcome<()> {
    match parked {
        Parked::List { json, check: _, skipped: true } => list::skipped(settings, json).await,
        Parked::List { json, check, skipped: false } => list::list(settings, json, check).await,
        Parked::Show(which) => list::show(settings, &which).await,
        Parked::Retry { which, all: _ } => decide::retry(settings, which).await,
        Parked::Skip { which, yes } => decide::skip(settings, &which, yes).await,
    }
}

/// Something that waits for a person.
#[derive(Clone, Debug)]
enum Item {
    Stream(ParkedStream),
    Step(ParkedStep),
}

impl Item {
    /// What `parked show`, `retry` and `skip` call it by.
    fn owner(&self) -> &str {
        match self {
            Self::Stream(parked) => &parked.view,
            Self::Step(parked) => &parked.manager,
        }
    }

    fn stream(&self) -> Option<&StreamId> {
        match self {
            Self::Stream(parked) => Some(&parked.stream),
            Self::Step(parked) => parked.stream.as_ref(),
        }
    }

    fn is(&self, which: &Which) -> bool {
        self.owner() == which.owner && self.stream() == Some(&which.stream)
    }

    /// What it is, for people.
    fn what(&self) -> String {
        match self {
            Self::Stream(ParkedStream { event_type, version, .. }) => format!("event {version} {event_type}"),
            Self::Step(ParkedStep { trouble: Trouble::StepFails, .. }) => "step".to_owned(),
            Self::Step(ParkedStep { trouble: Trouble::UnreadableEvent(version), .. }) => {
                format!("event {version}, unreadable")
            }
        }
    }

    fn error(&self) -> &str {
        match self {
            Self::Stream(parked) => &parked.error,
            Self::Step(parked) => &parked.error,
        }
    }
}

/// Everything that waits: views first, then process managers.
async fn all(ports: &Ports) -> Outcome<Vec<Item>> {
    let streams = ports.engine.parked().await?.into_iter().map(Item::Stream);
    let steps = automation::parked(&ports.pool).await?.into_iter().map(Item::Step);
    Ok(streams.chain(steps).collect())
}

/// One of them.
async fn one(ports: &Ports, which: &Which) -> Outcome<Item> {
    all(ports).await?.into_iter().find(|item| item.is(which)).ok_or_else(|| {
        usage(format!("{} has not parked {}; `parked list` prints what waits", which.owner, which.stream))
    })
}
