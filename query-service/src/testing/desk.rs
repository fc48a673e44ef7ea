//! Operators' view of two views that do not exist: the real ones are told of by the program that has them all.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::operations::{Failure, Operations, ParkedStream, Rebuild, ViewReport, ViewState};

/// Knows a view `catalog` with a parked stream, and a view `orders` that is being built anew.
pub(super) struct Desk;

const THEN: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn report(name: &str, parked: u64, rebuild: Option<Rebuild>) -> ViewReport {
    ViewReport {
        name: name.to_owned(),
        version: 3,
        generation: Some(4),
        state: ViewState::Serving,
        position: 39,
        lag: 3,
        lag_seconds: Some(0.25),
        parked,
        rows: 12,
        paused_at: None,
        error: None,
        built_at: Some(THEN),
        asked_by: None,
        rebuild,
    }
}

#[async_trait]
impl Operations for Desk {
    async fn views(&self) -> Result<Vec<ViewReport>, Failure> {
        let rebuild = Rebuild {
            generation: 5,
            version: 3,
            position: 7,
            lag: 35,
            events: 7,
            events_per_second: 3.5,
            seconds_left: Some(10),
            running: true,
            began_at: THEN,
            asked_by: Some("a7".to_owned()),
            error: None,
        };
        Ok(vec![report("catalog", 1, None), report("orders", 0, Some(rebuild))])
    }

    async fn parked(&self, view: &str) -> Result<Option<Vec<ParkedStream>>, Failure> {
        let parked = ParkedStream {
            stream: "product-00000000-0000-0000-0000-000000000001".to_owned(),
            event: "ProductListed".to_owned(),
            version: 1,
            position: 12,
            error: "a bug".to_owned(),
            when: THEN,
            attempts: 2,
            tried_at: THEN,
            next_try_at: None,
            waiting: 5,
            generation: 4,
        };
        Ok(match view {
            "catalog" => Some(vec![parked]),
            "orders" => Some(Vec::new()),
            _ => None,
        })
    }
}
