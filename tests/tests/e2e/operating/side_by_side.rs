//! Tests what operators do to a shop (starts, upgrades, downgrades, backups, rebuilds) while another such thing is under
//! way, with traffic, a paused view, a stopped view, and a database whose owner has set time limits.

use std::{
    process::Child,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{JoinHandle, spawn},
    time::Instant,
};

use embedded_postgres::Connection as Server;
use sqlx::{Connection, PgConnection};
use tokio::runtime::Runtime;

use super::{Shape, Stall, parked::sql};
use crate::{client::Client, instance::Instance, waiting::wait_for};

/// Leases are short, so that a program notices soon that a newer one is gone.
fn settings() -> [(&'static str, String); 1] {
    [("GREENSTALL_DATABASE__LEASE_SECONDS", "3".to_owned())]
}

fn stall() -> Stall {
    Stall::of(Instance::start_set(Shape::AllInOne, &settings()))
}

/// A value of the serving generation of a view.
fn serving(stall: &Stall, view: &str, member: &str) -> serde_json::Value {
    let views = stall.printed(&["views", "list", "--json"]);
    let serving = views.iter().find(|one| one["name"] == view && one["state"] == "serving");
    serving.expect("the view serves")[member].clone()
}

/// Reads of a shop that go on until they are stopped.
struct Traffic {
    stop: Arc<AtomicBool>,
    readers: Vec<JoinHandle<Vec<u16>>>,
}

impl Traffic {
    fn begin(stall: &Stall) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let product = format!("/products/{}", stall.product);
        let paths = ["/products".to_owned(), "/products?limit=5".to_owned(), product];
        let read = |path: String| {
            let (stop, mut client) = (Arc::clone(&stop), Client::of(&stall.instance));
            spawn(move || {
                let mut statuses = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    statuses.extend(client.try_get(&path).ok().map(|answer| answer.status));
                }
                statuses
            })
        };
        Self { readers: paths.map(read).into(), stop }
    }

    /// Stops the reads, and checks that each was answered.
    fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        for reader in self.readers {
            let statuses = reader.join().expect("a reader ends");
            assert!(!statuses.is_empty() && statuses.iter().all(|status| *status == 200), "{statuses:?}");
        }
    }
}

/// A session beside the shop, with its transaction.
struct OpenTransaction(Runtime, PgConnection);

impl OpenTransaction {
    fn begin(instance: &Instance, statements: &'static str) -> Self {
        let server = Server::of(&instance.folder().join("postgres")).expect("the instance has a server");
        let runtime = Runtime::new().expect("a runtime");
        let connection = runtime.block_on(async {
            let mut connection = PgConnection::connect(&server.url("greenstall")).await.expect("it runs");
            sqlx::raw_sql("BEGIN").execute(&mut connection).await.expect("a transaction");
            sqlx::raw_sql(statements).execute(&mut connection).await.expect("statements");
            connection
        });
        Self(runtime, connection)
    }

    fn end(self) {
        let Self(runtime, connection) = self;
        runtime.block_on(connection.close()).expect("the end");
    }
}

#[test]
fn a_swap_that_changes_the_type_of_a_column_fails_no_read() {
    let stall = stall();
    let traffic = Traffic::begin(&stall);
    // As a swap to a build of newer code does, all texts of a table get another type, there and back.
    for of_type in ["varchar", "text", "varchar"] {
        sql(
            &stall.instance,
            format!(
                "DO $$ DECLARE listed text; BEGIN
                     SELECT string_agg(format(CASE WHEN atttypid IN ('text'::regtype, 'varchar'::regtype)
                                              THEN '%1$I::{of_type} AS %1$I' ELSE '%1$I' END, attname),
                                       ', ' ORDER BY attnum) INTO listed
                     FROM pg_attribute
                     WHERE attrelid = 'rm_catalog_v1.products'::regclass AND attnum > 0 AND NOT attisdropped;
                     DROP VIEW read.catalog_products;
                     EXECUTE format('CREATE VIEW read.catalog_products AS SELECT %s FROM rm_catalog_v1.products',
                                    listed);
                 END $$"
            ),
        );
        let mut reads = Client::of(&stall.instance);
        for _ in 0..20 {
            assert_eq!(reads.get("/products").status, 200, "{of_type}");
        }
    }
    traffic.end();
}

