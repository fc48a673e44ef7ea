//! `greenstall person`: shows what the log holds about a person, and erases people.

mod account;
mod erase;
mod export;
mod orders;
mod survey;

use std::path::PathBuf;

use clap::Subcommand;

pub(crate) use erase::finish_erasures;

use crate::{Outcome, operate::written_down::ReasonArgument, settings::Settings};

/// What to do about a person.
#[derive(Debug, Subcommand)]
pub(crate) enum Person {
    /// Write everything that the log holds about a person, readable, as JSON
    Export {
        /// The account's id or the e-mail address
        who: String,
        /// A new file that nobody else may read; standard output without it
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Forget a person: what is personal can never be read again, the account is closed
    Erase {
        /// The account's id or the e-mail address
        who: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
        /// Also while there are orders that are not finished: nobody will know where to bring them
        #[arg(long)]
        with_open_orders: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Print who was forgotten, one id a line: `restore --erasures` takes this list
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
