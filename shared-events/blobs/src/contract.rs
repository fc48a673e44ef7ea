//! The contract suite of file stores, which runs on each of them.

use bytes::Bytes;
use futures_util::TryStreamExt;
use service_kit::{Clock, SystemClock};
use shared_events::upload::{Kind, Media};

use crate::{
    name::BlobName,
    store::{Found, Listed, Span, Store},
    testing::owner,
};

/// The size of a file that comes in many pieces.
const FIVE_MEGABYTES: usize = 5 * 1024 * 1024;

fn name(kind: Kind, whose: u128, secret: u128) -> BlobName {
    BlobName { kind, owner: owner(whose), secret: secret.to_be_bytes(), small: false, media: Media::WebP }
}

async fn read(found: Option<Found>) -> (u64, std::ops::Range<u64>, Vec<u8>) {
    let Found { size, range, content } = found.expect("the file is there");
    let pieces: Vec<Bytes> = content.try_collect().await.expect("the store reads what it has");
    (size, range, pieces.concat())
}

/// Runs the whole suite on an empty store.
pub(crate) async fn holds(store: &Store) {
    the_first_owner_keeps_the_store(store).await;
    files_are_listed(store).await;
    a_stored_file_is_found(store).await;
    parts_can_be_read(store).await;
    a_missing_file_is_no_error(store).await;
    a_file_of_five_megabytes_is_stored_completely(store).await;
    deleting_an_accounts_files_leaves_other_accounts_files(store).await;
    many_at_once(store).await;
}

async fn the_first_owner_keeps_the_store(store: &Store) {
    for owner in ["one", "another"] {
        assert_eq!(store.claim(owner).await.unwrap(), "one");
    }
}

async fn files_are_listed(store: &Store) {
    assert_eq!(store.list().try_collect::<Vec<_>>().await.unwrap(), []);
    let files =
        [name(Kind::ProductImage, 5, 1), name(Kind::Certificate, 6, 1), name(Kind::BusinessPhoto, 5, 2)];
    for file in &files {
        store.put(file, file.to_string().into()).await.unwrap();
    }
    let mut found: Vec<Listed> = store.list().try_collect().await.unwrap();
    found.sort_by_key(|file| file.name.secret);
    found.sort_by_key(|file| file.name.owner);
    let listed: Vec<(BlobName, u64)> = found.iter().map(|file| (file.name, file.size)).collect();
    let size = |file: &BlobName| file.to_string().len() as u64;
    assert_eq!(listed, [files[0], files[2], files[1]].map(|file| (file, size(&file))));
    let age = SystemClock.now() - found[0].stored_at;
    assert!(age.abs() < chrono::TimeDelta::minutes(5), "{age}");
    for file in &files {
        store.delete(file).await.unwrap();
    }
}

async fn a_stored_file_is_found(store: &Store) {
    let (one, two) = (name(Kind::ProductImage, 1, 1), name(Kind::Certificate, 1, 1));
    store.put(&one, Bytes::from_static(b"one")).await.unwrap();
    store.put(&two, Bytes::from_static(b"two")).await.unwrap();
    assert_eq!(read(store.get(&one, None).await.unwrap()).await, (3, 0..3, b"one".to_vec()));
    assert_eq!(read(store.get(&two, None).await.unwrap()).await, (3, 0..3, b"two".to_vec()));
    assert!(store.exists(&one).await.unwrap());
    assert!(!store.exists(&one.in_size(true)).await.unwrap());
    store.put(&one, Bytes::from_static(b"more")).await.unwrap();
    assert_eq!(read(store.get(&one, None).await.unwrap()).await.2, b"more");
    store.delete(&one).await.unwrap();
    assert!(store.get(&one, None).await.unwrap().is_none());
    assert!(store.exists(&two).await.unwrap(), "its neighbour stays");
}

async fn parts_can_be_read(store: &Store) {
    let file = name(Kind::BusinessPhoto, 1, 2);
    store.put(&file, Bytes::from_static(b"0123456789")).await.unwrap();
    for (span, range, text) in [
        (Span::From(4), 4..10, "456789"),
        (Span::Last(3), 7..10, "789"),
        (Span::Between(2, 3), 2..4, "23"),
        (Span::Between(8, 900), 8..10, "89"),
        (Span::From(10), 10..10, ""),
        (Span::Between(40, 50), 10..10, ""),
    ] {
        let part = read(store.get(&file, Some(span)).await.unwrap()).await;
        assert_eq!(part, (10, range, text.as_bytes().to_vec()), "{span:?}");
    }
}

async fn a_missing_file_is_no_error(store: &Store) {
    let nothing = name(Kind::ProductImage, 1, 404);
    assert!(store.get(&nothing, None).await.unwrap().is_none());
    assert!(store.get(&nothing, Some(Span::From(0))).await.unwrap().is_none());
    assert!(!store.exists(&nothing).await.unwrap());
    store.delete(&nothing).await.unwrap();
    assert_eq!(store.delete_all_of(owner(404)).await.unwrap(), 0);
}

