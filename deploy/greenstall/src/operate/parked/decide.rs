//! `greenstall parked retry` and `skip`.

use std::io::{Write, stdout};

use command_service::automation::{self, ParkedStep};
use projections::engine::{ParkError, ParkedStream, Unparked};

use super::{Item, Which, all, one};
use crate::{
    Failure, Outcome,
    operate::{
        usage::{confirm, operator},
        workbench::with_ports,
    },
    ports::Ports,
    report::Report,
    settings::Settings,
};

const TRIED_SOON: &str = "is tried again at once where the process managers run, else at the next start; if it keeps failing it is back here \
     in an hour";

/// Tries one of them again, or all.
pub(super) async fn retry(settings: &Settings, which: Option<Which>) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let items = match &which {
            Some(which) => vec![one(ports, which).await?],
            None => all(ports).await?,
        };
        let (number, mut still) = (items.len() as u64, 0);
        let mut report = Report::new("retry");
        for (done, item) in items.iter().enumerate() {
            report.at(done as u64, number, item.owner());
            let outcome = retry_one(ports, item).await;
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

async fn retry_one(ports: &Ports, item: &Item) -> Outcome<String> {
    match item {
        Item::Stream(ParkedStream { view, stream, .. }) => {
            applied(ports.engine.retry_parked(view, stream).await)
        }
        Item::Step(ParkedStep { manager, subject, .. }) => {
            match automation::retry_parked(&ports.pool, manager, *subject, ports.clock.now()).await? {
                true => Ok(TRIED_SOON.to_owned()),
                false => Ok("is not parked any more".to_owned()),
            }
        }
    }
}

/// Goes on without one of them.
pub(super) async fn skip(settings: &Settings, which: &Which, yes: bool) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let item = one(ports, which).await?;
        if !yes {
            eprintln!("{} {}: {}\nWhat went wrong: {}", which.owner, which.stream, item.what(), item.error());
            confirm("skip")?;
        }
        let text = match &item {
            Item::Stream(ParkedStream { view, stream, .. }) => {
                applied(ports.engine.skip_parked(view, stream).await)?
            }
            Item::Step(ParkedStep { manager, subject, .. }) => {
                let by = operator();
                match automation::skip_parked(&ports.pool, manager, *subject, &by, ports.clock.now()).await? {
                    true => format!("skipped by {by}, which is written down (`parked list --skipped`)"),
                    false => "is not parked any more".to_owned(),
                }
            }
        };
        Ok(writeln!(stdout(), "{}", named(&item, &text))?)
    })
    .await
}

fn applied(outcome: Result<Unparked, ParkError>) -> Outcome<String> {
    match outcome {
        Ok(Unparked::Applied { events: 0 }) => Ok("the build goes on from there".to_owned()),
        Ok(Unparked::Applied { events: 1 }) => Ok("1 event was applied; nothing waits any more".to_owned()),
        Ok(Unparked::Applied { events }) => {
            Ok(format!("{events} events were applied; nothing waits any more"))
        }
        Ok(Unparked::StillParked { position, error }) => {
            Err(format!("still parked, at position {position}: {error}").into())
        }
        Err(error) => Err(Failure::from(error)),
    }
}
