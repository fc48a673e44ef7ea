//! `greenstall mail`: prints the mail that an instance without a mail server has kept.

use std::io::Write;

use command_service::mail::{StoredMail, stored_mail};

use crate::{Outcome, settings::Settings};

/// The options of `greenstall mail`.
#[derive(Debug, clap::Args)]
pub(crate) struct Mails {
    /// Only mail to this address; upper and lower case are the same
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// Print a JSON array, for programs
    #[arg(long)]
    json: bool,
}

/// Prints mail, newest first.
pub(crate) fn run(settings: &Settings, which: &Mails) -> Outcome<()> {
    let mut mails = stored_mail(&settings.mail_folder())?;
    if let Some(address) = &which.to {
        mails.retain(|mail| mail.to.to_lowercase() == address.trim().to_lowercase());
    }
    let mut out = std::io::stdout().lock();
    if which.json {
        serde_json::to_writer_pretty(&mut out, &mails).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(out.flush()?);
    }
    for (number, mail) in mails.iter().enumerate() {
        print(&mut out, number, mail)?;
    }
    out.flush()?;
    if mails.is_empty() {
        let sent = if settings.mail.smtp_url.is_empty() { "" } else { " here: it is sent by mail.smtp_url" };
        eprintln!("There is no mail{sent}.");
    }
    Ok(())
}

fn print(out: &mut impl Write, number: usize, mail: &StoredMail) -> std::io::Result<()> {
    if number > 0 {
        writeln!(out, "\n{}\n", "─".repeat(72))?;
    }
    let date = mail.date.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    writeln!(out, "Date: {date}\nTo: {}\nSubject: {}\n", plain(&mail.to), plain(&mail.subject))?;
    writeln!(out, "{}", plain(mail.text.trim_end()))
}

/// Removes control characters, so that texts from users cannot control the terminal.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_printed_with_date_address_and_subject_above_its_text() {
        let mail = StoredMail {
            id: uuid::Uuid::nil(),
            date: "2026-11-21T10:00:00.5Z".parse().unwrap(),
            to: "anna@example.com".to_owned(),
            reply_to: None,
            subject: "Hello \u{1b}[2J".to_owned(),
            text: "Line one\nLine two\n".to_owned(),
            html: String::new(),
            about: std::collections::BTreeSet::new(),
        };
        let mut out = Vec::new();
        print(&mut out, 0, &mail).unwrap();
        let expected =
            "Date: 2026-11-21T10:00:00Z\nTo: anna@example.com\nSubject: Hello [2J\n\nLine one\nLine two\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
