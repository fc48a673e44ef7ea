//! Sets keepalives and a limit for unacknowledged data on the sockets of Postgres connections.
//!
//! sqlx gives no access to its sockets, so this finds them among the process's own: on Linux a process can get a second
//! handle to each of its sockets.

use std::{fs, io, net::TcpStream, sync::Once, time::Duration};

use rustix::{
    io::Errno,
    process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open},
};
use socket2::{SockRef, TcpKeepalive};
use sqlx::postgres::PgConnectOptions;

/// The idle time before the first keepalive probe.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
/// The interval between probes.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// A connection is given up after this many unanswered probes.
const KEEPALIVE_COUNT: u32 = 3;
/// A connection is given up when sent data is unacknowledged for this long.
const USER_TIMEOUT: Duration = Duration::from_secs(20);

/// The failure is logged once, because its cause lasts as long as the process.
static LOGGED: Once = Once::new();

/// Makes the operating system detect a dead server. Where that is not permitted, only deadlines detect it.
pub(crate) async fn watch(database: &PgConnectOptions) {
    if database.get_socket().is_some() {
        return;
    }
    let port = database.get_port();
    // This scans the process's open files, which would block other tasks of an async thread.
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

/// Sets keepalives on the TCP connections of this process to this port that have none.
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
            // The socket has been closed in the meantime.
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
    fn only_connections_to_the_port_get_keepalives() {
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
