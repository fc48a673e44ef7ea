#!/usr/bin/env bash
# make check: formatting, lints, spelling and dependencies.
. "$(dirname "$0")/steps.sh"
. deploy/scripts/checks.sh

deploy/scripts/setup.sh check
fast_checks
slow_checks
check_advisories
tally
