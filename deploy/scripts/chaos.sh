#!/usr/bin/env bash
# make chaos: faults in the event store, the projections and the whole program; tests/tests/chaos/main.rs says which.
# GREENSTALL_TEST_CHAOS_ROUNDS (60) says how often, GREENSTALL_TEST_CHAOS_SEED (the time) decides what happens when,
# GREENSTALL_TEST_CHAOS_FOLDER (TMPDIR) is on the disk to use. Ends with a table of what was injected and checked.
. "$(dirname "$0")/lib.sh"

export GREENSTALL_TEST_CHAOS_ROUNDS=${GREENSTALL_TEST_CHAOS_ROUNDS:-60}
export GREENSTALL_TEST_CHAOS_SEED=${GREENSTALL_TEST_CHAOS_SEED:-$(date +%s)}
export GREENSTALL_TEST_CHAOS_FOLDER=${GREENSTALL_TEST_CHAOS_FOLDER:-${TMPDIR:-/tmp}}

chaos() {
  cargo test --locked --quiet --workspace --features greenstall/kurrentdb --test chaos -- "$@" --exact --nocapture
}

node_packages deploy/postgres
# The markets start the binary itself, and the double of KurrentDB beside it.
cargo build --locked --quiet --package greenstall --package kurrentdb-double --features greenstall/kurrentdb
say "counter-proof: what is broken is found"
chaos what_is_broken_is_found --ignored
say "$GREENSTALL_TEST_CHAOS_ROUNDS rounds of faults"
chaos faults
