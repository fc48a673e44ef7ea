//! The products of each merchant in a segment.

use tantivy::DocId;

/// A segment's products by merchant.
pub(crate) struct MerchantProducts {
    /// The merchants' numbers in ascending order, each with its place in `starts`.
    places: Vec<(u32, u32)>,
    /// Where each merchant's products begin, and the end of the last.
    starts: Vec<u32>,
    /// The products of one merchant after the other, in ascending order for each.
    products: Vec<DocId>,
}

impl MerchantProducts {
    /// `numbers`: the number of the merchant at each place. `places`: each product's place.
    pub(crate) fn new(numbers: &[u32], places: &[u64]) -> Self {
        let mut starts = vec![0; numbers.len() + 1];
        for place in places {
            starts[*place as usize + 1] += 1;
        }
        for place in 0..numbers.len() {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut products = vec![0; places.len()];
        for (product, place) in (0..).zip(places) {
            let next = &mut next[*place as usize];
            products[*next as usize] = product;
            *next += 1;
        }
        let mut places: Vec<(u32, u32)> = numbers.iter().copied().zip(0..).collect();
        places.sort_unstable();
        Self { places, starts, products }
    }

    /// The products of the merchant with this number.
    pub(crate) fn of(&self, merchant: u32) -> &[DocId] {
        let Ok(found) = self.places.binary_search_by_key(&merchant, |(number, _)| *number) else {
            return &[];
        };
        let place = self.places[found].1 as usize;
        &self.products[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_grouped_by_merchant() {
        let grouped = MerchantProducts::new(&[7, 3, 9], &[0, 2, 0, 2, 2]);
        assert_eq!(grouped.of(7), [0, 2]);
        assert_eq!(grouped.of(9), [1, 3, 4]);
        assert_eq!((grouped.of(3), grouped.of(4)), (&[][..], &[][..]));
    }
}
