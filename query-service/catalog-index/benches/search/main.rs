//! Measures the index alone: the searches and lists of the HTTP benchmark, without HTTP and without Postgres.
//!
//! `cargo bench -p catalog-index -- 10000 1000000`. Beside the elapsed time it prints the processor time of the
//! searching thread, which other work on the machine hardly changes.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark")]

#[path = "../../tests/common/demo.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod demo;
mod stalls;

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use catalog_index::{CatalogIndex, Document, Filter, Page, Snapshot, Way, Writer};
use demo::{Item, items};
use stalls::{Asked, lists, near, product, searches};

/// Searches as the query service does, and returns the total.
fn answer(snapshot: &Snapshot, asked: &Asked, counts: bool) -> u64 {
    let page = Page { limit: asked.limit, offset: asked.offset, after: None };
    let search = |terms| {
        let filter = Filter { terms, ..asked.filter.clone() };
        snapshot.search(&filter, &asked.sorts, &page, counts).unwrap()
    };
    let mut found = search(snapshot.terms(&asked.text).unwrap());
    if found.hits.is_empty()
        && let Some((terms, _)) = snapshot.corrected(&asked.text).unwrap()
    {
        found = search(Some(terms));
    }
    found.counts.map_or(found.hits.len() as u64, |counts| counts.total)
}

/// The processor time that this thread has used.
fn used() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split_whitespace().next().unwrap().parse().unwrap())
}

fn percentile(times: &mut [f64], percent: usize) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// Answers the requests in turn on each of `threads` threads, until `budget` has passed and each was answered once.
fn measure(
    name: &str,
    index: &CatalogIndex,
    asked: &[Asked],
    threads: usize,
    counts: bool,
    budget: Duration,
) {
    let began = Instant::now();
    let run = |shift: usize| {
        let (mut wall, mut processor) = (Vec::new(), Vec::new());
        let start = used();
        'rounds: loop {
            for place in 0..asked.len() {
                let snapshot = index.snapshot();
                let (clock, spent) = (Instant::now(), used());
                std::hint::black_box(answer(&snapshot, &asked[(place + shift) % asked.len()], counts));
                processor.push((used() - spent).as_secs_f64() * 1e3);
                wall.push(clock.elapsed().as_secs_f64() * 1e3);
                if began.elapsed() > budget && wall.len() >= asked.len() {
                    break 'rounds;
                }
            }
        }
        (wall, processor, used() - start)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let started: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || run(thread * asked.len() / 2))).collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let elapsed = began.elapsed().as_secs_f64();
    let mut wall: Vec<f64> = results.iter().flat_map(|result| result.0.clone()).collect();
    let mut processor: Vec<f64> = results.iter().flat_map(|result| result.1.clone()).collect();
    let answered = wall.len() as f64;
    let used: f64 = processor.iter().sum::<f64>() / 1e3;
    println!(
        "{name}, {threads} thread(s){}: {:.0}/s wall, {:.0}/s of processor time; wall p50 {:.3} p99 {:.3} ms; processor p50 {:.3} p99 {:.3} max {:.3} ms; {answered} answers",
        if counts { "" } else { ", without counts" },
        answered / elapsed,
        answered / used,
        percentile(&mut wall, 50),
        percentile(&mut wall, 99),
        percentile(&mut processor, 50),
        percentile(&mut processor, 99),
        percentile(&mut processor, 100),
    );
}

fn size(folder: &Path) -> u64 {
    fs::read_dir(folder).unwrap().filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len())).sum()
}

fn memory() -> String {
    let text = fs::read_to_string("/proc/self/status").unwrap();
    let of = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or_default() / 1_024
    };
    format!("{} MB anonymous, {} MB with mapped files", of("RssAnon"), of("VmRSS"))
}

/// The processor time that all threads have used.
fn all_used() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

fn timed<T>(name: &str, act: impl FnOnce() -> T) -> T {
    let (clock, spent) = (Instant::now(), all_used());
    let result = act();
    println!(
        "{name}: {:.2} s wall, {:.2} s of processor time",
        clock.elapsed().as_secs_f64(),
        (all_used() - spent).as_secs_f64()
    );
    result
}

fn commits(writer: &mut Writer, items: &[Item], products: usize) {
    let mut position = 2;
    for (batch, rounds) in [(1, 60), (10, 40), (100, 20), (1_000, 5)] {
        let (mut wall, mut processor) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            let changed: Vec<Document> = (0..batch)
                .map(|place| product(items, (round * 7_919 + place * 104_729 + batch) % products))
                .collect();
            let (clock, spent) = (Instant::now(), all_used());
            for product in &changed {
                writer.put(product).unwrap();
            }
            writer.commit(position).unwrap();
            position += 1;
            wall.push(clock.elapsed().as_secs_f64() * 1e3);
            processor.push((all_used() - spent).as_secs_f64() * 1e3);
        }
        let mean = processor.iter().sum::<f64>() / processor.len() as f64;
        println!(
            "commit of {batch}: wall p50 {:.1} p99 {:.1} ms; processor mean {mean:.1} ms; {} segments, {} replaced",
            percentile(&mut wall, 50),
            percentile(&mut wall, 99),
            writer.index().snapshot().segments(),
            writer.index().snapshot().deleted(),
        );
    }
}

