//! Our own store: all writers share one store and call `append`, as the services do.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use event_store::{
    Categories, EventStore,
    ExpectedVersion::Exact,
    postgres::{PostgresEventStore, migrate},
};
use postgres_kit::Pool;
use shared_events::{Position, StreamId};
use tokio::task::JoinSet;

use crate::{
    contestant::{Contestant, LOG_READ_EVENTS, Measure, STREAM_READ_EVENTS, Sample},
    event,
};

/// The number of events in a page of the log.
const PAGE: usize = 1000;

/// Our store on a database of its own.
pub(crate) struct Ours {
    store: Arc<PostgresEventStore>,
    streams: Arc<AtomicU64>,
    long_stream: Option<StreamId>,
}

impl Ours {
    pub(crate) async fn start(url: &str) -> Self {
        let pool = Pool::connect(url).await.unwrap();
        migrate(&pool).await.unwrap();
        Self { store: PostgresEventStore::start(pool), streams: Arc::default(), long_stream: None }
    }

    async fn append(&self, writers: u32, events: u32, time: Duration) -> Sample {
        let start = Instant::now();
        let mut tasks = JoinSet::new();
        for _ in 0..writers {
            let (store, streams) = (Arc::clone(&self.store), Arc::clone(&self.streams));
            tasks.spawn(async move {
                let mut latencies = Vec::new();
                while start.elapsed() < time {
                    let stream = event::stream(streams.fetch_add(1, Ordering::Relaxed));
                    let events = event::events(&stream, 1, events);
                    let sent = Instant::now();
                    store.append(&stream, Exact(0), events).await.unwrap();
                    latencies.push(sent.elapsed().as_secs_f64() * 1e3);
                }
                latencies
            });
        }
        let latencies = tasks.join_all().await.concat();
        Sample::of(latencies, start.elapsed())
    }

    async fn read_all(&self) -> Sample {
        let (start, mut read, mut after) = (Instant::now(), 0, Position::START);
        while read < LOG_READ_EVENTS as usize {
            let page = self.store.read_all(after, &Categories::All, PAGE).await.unwrap();
            read += page.events.len();
            after = page.up_to;
            if page.end {
                break;
            }
        }
        Sample { rate: read as f64 / start.elapsed().as_secs_f64(), p50: None, p99: None }
    }

    async fn read_stream(&mut self, time: Duration) -> Sample {
        let stream = match &self.long_stream {
            Some(stream) => stream.clone(),
            None => {
                let stream = event::stream(self.streams.fetch_add(1, Ordering::Relaxed));
                self.store
                    .append(&stream, Exact(0), event::events(&stream, 1, STREAM_READ_EVENTS))
                    .await
                    .unwrap();
                self.long_stream.insert(stream).clone()
            }
        };
        let (start, mut latencies) = (Instant::now(), Vec::new());
        while start.elapsed() < time {
            let sent = Instant::now();
            let events = self.store.read_stream(&stream, 0, STREAM_READ_EVENTS as usize).await.unwrap();
            assert_eq!(events.len(), STREAM_READ_EVENTS as usize);
            latencies.push(sent.elapsed().as_secs_f64() * 1e3);
        }
        Sample::of(latencies, start.elapsed())
    }
}

#[async_trait]
impl Contestant for Ours {
    fn name(&self) -> String {
        format!("greenstall {}", env!("CARGO_PKG_VERSION"))
    }

    fn about(&self) -> String {
        "append of one shared store, expected version 0; log read in pages of 1,000".into()
    }

    async fn measure(&mut self, measure: Measure, time: Duration) -> Result<Sample, String> {
        Ok(match measure {
            Measure::Append { writers, events } => self.append(writers, events, time).await,
            Measure::ReadAll => self.read_all().await,
            Measure::ReadStream => self.read_stream(time).await,
        })
    }
}
