//! A small reverse proxy that behaves like nginx in the points that matter here: it uses the instances in turn, keeps
//! connections open, and sends a request to another instance only if the first one refused the connection. A request
//! that was sent and not answered has failed.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// An HTTP message: its head with the empty line, and its body.
struct Message {
    head: String,
    body: Vec<u8>,
}

impl Message {
    /// Reads a message whose length is known; `None` at the end of the connection.
    fn read(from: &mut BufReader<TcpStream>) -> std::io::Result<Option<Self>> {
        let mut head = String::new();
        loop {
            if from.read_line(&mut head)? == 0 {
                return if head.is_empty() {
                    Ok(None)
                } else {
                    Err(std::io::ErrorKind::UnexpectedEof.into())
                };
            }
            if head.ends_with("\r\n\r\n") {
                break;
            }
        }
        let mut message = Self { head, body: Vec::new() };
        if let Some(length) = message.header("content-length") {
            message.body = vec![0; length.parse().expect("a length")];
            from.read_exact(&mut message.body)?;
        } else if message.header("transfer-encoding").is_some() {
            while message.read_chunk(from)? {}
        }
        Ok(Some(message))
    }

    /// Reads a chunk; returns whether there are more.
    fn read_chunk(&mut self, from: &mut BufReader<TcpStream>) -> std::io::Result<bool> {
        let mut size = String::new();
        from.read_line(&mut size)?;
        let length = usize::from_str_radix(size.trim(), 16).map_err(std::io::Error::other)?;
        let mut chunk = vec![0; length + 2];
        from.read_exact(&mut chunk)?;
        self.body.extend_from_slice(size.as_bytes());
        self.body.extend_from_slice(&chunk);
        Ok(length > 0)
    }

    fn header(&self, name: &str) -> Option<String> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim().to_lowercase())
        })
    }

    fn write(&self, to: &mut TcpStream) -> std::io::Result<()> {
        to.write_all(&[self.head.as_bytes(), &self.body].concat())
    }
}

/// An instance with its idle connections.
struct Upstream {
    address: SocketAddr,
    idle: Mutex<Vec<BufReader<TcpStream>>>,
}

impl Upstream {
    /// An idle connection that is still open, otherwise a new one.
    fn connection(&self) -> std::io::Result<BufReader<TcpStream>> {
        while let Some(kept) = self.idle.lock().expect("no panic").pop() {
            // nginx is notified when a connection closes. This balancer has to look.
            kept.get_ref().set_nonblocking(true)?;
            let open = kept
                .get_ref()
                .peek(&mut [0])
                .is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
            kept.get_ref().set_nonblocking(false)?;
            if open {
                return Ok(kept);
            }
        }
        let stream = TcpStream::connect(self.address)?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }

    fn ask(&self, mut connection: BufReader<TcpStream>, request: &Message) -> std::io::Result<Message> {
        request.write(connection.get_mut())?;
        let answer = Message::read(&mut connection)?.ok_or(std::io::ErrorKind::UnexpectedEof)?;
        if answer.header("connection").as_deref() != Some("close") {
            self.idle.lock().expect("no panic").push(connection);
        }
        Ok(answer)
    }
}

/// Starts a balancer for these instances, which runs until the test ends; returns its address.
pub(super) fn start(instances: &[SocketAddr]) -> SocketAddr {
    let upstream = |address: &SocketAddr| Upstream { address: *address, idle: Mutex::default() };
    let upstreams: Arc<Vec<Upstream>> = Arc::new(instances.iter().map(upstream).collect());
    let turn = Arc::new(AtomicUsize::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let (upstreams, turn) = (upstreams.clone(), turn.clone());
            // An error means that the client has disconnected.
            thread::spawn(move || forward(client, &upstreams, &turn));
        }
    });
    address
}

fn forward(client: TcpStream, upstreams: &[Upstream], turn: &AtomicUsize) -> std::io::Result<()> {
    client.set_nodelay(true)?;
    let mut client = BufReader::new(client);
    while let Some(request) = Message::read(&mut client)? {
        let first = turn.fetch_add(1, Ordering::Relaxed);
        let in_turn = (0..upstreams.len()).map(|next| &upstreams[(first + next) % upstreams.len()]);
        let connected = in_turn
            .map(|upstream| (upstream, upstream.connection()))
            .find_map(|(upstream, connection)| Some((upstream, connection.ok()?)));
        let answer = match connected {
            Some((upstream, connection)) => {
                upstream.ask(connection, &request).map_err(|error| error.to_string())
            }
            None => Err("every instance refuses connections".to_owned()),
        };
        let answer = answer.unwrap_or_else(|reason| Message {
            head: format!("HTTP/1.1 502 Bad Gateway\r\ncontent-length: {}\r\n\r\n", reason.len()),
            body: reason.into_bytes(),
        });
        answer.write(client.get_mut())?;
        if answer.header("connection").as_deref() == Some("close") {
            // The instance has closed the connection. The client notices, and connects again.
            return Ok(());
        }
    }
    Ok(())
}
