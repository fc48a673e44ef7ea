//! Chaos tests: they inject faults at random moments and check the invariants.
//!
//! Three tests run one after the other. In the first, two writers and two projectors (this binary, started again) and
//! their Postgres are killed. The test checks that no acknowledged event is lost, that none is written or applied
//! twice, and that the views match a rebuild of the log. In the other two, the whole program serves a market with its
//! log in Postgres or in a KurrentDB double. Processes, servers, leases and networks fail, and money, keyed commands,
//! mail and reads must stay correct. `make chaos` runs sixty rounds; `make test` runs a few of the first test, and
//! every fault once.

#![expect(clippy::print_stdout, reason = "the tests print what their rounds did")]

mod book;
mod checker;
mod clerk;
mod compare;
mod figures;
mod ledger;
mod market;
mod plan;
mod process;
mod projector;
mod report;
mod server;
mod shop;
mod world;
mod writer;

use std::{
    path::{Path, PathBuf},
    str::FromStr,
    time::{Duration, Instant},
};

use checker::Kind;
use figures::Figures;
use market::{FaultSchedule, Market, Store};
use nix::sys::statvfs::statvfs;
use plan::Plan;
use report::Report;
use world::World;

/// The variable with the total number of rounds: a quarter for writers and projectors, a half for a market with its log
/// in Postgres, the rest for one in KurrentDB. When it is unset, there are a few rounds of the first test, and the
/// markets run until every fault has happened once or the time is up.
const ROUNDS_VARIABLE: &str = "GREENSTALL_TEST_CHAOS_ROUNDS";
/// The variable with the seed that decides which kill happens when. The same seed makes the same plan; which work a
/// kill interrupts still depends on the machine's timing.
const SEED_VARIABLE: &str = "GREENSTALL_TEST_CHAOS_SEED";
/// The variable with the folder for files; by default they are in memory. A killed process loses files in neither, but
/// a disk makes commits slower, so that more kills interrupt one.
const FOLDER_VARIABLE: &str = "GREENSTALL_TEST_CHAOS_FOLDER";

const FEW_ROUNDS: usize = 5;
/// The time after which a market starts no further round when the number of rounds is unset, because `make test` also
/// runs on busy machines.
const FEW_ROUNDS_WITHIN: Duration = Duration::from_secs(50);
/// The number of rounds between two full comparisons.
const ROUNDS_BETWEEN_CHECKS: usize = 50;
const ROUNDS_BETWEEN_AUDITS: usize = 10;
/// The number of rounds between two progress messages at a terminal.
const ROUNDS_BETWEEN_MESSAGES: usize = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults() {
    let (rounds, seed) = (setting(ROUNDS_VARIABLE), setting(SEED_VARIABLE).unwrap_or(1));
    println!("seed {seed}");
    let figures = writers_and_projectors(rounds.map_or(FEW_ROUNDS, |rounds: usize| rounds / 4), seed).await;
    let mut report = Report::new(seed);
    market(Store::Postgres, rounds.map(|rounds| rounds / 2), seed, &mut report).await;
    market(Store::KurrentDb, rounds.map(|rounds| rounds - rounds / 4 - rounds / 2), seed, &mut report).await;
    println!("WRITERS AND PROJECTORS\n{figures}THE WHOLE PROGRAM\n{report}");
}

async fn writers_and_projectors(rounds: usize, seed: u64) -> Figures {
    let mut plan = Plan::new(seed);
    let mut world = World::start(&base(), seed).await;
    for number in 1..=rounds {
        let round = plan.next_round();
        world.play(&round, &mut plan).await;
        let last = number == rounds;
        if last || number % ROUNDS_BETWEEN_CHECKS == 0 {
            world.check_everything().await;
            println!(
                "after {number} rounds: {} events, all as it should be: {}",
                world.figures.events,
                world.figures.are_clean()
            );
        }
        if number % ROUNDS_BETWEEN_MESSAGES == 0 {
            println!("writers and projectors: round {number}");
        }
        let figures = &world.figures;
        assert!(
            figures.are_clean(),
            "round {number} was {round:?}\n{figures}{:#?}\n{:#?}\n",
            figures.faults.iter().take(10).map(ToString::to_string).collect::<Vec<_>>(),
            (&figures.differences, &figures.unverified)
        );
        if !last && number % ROUNDS_BETWEEN_CHECKS == 0 {
            world.go_on().await;
        }
    }
    world.stop().await
}

