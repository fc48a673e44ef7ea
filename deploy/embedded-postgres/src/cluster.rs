//! The cluster: Postgres' data directory, created once by `initdb`.

use std::{fs, path::Path, process::Stdio};

use tokio::process::Command;

use crate::{Error, Options, account::Account, binaries::Installation, connection::ROLE};

/// Preferred locale: text is compared byte by byte (fast, and the same on every machine), and letters are Unicode's.
/// Plain C is the fallback on systems that lack C.UTF-8.
const LOCALES: [&str; 2] = ["C.UTF-8", "C"];

/// The major version that created the cluster; `None` when there is none yet.
pub(crate) fn version(cluster: &Path) -> Option<u32> {
    fs::read_to_string(cluster.join("PG_VERSION")).ok()?.trim().parse().ok()
}

/// Whether the cluster's server is shutting down: the eighth line of its pid file is its state.
pub(crate) fn is_stopping(cluster: &Path) -> bool {
    let text = fs::read_to_string(cluster.join("postmaster.pid")).unwrap_or_default();
    text.lines().nth(7).is_some_and(|state| state.trim() == "stopping")
}

/// A command that runs one of the programs as the account, with the libraries it needs.
///
/// `libraries` is a folder that is filled with the installation's links first.
pub(crate) fn command(
    installation: &Installation,
    account: &Account,
    program: &str,
    home: &Path,
) -> Result<Command, Error> {
    let program = installation.program(program);
    let mut command = account.command(&program, &[&home.join("cluster/any")])?;
    if !installation.library_links.is_empty() {
        let libraries = home.join("lib");
        link_libraries(installation, &libraries)?;
        // The libraries need one another, and look for each other beside the link they were loaded through.
        let search = format!("{}:{}", libraries.display(), installation.bin.join("../lib").display());
        let variable = if cfg!(target_os = "macos") { "DYLD_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };
        command.env(variable, search);
    }
    // The current folder may be closed to the account. Messages must be English, because we parse some of them.
    command.current_dir("/").env("LC_ALL", "C").env_remove("PGDATA").stdin(Stdio::null());
    Ok(command)
}

fn link_libraries(installation: &Installation, libraries: &Path) -> Result<(), Error> {
    fs::create_dir_all(libraries).map_err(Error::files("Could not create", libraries))?;
    for (name, target) in &installation.library_links {
        let link = libraries.join(name);
        if fs::read_link(&link).is_ok_and(|current| current == *target) {
            continue;
        }
        // The link may be left from another version, or from another place of the package.
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(target, &link).map_err(Error::files("Could not link", &link))?;
    }
    Ok(())
}

/// Creates the cluster unless it exists. It is created in a temporary folder and moved into place when complete, so
/// that an interrupted start leaves nothing that looks like a cluster.
pub(crate) async fn ensure(
    cluster: &Path,
    home: &Path,
    installation: &Installation,
    account: &Account,
    options: &Options,
) -> Result<(), Error> {
    if version(cluster).is_some() {
        return Ok(());
    }
    let unfinished = home.join("cluster.new");
    let mut failure = None;
    for locale in LOCALES {
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(Error::files("Could not remove", &unfinished))?;
        }
        account.private_folder(&unfinished)?;
        match initdb(&unfinished, home, installation, account, options, locale).await {
            Ok(()) => {
                return fs::rename(&unfinished, cluster)
                    .map_err(Error::files("Could not move into place", cluster));
            }
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    Err(failure.expect("there is at least one locale to try"))
}

async fn initdb(
    folder: &Path,
    home: &Path,
    installation: &Installation,
    account: &Account,
    options: &Options,
    locale: &str,
) -> Result<(), Error> {
    let mut command = command(installation, account, "initdb", home)?;
    command
        .arg("--pgdata")
        .arg(folder)
        .args(["--username", ROLE, "--encoding=UTF8", "--locale-provider=libc", "--lc-collate=C"])
        .arg(format!("--locale={locale}"))
        // The socket is the only way in, and its folder is closed to other accounts.
        .args(["--auth-local=trust", "--auth-host=reject", "--no-instructions"]);
    if !options.durable {
        command.arg("--no-sync");
    }
    let shown = format!("{:?}", command.as_std());
    let output =
        command.output().await.map_err(Error::files("Could not run", installation.program("initdb")))?;
    if output.status.success() {
        return Ok(());
    }
    let output =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(Error::Initdb { command: shown, output: output.trim().to_owned() })
}
