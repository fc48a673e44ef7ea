# The checks that `make check` and `make test` share.
# shellcheck shell=bash

# The programs that `deploy/scripts/python-parts.sh check` installs.
tools=$PWD/target/check/tools

# The checks that take seconds.
fast_checks() {
  check "Rust formatting" cargo fmt --all --check
  check "Spelling" "$tools/typos" --config .config/typos.toml
  check "Crates: nothing unused" unused_crates
  check "Crates: licences, sources, bans" crates_are_allowed
  check "Evidence of the security table" node deploy/scripts/evidence.mjs
  check "Links in the documents" node deploy/scripts/links.mjs
  check "UI lint and formatting" pnpm --dir ui run lint
  check "UI types" pnpm --dir ui run typecheck
  check "UI: nothing unused" pnpm --dir ui run knip
  check "UI: licences of packages" ui_licences
}

# The checks that take minutes.
slow_checks() {
  check "Rust lints" cargo clippy --workspace --all-targets --features greenstall/kurrentdb --locked --quiet -- -D warnings
}

unused_crates() {
  local report
  report=$("$tools/cargo-shear" --locked --deny-warnings 2>&1) || { echo "$report" && return 1; }
}

# deny WHICH...: runs cargo-deny's checks with our rules.
deny() { "$tools/cargo-deny" --locked --config .config/deny.toml check --hide-inclusion-graph "$@" 2>&1; }

# Several versions of a crate are reported, and no failure.
crates_are_allowed() {
  local report
  report=$(deny bans licenses sources) || { echo "$report" && return 1; }
  sed -nE "s/^warning.*found ([0-9]+) duplicate entries for crate '(.*)'$/warning: \1 versions of \2/p" <<<"$report"
}

ui_licences() { pnpm --dir ui licenses list --json | node deploy/scripts/npm-licences.mjs; }

# The database of known vulnerabilities is a git repository on github.com. Without a way there the check is not run, which
# is said, and is no failure.
check_advisories() {
  if git ls-remote --exit-code https://github.com/RustSec/advisory-db HEAD >/dev/null 2>&1; then
    check "Crates: known vulnerabilities" deny advisories
  else
    say "Crates: known vulnerabilities"
    echo "NOT RUN: Crates: known vulnerabilities (https://github.com/RustSec/advisory-db cannot be reached)"
    rows+=("NOT RUN: Crates: known vulnerabilities")
  fi
}
