//! What an API key may be used for.

use std::{fmt, str::FromStr};

/// A group of calls that an API key may make. Events and views store its name as a text, so that an older program can
/// read the keys of a newer one: a name that it does not know permits nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Read the merchant's products.
    ProductsRead,
    /// List, change and remove the merchant's products, and upload their pictures.
    ProductsWrite,
    /// Read the merchant's orders and reports.
    OrdersRead,
    /// Move the merchant's orders on.
    OrdersWrite,
    /// Read the webhooks and their deliveries.
    WebhooksRead,
    /// Make, change and remove webhooks, and have messages sent again.
    WebhooksWrite,
}

impl Scope {
    /// All scopes, in the order in which people see them.
    pub const ALL: [Self; 6] = [
        Self::ProductsRead,
        Self::ProductsWrite,
        Self::OrdersRead,
        Self::OrdersWrite,
        Self::WebhooksRead,
        Self::WebhooksWrite,
    ];

    /// Its name in requests, events and descriptions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ProductsRead => "products:read",
            Self::ProductsWrite => "products:write",
            Self::OrdersRead => "orders:read",
            Self::OrdersWrite => "orders:write",
            Self::WebhooksRead => "webhooks:read",
            Self::WebhooksWrite => "webhooks:write",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text names no scope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such scope: {0:?}")]
pub struct UnknownScope(String);

impl FromStr for Scope {
    type Err = UnknownScope;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|scope| scope.as_str() == name)
            .ok_or_else(|| UnknownScope(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scopes_name_survives_the_round_trip() {
        for scope in Scope::ALL {
            assert_eq!(scope.to_string().parse(), Ok(scope));
        }
        assert!("orders".parse::<Scope>().is_err());
    }
}
