// Puts `.br` and `.gz` beside every text file of a folder, as small as they get: the server sends them as they are.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;
const root = process.argv[2];

for (const name of readdirSync(root, { recursive: true })) {
  if (!TEXT.test(name) || name.startsWith(".vite")) continue;
  const file = join(root, name);
  const bytes = readFileSync(file);
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const [suffix, packed] of [
    [".br", brotliCompressSync(bytes, { params: parameters })],
    [".gz", gzipSync(bytes, { level: 9 })],
  ]) {
    if (packed.length < bytes.length) writeFileSync(file + suffix, packed);
  }
}
