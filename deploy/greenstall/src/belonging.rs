//! Keeps a data folder, a bucket of uploads and a database together. The database has the id of its shop; the folder and
//! the bucket have a file that names it.
//!
//! Without it, a second shop on the same folder would take the first one's uploads for unused files, and a settings file
//! that has lost the address of its database would start an empty shop beside the uploads and keys of the real one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use postgres_kit::{Limits, Pool, address, statements, within};
use uuid::Uuid;

use crate::Outcome;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn shop() -> value Uuid = "SELECT shop FROM event_store.home";
}

/// The file in the data folder.
const FILE: &str = "database.txt";

/// Refuses a data folder that belongs to another database than this one. A folder that belongs to none belongs to this one
/// from now on. Returns the text that names the database.
pub(crate) async fn refuse_another_folder(data_dir: &Path, pool: &Pool, limits: &Limits) -> Outcome<String> {
    let shop = within(limits.answer, "the id of the shop", sql::shop().fetch_one(pool)).await?;
    let options = pool.connect_options();
    let database = options.get_database().unwrap_or_default();
    let ours = format!("{shop} {database} at {}", address(&options));
    let file = data_dir.join(FILE);
    match fs::read_to_string(&file) {
        Ok(theirs) if are_same(&theirs, &ours) => {}
        Ok(theirs) => {
            return Err(format!(
                "the data folder {} belongs to the database {}, and the settings name the database {ours}. Two shops \
                 cannot share a data folder: correct database.url or data_dir. If this database takes the place of the \
                 other one, because it was restored or moved, delete {} and start again",
                data_dir.display(),
                theirs.trim(),
                file.display()
            )
            .into());
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::write(&file, format!("{ours}\n"))?,
        Err(error) => return Err(format!("{}: {error}", file.display()).into()),
    }
    Ok(ours)
}

/// Refuses to make an embedded server in a data folder that belongs to a database elsewhere.
pub(crate) fn refuse_lost_database(data_dir: &Path, server: &Path) -> Outcome<()> {
    let file: PathBuf = data_dir.join(FILE);
    let Ok(theirs) = fs::read_to_string(&file) else { return Ok(()) };
    if server.exists() {
        return Ok(());
    }
    Err(format!(
        "the data folder {} belongs to the database {}, and the settings name no database (database.url). An empty shop \
         would start beside its files: name the database again. If a new shop is to start in this folder, delete {}",
        data_dir.display(),
        theirs.trim(),
        file.display()
    )
    .into())
}

/// Whether two such texts name one database. It may have moved to another address.
pub(crate) fn are_same(one: &str, other: &str) -> bool {
    one.split_whitespace().next() == other.split_whitespace().next()
}

#[cfg(test)]
mod tests {
    use test_support::TestDatabase;

    use super::*;
    use crate::{ports, settings::EventStore};

    async fn shop() -> (TestDatabase, Pool) {
        let database = TestDatabase::create("greenstall-shop", async |url: &str| {
            let pool = Pool::connect(url).await?;
            ports::migrate(&pool).await?;
            pool.close().await;
            Outcome::Ok(())
        })
        .await;
        let pool = database.pool().await;
        crate::event_log::record_log(&EventStore { url: String::new() }, &pool).await.unwrap();
        (database, pool)
    }

    #[tokio::test]
    async fn a_data_folder_serves_one_database() {
        let folder = tempfile::tempdir().unwrap();
        let (_one, ours) = shop().await;
        let (_other, theirs) = shop().await;
        let open = async |pool| refuse_another_folder(folder.path(), pool, &Limits::default()).await;
        let name = open(&ours).await.unwrap();
        assert_eq!(open(&ours).await.unwrap(), name);
        let refused = open(&theirs).await.unwrap_err().to_string();
        assert!(refused.contains(&name) && refused.contains("database.txt and start again"), "{refused}");

        fs::remove_file(folder.path().join(FILE)).unwrap();
        open(&theirs).await.unwrap();
        assert!(open(&ours).await.is_err());
    }

    #[test]
    fn settings_that_have_lost_their_database_start_no_empty_shop() {
        let folder = tempfile::tempdir().unwrap();
        let server = folder.path().join("postgres");
        refuse_lost_database(folder.path(), &server).unwrap();
        fs::write(folder.path().join(FILE), "5f shop at db:5432\n").unwrap();
        let refused = refuse_lost_database(folder.path(), &server).unwrap_err().to_string();
        assert!(refused.contains("5f shop at db:5432") && refused.contains("database.url"), "{refused}");
        fs::create_dir(&server).unwrap();
        refuse_lost_database(folder.path(), &server).unwrap();
    }
}
