//! `GET /admin/pending`: everything that waits for an admin's approval.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Query},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    http::{lenient::NumberOrText, page_query::MAX_PAGE_SIZE},
    model::{Page, PendingProduct, RenamedMerchant, User},
    queries::{
        accounts, failed,
        moderation::{self, Totals},
    },
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW, moderation::VIEW];

/// The page to show of each list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PendingQuery {
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100 per list, 100 by default. With 0, only the totals are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// The page's place in the lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PendingPagination {
    /// The page's number, from 1.
    current_page: u64,
    /// The number of pages of the longest list; 0 when nothing waits.
    total_pages: u64,
    /// The number of merchants on all pages.
    total_merchants: u64,
    /// The number of products with a certificate on all pages.
    total_organic: u64,
    /// The number of products on all pages.
    total_products: u64,
    /// The number of renamed merchants on all pages.
    total_renamed: u64,
    /// Whether any of the lists has a next page.
    has_more: bool,
}

impl PendingPagination {
    fn new(page: Page, totals: &Totals) -> Self {
        let [merchants, organic, products, renamed] =
            [totals.merchants, totals.certificates, totals.products, totals.renamed].map(i64::unsigned_abs);
        let total_pages = page.pages_of(merchants.max(organic).max(products).max(renamed));
        Self {
            current_page: page.number,
            total_pages,
            total_merchants: merchants,
            total_organic: organic,
            total_products: products,
            total_renamed: renamed,
            has_more: page.number < total_pages,
        }
    }
}

/// A page of everything that waits for an admin. A deactivated merchant and its products are left out until the
/// merchant is reactivated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PendingReviews {
    /// Merchants without a decision, oldest first.
    pending_merchants: Vec<User>,
    /// Products with an organic certificate without a decision. Merchants take turns: the oldest product of each, then
    /// the second of each.
    pending_organic: Vec<PendingProduct>,
    /// New and resubmitted products, in the same order.
    pending_products: Vec<PendingProduct>,
    /// Approved merchants that have changed their business name since the approval, the latest change first.
    renamed_merchants: Vec<RenamedMerchant>,
    /// The page's place in the list.
    pagination: PendingPagination,
}

