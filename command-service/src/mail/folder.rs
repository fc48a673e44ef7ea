//! A mailer that stores mail in a folder instead of sending it: one file for each mail, named after its id.
//! `greenstall mail` shows them.

use std::{
    collections::BTreeSet,
    fs::{DirBuilder, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::Arc,
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::email::EmailAddress;
use serde::{Deserialize, Serialize};
use service_kit::Clock;
use uuid::Uuid;

use super::{Mail, MailError, Mailer};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredMail {
    /// The id, derived from the event and the recipient.
    pub id: Uuid,
    /// When the mail was stored instead of sent (UTC).
    pub date: DateTime<Utc>,
    /// The recipient's address.
    pub to: String,
    /// The address for replies, if it is not the sender's.
    pub reply_to: Option<String>,
    /// Subject, one line.
    pub subject: String,
    /// The plain-text version.
    pub text: String,
    /// The HTML version.
    pub html: String,
    /// The ids of the people and subjects that it is about. Empty in mail of an earlier version.
    #[serde(default)]
    pub about: BTreeSet<Uuid>,
}

impl StoredMail {
    /// Whether the mail is deleted when this person is erased: it is about the person, or one of the person's
    /// addresses receives it or its replies. Mail of an earlier version does not name its people, so its text is also
    /// searched for the addresses.
    fn concerns(&self, person: Uuid, addresses: &[EmailAddress]) -> bool {
        let is_theirs = |text: &str| {
            EmailAddress::parse(text)
                .is_some_and(|found| addresses.iter().any(|one| one.normalised() == found.normalised()))
        };
        self.about.contains(&person)
            || is_theirs(&self.to)
            || self.reply_to.as_deref().is_some_and(is_theirs)
            || (self.about.is_empty() && words(&self.text).any(is_theirs))
    }
}

/// The words of a text, without surrounding punctuation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || "<>()[],;:\"".contains(c);
    text.split(is_between).map(|word| word.trim_matches(['.', '!', '?', '\'']))
}

/// Stores mail in a folder that only its owner may read: mail contains links that give access to accounts.
#[derive(Clone)]
pub struct FolderMailer {
    folder: PathBuf,
    clock: Arc<dyn Clock>,
}

impl FolderMailer {
    /// Stores mail in this folder, which is created with the first mail.
    pub const fn new(folder: PathBuf, clock: Arc<dyn Clock>) -> Self {
        Self { folder, clock }
    }
}

impl FolderMailer {
    /// Works on the files in a blocking task, off the threads that serve requests.
    async fn in_folder(
        &self,
        work: impl FnOnce(&Path) -> io::Result<()> + Send + 'static,
    ) -> Result<(), MailError> {
        let folder = self.folder.clone();
        let working = tokio::task::spawn_blocking(move || work(&folder));
        let telling = |error: io::Error| MailError::Later(format!("{}: {error}", self.folder.display()));
        working.await.map_err(io::Error::other).and_then(|worked| worked).map_err(telling)
    }
}

#[async_trait]
impl Mailer for FolderMailer {
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError> {
        let Mail { to, subject, text, html, reply_to, about } = mail.clone();
        let kept = StoredMail { id, date: self.clock.now(), to, reply_to, subject, text, html, about };
        self.in_folder(move |folder| write(folder, &kept)).await
    }

    async fn forget(&self, person: Uuid, addresses: &[EmailAddress]) -> Result<(), MailError> {
        let addresses = addresses.to_vec();
        self.in_folder(move |folder| forget(folder, person, &addresses)).await
    }
}

/// Writes the complete file or nothing: the file is renamed to its final name when it is complete.
fn write(folder: &Path, mail: &StoredMail) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let path = folder.join(format!("{}.json", mail.id));
    if path.exists() {
        return Ok(());
    }
    let unfinished = folder.join(format!("{}.unfinished", mail.id));
    let mut file =
        OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(&serde_json::to_vec_pretty(mail)?)?;
    file.sync_all()?;
    std::fs::rename(&unfinished, &path)?;
    // Syncs the folder too, because it holds the file's name.
    File::open(folder)?.sync_all()
}

/// Deletes the files that concern a person, and unfinished files left by a crash: their person is unknown, and the
/// step that wrote such a file writes it again.
fn forget(folder: &Path, person: Uuid, addresses: &[EmailAddress]) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let concerned = match path.extension().and_then(|extension| extension.to_str()) {
            Some("unfinished") => true,
            Some("json") => {
                let mail = std::fs::read(&path).map(|bytes| serde_json::from_slice::<StoredMail>(&bytes));
                mail.is_ok_and(|mail| mail.is_ok_and(|mail| mail.concerns(person, addresses)))
            }
            _ => false,
        };
        if concerned {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    File::open(folder)?.sync_all()
}

