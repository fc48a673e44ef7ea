//! `greenstall parked retry` and `skip`.

use std::io::{Write, stdout};

use command_service::operations::Step;
use projections::engine::Unparked;
use shared_events::events::OperatorAct;

use super::which::{Which, all, one};
use crate::{
    Outcome,
    operate::{
        usage::{confirm, operator},
        workbench::with_ports,
        written_down::{ReasonArgument, written_down},
    },
    operations::{
        parked::{self, Decided, Item},
        steps,
    },
    ports::Ports,
    report::Report,
    settings::Settings,
};

const RETRY_SCHEDULED: &str = "is tried again at once where the process managers run, else at the next start; if it keeps failing it is back here \
     in an hour";

/// Retries one parked item, or all of them.
pub(super) async fn retry(settings: &Settings, which: Option<Which>, why: &ReasonArgument) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let items = match &which {
            Some(which) => vec![one(ports, which).await?],
            None => all(ports).await?,
        };
        let (number, mut still) = (items.len() as u64, 0);
        let mut report = Report::new("retry");
        for (done, item) in items.iter().enumerate() {
            report.at(done as u64, number, item.owner());
            let outcome = retry_one(ports, item, why).await;
            report.aside(|| match &outcome {
                Ok(text) => writeln!(stdout(), "{}", named(item, text)),
                Err(error) => writeln!(stdout(), "{}", named(item, &error.to_string())),
            })?;
            still += u64::from(outcome.is_err());
        }
        report.clear();
        match still {
            0 => Ok(()),
            1 => Err("1 is still parked".into()),
            still => Err(format!("{still} are still parked").into()),
        }
    })
    .await
}

fn named(item: &Item, text: &str) -> String {
    let stream = item.stream().map(ToString::to_string).unwrap_or_default();
    format!("{} {stream}: {text}", item.owner())
}

async fn retry_one(ports: &Ports, item: &Item, why: &ReasonArgument) -> Outcome<String> {
    let retrying = async {
        describe(parked::retry(&ports.engine, &ports.pool, item, ports.clock.now()).await?, || {
            RETRY_SCHEDULED.to_owned()
        })
    };
    written_down(ports, OperatorAct::Retry, item.target(), why, retrying).await
}

/// Skips one parked item.
pub(super) async fn skip(
    settings: &Settings,
    which: &Which,
    (yes, settled): (bool, bool),
    why: &ReasonArgument,
) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let item = one(ports, which).await?;
        if !yes {
            eprintln!(
                "{} {}: {}\nWhat went wrong: {}",
                which.owner,
                which.stream,
                item.description(),
                item.error()
            );
            confirm("skip")?;
        }
        if let Item::Step(parked) = &item {
            let (manager, subject) = (parked.manager.clone(), parked.subject);
            let step = Step { manager, subject, settled };
            let waiting = steps::on_agenda(&ports.pool, &step).await?;
            steps::may_skip(&ports.log, &waiting, settled).await?;
        }
        let by = operator();
        let skipping = async {
            let decided = parked::skip(&ports.engine, &ports.pool, &item, &by, ports.clock.now()).await?;
            describe(decided, || format!("skipped by {by}, which is written down (`parked list --skipped`)"))
        };
        let text = written_down(ports, OperatorAct::Skip, item.target(), why, skipping).await?;
        Ok(writeln!(stdout(), "{}", named(&item, &text))?)
    })
    .await
}

/// The outcome as text. `step` describes the process manager's step, if it is one.
fn describe(decided: Decided, step: impl FnOnce() -> String) -> Outcome<String> {
    match decided {
        Decided::Stream(unparked) => applied(unparked),
        Decided::Step(true) => Ok(step()),
        Decided::Step(false) => Ok("is not parked any more".to_owned()),
    }
}

fn applied(outcome: Unparked) -> Outcome<String> {
    match outcome {
        Unparked::Applied { events: 0 } => Ok("the build goes on from there".to_owned()),
        Unparked::Applied { events: 1 } => Ok("1 event was applied; nothing waits any more".to_owned()),
        Unparked::Applied { events } => Ok(format!("{events} events were applied; nothing waits any more")),
        Unparked::StillParked { position, error } => {
            Err(format!("still parked, at position {position}: {error}").into())
        }
    }
}
