#!/usr/bin/env bash
# Builds the UI unless its sources are unchanged since the last build.
. "$(dirname "$0")/lib.sh"

# Written last: an interrupted build or packing starts again.
built=ui/dist/.vite/packed
inputs=(deploy/scripts/pack-ui.mjs ui/src ui/scripts/prerender.mjs ui/public ui/index.html ui/package.json ui/pnpm-lock.yaml ui/vite.config.ts ui/tsconfig.json)
if [ -f "$built" ] && [ -z "$(find "${inputs[@]}" -newer "$built" -print -quit)" ]; then exit 0; fi
say "UI"
pnpm --dir ui run build
node deploy/scripts/pack-ui.mjs ui/dist
touch "$built"
