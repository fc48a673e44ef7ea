//! Uploaded pictures and certificates. The first byte says what the file is for.

use std::sync::LazyLock;

use blobs::Blobs;
use bytes::Bytes;
use service_kit::SystemIds;
use shared_events::{
    ids::AccountId,
    upload::{Kind, Media},
};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().build().expect("a runtime"));

pub fn run(input: &[u8]) {
    let Some((purpose, file)) = input.split_first() else { return };
    let kind = match purpose % 3 {
        0 => Kind::ProductImage,
        1 => Kind::BusinessPhoto,
        _ => Kind::Certificate,
    };
    let Some(media) = Media::of(file) else { return };
    let (blobs, owner) = (Blobs::in_memory(), AccountId::new(Uuid::nil()));
    RUNTIME.block_on(async {
        if let Ok(stored) = blobs.put(kind, media, owner, &SystemIds, Bytes::copy_from_slice(file)).await {
            let usage = blobs.usage_of(owner).await.expect("a store in memory");
            assert!(Blobs::is_own(&stored.url(), kind, owner), "{usage:?}");
        }
    });
}
