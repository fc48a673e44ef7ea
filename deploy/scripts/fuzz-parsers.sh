#!/usr/bin/env bash
# make fuzz-parsers: gives bytes that libFuzzer makes up to the parsers of uploads, tokens, webhooks, query strings, cursors and
# stored events, each for GREENSTALL_FUZZ_SECONDS (600). Arguments name some of the targets; without any, all are run. It needs
# no nightly toolchain: LLVM's coverage pass is asked for by stable options, of the crates whose code reads the bytes
# (fuzz-parsers-rustc.sh). Inputs that found something new are kept in target/fuzz/corpus; findings in target/fuzz/findings.
. "$(dirname "$0")/lib.sh"

have c++ || stop "A C++ compiler is missing (c++), which libFuzzer needs. On Debian: apt-get install build-essential"
seconds=${GREENSTALL_FUZZ_SECONDS:-600}
crate=tests/fuzzing/parsers
folder=$PWD/target/fuzz
targets=("$@")
[ $# -gt 0 ] || targets=(uploads tokens webhooks queries cursors events)

cp Cargo.lock "$crate/Cargo.lock"
# With a target named, cargo builds what runs in the compiler apart from what runs in the program, and only the latter has coverage.
host=$(rustc --print host-tuple)
RUSTC_WRAPPER=$PWD/deploy/scripts/fuzz-parsers-rustc.sh CARGO_TARGET_DIR=$folder \
  cargo build --manifest-path "$crate/Cargo.toml" --target "$host"

# seed TARGET NAME: puts standard input into the target's corpus.
seed() { cat >"$folder/corpus/$1/seed-$2"; }

for target in "${targets[@]}"; do mkdir -p "$folder/corpus/$target" "$folder/findings/$target"; done
for target in "${targets[@]}"; do
  case $target in
  uploads)
    for file in command-service/src/http/upload/dot.{jpg,png} deploy/docs/screenshots/phone.webp deploy/greenstall/src/demo/writer/certificate.pdf; do
      for purpose in 0 1 2; do { printf '%b' "\\x0$purpose" && cat "$file"; } | seed uploads "$purpose-$(basename "$file")"; done
    done
    ;;
  events)
    for file in shared-events/golden/*/*.json; do
      name=$(basename "$file" .json)
      version=${name#*.v}
      { echo "${name%%.*} ${version%%.*}" && cat "$file"; } | seed events "$name"
    done
    ;;
  *) cp "$crate/seeds/$target"/* "$folder/corpus/$target/" ;;
  esac
done

failed=()
for target in "${targets[@]}"; do
  say "$target, $seconds s"
  # A picture of a megabyte takes longer to decode than to tell anything new.
  if ! GREENSTALL_FUZZ_TARGET=$target "$folder/$host/debug/fuzz-parsers" "$folder/corpus/$target" -max_total_time="$seconds" -max_len=16384 \
    -timeout=30 -rss_limit_mb=3072 -artifact_prefix="$folder/findings/$target/" -print_final_stats=1 -verbosity=0 2>"$folder/$target.log"; then
    failed+=("$target")
    tail -n 60 "$folder/$target.log"
  fi
  grep -E '^stat::(number_of_executed_units|new_units_added)' "$folder/$target.log" || true
done
[ ${#failed[@]} = 0 ] || stop "Findings: ${failed[*]}. Their inputs are in target/fuzz/findings."
echo "${#targets[@]} targets, no findings"
