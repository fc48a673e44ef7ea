//! Parses the addresses of Postgres servers, and formats them for error messages.

use sqlx::postgres::PgConnectOptions;

/// An address that does not belong to a Postgres server. The message never contains the address, because that may
/// contain a password.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The address belongs to another kind of server.
    #[error("the address of a Postgres server begins with postgres:// or postgresql://, not with {0:?}")]
    OtherScheme(String),
    /// The text is not an address.
    #[error("the address of a Postgres server looks like postgres://user:password@host:5432/database: {0}")]
    Malformed(String),
}

/// Parses an address such as `postgres://user:password@host:5432/database?sslmode=verify-full`.
///
/// # Errors
/// When the text is not the address of a Postgres server.
pub fn parse(url: &str) -> Result<PgConnectOptions, AddressError> {
    let url = url.trim();
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    if !["postgres", "postgresql"].contains(&scheme) {
        return Err(match scheme {
            "" => AddressError::Malformed("it has no scheme".to_owned()),
            other => AddressError::OtherScheme(format!("{other}://")),
        });
    }
    // To verify certificates, sqlx needs a process-wide cryptography provider. If one is installed already, it stays.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    url.parse().map_err(|error: sqlx::Error| AddressError::Malformed(error.to_string()))
}

/// The name of a server in messages: `host:port`, or the folder of its socket.
pub fn address(database: &PgConnectOptions) -> String {
    match database.get_socket() {
        Some(folder) => format!("{}:{}", folder.display(), database.get_port()),
        None => format!("{}:{}", database.get_host(), database.get_port()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_another_kind_of_server_is_refused_with_its_scheme() {
        let error = parse("mysql://root:secret@db.example/shop").unwrap_err().to_string();
        assert!(error.contains("mysql://") && !error.contains("secret"), "{error}");
        for odd in ["db.example/shop", "", "postgres//db"] {
            assert!(matches!(parse(odd), Err(AddressError::Malformed(_))), "{odd}");
        }
        let error = parse("postgres://me:secret@db.example:no/shop").unwrap_err().to_string();
        assert!(error.contains("port") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn a_server_is_named_by_host_and_port_or_by_its_socket() {
        let named = |url: &str| address(&parse(url).unwrap());
        assert_eq!(named("postgres://me:secret@db.example/shop"), "db.example:5432");
        assert_eq!(named("postgresql://me@10.0.0.1:6000/shop"), "10.0.0.1:6000");
        assert_eq!(named("postgres://me@localhost:5433/shop?host=%2Frun%2Fpg"), "/run/pg:5433");
    }
}
