//! A public product as the index knows it.

use uuid::Uuid;

/// A visible product of the catalog view.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The product.
    pub id: Uuid,
    /// Differs whenever another member differs, such as a hash of all other members.
    pub version: u64,
    /// Its public name.
    pub name: String,
    /// Its public description.
    pub description: String,
    /// The category's slug.
    pub category: String,
    /// The subcategory's name.
    pub subcategory: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The merchant's account.
    pub merchant: Uuid,
    /// The price in cents.
    pub price: i64,
    /// Claimed as organic, with an approved certificate.
    pub organic: bool,
    /// A unit can be bought.
    pub in_stock: bool,
    /// The buyer can collect it.
    pub can_pickup: bool,
    /// The merchant delivers it.
    pub can_deliver: bool,
    /// Featured on the home page.
    pub featured: bool,
    /// When it was harvested, in days since 1970; 0 if that is unknown.
    pub harvested_on: i64,
    /// When it was listed, in microseconds since 1970.
    pub listed_at: i64,
    /// How often it was viewed.
    pub views: i64,
    /// The number of views and reviews, in which a review counts for several views.
    pub popularity: i64,
    /// The average rating.
    pub rating: f64,
}
