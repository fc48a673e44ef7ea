//! The networks of trusted proxies, and the true client address of a request.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
    sync::Arc,
};

use axum::http::{HeaderMap, HeaderName, header};
use serde::{Deserialize, Deserializer, de::Error};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A network: the addresses that share a prefix. IPv4 addresses are stored as IPv6 addresses in `::ffff:0:0/96`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    bits: u128,
    mask: u128,
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        mapped(address) & self.mask == self.bits
    }
}

fn mapped(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}

impl FromStr for Network {
    type Err = String;

    /// Parses `10.0.0.0/8`, `fd00::/8` or a single address.
    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("{text:?} is neither an IP address nor a network such as 10.0.0.0/8");
        let (address, prefix) = text.split_once('/').map_or((text, None), |(one, other)| (one, Some(other)));
        let address: IpAddr = address.parse().map_err(|_| refused())?;
        let (width, outside) = if address.is_ipv4() { (32, 96) } else { (128, 0) };
        let prefix: u32 = prefix.map_or(Ok(width), str::parse).map_err(|_| refused())?;
        if prefix > width {
            return Err(refused());
        }
        let mask = u128::MAX.checked_shl(128 - outside - prefix).unwrap_or(0);
        Ok(Self { bits: mapped(address) & mask, mask })
    }
}

/// A set of networks. Cheap to clone. A setting has it as a list, or as a string with commas between the networks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Arc<[Network]>);

impl Networks {
    /// Whether one of the networks contains the address.
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// The client address of a request. It is the peer of the connection, unless the peer is a trusted proxy. Then it
    /// is the last untrusted address of `X-Forwarded-For` (or of `Forwarded`, if that is missing), because the client
    /// may have invented everything to the left of it.
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
        if self.0.is_empty() || !self.contain(peer.ip()) {
            return peer;
        }
        let mut client = peer;
        for hop in hops(headers).into_iter().rev() {
            // An address that cannot be parsed ends the search, because the entries before it cannot be trusted.
            let Some(address) = hop else { break };
            client = SocketAddr::new(address, 0);
            if !self.contain(address) {
                break;
            }
        }
        client
    }
}

impl FromStr for Networks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split([',', ' '])
            .filter(|part| !part.is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl<'de> Deserialize<'de> for Networks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            List(Vec<String>),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::List(networks) => networks.join(","),
            Written::Text(text) => text,
        };
        text.parse().map_err(D::Error::custom)
    }
}

/// The addresses that proxies have added, the nearest proxy's last; `None` for one that cannot be parsed.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let (name, read): (_, fn(&str) -> Option<IpAddr>) = match headers.contains_key(&X_FORWARDED_FOR) {
        true => (X_FORWARDED_FOR, address),
        false => (header::FORWARDED, forwarded_for),
    };
    // Split the header as bytes: a client may send any bytes, and these must not hide the proxies' entries.
    let hops = headers.get_all(name).into_iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    hops.map(|hop| str::from_utf8(hop).ok().and_then(read)).collect()
}

/// The `for` parameter of an element of `Forwarded` (RFC 7239).
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    address(value.trim().trim_matches('"'))
}

/// An address with or without a port, IPv6 with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(bracketed).map(|address: IpAddr| address.to_canonical())
}

/// The part of an address that identifies a caller. For IPv6 it is the /64 network, because a household has all of its
/// addresses.
pub fn household(address: IpAddr) -> IpAddr {
    prefix(address, 64)
}

/// The part of an address that limits count by. For IPv6 it is the /48 network, the most that providers give to one
/// customer: a limit by /64 alone would hold for each of its 65,536 networks.
pub fn site(address: IpAddr) -> IpAddr {
    prefix(address, 48)
}

