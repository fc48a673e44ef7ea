#!/usr/bin/env bash
# make dist: builds the binary to ship. Arguments go to cargo build: dist.sh --features kurrentdb
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh run
deploy/scripts/build-ui.sh
# An ARM machine has pages of 4, 16 or 64 KB. jemalloc takes the build machine's size unless told, and does not start where
# pages are larger.
case $(uname -m) in aarch64 | arm64) export JEMALLOC_SYS_WITH_LG_PAGE=16 ;; esac
say "Rust (dist)"
cargo build --profile dist --locked --package greenstall "$@"
ls -lh "${CARGO_TARGET_DIR:-target}/dist/greenstall"
