//! What the environment says about a load.

use std::{env, path::PathBuf, str::FromStr, time::Duration};

/// A minute and more settles connections, caches and queues.
const WARM_UP: f64 = 1.0;

/// The settings of a load.
pub(crate) struct Settings {
    /// The program under load.
    pub(crate) binary: PathBuf,
    /// Where the shop's data, its log and the results go.
    pub(crate) folder: PathBuf,
    /// Measured time, without the warm-up.
    pub(crate) measured: Duration,
    pub(crate) warm_up: Duration,
    /// All rates of the profile are multiplied by this.
    pub(crate) factor: f64,
    pub(crate) seed: u64,
    /// Products of the shop before the load.
    pub(crate) products: usize,
    /// Where the shop listens. Port 0 takes any free one.
    pub(crate) address: String,
}

impl Settings {
    /// Reads `GREENSTALL_LOAD_…` and `GREENSTALL_BINARY`.
    pub(crate) fn from_environment() -> Result<Self, String> {
        let folder = PathBuf::from(setting("GREENSTALL_LOAD_FOLDER", "target/load".to_owned())?);
        let minutes = |minutes: f64| Duration::from_secs_f64(minutes * 60.0);
        let settings = Self {
            binary: setting("GREENSTALL_BINARY", PathBuf::from("target/release/greenstall"))?,
            measured: minutes(positive("GREENSTALL_LOAD_MINUTES", 20.0)?),
            warm_up: minutes(positive("GREENSTALL_LOAD_WARM_UP_MINUTES", WARM_UP)?),
            factor: positive("GREENSTALL_LOAD_RATE", 1.0)?,
            seed: setting("GREENSTALL_LOAD_SEED", 1)?,
            products: setting("GREENSTALL_LOAD_PRODUCTS", 10_000)?,
            address: setting("GREENSTALL_LOAD_ADDR", "127.0.0.1:0".to_owned())?,
            folder,
        };
        match settings.binary.is_file() {
            true => Ok(settings),
            false => Err(format!("{} is no file: set GREENSTALL_BINARY", settings.binary.display())),
        }
    }
}

fn setting<T: FromStr>(name: &str, default: T) -> Result<T, String> {
    match env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name}: {text:?} is not understood")),
        Err(_) => Ok(default),
    }
}

fn positive(name: &str, default: f64) -> Result<f64, String> {
    match setting(name, default)? {
        number if number > 0.0 && number <= 1_000.0 => Ok(number),
        number => Err(format!("{name}: {number} is not between 0 and 1000")),
    }
}
