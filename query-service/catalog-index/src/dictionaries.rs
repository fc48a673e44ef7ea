//! Numbers for categories, subcategories and merchants. Products are compared and counted by these numbers.

use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
    sync::Arc,
};

use uuid::Uuid;

/// Numbers for values, which all segments share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dictionaries {
    pub(crate) categories: Numbers<String>,
    pub(crate) subcategories: Numbers<String>,
    pub(crate) merchants: Numbers<Uuid>,
}

impl Dictionaries {
    /// The number of a value; a new value gets the next number. Dictionaries that a snapshot uses are copied before.
    pub(crate) fn number<T: Clone + Ord + Hash>(
        known: &mut Arc<Self>,
        change: fn(&mut Self) -> &mut Numbers<T>,
        read: fn(&Self) -> &Numbers<T>,
        value: &T,
    ) -> u32 {
        match read(known).number(value) {
            Some(number) => number,
            None => change(Arc::make_mut(known)).add(value),
        }
    }
}

/// Values in the order in which they were first seen.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<T>(BTreeMap<T, u32>, HashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(BTreeMap::new(), HashMap::new())
    }
}

impl<T: Clone + Ord + Hash> Numbers<T> {
    pub(crate) fn add(&mut self, value: &T) -> u32 {
        if let Some(number) = self.1.get(value) {
            return *number;
        }
        let number = u32::try_from(self.1.len()).expect("fewer values than products");
        self.0.insert(value.clone(), number);
        self.1.insert(value.clone(), number);
        number
    }

    pub(crate) fn number(&self, value: &T) -> Option<u32> {
        self.1.get(value).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.1.len()
    }

    /// All values in their order, with their numbers.
    pub(crate) fn sorted(&self) -> impl Iterator<Item = (usize, &T)> {
        self.0.iter().map(|(value, number)| (*number as usize, value))
    }
}
