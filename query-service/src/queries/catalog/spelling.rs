//! Corrects misspelt search words to words of the catalog.

use std::collections::BTreeSet;

use postgres_kit::{Pool, statements};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn spellings(word: &str, spellings: &[String]) -> row (String, bool) = include_str!("spellings.sql");
}

/// The largest number of corrections of a word.
const MAX_CORRECTIONS: usize = 4;
/// Shorter words are not corrected, because too many words are similar to them.
const MIN_LETTERS: usize = 3;
/// Words of at least this number of letters may have two mistakes.
const TWO_MISTAKES_FROM: usize = 6;
/// Longer words are not corrected.
const MAX_LETTERS: usize = 26;

/// The catalog's words that are most similar to this one, the most frequent first. Empty when the catalog has the
/// word, or a word that begins with it.
pub(super) async fn corrections(pool: &Pool, word: &str) -> Result<Vec<String>, sqlx::Error> {
    let letters: Vec<char> = word.chars().collect();
    if !(MIN_LETTERS..=MAX_LETTERS).contains(&letters.len()) {
        return Ok(Vec::new());
    }
    let is_long = letters.len() >= TWO_MISTAKES_FROM;
    let candidates: Vec<(String, bool)> =
        sql::spellings(word, &spellings(&letters, is_long)).fetch_all(pool).await?;
    if candidates.iter().any(|(_, begins)| *begins) {
        return Ok(Vec::new());
    }
    let mut near: Vec<(usize, String)> = candidates
        .into_iter()
        .map(|(candidate, _)| (distance(&letters, &candidate.chars().collect::<Vec<_>>()), candidate))
        .filter(|(mistakes, _)| *mistakes <= if is_long { 2 } else { 1 })
        .collect();
    // The sort is stable, so among equally similar words the most frequent stays first.
    near.sort_by_key(|(mistakes, _)| *mistakes);
    let least = near.first().map_or(0, |(mistakes, _)| *mistakes);
    Ok(near
        .into_iter()
        .filter(|(mistakes, _)| *mistakes == least)
        .map(|(_, word)| word)
        .take(MAX_CORRECTIONS)
        .collect())
}

/// The word itself, and every variant with one letter left out, or also with two.
fn spellings(letters: &[char], without_two: bool) -> Vec<String> {
    let mut all = BTreeSet::from([letters.to_vec()]);
    for one in 0..letters.len() {
        let mut shorter = letters.to_vec();
        shorter.remove(one);
        for two in 0..shorter.len() {
            if without_two {
                let mut shortest = shorter.clone();
                shortest.remove(two);
                all.insert(shortest);
            }
        }
        all.insert(shorter);
    }
    all.into_iter().map(|letters| letters.into_iter().collect()).collect()
}

/// The edit distance: letters left out, added, replaced, or swapped with their neighbour.
fn distance(typed: &[char], meant: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=meant.len()).collect();
    for (i, letter) in typed.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in meant.iter().enumerate() {
            let exchanged = row[j] + usize::from(letter != other);
            let mut least = exchanged.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *letter == meant[j - 1] && typed[i - 1] == *other {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[meant.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn between(typed: &str, meant: &str) -> usize {
        distance(&typed.chars().collect::<Vec<_>>(), &meant.chars().collect::<Vec<_>>())
    }

    #[test]
    fn a_mistake_is_an_added_missing_replaced_or_swapped_letter() {
        for (typed, meant, mistakes) in [
            ("milk", "milk", 0),
            ("mlk", "milk", 1),
            ("millk", "milk", 1),
            ("mulk", "milk", 1),
            ("mlik", "milk", 1),
            ("brocolli", "broccoli", 2),
            ("", "milk", 4),
        ] {
            assert_eq!(between(typed, meant), mistakes, "{typed}");
            assert_eq!(between(meant, typed), mistakes, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn a_word_with_one_mistake_has_a_spelling_in_common(
            meant in "[a-d]{3,8}", place in 0_usize..8, letter in "[a-e]", what in 0..4,
        ) {
            let mut typed: Vec<char> = meant.chars().collect();
            let place = place % typed.len();
            let letter = letter.chars().next().expect("a letter");
            match what {
                0 => typed.insert(place, letter),
                1 => drop(typed.remove(place)),
                2 => typed[place] = letter,
                _ => typed.swap(place, (place + 1) % meant.len().max(2)),
            }
            let meant: Vec<char> = meant.chars().collect();
            prop_assume!(distance(&typed, &meant) <= 1);
            let of_typed: BTreeSet<String> = spellings(&typed, false).into_iter().collect();
            prop_assert!(spellings(&meant, false).iter().any(|one| of_typed.contains(one)));
        }
    }
}
