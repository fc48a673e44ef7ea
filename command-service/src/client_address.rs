//! The network address of a request's client.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use service_kit::{error_answers::ErrorAnswers, network::household};

/// The client's network address, reduced to the part that identifies a client (see [`household`]). Behind a trusted
/// proxy, it is the address that the proxy states. `None` if the server does not know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

impl ErrorAnswers for ClientAddress {}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let socket = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self(socket.map(|ConnectInfo(address)| household(address.ip()))))
    }
}
