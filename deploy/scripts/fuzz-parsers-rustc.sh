#!/usr/bin/env bash
# The RUSTC_WRAPPER of fuzz-parsers.sh: cargo gives it rustc and its arguments. Adds coverage for libFuzzer to the crates that
# read the bytes. Others would only be slower.
name=
for_the_program=
previous=
for argument in "$@"; do
  [ "$previous" = --crate-name ] && name=$argument
  # Macros and build scripts are built without it.
  [ "$argument" = --target ] && for_the_program=yes
  previous=$argument
done
case ${for_the_program:+$name} in
fuzz_parsers | blobs | command_service | query_service | service_kit | shared_events | image | image_webp | png | fdeflate | \
  zune_core | zune_jpeg | jsonwebtoken | serde_json | serde_urlencoded | form_urlencoded | hex | chrono | places)
  exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares
  ;;
*) exec "$@" ;;
esac
