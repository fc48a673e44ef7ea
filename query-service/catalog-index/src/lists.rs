//! Pages of lists without search words. When the counts are known, only the products of the page are visited.

use std::sync::Arc;

use tantivy::DocId;

use crate::{
    order::{Key, Place},
    search::Search,
    segment::SegmentData,
    snapshot::Segment,
    sorter::Sorter,
    sorts::SortKey,
};

/// Reading one product out of order takes as long as reading this number of products in their order.
const READ_IN_TURN: usize = 8;

impl Search<'_> {
    /// Ranks the segment's products without visiting all of them. Returns false, and ranks nothing, when that is
    /// impossible or not faster.
    pub(crate) fn list(
        &mut self,
        number: u32,
        segment: &Segment,
        after: Option<&Key>,
        sorter: &Sorter,
    ) -> bool {
        if self.filter.terms.is_some() {
            return false;
        }
        if matches!(self.order.first().key, SortKey::Distance | SortKey::Nearest) {
            self.list_nearest(number, segment, after);
            return true;
        }
        let data = &segment.data;
        let visited = self.visited(data);
        // Reading this many products out of sequence takes as long as visiting all of them.
        let most = visited / READ_IN_TURN;
        let (matching, among) =
            self.total().map_or((visited as u64, data.rows.len() as u64), |total| (total, self.products()));
        let expected = (self.wanted as u64).saturating_mul(among) / matching.max(1);
        if !self.order.is_of_products() || expected > most as u64 {
            return false;
        }
        let Some(products) = sorter.sorted(data, &self.order) else { return false };
        let Some(found) = self.walk(segment, self.part(data, &products, after), most) else { return false };
        for product in found {
            self.first.offer(&self.order, number, Place::new(data, &self.test, product));
        }
        true
    }

    /// The approximate number of the segment's products that [`Search::find`] finds.
    fn visited(&self, data: &SegmentData) -> usize {
        match (self.test.merchant(), &self.filter.nearby) {
            (Some(merchant), _) => merchant.map_or(0, |merchant| data.merchants.of(merchant).len()),
            _ if self.filter.featured => data.featured.len(),
            (None, Some(_)) => {
                self.test.near().iter().map(|(_, merchant)| data.merchants.of(*merchant).len()).sum()
            }
            (None, None) => data.rows.len(),
        }
    }

    /// The sorted products after the cursor; in an order by price, only those within the filter's prices.
    fn part<'p>(&self, data: &SegmentData, products: &'p [DocId], after: Option<&Key>) -> &'p [DocId] {
        let order = &self.order;
        let mut part = products;
        if let Some(after) = after {
            let place = |product: &DocId| Place::new(data, &self.test, *product);
            part = &part[part.partition_point(|product| order.compare(place(product), after).is_le())..];
        }
        if order.first().key == SortKey::Price {
            let (least, most) = self.test.prices();
            let price = |product: &DocId| data.rows[*product as usize].price;
            let (begin, end) = if order.first().descending {
                let begin = part.partition_point(|product| price(product) > most);
                (begin, part.partition_point(|product| price(product) >= least))
            } else {
                let begin = part.partition_point(|product| price(product) < least);
                (begin, part.partition_point(|product| price(product) <= most))
            };
            part = &part[begin.min(end)..end];
        }
        part
    }

    /// The first matching products, until the page is full. `None` if that takes more than `most` products.
    fn walk(&self, segment: &Segment, sorted: &[DocId], most: usize) -> Option<Vec<DocId>> {
        let Self { test, order, first, wanted, .. } = self;
        let mut found = Vec::new();
        for (read, product) in sorted.iter().enumerate() {
            if read == most {
                return None;
            }
            let place = Place::new(&segment.data, test, *product);
            if first.bound().is_some_and(|bound| !order.is_before(place, bound)) {
                break;
            }
            if segment.is_deleted(*product) || !test.is_met(place.row) {
                continue;
            }
            found.push(*product);
            if found.len() == *wanted {
                break;
            }
        }
        Some(found)
    }

    /// Ranks the products of the nearby merchants, one merchant after the other, until the remaining merchants come
    /// after the last product of the page.
    fn list_nearest(&mut self, number: u32, segment: &Segment, after: Option<&Key>) {
        let test = Arc::clone(&self.test);
        let order = &self.order;
        let near = test.near().iter();
        let near: Box<dyn Iterator<Item = &(f64, u32)>> =
            if order.first().descending { Box::new(near.rev()) } else { Box::new(near) };
        for (miles, merchant) in near {
            let part = order.part_of_miles(*miles);
            // All of a merchant's products are at its distance, but behind it when they are sold out.
            let all_before = |after: &Key| part < after[0] && order.first().key == SortKey::Distance;
            if after.is_some_and(all_before) {
                continue;
            }
            if self.first.bound().is_some_and(|bound| bound[0] < part) {
                break;
            }
            for product in segment.data.merchants.of(*merchant) {
                let place = Place::new(&segment.data, &test, *product);
                if !segment.is_deleted(*product)
                    && test.is_met(place.row)
                    && after.is_none_or(|after| order.compare(place, after).is_gt())
                {
                    self.first.offer(order, number, place);
                }
            }
        }
    }
}
