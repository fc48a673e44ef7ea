//! Runs the shop's program in a process of its own.

use std::{
    io::{self, BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, ExitStatus, Stdio},
};

/// A program that serves HTTP. Dropping it stops the program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    /// Starts the program and waits until it says on which `http://` address it listens.
    ///
    /// # Errors
    /// When the program does not start, or ends before it says so.
    pub fn serve(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            let word = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
            word.trim_end_matches(['/', '.']).parse().ok()
        });
        // Drain further output, so that the program never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.ok_or_else(|| io::Error::other("the program did not say where it listens"))?;
        Ok(Self { child, address })
    }

    /// Where the program listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The program's process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The exit status of a program that has ended by itself.
    ///
    /// # Errors
    /// When the operating system does not say.
    pub fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SIGTERM, so that Postgres is stopped and the folder can be removed.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

/// Runs a command that must succeed, and hides its output.
///
/// # Errors
/// When it does not start, or ends with another status than success.
pub fn run(command: &mut Command) -> io::Result<()> {
    match command.stdout(Stdio::null()).status()? {
        status if status.success() => Ok(()),
        status => Err(io::Error::other(format!("{command:?}: {status}"))),
    }
}
