//! Tests the architecture: which crates may depend on which, and that modules depend on each other in one direction
//! only.

mod declared;
mod modules;
mod source;
mod statements;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use self::modules::{FileDependencies, cycles, file_dependencies};

/// All our crates, each with those of our crates that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("shared-events", &[]),
    ("places", &[]),
    ("words", &[]),
    ("traces", &[]),
    ("postgres-kit-derive", &[]),
    ("postgres-kit", &["postgres-kit-derive", "traces"]),
    ("event-store", &["shared-events", "postgres-kit", "traces"]),
    ("parked-work", &["shared-events", "event-store"]),
    ("service-kit", &["shared-events", "words", "traces"]),
    ("blobs", &["shared-events", "service-kit"]),
    ("domain", &["shared-events", "places"]),
    (
        "command-service",
        &[
            "shared-events",
            "postgres-kit",
            "event-store",
            "parked-work",
            "service-kit",
            "blobs",
            "domain",
            "traces",
        ],
    ),
    (
        "projections",
        &["shared-events", "postgres-kit", "event-store", "parked-work", "service-kit", "traces"],
    ),
    ("catalog-index", &["words"]),
    ("query-service", &["shared-events", "places", "postgres-kit", "service-kit", "blobs", "catalog-index"]),
    ("embedded-postgres", &[]),
    (
        "greenstall",
        &[
            "shared-events",
            "places",
            "postgres-kit",
            "event-store",
            "service-kit",
            "blobs",
            "domain",
            "command-service",
            "projections",
            "query-service",
            "embedded-postgres",
            "traces",
        ],
    ),
    ("histories", &["shared-events"]),
    ("kurrentdb-double", &[]),
    ("bench-support", &[]),
    ("load", &["bench-support"]),
    ("test-support", &["bench-support", "embedded-postgres", "postgres-kit"]),
    ("e2e", &[]),
];

/// The crates that do no input or output and need no runtime.
const PURE: &[&str] = &["shared-events", "places", "words", "domain"];

/// The crates that a pure crate must never depend on.
const IMPURE: &[&str] = &["tokio", "sqlx", "axum", "rand", "tracing"];

/// The layers of a crate, top first. A folder may depend on the folders after it, and on none before it.
const LAYERS: &[(&str, &[&str])] =
    &[("command-service", &["http/", "application/"]), ("query-service", &["http/", "queries/", "model/"])];

/// The files of the command service below `http/` that know the struct with all ports, beside each folder's `mod.rs`: they
/// make what handlers take out of it.
const KNOW_ALL_PORTS: &[&str] = &["http/auth/device_cookie.rs", "http/command.rs", "http/upload/receive.rs"];

/// The metadata of our crates, from cargo.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("{other} is no list of packages"),
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let of_package = |package: &Value| {
        let all = package["dependencies"].as_array().expect("a list of dependencies");
        // Only regular dependencies count, because tests may depend on more crates.
        let normal = all.iter().filter(|dependency| dependency["kind"].is_null());
        (text(&package["name"]), normal.map(|dependency| text(&dependency["name"])).collect())
    };
    packages().iter().map(of_package).collect()
}

/// The name of each crate's library or program, with the dependencies between its files.
fn files() -> Vec<(String, FileDependencies)> {
    let is_ours = |target: &&Value| ["lib", "bin"].map(Value::from).contains(&target["kind"][0]);
    let mut all = Vec::new();
    for package in packages() {
        let targets = package["targets"].as_array().expect("a list of targets");
        for target in targets.iter().filter(is_ours) {
            all.push((text(&package["name"]), file_dependencies(Path::new(&text(&target["src_path"])))));
        }
    }
    all
}

/// Dependencies on a file in a layer above.
fn layer_violations<'a>(dependencies: &'a FileDependencies, layers: &[&str]) -> Vec<(&'a str, &'a str)> {
    let layer = |file: &str| layers.iter().position(|layer| file.starts_with(layer));
    let arrows = dependencies
        .iter()
        .flat_map(|(file, needed)| needed.iter().map(move |other| (file.as_str(), other.as_str())));
    arrows.filter(|(from, to)| layer(from).zip(layer(to)).is_some_and(|(from, to)| to < from)).collect()
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
fn the_published_language_and_the_rules_are_pure() {
    let found = dependencies();
    for pure in PURE {
        let impure: Vec<&&str> = IMPURE.iter().filter(|name| found[*pure].contains(**name)).collect();
        assert!(impure.is_empty(), "{pure} must not know {impure:?}");
    }
}

#[test]
fn no_files_depend_on_each_other_in_a_cycle() {
    for (name, dependencies) in files() {
        if let Some(cycle) = cycles(&dependencies).first() {
            let inside = |file: &&str| {
                let needed = dependencies[*file].iter().filter(|other| cycle.contains(other.as_str()));
                format!("\n  {file} depends on {:?}", needed.collect::<Vec<_>>())
            };
            panic!("{name} has a cycle:{}", cycle.iter().map(inside).collect::<String>());
        }
    }
}

#[test]
fn layers_point_one_way() {
    let files = files();
    for (wanted, layers) in LAYERS {
        let (_, dependencies) = files.iter().find(|(name, _)| name == wanted).expect("the crate is there");
        for layer in *layers {
            assert!(dependencies.keys().any(|file| file.starts_with(layer)), "{wanted} has no {layer}");
        }
        let wrong = layer_violations(dependencies, layers);
        assert!(wrong.is_empty(), "{wanted}: {wrong:#?}");
    }
}

/// A handler or use case takes the ports that it uses, so that its signature tells what it may touch.
#[test]
fn handlers_and_use_cases_do_not_take_all_ports() {
    let files = files();
    let (_, dependencies) =
        files.iter().find(|(name, _)| name == "command-service").expect("the crate is there");
    let is_inside = |file: &str| {
        (file.starts_with("http/") && !file.ends_with("/mod.rs")) || file.starts_with("application/")
    };
    let know_all = dependencies.iter().filter(|(file, needed)| is_inside(file) && needed.contains("app.rs"));
    let know_all: BTreeSet<&str> = know_all.map(|(file, _)| file.as_str()).collect();
    assert_eq!(know_all, BTreeSet::from_iter(KNOW_ALL_PORTS.iter().copied()));
}

/// The file dependencies of an example crate with these files.
fn example_crate(files: &[(&str, &str)]) -> FileDependencies {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file: PathBuf = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("a folder in it");
        fs::write(file, text).expect("a file in it");
    }
    file_dependencies(&folder.path().join("lib.rs"))
}

