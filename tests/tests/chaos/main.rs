//! kill -9 of writers, projectors and Postgres at random moments: no acknowledged event is lost, none is written or
//! applied twice, and the views are what a rebuild makes of the log.
//!
//! Two writers and two projectors are processes of their own: this binary, started again. `make chaos` runs two hundred
//! rounds; `make test` a few.

mod book;
mod checker;
mod clerk;
mod compare;
mod figures;
mod ledger;
mod plan;
mod process;
mod projector;
mod server;
mod shop;
mod world;
mod writer;

use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use checker::Kind;
use nix::sys::statvfs::statvfs;
use plan::Plan;
use world::World;

/// How many rounds.
const ROUNDS: &str = "GREENSTALL_TEST_CHAOS_ROUNDS";
/// What decides who is killed when. The same seed makes the same plan; what it meets is a matter of the machine.
const SEED: &str = "GREENSTALL_TEST_CHAOS_SEED";
/// Where files are: memory, unless a folder is named. A killed process loses neither, but a disk makes commits last
/// longer, and so lets more kills fall into one.
const FOLDER: &str = "GREENSTALL_TEST_CHAOS_FOLDER";

const FEW_ROUNDS: usize = 5;
/// So many rounds lie between two comparisons of everything.
const ROUNDS_BETWEEN_CHECKS: usize = 50;
/// So many rounds lie between two signs of life for whoever waits at a terminal.
const ROUNDS_BETWEEN_NEWS: usize = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9() {
    let rounds = setting(ROUNDS).unwrap_or(FEW_ROUNDS);
    let seed = setting(SEED).unwrap_or(1);
    println!("{rounds} rounds, seed {seed}");
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
        if number % ROUNDS_BETWEEN_NEWS == 0 {
            println!("round {number}");
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
    println!("{}", world.figures);
    world.stop().await;
}

/// The counter-proof: spoilt views and a spoilt log are found out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by `make chaos`"]
async fn what_is_broken_is_found() {
    let mut world = World::start(&base(), setting(SEED).unwrap_or(1)).await;
    world.check_everything().await;
    assert!(world.figures.are_clean(), "{}", world.figures);
    world.spoil_the_views().await;
    world.go_on().await;
    world.check_everything().await;
    let figures = &world.figures;
    assert_eq!((figures.miscounted.twice, figures.miscounted.skipped), (1, 1), "{figures}");
    assert_eq!((figures.differences.len(), figures.unverified.len()), (2, 1), "{figures}");
    assert_eq!(figures.faults, [], "the log is sound");
    println!("found: an event applied twice, one skipped, an account that differs");

    world.spoil_the_log().await;
    let faults = world.faults_of_the_log().await;
    let of = |kind| faults.iter().filter(|fault| fault.kind == kind).count();
    assert!(of(Kind::Lost) >= 2 && of(Kind::Foreign) == 1, "{faults:#?}");
    println!("found: two acknowledged events that are gone, and one that nobody appended");
    world.stop().await;
}

fn base() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let default = if is_large(memory) { memory.into() } else { std::env::temp_dir() };
    setting(FOLDER).unwrap_or(default)
}

/// A container's default of 64 MB is too small.
fn is_large(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|space| space.blocks_available() * space.fragment_size() > 1 << 30)
}

fn setting<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok().filter(|text| !text.is_empty())?;
    let Ok(value) = text.parse() else { panic!("{name} cannot be {text:?}") };
    Some(value)
}
