# The checks that `make check` and `make test` share.
# shellcheck shell=bash

# The checks that take seconds.
fast_checks() {
  check "Rust formatting" cargo fmt --all --check
  check "UI lint and formatting" pnpm --dir ui run lint
  check "UI types" pnpm --dir ui run typecheck
  check "UI: nothing unused" pnpm --dir ui run knip
}

# The checks that take minutes.
slow_checks() {
  check "Rust lints" cargo clippy --workspace --all-targets --features greenstall/kurrentdb --locked --quiet -- -D warnings
}
