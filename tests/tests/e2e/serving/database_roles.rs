//! Tests the database's roles: each process serves with the rights of its own role, and with no more.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::process::Site;
use crate::{
    authorization::answers_as_the_table_says,
    instance::{Attempt, Instance, Logins},
    market,
    purchase::purchase,
    waiting::wait_for,
};

/// The address of the site's database for one of the roles.
fn url_as(site: &Site, role: &str) -> String {
    let (scheme, rest) = site
        .url()
        .split_once("://")
        .map(|(scheme, rest)| (scheme.to_owned(), rest.to_owned()))
        .expect("a URL");
    let (_, server) = rest.split_once('@').expect("a user");
    format!("{scheme}://{role}@{server}")
}

/// Runs statements as one of the roles; returns the code of the error, if there is one.
fn refusal(site: &Site, role: &str, sql: &str) -> Option<String> {
    site.block_on(async {
        let mut connection = PgConnection::connect(&url_as(site, role)).await.expect("a connection");
        let outcome = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await;
        outcome.err().map(|error| {
            let code = error.as_database_error().and_then(|error| error.code().map(Into::into));
            code.unwrap_or_else(|| error.to_string())
        })
    })
}

/// An external database with roles and tables, and a process for each role.
fn open(site: &Site) -> Instance {
    site.block_on(async {
        let mut connection = PgConnection::connect(&site.url()).await.expect("a connection");
        let roles = sqlx::raw_sql(include_str!("../../../../deploy/postgres/roles.sql"));
        roles.execute(&mut connection).await.expect("the roles");
    });
    let owner = url_as(site, "greenstall_owner");
    for _ in 0..2 {
        let migrated = migrate(site, &owner);
        assert_eq!(migrated.status, 0, "{migrated:?}");
    }
    let processes =
        ["command", "query", "projections"].map(|role| url_as(site, &format!("greenstall_{role}")));
    Instance::start_with_logins(Logins { owner, processes })
}

fn migrate(site: &Site, url: &str) -> Attempt {
    let mut command = site.command("migrate");
    Attempt::of(command.arg("--grants").env("GREENSTALL_DATABASE__URL", url))
}

#[test]
fn each_process_serves_with_the_rights_of_its_role() {
    let site = Site::open();
    let instance = purchase(open(&site)).renamed("after");
    let mut admin = market::admin(&instance);
    let serving = |view: &str| {
        let all = instance.operate(&["views", "list", "--json"]);
        let rows = all.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let mut serving = rows.filter(|row| row["name"] == view && row["state"] == "serving");
        serving.next().expect("it serves")["generation"].clone()
    };
    let reason = serde_json::json!({ "reason": "A test" });
    // Each of these ends in another process than the one that is asked.
    let before = serving("catalog");
    admin.post("/admin/views/catalog/rebuild", &reason).ok();
    wait_for("the rebuild", || (serving("catalog") != before).then_some(()));
    admin.post("/admin/views/catalog/rollback", &reason).ok();
    assert_eq!(serving("catalog"), before);
    admin.post("/admin/views/orders/review", &reason).ok();
    wait_for("the review", || (admin.get("/admin/views/orders/review").status == 200).then_some(()));
    let before = serving("orders");
    admin.post("/admin/views/orders/swap", &reason).ok();
    wait_for("the swap", || (serving("orders") != before).then_some(()));
    // An operator builds as the owner, and the projections go on with what was built.
    instance.operate(&["views", "rebuild", "orders", "--reason", "A test"]);
    let mut merchant = market::merchant(&instance, &mut admin);
    market::product(&mut merchant, &mut admin, "Rebuilt Radishes", 2.0, 3);
    instance.operate(&["views", "verify"]);
    instance
        .operate(&["backup", instance.folder().join("shop.backup").to_str().expect("a path that is text")]);
    for process in 0..3 {
        assert!(!instance.log(process).contains("permission denied"), "{}", instance.log(process));
    }

    // A dry run writes and rolls back, which the query service may not: it says so.
    let stream = "product-0199c0de-0000-7000-8000-000000000000";
    let parked = format!(
        "INSERT INTO projections.parked (generation, stream, version, position, event_type, error, may_pass, parked_at, tried_at) \
         SELECT id, '{stream}', 1, position, 'ProductListed', 'a test', false, now(), now() FROM projections.generations \
         WHERE view = 'catalog' AND state = 'serving'"
    );
    assert_eq!(refusal(&site, "greenstall_projections", &parked), None);
    let tried = admin.get(&format!("/admin/parked/dry-run?owner=catalog&stream={stream}")).ok();
    let said = tried["error"].as_str().unwrap_or_default();
    assert!(said.contains("may not write catalog"), "{tried}");
}

