#!/usr/bin/env bash
# make bench-store: prints a table and writes target/bench/store.json.
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh check
case ${1:-} in
store) cargo bench --locked --package event-store --bench append ;;
*) stop "Usage: bench.sh store" ;;
esac