#[test]
fn a_cycle_is_found_whatever_form_its_paths_have() {
    let lib = ("lib.rs", "mod shop; mod till;");
    for shop in [
        "use crate::till::Till; pub struct Shop;",
        "use super::till::{self, Till}; pub struct Shop;",
        "use crate::{till as desk}; pub struct Shop; fn open() { desk::open(); }",
        "pub struct Shop; impl Shop { fn till(&self) -> crate::till::Till { todo!() } }",
        "pub struct Shop; fn open() { println!(\"{}\", super::till::open()); }",
        "#[derive(Made(crate::till::Till))] pub struct Shop;",
        "use super::till::*; pub struct Shop; fn open() -> Till { Till }",
        "pub mod inner { use super::super::till::Till; } pub struct Shop;",
    ] {
        let till = ("till.rs", "use crate::shop::Shop; pub struct Till; pub fn open() {}");
        let dependencies = example_crate(&[lib, ("shop.rs", shop), till]);
        assert_eq!(cycles(&dependencies), [BTreeSet::from(["shop.rs", "till.rs"])], "{shop}");
    }
}

#[test]
fn a_file_that_only_leads_to_a_cycle_is_not_part_of_it() {
    let dependencies = example_crate(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::a::A; pub struct C;"),
        ("d.rs", "use crate::a::A;"),
    ]);
    assert_eq!(cycles(&dependencies), [BTreeSet::from(["a.rs", "b.rs", "c.rs"])]);
}

#[test]
fn a_parent_that_only_declares_and_re_exports_modules_is_in_no_cycle() {
    let lib = ("lib.rs", "mod shop;");
    let till = ("shop/till.rs", "use super::{Shelf, open}; pub struct Till;");
    let shelf = ("shop/shelf.rs", "pub struct Shelf; pub fn open() {}");
    let parent = |text| ("shop/mod.rs", text);
    let re_exporting = parent("mod shelf; mod till; pub use shelf::*; pub use till::Till;");
    assert_eq!(cycles(&example_crate(&[lib, re_exporting, till, shelf])), []);
    // With a function that a child uses, and that uses a child, the parent is part of a cycle.
    let using = parent(
        "mod shelf; mod till; pub use shelf::Shelf; pub use till::Till; pub fn open() -> Till { Till }",
    );
    let dependencies = example_crate(&[lib, using, till, shelf]);
    assert_eq!(cycles(&dependencies), [BTreeSet::from(["shop/mod.rs", "shop/till.rs"])]);
}

#[test]
fn tests_comments_strings_and_other_crates_are_no_dependencies() {
    let dependencies = example_crate(&[
        ("lib.rs", "mod shop; mod till;"),
        ("till.rs", "use crate::shop::Shop; pub struct Till;"),
        (
            "shop.rs",
            "//! See [`crate::till::Till`].
             use chrono::till::Till; use chrono;
             pub struct Shop;
             const TEXT: &str = \"crate::till::Till\";
             #[cfg(test)] use crate::till::Till as Tested;
             #[cfg(test)] mod tests { use crate::till::Till; }",
        ),
    ]);
    assert_eq!(cycles(&dependencies), [], "{dependencies:?}");
    assert_eq!(dependencies["till.rs"], BTreeSet::from(["shop.rs".to_owned()]));
}

#[test]
fn a_dependency_on_a_layer_above_is_found() {
    let dependencies = example_crate(&[
        ("lib.rs", "mod http; mod queries; pub mod model;"),
        ("http/mod.rs", "use crate::queries::find; pub struct Answer;"),
        ("queries/mod.rs", "use crate::{http::Answer, model::Product}; pub fn find() {}"),
        ("model/mod.rs", "pub struct Product;"),
    ]);
    let wrong = layer_violations(&dependencies, &["http/", "queries/", "model/"]);
    assert_eq!(wrong, [("queries/mod.rs", "http/mod.rs")]);
}