/// List everything that waits for an admin
#[utoipa::path(
    get,
    path = "/admin/pending",
    tag = "admin",
    params(PendingQuery),
    responses(
        (status = 200, body = PendingReviews),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn pending_reviews(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<PendingQuery>,
) -> Result<Json<PendingReviews>, Problem> {
    let page = Page::read(query.page.as_deref(), query.limit.as_deref(), MAX_PAGE_SIZE, MAX_PAGE_SIZE);
    let totals = moderation::totals(&app.pool).await.map_err(failed)?;
    Ok(Json(PendingReviews {
        pending_merchants: moderation::pending_merchants(&app.pool, page).await.map_err(failed)?,
        pending_organic: moderation::pending_certificates(&app.pool, page).await.map_err(failed)?,
        pending_products: moderation::pending_products(&app.pool, page).await.map_err(failed)?,
        renamed_merchants: moderation::renamed_merchants(&app.pool, page).await.map_err(failed)?,
        pagination: PendingPagination::new(page, &totals),
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn the_longest_waiting_come_first_until_an_admin_decides() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let first = market.new_merchant("First Farm", "05401").await;
        market.new_merchant("Second Farm", "05404").await;
        market.new_product(&first, Goods::default()).await;
        market.product(&first, Goods::named("Decided")).await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(pluck(&pending["pendingMerchants"], "businessName"), ["First Farm", "Second Farm"]);
        assert_eq!(pending["pendingMerchants"][0]["businessInfo"]["isApproved"], false);
        assert_eq!(pluck(&pending["pendingProducts"], "name"), ["Heirloom Tomato"]);
        let merchant = &pending["pendingProducts"][0]["merchant"];
        assert_eq!(merchant["businessInfo"], json!({ "businessName": "First Farm", "isApproved": false }));
        assert_eq!(pending["pendingOrganic"], json!([]));
        market.approve_merchant(&first).await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(pluck(&pending["pendingMerchants"], "businessName"), ["Second Farm"]);
        assert_eq!(pending["pendingProducts"][0]["merchant"]["businessInfo"]["isApproved"], true);
    }

    /// A merchant with many products came first. Products of later merchants are on the first page nevertheless.
    #[tokio::test]
    async fn merchants_take_turns_and_pages_contain_everything_once() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let many = market.new_merchant("Many Farm", "05401").await;
        for _ in 0..7 {
            market.new_product(&many, Goods::named("Turnip")).await;
        }
        for (farm, goods) in [("Egg Farm", "Egg"), ("Kale Farm", "Kale")] {
            let later = market.new_merchant(farm, "05404").await;
            market.new_product(&later, Goods::named(goods)).await;
        }
        let mut names = Vec::new();
        let mut ids = std::collections::BTreeSet::new();
        for page in 1..=3 {
            let path = format!("/admin/pending?limit=4&page={page}");
            let pending = market.get_as(&root, &path).await.ok();
            names.push(pluck(&pending["pendingProducts"], "name").join(" "));
            let found = pluck(&pending["pendingProducts"], "id");
            ids.extend(found.iter().map(ToString::to_string));
            assert_eq!(pending["pendingMerchants"].as_array().unwrap().len(), if page == 1 { 3 } else { 0 });
            assert_eq!(
                pending["pagination"],
                json!({
                    "currentPage": page, "totalPages": 3, "totalMerchants": 3, "totalOrganic": 0,
                    "totalProducts": 9, "totalRenamed": 0, "hasMore": page < 3,
                })
            );
        }
        assert_eq!(names, ["Turnip Egg Kale Turnip", "Turnip Turnip Turnip Turnip", "Turnip"]);
        assert_eq!(ids.len(), 9);
    }

    #[tokio::test]
    async fn renamed_merchants_are_listed_with_both_names() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let new = market.new_merchant("New Farm", "05401").await;
        for (merchant, name) in [(&farm, "Greener Farm"), (&new, "Newer Farm")] {
            market.rename_business(merchant, name).await;
        }
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(pending["pagination"]["totalRenamed"], 1);
        let renamed = &pending["renamedMerchants"];
        assert_eq!(pluck(renamed, "businessName"), ["Greener Farm"], "nobody has approved the other");
        assert_eq!(renamed[0]["approvedName"], "Green Farm");
        assert_eq!(renamed[0]["id"], json!(farm.id));
        market.rename_business(&farm, "Green Farm").await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(pending["renamedMerchants"], json!([]));
    }

    #[tokio::test]
    async fn changes_and_certificates_wait_independently() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let id = market.product(&farm, Goods::default()).await;
        let plain = market.product(&farm, Goods::default()).await;
        market.hand_in_certificate(&farm, plain).await;
        market.hand_in_certificate(&farm, id).await;
        market.revise_product(id, "Plum Tomato").await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        for list in ["pendingProducts", "pendingOrganic"] {
            assert_eq!(pluck(&pending[list], "name"), ["Plum Tomato"], "{list}");
            let product = &pending[list][0];
            assert_eq!(
                (&product["revision"], &product["approvalStatus"]),
                (&json!(3), &json!("resubmitted"))
            );
            assert_eq!(product["organicCertificate"]["originalName"], "Organic 2026.pdf");
        }
        let stats = market.get_as(&root, "/admin/stats").await.ok();
        assert_eq!((&stats["pendingOrganic"], &stats["pendingProducts"]), (&json!(1), &json!(1)));
    }

    #[tokio::test]
    async fn nothing_of_a_deactivated_merchant_waits_until_it_is_reactivated() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let new = market.new_merchant("New Farm", "05401").await;
        let known = market.merchant("Known Farm", "05404").await;
        market.new_product(&known, Goods::default()).await;
        let claimed = market.product(&known, Goods::default()).await;
        market.revise_product(claimed, "Plum Tomato").await;
        market.hand_in_certificate(&known, claimed).await;
        let waiting = async |market: &Market| {
            let pending = market.get_as(&root, "/admin/pending").await.ok();
            let stats = market.get_as(&root, "/admin/stats").await.ok();
            ["Merchants", "Products", "Organic"].map(|kind| {
                let listed = pending[format!("pending{kind}")].as_array().unwrap().len();
                assert_eq!(stats[format!("pending{kind}")], listed, "{kind}");
                listed
            })
        };
        assert_eq!(waiting(&market).await, [1, 2, 1]);
        market.deactivate(&new).await;
        market.deactivate(&known).await;
        assert_eq!(waiting(&market).await, [0, 0, 0]);
        market.reactivate(&new).await;
        market.reactivate(&known).await;
        assert_eq!(waiting(&market).await, [1, 2, 1]);
    }

    #[tokio::test]
    async fn only_admins_may_list_pending_reviews() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for path in ["/admin/pending", "/admin/stats"] {
            assert_eq!(market.get(path).await.refusal().0, 401);
            assert_eq!(market.get_as(&farm, path).await.refusal().0, 403);
        }
    }
}