#[test]
fn every_operation_answers_with_the_rights_of_its_role() {
    let site = Site::open();
    let instance = open(&site);
    answers_as_the_table_says(&instance);
    for process in 0..3 {
        assert!(!instance.log(process).contains("permission denied"), "{}", instance.log(process));
    }
}

const TABLES: &str = "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1";

#[test]
fn the_query_services_role_cannot_change_anything() {
    let site = Site::open();
    let instance = open(&site);
    let tables: Vec<String> = site.block_on(async {
        let mut connection = PgConnection::connect(&site.url()).await.expect("a connection");
        sqlx::query_scalar(TABLES).fetch_all(&mut connection).await.expect("the tables")
    });
    assert!(tables.len() > 60, "{tables:?}");
    let mut allowed = Vec::new();
    let mut tried = 0;
    let mut try_as = |role: &str, sql: &str| {
        tried += 1;
        // insufficient_privilege
        let refusal = refusal(&site, role, sql);
        // wrong_object_type: a view cannot be emptied at all.
        if !["42501", "42809"].contains(&refusal.as_deref().unwrap_or_default()) {
            allowed.push(format!("{role}: {sql}: {refusal:?}"));
        }
    };
    for table in &tables {
        for change in [
            "INSERT INTO {} DEFAULT VALUES",
            "DELETE FROM {}",
            "TRUNCATE {}",
            "ALTER TABLE {} ADD COLUMN more int",
        ] {
            try_as("greenstall_query", &change.replace("{}", table));
        }
        let update = format!(
            "DO $$ BEGIN EXECUTE (SELECT format('UPDATE {table} SET %I = %I', attname, attname) FROM pg_attribute \
             WHERE attrelid = '{table}'::regclass AND attnum > 0 ORDER BY attnum = 2 DESC, attnum LIMIT 1); END $$"
        );
        try_as("greenstall_query", &update);
    }
    for sql in [
        "CREATE TABLE more ()",
        "CREATE TEMPORARY TABLE more ()",
        "CREATE SCHEMA more",
        "SELECT nextval('event_store.positions')",
        "SET ROLE greenstall_projections",
        "SET ROLE greenstall_command",
        "SET ROLE greenstall_owner",
    ] {
        try_as("greenstall_query", sql);
    }
    // The log is changed by nobody, and appended to by the command service alone.
    for role in ["greenstall_command", "greenstall_projections"] {
        for sql in [
            "DELETE FROM event_store.events",
            "UPDATE event_store.events SET data = '{}'",
            "TRUNCATE event_store.events",
        ] {
            try_as(role, sql);
        }
    }
    try_as("greenstall_projections", "INSERT INTO event_store.events DEFAULT VALUES");
    try_as("greenstall_projections", "UPDATE event_store.subject_keys SET key = NULL");
    try_as("greenstall_projections", "DELETE FROM automation.agenda");
    // The command service writes no view, and reads none.
    try_as("greenstall_command", "SELECT FROM read.catalog_products");
    try_as("greenstall_command", "SET ROLE greenstall_owner");
    assert!(tried > tables.len() * 5);
    assert!(allowed.is_empty(), "not refused: {allowed:#?}");
    drop(instance);
}

#[test]
fn a_start_without_tables_says_how_to_make_them() {
    let site = Site::open();
    let mut command = site.command("serve");
    let refused = Attempt::of(command.env("GREENSTALL_DATABASE__MIGRATE", "false"));
    assert_eq!(refused.status, 1, "{refused:?}");
    assert!(refused.error_output.contains("`greenstall migrate` makes them"), "{refused:?}");
    let refused = migrate(&site, &site.url());
    assert!(refused.error_output.contains("deploy/postgres/roles.sql"), "{refused:?}");
}
