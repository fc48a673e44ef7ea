//! Measures the index alone: the searches and lists of the HTTP benchmark, without HTTP and without Postgres.
//!
//! `cargo bench -p catalog-index -- 10000 1000000`. Next to the wall clock stands the processor's time of the searching
//! thread, which other work on the machine hardly changes.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark")]

#[path = "../tests/common/demo.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod demo;

use std::{
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use catalog_index::{CatalogIndex, Document, Filter, Page, Snapshot, Sort, SortKey, Way, Writer};
use demo::{Item, items, lines};
use uuid::Uuid;

const TABLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../src/queries/catalog/quality.txt"));
/// As in the demo's `stalls.rs`.
const PRODUCTS_PER_MERCHANT: usize = 200;
const MAX_VISITORS: usize = 20_000;
const CITIES: usize = 10;
/// Merchants that the stalls are like, with so many products each.
const MODELS: usize = 50;
const VARIETIES: [&str; 32] = [
    "Early",
    "Late",
    "Farmhouse",
    "Heritage",
    "Hilltop",
    "Valley",
    "Riverside",
    "Meadow",
    "Garden",
    "Orchard",
    "Grandmother's",
    "Village",
    "Market",
    "Sunday",
    "Everyday",
    "Festive",
    "Golden",
    "Silver",
    "Northern",
    "Southern",
    "Coastal",
    "Mountain",
    "Little",
    "Grand",
    "Simple",
    "Select",
    "Country",
    "Autumn",
    "Winter",
    "Spring",
    "Traditional",
    "New",
];

/// The seed of one item, as in the demo (FNV-1a).
fn mixed(part: &str) -> u64 {
    part.bytes().fold(20_261_121 ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn merchant(number: usize) -> Uuid {
    let high = mixed(&format!("merchant {number}"));
    Uuid::from_u64_pair(high, high.rotate_left(21) ^ number as u64)
}

/// A variation of a list's product, drawn as `stalls.rs` draws it.
fn product(items: &[Item], number: usize) -> Document {
    let stall = number / PRODUCTS_PER_MERCHANT;
    let of_model = items.len() / MODELS;
    let item = &items[(stall % MODELS) * of_model + number % of_model];
    let mut chance = mixed(&format!("stall product {number}")) >> 8;
    let mut below = |limit: usize| {
        let drawn = chance % limit as u64;
        chance = (chance / limit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
        usize::try_from(drawn).unwrap()
    };
    let name = format!("{} {}", VARIETIES[below(32)], item.name);
    let price = item.prices.1 * (80 + below(41)) as i64 / 100;
    let in_stock = below(6) > 0;
    let days = 1 + below(360);
    let visitors = (4_000_000 / (1 + below(1_000_000))).min(MAX_VISITORS) - 4;
    let way = below(100);
    let organic = below(100) < 15;
    let closing = item.closings.get(below(item.closings.len().max(1)));
    let mut tags: Vec<String> = item.tags.iter().map(|tag| (*tag).to_owned()).collect();
    tags.extend(organic.then(|| "organic".to_owned()));
    let high = mixed(&format!("product {number}"));
    Document {
        id: Uuid::from_u64_pair(high, high.rotate_left(17) ^ number as u64),
        version: 1_000 + number as u64,
        name,
        description: format!("{} {}", item.text, closing.copied().unwrap_or_default()),
        category: item.category.to_owned(),
        subcategory: item.subcategory.to_owned(),
        tags,
        merchant: merchant(stall),
        merchant_name: format!("Hearth Farm No. {}", stall + 2),
        price: price.max(1),
        organic,
        in_stock,
        can_pickup: way < 87,
        can_deliver: !(65..87).contains(&way),
        featured: number % 41_000 == 0 || number < 24,
        listed_at: 1_790_000_000_000_000 - (days * 86_400_000_000 + (number % 1_440) * 60_000_000) as i64,
        views: visitors as i64,
        popularity: visitors as i64,
        rating: [0.0, 0.0, 0.0, 4.0, 4.67, 5.0][number % 6],
    }
}

/// A request: text, filter, sorts and page.
#[derive(Clone, Default)]
struct Asked {
    text: String,
    filter: Filter,
    sorts: Vec<Sort>,
    limit: usize,
    offset: usize,
}

fn by(key: SortKey, descending: bool) -> Vec<Sort> {
    vec![Sort { key, descending }]
}

/// The texts of the HTTP benchmark.
fn searches() -> Vec<Asked> {
    let text = |columns: Vec<&'static str>| Asked {
        text: columns[1].to_owned(),
        sorts: by(SortKey::Relevance, true),
        limit: 20,
        ..Asked::default()
    };
    lines(TABLE).map(text).collect()
}

/// The lists of the HTTP benchmark.
fn lists() -> Vec<Asked> {
    let of = |category: &str| Filter { category: Some(category.to_owned()), ..Filter::default() };
    let list = |filter: Filter, sorts: Vec<Sort>| Asked { filter, sorts, limit: 20, ..Asked::default() };
    let popular = vec![
        Sort { key: SortKey::Views, descending: true },
        Sort { key: SortKey::Rating, descending: true },
        Sort { key: SortKey::CreatedAt, descending: true },
    ];
    let none = Filter::default;
    vec![
        list(none(), vec![]),
        list(of("produce"), vec![]),
        list(of("dairy"), by(SortKey::Price, false)),
        list(of("bakery"), by(SortKey::Rating, true)),
        list(none(), popular),
        list(Filter { in_stock: Some(true), max_price: Some(1_000), ..none() }, vec![]),
        list(Filter { organic: Some(true), ..none() }, vec![]),
        list(Filter { way: Some(Way::Delivery), ..of("produce") }, by(SortKey::Price, true)),
        Asked { offset: 40, ..list(none(), by(SortKey::Name, false)) },
        Asked { limit: 8, ..list(Filter { featured: true, ..none() }, vec![]) },
    ]
}

/// The lists near a place of the HTTP benchmark. A tenth of the merchants is in each city.
fn near(products: usize) -> Vec<Asked> {
    let merchants = products.div_ceil(PRODUCTS_PER_MERCHANT);
    let around = |city: usize, radius: f64| -> Arc<[(Uuid, f64)]> {
        let near = (0..merchants).filter(|number| number % CITIES == city);
        let mut near: Vec<(Uuid, f64)> = near
            .map(|number| (merchant(number), (number / CITIES % 7) as f64 * 2.3))
            .filter(|(_, miles)| *miles <= radius)
            .collect();
        near.sort_by(|one, other| one.1.total_cmp(&other.1));
        near.into()
    };
    let list = |city: usize, radius: f64, filter: Filter| Asked {
        filter: Filter { nearby: Some(around(city, radius)), ..filter },
        sorts: by(SortKey::Distance, false),
        limit: 20,
        ..Asked::default()
    };
    let none = Filter::default;
    let bread = Asked {
        text: "bread".to_owned(),
        sorts: vec![
            Sort { key: SortKey::Relevance, descending: true },
            Sort { key: SortKey::Distance, descending: false },
        ],
        ..list(0, 25.0, none())
    };
    vec![
        list(0, 25.0, none()),
        list(9, 25.0, Filter { category: Some("produce".to_owned()), ..none() }),
        list(6, 25.0, none()),
        list(4, 10.0, none()),
        list(1, 25.0, Filter { in_stock: Some(true), ..none() }),
        bread,
    ]
}

/// What the query service does for a request; answers the total.
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

/// The processor's time of this thread.
fn used() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split_whitespace().next().unwrap().parse().unwrap())
}

fn percentile(times: &mut [f64], percent: usize) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// Answers all requests in turn for at least `rounds` rounds on so many threads.
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

/// All threads' processor time.
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
        let mut writer = Writer::open(folder.path(), "1").unwrap();
        timed("built", || {
            for number in 0..products {
                writer.put_new(&product(&items, number)).unwrap();
            }
        });
        timed("committed", || writer.commit(1).unwrap());
        println!("{} segments, {} KB", writer.index().snapshot().segments(), size(folder.path()) >> 10);
        timed("merged into one", || writer.merge_all().unwrap());
        writer.close().unwrap();
        let mut writer = timed("opened", || Writer::open(folder.path(), "1").unwrap());
        println!("{} KB on disk; {}", size(folder.path()) >> 10, memory());
        let index = writer.index();
        let broad = [
            ("everything", Filter::default()),
            ("in stock", Filter { in_stock: Some(true), ..Filter::default() }),
            ("delivered", Filter { way: Some(Way::Delivery), ..Filter::default() }),
        ];
        for (name, filter) in broad {
            let spent = used();
            let total = answer(&index.snapshot(), &Asked { filter, ..Asked::default() }, true);
            println!(
                "first count, {name}: {total} in {:.2} ms of processor time",
                (used() - spent).as_secs_f64() * 1e3
            );
        }
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
