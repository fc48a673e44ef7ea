#!/usr/bin/env bash
# make fmt
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh check
cargo fmt --all
pnpm --dir ui run format