/// The network of an IPv6 address with this prefix length; an IPv4 address as it is.
fn prefix(address: IpAddr, length: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << (128 - length)))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(trusted: &str, peer: &str, lines: &[(&'static str, &str)]) -> String {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        let trusted: Networks = trusted.parse().unwrap();
        trusted.client(SocketAddr::new(peer.parse().unwrap(), 4711), &headers).ip().to_string()
    }

    #[test]
    fn networks_are_parsed_and_contain_their_addresses() {
        let networks: Networks = "10.0.0.0/8, 192.0.2.7,fd00::/8".parse().unwrap();
        for inside in ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "fd12::1"] {
            assert!(networks.contain(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["11.0.0.1", "192.0.2.8", "fe80::1", "::a01:203"] {
            assert!(!networks.contain(outside.parse().unwrap()), "{outside}");
        }
        let all: Networks = "0.0.0.0/0".parse().unwrap();
        assert!(all.contain("203.0.113.9".parse().unwrap()) && !all.contain("2001:db8::1".parse().unwrap()));
        for odd in ["10.0.0.0/33", "10.0.0/8", "proxy.example", "10.0.0.0/", "::/129", "10.0.0.0/-1"] {
            assert!(odd.parse::<Networks>().is_err(), "{odd}");
        }
    }

    #[test]
    fn settings_have_networks_as_a_list_or_as_a_text() {
        let read = |json: &str| serde_json::from_str::<Networks>(json).map_err(|error| error.to_string());
        assert_eq!(read(r#"["10.0.0.0/8", "::1"]"#), read(r#""10.0.0.0/8,::1""#));
        assert_eq!(read("[]"), Ok(Networks::default()));
        assert!(read(r#"["nginx"]"#).unwrap_err().contains("nginx"));
    }

    #[test]
    fn a_client_cannot_choose_its_address() {
        let forged = [("x-forwarded-for", "198.51.100.1")];
        assert_eq!(client("", "203.0.113.9", &forged), "203.0.113.9", "there is no proxy");
        assert_eq!(client("10.0.0.0/8", "203.0.113.9", &forged), "203.0.113.9", "it is not a proxy");
        let appended = [("x-forwarded-for", "198.51.100.1, 203.0.113.9")];
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &appended), "203.0.113.9");
        let lines = [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "203.0.113.9,10.0.0.2")];
        assert_eq!(client("10.0.0.0/8", "10.0.0.1", &lines), "203.0.113.9", "two proxies, two lines");
        let both = [("x-forwarded-for", "203.0.113.9"), ("forwarded", "for=198.51.100.1")];
        assert_eq!(client("10.0.0.1", "10.0.0.1", &both), "203.0.113.9");
    }

    #[test]
    fn a_client_cannot_hide_its_address_behind_invalid_bytes() {
        let trusted: Networks = "10.0.0.0/8".parse().unwrap();
        for line in
            [&b"\xff, 203.0.113.9"[..], b"198.51.100.1\x80,203.0.113.9, 10.0.0.2", b"\xc3\xa9,203.0.113.9"]
        {
            let mut headers = HeaderMap::new();
            headers.append(X_FORWARDED_FOR, HeaderValue::from_bytes(line).unwrap());
            let client = trusted.client("10.0.0.1:4711".parse().unwrap(), &headers);
            assert_eq!(client.ip().to_string(), "203.0.113.9", "{line:?}");
        }
    }

    #[test]
    fn forwarded_is_used_when_there_is_no_x_forwarded_for() {
        let lines = [("forwarded", "for=198.51.100.1, For=\"[2001:db8::7]:4711\";proto=https")];
        assert_eq!(client("10.0.0.1", "10.0.0.1", &lines), "2001:db8::7");
    }

    #[test]
    fn forwarded_addresses_are_parsed_in_all_their_spellings() {
        for (hop, expected) in [
            ("203.0.113.9:80", "203.0.113.9"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("2001:db8::7", "2001:db8::7"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("unknown", "10.0.0.1"),
            ("", "10.0.0.1"),
            ("198.51.100.1, unknown", "10.0.0.1"),
            ("10.0.0.9, 10.0.0.8", "10.0.0.9"),
        ] {
            assert_eq!(client("10.0.0.0/8", "10.0.0.1", &[("x-forwarded-for", hop)]), expected, "{hop}");
        }
    }

    #[test]
    fn callers_are_distinguished_by_household() {
        let of = |text: &str| household(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[test]
    fn limits_count_by_site() {
        let of = |text: &str| site(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1::");
        assert_eq!(of("2001:db8:1:ffff::1"), "2001:db8:1::", "another network of the same customer");
        assert_eq!(of("2001:db8:2:2::1"), "2001:db8:2::");
    }
}
