// Fails on a raw color outside src/ui/tokens.css: it would break in the other theme.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const RAW = /#[0-9a-f]{3,8}\b(?=["'\s;)])|\b(?:rgb|hsl|oklch|oklab)a?\(/i;
const root = new URL("../src", import.meta.url).pathname;
const offenders = [];
for (const entry of readdirSync(root, { recursive: true })) {
  if (!/\.(tsx?|css)$/.test(entry) || entry.endsWith("tokens.css")) continue;
  readFileSync(join(root, entry), "utf8")
    .split("\n")
    .forEach((line, index) => {
      if (RAW.test(line)) offenders.push(`${entry}:${index + 1}: ${line.trim()}`);
    });
}
if (offenders.length > 0) {
  process.stderr.write(`Raw colors outside tokens.css:\n${offenders.join("\n")}\n`);
  process.exitCode = 1;
}
