//! `greenstall person`: exports what the log holds about a person, and erases people.

mod account;
mod erase;
mod export;
mod orders;
mod survey;

use std::path::PathBuf;

use clap::Subcommand;

pub(crate) use erase::finish_erasures;

use crate::{Outcome, operate::written_down::ReasonArgument, settings::Settings};

/// The subcommands of `greenstall person`.
#[derive(Debug, Subcommand)]
pub(crate) enum Person {
    /// Write everything that the log holds about a person as readable JSON
    Export {
        /// The account's id or e-mail address
        who: String,
        /// The file to create, which only its owner may read; standard output when missing
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Erase a person: their personal data becomes unreadable for ever, and the account is closed
    Erase {
        /// The account's id or e-mail address
        who: String,
        /// Erase without asking for a confirmation
        #[arg(long)]
        yes: bool,
        /// Erase even while there are unfinished orders: nobody will know where to deliver them
        #[arg(long)]
        with_open_orders: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Print the ids of all erased people, one a line, for `restore --erasures`
    Erased,
}

/// Runs the command.
pub(crate) async fn run(settings: &Settings, person: Person) -> Outcome<()> {
    match person {
        Person::Export { who, out, why } => export::export(settings, &who, out.as_deref(), &why).await,
        Person::Erase { who, yes, with_open_orders, why } => {
            erase::erase(settings, &who, yes, with_open_orders, &why).await
        }
        Person::Erased => erase::erased(settings).await,
    }
}
