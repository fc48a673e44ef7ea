#!/usr/bin/env bash
# make load: a realistic mix of people uses a real shop with 10,000 products, open-loop, for 20 minutes; prints a row a
# minute, and at the end whether it ran flat; writes target/load/load.json. Status 1 when a request failed with 5xx or the
# books do not agree. deploy/docs/handbook/capacity.md describes it.
# GREENSTALL_LOAD_MINUTES (20) is the measured time, GREENSTALL_LOAD_WARM_UP_MINUTES (1) comes before it,
# GREENSTALL_LOAD_RATE (1) multiplies all rates of tests/load/src/profile.rs, GREENSTALL_LOAD_SEED (1) decides when journeys
# begin, GREENSTALL_LOAD_PRODUCTS (10000) is the shop's size, GREENSTALL_LOAD_ADDR (any free port) where it listens,
# GREENSTALL_LOAD_FOLDER (target/load) has its data, and GREENSTALL_BINARY is a binary to use instead of building one.
. "$(dirname "$0")/lib.sh"

target=${CARGO_TARGET_DIR:-target}
if [ -z "${GREENSTALL_BINARY:-}" ]; then
  deploy/scripts/setup.sh check
  say "Rust (release)"
  cargo build --release --locked --package greenstall
  GREENSTALL_BINARY=$target/release/greenstall
fi
export GREENSTALL_BINARY
# Each stream and each connection is an open file, here and in the shop.
ulimit -S -n "$(ulimit -H -n)"
say "the load generator"
CARGO_PROFILE_RELEASE_LTO=off cargo build --release --locked --package load
exec "$target/release/load"
