//! The account that the server runs as: our own, or an unprivileged one when we run as root.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

use nix::unistd::{Gid, Uid, User, geteuid};
use tokio::process::Command;

use crate::Error;

/// Accounts to switch to when we are root, best first. Debian's server package creates the first; every system has the
/// second.
const CANDIDATES: [&str; 2] = ["postgres", "nobody"];

/// The owner of the cluster, who also runs the programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Account {
    /// The user who runs this process.
    Ourselves,
    /// Another account: we are root and switch to it.
    Other { uid: Uid, gid: Gid },
}

impl Account {
    /// The account for the cluster in this folder, which need not exist yet. An existing cluster keeps its owner. So
    /// root can start what an ordinary user has made, and nothing breaks the other way round.
    pub(crate) fn choose(cluster: &Path) -> Result<Self, Error> {
        if !geteuid().is_root() {
            return Ok(Self::Ourselves);
        }
        if let Ok(owner) = fs::metadata(cluster)
            && owner.uid() != 0
        {
            return Ok(Self::Other { uid: Uid::from_raw(owner.uid()), gid: Gid::from_raw(owner.gid()) });
        }
        CANDIDATES
            .iter()
            .find_map(|name| User::from_name(name).ok().flatten())
            .map(|user| Self::Other { uid: user.uid, gid: user.gid })
            .ok_or_else(|| {
                Error::NoAccount(
                    "there is neither an account postgres nor nobody: start Greenstall as an ordinary user."
                        .into(),
                )
            })
    }

    /// Creates a folder that only this account can enter, or restricts an existing one.
    pub(crate) fn private_folder(&self, folder: &Path) -> Result<(), Error> {
        fs::create_dir_all(folder).map_err(Error::files("Could not create", folder))?;
        if let Self::Other { uid, gid } = self {
            std::os::unix::fs::chown(folder, Some(uid.as_raw()), Some(gid.as_raw()))
                .map_err(Error::files("Could not change the owner of", folder))?;
        }
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
            .map_err(Error::files("Could not change the permissions of", folder))
    }

    /// A command that runs `program` as this account. `reaches` are the paths that the program must be able to open.
    pub(crate) fn command(&self, program: &Path, reaches: &[&Path]) -> Result<Command, Error> {
        let (uid, gid) = match self {
            Self::Ourselves => return Ok(Command::new(program)),
            Self::Other { uid, gid } => (uid, gid),
        };
        let mut command = Command::new(setpriv()?);
        command.arg(format!("--reuid={uid}")).arg(format!("--regid={gid}")).arg("--clear-groups");
        // The account owns the files that it writes. It may lack the right to pass through a closed folder on the way
        // to them, such as /root. One capability grants that right, and it is given only when a folder is closed.
        let closed = [program].iter().chain(reaches).any(|path| !self.can_reach(path));
        match closed.then(walking_capability).flatten() {
            Some(capability) => {
                command
                    .arg(format!("--inh-caps=-all,+{capability}"))
                    .arg(format!("--ambient-caps=-all,+{capability}"));
                // Postgres checks its programs with access(2), which honors capabilities only with this bit.
                command.arg("--securebits=+no_setuid_fixup");
            }
            None => {
                command.arg("--inh-caps=-all");
            }
        }
        command.arg("--").arg(program);
        Ok(command)
    }

    /// Whether every folder above `path` lets this account through.
    fn can_reach(&self, path: &Path) -> bool {
        let Self::Other { uid, gid } = self else { return true };
        path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()).all(|folder| {
            let Ok(folder) = fs::metadata(folder) else { return true };
            let bit = match () {
                () if folder.uid() == uid.as_raw() => 0o100,
                () if folder.gid() == gid.as_raw() => 0o010,
                () => 0o001,
            };
            folder.mode() & bit != 0
        })
    }
}

/// util-linux's tool that starts a program as another user; every Debian has it.
fn setpriv() -> Result<PathBuf, Error> {
    ["/usr/bin/setpriv", "/bin/setpriv"].iter().map(PathBuf::from).find(|path| path.is_file()).ok_or_else(|| {
        Error::NoAccount("setpriv (package util-linux) is not there to change the account: start Greenstall as an ordinary user.".into())
    })
}

/// The weaker capability for closed folders that we may pass on: containers often withhold CAP_DAC_READ_SEARCH.
fn walking_capability() -> Option<&'static str> {
    const DAC_OVERRIDE: u64 = 1 << 1;
    const DAC_READ_SEARCH: u64 = 1 << 2;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let permitted = status.lines().find_map(|line| line.strip_prefix("CapPrm:"))?;
    let permitted = u64::from_str_radix(permitted.trim(), 16).ok()?;
    match permitted {
        p if p & DAC_READ_SEARCH != 0 => Some("dac_read_search"),
        p if p & DAC_OVERRIDE != 0 => Some("dac_override"),
        _ => None,
    }
}
