//! Tests the refusal of a pooler in transaction mode, with a small one of our own.

#![expect(clippy::unwrap_used, reason = "test helpers may panic")]

use std::sync::Arc;

use postgres_kit::{Limits, parse, refuse_pooler};
use test_support::TestDatabase;
use tokio::{
    io::{self, AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
    sync::Mutex,
    task::JoinSet,
};

/// The code in a client's first message that asks for TLS.
const TLS_REQUEST: u32 = 80_877_103;

/// The only session of the server, and what it said when it began.
struct Session {
    server: UnixStream,
    greeting: Option<Vec<u8>>,
}

/// Reads the answers of the server until it waits for the next statement.
async fn answers(server: &mut UnixStream) -> io::Result<Vec<u8>> {
    let mut answers = Vec::new();
    loop {
        let kind = server.read_u8().await?;
        let length = server.read_u32().await?;
        let mut body = vec![0; usize::try_from(length).unwrap() - 4];
        server.read_exact(&mut body).await?;
        answers.push(kind);
        answers.extend(length.to_be_bytes());
        answers.extend(body);
        if kind == b'Z' {
            return Ok(answers);
        }
    }
}

/// Gives the session to a client for each of its transactions.
async fn serve(mut client: TcpStream, session: Arc<Mutex<Session>>) -> io::Result<()> {
    let first = loop {
        let length = client.read_u32().await?;
        let mut body = vec![0; usize::try_from(length).unwrap() - 4];
        client.read_exact(&mut body).await?;
        if body == TLS_REQUEST.to_be_bytes() {
            client.write_all(b"N").await?;
            continue;
        }
        break [&length.to_be_bytes()[..], &body].concat();
    };
    {
        let session = &mut *session.lock().await;
        if session.greeting.is_none() {
            session.server.write_all(&first).await?;
            session.greeting = Some(answers(&mut session.server).await?);
        }
        client.write_all(session.greeting.as_ref().unwrap()).await?;
    }
    let mut transaction = Vec::new();
    loop {
        let kind = client.read_u8().await?;
        let length = client.read_u32().await?;
        let mut body = vec![0; usize::try_from(length).unwrap() - 4];
        client.read_exact(&mut body).await?;
        if kind == b'X' {
            return Ok(());
        }
        transaction.push(kind);
        transaction.extend(length.to_be_bytes());
        transaction.extend(body);
        if kind == b'Q' || kind == b'S' {
            let session = &mut *session.lock().await;
            session.server.write_all(&std::mem::take(&mut transaction)).await?;
            client.write_all(&answers(&mut session.server).await?).await?;
        }
    }
}

#[tokio::test]
async fn a_pooler_in_transaction_mode_is_refused_and_the_server_itself_is_not() {
    let database = TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await;
    let direct = parse(&database.url()).unwrap();
    refuse_pooler(&direct, &Limits::default()).await.unwrap();

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let socket = direct.get_socket().unwrap().join(format!(".s.PGSQL.{}", direct.get_port()));
    let session = Session { server: UnixStream::connect(socket).await.unwrap(), greeting: None };
    let session = Arc::new(Mutex::new(session));
    let mut clients = JoinSet::new();
    clients.spawn(async move {
        let mut served = JoinSet::new();
        loop {
            let (client, _) = listener.accept().await.unwrap();
            served.spawn(serve(client, session.clone()));
        }
    });
    let name = direct.get_database().unwrap();
    let user = direct.get_username();
    let pooled = parse(&format!("postgres://{user}@127.0.0.1:{port}/{name}?sslmode=disable")).unwrap();
    let refused = refuse_pooler(&pooled, &Limits::default()).await.unwrap_err().to_string();
    let begin = format!("Postgres at 127.0.0.1:{port} is behind a pooler in transaction mode; ");
    assert!(refused.starts_with(&begin), "{refused}");
}
