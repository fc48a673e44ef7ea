#!/usr/bin/env bash
# Creates target/lint-deploy/python: a Python with the linters of lint-parts.txt, for lint-deploy.sh and rolling.sh. Does
# nothing when it exists already.
. "$(dirname "$0")/lib.sh"

wanted=deploy/scripts/lint-parts.txt
folder=$PWD/target/lint-deploy/python
stamp=$folder/.installed

[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(sha256sum "$wanted")" ] && exit
say "linters"
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
python3 -m venv "$folder"
# The list pins every dependency, so there is nothing to resolve.
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --requirement "$wanted"
sha256sum "$wanted" >"$stamp"
