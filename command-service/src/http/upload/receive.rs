//! Shared by the uploads: receives one file of a form in chunks, up to the limit, and stores it.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequest, Multipart, Request, multipart::MultipartError},
    http::{HeaderMap, StatusCode, header},
};
use blobs::{BlobError, Blobs, PutError, Stored};
use bytes::{Bytes, BytesMut};
use domain::{
    account::Account,
    stall,
    upload::{self, MAX_FILE_BYTES},
};
use service_kit::{Code, Problem, caller::Caller};
use shared_events::{
    Position,
    upload::{Kind, Media},
};
use utoipa::openapi::{
    KnownFormat, Object, ObjectBuilder, RefOr, Schema, SchemaFormat, Type, schema::SchemaType,
};

use crate::{
    App,
    application::{CommandAttempt, Failure, Loaded, Writer, load, quotas::keep_file},
    limits::Limits,
};

/// The largest body: a file and the form around it.
pub(super) const BODY_LIMIT: usize = MAX_FILE_BYTES + 64 * 1024;
/// The longest file name that is passed on, in characters.
const MAX_FILE_NAME_LENGTH: usize = 120;

/// What receiving a file needs.
#[derive(Clone)]
pub(crate) struct UploadPorts {
    pub(super) writer: Writer,
    limits: Arc<Limits>,
    pub(super) blobs: Blobs,
}

impl FromRef<App> for UploadPorts {
    fn from_ref(app: &App) -> Self {
        Self { writer: app.writer.clone(), limits: app.limits.clone(), blobs: app.blobs.clone() }
    }
}

/// A file that was stored.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) stored: Stored,
    /// Its original name, by which people recognise it.
    pub(super) original_name: String,
    /// The account before the upload.
    pub(super) account: Account,
    /// Position in the log of the account's last event.
    pub(super) position: Position,
}

/// Stores the file in this field of a merchant's form.
pub(super) async fn receive(
    ports: &UploadPorts,
    attempt: &CommandAttempt,
    merchant: &Caller,
    kind: Kind,
    field: &'static str,
    request: Request,
) -> Result<Received, Problem> {
    let loaded = load::<Account, Problem>(&ports.writer.log, merchant.account.uuid()).await;
    let Loaded { state: account, position, .. } =
        loaded.map_err(|failure| failure.into_problem(|problem| problem))?;
    account.active().ok_or_else(Problem::unauthenticated)?;
    let admitted = ports.limits.uploads.admit(merchant.account, attempt.clock.now());
    admitted.map_err(|retry_in| Problem::too_many("Too many uploads. Please try again later.", retry_in))?;
    let (bytes, original_name) = file(request, field).await?;
    let size = bytes.len() as u64;
    let keep = async {
        let media = upload::check_type(kind, Media::of(&bytes))?;
        Ok::<_, NotKept>(ports.blobs.put(kind, media, merchant.account, &*attempt.ids, bytes).await?)
    };
    let stored = keep_file(&ports.writer.turns, &ports.blobs, &account, merchant.account, size, keep).await;
    let stored = stored.map_err(|error| refused(error, field))?.map_err(no_room)?;
    Ok(Received { stored, original_name, account, position })
}

fn no_room(refusal: stall::keep_file::Refusal) -> Problem {
    Problem::new(Code::Conflict, refusal.to_string())
}

/// Why a file was not stored.
#[derive(Debug, thiserror::Error)]
enum NotKept {
    #[error(transparent)]
    Refused(#[from] upload::Refusal),
    #[error(transparent)]
    NotStored(#[from] PutError),
}

impl From<BlobError> for NotKept {
    fn from(error: BlobError) -> Self {
        Self::NotStored(error.into())
    }
}

fn refused(error: NotKept, field: &'static str) -> Problem {
    match error {
        NotKept::Refused(upload::Refusal::TooLarge) => too_large(),
        NotKept::Refused(refusal) => Problem::new(Code::UnsupportedMedia, refusal.to_string()),
        NotKept::NotStored(PutError::Picture(why)) => Problem::field(field, why.to_string()),
        NotKept::NotStored(PutError::Store(why)) => {
            Failure::<Problem>::Unavailable(why.to_string()).into_problem(|problem| problem)
        }
    }
}

/// The one file of a form, and its name. Other fields are skipped.
async fn file(request: Request, wanted: &'static str) -> Result<(Bytes, String), Problem> {
    judge_by_headers(request.headers())?;
    let form = Multipart::from_request(request, &()).await;
    let mut form = form.map_err(|_| malformed())?;
    let mut found = None;
    while let Some(mut field) = form.next_field().await.map_err(|error| broken(&error))? {
        let Some(name) = field.file_name().map(plain) else { continue };
        if field.name() != Some(wanted) {
            let text = format!("Please send the file in the field {wanted}");
            return Err(Problem::field(wanted, text));
        }
        if found.is_some() {
            return Err(Problem::field(wanted, "Please upload one file at a time"));
        }
        let mut bytes = BytesMut::new();
        while let Some(piece) = field.chunk().await.map_err(|error| broken(&error))? {
            if bytes.len() + piece.len() > MAX_FILE_BYTES {
                return Err(too_large());
            }
            bytes.extend_from_slice(&piece);
        }
        found = Some((bytes.freeze(), name));
    }
    match found {
        None => Err(Problem::field(wanted, "Please choose a file to upload")),
        Some((bytes, _)) if bytes.is_empty() => Err(Problem::field(wanted, "The file is empty")),
        Some(file) => Ok(file),
    }
}

/// Refuses a request that is not a form, or whose declared size exceeds the limit.
fn judge_by_headers(headers: &HeaderMap) -> Result<(), Problem> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !header(header::CONTENT_TYPE).trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Err(Problem::new(Code::UnsupportedMedia, "Please send the file as multipart/form-data"));
    }
    let length = header(header::CONTENT_LENGTH).parse();
    if length.is_ok_and(|length: u64| length > BODY_LIMIT as u64) { Err(too_large()) } else { Ok(()) }
}

fn too_large() -> Problem {
    Problem::new(Code::TooLarge, upload::Refusal::TooLarge.to_string())
}

fn malformed() -> Problem {
    Problem::new(Code::Malformed, "The form could not be read. Please try again.")
}

fn broken(error: &MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { too_large() } else { malformed() }
}

/// A file name without folders and invisible characters.
fn plain(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let seen = last.chars().filter(|letter| !letter.is_control() && !is_direction(*letter));
    seen.take(MAX_FILE_NAME_LENGTH).collect::<String>().trim().to_owned()
}

/// Whether the character changes the direction of text, which makes `fdp.exe` read as `exe.pdf`.
const fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The OpenAPI schema of a form with one file.
pub(super) fn form_schema(field: &str, description: &str) -> RefOr<Schema> {
    let file: Object = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
        .description(Some(description))
        .build();
    ObjectBuilder::new().property(field, file).required(field).build().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_loses_folders_and_invisible_characters() {
        for (name, plain_name) in [
            ("certificate.pdf", "certificate.pdf"),
            ("C:\\Users\\mia\\Öko Zertifikat.pdf", "Öko Zertifikat.pdf"),
            ("../../etc/passwd", "passwd"),
            ("a\u{0}b\r\nc.pdf", "abc.pdf"),
            ("\u{202e}fdp.exe", "fdp.exe"),
            ("", ""),
            ("/", ""),
        ] {
            assert_eq!(plain(name), plain_name);
        }
        assert_eq!(plain(&"ö".repeat(500)).chars().count(), MAX_FILE_NAME_LENGTH);
    }
}
