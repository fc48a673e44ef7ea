//! `greenstall backup`: writes the backup file.

use std::time::{Duration, Instant};

use event_store::Categories;
use postgres_kit::{Pool, begin, statements};
use shared_events::Position;

use super::{
    Backup,
    file::Writer,
    record::{FORMAT, Header, Record},
    tables::{self, BEFORE_THE_LOG, BEHIND_THE_LOG},
};
use crate::{
    Outcome,
    operate::workbench::reading,
    operations::backups::{self, BackupRecord},
    ports::Ports,
    report::Report,
    settings::Settings,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn take_snapshot() = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
    fn last_position() -> value i64 = "SELECT coalesce(max(position), 0) FROM event_store.events";
}

const PAGE: usize = 2_000;
/// The pause between two reads while a long-running transaction holds up the high-water mark of the log.
const POLL: Duration = Duration::from_millis(100);

/// Writes a backup file beside a running instance.
pub(crate) async fn backup(settings: &Settings, arguments: &Backup) -> Outcome<()> {
    reading(settings, async |ports| {
        let began = Instant::now();
        let mut report = Report::new("backup");
        let created_at = ports.clock.now();
        let header = Header { format: FORMAT, program: env!("CARGO_PKG_VERSION").to_owned(), created_at };
        let mut file = Writer::create(&arguments.file, header)?;
        write_tables(&ports.pool, BEFORE_THE_LOG, &mut file).await?;
        let head = write_log(ports, &mut file, &mut report).await?;
        write_tables(&ports.pool, BEHIND_THE_LOG, &mut file).await?;
        let (events, rows) = (file.events, file.rows);
        let size = file.finish(head)?;
        let written = BackupRecord { created_at, position: head, bytes: size };
        if let Err(error) = backups::note(&ports.pool, written).await {
            eprintln!("the backup is whole, but it could not be noted that it was written: {error}");
        }
        let (took, megabytes) = (began.elapsed().as_secs_f64(), size.div_ceil(1 << 20));
        report.done(&format!(
            "{events} events and {rows} rows up to position {head} in {}, {megabytes} MB, {took:.1} s. It holds the \
             keys of everybody in it: keep it where nobody else can read it",
            arguments.file.display()
        ));
        Ok(())
    })
    .await
}

/// Writes the rows of these tables, all from one snapshot.
async fn write_tables(pool: &Pool, names: &'static [&'static str], file: &mut Writer) -> Outcome<()> {
    let mut transaction = begin(pool).await?;
    sql::take_snapshot().execute(&mut *transaction).await?;
    for name in names {
        tables::write(&mut transaction, name, file).await?;
    }
    Ok(transaction.rollback().await?)
}

/// Writes the events that exist at the start, and those that are appended until the end of the log is reached.
async fn write_log(ports: &Ports, file: &mut Writer, report: &mut Report) -> Outcome<Position> {
    // The high-water mark may be below a committed event on which a process manager has already acted, so read at
    // least up to the highest position.
    let least = sql::last_position().fetch_one(&ports.pool).await?;
    let least = Position(least.unsigned_abs());
    let head = ports.engine.head().await?.max(least);
    let began = Instant::now();
    let mut position = Position::START;
    let mut has_told = false;
    loop {
        let page = ports.log.read_all_sealed(position, &Categories::All, PAGE).await?;
        for event in page.events {
            file.write(&Record::Event(Box::new(event.into())))?;
        }
        position = page.up_to;
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = file.events as f64 / began.elapsed().as_secs_f64().max(0.001);
        report.at(position.0, head.0, &format!("{} events, {rate:.0} events/s", file.events));
        if page.end && position >= least {
            return Ok(position);
        }
        if page.end {
            if let Some(held_back) = ports.log.held_back().filter(|_| !has_told) {
                eprintln!("the backup waits: {held_back}");
                has_told = true;
            }
            ports.log.wait_beyond(position, POLL).await;
        }
    }
}