#[test]
fn an_older_program_follows_a_newer_one_as_the_handbook_says() {
    let mut stall = stall();
    stall.buy();
    let version = serving(&stall, "catalog", "version").as_i64().expect("a number");
    // As a program with newer code leaves the database that runs no more: its build serves, with a column more.
    sql(
        &stall.instance,
        "ALTER TABLE rm_catalog_v1.products ADD COLUMN aisle text NOT NULL DEFAULT 'A';
         DROP VIEW read.catalog_products;
         CREATE VIEW read.catalog_products AS SELECT * FROM rm_catalog_v1.products;
         UPDATE projections.generations SET code_version = 99 WHERE view = 'catalog'",
    );
    let listed = stall.instance.operate(&["views", "list"]);
    assert!(listed.contains("built by newer code"), "{listed}");
    stall.instance.crash_and_restart_set(&settings());
    reconnect(&mut stall);
    stall.buy();
    wait_for("the older program's own build to serve", || {
        (serving(&stall, "catalog", "version").as_i64() == Some(version)).then_some(())
    });
    assert_eq!(stall.customer.get(&format!("/products/{}", stall.product)).status, 200);
    assert_eq!(stall.attempt(&["views", "verify", "catalog"]).status, 0);

    // An operator need not wait until the leases of a newer program would have ended.
    sql(
        &stall.instance,
        "UPDATE projections.generations SET code_version = 99 WHERE view = 'catalog';
         UPDATE projections.generations SET state = 'retired' WHERE view = 'catalog' AND state = 'previous'",
    );
    stall.instance.crash_and_restart();
    reconnect(&mut stall);
    let advice = stall.attempt(&["views", "rollback", "catalog"]);
    assert!(advice.error_output.contains("views rebuild catalog"), "{advice:?}");
    stall.instance.operate(&["views", "rebuild", "catalog"]);
    assert_eq!(serving(&stall, "catalog", "version").as_i64(), Some(version));
}

fn reconnect(stall: &mut Stall) {
    for client in [&mut stall.admin, &mut stall.merchant, &mut stall.customer] {
        client.reconnect(&stall.instance);
    }
}

#[test]
fn views_are_not_current_while_the_log_has_more() {
    let mut stall = stall();
    let current = |stall: &Stall| stall.instance.operate(&["operations"]).starts_with("All views current");
    wait_for("the views to be current", || current(&stall).then_some(()));
    // A writer that has not ended keeps all readers from what others commit after it.
    let writer = OpenTransaction::begin(
        &stall.instance,
        "LOCK TABLE event_store.events IN ROW EXCLUSIVE MODE; SELECT event_store.promise()",
    );
    let address = serde_json::json!({ "name": "Cora Cressida" });
    stall.customer.put("/users/profile", &address).ok();
    let end = stall.customer.seen();
    let metrics = stall.instance.metrics();
    let head = metrics.lines().find_map(|line| line.strip_prefix("greenstall_log_head_position "));
    assert!(head.expect("the metric").parse::<u64>().expect("a number") >= end, "{end}: {head:?}");
    for view in stall.printed(&["views", "list", "--json"]) {
        assert!(view["lag"].as_u64() > Some(0), "{view}");
    }
    wait_for("the shop to notice", || (!current(&stall)).then_some(()));
    writer.end();
    wait_for("the views to be current", || current(&stall).then_some(()));
}

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Start,
    Upgrade,
    Downgrade,
    Backup,
    Rebuild,
}

/// An act that has begun.
enum UnderWay {
    Command(Child),
    /// Until the view `orders` is served by a build with this version of its code.
    UntilServedBy(i64),
    Done,
}

struct Operator {
    stall: Stall,
    version: i64,
    backups: u32,
}

