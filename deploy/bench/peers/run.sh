#!/usr/bin/env bash
# run.sh NAME URL EVENT FOLDER: starts a peer as it was installed by deploy/scripts/bench-peers.sh. See README.md.
set -euo pipefail
installed=$(cd "$(dirname "$0")/../../.." && pwd)/target/bench/peers
name=$1
shift

if [ -f "$installed/$name.failed" ]; then
  cat "$installed/$name.failed" >&2
  exit 1
fi
case $name in
emmett) exec node "$installed/emmett/emmett.mjs" "$1" "$2" ;;
eventsourcing) exec "$installed/python/bin/python" "$installed/eventsourcing/eventsourcing_peer.py" "$1" "$2" ;;
disintegrate) exec "$installed/rust/release/disintegrate-peer" "$1" "$2" ;;
umadb) exec "$installed/rust/release/umadb-peer" "$installed/python/bin/umadb" "$3" "$2" ;;
*)
  echo "There is no peer $name." >&2
  exit 1
  ;;
esac
