//! The network address of a request's client: what limits count by, and what tells visitors apart.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{Extensions, request::Parts},
};
use service_kit::{
    error_answers::ErrorAnswers,
    network::{household, site},
};

/// The client's network address, reduced to the part that limits count by (see [`site`]). Behind a trusted proxy, it is
/// the address that the proxy states. `None` if the server does not know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

/// The client's network address, reduced to the part that tells visitors apart (see [`household`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientHousehold(pub(crate) Option<IpAddr>);

impl ErrorAnswers for ClientAddress {}

impl ErrorAnswers for ClientHousehold {}

impl ClientAddress {
    pub(crate) fn of(extensions: &Extensions) -> Self {
        Self(client(extensions).map(site))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientHousehold {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(client(&parts.extensions).map(household)))
    }
}

fn client(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip())
}