impl Operator {
    fn begin(&mut self, act: Act) -> UnderWay {
        let set_version = |version: &str| {
            format!(
                "UPDATE projections.generations SET code_version = {version} WHERE view = 'orders' AND state = 'serving'"
            )
        };
        match act {
            Act::Start => {
                self.stall.instance.crash_and_restart_set(&settings());
                reconnect(&mut self.stall);
                UnderWay::Done
            }
            Act::Upgrade => {
                sql(&self.stall.instance, set_version("code_version - 1"));
                UnderWay::UntilServedBy(self.version)
            }
            Act::Downgrade => {
                sql(&self.stall.instance, set_version("99"));
                self.begin(Act::Start);
                UnderWay::UntilServedBy(self.version)
            }
            Act::Backup => {
                self.backups += 1;
                let file = self.stall.instance.folder().join(format!("{}.backup", self.backups));
                UnderWay::Command(self.stall.instance.begin(&["backup", file.to_str().expect("a path")]))
            }
            Act::Rebuild => UnderWay::Command(self.stall.instance.begin(&["views", "rebuild", "accounts"])),
        }
    }

    fn finish(&mut self, act: Act, under_way: UnderWay) {
        match under_way {
            UnderWay::Command(child) => {
                let output = child.wait_with_output().expect("it ends");
                // A start that kills the server interrupts a command, which can be given again.
                if !output.status.success() {
                    let again = self.begin(act);
                    let UnderWay::Command(child) = again else { panic!("{act:?} is a command") };
                    assert!(child.wait_with_output().expect("it ends").status.success(), "{act:?}");
                }
            }
            UnderWay::UntilServedBy(version) => {
                wait_for("the view to be served by this program's build", || {
                    (serving(&self.stall, "orders", "version").as_i64() == Some(version)).then_some(())
                });
            }
            UnderWay::Done => {}
        }
    }

    /// A purchase is shown, and what stands still is read as it is.
    fn shop_works(&mut self, after: &str) {
        let before = self.stall.orders().as_array().map_or(0, Vec::len);
        self.stall.buy();
        assert_eq!(self.stall.orders().as_array().map_or(0, Vec::len), before + 1, "{after}");
        let reviews = self.stall.customer.get(&format!("/products/{}/reviews", self.stall.product));
        assert_eq!(reviews.status, 200, "{after}: {}", reviews.body);
        assert!(serving(&self.stall, "reviews", "paused").is_string(), "{after}");
    }
}

#[test]
fn operators_acts_do_not_hold_each_other_up() {
    let began = Instant::now();
    let stall = stall();
    let limits = "ALTER DATABASE greenstall SET statement_timeout = '1s';
                  ALTER DATABASE greenstall SET lock_timeout = '1s';
                  ALTER DATABASE greenstall SET idle_in_transaction_session_timeout = '1s'";
    sql(&stall.instance, limits);
    stall.instance.operate(&["views", "pause", "reviews"]);
    // Nobody can write this view any more, whoever tries.
    sql(
        &stall.instance,
        "CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF NEW.view = 'live' AND NEW.state = 'serving' AND NEW.position > OLD.position THEN
                 RAISE EXCEPTION 'live is stopped';
             END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER refuse BEFORE UPDATE ON projections.generations FOR EACH ROW EXECUTE FUNCTION public.refuse()",
    );
    let version = serving(&stall, "orders", "version").as_i64().expect("a number");
    let mut operator = Operator { stall, version, backups: 0 };
    operator.shop_works("the views stand still");
    let all = [Act::Start, Act::Upgrade, Act::Downgrade, Act::Backup, Act::Rebuild];
    for (number, first) in all.into_iter().enumerate() {
        for second in &all[number..] {
            let pair = format!("{first:?} and {second:?}");
            let one = operator.begin(first);
            let other = operator.begin(*second);
            operator.shop_works(&pair);
            operator.finish(first, one);
            operator.finish(*second, other);
            eprintln!("{pair}: {:.0} s", began.elapsed().as_secs_f64());
        }
    }
    let verified = operator.stall.attempt(&["views", "verify", "orders", "accounts", "catalog"]);
    assert_eq!(verified.status, 0, "{verified:?}");
}
