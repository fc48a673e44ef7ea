#!/usr/bin/env bash
# make test: runs everything, the fastest checks first. Ends with the totals of all kinds.
. "$(dirname "$0")/steps.sh"
. deploy/scripts/checks.sh
. deploy/scripts/gallery.sh

target=$PWD/${CARGO_TARGET_DIR:-target}
case ${CARGO_TARGET_DIR:-} in /*) target=$CARGO_TARGET_DIR ;; esac

deploy/scripts/setup.sh test
GREENSTALL_TEST_CHROMIUM=$(cat target/test/chromium.path)
export GREENSTALL_TEST_CHROMIUM

with_postgres() {
  cargo run --quiet --locked --package test-support --bin with-postgres -- "$@"
}

rust_tests() {
  # The end-to-end tests start the binary itself, and the KurrentDB double beside it.
  cargo build --locked --package greenstall --package kurrentdb-double --features greenstall/kurrentdb || return
  with_postgres cargo nextest run --workspace --features greenstall/kurrentdb --locked --profile ci
}

openapi_is_current() {
  "$target/debug/greenstall" openapi --check && pnpm --dir ui run generate:api --check
}

short_fuzzing() {
  GREENSTALL_TEST_BINARY=$target/debug/greenstall deploy/scripts/fuzz.sh 0
}

browser_tests() {
  GREENSTALL_TEST_BINARY=$target/debug/greenstall PLAYWRIGHT_JSON_OUTPUT_NAME=$PWD/target/test/playwright.json \
    pnpm --dir tests/browser exec playwright test --project=shop --retries=1 --reporter=list,json
}

fast_checks
tests "UI (Vitest)" target/test/vitest.json \
  pnpm --dir ui exec vitest run --retry=1 --reporter=default --reporter=json --outputFile.json=../target/test/vitest.json
tests "UI components (pictures)" target/test/gallery.json compare_gallery
check "UI build" deploy/scripts/build-ui.sh
check "UI size budget" pnpm --dir ui run budget
slow_checks
tests "Rust (nextest)" "$target/nextest/ci/junit.xml" rust_tests
check "OpenAPI is current" openapi_is_current
check "Answers are as described (schemathesis, a short round)" short_fuzzing
tests "Browser (Playwright)" target/test/playwright.json browser_tests
tally
