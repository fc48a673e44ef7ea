//! Settings: the embedded default, then a file, then the environment.

use std::path::Path;

use figment::{
    Figment,
    providers::{Env, Format, Toml},
};
use serde::de::DeserializeOwned;

/// Settings that cannot be used. Names the setting and where it came from.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(#[from] Box<figment::Error>);

/// Reads settings: `GREENSTALL_<SECTION>__<KEY>` over the file (if it exists) over the embedded default.
///
/// # Errors
/// When a value is missing, unknown or of the wrong type.
pub fn load<T: DeserializeOwned>(default: &str, file: &Path) -> Result<T, ConfigError> {
    let figment = Figment::from(Toml::string(default))
        .merge(Toml::file_exact(file))
        .merge(Env::prefixed("GREENSTALL_").filter(|key| !key.as_str().starts_with("test_")).split("__"));
    figment.extract().map_err(|error| ConfigError(Box::new(error)))
}
