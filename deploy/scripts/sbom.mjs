// Puts the bill of materials of the crates and the npm packages of the UI together: see sbom.sh.
import { readFileSync, writeFileSync } from "node:fs";

const [folder, commit] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));

// Packages of the build whose output is in the pages: the pictures of the demo market, and the reset of the style sheet.
const ALSO_SHIPPED = ["@lobehub/fluent-emoji-3d", "tailwindcss"];

// Paths of the machine that built it say nothing about what is in it.
const text = readFileSync(`${folder}/crates.json`, "utf8").replaceAll(`path+file://${process.cwd()}/`, "path+file:///greenstall/");
const bom = JSON.parse(text);
const binary = bom.metadata.component;
binary.properties = [{ name: "greenstall:commit", value: commit }];

const licences = new Map();
for (const [licence, packages] of Object.entries(read("ui-licences.json"))) {
  for (const { name, versions } of packages) for (const version of versions) licences.set(`${name}@${version}`, licence);
}

const sums = new Map();
const lock = readFileSync("ui/pnpm-lock.yaml", "utf8");
for (const [, id, sum] of lock.matchAll(/^ {2}'?([^'\n]+@[^'\n]+?)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm)) sums.set(id, sum);

const components = new Map();
const edges = new Map();

function add(name, version, dependencies) {
  const id = `${name}@${version}`;
  const ref = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  if (components.has(ref)) return ref;
  const licence = licences.get(id);
  const sum = sums.get(id);
  if (!licence || !sum) throw new Error(`${id}: ${licence ? "no sum in ui/pnpm-lock.yaml" : "no licence"}`);
  components.set(ref, {
    type: "library",
    "bom-ref": ref,
    name,
    version,
    scope: "required",
    hashes: [{ alg: "SHA-512", content: Buffer.from(sum, "base64").toString("hex") }],
    licenses: [licence.includes(" ") ? { expression: licence } : { license: { id: licence } }],
    purl: ref,
  });
  const children = Object.entries(dependencies ?? {});
  edges.set(ref, [...new Set(children.map(([child, found]) => add(child, found.version, found.dependencies)))]);
  return ref;
}

const [ui] = read("ui.json");
const direct = Object.entries(ui.dependencies).map(([name, found]) => add(name, found.version, found.dependencies));
const dev = JSON.parse(readFileSync("ui/package.json", "utf8")).devDependencies;
for (const name of ALSO_SHIPPED) direct.push(add(name, dev[name], {}));

const pages = { type: "library", "bom-ref": "greenstall-ui", name: "greenstall-ui", version: ui.version, scope: "required", licenses: [{ license: { id: "MIT" } }] };
bom.components.push(pages, ...components.values());
bom.dependencies.push({ ref: pages["bom-ref"], dependsOn: direct }, ...[...edges].map(([ref, dependsOn]) => ({ ref, dependsOn })));
bom.dependencies.find(({ ref }) => ref === binary["bom-ref"]).dependsOn.push(pages["bom-ref"]);

// A bill that names what it does not list would mislead.
const listed = new Set([binary["bom-ref"], ...bom.components.map((component) => component["bom-ref"])]);
if (listed.size !== bom.components.length + 1) throw new Error("a component is listed twice");
for (const { ref, dependsOn = [] } of bom.dependencies) {
  for (const named of [ref, ...dependsOn]) if (!listed.has(named)) throw new Error(`${named} is named and not listed`);
}
const file = `${folder}/greenstall.cdx.json`;
writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);
const bare = bom.components.filter((component) => !component.licenses?.length);
console.log(`${file}: ${bom.components.length} components (${components.size} npm packages), ${bare.length} without a licence`);
if (text.includes(process.cwd())) throw new Error("it names a folder of this machine");
