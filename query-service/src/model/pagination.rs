//! Pages of lists.

use serde::Serialize;
use utoipa::ToSchema;

/// A requested page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The page's number, from 1.
    pub number: u64,
    /// The page's size; 0 requests only the totals.
    pub limit: u64,
}

impl Page {
    /// Parses `page` and `limit` leniently: a text that is not a number counts as missing, and a number out of range
    /// is clamped.
    pub fn read(number: Option<&str>, limit: Option<&str>, default: u64, most: u64) -> Self {
        let parse = |text: Option<&str>| text.and_then(|text| text.trim().parse::<u64>().ok());
        Self {
            number: parse(number).unwrap_or(1).clamp(1, u64::from(u32::MAX)),
            limit: parse(limit).unwrap_or(default).min(most),
        }
    }

    /// This page, or the last one of `total` items when this one is beyond it.
    pub fn within(self, total: u64) -> Self {
        Self { number: self.number.min(self.pages_of(total).max(1)), ..self }
    }

    /// The number of items before this page.
    pub fn offset(self) -> u64 {
        (self.number - 1).saturating_mul(self.limit)
    }

    /// The limit as a Postgres `bigint`.
    pub fn limit_i64(self) -> i64 {
        i64::try_from(self.limit).unwrap_or(i64::MAX)
    }

    /// The offset as a Postgres `bigint`.
    pub fn offset_i64(self) -> i64 {
        i64::try_from(self.offset()).unwrap_or(i64::MAX)
    }

    /// The number of pages for this many items.
    pub fn pages_of(self, total: u64) -> u64 {
        if self.limit == 0 { 0 } else { total.div_ceil(self.limit) }
    }
}

/// Defines the page's place in a list; the name of the total says what the list contains.
macro_rules! pagination {
    ($(#[$doc:meta])* $name:ident { $(#[$total_doc:meta])* $total:ident }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            /// The page's number, from 1.
            current_page: u64,
            /// The number of pages; 0 when nothing was found.
            total_pages: u64,
            $(#[$total_doc])*
            $total: u64,
            /// Whether there is a next page.
            has_more: bool,
        }

        impl $name {
            /// Describes this page of a list of `total`.
            pub fn new(page: Page, total: u64) -> Self {
                let total_pages = page.pages_of(total);
                let has_more = page.number < total_pages;
                Self { current_page: page.number, total_pages, $total: total, has_more }
            }
        }
    };
}

pagination!(
    /// The page's place in the list of orders.
    OrderPagination {
        /// The number of orders on all pages.
        total_orders
    }
);
pagination!(
    /// The page's place in the list of users.
    UserPagination {
        /// The number of users on all pages.
        total_users
    }
);
pagination!(
    /// The page's place in the list of audit entries.
    EntryPagination {
        /// The number of entries on all pages.
        total_entries
    }
);
pagination!(
    /// The page's place in the list of reviews.
    ReviewPagination {
        /// The number of reviews on all pages.
        total_reviews
    }
);

/// The page's place in the list of products.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductPagination {
    /// The page's number, from 1.
    current_page: u64,
    /// The number of pages; 0 when nothing was found.
    total_pages: u64,
    /// The number of products on all pages.
    total_products: u64,
    /// Whether there is a next page.
    has_more: bool,
    /// The `cursor` of the next page, which is as fast as a page number on early pages and stays fast on late ones;
    /// null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

impl ProductPagination {
    /// Describes this page of `total` products.
    pub fn new(page: Page, total: u64) -> Self {
        let total_pages = page.pages_of(total);
        Self {
            current_page: page.number,
            total_pages,
            total_products: total,
            has_more: page.number < total_pages,
            next_cursor: None,
        }
    }

    /// Adds the cursor of the next page.
    pub fn going_on_at(self, cursor: String) -> Self {
        Self { has_more: true, next_cursor: Some(cursor), ..self }
    }

    /// Adapts the description to a page that follows a cursor: only the next cursor says whether there is more.
    pub fn behind_cursor(self) -> Self {
        Self { has_more: self.next_cursor.is_some(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_number_counts_as_missing() {
        for text in ["", "x", "-1", "1.5", "99999999999999999999", "\0"] {
            assert_eq!(
                Page::read(Some(text), Some(text), 20, 100),
                Page { number: 1, limit: 20 },
                "{text:?}"
            );
        }
        assert_eq!(Page::read(Some("0"), Some("1000"), 20, 100), Page { number: 1, limit: 100 });
        assert_eq!(Page::read(Some("3"), Some("0"), 20, 100), Page { number: 3, limit: 0 });
    }

    #[test]
    fn a_page_beyond_the_last_becomes_the_last() {
        let page = |number, total| Page { number, limit: 20 }.within(total).number;
        assert_eq!([page(1, 0), page(9, 0), page(3, 41), page(4, 41), page(2, 40)], [1, 1, 3, 3, 2]);
        assert_eq!(Page { number: 7, limit: 0 }.within(41).number, 1);
    }

    #[test]
    fn the_last_page_has_no_more() {
        let page = |number| ProductPagination::new(Page { number, limit: 20 }, 41);
        assert_eq!((page(2).total_pages, page(2).has_more), (3, true));
        assert!(!page(3).has_more);
        assert!(!page(9).has_more);
        assert!(!ProductPagination::new(Page { number: 1, limit: 0 }, 41).has_more);
    }
}
