//! The index gives the same answers as a model that looks at every product, for random products, changes and queries.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use catalog_index::{Filter, Page, Snapshot, Writer};
use common::{
    model::Model,
    random::{Batch, Change, History, Query, Then, lists, searches},
};
use proptest::{
    strategy::Strategy,
    test_runner::{Config, TestRunner},
};
use uuid::Uuid;

/// Compares the answers of the index and the model. Asks the index twice: the second answer uses the counts of the
/// first.
fn compare(query: &Query, model: &Model, snapshot: &Snapshot) {
    let Query { wanted, sorts, offset, limit, misspelled, begun } = query;
    let (offset, limit) = (*offset, *limit);
    let terms = snapshot.terms(wanted.text.as_deref().unwrap_or_default()).unwrap();
    let filter = Filter { terms, ..wanted.filter.clone() };
    let ordered = model.ordered(wanted, sorts);
    let expected: Vec<Uuid> = ordered.iter().skip(offset).take(limit).copied().collect();
    let counts = model.counts(wanted);
    for _ in 0..2 {
        let found = snapshot.search(&filter, sorts, &Page { limit, offset, after: None }, true).unwrap();
        let hits: Vec<Uuid> = found.hits.iter().map(|hit| hit.id).collect();
        assert_eq!(hits, expected, "{query:?}");
        assert!(found.hits.iter().all(|hit| model.0[&hit.id].version == hit.version), "{query:?}");
        assert_eq!(found.next.is_some(), ordered.len() > offset + limit, "{query:?}");
        assert_eq!(found.counts.as_deref(), Some(&counts), "{query:?}");
    }

    // The pages from cursor to cursor contain every product once.
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let found = snapshot.search(&filter, sorts, &Page { limit, offset: 0, after }, false).unwrap();
        all.extend(found.hits.iter().map(|hit| hit.id));
        assert_eq!(found.counts, None);
        if found.next.is_none() || all.len() > ordered.len() {
            break;
        }
        after = found.next;
    }
    assert_eq!(all, ordered, "{query:?}");

    if !misspelled.is_empty() {
        assert_eq!(snapshot.corrections(misspelled).unwrap(), model.corrections(misspelled), "{query:?}");
    }
    let suggested = snapshot.suggest_products(begun, 6).unwrap();
    let suggested: Vec<Uuid> = suggested.into_iter().map(|one| one.id).collect();
    assert_eq!(suggested, model.suggestions(begun, 6), "{query:?}");
}

fn play(history: History) {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path()).unwrap();
    let mut model = Model::default();
    for (position, Batch { changes, then }) in (1..).zip(history.batches) {
        for change in changes {
            match change {
                Change::Put(mut product) => {
                    product.version = position;
                    writer.put(&product).unwrap();
                    model.0.insert(product.id, product);
                }
                Change::Delete(id) => {
                    writer.delete(id);
                    model.0.remove(&id);
                }
            }
        }
        writer.commit(position).unwrap();
        match then {
            Then::Nothing => {}
            Then::Merge => writer.merge_all().unwrap(),
            Then::Reopen => {
                writer.close().unwrap();
                writer = Writer::open(folder.path()).unwrap();
                assert_eq!(writer.position(), Some(position));
            }
        }
        let snapshot = writer.index().snapshot();
        assert_eq!(snapshot.len(), model.0.len() as u64);
        for query in &history.queries {
            compare(query, &model, &snapshot);
        }
    }
}

fn check(histories: impl Strategy<Value = History>, cases: u32) {
    let config = Config { cases, max_shrink_iters: 300, failure_persistence: None, ..Config::default() };
    let played = TestRunner::new(config).run(&histories, |history| {
        play(history);
        Ok(())
    });
    played.unwrap();
}

#[test]
fn searches_agree_with_the_model() {
    check(searches(), 60);
}

#[test]
fn lists_of_many_products_agree_with_the_model() {
    check(lists(), 30);
}
