//! Measures the CPU time of this program and of the database server: on a busy machine it is more reliable than elapsed
//! time.

use std::fs;

use postgres_kit::Pool;

/// Linux counts CPU time in hundredths of a second.
const TICK: f64 = 0.01;

/// The measured processes.
pub(crate) struct Cpu {
    postmaster: u32,
}

/// Seconds of CPU time, user and system.
#[derive(Clone, Copy)]
pub(crate) struct Used {
    pub(crate) program: f64,
    pub(crate) postgres: f64,
}

impl Cpu {
    /// Measures this program and all processes of the server.
    pub(crate) async fn of(pool: &Pool) -> Self {
        let backend: i32 =
            sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(pool).await.expect("the server answers");
        let backend = Times::of(&backend.to_string()).expect("the server is on this machine");
        Self { postmaster: backend.parent }
    }

    /// CPU time since both started.
    pub(crate) fn used(&self) -> Used {
        let program = Times::of("self").expect("Linux tells about processes").own * TICK;
        loop {
            // When a process ends, its time is added to its parent's, so no process may end between the two readings.
            let before = self.postmaster();
            let living: f64 = processes()
                .filter_map(|process| Times::of(&process))
                .filter(|times| times.parent == self.postmaster)
                .map(|times| times.own)
                .sum();
            if self.postmaster() == before {
                return Used { program, postgres: (before + living) * TICK };
            }
        }
    }

    fn postmaster(&self) -> f64 {
        let times = Times::of(&self.postmaster.to_string()).expect("the server is alive");
        times.own + times.of_ended_children
    }
}

impl Used {
    pub(crate) fn since(self, before: Self) -> Self {
        Self { program: self.program - before.program, postgres: self.postgres - before.postgres }
    }
}

/// A line of `/proc/<process>/stat`, in ticks.
struct Times {
    parent: u32,
    own: f64,
    of_ended_children: f64,
}

impl Times {
    fn of(process: &str) -> Option<Self> {
        let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The process name may contain any character, so parse from its closing parenthesis on.
        let (_, after_name) = line.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<f64>().ok();
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            own: number(11)? + number(12)?,
            of_ended_children: number(13)? + number(14)?,
        })
    }
}

fn processes() -> impl Iterator<Item = String> {
    let all = fs::read_dir("/proc").expect("Linux tells about processes");
    all.filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with(|first: char| first.is_ascii_digit()))
}
