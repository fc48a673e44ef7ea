#!/usr/bin/env bash
# make fmt: formats all sources.
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh check
cargo fmt --all
pnpm --dir ui run format