/// All mail in a folder, the newest first; empty if there is no folder.
///
/// # Errors
/// A file is unreadable or not a mail.
pub fn stored_mail(folder: &Path) -> io::Result<Vec<StoredMail>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut mails = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let mail = serde_json::from_slice(&std::fs::read(&path)?);
            let telling = |error| io::Error::other(format!("{}: {error}", path.display()));
            mails.push(mail.map_err(telling)?);
        }
    }
    mails.sort_by_key(|mail: &StoredMail| std::cmp::Reverse((mail.date, mail.id)));
    Ok(mails)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use chrono::TimeDelta;
    use service_kit::ManualClock;

    use super::*;

    fn mail(to: &str) -> Mail {
        let [subject, text, html] = ["Hello", "Hello!\n", "<p>Hello!</p>"].map(str::to_owned);
        Mail { to: to.to_owned(), reply_to: None, subject, text, html, about: BTreeSet::new() }
    }

    #[tokio::test]
    async fn mail_to_and_about_an_erased_person_is_deleted() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("mail");
        let mailer = FolderMailer::new(folder.clone(), Arc::new(ManualClock::at(DateTime::UNIX_EPOCH)));
        let anna = Uuid::from_u128(0xA);
        mailer.forget(anna, &[]).await.unwrap();
        let about = Mail { about: BTreeSet::from([anna, Uuid::nil()]), ..mail("ben@example.com") };
        let earlier = Mail { text: "Write to Anna@Example.com".to_owned(), ..mail("cleo@example.com") };
        let answered = Mail { reply_to: Some("anna@example.com".to_owned()), ..mail("help@example.com") };
        let others = [mail("anna@example.com"), about, earlier, answered, mail("dan@example.com")];
        for (number, mail) in others.iter().enumerate() {
            mailer.send(Uuid::from_u128(number as u128), mail).await.unwrap();
        }
        std::fs::write(folder.join("1.unfinished"), "{\"to\":\"anna@ex").unwrap();
        std::fs::write(folder.join("notes.txt"), "mine").unwrap();
        for _ in 0..2 {
            mailer.forget(anna, &[EmailAddress::of_account("anna@example.com")]).await.unwrap();
            let left: Vec<String> = stored_mail(&folder).unwrap().into_iter().map(|mail| mail.to).collect();
            assert_eq!(left, ["dan@example.com"]);
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "and a file that is no mail");
        }
    }

    #[tokio::test]
    async fn mail_with_a_similar_address_is_kept() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("mail");
        let mailer = FolderMailer::new(folder.clone(), Arc::new(ManualClock::at(DateTime::UNIX_EPOCH)));
        let written = Mail {
            text: "Write to anna@example.com".to_owned(),
            about: BTreeSet::from([Uuid::nil()]),
            ..mail("ben@example.com")
        };
        let others = [mail("joanna@example.com"), mail("anna@example.com.au"), written];
        for (number, mail) in others.iter().enumerate() {
            mailer.send(Uuid::from_u128(number as u128), mail).await.unwrap();
        }
        let addresses = ["anna@example.com", "@example.com", "example.com"].map(EmailAddress::of_account);
        mailer.forget(Uuid::from_u128(0xA), &addresses).await.unwrap();
        assert_eq!(stored_mail(&folder).unwrap().len(), others.len());
    }

    #[tokio::test]
    async fn mail_is_stored_once_and_listed_newest_first() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("mail");
        assert_eq!(stored_mail(&folder).unwrap(), []);
        let clock = ManualClock::at(DateTime::UNIX_EPOCH);
        let mailer = FolderMailer::new(folder.clone(), Arc::new(clock.clone()));
        let [first, second] = [2, 1].map(Uuid::from_u128);
        mailer.send(first, &mail("anna@example.com")).await.unwrap();
        clock.advance(TimeDelta::seconds(1));
        mailer.send(second, &mail("ben@example.com")).await.unwrap();
        mailer.send(first, &mail("anna@example.com")).await.unwrap();
        // An unfinished file left by a crash is not a mail and does no harm.
        std::fs::write(folder.join(format!("{}.unfinished", Uuid::from_u128(3))), "{").unwrap();
        mailer.send(Uuid::from_u128(3), &mail("cleo@example.com")).await.unwrap();
        let found = stored_mail(&folder).unwrap();
        let to: Vec<&str> = found.iter().map(|mail| mail.to.as_str()).collect();
        assert_eq!(to, ["cleo@example.com", "ben@example.com", "anna@example.com"]);
        assert_eq!(found[2].date, DateTime::UNIX_EPOCH);
        assert_eq!(found[2].text, "Hello!\n");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(&folder.join(format!("{first}.json"))), 0o600);
    }

    #[tokio::test]
    async fn a_failing_folder_is_tried_again_later() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("mail");
        std::fs::write(&folder, "a file").unwrap();
        let mailer = FolderMailer::new(folder, Arc::new(ManualClock::at(DateTime::UNIX_EPOCH)));
        let sent = mailer.send(Uuid::nil(), &mail("anna@example.com")).await;
        assert!(matches!(sent, Err(MailError::Later(_))), "{sent:?}");
    }
}
