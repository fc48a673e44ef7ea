#!/usr/bin/env bash
# make dist: builds the binary to ship. Arguments go to cargo build: dist.sh --features kurrentdb
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh run
deploy/scripts/build-ui.sh
say "Rust (dist)"
cargo build --profile dist --locked --package greenstall "$@"
ls -lh "${CARGO_TARGET_DIR:-target}/dist/greenstall"
