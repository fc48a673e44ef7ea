//! Tests that an index keeps its content from commit to commit, from process to process, and from boot to boot.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::fs;

use catalog_index::{Document, Filter, Page, Snapshot, Writer};
use common::demo::every_item;

/// A product of the demo.
fn product(number: usize) -> Document {
    every_item().swap_remove(number)
}

#[test]
fn an_index_continues_after_its_last_commit_and_an_unreadable_one_starts_anew() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path()).unwrap();
    assert_eq!(writer.position(), None);
    writer.put(&product(1)).unwrap();
    writer.commit(7).unwrap();
    // The uncommitted change is lost, and the position shows that.
    writer.put(&product(2)).unwrap();
    drop(writer);
    let writer = Writer::open(folder.path()).unwrap();
    assert_eq!((writer.position(), writer.index().snapshot().len()), (Some(7), 1));
    assert!(Writer::open(folder.path()).is_err(), "an index has one writer");
    drop(writer);
    fs::write(folder.path().join("meta.json"), "{").unwrap();
    let writer = Writer::open(folder.path()).unwrap();
    assert_eq!(writer.position(), None);
}

#[test]
fn a_snapshot_stays_as_it_was() {
    let mut writer = Writer::in_memory().unwrap();
    let one = product(1);
    writer.put(&one).unwrap();
    writer.commit(1).unwrap();
    let before = writer.index().snapshot();
    writer.delete(one.id);
    writer.commit(2).unwrap();
    assert_eq!((before.len(), writer.index().snapshot().len()), (1, 0));
    let page = Page { limit: 5, ..Page::default() };
    // A snapshot does not use the counts of another one.
    let total = |snapshot: &Snapshot| {
        let found = snapshot.search(&Filter::default(), &[], &page, true).unwrap();
        (found.hits.len(), found.counts.unwrap().total)
    };
    assert_eq!(total(&before), (1, 1));
    assert_eq!(total(&writer.index().snapshot()), (0, 0));
    assert_eq!(total(&before), (1, 1));
}

#[test]
fn an_index_of_another_boot_starts_anew_unless_it_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path()).unwrap();
    writer.put(&product(1)).unwrap();
    writer.commit(7).unwrap();
    writer.close().unwrap();
    let boot = folder.path().join("written");
    assert_eq!(fs::read_to_string(&boot).unwrap(), "closed");
    let mut writer = Writer::open(folder.path()).unwrap();
    assert_eq!(writer.position(), Some(7), "the files were on the disk");
    writer.put(&product(2)).unwrap();
    writer.commit(8).unwrap();
    drop(writer);
    fs::write(&boot, "another boot").unwrap();
    let writer = Writer::open(folder.path()).unwrap();
    assert_eq!((writer.position(), writer.index().snapshot().len()), (None, 0), "files may be torn");
}

#[test]
fn counts_follow_commits_of_any_size() {
    let mut writer = Writer::in_memory().unwrap();
    let mut products = every_item();
    // Known counts are updated by up to 300 changes; after more, the products are counted again.
    for (position, changed) in (1..).zip([products.len(), 1, 300, 301, products.len()]) {
        for product in &mut products[..changed] {
            product.in_stock = !product.in_stock;
            writer.put(product).unwrap();
        }
        writer.commit(position).unwrap();
        let snapshot = writer.index().snapshot();
        let found = snapshot.search(&Filter::default(), &[], &Page::default(), true).unwrap();
        let sold_out = products.iter().filter(|product| !product.in_stock).count() as u64;
        assert_eq!(found.counts.unwrap().facets.in_stock.no, sold_out, "after {changed} changes");
    }
}

#[test]
fn changes_that_are_rolled_back_are_not_committed() {
    let mut writer = Writer::in_memory().unwrap();
    writer.put_new(&product(1)).unwrap();
    writer.rollback().unwrap();
    writer.put_new(&product(1)).unwrap();
    writer.put_new(&product(2)).unwrap();
    writer.commit(1).unwrap();
    assert_eq!(writer.index().snapshot().len(), 2);
}
