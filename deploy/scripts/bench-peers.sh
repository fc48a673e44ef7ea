#!/usr/bin/env bash
# Installs the peers that the benchmarks compare with (deploy/bench/peers) in target/bench/peers. If one cannot be
# installed, <name>.failed gets the reason, which the tables show, and the other peers are still installed.
. "$(dirname "$0")/lib.sh"

peers=$PWD/deploy/bench/peers
installed=$PWD/target/bench/peers
logs=$installed/logs
mkdir -p "$logs"

# install NAME FUNCTION SOURCES...: runs the function, unless that was done for the present content of the sources.
install() {
  local name=$1 function=$2 stamp=$installed/$1.installed wanted
  shift 2
  wanted=$(cd "$peers" && find "$@" -type f -not -path '*/node_modules/*' -print0 | sort -z | xargs -0 sha256sum)
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return
  say "peer $name"
  rm -f "$stamp" "$installed/$name.failed"
  # A separate shell, so that a failing step ends only this installation.
  if bash -euo pipefail -c "$(declare -p peers installed); $(declare -f "$function" pnpm venv rust); $function" >"$logs/$name.log" 2>&1; then
    printf '%s' "$wanted" >"$stamp"
  else
    printf 'cannot be installed: %s\n' "$(grep -iE 'error|not found|no such' "$logs/$name.log" | tail -n 1)" | cut -c 1-200 >"$installed/$name.failed"
    echo "Peer $name: $(cat "$installed/$name.failed")"
  fi
}

venv() {
  [ -x "$installed/python/bin/python" ] || python3 -m venv "$installed/python"
  "$installed/python/bin/pip" install --quiet --disable-pip-version-check --requirement "$1"
}

rust() {
  cargo build --release --locked --manifest-path "$peers/rust/Cargo.toml" --target-dir "$installed/rust" --package "$1"
}

emmett() {
  mkdir -p "$installed/emmett"
  cp "$peers"/emmett/{package.json,pnpm-lock.yaml,emmett.mjs} "$installed/emmett/"
  # Create a workspace here: without one, pnpm would use one of a parent folder.
  pnpm --dir "$installed/emmett" install --ignore-workspace --frozen-lockfile
}

eventsourcing() {
  venv "$peers/eventsourcing/requirements.txt"
  mkdir -p "$installed/eventsourcing"
  cp "$peers/eventsourcing/eventsourcing_peer.py" "$installed/eventsourcing/"
}

disintegrate() { rust disintegrate-peer; }

# The client's crate runs protoc, which few machines have; a Python package provides it.
umadb() {
  venv "$peers/rust/umadb/requirements.txt"
  printf '#!/bin/sh\nexec "%s" -m grpc_tools.protoc "$@"\n' "$installed/python/bin/python" >"$installed/protoc"
  chmod +x "$installed/protoc"
  PROTOC=$installed/protoc rust umadb-peer
}

install emmett emmett emmett
install eventsourcing eventsourcing eventsourcing
install disintegrate disintegrate rust/Cargo.toml rust/Cargo.lock rust/peer rust/disintegrate
install umadb umadb rust/Cargo.toml rust/Cargo.lock rust/peer rust/umadb
