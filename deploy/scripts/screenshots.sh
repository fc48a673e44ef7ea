#!/usr/bin/env bash
# make screenshots: takes the gallery's pictures again. Review the differences before you commit them.
. "$(dirname "$0")/lib.sh"
. deploy/scripts/gallery.sh

deploy/scripts/setup.sh screenshots
GREENSTALL_TEST_CHROMIUM=$(cat target/test/chromium.path)
export GREENSTALL_TEST_CHROMIUM

pnpm --dir ui run gallery:build
gallery_playwright --update-snapshots=all --reporter=line
node ui/gallery/shrink.mjs tests/browser/gallery/pictures
git status --short tests/browser/gallery/pictures
