//! The shop under load: the real program with all roles and its own Postgres, in a data folder of its own.

use std::{
    fs::{self, File},
    io,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::Command,
};

use bench_support::{
    forms::PASSWORD,
    program::{self, Program},
};

use crate::{profile, settings::Settings, world};

/// The running shop.
pub(crate) struct Site {
    pub(crate) program: Program,
    pub(crate) metrics: SocketAddr,
    binary: PathBuf,
    data: PathBuf,
}

impl Site {
    /// Makes a new shop with the demo market and an admin, and starts it. What a load before has left is deleted.
    pub(crate) fn open(settings: &Settings) -> io::Result<Self> {
        let data = settings.folder.join("shop");
        if data.exists() {
            fs::remove_dir_all(&data)?;
        }
        fs::create_dir_all(&settings.folder)?;
        let data = settings.folder.canonicalize()?.join("shop");
        let binary = settings.binary.canonicalize()?;
        let of_the_demo = settings.products.saturating_sub(profile::listed(settings.factor)).to_string();
        program::run(command(&binary, &data).args(["demo", "--products", &of_the_demo]))?;
        let mut admin = command(&binary, &data);
        admin.args(["admin", "create", "--email", world::ADMIN, "--name", "Ada Admin"]);
        program::run(admin.args(["--password", PASSWORD]))?;
        let metrics = free_address()?;
        let mut serve = command(&binary, &data);
        serve
            .arg("serve")
            .env("GREENSTALL_HTTP__ADDR", &settings.address)
            .env("GREENSTALL_METRICS__ADDR", metrics.to_string())
            // The load stands for a reverse proxy, which says whose request it passes on.
            .env("GREENSTALL_HTTP__TRUSTED_PROXIES", "127.0.0.1")
            .stderr(File::create(settings.folder.join("shop.log"))?);
        Ok(Self { program: Program::serve(&mut serve)?, metrics, binary, data })
    }

    /// An operator's command for this shop.
    pub(crate) fn operate(&self, arguments: &[&str]) -> Command {
        let mut command = command(&self.binary, &self.data);
        command.args(arguments);
        command
    }

    /// The process of Postgres' first server process, and the folder of its socket.
    pub(crate) fn postgres(&self) -> io::Result<(u32, PathBuf)> {
        let text = fs::read_to_string(self.data.join("postgres/cluster/postmaster.pid"))?;
        let lines: Vec<&str> = text.lines().collect();
        let process = lines.first().and_then(|line| line.trim().parse().ok());
        let found = process.zip(lines.get(4).map(|line| PathBuf::from(line.trim())));
        found.ok_or_else(|| io::Error::other("postmaster.pid does not name the process and its socket"))
    }

    pub(crate) fn data(&self) -> &Path {
        &self.data
    }
}

fn command(binary: &Path, data: &Path) -> Command {
    let mut command = Command::new(binary);
    // Neither the environment nor a file `config.toml` may lead the load to another shop's database.
    let names = std::env::vars_os().map(|(name, _)| name);
    for name in names.filter(|name| name.to_string_lossy().starts_with("GREENSTALL_")) {
        command.env_remove(name);
    }
    if let Some(folder) = data.parent() {
        command.current_dir(folder);
    }
    command.env("GREENSTALL_DATA_DIR", data).env("GREENSTALL_LOG__FILTER", "warn");
    command
}

/// An address that was free a moment ago.
fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}
