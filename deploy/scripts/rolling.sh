#!/usr/bin/env bash
# make rolling: runs the split deployment of deploy/container/compose.yaml on loopback, behind nginx with TLS, walks through
# the shop, and restarts every process under traffic. It fails when a request fails. GREENSTALL_TEST_BINARY names the
# binary; otherwise it is built as for `make run`. Arguments:
#   --upgrade BINARY   lets a later build take over afterwards, process by process
#   --rounds N         restarts every process N times, once without
#   --first-port PORT  takes ports from there on, instead of any free ones
. "$(dirname "$0")/lib.sh"

have nginx || stop "nginx is missing. On Debian: apt-get install nginx-light"
have openssl || stop "openssl is missing. On Debian: apt-get install openssl"
deploy/scripts/lint-python.sh
binary=${GREENSTALL_TEST_BINARY:-}
if [ -z "$binary" ]; then
  deploy/scripts/setup.sh run
  deploy/scripts/build-ui.sh
  say "Rust"
  cargo build --profile start --locked --package greenstall
  binary=${CARGO_TARGET_DIR:-target}/start/greenstall
fi
PYTHONDONTWRITEBYTECODE=1 exec target/lint-deploy/python/bin/python deploy/scripts/rolling "$binary" "$@"
