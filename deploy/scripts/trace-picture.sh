#!/usr/bin/env bash
# Draws deploy/docs/pictures/purchase-trace.svg anew: starts a demo shop and a collector of traces on loopback, buys something,
# and draws the spans. GREENSTALL_PROGRAM names another build of the shop than the one of make run.
. "$(dirname "$0")/lib.sh"

have node || stop "node is missing"
say "shop and collector"
cargo build --locked --package test-support --bin trace-collector
[ -n "${GREENSTALL_PROGRAM:-}" ] || cargo build --profile start --locked --package greenstall

work=$(mktemp -d)
processes=()
cleanup() {
  local process
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap cleanup EXIT

collector=127.0.0.1:${COLLECTOR_PORT:-19201}
shop=127.0.0.1:${SHOP_PORT:-19200}
target/debug/trace-collector "$collector" >"$work/spans.jsonl" &
processes+=($!)
export GREENSTALL_HTTP__ADDR=$shop GREENSTALL_DATA_DIR=$work/data GREENSTALL_TELEMETRY__OTLP_ENDPOINT=http://$collector
"${GREENSTALL_PROGRAM:-target/start/greenstall}" serve --demo >"$work/shop.log" 2>&1 &
processes+=($!)

say "a purchase"
node deploy/scripts/trace-picture/buy.mjs "http://$shop" "$work/spans.jsonl" || {
  tail -n 30 "$work/shop.log"
  exit 1
}
mkdir -p deploy/docs/pictures
node deploy/scripts/trace-picture/draw.mjs "$work/spans.jsonl" deploy/docs/pictures/purchase-trace.svg
[ -z "${KEEP_SPANS:-}" ] || cp "$work/spans.jsonl" "$KEEP_SPANS"
