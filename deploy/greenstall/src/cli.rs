//! The command line: parses the arguments and runs the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::{
    Outcome,
    operate::{
        self, archive::Backup, archive::Rehearsed, archive::Restore, events::Events, mail::Mails,
        managers::Managers, overview::Operations, parked::Parked, payments::Payments, person::Person,
        uploads::Uploads, views::Views,
    },
    roles::Role,
    serve,
    settings::Settings,
};

/// Greenstall: a marketplace for local food and crafts.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Arguments {
    /// Settings that differ from the default (see deploy/config.default.toml) [default: config.toml if it exists]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the shop: pages, interface, projections, process managers
    Serve(Serve),
    /// Fill a new data folder with the demo market, while nothing serves from it
    Demo(Demo),
    /// Make accounts that nobody can sign up for
    #[command(subcommand)]
    Admin(Admin),
    /// Print in one sentence how everything is, and which processes write what
    Operations(Operations),
    /// Print what the process managers have still to do
    Managers(Managers),
    /// Look after the tables that screens are read from
    #[command(subcommand)]
    Views(Views),
    /// Look at the history of things
    #[command(subcommand)]
    Events(Events),
    /// Show the mail that was kept instead of being sent, the newest first
    Mail(Mails),
    /// Look after what waits for a person
    #[command(subcommand)]
    Parked(Parked),
    /// Look after payments that the provider knows and the log does not
    #[command(subcommand)]
    Payments(Payments),
    /// Tell a person what is known about them, or forget them
    #[command(subcommand)]
    Person(Person),
    /// Look after the files that people have uploaded
    #[command(subcommand)]
    Uploads(Uploads),
    /// Write everything that cannot be made again into one file, beside a running instance
    Backup(Backup),
    /// Fill an empty store from such a file, while nothing serves from it
    Restore(Restore),
    /// Note, beside the running shop, that a backup of it was restored in a rehearsal
    Rehearsed(Rehearsed),
    /// Make the tables of the event store and of the views, as far as they are not there yet
    Migrate,
    /// Write the descriptions of the interfaces (OpenAPI 3.1)
    Openapi(Openapi),
}

#[derive(Debug, Args)]
struct Serve {
    /// What this process does; several processes can share the work
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Role::ALL)]
    roles: Vec<Role>,
    /// Fill in the demo market when the data folder is new
    #[arg(long)]
    demo: bool,
}

#[derive(Debug, Args)]
struct Demo {
    /// Beyond the market's own, list variations of them until there are so many
    #[arg(long, value_name = "COUNT", default_value_t = 0, hide_default_value = true)]
    products: usize,
}

#[derive(Debug, Subcommand)]
enum Admin {
    /// Open an admin's account
    Create {
        /// The sign-in name
        #[arg(long)]
        email: String,
        /// The person's name
        #[arg(long)]
        name: String,
        /// Left out, it is read from standard input
        #[arg(long)]
        password: Option<String>,
    },
}

#[derive(Debug, Args)]
struct Openapi {
    /// The folder of command.json and query.json
    #[arg(long, default_value = "deploy/openapi")]
    folder: PathBuf,
    /// Write nothing; fail when the files are not what the code says
    #[arg(long)]
    check: bool,
}

/// Runs the command.
///
/// # Errors
/// A message for the person at the terminal.
pub async fn run(arguments: Arguments) -> Outcome<()> {
    let settings = Settings::load(arguments.config.as_deref())?.after_warnings();
    match arguments.command {
        Command::Serve(Serve { roles, demo }) => serve::run(&settings, &roles, demo).await,
        Command::Demo(Demo { products }) => operate::demo::run(&settings, products).await,
        Command::Admin(Admin::Create { email, name, password }) => {
            operate::admin::create(&settings, email, name, password).await
        }
        Command::Operations(operations) => operate::overview::run(&settings, operations).await,
        Command::Managers(managers) => operate::managers::run(&settings, managers).await,
        Command::Views(views) => operate::views::run(&settings, views).await,
        Command::Events(events) => operate::events::run(&settings, events).await,
        Command::Mail(mails) => operate::mail::run(&settings, &mails),
        Command::Parked(parked) => operate::parked::run(&settings, parked).await,
        Command::Payments(payments) => operate::payments::run(&settings, payments).await,
        Command::Person(person) => operate::person::run(&settings, person).await,
        Command::Uploads(uploads) => operate::uploads::run(&settings, uploads).await,
        Command::Backup(backup) => operate::archive::backup(&settings, &backup).await,
        Command::Restore(restore) => operate::archive::restore(&settings, &restore).await,
        Command::Rehearsed(rehearsed) => operate::archive::rehearsed(&settings, &rehearsed).await,
        Command::Migrate => operate::migrate::run(&settings).await,
        Command::Openapi(Openapi { folder, check }) => operate::openapi::run(&folder, check),
    }
}