/// Runs this many rounds. Without a number, runs until every fault has happened once or the time is up.
async fn market(store: Store, rounds: Option<usize>, seed: u64, report: &mut Report) {
    let mut schedule = FaultSchedule::new(store, seed);
    let mut market = Market::start(&base(), store, seed).await;
    let began = Instant::now();
    for number in 1.. {
        let round = schedule.next_round();
        println!("market on {store:?}, round {number}: {round:?}");
        market.play(&round, report).await;
        let enough = || schedule.is_empty() || began.elapsed() > FEW_ROUNDS_WITHIN;
        let last = rounds.map_or_else(enough, |rounds| number >= rounds);
        if last || number % ROUNDS_BETWEEN_AUDITS == 0 {
            market.close_and_audit(report).await;
            println!("after {number} rounds on {store:?}:\n{report}");
        }
        assert!(report.is_clean(), "round {number} was {round:?}\n{:#?}", report.offences);
        if last {
            break;
        }
        market.reopen_if_closed();
    }
    market.verify_views(report).await;
    assert!(report.is_clean(), "{:#?}", report.offences);
    market.stop().await;
}

/// Proves that the checks can fail: they detect corrupted views and a corrupted log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by `make chaos`"]
async fn corrupted_views_and_a_corrupted_log_are_detected() {
    let mut world = World::start(&base(), setting(SEED_VARIABLE).unwrap_or(1)).await;
    world.check_everything().await;
    assert!(world.figures.are_clean(), "{}", world.figures);
    world.corrupt_the_views().await;
    world.go_on().await;
    world.check_everything().await;
    let figures = &world.figures;
    assert_eq!((figures.miscounted.twice, figures.miscounted.skipped), (1, 1), "{figures}");
    assert_eq!((figures.differences.len(), figures.unverified.len()), (2, 1), "{figures}");
    assert_eq!(figures.faults, [], "the log is sound");
    println!("found: an event applied twice, one skipped, an account that differs");

    world.corrupt_the_log().await;
    let faults = world.check_the_log().await;
    let of = |kind| faults.iter().filter(|fault| fault.kind == kind).count();
    assert!(of(Kind::Lost) >= 2 && of(Kind::Foreign) == 1, "{faults:#?}");
    println!("found: two acknowledged events that are gone, and one that nobody appended");
    world.stop().await;
    broken_promises_of_a_market_are_detected().await;
}

async fn broken_promises_of_a_market_are_detected() {
    let mut report = Report::new(setting(SEED_VARIABLE).unwrap_or(1));
    let mut market = Market::start(&base(), Store::Postgres, setting(SEED_VARIABLE).unwrap_or(1)).await;
    market.close_and_audit(&mut report).await;
    assert!(report.is_clean(), "{:#?}", report.offences);
    let expected = market.corrupt().await;
    market.audit(&mut report).await;
    market.verify_views(&mut report).await;
    let mut found: Vec<_> = report.offences.iter().map(|offence| offence.kind).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, expected, "{:#?}", report.offences);
    println!("found in a market: {found:?}");
    market.stop().await;
}

fn base() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let default = if is_large(memory) { memory.into() } else { std::env::temp_dir() };
    setting(FOLDER_VARIABLE).unwrap_or(default)
}

/// Whether the folder is large enough. A container's default /dev/shm of 64 MB is not.
fn is_large(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|space| space.blocks_available() * space.fragment_size() > 1 << 30)
}

fn setting<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok().filter(|text| !text.is_empty())?;
    let Ok(value) = text.parse() else { panic!("{name} cannot be {text:?}") };
    Some(value)
}
