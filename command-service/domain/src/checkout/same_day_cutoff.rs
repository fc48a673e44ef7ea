//! The cut-off for same-day delivery.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use places::local_time::local_time;
use shared_events::{Personal, shop::DeliveryMethod};

use super::Seller;
use crate::account::business_form::DEFAULT_SAME_DAY_CUTOFF;

impl Seller {
    /// Whether an order at this time is too late for same-day delivery. The cut-off is in the merchant's time
    /// zone; US Eastern time if the place is unknown.
    pub fn is_too_late_today(&self, at: DateTime<Utc>) -> bool {
        let cutoff =
            NaiveTime::parse_from_str(&self.same_day_cutoff, "%H:%M").unwrap_or(DEFAULT_SAME_DAY_CUTOFF);
        self.local_time(at).time() >= cutoff
    }

    /// The day that an order of this time is promised for, in the merchant's time zone. Only same-day delivery
    /// promises a day.
    pub(super) fn promised_for(&self, method: DeliveryMethod, at: DateTime<Utc>) -> Option<NaiveDate> {
        (method == DeliveryMethod::SameDayDelivery).then(|| self.local_time(at).date())
    }

    fn local_time(&self, at: DateTime<Utc>) -> NaiveDateTime {
        let address = self.address.as_ref().and_then(Personal::get);
        let state = address.map_or("", |address| address.state.as_str());
        let (latitude, longitude) = self.place().unwrap_or_default();
        local_time(at, &state.to_ascii_uppercase(), latitude, longitude)
    }
}

#[cfg(test)]
mod tests {
    use shared_events::shop::DeliveryMethod;

    use crate::checkout::{Offer, testing::offer};

    #[test]
    fn the_promised_day_is_the_merchants() {
        let promised = |method, at: &str| {
            offer(1).seller.promised_for(method, at.parse().unwrap()).map(|day| day.to_string())
        };
        let same_day = |at| promised(DeliveryMethod::SameDayDelivery, at);
        assert_eq!(same_day("2026-11-22T04:59:59Z").as_deref(), Some("2026-11-21"));
        assert_eq!(same_day("2026-11-22T05:00:00Z").as_deref(), Some("2026-11-22"));
        for method in [DeliveryMethod::Pickup, DeliveryMethod::StandardDelivery] {
            assert_eq!(promised(method, "2026-11-22T05:00:00Z"), None);
        }
    }

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
