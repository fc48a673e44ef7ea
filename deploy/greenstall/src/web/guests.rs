//! The third parties that pages may load from, and the content security policy that says so.

/// The third parties that pages may load from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guests {
    /// No third party.
    None,
    /// Stripe, whose script must come from its own site, and whose form is a frame in our page.
    Stripe,
}

impl Guests {
    /// The content security policy. Scripts and styles come from this site and its guests only and are never inline,
    /// but Stripe's script adds styles at run time. Only Stripe's form may be a frame.
    pub(super) const fn policy(self) -> &'static str {
        match self {
            Self::None => {
                "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                 font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Stripe => {
                "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; \
                 style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https://*.stripe.com; font-src 'self'; \
                 connect-src 'self' https://api.stripe.com; \
                 frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; \
                 worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_allows_no_inline_script_and_no_framing() {
        for guests in [Guests::None, Guests::Stripe] {
            let policy = guests.policy();
            let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
            assert!(!scripts.contains("unsafe"), "{scripts}");
            assert!(policy.contains("frame-ancestors 'none'"));
            // The service worker is ours, even where other sites' scripts are allowed.
            assert!(policy.contains("worker-src 'self';") && policy.contains("manifest-src 'self';"));
            // A frame would run the scripts of a PDF file that a merchant has uploaded.
            assert!(!policy.contains("frame-src blob:"));
            assert_eq!(policy.contains("stripe.com"), guests == Guests::Stripe);
            assert_eq!(policy.contains("'unsafe-inline'"), guests == Guests::Stripe);
        }
    }
}
