//! Whom pages may load from, and the policy that says so.

/// Whom pages may load from, besides us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guests {
    /// Nobody.
    None,
    /// Stripe: its script must come from itself, and its form is a page of its own inside ours.
    Stripe,
}

impl Guests {
    /// Scripts come from us and our guests alone and are never inline, and neither are our styles. Stripe's script adds
    /// styles to the page at run time. Only Stripe's form is in a frame.
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
            // The offline page's worker is ours, even where scripts of others are allowed.
            assert!(policy.contains("worker-src 'self';") && policy.contains("manifest-src 'self';"));
            // A frame would run the scripts of a PDF that a merchant has uploaded.
            assert!(!policy.contains("frame-src blob:"));
            assert_eq!(policy.contains("stripe.com"), guests == Guests::Stripe);
            assert_eq!(policy.contains("'unsafe-inline'"), guests == Guests::Stripe);
        }
    }
}
