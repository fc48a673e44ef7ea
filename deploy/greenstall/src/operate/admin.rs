//! `greenstall admin create`. Nobody but an operator can create an admin.

use std::io::{BufRead, Write};

use command_service::application::accounts::{NewAdmin, open_admin};

use crate::{Outcome, operate::workbench::with_ports, settings::Settings};

/// Creates the account. Without a password option it reads the password from standard input, because other users can
/// see the options in the process list.
pub(crate) async fn create(
    settings: &Settings,
    email: String,
    name: String,
    password: Option<String>,
) -> Outcome<()> {
    let password = match password {
        Some(password) => password,
        None => read_password()?,
    };
    let admin = NewAdmin { name, email, password };
    let opened = with_ports(settings, async |ports| {
        let app = ports.commands();
        open_admin(&app.account_ports(), &app.attempt(), &admin)
            .await
            .map_err(|failure| failure.to_string().into())
    });
    let account = opened.await?.account_id;
    writeln!(std::io::stdout(), "{} is an admin now (account {account})", admin.email)?;
    Ok(())
}

fn read_password() -> Outcome<String> {
    eprint!("Password: ");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
