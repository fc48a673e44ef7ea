//! The settings of the file store.

use std::{fmt, fs, os::unix::fs::DirBuilderExt, path::Path, sync::Arc, time::Duration};

use object_store::{
    BackoffConfig, ClientOptions, ObjectStore, RetryConfig, aws::AmazonS3Builder, local::LocalFileSystem,
    path::Path as StorePath, prefix::PrefixStore,
};
use serde::Deserialize;

use crate::store::BlobError;

/// The folder for files inside the data folder.
const UPLOADS_FOLDER: &str = "uploads";
/// Time limits for S3 to accept a connection and to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a request to S3 is retried. With more retries, callers would wait too long.
const RETRIES: usize = 2;

/// The settings of the file store.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// `s3://bucket/prefix`, or empty for a folder in the data folder.
    pub url: String,
    /// The URL of the S3 server; empty for Amazon's.
    pub endpoint: String,
    /// The bucket's region; if empty, `AWS_REGION` is used.
    pub region: String,
    /// The access key's id; if empty, `AWS_ACCESS_KEY_ID` or the machine's own role is used.
    pub access_key_id: String,
    /// The secret access key; if empty, `AWS_SECRET_ACCESS_KEY` is used.
    pub secret_access_key: String,
}

impl fmt::Debug for Settings {
    /// Formats the settings without the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { url, endpoint, region, .. } = self;
        f.debug_struct("Settings")
            .field("url", url)
            .field("endpoint", endpoint)
            .field("region", region)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// Opens the store that the settings name. Creates the folder, but sends nothing to S3 yet.
    pub(crate) fn store(&self, data_dir: &Path) -> Result<Arc<dyn ObjectStore>, BlobError> {
        if self.url.is_empty() { folder(&data_dir.join(UPLOADS_FOLDER)) } else { self.s3() }
    }

    fn s3(&self) -> Result<Arc<dyn ObjectStore>, BlobError> {
        let wrong = |why: String| BlobError::Settings(format!("setting blobs.url = \"{}\": {why}", self.url));
        let place = self.url.strip_prefix("s3://").ok_or_else(|| wrong("it must begin with s3://".into()))?;
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        if bucket.is_empty() {
            return Err(wrong("the name of the bucket is missing".into()));
        }
        let prefix = StorePath::parse(prefix.trim_matches('/')).map_err(|error| wrong(error.to_string()))?;
        let client = ClientOptions::new().with_connect_timeout(CONNECT_TIMEOUT).with_timeout(ANSWER_TIMEOUT);
        let retry = RetryConfig {
            max_retries: RETRIES,
            retry_timeout: ANSWER_TIMEOUT,
            backoff: BackoffConfig::default(),
        };
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .with_client_options(client)
            .with_allow_http(self.endpoint.starts_with("http://"))
            .with_retry(retry);
        if !self.endpoint.is_empty() {
            builder = builder.with_endpoint(&self.endpoint);
        }
        if !self.region.is_empty() {
            builder = builder.with_region(&self.region);
        }
        if !self.access_key_id.is_empty() {
            builder = builder
                .with_access_key_id(&self.access_key_id)
                .with_secret_access_key(&self.secret_access_key);
        }
        let store = builder.build().map_err(|error| wrong(error.to_string()))?;
        Ok(if prefix.as_ref().is_empty() {
            Arc::new(store)
        } else {
            Arc::new(PrefixStore::new(store, prefix))
        })
    }
}

/// Opens a store in this folder, which is created if it is missing. A file is acknowledged when it is on the disk.
pub(crate) fn folder(path: &Path) -> Result<Arc<dyn ObjectStore>, BlobError> {
    let telling = |why: &dyn std::fmt::Display| {
        BlobError::Settings(format!("the folder of uploads {}: {why}", path.display()))
    };
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(|error| telling(&error))?;
    let store = LocalFileSystem::new_with_prefix(path).map_err(|error| telling(&error))?;
    Ok(Arc::new(store.with_fsync(true).with_automatic_cleanup(false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str) -> String {
        let settings =
            Settings { url: url.to_owned(), region: "us-east-1".to_owned(), ..Settings::default() };
        settings.store(Path::new("/nonexistent")).unwrap_err().to_string()
    }

    #[test]
    fn an_invalid_address_is_reported_with_its_setting() {
        assert_eq!(refused("/srv/blobs"), "setting blobs.url = \"/srv/blobs\": it must begin with s3://");
        assert_eq!(
            refused("s3:///prefix"),
            "setting blobs.url = \"s3:///prefix\": the name of the bucket is missing"
        );
    }

    #[test]
    fn a_bucket_is_opened_without_a_request() {
        for url in ["s3://market", "s3://market/", "s3://market/shop/one/"] {
            let settings = Settings {
                url: url.to_owned(),
                region: "eu-central-1".to_owned(),
                access_key_id: "id".to_owned(),
                secret_access_key: "secret".to_owned(),
                ..Settings::default()
            };
            settings.store(Path::new("/nonexistent")).unwrap();
        }
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_named() {
        let error = Settings::default().store(Path::new("/proc/nothing")).unwrap_err().to_string();
        assert!(error.starts_with("the folder of uploads /proc/nothing/uploads: "), "{error}");
    }
}