/// Measures lists and searches while `changes` changed products are committed every 60 ms.
fn while_changing(writer: &mut Writer, items: &[Item], products: usize, changes: usize, budget: Duration) {
    let index = writer.index();
    let is_over = AtomicBool::new(false);
    let mut wall = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for (name, asked) in [("lists", lists()), ("near", near(products)), ("searches", searches())] {
                let name = format!("{name} while {changes} products change every 60 ms");
                measure(&name, &index, &asked, 1, true, budget);
            }
            is_over.store(true, Ordering::Relaxed);
        });
        let mut position = writer.position().unwrap_or_default();
        while !is_over.load(Ordering::Relaxed) {
            let clock = Instant::now();
            position += 1;
            for place in 0..changes {
                let number = (position as usize * 7_919 + place * 104_729) % products;
                writer.put(&product(items, number)).unwrap();
            }
            writer.commit(position).unwrap();
            wall.push(clock.elapsed().as_secs_f64() * 1e3);
            std::thread::sleep(Duration::from_millis(60).saturating_sub(clock.elapsed()));
        }
    });
    println!(
        "commits of {changes} meanwhile: wall p50 {:.1} p99 {:.1} ms; {} segments",
        percentile(&mut wall, 50),
        percentile(&mut wall, 99),
        index.snapshot().segments(),
    );
}

fn main() {
    let counts: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = if counts.is_empty() { vec![10_000, 1_000_000] } else { counts };
    let seconds = std::env::var("BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let budget = Duration::from_secs(seconds);
    let items = items();
    for products in counts {
        println!("\n{products} products; load {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
        let folder =
            tempfile::tempdir_in(std::env::var("BENCH_FOLDER").unwrap_or_else(|_| ".".into())).unwrap();
        let mut writer = Writer::open(folder.path()).unwrap();
        timed("built", || {
            for number in 0..products {
                writer.put_new(&product(&items, number)).unwrap();
            }
        });
        timed("committed", || writer.commit(1).unwrap());
        println!("{} segments, {} KB", writer.index().snapshot().segments(), size(folder.path()) >> 10);
        timed("merged into one", || writer.merge_all().unwrap());
        writer.close().unwrap();
        let mut writer = timed("opened", || Writer::open(folder.path()).unwrap());
        println!("{} KB on disk; {}", size(folder.path()) >> 10, memory());
        let index = writer.index();
        let broad = [
            ("everything", Filter::default()),
            ("in stock", Filter { in_stock: Some(true), ..Filter::default() }),
            ("delivered", Filter { way: Some(Way::Delivery), ..Filter::default() }),
        ];
        let places = near(products).into_iter().zip(["near 1", "near 2", "near 3", "near 4", "near 5"]);
        for (name, filter) in broad.into_iter().chain(places.map(|(asked, name)| (name, asked.filter))) {
            let (clock, spent) = (Instant::now(), used());
            let total = answer(&index.snapshot(), &Asked { filter, ..Asked::default() }, true);
            println!(
                "first count, {name}: {total} in {:.2} ms, {:.2} ms of processor time",
                clock.elapsed().as_secs_f64() * 1e3,
                (used() - spent).as_secs_f64() * 1e3
            );
        }
        // Request the lists until their orders are sorted.
        for _ in 0..6 {
            for asked in lists() {
                answer(&index.snapshot(), &asked, true);
            }
        }
        std::thread::sleep(Duration::from_secs(3));
        for asked in
            [searches(), lists(), near(products)].iter().zip(["searches", "lists", "lists near a place"])
        {
            for threads in [1, 2] {
                measure(asked.1, &index, asked.0, threads, true, budget);
            }
            measure(asked.1, &index, asked.0, 1, false, budget);
        }
        let typed: Vec<String> =
            searches().iter().map(|asked| asked.text.chars().take(4).collect()).collect();
        let spent = used();
        for text in &typed {
            std::hint::black_box(index.snapshot().suggest_products(text, 6).unwrap());
        }
        println!(
            "suggestions of 4 letters: {:.3} ms each",
            (used() - spent).as_secs_f64() * 1e3 / typed.len() as f64
        );
        commits(&mut writer, &items, products);
        measure("searches after these commits", &index, &searches(), 1, true, budget);
        for changes in [1, 30] {
            while_changing(&mut writer, &items, products, changes, budget);
        }
        println!("{} KB on disk; {}", size(folder.path()) >> 10, memory());
        if std::env::var_os("BENCH_SLOWEST").is_some() {
            let mut slow: Vec<(Duration, String, u64)> = searches()
                .iter()
                .map(|asked| {
                    let spent = used();
                    let total = answer(&index.snapshot(), asked, true);
                    (used() - spent, asked.text.clone(), total)
                })
                .collect();
            slow.sort();
            println!("slowest: {:?}", slow.iter().rev().take(8).collect::<Vec<_>>());
        }
    }
}
