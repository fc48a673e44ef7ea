//! The key that signs log-ins: the file `token.key` of the data folder. The database has its fingerprint, so that a key that
//! was lost or damaged is noticed before it ends all log-ins.

use std::path::{Path, PathBuf};

use postgres_kit::{Limits, Pool, statements, within};
use service_kit::{Ids, token};
use sha2::{Digest, Sha256};

use crate::Outcome;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn recorded() -> value String = "SELECT fingerprint FROM event_store.token_key";
    fn record(fingerprint: &str) =
        "INSERT INTO event_store.token_key (one, fingerprint) VALUES (true, $1) ON CONFLICT DO NOTHING";
    fn replace(fingerprint: &str) = include_str!("sql/replace_token_key.sql");
}

/// The key, and whether it is the one that the database knows.
#[derive(Clone)]
pub(crate) struct SigningKey {
    file: PathBuf,
    secret: [u8; 32],
    standing: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Known,
    /// The database knows no key yet.
    New,
    /// The database knows another one.
    Another,
    /// There is no file, and the database knows a key. The secret is in memory alone.
    Missing,
}

impl SigningKey {
    /// Reads the key. It is created when there is neither a file nor a fingerprint.
    pub(crate) async fn open(data: &Path, pool: &Pool, limits: &Limits, ids: &dyn Ids) -> Outcome<Self> {
        let asked = sql::recorded().fetch_optional(pool);
        let recorded: Option<String> = within(limits.answer, "the fingerprint of token.key", asked).await?;
        let file = data.join("token.key");
        if recorded.is_some() && !file.exists() {
            return Ok(Self { file, secret: ids.bytes(), standing: Standing::Missing });
        }
        let secret = read_or_create(&file, ids)?;
        let standing = match recorded {
            None => Standing::New,
            Some(known) if known == fingerprint(&secret) => Standing::Known,
            Some(_) => Standing::Another,
        };
        Ok(Self { file, secret, standing })
    }

    pub(crate) const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// Refuses to serve with another key than before. With `records`, a first key becomes the one that the database knows.
    pub(crate) async fn confirm(&self, pool: &Pool, limits: &Limits, records: bool) -> Outcome<()> {
        let what = match self.standing {
            Standing::New if records => {
                let recording = sql::record(&fingerprint(&self.secret)).execute(pool);
                within(limits.answer, "the fingerprint of token.key", recording).await?;
                return Ok(());
            }
            Standing::New | Standing::Known => return Ok(()),
            Standing::Another => "is not the key that this shop's log-ins are signed with",
            Standing::Missing => "is missing",
        };
        Err(format!(
            "{} {what}. Put its copy back; if it is lost, `greenstall token-key accept` takes the present file or makes a new \
             one, and then everybody has to log in again and owners of webhooks replace their secrets",
            self.file.display()
        )
        .into())
    }

    /// Makes the present key, or a new one, the one that the database knows.
    pub(crate) async fn accept(&self, pool: &Pool, limits: &Limits, ids: &dyn Ids) -> Outcome<()> {
        let secret = read_or_create(&self.file, ids)?;
        let replacing = sql::replace(&fingerprint(&secret)).execute(pool);
        within(limits.answer, "the fingerprint of token.key", replacing).await?;
        Ok(())
    }
}

/// The data folder must be there.
fn read_or_create(file: &Path, ids: &dyn Ids) -> Outcome<[u8; 32]> {
    let data = file.parent().unwrap_or(Path::new("."));
    Ok(token::secret_in(file, ids).map_err(|error| format!("the data folder {}: {error}", data.display()))?)
}

/// Tells nothing about the key.
fn fingerprint(secret: &[u8; 32]) -> String {
    let digest = Sha256::new().chain_update(b"greenstall: token.key").chain_update(secret).finalize();
    hex::encode(digest)
}
