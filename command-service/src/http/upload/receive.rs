//! Shared by the uploads: receives one file of a form in chunks, up to the limit, and stores it.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequest, Multipart, Request, multipart::MultipartError},
    http::{HeaderMap, StatusCode, header},
};
use blobs::{BlobError, Blobs, PutError, Stored, Uploader};
use bytes::{Bytes, BytesMut};
use domain::{
    account::{Account, choose_business_photo::Refusal},
    form::FieldRefusal,
    stall::keep_file,
    upload::{self, MAX_FILE_BYTES},
};
use service_kit::caller::Caller;
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
    client_address::ClientAddress,
    http::refusal::{TooMany, refusals},
    limits::Limits,
};

/// The largest body: a file and the form around it.
pub(in crate::http) const BODY_LIMIT: usize = MAX_FILE_BYTES + 64 * 1024;
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
    /// The original name, by which people recognize the file.
    pub(super) original_name: String,
    /// The account before the upload.
    pub(super) account: Account,
    /// Position in the log of the account's last event.
    pub(super) position: Position,
}

/// Why a file is not stored.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotReceived {
    /// The account was deactivated.
    #[error("Please log in to continue")]
    LoggedOut,
    #[error("Please send the file as multipart/form-data")]
    NotAForm,
    #[error("The form could not be read. Please try again.")]
    Malformed,
    #[error(transparent)]
    File(#[from] upload::Refusal),
    /// The form has not exactly one file, or a picture cannot be read.
    #[error(transparent)]
    Field(#[from] FieldRefusal),
    #[error(transparent)]
    NoRoom(#[from] keep_file::Refusal),
    #[error(transparent)]
    TooMany(#[from] TooMany),
}

/// Stores the file in this field of a merchant's form.
pub(super) async fn receive(
    ports: &UploadPorts,
    attempt: &CommandAttempt,
    merchant: &Caller,
    kind: Kind,
    field: &'static str,
    request: Request,
) -> Result<Received, Failure<NotReceived>> {
    let refused = Failure::Refused;
    let Loaded { state: account, position, .. } = load(&ports.writer.log, merchant.account.uuid()).await?;
    Account::active(&account).ok_or(refused(NotReceived::LoggedOut))?;
    let admitted = ports.limits.uploads.admit(merchant.account, attempt.clock.now());
    let admitted = admitted.map_err(TooMany::saying("Too many uploads. Please try again later."));
    admitted.map_err(|limit| refused(limit.into()))?;
    let ClientAddress(address) = ClientAddress::of(request.extensions());
    let uploader = Uploader { account: merchant.account, address };
    let (bytes, original_name) = file(request, field).await.map_err(refused)?;
    let size = bytes.len() as u64;
    let keep = async {
        let media = upload::check_type(kind, Media::of(&bytes))?;
        Ok::<_, NotKept>(ports.blobs.put(kind, media, uploader, &*attempt.ids, bytes).await?)
    };
    let stored = keep_file(&ports.writer.turns, &ports.blobs, &account, merchant.account, size, keep).await;
    let stored = stored.map_err(|error| not_kept(error, field))?;
    let stored = stored.map_err(|no_room| refused(no_room.into()))?;
    Ok(Received { stored, original_name, account, position })
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

fn not_kept(error: NotKept, field: &'static str) -> Failure<NotReceived> {
    let refused = |text: String| Failure::Refused(FieldRefusal::new(field, text).into());
    match error {
        NotKept::Refused(refusal) => Failure::Refused(refusal.into()),
        NotKept::NotStored(PutError::Picture(why)) => refused(why.to_string()),
        NotKept::NotStored(PutError::Document(why)) => refused(why.to_string()),
        NotKept::NotStored(PutError::Store(why)) => Failure::Unavailable(why.to_string()),
    }
}

refusals! {
    Refused from NotReceived {
        NotReceived::LoggedOut => Unauthenticated when "Not logged in",
        NotReceived::NotAForm => UnsupportedMedia when "Not a form",
        NotReceived::File(upload::Refusal::NotAPicture | upload::Refusal::NotACertificate) =>
            UnsupportedMedia when "Not a picture by its bytes",
        NotReceived::Malformed => Malformed when "Not a form that can be read",
        NotReceived::File(upload::Refusal::TooLarge) => TooLarge when "More than 5 MB",
        NotReceived::Field(fault) => Invalid.in_fields([fault]) when
            "No file, several, an empty one, a damaged picture, one that takes too much memory, or a locked PDF",
        NotReceived::NoRoom(_) =>
            Conflict when "The merchant is not approved and has 100 MB of files, or 2,500 files",
        NotReceived::TooMany(limit) => TooMany.retry_in(limit.retry_in) when "More than 200 uploads in an hour",
    }
    from Refusal {
        Refusal::NotFound => Unauthenticated.saying("Please log in to continue") when "Not logged in",
        Refusal::NotAMerchant => Forbidden when "Not a merchant",
    }
}

/// The only file of a form, and its name. Other fields are skipped.
async fn file(request: Request, wanted: &'static str) -> Result<(Bytes, String), NotReceived> {
    let refused = |text: String| NotReceived::from(FieldRefusal::new(wanted, text));
    judge_by_headers(request.headers())?;
    let form = Multipart::from_request(request, &()).await;
    let mut form = form.map_err(|_| NotReceived::Malformed)?;
    let mut found = None;
    while let Some(mut field) = form.next_field().await.map_err(|error| broken(&error))? {
        let Some(name) = field.file_name().map(plain) else { continue };
        if field.name() != Some(wanted) {
            return Err(refused(format!("Please send the file in the field {wanted}")));
        }
        if found.is_some() {
            return Err(refused("Please upload one file at a time".to_owned()));
        }
        let mut bytes = BytesMut::new();
        while let Some(piece) = field.chunk().await.map_err(|error| broken(&error))? {
            upload::check_size(bytes.len() + piece.len())?;
            bytes.extend_from_slice(&piece);
        }
        found = Some((bytes.freeze(), name));
    }
    match found {
        None => Err(refused("Please choose a file to upload".to_owned())),
        Some((bytes, _)) if bytes.is_empty() => Err(refused("The file is empty".to_owned())),
        Some(file) => Ok(file),
    }
}

/// Refuses a request that is not a form, or whose declared size exceeds the limit.
fn judge_by_headers(headers: &HeaderMap) -> Result<(), NotReceived> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !header(header::CONTENT_TYPE).trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Err(NotReceived::NotAForm);
    }
    let length = header(header::CONTENT_LENGTH).parse();
    if length.is_ok_and(|length: u64| length > BODY_LIMIT as u64) {
        Err(upload::Refusal::TooLarge.into())
    } else {
        Ok(())
    }
}

fn broken(error: &MultipartError) -> NotReceived {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => upload::Refusal::TooLarge.into(),
        _ => NotReceived::Malformed,
    }
}

/// The file name without folders and invisible characters.
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
