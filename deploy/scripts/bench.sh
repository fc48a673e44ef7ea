#!/usr/bin/env bash
# make bench-store, make bench-views, make bench-http: print a table and write target/bench/<part>.json.
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh check
case ${1:-} in
store)
  deploy/scripts/bench-peers.sh
  cargo bench --locked --package event-store --bench store -- "${@:2}"
  ;;
views) cargo bench --locked --package greenstall --bench views -- "${@:2}" ;;
http) cargo bench --locked --package greenstall --bench http -- "${@:2}" ;;
*) stop "Usage: bench.sh store|views|http" ;;
esac
