// Reads `pnpm licenses list --json` and fails when a package has a licence that is not named here.
import { readFileSync } from "node:fs";

// Packages whose code or fonts are in the pages that we ship, or may be.
const allowed = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0", "OFL-1.1", "Unlicense"];

// Tools of the build and of tests, under licences that ask for more of whoever ships them. We do not.
const tools = new Map([
  ["@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later"],
  ["@img/sharp-libvips-linux-arm64", "LGPL-3.0-or-later"],
  ["@img/sharp-libvips-darwin-arm64", "LGPL-3.0-or-later"],
  ["argparse", "Python-2.0"],
  ["lightningcss", "MPL-2.0"],
  ["lightningcss-linux-x64-gnu", "MPL-2.0"],
  ["lightningcss-linux-arm64-gnu", "MPL-2.0"],
  ["lightningcss-darwin-arm64", "MPL-2.0"],
  ["mdn-data", "CC0-1.0"],
]);

// "(MIT OR CC0-1.0)" lets us choose.
const isAllowed = (licence) => licence.replace(/[()]/g, "").split(" OR ").some((choice) => allowed.includes(choice));

const byLicence = JSON.parse(readFileSync(0, "utf8"));
const refused = Object.entries(byLicence)
  .filter(([licence]) => !isAllowed(licence))
  .flatMap(([licence, packages]) => packages.map(({ name }) => ({ name, licence })))
  .filter(({ name, licence }) => tools.get(name) !== licence);

for (const { name, licence } of refused) console.log(`${name}: ${licence} is not allowed in deploy/scripts/npm-licences.mjs`);
const count = Object.values(byLicence).flat().length;
console.log(`${count} packages, ${refused.length} refused`);
process.exit(count > 0 && refused.length === 0 ? 0 : 1);
