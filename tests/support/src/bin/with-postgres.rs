//! `with-postgres COMMAND ARGUMENTS…`: runs a command with a temporary Postgres server whose address is in
//! `GREENSTALL_TEST_DATABASE_URL`.
//!
//! Afterwards, even after Ctrl-C, it deletes the server with its files and ends with the command's exit status.

use std::{
    path::{Path, PathBuf},
    process::{ExitCode, ExitStatus},
};

use embedded_postgres::{EmbeddedPostgres, Options};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tokio::{
    process::Command,
    signal::unix::{SignalKind, signal},
};

const PREFIX: &str = "greenstall-test-";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("Usage: with-postgres COMMAND ARGUMENTS...");
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(arguments);
    match run(command).await {
        Ok(status) => status,
        Err(error) => {
            eprintln!("with-postgres: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(mut command: Command) -> Result<ExitCode, Box<dyn std::error::Error>> {
    // From here on an interrupt ends only the command, so that this process can clean up.
    let mut interrupts = signal(SignalKind::interrupt())?;
    let mut terminations = signal(SignalKind::terminate())?;

    let base = base();
    sweep(&base).await;
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&base)?;
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/postgres/node_modules");
    let options = Options {
        binaries: std::env::var("GREENSTALL_DATABASE__BINARIES").unwrap_or_default().parse()?,
        node_modules: vec![node_modules],
        durable: false,
        ..Options::new(folder.path().join("postgres"))
    };
    let server = EmbeddedPostgres::start(&options).await?;

    let mut child = command.env(test_support::DATABASE_URL, server.url("postgres")).spawn()?;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            // The command gets Ctrl-C from the terminal, because both are in the same process group.
            _ = interrupts.recv() => {}
            _ = terminations.recv() => {
                if let Some(pid) = child.id().and_then(|pid| i32::try_from(pid).ok()) {
                    kill(Pid::from_raw(pid), Signal::SIGTERM)?;
                }
            }
        }
    };
    server.stop().await?;
    folder.close()?;
    Ok(code(status))
}

/// The folder for the server's files: in memory if there is enough, because tests mostly wait for files.
fn base() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let writable = tempfile::tempfile_in(memory).is_ok();
    // A container has only 64 MB by default, which is too little.
    let large = nix::sys::statvfs::statvfs(memory)
        .is_ok_and(|space| space.blocks_available() * space.fragment_size() > 2 << 30);
    if writable && large { memory.into() } else { std::env::temp_dir() }
}

/// Removes the folders of killed runs. A folder without a lock file is just being created, and is kept.
async fn sweep(base: &Path) {
    let Ok(entries) = std::fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let folder = entry.path();
        let home = folder.join("postgres");
        if entry.file_name().to_string_lossy().starts_with(PREFIX)
            && home.join("lock").exists()
            && EmbeddedPostgres::delete(&home).await.is_ok()
        {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// The exit code of a command. For one that a signal has ended, it is computed as shells do.
fn code(status: ExitStatus) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
