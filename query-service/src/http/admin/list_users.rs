//! `GET /admin/users`: all accounts, for admins.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Query},
};
use shared_events::Role;
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    http::{
        lenient::NumberOrText,
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{Page, User, UserPagination},
    queries::{
        accounts::{self, UserFilter, UserStatus},
        failed,
    },
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW];

/// All parameters are optional. Invalid values are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct UserQuery {
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the totals are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
    /// Prefixes of words of the name, the e-mail address or the business name.
    search: Option<String>,
    /// `customer`, `merchant` or `admin`.
    role: Option<String>,
    /// `active` or `inactive`; for merchants also `pending`, `approved` or `rejected`.
    status: Option<String>,
}

impl UserQuery {
    fn page(&self) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
    }

    fn filter(&self) -> UserFilter {
        let role = given(&self.role).and_then(|role| match role {
            "customer" => Some(Role::Customer),
            "merchant" => Some(Role::Merchant),
            "admin" => Some(Role::Admin),
            _ => None,
        });
        let status = given(&self.status).and_then(|status| match status {
            "active" => Some(UserStatus::Active),
            "inactive" => Some(UserStatus::Inactive),
            "pending" => Some(UserStatus::Pending),
            "approved" => Some(UserStatus::Approved),
            "rejected" => Some(UserStatus::Rejected),
            _ => None,
        });
        UserFilter { search: given(&self.search).map(str::to_owned), role, status }
    }
}

/// A page of accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserPage {
    /// Newest first.
    users: Vec<User>,
    /// The page's place in the list.
    pagination: UserPagination,
}

/// All accounts
#[utoipa::path(
    get,
    path = "/admin/users",
    tag = "admin",
    params(UserQuery),
    responses(
        (status = 200, body = UserPage),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn list_users(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<UserQuery>,
) -> Result<Json<UserPage>, Problem> {
    let (page, filter) = (query.page(), query.filter());
    let total = accounts::count_users(&app.pool, &filter).await.map_err(failed)?;
    let users = accounts::users(&app.pool, &filter, total, page).await.map_err(failed)?;
    Ok(Json(UserPage { users, pagination: UserPagination::new(page, total) }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::{Market, Person, pluck};

    async fn names(market: &Market, root: &Person, query: &str) -> Vec<String> {
        let found = market.get_as(root, &format!("/admin/users?{query}")).await.ok();
        pluck(&found["users"], "name").into_iter().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn an_admin_sees_every_account_with_all_its_members() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        market.customer("Ada").await;
        let farm = market.new_merchant("Green Farm", "05401").await;
        market.reject_merchant(&farm, "No licence").await;
        let found = market.get_as(&root, "/admin/users").await.ok();
        assert_eq!(pluck(&found["users"], "name"), ["Owner of Green Farm", "Ada", "Root"]);
        assert_eq!(
            found["pagination"],
            json!({ "currentPage": 1, "totalPages": 1, "totalUsers": 3, "hasMore": false })
        );
        let merchant = &found["users"][0];
        assert_eq!(merchant["_id"], farm.id.to_string());
        assert_eq!(merchant["email"], "owner.of.green.farm@example.org");
        assert_eq!((&merchant["role"], &merchant["isActive"]), (&json!("merchant"), &json!(true)));
        assert_eq!(
            (&merchant["phone"], &merchant["address"]["zipCode"]),
            (&json!("802-555-0100"), &json!("05401"))
        );
        let business = &merchant["businessInfo"];
        assert_eq!(
            (&business["businessName"], &business["isApproved"]),
            (&json!("Green Farm"), &json!(false))
        );
        assert_eq!(business["approvalReason"], "No licence");
        assert_eq!(business["businessPhoto"]["url"], "/uploads/farm.webp");
        assert_eq!(found["users"][1]["preferences"], Value::Null, "they are their owner's own affair");
    }

    #[tokio::test]
    async fn a_search_finds_names_emails_and_businesses_by_word_prefixes() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        market.customer("Ada Lovelace").await;
        market.customer("Ben").await;
        market.merchant("Green Farm", "05401").await;
        for (search, expected) in [
            ("love", &["Ada Lovelace"][..]),
            ("LOVELACE+ada", &["Ada Lovelace"]),
            ("ada.lovelace@example.org", &["Ada Lovelace"]),
            ("gre+fa", &["Owner of Green Farm"]),
            ("ben+ada", &[]),
            ("ovelace", &[]),
            ("%21%21", &[]),
            ("%27%3B+%26+%7C+ben%3A*", &["Ben"]),
        ] {
            assert_eq!(names(&market, &root, &format!("search={search}")).await, expected, "{search}");
        }
        assert_eq!(names(&market, &root, "search=+").await.len(), 4);
    }

    #[tokio::test]
    async fn role_and_status_combine() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let ada = market.customer("Ada").await;
        market.new_merchant("New", "05401").await;
        let no = market.new_merchant("No", "05401").await;
        market.reject_merchant(&no, "No licence").await;
        let yes = market.merchant("Yes", "05401").await;
        market.deactivate(&ada).await;
        market.deactivate(&yes).await;
        for (query, expected) in [
            ("role=customer", &["Ada"][..]),
            ("role=merchant", &["Owner of Yes", "Owner of No", "Owner of New"]),
            ("role=admin", &["Root"]),
            ("status=pending", &["Owner of New"]),
            ("status=approved", &["Owner of Yes"]),
            ("status=rejected", &["Owner of No"]),
            ("status=inactive", &["Owner of Yes", "Ada"]),
            ("status=inactive&role=customer", &["Ada"]),
            ("status=active", &["Owner of No", "Owner of New", "Root"]),
            ("status=active&role=merchant&search=new", &["Owner of New"]),
        ] {
            assert_eq!(names(&market, &root, query).await, expected, "{query}");
        }
        for ignored in ["role=&status=", "role=all&status=all", "page=x&limit=-1"] {
            assert_eq!(names(&market, &root, ignored).await.len(), 5, "{ignored}");
        }
    }

    #[tokio::test]
    async fn pages_contain_every_account_once() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        for number in 0..24 {
            market.customer(&format!("Customer {number}")).await;
        }
        let first = market.get_as(&root, "/admin/users").await.ok();
        assert_eq!(first["users"].as_array().unwrap().len(), 20);
        assert_eq!(
            first["pagination"],
            json!({ "currentPage": 1, "totalPages": 2, "totalUsers": 25, "hasMore": true })
        );
        let mut seen = Vec::new();
        for page in 1..=4 {
            seen.extend(names(&market, &root, &format!("limit=7&page={page}")).await);
        }
        assert_eq!(seen.len(), 25);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 25);
        let totals = market.get_as(&root, "/admin/users?limit=0").await.ok();
        assert_eq!((&totals["users"], &totals["pagination"]["totalUsers"]), (&json!([]), &json!(25)));
    }

    #[tokio::test]
    async fn only_admins_may_list_accounts() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for path in ["/admin/users", "/admin/products", "/admin/audit", "/admin/audit?from=x&format=csv"] {
            assert_eq!(market.get(path).await.refusal().0, 401);
            assert_eq!(market.get_as(&farm, path).await.refusal().0, 403);
        }
    }
}
