//! Which network addresses a message may go to. A merchant names the address of a webhook, so without this guard the
//! program would send requests into the operator's own network (SSRF).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The hosts that webhooks may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only hosts of the internet, over TLS.
    Public,
    /// Any host, also without TLS: for development, and for shops whose receivers are in their own network.
    Private,
}

impl Reach {
    /// Whether a message may go to this network address.
    pub(crate) fn allows(self, address: IpAddr) -> bool {
        self == Self::Private || is_public(address)
    }

    /// Whether public DNS can have this name. Where it leads is checked when the connection is made.
    pub(crate) fn allows_name(self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        let is_name = host.split('.').all(|label| (1..=MAX_LABEL).contains(&label.len()));
        let top = host.rsplit_once('.').map(|(_, top)| top);
        let is_public =
            top.is_some_and(|top| !NON_PUBLIC_TOPS.iter().any(|private| top.eq_ignore_ascii_case(private)));
        is_name && host.len() <= MAX_NAME && (is_public || self == Self::Private)
    }
}

/// The most characters between two dots of a name (RFC 1035).
const MAX_LABEL: usize = 63;
/// The most characters of a name (RFC 1035 allows 255 octets, of which the written form lacks two).
const MAX_NAME: usize = 253;
/// Top-level domains that public DNS does not have: for private networks (RFC 6761; RFC 6762 and its appendix G; ICANN
/// reserved `internal` in 2024), for tests (RFC 6761), and for names that are resolved in another way (RFC 7686, RFC 9476).
/// `arpa` is for infrastructure and for `home.arpa` (RFC 8375).
const NON_PUBLIC_TOPS: [&str; 13] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "arpa",
    "test",
    "invalid",
    "onion",
    "alt",
];

/// Whether an address belongs to the internet: it is not private, local, shared, reserved, for documentation or for many
/// receivers (IANA's registries of special-purpose addresses).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b));
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, ..] = address.segments();
    // Addresses that carry one of version 4 lead where that one does.
    if let Some(v4) = address.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    if first == 0x2002 {
        let [a, b] = second.to_be_bytes();
        let [c, d] = third.to_be_bytes();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    // Only 2000::/3 is given out. In it, 2001::/23 is for protocols, 2001:db8::/32 and 3fff::/20 for documentation.
    let is_global = first & 0xe000 == 0x2000;
    let special =
        (first == 0x2001 && (second < 0x200 || second == 0x0db8)) || (first == 0x3fff && second < 0x1000);
    is_global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_go_to_the_internet_only() {
        for public in ["93.184.215.14", "8.8.8.8", "100.63.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(Reach::Public.allows(public.parse().unwrap()), "{public}");
        }
        for special in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001:db8::1",
            "64:ff9b::a00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "2002:7f00:1::",
            "2001::1",
            "3fff::1",
        ] {
            let address = special.parse().unwrap();
            assert!(!Reach::Public.allows(address) && Reach::Private.allows(address), "{special}");
        }
    }

    #[test]
    fn names_of_public_dns_have_a_public_top_and_whole_labels() {
        for name in ["till.example", "TILL.Example.", "a-1.b.c.shop", "xn--mnchen-3ya.example"] {
            assert!(Reach::Public.allows_name(name) && Reach::Private.allows_name(name), "{name}");
        }
        for name in
            ["till", "till.local", "router.LAN.", "host.home.arpa", "a.corp", "till.invalid", "a.onion"]
        {
            assert!(!Reach::Public.allows_name(name) && Reach::Private.allows_name(name), "{name}");
        }
        let long = format!("{}.example", "a".repeat(MAX_LABEL + 1));
        let longest = format!("{}example", "a.".repeat(123));
        assert!(Reach::Public.allows_name(&longest) && Reach::Public.allows_name(&format!("{longest}.")));
        let longer = format!("a{longest}");
        for name in ["", ".", "..", "a..example", ".example", "till.example..", &long, &longer] {
            assert!(!Reach::Public.allows_name(name) && !Reach::Private.allows_name(name), "{name}");
        }
    }
}
