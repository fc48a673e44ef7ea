#!/usr/bin/env bash
# make ha: starts three etcd, three Postgres under Patroni, haproxy and seven services, plays faults under load, checks that
# nothing acknowledged is lost or done twice, and writes target/ha/drill.json. deploy/docs/handbook/high-availability.md
# describes it.
# GREENSTALL_HA_ROUNDS (30) is the number of faults, GREENSTALL_HA_SEED (the time) decides their order,
# GREENSTALL_HA_FOLDER (below TMPDIR) has the data, GREENSTALL_BINARY is a binary to use instead of building one.
# Arguments are passed on: `ha.sh --only kill_node` plays one fault only, `ha.sh --run COMMAND` plays none and runs the command
# with the shop's address in GREENSTALL_TEST_SHOP.
. "$(dirname "$0")/lib.sh"
. deploy/scripts/debian.sh

rounds=${GREENSTALL_HA_ROUNDS:-30}
seed=${GREENSTALL_HA_SEED:-$(date +%s)}
debian=$PWD/target/ha/debian

deploy/scripts/python-parts.sh ha

# postgres_binaries: prints the folder of a Postgres of version 15 or newer that has what a standby needs.
postgres_binaries() {
  local folder
  for folder in /usr/lib/postgresql/*/bin "$debian"/root/usr/lib/postgresql/*/bin; do
    if [ -x "$folder/pg_rewind" ] && [ -x "$folder/pg_basebackup" ] && [ -x "$folder/initdb" ] && at_least "$(basename "$(dirname "$folder")")" 15; then
      printf '%s' "$folder"
      return
    fi
  done
  return 1
}

# program NAME: prints the path of an installed program, or of an unpacked one.
program() {
  PATH=$PATH:/usr/sbin:$debian/bin type -P "$1"
}

if ! program etcd >/dev/null || ! program haproxy >/dev/null || ! postgres_binaries >/dev/null; then
  say "etcd, haproxy and Postgres from Debian, unpacked into $debian"
  unpack_from_debian "$debian" etcd-server haproxy postgresql || stop "etcd-server, haproxy or postgresql (15 or newer) is missing. On Debian: apt-get install etcd-server haproxy postgresql"
  debian_program "$debian" /usr/bin/etcd etcd
  debian_program "$debian" /usr/sbin/haproxy haproxy
fi
GREENSTALL_HA_ETCD=$(program etcd)
GREENSTALL_HA_HAPROXY=$(program haproxy)
GREENSTALL_HA_POSTGRES=$(postgres_binaries)
export GREENSTALL_HA_ETCD GREENSTALL_HA_HAPROXY GREENSTALL_HA_POSTGRES
case $GREENSTALL_HA_POSTGRES in
"$debian"/*)
  LD_LIBRARY_PATH=$(debian_libraries "$debian")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH
  ;;
esac

if [ -z "${GREENSTALL_BINARY:-}" ]; then
  say "Rust (release)"
  cargo build --release --locked --package greenstall
  GREENSTALL_BINARY=$(realpath "${CARGO_TARGET_DIR:-target}/release/greenstall")
fi
export GREENSTALL_BINARY

# Namespaces of the run's own: for processes, so that all of them end with it; for the network, so that ports are free and
# a node can be cut off; and for users, so that no privilege is needed and Postgres, which refuses root, starts.
namespaces=(unshare --user "--map-user=1000" "--map-group=1000" --keep-caps --net --pid --fork --kill-child --mount-proc)
if "${namespaces[@]}" ip link set lo up 2>/dev/null; then
  GREENSTALL_HA_NAMESPACES=yes
else
  GREENSTALL_HA_NAMESPACES=no
  namespaces=()
  [ "$(id -u)" != 0 ] || stop "This machine allows no user namespaces, and Postgres does not start as root: run make ha as another user."
fi
export GREENSTALL_HA_NAMESPACES

if [ -z "${GREENSTALL_HA_FOLDER:-}" ]; then
  GREENSTALL_HA_FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/greenstall-ha.XXXXXX")
else
  mkdir -p "$GREENSTALL_HA_FOLDER"
  [ -z "$(ls -A "$GREENSTALL_HA_FOLDER")" ] || stop "$GREENSTALL_HA_FOLDER is not empty."
fi
export GREENSTALL_HA_FOLDER

say "$rounds rounds of faults, seed $seed, in $GREENSTALL_HA_FOLDER"
mkdir -p target/ha
status=0
# A shell is the first process in the namespace: it reaps what has lost its parent. The bound of time is for a run that hangs.
# shellcheck disable=SC2016
timeout --kill-after=60 $((rounds * 180 + 1200)) "${namespaces[@]}" bash -c '"$@"; exit $?' drill \
  target/ha/python/bin/python deploy/ha/drill.py --rounds "$rounds" --seed "$seed" --report target/ha/drill.json "$@" || status=$?

if [ $status = 0 ]; then
  rm -rf "$GREENSTALL_HA_FOLDER"
  say "target/ha/drill.json has the figures"
else
  say "not well; logs and data are in $GREENSTALL_HA_FOLDER"
fi
exit $status
