#!/usr/bin/env bash
# Measures pages of a running demo shop with Lighthouse's mobile profile, and prints every run and the medians:
#   deploy/scripts/lighthouse.sh http://127.0.0.1:8080 5               # five pages of the shopper
#   deploy/scripts/lighthouse.sh http://127.0.0.1:8080 3 dashboards    # nine of customers, merchants and admins
# Use a release build on an otherwise idle machine.
. "$(dirname "$0")/lib.sh"

version=12.8.2
folder=target/lighthouse
have node || stop "Node is missing. Install Node 20 or newer with npm: https://nodejs.org"
if ! [ -f "$folder/node_modules/lighthouse/package.json" ]; then
  say "Lighthouse $version"
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-audit --no-fund "lighthouse@$version"
fi
for name in "${GREENSTALL_TEST_CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && have "$name"; then chromium=$(type -P "$name") && break; fi
done
[ -n "${chromium:-}" ] || stop "Chromium is missing: install it, or name one in GREENSTALL_TEST_CHROMIUM."
GREENSTALL_TEST_CHROMIUM=$chromium exec node deploy/scripts/lighthouse.mjs "$folder" "${1:-http://127.0.0.1:8080}" "${2:-5}" "${3:-shop}"
