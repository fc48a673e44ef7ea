#!/bin/bash
# Succeeds when the Greenstall at ADDRESS answers that it is ready; with SECONDS, waits so long for it. It needs only
# bash and grep, which every Debian has: the health check of the container, and what systemd waits for after a start.
# Usage: ready.sh [ADDRESS [SECONDS]]     ADDRESS is host:port; the default is port 8080 of this machine.
address=${1:-127.0.0.1:8080}
limit=${2:-0}

is_ready() {
  # HTTP/1.0: the server closes the connection after its answer.
  exec 3<>"/dev/tcp/${address%:*}/${address##*:}" || return
  printf 'GET /health/ready HTTP/1.0\r\n\r\n' >&3
  grep -q '"status":"ready"' <&3
}

# A subshell: a failed connection would end this shell.
until (is_ready) 2>/dev/null; do
  if [ "$SECONDS" -ge "$limit" ]; then
    echo "Greenstall at $address is not ready" >&2
    exit 1
  fi
  sleep 0.2
done
