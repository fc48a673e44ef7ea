# The gallery of components and its pictures. To be sourced, not run.
# shellcheck shell=bash

# gallery_playwright ARGUMENT...
gallery_playwright() { pnpm --dir tests/browser exec playwright test --project=gallery "$@"; }

# Compares the gallery with the committed pictures, and explains how to handle a difference.
compare_gallery() {
  pnpm --dir ui run gallery:build || return
  if PLAYWRIGHT_JSON_OUTPUT_NAME=$PWD/target/test/gallery.json gallery_playwright --reporter=list,json; then return; fi
  cat >&2 <<'END'
The components differ from their pictures in tests/browser/gallery/pictures. What was expected, what came and the
difference are PNG files in target/test/browser. If the new looks are wanted: run `make screenshots`, look at the pictures
that changed, and commit them.
END
  return 1
}
