//! Searches everything that an instance stores: a dump of its database, its data folder and its logs.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
    process::Command,
};

use embedded_postgres::Connection as Server;

use crate::instance::Instance;

/// The stored data of an instance at one moment.
pub(super) struct Places(Vec<Place>);

struct Place {
    name: String,
    text: String,
    lower: String,
}

/// For each string that was found, the places in which it was found.
pub(super) struct Found(BTreeMap<String, Vec<String>>);

impl Places {
    pub(super) fn of(instance: &Instance) -> Self {
        let mut places = vec![Place::new("pg_dump".to_owned(), &dump(instance))];
        let folder = instance.folder();
        // The dump contains what the server's own files say.
        let server = folder.join("postgres");
        let own = |path: &Path| path.starts_with(&server) && path.is_dir();
        let mut files = Vec::new();
        collect(folder, &|path| path != server && own(path), &mut files);
        for file in files {
            // The file may have vanished, or may be a socket.
            if let Ok(bytes) = fs::read(&file) {
                let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
                let place = Place::new(name.clone(), &bytes);
                // File names may contain personal data, too.
                places.push(Place::new(format!("the name {name}"), name.as_bytes()));
                places.push(place);
            }
        }
        Self(places)
    }

    /// Searches for every string in all its forms.
    pub(super) fn search(&self, strings: &[(&str, &str)]) -> Found {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (what, string) in strings {
            let forms = forms_of(string);
            for place in &self.0 {
                if forms.iter().any(|form| place.contains(form)) {
                    found.entry(format!("{what} {string:?}")).or_default().push(place.name.clone());
                }
            }
        }
        Found(found)
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: usize = self.0.iter().map(|place| place.text.len()).sum();
        let logs = self.0.iter().filter(|place| place.name.ends_with(".log")).count();
        let files = (self.0.len() - 1) / 2;
        write!(f, "a dump of the database and {files} files ({logs} of them logs), {bytes} bytes")
    }
}

impl Place {
    fn new(name: String, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        Self { name, lower: text.to_lowercase(), text }
    }

    fn contains(&self, form: &Form) -> bool {
        match form {
            Form::Exact(form) => self.text.contains(form),
            Form::AnyCase(form) => self.lower.contains(form),
        }
    }
}

impl Found {
    /// The number of strings that were found anywhere.
    pub(super) fn strings(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} strings", self.0.len())?;
        for (string, places) in &self.0 {
            writeln!(f, "  {string}: {}", places.join(", "))?;
        }
        Ok(())
    }
}

/// An encoding in which a string may be stored.
pub(super) enum Form {
    Exact(String),
    /// Text in lower case, because the search ignores case.
    AnyCase(String),
}

/// The encodings of a string: as it is; escaped for JSON, HTML, URLs and forms; in hexadecimal; and in base64 at any
/// offset.
pub(super) fn forms_of(string: &str) -> Vec<Form> {
    let json = serde_json::to_string(string).expect("a text");
    let ascii: String = string
        .chars()
        .map(|c| if c.is_ascii() { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) })
        .collect();
    let percent: String = string
        .bytes()
        .map(|b| {
            let plain = b.is_ascii_alphanumeric() || b"-_.~".contains(&b);
            if plain { char::from(b).to_string() } else { format!("%{b:02X}") }
        })
        .collect();
    let html = string.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;");
    let mut forms: Vec<String> = [
        string.to_owned(),
        json.trim_matches('"').to_owned(),
        json.replace('\\', "\\\\").trim_matches('"').to_owned(),
        ascii,
        percent.replace("%20", "+"),
        percent,
        html,
        hex::encode(string),
    ]
    .map(|form| form.to_lowercase())
    .into();
    forms.sort_unstable();
    forms.dedup();
    let any_case = forms.into_iter().map(Form::AnyCase);
    any_case.chain((0..3).map(|offset| Form::Exact(base64_inside(string, offset)))).collect()
}

/// The part of a longer text's base64 form that depends only on the string.
fn base64_inside(string: &str, offset: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes = string.as_bytes();
    // A base64 letter depends only on the string if all bits of its group of three bytes come from the string.
    let from = (3 - offset) % 3;
    let groups = bytes[from.min(bytes.len())..].chunks_exact(3);
    let letters = groups.flat_map(|group| {
        let number = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        [18, 12, 6, 0].map(|shift| char::from(LETTERS[(number >> shift & 63) as usize]))
    });
    letters.collect()
}

fn collect(folder: &Path, left_out: &dyn Fn(&Path) -> bool, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !left_out(&path) => collect(&path, left_out, files),
            Ok(kind) if kind.is_file() => files.push(path),
            _ => {}
        }
    }
}

fn dump(instance: &Instance) -> Vec<u8> {
    let server = Server::of(&instance.folder().join("postgres")).expect("the instance has a server");
    let output =
        Command::new(pg_dump()).arg("--dbname").arg(server.url("greenstall")).output().expect("pg_dump runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The newest `pg_dump` that Debian has installed.
fn pg_dump() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin/pg_dump")).filter(|path| path.exists());
    programs.max().unwrap_or_else(|| "pg_dump".into())
}