async fn a_file_of_five_megabytes_is_stored_completely(store: &Store) {
    let file = name(Kind::Certificate, 1, 5);
    let content: Bytes = (0..FIVE_MEGABYTES).map(|at| (at % 251) as u8).collect();
    store.put(&file, content.clone()).await.unwrap();
    let (size, _, kept) = read(store.get(&file, None).await.unwrap()).await;
    assert_eq!(size, FIVE_MEGABYTES as u64);
    assert!(kept == content);
}

async fn deleting_an_accounts_files_leaves_other_accounts_files(store: &Store) {
    let files = |whose| Kind::ALL.map(|kind| [name(kind, whose, 1), name(kind, whose, 2)]).concat();
    for file in [files(7), files(77)].concat() {
        store.put(&file, Bytes::from_static(b"x")).await.unwrap();
    }
    assert_eq!(store.delete_all_of(owner(7)).await.unwrap(), 6);
    assert_eq!(store.delete_all_of(owner(7)).await.unwrap(), 0);
    for file in files(7) {
        assert!(!store.exists(&file).await.unwrap());
    }
    for file in files(77) {
        assert!(store.exists(&file).await.unwrap());
    }
}

async fn many_at_once(store: &Store) {
    let files: Vec<BlobName> = (100..140).map(|secret| name(Kind::ProductImage, 3, secret)).collect();
    let put = |file: BlobName| async move { store.put(&file, file.to_string().into()).await };
    futures_util::future::try_join_all(files.iter().copied().map(put)).await.unwrap();
    for file in files {
        assert_eq!(read(store.get(&file, None).await.unwrap()).await.2, file.to_string().as_bytes());
    }
}

mod stores {
    use std::{
        fs,
        io::{Read, Write},
        net::TcpStream,
        os::unix::fs::PermissionsExt,
        path::Path,
        sync::Arc,
    };

    use object_store::memory::InMemory;
    use test_support::PythonPart;

    use super::*;
    use crate::settings::{Settings, folder};

    /// A server that speaks S3's protocol, with a bucket `market`.
    fn s3_server() -> PythonPart {
        let server = PythonPart::start("moto.server", &["-H", "127.0.0.1", "-p", "{port}"]);
        let mut connection = TcpStream::connect(server.address()).expect("it accepts connections");
        let request =
            "PUT /market HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        connection.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        server
    }

    fn s3(server: &PythonPart, url: &str) -> Store {
        let settings = Settings {
            url: url.to_owned(),
            endpoint: format!("http://{}", server.address()),
            region: "us-east-1".to_owned(),
            access_key_id: "id".to_owned(),
            secret_access_key: "secret".to_owned(),
        };
        Store::new(settings.store(Path::new("/nonexistent")).expect("the settings are right"))
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn s3_obeys_the_contract() {
        let server = s3_server();
        holds(&s3(&server, "s3://market/shop/one")).await;
        holds(&s3(&server, "s3://market")).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_missing_bucket_is_unavailable() {
        let server = s3_server();
        let file = name(Kind::ProductImage, 1, 1);
        let put = s3(&server, "s3://nowhere").put(&file, Bytes::from_static(b"x")).await;
        assert!(put.unwrap_err().to_string().starts_with("uploaded files are not available: "));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_server_that_does_not_answer_is_unavailable_soon() {
        let server = s3_server();
        let store = s3(&server, "s3://market");
        drop(server);
        let began = std::time::Instant::now();
        assert!(store.exists(&name(Kind::ProductImage, 1, 1)).await.is_err());
        assert!(began.elapsed() < std::time::Duration::from_secs(13), "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn memory_obeys_the_contract() {
        holds(&Store::new(Arc::new(InMemory::new()))).await;
    }

    #[tokio::test]
    async fn a_folder_obeys_the_contract() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("deep/uploads");
        holds(&Store::new(folder(&path).unwrap())).await;
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "nobody else on the machine reads certificates");
    }

    #[tokio::test]
    async fn a_reopened_folder_has_its_files() {
        let data = tempfile::tempdir().unwrap();
        let file = name(Kind::ProductImage, 1, 1);
        let open = || Store::new(folder(data.path()).unwrap());
        open().put(&file, Bytes::from_static(b"kept")).await.unwrap();
        assert_eq!(read(open().get(&file, None).await.unwrap()).await.2, b"kept");
        assert!(data.path().join(file.to_string()).is_file(), "files lie where their names say");
    }

    #[tokio::test]
    async fn a_deleted_folder_is_unavailable() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("uploads");
        let store = Store::new(folder(&path).unwrap());
        fs::remove_dir(&path).unwrap();
        fs::write(&path, "a file").unwrap();
        let file = name(Kind::ProductImage, 1, 1);
        assert!(store.put(&file, Bytes::from_static(b"x")).await.is_err());
    }
}
