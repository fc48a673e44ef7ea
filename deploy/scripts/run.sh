#!/usr/bin/env bash
# make run: builds the shop and starts it with demo data.
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh run
deploy/scripts/build-ui.sh
say "Rust"
cargo build --profile start --locked --package greenstall
# exec: Ctrl-C and other signals go directly to the program.
exec "${CARGO_TARGET_DIR:-target}/start/greenstall" serve --demo
