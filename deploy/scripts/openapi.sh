#!/usr/bin/env bash
# make openapi: writes the OpenAPI documents, and generates the UI's types from them.
. "$(dirname "$0")/lib.sh"

deploy/scripts/setup.sh check
cargo run --quiet --locked --package greenstall -- openapi
pnpm --dir ui run generate:api
