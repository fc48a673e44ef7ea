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

/// Reads settings: `GREENSTALL_<SECTION>__<KEY>` over the file (if one is named) over the embedded default.
///
/// # Errors
/// When the file does not exist, or a value is missing, unknown or of the wrong type.
pub fn load<T: DeserializeOwned>(default: &str, file: Option<&Path>) -> Result<T, ConfigError> {
    let mut figment = Figment::from(Toml::string(default));
    if let Some(file) = file {
        figment = figment.merge(Toml::file_exact(file));
    }
    let figment =
        figment.merge(Env::prefixed("GREENSTALL_").filter(|key| !key.starts_with("test_")).split("__"));
    figment.extract().map_err(|error| ConfigError(Box::new(error)))
}
