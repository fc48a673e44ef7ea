#!/usr/bin/env bash
# make topologies: runs the end-to-end tests that only call a shop on three topologies: one process, three processes, and
# the cluster of make ha (three Postgres under Patroni, seven services behind haproxy, queries on standbys).
. "$(dirname "$0")/lib.sh"

tests='test(/^(authorization::|odd_requests::|operators::an_operator_prints_an_order_and_rebuilds_the_catalog$|purchase::a_purchase_succeeds_on_postgres$)/)'

say "Rust"
cargo build --locked --package greenstall --package kurrentdb-double --features greenstall/kurrentdb
nextest=(cargo nextest run --locked --offline --package e2e --test e2e --test-threads 1 -E "$tests")
"${nextest[@]}" --no-run

say "one process"
"${nextest[@]}"
say "three processes"
GREENSTALL_TEST_SPLIT=1 "${nextest[@]}"
say "a cluster"
GREENSTALL_BINARY=$(realpath "${CARGO_TARGET_DIR:-target}/debug/greenstall") deploy/scripts/ha.sh --run "${nextest[@]}"
