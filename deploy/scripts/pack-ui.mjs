// Prepares a build of the UI for the server: sees to it that preloads.json (what each route needs first) names chunks
// that exist, and puts `.br` and `.gz` beside every text file, as small as they get.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;
const root = process.argv[2];
const json = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));

const manifest = json(".vite/manifest.json");
const chunks = json("preloads.json").flatMap(({ route, chunks }) => chunks.map((chunk) => ({ route, chunk })));
const unknown = chunks.filter(({ chunk }) => !manifest[chunk]);
if (unknown.length > 0) {
  const names = unknown.map(({ route, chunk }) => `${chunk} (${route})`).join(", ");
  process.stderr.write(`ui/public/preloads.json names chunks that the build does not have: ${names}\n`);
  process.exit(1);
}

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
