// Fails when a page exceeds its size budget: gzip -9 of the files in dist/, by Vite's manifest, whether or not they
// are packed for the server. A route counts the entry and its own chunks, without those that the entry already loads.
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const KB = 1024;
const BUDGET = { entry: 125.1, route: 160, checkout: 190, css: 16, fonts: 60 };
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

function gz(file) {
  const packed = new URL(`${file}.gz`, dist);
  const bytes = existsSync(packed)
    ? readFileSync(packed)
    : gzipSync(readFileSync(new URL(file, dist)), { level: 9 });
  return bytes.length / KB;
}

/** A chunk and its static imports. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
}
const sum = (keys) => [...keys].reduce((total, key) => total + gz(manifest[key].file), 0);

const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
const entry = closure(entryKey);
const rows = [["entry", sum(entry), BUDGET.entry]];
for (const key of manifest[entryKey].dynamicImports ?? []) {
  if (!/^src\/(app|features)\//.test(key)) continue;
  const limit = /checkout/i.test(key) ? BUDGET.checkout : BUDGET.route;
  rows.push([key.replace(/^src\/(features\/)?/, ""), sum(new Set([...entry, ...closure(key)])), limit]);
}
const assets = (pattern) =>
  [
    ...new Set(Object.values(manifest).flatMap((c) => [c.file, ...(c.css ?? []), ...(c.assets ?? [])])),
  ].filter((f) => pattern.test(f));
rows.push(["css", assets(/\.css$/).reduce((t, f) => t + gz(f), 0), BUDGET.css]);
// Fonts are already compressed: their file size is the transfer size.
rows.push([
  "fonts",
  assets(/\.woff2$/).reduce((t, f) => t + readFileSync(new URL(f, dist)).length / KB, 0),
  BUDGET.fonts,
]);

let failed = false;
for (const [name, size, limit] of rows) {
  const over = size > limit;
  failed ||= over;
  process.stdout.write(`${over ? "OVER" : "ok  "} ${size.toFixed(1).padStart(7)} / ${limit} KB  ${name}\n`);
}
process.exitCode = failed ? 1 : 0;
