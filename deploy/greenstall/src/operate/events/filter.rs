//! The filter options of `events tail` and `events find`.

use chrono::{DateTime, Utc};
use clap::Args;
use query_service::operations::EventFilter;
use shared_events::{StreamId, events::CATEGORIES};
use uuid::Uuid;

use crate::{
    Outcome,
    operate::usage::{moment, usage},
};

/// Selects the events that match all given options.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Filter {
    /// Only events of this stream, such as order-0199c0de-0000-7000-8000-000000000000
    #[arg(long, value_name = "STREAM")]
    stream: Option<StreamId>,
    /// Only events of streams of this category, such as order; may be given several times
    #[arg(long, value_name = "CATEGORY")]
    category: Vec<String>,
    /// Only events of this type, such as OrderPlaced; may be given several times
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// Only events of the request with this correlation id
    #[arg(long, value_name = "ID")]
    correlation: Option<Uuid>,
    /// Only events that the command or event with this id has directly caused
    #[arg(long, value_name = "ID")]
    causation: Option<Uuid>,
    /// Only events recorded at this time or later: 2026-11-21 or 2026-11-21T08:15:00Z (UTC)
    #[arg(long, value_name = "TIME", value_parser = moment)]
    since: Option<DateTime<Utc>>,
    /// Only events recorded before this time
    #[arg(long, value_name = "TIME", value_parser = moment)]
    until: Option<DateTime<Utc>>,
}

impl Filter {
    /// The filter in the form that the reports use.
    ///
    /// # Errors
    /// When a category does not exist.
    pub(crate) fn wanted(&self) -> Outcome<EventFilter> {
        let known = |name: &String| category(name);
        Ok(EventFilter {
            stream: self.stream.clone(),
            categories: self.category.iter().map(known).collect::<Outcome<_>>()?,
            types: self.types.clone(),
            correlation: self.correlation,
            causation: self.causation,
            since: self.since,
            until: self.until,
        })
    }
}

/// Parses the name of a category.
///
/// # Errors
/// When no category has this name.
pub(super) fn category(name: &str) -> Outcome<&'static str> {
    CATEGORIES
        .iter()
        .copied()
        .find(|known| *known == name)
        .ok_or_else(|| usage(format!("there is no category {name}; there are: {}", CATEGORIES.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_category_is_refused_with_a_list_of_the_known_ones() {
        let of = |name: &str| Filter { category: vec![name.to_owned()], ..Filter::default() };
        assert_eq!(of("order").wanted().unwrap().categories, ["order"]);
        assert!(of("ordr").wanted().unwrap_err().to_string().contains("account, apikey, checkout"));
        assert_eq!(Filter::default().wanted().unwrap(), EventFilter::default());
    }
}
