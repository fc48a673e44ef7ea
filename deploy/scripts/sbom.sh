#!/usr/bin/env bash
# make sbom: writes target/sbom/greenstall.cdx.json, the bill of materials of the shipped binary (CycloneDX 1.5): the crates that
# `make dist` links, and the npm packages in its pages. Installs cargo-cyclonedx below target/ (once, some minutes).
. "$(dirname "$0")/lib.sh"

version=0.5.9
folder=target/sbom
tool=$folder/tools/bin/cargo-cyclonedx

deploy/scripts/setup.sh run
if ! [ "$("$tool" cyclonedx --version 2>/dev/null)" = "cargo-cyclonedx-cyclonedx $version" ]; then
  say "cargo-cyclonedx $version (once, takes some minutes)"
  cargo install cargo-cyclonedx --locked --version "$version" --root "$folder/tools"
fi

# The tool writes a file beside the Cargo.toml of every crate of the workspace.
name=sbom-of-$$
trap 'find . -name "$name.json" -not -path "./target/*" -not -path "*/node_modules/*" -delete' EXIT
"$tool" cyclonedx --quiet --manifest-path deploy/greenstall/Cargo.toml --format json --spec-version 1.5 \
  --no-build-deps --override-filename "$name"
mv "deploy/greenstall/$name.json" "$folder/crates.json"
pnpm --dir ui list --prod --depth Infinity --json >"$folder/ui.json"
pnpm --dir ui licenses list --json >"$folder/ui-licences.json"
node deploy/scripts/sbom.mjs "$folder" "$(git rev-parse HEAD 2>/dev/null || echo unknown)"
