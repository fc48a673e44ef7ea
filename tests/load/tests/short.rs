//! A load of a few seconds on the real program: every journey works, and the books agree afterwards.

use std::{fs, path::PathBuf, process::Command};

use serde_json::Value;

/// The shop's program of the same build.
fn greenstall() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let binary = profile.join("greenstall");
    assert!(binary.exists(), "{} is missing: run through make test", binary.display());
    binary
}

#[test]
fn a_short_load_ends_well_with_journeys_of_every_kind() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_load"))
        .env("GREENSTALL_BINARY", greenstall())
        .env("GREENSTALL_LOAD_FOLDER", folder.path())
        .env("GREENSTALL_LOAD_PRODUCTS", "0")
        // At a tenth of the rates the rarest journey begins every 50 seconds.
        .env("GREENSTALL_LOAD_RATE", "0.1")
        .env("GREENSTALL_LOAD_WARM_UP_MINUTES", "0.01")
        .env("GREENSTALL_LOAD_MINUTES", "0.2")
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{}\n{}", told[0], told[1]);
    let figures: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("load.json")).unwrap()).unwrap();
    assert_eq!(figures["well"], true);
    let finished = |name: &str| {
        let mut kinds = figures["kinds"].as_array().unwrap().iter();
        kinds.find(|kind| kind["name"] == name).unwrap()["finished"].as_u64().unwrap()
    };
    for name in ["product page", "search", "checkout", "fulfilment", "price or stock", "order on stream"] {
        assert!(finished(name) > 0, "{name}: {}", told[0]);
    }
}
