//! The query parameters of lists without pagination members.

use serde::Deserialize;
use utoipa::IntoParams;

use super::lenient::NumberOrText;
use crate::model::Page;

/// Page size of a list with pagination members when the request gives no `limit`.
pub(super) const DEFAULT_PAGE_SIZE: u64 = 20;
/// The largest page of such a list.
pub(super) const MAX_PAGE_SIZE: u64 = 100;
/// The largest page of a list without pagination members.
const MAX_LIST_LENGTH: u64 = 1_000;

/// The parameter without surrounding blanks; `None` if it is blank.
pub(super) fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

/// The part of the list to return; by default all of it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 1000 at most, which is the default.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

impl PageQuery {
    /// The requested page.
    pub(crate) fn page(&self) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), MAX_LIST_LENGTH, MAX_LIST_LENGTH)
    }
}

/// The part of the list to return; by default its newest items.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct NewsQuery {
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 1000 at most.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

impl NewsQuery {
    /// The requested page, of `default` items when the request gives no `limit`.
    pub(crate) fn page(&self, default: u64) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), default, MAX_LIST_LENGTH)
    }
}
