//! `make load`: a realistic mix of people uses a real shop for a bounded time, in an open loop: journeys begin when a
//! Poisson process says so, however long the answers take, and latencies count from then. It prints a row a minute and
//! at the end whether the load ran flat; `target/load/load.json` has the figures. The exit code is 1 when a request
//! failed with 5xx, when the shop did not show what it had acknowledged, or when the books do not agree afterwards.
//!
//! Nothing of the shop is switched off for it: limits apply to everybody, and each person comes from an address of its
//! own, as behind a reverse proxy.

#![expect(clippy::print_stdout, reason = "a load generator prints")]

mod arrivals;
mod book;
mod checks;
mod chunks;
mod client;
mod driver;
mod fault;
mod flatness;
mod journeys;
mod latencies;
mod minutes;
mod news;
mod people;
mod pool;
mod profile;
mod report;
mod settings;
mod site;
mod streams;
mod watch;
mod world;
mod zipf;

use std::{
    error::Error,
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use bench_support::machine;
use tokio::{
    signal::{
        ctrl_c,
        unix::{SignalKind, signal},
    },
    task::JoinSet,
    time::{sleep, sleep_until},
};

use crate::{
    book::Book,
    client::Shop,
    minutes::Minute,
    people::People,
    profile::{STREAMS_OF_A_CUSTOMER, STREAMS_OF_A_MERCHANT},
    report::Report,
    settings::Settings,
    site::Site,
    streams::Streams,
    watch::Watch,
    world::World,
};

/// Unfinished journeys may take this long after the last one began.
const PATIENCE: Duration = Duration::from_secs(70);
/// Between the seeding and the first journey.
const PAUSE: Duration = Duration::from_secs(2);
const MINUTE: Duration = Duration::from_secs(60);

#[tokio::main(worker_threads = 2)]
async fn main() -> ExitCode {
    // An interrupted load drops the program, which stops it.
    let outcome = tokio::select! {
        outcome = run() => outcome,
        () = interruption() => Err("interrupted".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::from(2)
        }
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn interruption() {
    let mut terminations = signal(SignalKind::terminate()).expect("signals can be handled");
    tokio::select! {
        _ = ctrl_c() => {}
        _ = terminations.recv() => {}
    }
}

/// Whether the load ended well.
async fn run() -> Result<bool, Box<dyn Error>> {
    let settings = Settings::from_environment()?;
    println!(
        "A shop with {} products; factor {}, {:.1} minutes after {:.1} to warm up, seed {}",
        settings.products,
        settings.factor,
        settings.measured.as_secs_f64() / 60.0,
        settings.warm_up.as_secs_f64() / 60.0,
        settings.seed
    );
    let began = Instant::now();
    let mut site = Site::open(&settings)?;
    let watch = Arc::new(Watch::of(&site)?);
    let people = People::move_in(Shop::new(site.program.address()), settings.factor).await?;
    let postgres = std::fs::read_to_string(site.data().join("postgres/cluster/PG_VERSION"))?;
    let fsync = machine::fsync_time(&settings.folder).round();
    println!(
        "Ready after {:.0} s; {} cores, load {:.2}, Postgres {}, a flush takes {fsync} µs",
        began.elapsed().as_secs_f64(),
        machine::describe()["cpus"],
        machine::load(),
        postgres.trim()
    );

    let streams = Arc::new(Streams::default());
    let mut listeners = open_streams(&people, &streams);
    wait_until_open(&streams, listeners.len()).await?;
    let start = Instant::now() + PAUSE;
    let from = start + settings.warm_up;
    let book = Book::new(from, settings.measured);
    let world = Arc::new(people.into_world(book, Arc::clone(&streams)));
    let driving = driver::drive(
        &world,
        start,
        settings.warm_up + settings.measured,
        settings.factor,
        settings.seed,
        PATIENCE,
    );
    let (unfinished, minutes) =
        tokio::join!(driving, report_minutes(&world, &watch, from, settings.measured));
    let streams_ended = streams.ended.load(Ordering::Relaxed);
    listeners.shutdown().await;

    let samples = watch.since(from);
    let until = from + settings.measured;
    let samples = samples.into_iter().filter(|sample| sample.at <= until + watch::INTERVAL).collect();
    let report = Report {
        settings: &settings,
        book: &world.book,
        from,
        minutes,
        samples,
        checks: checks::make(&mut site, &watch).await?,
        unfinished,
        streams_ended,
        stream_events: streams.events.load(Ordering::Relaxed),
        sizes: checks::sizes(&site)?,
    };
    report.print();
    report.write(&settings.folder, postgres.trim(), fsync)?;
    println!(
        "{} has the figures, and shop.log beside it what the shop logged.",
        settings.folder.join("load.json").display()
    );
    Ok(report.is_well())
}

/// Opens the streams that stay open; the first one of each merchant tells the news.
fn open_streams(people: &People, streams: &Arc<Streams>) -> JoinSet<()> {
    let shop = people.shop.address();
    let mut listeners = JoinSet::new();
    for merchant in &people.merchants {
        for number in 0..STREAMS_OF_A_MERCHANT {
            let (streams, person) = (Arc::clone(streams), merchant.person.clone());
            listeners.spawn(streams::listen(streams, shop, person, number == 0));
        }
    }
    for customer in &people.customers {
        for _ in 0..STREAMS_OF_A_CUSTOMER {
            listeners.spawn(streams::listen(Arc::clone(streams), shop, customer.person.clone(), false));
        }
    }
    listeners
}

/// Waits for all streams: an event that happens before a stream is open is never on it.
async fn wait_until_open(streams: &Streams, count: usize) -> Result<(), Box<dyn Error>> {
    let deadline = Instant::now() + MINUTE;
    while streams.open.load(Ordering::Relaxed) < count {
        if Instant::now() > deadline {
            let open = streams.open.load(Ordering::Relaxed);
            return Err(format!("only {open} of {count} streams have been opened in {MINUTE:?}").into());
        }
        sleep(PAUSE / 20).await;
    }
    streams.ended.store(0, Ordering::Relaxed);
    Ok(())
}

/// Prints a row for each minute of the measured time, and one for the rest of it.
async fn report_minutes(world: &World, watch: &Watch, from: Instant, measured: Duration) -> Vec<Minute> {
    println!("{}", minutes::HEADER);
    let until = from + measured;
    let mut minutes = Vec::new();
    let mut began = from;
    // Samples are also taken while it warms up: the first minute's processor time counts from the last one of them.
    let mut next = Instant::now();
    let mut requests = None;
    while began < until {
        let end = (began + MINUTE).min(until);
        loop {
            let pause = next + watch::INTERVAL;
            next = if next < from { pause.min(from) } else { pause.min(end) };
            sleep_until(next.into()).await;
            if let Err(error) = watch.look().await {
                println!("The shop's metrics could not be read: {error}");
            }
            world.streams.news.sweep();
            if next >= from && requests.is_none() {
                requests = Some((world.shop.requests(), Instant::now()));
            }
            if next >= end {
                break;
            }
        }
        let (before, since) = requests.unwrap_or((0, from));
        let now = world.shop.requests();
        let samples = watch.since(began.checked_sub(watch::INTERVAL).unwrap_or(began));
        let page = world.book.take_minute();
        let minute = Minute::new(minutes.len() + 1, since.elapsed(), now - before, &page, &samples);
        println!("{}", minute.line());
        minutes.push(minute);
        requests = Some((now, Instant::now()));
        began = end;
    }
    minutes
}
