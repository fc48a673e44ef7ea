//! The query string of `GET /admin/audit`.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::Deserialize;
use service_kit::Problem;
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        KnownFormat, RefOr, Schema, SchemaFormat,
        schema::{AnyOfBuilder, ObjectBuilder, Type},
    },
};
use uuid::Uuid;

use crate::{
    http::{
        lenient::NumberOrText,
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::Page,
    queries::audit::Filter,
};

/// All parameters are optional. An invalid time is refused, because ignoring it would give wrong results.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditQuery {
    /// The type of the subject: `merchant`, `user`, `product`, `order`, `checkout`, `view`, `parked-stream`,
    /// `parked-step`, `person` or `webhook`.
    r#type: Option<String>,
    /// The decision: `approved`, `rejected`, `disputed`, …
    action: Option<String>,
    /// The actor: an account's id, an e-mail address, or the name of a part of the system.
    pub(super) actor: Option<String>,
    /// The subject's id.
    subject: Option<String>,
    /// A merchant's id: entries about the account, its products and its orders.
    merchant: Option<String>,
    /// The earliest day (UTC) or time.
    #[param(value_type = Option<DayOrMoment>, inline)]
    from: Option<String>,
    /// The latest day (UTC) or time.
    #[param(value_type = Option<DayOrMoment>, inline)]
    to: Option<String>,
    /// Shows the audit as it was at this time, or at the end of this day (UTC).
    #[param(value_type = Option<DayOrMoment>, inline)]
    as_of: Option<String>,
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the totals are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
    /// `csv`: all matching entries as a file, whatever page is requested. Any other value: JSON.
    pub(super) format: Option<String>,
}

impl AuditQuery {
    pub(super) fn page(&self) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
    }

    /// All restrictions except the actor. An id that is not a UUID matches no entry.
    pub(super) fn filter(&self) -> Result<Filter, Problem> {
        let text = |text: &Option<String>| given(text).map(str::to_owned);
        let id = |text: &Option<String>| given(text).map(|id| id.parse().unwrap_or(Uuid::nil()));
        let [from, to, as_of] = [("from", &self.from), ("to", &self.to), ("asOf", &self.as_of)]
            .map(|(name, text)| span(name, text));
        let (to, as_of) = (to?.map(|span| span.until), as_of?.map(|span| span.until));
        Ok(Filter {
            subject_type: text(&self.r#type),
            action: text(&self.action),
            actor: None,
            subject: id(&self.subject),
            merchant: id(&self.merchant),
            from: from?.map(|span| span.from),
            until: to.into_iter().chain(as_of).min(),
        })
    }
}

/// A half-open time span: it ends before `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: DateTime<Utc>,
    pub(super) until: DateTime<Utc>,
}

/// The span of a parameter: a whole day, or one microsecond.
pub(super) fn span(name: &str, text: &Option<String>) -> Result<Option<Span>, Problem> {
    let Some(text) = given(text) else { return Ok(None) };
    let refused = || {
        let example = "a day like 2026-11-21 or a moment like 2026-11-21T14:05:00Z";
        Problem::field(name, format!("{name} must be {example}"))
    };
    if let Ok(day) = text.parse::<NaiveDate>() {
        if !(0..=9999).contains(&day.year()) {
            return Err(refused());
        }
        let next = day.checked_add_days(Days::new(1)).ok_or_else(refused)?;
        let [from, until] = [day, next].map(|day| day.and_time(NaiveTime::MIN).and_utc());
        return Ok(Some(Span { from, until }));
    }
    // The query string decodes an unescaped plus sign as a blank.
    let moment = DateTime::parse_from_rfc3339(&text.replace(' ', "+")).map_err(|_| refused())?;
    let from = moment.to_utc();
    let until = from.checked_add_signed(TimeDelta::microseconds(1)).ok_or_else(refused)?;
    Ok(Some(Span { from, until }))
}

/// A query parameter that is a day or a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct DayOrMoment;

impl PartialSchema for DayOrMoment {
    fn schema() -> RefOr<Schema> {
        let text = |format| {
            ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(format)))
        };
        AnyOfBuilder::new().item(text(KnownFormat::Date)).item(text(KnownFormat::DateTime)).into()
    }
}

impl ToSchema for DayOrMoment {}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> DateTime<Utc> {
        text.parse().expect("a moment")
    }

    fn query(from: &str, to: &str, as_of: &str) -> Result<Filter, Problem> {
        let [from, to, as_of] = [from, to, as_of].map(|text| Some(text.to_owned()));
        AuditQuery { from, to, as_of, ..AuditQuery::default() }.filter()
    }

    #[test]
    fn a_day_is_a_whole_day_and_a_moment_is_one_microsecond() {
        let filter = query("2026-11-20", "2026-11-21", "").unwrap();
        assert_eq!(filter.from, Some(moment("2026-11-20T00:00:00Z")));
        assert_eq!(filter.until, Some(moment("2026-11-22T00:00:00Z")));
        let filter = query("2026-11-20T10:00:00+02:00", "2026-11-21T10:00:00 02:00", "").unwrap();
        assert_eq!(filter.from, Some(moment("2026-11-20T08:00:00Z")));
        assert_eq!(filter.until, Some(moment("2026-11-21T08:00:00.000001Z")));
    }

    #[test]
    fn the_earlier_of_to_and_as_of_ends_the_span() {
        let end = Some(moment("2026-11-21T00:00:00Z"));
        assert_eq!(query("", "2026-11-20", "2026-12-01").unwrap().until, end);
        assert_eq!(query("", "2026-12-01", "2026-11-20").unwrap().until, end);
        assert_eq!(query(" ", "", "").unwrap().until, None);
    }

    #[test]
    fn an_invalid_time_is_refused_with_the_parameters_name() {
        for text in
            ["yesterday", "2026-02-30", "2026-11-21T25:00:00Z", "2026-11-21T10:00", "-1", "+10000-01-01"]
        {
            assert!(query(text, "", "").is_err() && query("", text, "").is_err(), "{text}");
            assert!(query("", "", text).is_err(), "{text}");
        }
        assert!(query("0000-01-01", "9999-12-31", "9999-12-31T23:59:59Z").is_ok());
    }
}
