//! Generates the server side of KurrentDB's gRPC interface from the `.proto` files of the `kurrentdb` crate. The files
//! come from cargo's copy of the crate's source, so they belong to the version in Cargo.lock.

use std::{env, error::Error, path::PathBuf, process::Command};

fn main() -> Result<(), Box<dyn Error>> {
    let protos = client_source()?.join("protos");
    let files = ["streams.proto", "gossip.proto", "serverfeatures.proto"];
    // protox compiles the files in Rust, so protoc need not be installed.
    let descriptors = protox::compile(files, [&protos])?;
    tonic_build::configure().build_client(false).compile_fds(descriptors)?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", protos.display());
    Ok(())
}

/// The source folder of the `kurrentdb` crate.
fn client_source() -> Result<PathBuf, Box<dyn Error>> {
    let output = Command::new(env::var("CARGO")?)
        .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
        // Without a platform, cargo would fetch dependencies that only other systems need.
        .args(["--filter-platform", &env::var("TARGET")?, "--manifest-path"])
        .arg(PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("Cargo.toml"))
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists packages")?;
    let client = packages.iter().find(|package| package["name"] == "kurrentdb");
    let manifest = client.and_then(|package| package["manifest_path"].as_str());
    let manifest = PathBuf::from(manifest.ok_or("the workspace depends on kurrentdb")?);
    Ok(manifest.parent().ok_or("a manifest lies in a folder")?.to_owned())
}
