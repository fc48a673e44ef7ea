//! Tests that dependencies point one way: compares the design with cargo's metadata.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

use serde_json::Value;

/// Each of our crates with those of our crates that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("shared-events", &[]),
    ("postgres-kit", &[]),
    ("event-store", &["shared-events", "postgres-kit"]),
    ("service-kit", &["shared-events"]),
    ("blobs", &["shared-events", "service-kit"]),
    ("command-service", &["shared-events", "postgres-kit", "event-store", "service-kit", "blobs"]),
    ("projections", &["shared-events", "postgres-kit", "event-store", "service-kit"]),
    ("query-service", &["shared-events", "postgres-kit", "service-kit", "blobs"]),
    ("embedded-postgres", &[]),
    (
        "greenstall",
        &[
            "shared-events",
            "postgres-kit",
            "event-store",
            "service-kit",
            "blobs",
            "command-service",
            "projections",
            "query-service",
            "embedded-postgres",
        ],
    ),
    ("kurrentdb-double", &[]),
    ("test-support", &["embedded-postgres", "postgres-kit"]),
    ("e2e", &[]),
];

/// Crates that the pure crate must never depend on.
const IMPURE: &[&str] = &["tokio", "sqlx", "axum"];

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages
        .iter()
        .map(|package| {
            let all = package["dependencies"].as_array().expect("a list of dependencies");
            // Tests may depend on more than the crate that they test.
            let normal = all.iter().filter(|dependency| dependency["kind"].is_null());
            (text(&package["name"]), normal.map(|dependency| text(&dependency["name"])).collect())
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let found = dependencies();
    let ours: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        found.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        ours,
        "a new crate needs a row here"
    );
    for (name, allowed) in ALLOWED {
        let known = found[*name].iter().filter(|dependency| ours.contains(dependency.as_str()));
        let wrong: Vec<&String> =
            known.filter(|dependency| !allowed.contains(&dependency.as_str())).collect();
        assert!(wrong.is_empty(), "{name} must not know {wrong:?}");
    }
}

#[test]
fn the_published_language_is_pure() {
    let found = dependencies();
    let impure: Vec<&&str> = IMPURE.iter().filter(|name| found["shared-events"].contains(**name)).collect();
    assert!(impure.is_empty(), "shared-events must not know {impure:?}");
}
