//! `greenstall events`: inspects the log. All of it works on any event store.

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

/// What to do with events.
#[derive(Debug, Subcommand)]
pub(crate) enum Events {
    /// Print a stream's events, oldest first
    Show {
        /// Such as order-0199c0de-0000-7000-8000-000000000000
        stream: StreamId,
        /// Only what was recorded by this time, and the state behind it: 2026-11-21 or 2026-11-21T08:15:00Z (UTC)
        #[arg(long, value_name = "TIME", value_parser = moment)]
        as_of: Option<DateTime<Utc>>,
        /// One JSON object a line, for programs
        #[arg(long)]
        json: bool,
    },
    /// Print everything that one request has led to, without personal data: its events, how far each view is with them, what
    /// process managers did
    Story {
        /// The correlation id of the request, or the position of one of its events
        id: RequestReference,
        /// One JSON object, for programs
        #[arg(long)]
        json: bool,
    },
    /// Print why an order or a product is as it is: the events that made it, in plain words, without personal data
    Why {
        /// What it is
        kind: ExplainedKind,
        /// Its id
        id: Uuid,
        /// One JSON object a line, for programs
        #[arg(long)]
        json: bool,
    },
    /// Print events as they happen, until Ctrl-C
    Tail {
        /// Begin behind this position of the log instead of at its end; 0 for everything
        #[arg(long, value_name = "POSITION")]
        from: Option<Position>,
        #[command(flatten)]
        filter: Filter,
        #[command(flatten)]
        form: Form,
    },
    /// Look through the whole log
    Find {
        #[command(flatten)]
        filter: Filter,
        /// Stop after so many
        #[arg(long, value_name = "NUMBER")]
        limit: Option<u64>,
        #[command(flatten)]
        form: Form,
    },
}

/// Does it. Except for `story` and `why`, personal data is shown: who may run this may read the database.
pub(crate) async fn run(settings: &Settings, events: Events) -> Outcome<()> {
    match events {
        Events::Show { stream, as_of, json } => show::show(settings, &stream, as_of, json).await,
        Events::Story { id, json } => story::print_story(settings, id, json).await,
        Events::Why { kind, id, json } => why::print_why(settings, kind, id, json).await,
        Events::Tail { from, filter, form } => tail::tail(settings, from, &filter, form).await,
        Events::Find { filter, limit, form } => find::find(settings, &filter, limit, form).await,
    }
}
