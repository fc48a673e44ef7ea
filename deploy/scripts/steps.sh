# Counts the results of checks and tests. Every step runs, even after a failure; `tally` prints the totals.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

failures=()
flakes=()
rows=()
total_passed=0
total_failed=0

# count KIND PASSED FAILED
count() {
  rows+=("$(printf '%-22s %5d passed, %d failed' "$1" "$2" "$3")")
  total_passed=$((total_passed + $2))
  total_failed=$((total_failed + $3))
}

checks_passed=0
checks_failed=0

# check NAME COMMAND...: runs a step that passes or fails as a whole.
check() {
  local name=$1 began=$SECONDS
  shift
  say "$name"
  if "$@"; then
    checks_passed=$((checks_passed + 1))
    echo "ok: $name ($((SECONDS - began)) s)"
  else
    checks_failed=$((checks_failed + 1))
    failures+=("$name")
    echo "FAILED: $name ($((SECONDS - began)) s)"
  fi
}

# tests KIND REPORT COMMAND...: runs tests and counts the results in their report. A run that fails without a failed test in
# its report (a compile error, a crash) counts as one failure.
tests() {
  local kind=$1 report=$2 began=$SECONDS ok=yes passed=0 failed=0 flaky=0
  shift 2
  rm -f "$report"
  say "$kind"
  "$@" || ok=no
  if [ -f "$report" ]; then read -r passed failed flaky < <(node deploy/scripts/count.mjs "$report"); fi
  if [ $ok = no ] && [ "$failed" = 0 ]; then failed=1; fi
  if [ $ok = yes ] && [ "$passed" = 0 ]; then
    echo "No test ran." >&2
    failed=1
  fi
  [ "$failed" = 0 ] || failures+=("$kind")
  count "$kind" "$passed" "$failed"
  [ "$flaky" = 0 ] || flakes+=("$kind: $flaky needed a second try")
  echo "$kind: $passed passed, $failed failed ($((SECONDS - began)) s)"
}

# Prints the table, and the total as the last line. Fails when anything failed.
tally() {
  count checks "$checks_passed" "$checks_failed"
  say "result after $((SECONDS / 60)) min $((SECONDS % 60)) s"
  printf '  %s\n' "${rows[@]}"
  local name
  for name in "${flakes[@]}"; do printf '  FLAKY: %s\n' "$name"; done
  for name in "${failures[@]}"; do printf '  FAILED: %s\n' "$name"; done
  printf '%d passed, %d failed\n' "$total_passed" "$total_failed"
  [ "$total_failed" = 0 ]
}
