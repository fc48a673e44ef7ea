#!/usr/bin/env bash
# make chaos: kill -9 of writers, projectors and Postgres. GREENSTALL_TEST_CHAOS_ROUNDS (200) says how often,
# GREENSTALL_TEST_CHAOS_SEED (the time) decides who and when, GREENSTALL_TEST_CHAOS_FOLDER (TMPDIR) is on the disk to use.
. "$(dirname "$0")/lib.sh"

export GREENSTALL_TEST_CHAOS_ROUNDS=${GREENSTALL_TEST_CHAOS_ROUNDS:-200}
export GREENSTALL_TEST_CHAOS_SEED=${GREENSTALL_TEST_CHAOS_SEED:-$(date +%s)}
export GREENSTALL_TEST_CHAOS_FOLDER=${GREENSTALL_TEST_CHAOS_FOLDER:-${TMPDIR:-/tmp}}

chaos() {
  cargo test --locked --quiet --package e2e --test chaos -- "$@" --exact --nocapture
}

node_packages deploy/postgres
say "counter-proof: what is broken is found"
chaos what_is_broken_is_found --ignored
say "$GREENSTALL_TEST_CHAOS_ROUNDS rounds of kill -9"
chaos kill_9
