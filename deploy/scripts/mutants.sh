#!/usr/bin/env bash
# Mutation testing of the domain's rules; see mutants.py. Creates target/mutants/python for it. Requires cargo-mutants,
# which proposes the mutations: cargo install cargo-mutants --locked --version 27.1.0
. "$(dirname "$0")/lib.sh"

cargo mutants --version >/dev/null 2>&1 || stop "cargo-mutants is missing: cargo install cargo-mutants --locked --version 27.1.0"
python=target/mutants/python/bin/python
if ! "$python" -c 'import tree_sitter_rust' 2>/dev/null; then
  say "A parser of Rust for Python"
  python3 -m venv target/mutants/python
  "$python" -m pip install --quiet --only-binary :all: tree-sitter==0.26.1 tree-sitter-rust==0.24.2
fi
exec "$python" deploy/scripts/mutants.py "$@"
