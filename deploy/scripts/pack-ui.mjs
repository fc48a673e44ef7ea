// Prepares a build of the UI for the server: checks that preloads.json (the files that each route needs first) names
// existing chunks, and replaces every compressible file by its smallest `.br` and `.gz` forms. The server unpacks
// the `.gz` for a browser that accepts neither.
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|wasm|svg|json|txt|webmanifest)$/;
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
  if (!COMPRESSIBLE.test(name) || name.startsWith(".vite")) continue;
  const file = join(root, name);
  const bytes = readFileSync(file);
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const br = brotliCompressSync(bytes, { params: parameters });
  const gz = gzipSync(bytes, { level: 9 });
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) {
    writeFileSync(`${file}.gz`, gz);
    rmSync(file);
  }
}
