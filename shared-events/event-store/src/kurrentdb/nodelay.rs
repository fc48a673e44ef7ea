//! Turns off Nagle's algorithm on the client's connections.
//!
//! The `kurrentdb` crate 1.2.0 leaves it on, and sends each request in two small packets. The second one waits until
//! the server has acknowledged the first, which takes 40 ms on an otherwise idle connection. The crate gives no access
//! to its sockets, so this finds them among the process's own: on Linux a process can get a second handle to each of
//! its sockets. On other systems calls are slow but correct.

use std::{collections::BTreeSet, fs, net::TcpStream};

use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};

/// Turns off Nagle's algorithm on all connections of this process to one of these ports.
pub(super) fn send_at_once(ports: &BTreeSet<u16>) -> std::io::Result<()> {
    let ourselves = pidfd_open(getpid(), PidfdFlags::empty())?;
    for entry in fs::read_dir("/proc/self/fd")? {
        let path = entry?.path();
        let is_socket = fs::read_link(&path).is_ok_and(|to| to.to_string_lossy().starts_with("socket:"));
        let number = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
        let Some(number) = number.filter(|_| is_socket) else { continue };
        // The socket may have been closed in the meantime.
        let Ok(handle) = pidfd_getfd(&ourselves, number, PidfdGetfdFlags::empty()) else { continue };
        let connection = TcpStream::from(handle);
        if connection.peer_addr().is_ok_and(|peer| ports.contains(&peer.port())) {
            connection.set_nodelay(true)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn connections_to_other_ports_keep_their_setting() {
        let (one, other) =
            (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
        let connect = |to: &TcpListener| TcpStream::connect(to.local_addr().unwrap()).unwrap();
        let (wanted, unwanted) = (connect(&one), connect(&other));
        send_at_once(&[one.local_addr().unwrap().port()].into()).unwrap();
        assert_eq!((wanted.nodelay().unwrap(), unwanted.nodelay().unwrap()), (true, false));
    }
}
