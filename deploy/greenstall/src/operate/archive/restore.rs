//! `greenstall restore`: checks a backup and restores all of it in one transaction, so that any error leaves the store
//! empty.

use std::{collections::HashSet, fs, path::Path, time::Instant};

use chrono::{DateTime, TimeDelta, Utc};
use command_service::{
    application::checkout::{LostPayment, lost_payments},
    automation::look_for_lost_payments,
};
use postgres_kit::{FromRow, statements};
use shared_events::{Cents, Position, RawEvent, Recorded, personal::SubjectKey};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    Restore,
    check::{Checker, Keys, subjects},
    file::Reader,
    record::{Footer, Record},
    tables::Rows,
};
use crate::{
    Outcome,
    operate::{person::finish_erasures, usage::usage, views::show, workbench::alone_with_ports},
    ports::Ports,
    report::Report,
    settings::Settings,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn allow_idleness() = "SET LOCAL idle_in_transaction_session_timeout = 0";
    fn analyze() = "ANALYZE event_store.events";
    fn limit_lock_wait() = "SET LOCAL lock_timeout = '5s'";
    fn lock_events() = "LOCK TABLE event_store.events IN EXCLUSIVE MODE";
    fn try_lease() -> value bool = "SELECT pg_try_advisory_xact_lock(hashtext('process managers'))";
    fn has_events() -> value bool = "SELECT EXISTS (SELECT FROM event_store.events)";
    fn forget_checkpoints() = "DELETE FROM automation.checkpoints";
    fn forget_agenda() = "DELETE FROM automation.agenda";
    fn mark_old_notes() = "UPDATE automation.agenda SET noted = gen_random_uuid() WHERE noted IS NULL";
    fn erase_keys(people: &[Uuid]) = include_str!("sql/erase_keys.sql");
    fn keys_of(people: &[Uuid]) -> row (Uuid, Vec<u8>) =
        "SELECT subject, key FROM event_store.subject_keys WHERE subject = ANY($1) AND key IS NOT NULL";
    fn known_keys(people: &[Uuid]) -> value Uuid =
        "SELECT subject FROM event_store.subject_keys WHERE subject = ANY($1)";
    fn write_events(
        positions: Vec<i64>, versions: Vec<i64>, recorded_at: Vec<DateTime<Utc>>, streams: Vec<Uuid>,
        event_ids: Vec<Uuid>, correlation_ids: Vec<Uuid>, causation_ids: Vec<Uuid>,
        schema_versions: Vec<i16>, categories: Vec<String>, event_types: Vec<String>, actors: Vec<String>,
        payloads: Vec<String>,
    ) = include_str!("sql/write_events.sql");
    fn gap() -> row Gap = include_str!("sql/gap.sql");
    fn disorder() -> row (String, Uuid) = include_str!("sql/disorder.sql");
    fn move_positions(head: i64) = include_str!("sql/move_positions.sql");
    fn move_skip_ids() = include_str!("sql/move_skip_ids.sql");
}

/// A stream whose versions have a gap.
#[derive(FromRow)]
struct Gap {
    category: String,
    stream_id: Uuid,
    events: i64,
    last_version: i64,
}

/// How far the payment provider's clock may differ from ours, by which the backup is dated.
const MAX_CLOCK_DIFFERENCE: TimeDelta = TimeDelta::hours(1);
/// The number of events that are written together.
const IMPORT_EVENTS: usize = 2_000;

/// Fills an empty store and builds the views.
pub(crate) async fn restore(settings: &Settings, arguments: &Restore) -> Outcome<()> {
    if !settings.event_store.url.trim().is_empty() {
        return Err(format!(
            "the events of this instance are in KurrentDB ({}), which gives positions itself, so what remembers \
             positions would point elsewhere. Restore a backup of KurrentDB's own there, or unset event_store.url to \
             restore into Postgres",
            settings.event_store.url
        )
        .into());
    }
    let erasures = arguments.erasures.as_deref().map_or(Ok(Vec::new()), people)?;
    // Read the header first, so that an unreadable file is reported before anything starts.
    let header = Reader::open(&arguments.file)?.header;
    eprintln!(
        "A backup of {}, written by version {}",
        header.created_at.format("%Y-%m-%d %H:%M UTC"),
        header.program
    );
    let since = header.created_at - MAX_CLOCK_DIFFERENCE;
    alone_with_ports(settings, async |ports| {
        fill(ports, &arguments.file, &erasures, since).await?;
        let finished = finish_erasures(ports).await?;
        if finished > 0 {
            eprintln!("{finished} people who were forgotten since stay forgotten");
        }
        build_views(ports).await?;
        print_lost_payments(ports, since).await;
        Ok(())
    })
    .await
}

