#!/usr/bin/env bash
# make fuzz: calls every operation of both interfaces with requests that are generated from their OpenAPI documents,
# until at least $1 requests were sent (default 20000; 0 means one short round). The first round uses seed $2 (1). GREENSTALL_TEST_BINARY names a binary;
# without it, one is built.
. "$(dirname "$0")/lib.sh"

deploy/scripts/python-parts.sh
binary=${GREENSTALL_TEST_BINARY:-}
if [ -z "$binary" ]; then
  cargo build --locked --package greenstall
  binary=${CARGO_TARGET_DIR:-target}/debug/greenstall
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
target/python/bin/python tests/fuzzing/fuzz.py "$binary" "$folder/run" "${1:-20000}" "${2:-1}"
