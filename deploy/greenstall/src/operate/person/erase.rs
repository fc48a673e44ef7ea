//! `greenstall person erase`: erases a person.
//!
//! Personal data in the log is encrypted with its person's key. Deleting the key erases the person from the whole log
//! at once, however long the log is. An event then tells the views, which delete the person's data within milliseconds.
//! So no view is rebuilt, which would take minutes during which the old generation shows the name.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Write, stdout},
    time::Duration,
};

use command_service::application::accounts;
use postgres_kit::statements;
use projections::engine::Which;
use shared_events::{
    Actor, Position, RawEvent, Recorded, decode,
    events::{AccountEvent, EmailEvent, Operated, OperatorAct},
    ids::AccountId,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{account::account, orders::OpenOrders, survey::survey};
use crate::{
    Outcome,
    operate::{
        usage::confirm,
        workbench::{reading, with_ports},
        written_down::{ReasonArgument, written_down},
    },
    operations::person::plain::concerns,
    ports::Ports,
    settings::Settings,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn erased() -> value Uuid =
        "SELECT subject FROM event_store.subject_keys WHERE key IS NULL ORDER BY erased_at, subject";
    fn erased_keys() -> value Uuid = "SELECT subject FROM event_store.subject_keys WHERE key IS NULL";
}

/// How long to wait for the views. Running views follow within milliseconds; the rest is for a loaded machine.
const VIEWS_TIMEOUT: Duration = Duration::from_secs(30);

/// The accounts by the ids of their `email-` streams.
#[derive(Debug, Default)]
struct Addresses(BTreeMap<Uuid, AccountId>);

impl Addresses {
    fn see(&mut self, event: &Recorded<RawEvent>) {
        if event.stream.category != "email" {
            return;
        }
        match decode(event.event.clone()) {
            Ok(EmailEvent::EmailClaimed { account_id }) => {
                self.0.insert(event.stream.id, account_id);
            }
            Ok(EmailEvent::EmailReleased { .. }) => {
                self.0.remove(&event.stream.id);
            }
            Err(_) => {}
        }
    }

    fn of(&self, account: AccountId) -> Vec<Uuid> {
        self.0.iter().filter(|(_, holder)| **holder == account).map(|(stream, _)| *stream).collect()
    }
}

pub(super) async fn erase(
    settings: &Settings,
    who: &str,
    yes: bool,
    with_open_orders: bool,
    why: &ReasonArgument,
) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let account = account(ports, who).await?;
        let (mut addresses, mut orders, mut opened) = (Addresses::default(), OpenOrders::default(), false);
        let found = survey(ports, "looking", |event| {
            addresses.see(event);
            orders.see(event, account.uuid());
            opened |= event.stream.category == "account" && event.stream.id == account.uuid();
            Ok(concerns(event, account.uuid()))
        })
        .await?;
        if found == 0 {
            return Err(format!("the log holds nothing about account {account}").into());
        }
        let open = orders.numbers();
        if !open.is_empty() && !with_open_orders {
            return Err(format!(
                "{} of this person's orders are not finished: {}. Once the person is forgotten nobody knows where to \
                 bring them. Finish or cancel them first, or add --with-open-orders",
                open.len(),
                open.join(", ")
            )
            .into());
        }
        explain(account, found, opened, open.len());
        if !yes {
            confirm("erase")?;
        }
        let target = Some(Operated::person(account));
        let addresses = addresses.of(account);
        let work = forget(ports, account, &addresses);
        let position = written_down(ports, OperatorAct::Erase, target, why, work).await?;
        wait_for_views(ports, position).await?;
        Ok(writeln!(stdout(), "{account} is forgotten")?)
    })
    .await
}

fn explain(account: AccountId, found: u64, opened: bool, open_orders: usize) {
    eprintln!("The account {account}, which {found} events are about, will be forgotten:");
    eprintln!("  - name, e-mail, phone, addresses and password can never be read again, by anybody;");
    eprintln!(
        "  - what was bought and sold, when and for how much, stays, with \"Deleted user\" for the name;"
    );
    if opened {
        eprintln!(
            "  - nobody can log in to the account, its products are not shown any more, and its e-mail address"
        );
        eprintln!("    can be signed up with again;");
    }
    if open_orders > 0 {
        eprintln!("  - {open_orders} orders are not finished, and nobody will know where to bring them;");
    }
    eprintln!("  - backups that were written before still have the key: see deploy/docs/handbook/erase.md.");
    eprintln!("This cannot be undone.");
}

async fn forget(ports: &Ports, account: AccountId, addresses: &[Uuid]) -> Outcome<Position> {
    let app = ports.commands();
    let provenance = app.command_by(Actor::system("person erase"));
    Ok(accounts::erase(&app.erasure_ports(), &provenance, account, addresses).await?)
}

/// Waits until no view shows the person any more.
async fn wait_for_views(ports: &Ports, position: Position) -> Outcome<()> {
    let nobody_runs = |views: &[projections::engine::ViewStatus]| {
        views.iter().all(|view| view.generations.iter().all(|built| !built.running))
    };
    let stop = CancellationToken::new();
    let running = nobody_runs(&ports.engine.status().await?).then(|| {
        let (engine, stop) = (ports.engine.clone(), stop.clone());
        tokio::spawn(async move { engine.run(stop).await })
    });
    let waited = ports.engine.wait_until(Which::All, position, VIEWS_TIMEOUT).await;
    stop.cancel();
    if let Some(running) = running {
        running.await?;
    }
    if let Err(error) = waited {
        return Err(format!(
            "the person is forgotten in the log, but views may still show them until they go on: {error}. \
             `views list` says what stops them"
        )
        .into());
    }
    // The process that made an unfinished build may have ended, and then nothing erases the person from that build.
    let stale = ports.engine.drop_stale_builds(position).await?;
    for view in stale.on_their_way {
        eprintln!(
            "{view}: another program still updates an earlier build, which shows the person until it has done so"
        );
    }
    Ok(())
}

/// Prints the ids of all erased people, one on each line.
pub(super) async fn erased(settings: &Settings) -> Outcome<()> {
    let erased = reading(settings, async |ports| {
        let erased = sql::erased().fetch_all(&ports.pool).await?;
        Ok(erased)
    });
    let mut out = stdout().lock();
    for subject in erased.await? {
        writeln!(out, "{subject}")?;
    }
    Ok(())
}

/// Closes the accounts of people whose keys are deleted: a restored log may lack the closing event, or a crash may have
/// interrupted an erasure. It reads the log only if there is such an account.
pub(crate) async fn finish_erasures(ports: &Ports) -> Outcome<u64> {
    let gone = sql::erased_keys().fetch_all(&ports.pool).await?;
    let mut unfinished: BTreeSet<Uuid> = BTreeSet::new();
    for subject in gone {
        let last = ports.log.last::<AccountEvent>(subject).await?;
        if last.is_some_and(|last| !matches!(last.event, AccountEvent::AccountErased { .. })) {
            unfinished.insert(subject);
        }
    }
    if unfinished.is_empty() {
        return Ok(0);
    }
    let mut addresses = Addresses::default();
    survey(ports, "erasures", |event| {
        addresses.see(event);
        Ok(false)
    })
    .await?;
    for subject in &unfinished {
        let account = AccountId::new(*subject);
        forget(ports, account, &addresses.of(account)).await?;
    }
    Ok(unfinished.len() as u64)
}