/// Prints the payments that the process managers will refund when the shop starts. It changes nothing.
async fn print_lost_payments(ports: &Ports, since: DateTime<Utc>) {
    match lost_payments(&ports.commands().checkout_ports(), since).await {
        Ok(lost) => eprintln!("{}", describe_lost_payments(&lost)),
        Err(failure) => eprintln!(
            "The payment provider could not be asked for payments that are not in the backup ({failure}). It is asked \
             when the shop starts"
        ),
    }
}

fn describe_lost_payments(lost: &[LostPayment]) -> String {
    if lost.is_empty() {
        return "The payment provider knows no payment that is not in the backup".to_owned();
    }
    let captured: Vec<Cents> = lost.iter().map(|one| one.captured).filter(|one| *one > Cents(0)).collect();
    format!(
        "The payment provider knows {} payments that are not in the backup: {} of them are paid ({}). When the shop \
         starts these are refunded and the others given up; what cannot be refunded is in `greenstall parked list`. \
         Never start a rehearsal with the provider's real keys",
        lost.len(),
        captured.len(),
        captured.iter().copied().sum::<Cents>()
    )
}

/// Reads a list of people's ids, one on each line.
fn people(path: &Path) -> Outcome<Vec<Uuid>> {
    let named = |text: &str| usage(format!("{}: {text}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| named(&error.to_string()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.parse().map_err(|_| named(&format!("{line} is no id")))).collect()
}

async fn fill(ports: &Ports, path: &Path, erasures: &[Uuid], since: DateTime<Utc>) -> Outcome<()> {
    let began = Instant::now();
    let pool = &ports.pool;
    let mut transaction = postgres_kit::begin(pool).await?;
    // The whole file is read and checked between two statements, which takes long.
    sql::allow_idleness().execute(&mut *transaction).await?;
    refuse_unless_empty(&mut transaction).await?;
    // Read the file twice: checking events needs the keys, which are at the end of the file.
    let mut report = Report::new("keys");
    let footer = fill_tables(&mut transaction, path, &mut report).await?;
    forget(&mut transaction, erasures).await?;
    report.done(&format!("the file is whole: {} rows, {} events", footer.rows, footer.events));
    let mut report = Report::new("events");
    fill_log(&mut transaction, path, &mut report).await?;
    refuse_gaps(&mut transaction).await?;
    move_sequences(&mut transaction, footer.head).await?;
    look_for_lost_payments(&mut *transaction, since, ports.clock.now()).await?;
    transaction.commit().await?;
    sql::analyze().execute(pool).await?;
    let took = began.elapsed().as_secs_f64();
    report.done(&format!("{} checked and written in {took:.1} s", footer.events));
    Ok(())
}

async fn refuse_unless_empty(connection: &mut PgConnection) -> Outcome<()> {
    sql::limit_lock_wait().execute(&mut *connection).await?;
    sql::lock_events()
        .execute(&mut *connection)
        .await
        .map_err(|error| format!("an instance writes to this store: stop it first ({error})"))?;
    let free = sql::try_lease().fetch_one(&mut *connection).await?;
    if !free {
        return Err("an instance runs on this database: stop it first".into());
    }
    let filled = sql::has_events().fetch_one(&mut *connection).await?;
    if filled {
        return Err(
            "there are events in this store already, and a backup is never mixed with others: restore into a new data \
             folder (GREENSTALL_DATA_DIR) or a new database (GREENSTALL_DATABASE__URL)"
                .into(),
        );
    }
    // Delete what the process managers have recorded about the empty log.
    sql::forget_checkpoints().execute(&mut *connection).await?;
    sql::forget_agenda().execute(connection).await?;
    Ok(())
}

/// Writes everything except the events, and checks that the file is complete.
async fn fill_tables(connection: &mut PgConnection, path: &Path, report: &mut Report) -> Outcome<Footer> {
    let mut file = Reader::open(path)?;
    let mut rows = Rows::default();
    let mut footer = None;
    while let Some(record) = file.next()? {
        report.at(file.done(), file.size, &format!("{} rows", rows.written));
        match record {
            Record::Row(row) => rows.add(connection, row).await?,
            Record::Footer(last) => footer = Some(last),
            Record::Header(_) | Record::Event(_) => {}
        }
    }
    rows.write(connection).await?;
    // A backup of an earlier version has no marks.
    sql::mark_old_notes().execute(connection).await?;
    Ok(footer.expect("the reader ends behind a footer"))
}

/// Erases the people who were erased since the backup, so that restoring their keys does not undo the erasure.
async fn forget(connection: &mut PgConnection, people: &[Uuid]) -> Outcome<()> {
    sql::erase_keys(people).execute(connection).await?;
    Ok(())
}

/// Checks and writes every event.
async fn fill_log(connection: &mut PgConnection, path: &Path, report: &mut Report) -> Outcome<()> {
    let began = Instant::now();
    let mut file = Reader::open(path)?;
    let mut checker = Checker::default();
    let mut page: Vec<Recorded<RawEvent>> = Vec::with_capacity(IMPORT_EVENTS);
    let mut written = 0_u64;
    loop {
        let record = file.next()?;
        let ended = record.is_none();
        if let Some(Record::Event(event)) = record {
            page.push((*event).try_into()?);
        }
        if page.len() == IMPORT_EVENTS || ended {
            let keys = keys_of(connection, &page).await?;
            for event in &page {
                checker.check(event, &keys)?;
            }
            write(connection, &page).await?;
            written += page.len() as u64;
            page.clear();
            #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
            let rate = written as f64 / began.elapsed().as_secs_f64().max(0.001);
            report.at(file.done(), file.size, &format!("{written} events, {rate:.0} events/s"));
        }
        if ended {
            return Ok(());
        }
    }
}

async fn keys_of(connection: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Outcome<Keys> {
    let people: Vec<Uuid> = subjects(events).into_iter().collect();
    let rows = sql::keys_of(&people).fetch_all(&mut *connection).await?;
    let known = sql::known_keys(&people).fetch_all(connection).await?;
    let known: HashSet<Uuid> = known.into_iter().collect();
    if let Some(missing) = people.iter().find(|person| !known.contains(person)) {
        return Err(
            format!("the backup has no key of {missing}, and does not say that they were forgotten").into()
        );
    }
    let key = |(subject, key): (Uuid, Vec<u8>)| {
        let key = key.try_into().map_err(|_| format!("the key of {subject} has another length"))?;
        Ok((subject, SubjectKey(key)))
    };
    rows.into_iter().map(key).collect()
}

async fn write(connection: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Outcome<()> {
    let outcome = sql::write_events(
        column(events, |event| event.position.0.cast_signed()),
        column(events, |event| event.version.cast_signed()),
        column(events, |event| event.recorded_at),
        column(events, |event| event.stream.id),
        column(events, |event| event.event_id),
        column(events, |event| event.correlation_id),
        column(events, |event| event.causation_id),
        column(events, |event| event.event.schema_version.cast_signed()),
        column(events, |event| event.stream.category.to_string()),
        column(events, |event| event.event.event_type.to_string()),
        column(events, |event| serde_json::json!(event.actor).to_string()),
        column(events, |event| event.event.data.to_string()),
    )
    .execute(connection)
    .await;
    outcome.map(drop).map_err(|error| explain(&error).into())
}

fn column<T>(events: &[Recorded<RawEvent>], value: impl Fn(&Recorded<RawEvent>) -> T) -> Vec<T> {
    events.iter().map(value).collect()
}

/// The message for an error that only the database can detect: a duplicate id or version.
fn explain(error: &sqlx::Error) -> String {
    let detail = error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>())
        .and_then(|error| error.detail());
    match detail {
        Some(detail) => format!("an event of the backup does not fit with the others: {error}: {detail}"),
        None => error.to_string(),
    }
}

/// Checks that each stream's versions begin at 1 and have no gaps.
async fn refuse_gaps(connection: &mut PgConnection) -> Outcome<()> {
    let gap = sql::gap().fetch_optional(&mut *connection).await?;
    if let Some(Gap { category, stream_id, events, last_version }) = gap {
        return Err(format!(
            "{category}-{stream_id} has {events} events, but the last one is number {last_version}"
        )
        .into());
    }
    // A later version of a stream must have a higher position.
    let disorder = sql::disorder().fetch_optional(connection).await?;
    match disorder {
        Some((category, stream)) => {
            Err(format!("{category}-{stream} is not in the order of its versions").into())
        }
        None => Ok(()),
    }
}

/// Advances the sequences, so that the next event comes after all positions of the backed-up log, including those that
/// the backup did not read.
async fn move_sequences(connection: &mut PgConnection, head: Position) -> Outcome<()> {
    sql::move_positions(head.0.cast_signed()).execute(&mut *connection).await?;
    sql::move_skip_ids().execute(connection).await?;
    Ok(())
}

async fn build_views(ports: &Ports) -> Outcome<()> {
    for view in ports.engine.status().await? {
        let began = Instant::now();
        let mut report = Report::new(view.name);
        let mut events = 0;
        ports.engine.rebuild(view.name, |progress| events = show(&mut report, progress)).await?;
        report.done(&format!("built from {events} events in {:.1} s", began.elapsed().as_secs_f64()));
    }
    Ok(())
}
