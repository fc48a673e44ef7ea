#!/usr/bin/env bash
# make check: formatting and lints.
. "$(dirname "$0")/steps.sh"
. deploy/scripts/checks.sh

deploy/scripts/setup.sh check
fast_checks
slow_checks
tally
