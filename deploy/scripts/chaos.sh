#!/usr/bin/env bash
# make chaos: injects faults into the event store, the projections and the whole program; see tests/tests/chaos/main.rs.
# GREENSTALL_TEST_CHAOS_ROUNDS (60) is the number of rounds, GREENSTALL_TEST_CHAOS_SEED (the time) decides what happens
# when, GREENSTALL_TEST_CHAOS_FOLDER (TMPDIR) selects the disk. Ends with a table of the injected faults and the checks.
. "$(dirname "$0")/lib.sh"

export GREENSTALL_TEST_CHAOS_ROUNDS=${GREENSTALL_TEST_CHAOS_ROUNDS:-60}
export GREENSTALL_TEST_CHAOS_SEED=${GREENSTALL_TEST_CHAOS_SEED:-$(date +%s)}
export GREENSTALL_TEST_CHAOS_FOLDER=${GREENSTALL_TEST_CHAOS_FOLDER:-${TMPDIR:-/tmp}}

chaos() {
  cargo test --locked --quiet --workspace --features greenstall/kurrentdb --test chaos -- "$@" --exact --nocapture
}

node_packages deploy/postgres
# The markets start the binary itself, and the KurrentDB double beside it.
cargo build --locked --quiet --package greenstall --package kurrentdb-double --features greenstall/kurrentdb
say "counter-proof: corrupted data is detected"
chaos corrupted_views_and_a_corrupted_log_are_detected --ignored
say "$GREENSTALL_TEST_CHAOS_ROUNDS rounds of faults"
chaos faults
