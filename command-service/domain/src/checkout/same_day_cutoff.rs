//! The cut-off for same-day delivery.

use chrono::{DateTime, NaiveTime, Utc};
use places::local_time::local_time;
use shared_events::Personal;

use super::Seller;
use crate::account::business_form::DEFAULT_SAME_DAY_CUTOFF;

impl Seller {
    /// Whether an order at this time is too late for same-day delivery. The cut-off is in the merchant's time
    /// zone; US Eastern time if the place is unknown.
    pub fn is_too_late_today(&self, at: DateTime<Utc>) -> bool {
        let address = self.address.as_ref().and_then(Personal::get);
        let state = address.map_or("", |address| address.state.as_str());
        let (latitude, longitude) = self.place().unwrap_or_default();
        let cutoff =
            NaiveTime::parse_from_str(&self.same_day_cutoff, "%H:%M").unwrap_or(DEFAULT_SAME_DAY_CUTOFF);
        local_time(at, &state.to_ascii_uppercase(), latitude, longitude).time() >= cutoff
    }
}

#[cfg(test)]
mod tests {
    use crate::checkout::{Offer, testing::offer};

    #[test]
    fn same_day_cutoff_is_in_the_merchants_time_zone() {
        let too_late = |offer: &Offer, at: &str| offer.seller.is_too_late_today(at.parse().unwrap());
        let burlington = offer(1);
        // 2 PM in Vermont, in winter and in summer.
        for (winter, summer, late) in [
            ("2026-11-21T18:59:59Z", "2026-07-01T17:59:59Z", false),
            ("2026-11-21T19:00:00Z", "2026-07-01T18:00:00Z", true),
            ("2026-11-22T04:59:59Z", "2026-07-02T03:59:59Z", true),
            ("2026-11-22T05:00:00Z", "2026-07-02T04:00:00Z", false),
        ] {
            assert_eq!(too_late(&burlington, winter), late, "{winter}");
            assert_eq!(too_late(&burlington, summer), late, "{summer}");
        }
        let mut early = offer(1);
        early.seller.same_day_cutoff = "09:30".to_owned();
        assert!(!too_late(&early, "2026-11-21T14:29:00Z"));
        assert!(too_late(&early, "2026-11-21T14:30:00Z"));
        let mut odd = offer(1);
        odd.seller.same_day_cutoff = "noon".to_owned();
        odd.seller.address = None;
        assert!(!too_late(&odd, "2026-11-21T18:59:00Z") && too_late(&odd, "2026-11-21T19:00:00Z"));
    }
}
