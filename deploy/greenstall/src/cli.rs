//! The command line: parses the arguments and runs the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::{
    Outcome,
    operate::{
        self, archive::Backup, archive::Rehearsed, archive::Restore, events::Events, mail::Mails,
        managers::Managers, migrate::Migrate, overview::Operations, parked::Parked, payments::Payments,
        person::Person, uploads::Uploads, views::Views,
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
    /// Serve the shop: web pages, HTTP interface, projections and process managers
    Serve(Serve),
    /// Fill a new data folder with the demo market; no process may be serving from it
    Demo(Demo),
    /// Create admin accounts, which cannot sign up by themselves
    #[command(subcommand)]
    Admin(Admin),
    /// Print the shop's state in one sentence, and which process holds which lease
    Operations(Operations),
    /// Print the steps that the process managers still have to do
    Managers(Managers),
    /// List, rebuild and verify the views (read models)
    #[command(subcommand)]
    Views(Views),
    /// Search and print the events in the log
    #[command(subcommand)]
    Events(Events),
    /// Print the mail that was kept instead of being sent, newest first
    Mail(Mails),
    /// List, retry and skip parked events and steps, which wait for an operator's decision
    #[command(subcommand)]
    Parked(Parked),
    /// Find payments that the provider knows and the log does not
    #[command(subcommand)]
    Payments(Payments),
    /// Export a person's data, or erase it
    #[command(subcommand)]
    Person(Person),
    /// Delete uploaded files that nothing refers to
    #[command(subcommand)]
    Uploads(Uploads),
    /// Write everything that cannot be rebuilt into one file, beside a running instance
    Backup(Backup),
    /// Fill an empty store from a backup file; no process may be serving from it
    Restore(Restore),
    /// Record in the running shop that a backup of it was restored in a rehearsal
    Rehearsed(Rehearsed),
    /// Decide about the key that signs log-ins
    #[command(subcommand)]
    TokenKey(TokenKey),
    /// Create the missing tables of the event store and of the views
    Migrate(Migrate),
    /// Write the OpenAPI 3.1 documents of the HTTP interface
    Openapi(Openapi),
}

#[derive(Debug, Args)]
struct Serve {
    /// The roles of this process; several processes can share the work
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Role::ALL)]
    roles: Vec<Role>,
    /// Fill the shop with the demo market when the data folder is new
    #[arg(long)]
    demo: bool,
}

#[derive(Debug, Args)]
struct Demo {
    /// List variations of the market's own products until there are COUNT products
    #[arg(long, value_name = "COUNT", default_value_t = 0, hide_default_value = true)]
    products: usize,
}

#[derive(Debug, Subcommand)]
enum Admin {
    /// Create an admin account
    Create {
        /// The admin's e-mail address, for logging in
        #[arg(long)]
        email: String,
        /// The admin's name
        #[arg(long)]
        name: String,
        /// The admin's password; read from standard input when missing
        #[arg(long)]
        password: Option<String>,
    },
}

#[derive(Debug, Subcommand)]
enum TokenKey {
    /// Go on with the present token.key, or with a new one where it is missing; all log-ins end
    Accept,
}

#[derive(Debug, Args)]
struct Openapi {
    /// The folder in which command.json and query.json are
    #[arg(long, default_value = "deploy/openapi")]
    folder: PathBuf,
    /// Write nothing; fail when the files differ from the documents that the code generates
    #[arg(long)]
    check: bool,
}

/// Runs the command of these arguments.
///
/// # Errors
/// When the command fails; the message is for the operator.
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
        Command::TokenKey(TokenKey::Accept) => operate::token_key::accept(&settings).await,
        Command::Migrate(migrate) => operate::migrate::run(&settings, &migrate).await,
        Command::Openapi(Openapi { folder, check }) => operate::openapi::run(&folder, check),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a command line, of which some are in quotation marks.
    fn words(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        parts
            .flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    }

    #[test]
    fn the_commands_of_the_runbooks_exist() {
        let text = include_str!("../../docs/handbook/runbooks.md");
        let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("greenstall ")).collect();
        assert!(commands.len() > 20, "{commands:?}");
        for command in commands {
            let line = command.replace("ID", "0199c0de-0000-7000-8000-000000000000");
            let parsed = Arguments::try_parse_from(words(&line));
            assert!(parsed.is_ok(), "{command}: {}", parsed.unwrap_err());
        }
    }
}
