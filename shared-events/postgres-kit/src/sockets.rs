//! Keepalives and a limit for unacknowledged data on the sockets of connections to Postgres.
//!
//! sqlx lets nobody near its sockets, so they are looked for among those of this process: Linux gives a process a second
//! handle of its own sockets.

use std::{fs, io, net::TcpStream, sync::Once, time::Duration};

use rustix::{
    io::Errno,
    process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open},
};
use socket2::{SockRef, TcpKeepalive};
use sqlx::postgres::PgConnectOptions;

/// A silent connection is asked after this time,
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
/// again at this interval,
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// and is given up after so many questions without an answer.
const KEEPALIVE_COUNT: u32 = 3;
/// A connection is given up when sent data is not acknowledged for this time.
const USER_TIMEOUT: Duration = Duration::from_secs(20);

/// Logged once: the cause lasts for as long as the process.
static LOGGED: Once = Once::new();

/// Makes the operating system notice that the server is gone. Where that is forbidden, deadlines alone notice.
pub(crate) async fn watch(database: &PgConnectOptions) {
    if database.get_socket().is_some() {
        return;
    }
    let port = database.get_port();
    // It looks through the files that this process has open: not on a thread on which others wait.
    let watching = tokio::task::spawn_blocking(move || set_keepalives(port)).await;
    if let Ok(Err(error)) = watching {
        LOGGED.call_once(|| {
            tracing::warn!(
                %error,
                "connections to Postgres send no keepalives: a container must allow pidfd_open and pidfd_getfd"
            );
        });
    }
}

/// Sets keepalives on all TCP connections of this process to this port that have none yet.
fn set_keepalives(port: u16) -> io::Result<()> {
    let keepalive = TcpKeepalive::new()
        .with_time(KEEPALIVE_IDLE)
        .with_interval(KEEPALIVE_INTERVAL)
        .with_retries(KEEPALIVE_COUNT);
    let ourselves = pidfd_open(getpid(), PidfdFlags::empty())?;
    for entry in fs::read_dir("/proc/self/fd")? {
        let path = entry?.path();
        let is_socket = fs::read_link(&path).is_ok_and(|to| to.to_string_lossy().starts_with("socket:"));
        let number = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
        let Some(number) = number.filter(|_| is_socket) else { continue };
        let handle = match pidfd_getfd(&ourselves, number, PidfdGetfdFlags::empty()) {
            // It has been closed in the meantime.
            Err(Errno::BADF) => continue,
            handle => handle?,
        };
        let connection = TcpStream::from(handle);
        if connection.peer_addr().is_ok_and(|peer| peer.port() == port) {
            let socket = SockRef::from(&connection);
            if !socket.keepalive()? {
                socket.set_tcp_keepalive(&keepalive)?;
                socket.set_tcp_user_timeout(Some(USER_TIMEOUT))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn connections_to_the_port_are_watched_and_others_are_left_alone() {
        let (one, other) =
            (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
        let connect = |to: &TcpListener| TcpStream::connect(to.local_addr().unwrap()).unwrap();
        let (watched, left_alone) = (connect(&one), connect(&other));
        set_keepalives(one.local_addr().unwrap().port()).unwrap();
        let (watched, left_alone) = (SockRef::from(&watched), SockRef::from(&left_alone));
        assert!(watched.keepalive().unwrap());
        assert_eq!(watched.tcp_keepalive_time().unwrap(), KEEPALIVE_IDLE);
        assert_eq!(watched.tcp_user_timeout().unwrap(), Some(USER_TIMEOUT));
        assert!(!left_alone.keepalive().unwrap());
        assert_eq!(left_alone.tcp_user_timeout().unwrap(), None);
    }
}
