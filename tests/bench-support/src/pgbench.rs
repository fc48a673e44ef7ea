//! Runs `pgbench`, which measures a Postgres server with plain statements.

use std::{fs, path::PathBuf, time::Duration};

use tempfile::TempDir;
use tokio::process::Command;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Transactions per second.
    pub rate: f64,
    /// The latency of each transaction.
    pub milliseconds: Vec<f64>,
}

/// `pgbench` for a database, with prepared statements.
#[derive(Debug)]
pub struct Pgbench {
    url: String,
    program: PathBuf,
    version: String,
}

impl Pgbench {
    /// Finds `pgbench` for this database.
    ///
    /// # Errors
    /// When there is no `pgbench`.
    pub async fn of(url: &str) -> Result<Self, String> {
        let program = program();
        let version = Command::new(&program).arg("--version").output().await.map_err(|error| {
            format!(
                "{}: {error} (Debian has it in postgresql-contrib and in postgresql-15)",
                program.display()
            )
        })?;
        let version = String::from_utf8_lossy(&version.stdout).trim().replace(" (PostgreSQL)", "");
        let version = version.split(" (").next().unwrap_or_default().to_owned();
        Ok(Self { url: url.to_owned(), program, version })
    }

    /// The name and version of the program.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Runs scripts with equal weights from `clients` concurrent clients for a whole number of seconds. The scripts may
    /// refer to the variables.
    ///
    /// # Errors
    /// The output of a failed `pgbench`.
    pub async fn run(
        &self,
        scripts: &[String],
        variables: &[(String, String)],
        clients: u32,
        time: Duration,
    ) -> Result<Outcome, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command.args(["--no-vacuum", "--protocol=prepared", "--log"]);
        for (number, script) in scripts.iter().enumerate() {
            let file = folder.path().join(format!("{number}.sql"));
            fs::write(&file, script).map_err(|error| error.to_string())?;
            command.arg("--file").arg(file);
        }
        for (name, value) in variables {
            command.arg(format!("--define={name}={value}"));
        }
        let output = command
            .arg(format!("--log-prefix={}", folder.path().join("log").display()))
            .arg(format!("--jobs={}", clients.min(2)))
            .args([format!("--client={clients}"), format!("--time={}", time.as_secs_f64().ceil())])
            .arg(&self.url)
            .output()
            .await
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = text
            .lines()
            .find_map(|line| line.strip_prefix("tps = ")?.split_whitespace().next()?.parse().ok())
            .filter(|_| output.status.success())
            .ok_or_else(|| format!("{text}{}", String::from_utf8_lossy(&output.stderr)))?;
        Ok(Outcome { rate, milliseconds: latencies(&folder).map_err(|error| error.to_string())? })
    }
}

/// The latencies from the log files of the run, whose lines are `client transaction microseconds …`.
fn latencies(folder: &TempDir) -> std::io::Result<Vec<f64>> {
    let mut all = Vec::new();
    for file in fs::read_dir(folder)?.flatten() {
        if file.file_name().to_string_lossy().starts_with("log.") {
            let text = fs::read_to_string(file.path())?;
            let microseconds = text.lines().filter_map(|line| line.split(' ').nth(2)?.parse::<f64>().ok());
            all.extend(microseconds.map(|microseconds| microseconds / 1e3));
        }
    }
    Ok(all)
}

/// Finds the program, because Debian does not put it on the PATH.
fn program() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian =
        versions.map(|version| version.path().join("bin/pgbench")).filter(|program| program.exists());
    debian.max().unwrap_or_else(|| "pgbench".into())
}
