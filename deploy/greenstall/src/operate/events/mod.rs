//! `greenstall events`: inspects the log, in any event store.

mod filter;
mod find;
mod form;
mod print;
mod show;
mod story;
mod tail;
mod why;

use chrono::{DateTime, Utc};
use clap::Subcommand;
use shared_events::{Position, StreamId};
use uuid::Uuid;

use self::{form::Form, story::RequestReference, why::ExplainedKind};
use crate::{Outcome, operate::usage::moment, settings::Settings};

pub(crate) use filter::Filter;
pub(crate) use print::head_line;

/// The subcommands of `greenstall events`.
#[derive(Debug, Subcommand)]
pub(crate) enum Events {
    /// Print a stream's events, oldest first
    Show {
        /// The stream, such as order-0199c0de-0000-7000-8000-000000000000
        stream: StreamId,
        /// Only events recorded by this time, and the state after them: 2026-11-21 or 2026-11-21T08:15:00Z (UTC)
        #[arg(long, value_name = "TIME", value_parser = moment)]
        as_of: Option<DateTime<Utc>>,
        /// Print one JSON object a line, for programs
        #[arg(long)]
        json: bool,
    },
    /// Print everything that one request has caused, without personal data: its events, how many of them each view has
    /// applied, and what process managers did
    Story {
        /// The correlation id of the request, or the position of one of its events
        id: RequestReference,
        /// Print one JSON object, for programs
        #[arg(long)]
        json: bool,
    },
    /// Explain the present state of an order or a product by its events, in plain words, without personal data
    Why {
        /// An order or a product
        kind: ExplainedKind,
        /// The id of the order or product
        id: Uuid,
        /// Print one JSON object a line, for programs
        #[arg(long)]
        json: bool,
    },
    /// Print events as they happen, until Ctrl-C
    Tail {
        /// Begin after this position of the log instead of at its end; 0 prints all events
        #[arg(long, value_name = "POSITION")]
        from: Option<Position>,
        #[command(flatten)]
        filter: Filter,
        #[command(flatten)]
        form: Form,
    },
    /// Search the whole log
    Find {
        #[command(flatten)]
        filter: Filter,
        /// Stop after this many events
        #[arg(long, value_name = "NUMBER")]
        limit: Option<u64>,
        #[command(flatten)]
        form: Form,
    },
}

/// Runs the subcommand. All but `story` and `why` show personal data: who may run this may read the database.
pub(crate) async fn run(settings: &Settings, events: Events) -> Outcome<()> {
    match events {
        Events::Show { stream, as_of, json } => show::show(settings, &stream, as_of, json).await,
        Events::Story { id, json } => story::print_story(settings, id, json).await,
        Events::Why { kind, id, json } => why::print_why(settings, kind, id, json).await,
        Events::Tail { from, filter, form } => tail::tail(settings, from, &filter, form).await,
        Events::Find { filter, limit, form } => find::find(settings, &filter, limit, form).await,
    }
}
