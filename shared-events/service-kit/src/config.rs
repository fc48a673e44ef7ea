//! Loads settings: environment variables override a file, and the file overrides the embedded defaults.

use std::path::Path;

use figment::{
    Figment, Metadata, Profile, Provider,
    error::Kind,
    providers::{Env, Format, Toml},
    util::nest,
    value::{Dict, Map, Value},
};
use serde::de::DeserializeOwned;

const PREFIX: &str = "GREENSTALL_";
/// Separates the section from the key in the name of an environment variable.
const SEPARATOR: &str = "__";
/// Variables with this prefix belong to tests and are not settings.
const TEST_VARIABLE_PREFIX: &str = "TEST_";

/// Settings are invalid. The text names the setting and its source.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// Loaded settings, with warnings for the operator about environment variables.
#[derive(Clone, Debug)]
pub struct Loaded<T> {
    /// The settings.
    pub settings: T,
    /// A sentence for each environment variable that matches no setting.
    pub warnings: Vec<String>,
}

impl<T> Loaded<T> {
    /// Prints the warnings to standard error, because logging is not set up yet, and returns the settings.
    pub fn after_warnings(self) -> T {
        for warning in self.warnings {
            eprintln!("greenstall: {warning}");
        }
        self.settings
    }
}

/// Loads settings: variables `GREENSTALL_<SECTION>__<KEY>` override the file (if one is named), and the file overrides
/// the embedded defaults. A variable that matches no setting is ignored with a warning, because Kubernetes sets
/// `GREENSTALL_PORT` and others in every pod beside a service named greenstall.
///
/// # Errors
/// When the file does not exist, a value is missing or has the wrong type, or a name in the file is unknown.
pub fn load<T: DeserializeOwned>(default: &str, file: Option<&Path>) -> Result<Loaded<T>, ConfigError> {
    let variables = std::env::vars_os().filter_map(|(name, text)| {
        let name = after_prefix(name.to_str()?)?;
        Some(Variable { name, text: text.to_string_lossy().into_owned() })
    });
    load_with(default, file, variables.collect())
}

/// Like [`load`], with these environment variables.
fn load_with<T: DeserializeOwned>(
    default: &str,
    file: Option<&Path>,
    mut variables: Vec<Variable>,
) -> Result<Loaded<T>, ConfigError> {
    let default = Figment::from(Toml::string(default));
    let mut warnings = Vec::new();
    variables.retain(|Variable { name, .. }| {
        let fits = fits(&default, name);
        if !fits {
            warnings.push(format!("the environment variable {PREFIX}{name} names no setting and is ignored"));
        }
        fits
    });
    let mut figment = default.clone();
    if let Some(file) = file {
        figment = figment.merge(Toml::file_exact(file));
    }
    loop {
        let settings = variables.iter().fold(figment.clone(), |settings, variable| {
            settings.merge(Setting { key: variable.key(), value: variable.value(&default) })
        });
        let error = match settings.extract() {
            Ok(settings) => return Ok(Loaded { settings, warnings }),
            Err(error) => error,
        };
        let Some(unknown) = Unknown::of(&error) else { return Err(ConfigError(error.to_string())) };
        let known = variables.len();
        variables.retain(|Variable { name, .. }| {
            let named = unknown.is_named_by(name);
            if named {
                warnings.push(unknown.warning(name));
            }
            !named
        });
        if variables.len() == known {
            return Err(unknown.refusal(file));
        }
    }
}

/// An environment variable, whose name lacks the prefix.
struct Variable {
    name: String,
    text: String,
}

impl Variable {
    fn key(&self) -> String {
        key(&self.name)
    }

    /// A setting whose default is a text stays a text, so that a telephone number does not become a number.
    fn value(&self, default: &Figment) -> Value {
        match default.find_value(&self.key()) {
            Ok(Value::String(..)) => Value::from(self.text.trim()),
            _ => self.text.parse().unwrap_or_else(|never| match never {}),
        }
    }
}

/// The setting that a variable sets.
struct Setting {
    key: String,
    value: Value,
}

impl Provider for Setting {
    fn metadata(&self) -> Metadata {
        Env::prefixed(PREFIX).metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        let settings = nest(&self.key, self.value.clone()).into_dict().unwrap_or_default();
        Ok(Profile::Default.collect(settings))
    }
}

/// The setting with this variable's name: its section and its key, separated by dots.
fn key(variable: &str) -> String {
    variable.to_lowercase().replace(SEPARATOR, ".")
}

fn after_prefix(name: &str) -> Option<String> {
    let start = name.get(..PREFIX.len())?;
    let key = name.get(PREFIX.len()..).filter(|key| !key.is_empty())?;
    let is_test = key
        .get(..TEST_VARIABLE_PREFIX.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(TEST_VARIABLE_PREFIX));
    (start.eq_ignore_ascii_case(PREFIX) && !is_test).then(|| key.to_owned())
}

/// Whether a variable names a setting: it must not name a section, nor a key below a value, nor have an empty part.
fn fits(default: &Figment, name: &str) -> bool {
    let name = key(name);
    let keys: Vec<&str> = name.split('.').collect();
    let is_whole = keys.iter().all(|key| !key.is_empty());
    is_whole
        && (1..=keys.len()).all(|depth| match default.find_value(&keys[..depth].join(".")) {
            Ok(Value::Dict(..)) => depth < keys.len(),
            Ok(_) => depth == keys.len(),
            Err(_) => true,
        })
}

