//! Facts of a product and facets of a filter as bits.

/// Facts of a product as bits of a byte.
pub(crate) mod fact {
    pub(crate) const ORGANIC: u8 = 1;
    pub(crate) const IN_STOCK: u8 = 2;
    pub(crate) const PICKUP: u8 = 4;
    pub(crate) const DELIVERY: u8 = 8;
    /// The facts that are counted.
    pub(crate) const COUNTED: u8 = 15;
    pub(crate) const FEATURED: u8 = 16;
    /// Not food: shown after the food of the same distance.
    pub(crate) const CRAFTS: u8 = 32;
}

/// The facets as bits: a product that fails only one of them counts for that facet's other values.
pub(crate) mod facet {
    pub(crate) const CATEGORY: u8 = 1;
    pub(crate) const SUBCATEGORY: u8 = 2;
    pub(crate) const PRICE: u8 = 4;
    pub(crate) const ORGANIC: u8 = 8;
    pub(crate) const STOCK: u8 = 16;
    pub(crate) const WAY: u8 = 32;
}
