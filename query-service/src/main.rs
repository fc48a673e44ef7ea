//! The query service as a program of its own. Its settings have the same names as those of the combined binary.

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use blobs::Blobs;
use query_service::{Config, ShopConfig, run};
use serde::Deserialize;
use service_kit::{
    SystemClock, SystemIds, config,
    telemetry::{self, LogFormat},
    token::secret_in,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const DEFAULT: &str = r#"
data_dir = "data"
[http]
addr = "127.0.0.1:8082"
[database]
url = "postgres://localhost/greenstall"
connections = 16
[blobs]
url = ""
[log]
filter = "info"
"#;

#[derive(Deserialize)]
struct Settings {
    /// The folder with the key that signs access tokens, and the search index.
    data_dir: PathBuf,
    http: Http,
    database: Database,
    blobs: blobs::Settings,
    log: Log,
}

#[derive(Deserialize)]
struct Http {
    addr: SocketAddr,
}

#[derive(Deserialize)]
struct Database {
    url: String,
    connections: u32,
}

#[derive(Deserialize)]
struct Log {
    filter: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings: Settings = config::load(DEFAULT, None)?.after_warnings();
    telemetry::init(&settings.log.filter, LogFormat::Text)?;
    std::fs::create_dir_all(&settings.data_dir)?;
    let config = Config {
        database: postgres_kit::parse(&settings.database.url)?,
        connections: settings.database.connections,
        token_secret: secret_in(&settings.data_dir.join("token.key"), &SystemIds)?,
        clock: Arc::new(SystemClock),
        shop: ShopConfig::sandbox(),
        blobs: Blobs::open(&settings.blobs, &settings.data_dir)?,
        index_folder: settings.data_dir.join("catalog-index"),
    };
    let listener = TcpListener::bind(settings.http.addr).await?;
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stopped.cancel();
        }
    });
    tracing::info!(address = %listener.local_addr()?, "ready");
    Ok(run(config, listener, stop).await?)
}