/// A name that matches no setting, with its place.
struct Unknown {
    section: Vec<String>,
    key: String,
    /// The most similar known name.
    similar: Option<&'static str>,
    known: &'static [&'static str],
}

impl Unknown {
    fn of(error: &figment::Error) -> Option<Self> {
        let Kind::UnknownField(key, known) = &error.kind else { return None };
        let mut section = error.path.clone();
        if section.last() == Some(key) {
            section.pop();
        }
        Some(Self { section, key: key.clone(), similar: similar(key, known), known })
    }

    fn path(&self, key: &str, separator: &str) -> String {
        let section = self.section.iter().map(String::as_str);
        section.chain([key]).collect::<Vec<_>>().join(separator)
    }

    fn is_named_by(&self, variable: &str) -> bool {
        let (variable, path) = (variable.to_lowercase(), self.path(&self.key, SEPARATOR).to_lowercase());
        variable.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
    }

    fn warning(&self, variable: &str) -> String {
        let meant = self
            .similar
            .map(|key| format!("; did you mean {PREFIX}{}?", self.path(key, SEPARATOR).to_uppercase()));
        let meant = meant.unwrap_or_default();
        format!("the environment variable {PREFIX}{variable} names no setting and is ignored{meant}")
    }

    fn refusal(&self, file: Option<&Path>) -> ConfigError {
        let place = file.map(|file| format!(" in {}", file.display())).unwrap_or_default();
        let advice = match self.similar {
            Some(key) => format!("did you mean {}?", self.path(key, ".")),
            None => format!(
                "there is {}",
                self.known.iter().map(|key| self.path(key, ".")).collect::<Vec<_>>().join(", ")
            ),
        };
        ConfigError(format!("unknown setting {}{place}: {advice}", self.path(&self.key, ".")))
    }
}

/// The known name that is most similar to a misspelled one, if any is.
fn similar(key: &str, known: &'static [&'static str]) -> Option<&'static str> {
    const MIN_SIMILARITY: f64 = 0.8;
    let scored = known.iter().map(|name| (strsim::jaro_winkler(&key.to_lowercase(), name), *name));
    scored
        .filter(|(score, _)| *score >= MIN_SIMILARITY)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    const DEFAULT_FILE: &str = "data_dir = \"data\"\n[http]\naddr = \"127.0.0.1:1\"\nports = []\n";

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Settings {
        data_dir: String,
        http: Http,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Http {
        addr: String,
        public_url: Option<String>,
        ports: Vec<u16>,
    }

    fn load_file(text: &str) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.toml");
        std::fs::write(&file, text).unwrap();
        load_with(DEFAULT_FILE, Some(&file), Vec::new())
            .map(|loaded| loaded.settings)
            .map_err(|error| error.to_string().replace(folder.path().to_str().unwrap(), "…"))
    }

    #[test]
    fn a_misspelled_name_in_a_file_is_refused_with_a_suggestion() {
        assert_eq!(
            load_file("[http]\nadress = \"127.0.0.1:2\"\n").unwrap_err(),
            "unknown setting http.adress in …/shop.toml: did you mean http.addr?"
        );
        assert_eq!(
            load_file("data-dir = \"x\"\n").unwrap_err(),
            "unknown setting data-dir in …/shop.toml: did you mean data_dir?"
        );
        assert_eq!(
            load_file("[http]\ntimeout = 7\n").unwrap_err(),
            "unknown setting http.timeout in …/shop.toml: there is http.addr, http.public_url, http.ports"
        );
        let settings = load_file("[http]\npublic_url = \"https://shop.example\"\n").unwrap();
        assert_eq!(settings.http.public_url.as_deref(), Some("https://shop.example"));
        assert_eq!((settings.data_dir.as_str(), settings.http.addr.as_str()), ("data", "127.0.0.1:1"));
    }

    #[test]
    fn a_variable_for_a_text_is_not_read_as_a_number() {
        for text in ["+18025550100", "8025550100", "true", "1.50", "[1]", "\"x\"", ""] {
            let variable = |name: &str, text: &str| Variable { name: name.to_owned(), text: text.to_owned() };
            let variables = vec![variable("HTTP__ADDR", text), variable("HTTP__PORTS", "[1, 2]")];
            let settings = load_with::<Settings>(DEFAULT_FILE, None, variables).unwrap().settings;
            assert_eq!((settings.http.addr.as_str(), settings.http.ports), (text, vec![1, 2]));
        }
    }

    #[test]
    fn variables_for_tests_are_not_settings() {
        assert_eq!(after_prefix("GREENSTALL_HTTP__ADDR").as_deref(), Some("HTTP__ADDR"));
        assert_eq!(after_prefix("greenstall_data_dir").as_deref(), Some("data_dir"));
        for other in ["GREENSTALL_", "GREENSTALL_TEST_SEED", "GREEN", "PATH", "ÄÖÜ_ÄÖÜ_ÄÖÜ"] {
            assert_eq!(after_prefix(other), None, "{other}");
        }
    }

    #[test]
    fn a_section_is_not_a_setting_and_a_value_has_no_keys() {
        let default = Figment::from(Toml::string(DEFAULT_FILE));
        for fitting in ["HTTP__ADDR", "HTTP__PUBLIC_URL", "DATA_DIR", "PORT", "SHOP__NAME"] {
            assert!(fits(&default, fitting), "{fitting}");
        }
        for odd in ["HTTP", "DATA_DIR__X", "HTTP__ADDR__X", "HTTP____ADDR", "HTTP__"] {
            assert!(!fits(&default, odd), "{odd}");
        }
    }
}
