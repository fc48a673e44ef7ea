//! The folder of the server's socket. A socket path has at most 107 bytes, so a deep data folder gets a short one
//! elsewhere.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
};

use crate::{Error, account::Account};

/// The port is only a part of the socket's file name.
pub(crate) const PORT: u16 = 5432;
/// `sun_path` has 108 bytes including the final zero; `/.s.PGSQL.5432.lock` is the longest name in the folder.
const LONGEST_FOLDER: usize = 107 - "/.s.PGSQL.5432.lock".len();

/// The socket folder of the server of `home`. It is always the same one, so that other processes find it. `home` is
/// absolute.
pub(crate) fn folder(home: &Path) -> PathBuf {
    let inside = home.join("socket");
    if inside.as_os_str().len() <= LONGEST_FOLDER {
        return inside;
    }
    let mut hash = DefaultHasher::new();
    home.hash(&mut hash);
    PathBuf::from(format!("/tmp/greenstall-{:016x}", hash.finish()))
}

/// Creates the folder without leftovers, accessible only to the account.
pub(crate) fn prepare(folder: &Path, account: &Account) -> Result<(), Error> {
    // In /tmp anybody may have created a folder of that name first: it must be one that we (root) created or own.
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let found = fs::symlink_metadata(folder).map_err(Error::files("Could not read", folder))?;
            let ours = match account {
                Account::Ourselves => nix::unistd::geteuid().as_raw(),
                Account::Other { uid, .. } => uid.as_raw(),
            };
            if !found.is_dir() || ![ours, nix::unistd::geteuid().as_raw()].contains(&found.uid()) {
                let foreign = std::io::Error::other("it belongs to somebody else");
                return Err(Error::files("Could not use the socket folder", folder)(foreign));
            }
        }
        Err(error) => return Err(Error::files("Could not create", folder)(error)),
    }
    account.private_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_path_stays_in_the_data_folder_and_a_long_one_goes_to_tmp() {
        assert_eq!(
            folder(Path::new("/srv/greenstall/postgres")),
            Path::new("/srv/greenstall/postgres/socket")
        );
        let deep = PathBuf::from(format!("/{}", "a".repeat(120)));
        let detour = folder(&deep);
        assert!(detour.starts_with("/tmp") && detour.as_os_str().len() <= LONGEST_FOLDER);
        assert_eq!(detour, folder(&deep));
        assert_ne!(detour, folder(&deep.join("b")));
    }
}
