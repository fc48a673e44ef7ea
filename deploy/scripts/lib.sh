# Functions that the scripts share. To be sourced, not run.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

say() { printf '\033[1m%s\033[0m\n' "── $*"; }
[ -t 1 ] || say() { printf '%s\n' "── $*"; }

stop() {
  printf '%s\n' "$*" >&2
  exit 1
}

have() { [ -x "$(type -P "$1")" ]; }

# at_least VERSION MINIMUM
at_least() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# Runs pnpm through npx, without questions and without a terminal.
pnpm() { npx -y pnpm@10 --config.confirmModulesPurge=false "$@"; }

# Installs a folder's npm packages, unless that was done for the present lock file.
node_packages() {
  local folder=$1 stamp=$1/node_modules/.installed wanted
  wanted=$(cat "$folder/package.json" "$folder/pnpm-lock.yaml" | sha256sum)
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return
  say "node packages of $folder"
  pnpm --dir "$folder" install --frozen-lockfile
  mkdir -p "$folder/node_modules"
  printf '%s' "$wanted" >"$stamp"
}
