// Composes the demo market's pictures into public/demo: each product scene on a shelf (`<name>.webp`) and on a plinth
// (`<name>-close.webp`), and a stall for each merchant (`merchant-<name>.webp`). Each has 800×600 pixels, and 400×300
// as `…-400.webp`. Skips pictures newer than all of their sources.

import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { atTheStall, onThePlinth, onTheShelf } from "./pictures/compose.mjs";

const out = new URL("../public/demo/", import.meta.url);
const read = async (name) =>
  JSON.parse(await readFile(new URL(`pictures/${name}.json`, import.meta.url), "utf8"));
const objects = await read("objects");
const scenes = await read("scenes");

function named(name) {
  if (!objects[name]) throw new Error(`objects.json has no "${name}"`);
  return objects[name];
}

/** The name of every picture and the function that draws it. */
function pictures() {
  const list = [];
  for (const [category, names] of Object.entries(scenes.products)) {
    const room = scenes.categories[category];
    for (const [name, content] of Object.entries(names)) {
      const entries = content.map(named);
      list.push({ name, draw: () => onTheShelf(name, room, entries) });
      list.push({ name: `${name}-close`, draw: () => onThePlinth(name, room, entries) });
    }
  }
  for (const [name, { goods, keeper, ...room }] of Object.entries(scenes.merchants)) {
    list.push({ name: `merchant-${name}`, draw: () => atTheStall({ ...room, keeper }, goods.map(named)) });
  }
  const names = new Set(list.map(({ name }) => name));
  if (names.size !== list.length) throw new Error("scenes.json uses a name twice");
  return list;
}

const path = (file) => fileURLToPath(new URL(file, out));

async function newestSource() {
  const sources = [
    "pictures.mjs",
    "pictures/backdrop.mjs",
    "pictures/blend.mjs",
    "pictures/compose.mjs",
    "pictures/recolor.mjs",
    "pictures/scenes.json",
    "pictures/objects.json",
    "pictures/vessels.mjs",
  ];
  const times = await Promise.all(sources.map((source) => stat(new URL(source, import.meta.url))));
  return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

// Effort 2 takes half the time of the default; the files are hardly larger.
const FORMAT = { quality: 74, effort: 2 };

async function write({ name, draw }) {
  const { data, info } = await draw();
  const { width, height, channels } = info;
  const image = sharp(data, { raw: { width, height, channels } }).removeAlpha();
  await image
    .clone()
    .resize(400, 300)
    .webp(FORMAT)
    .toFile(path(`${name}-400.webp`));
  await image.webp(FORMAT).toFile(path(`${name}.webp`));
}

await mkdir(out, { recursive: true });
const all = pictures();
const wanted = new Set(all.flatMap(({ name }) => [`${name}.webp`, `${name}-400.webp`]));
for (const file of await readdir(out)) if (!wanted.has(file)) await rm(path(file));

const sources = await newestSource();
const missing = [];
for (const picture of all) {
  const file = path(`${picture.name}.webp`); // written last of the two
  if (!existsSync(file) || (await stat(file)).mtimeMs < sources) missing.push(picture);
}

const started = performance.now();
const queue = [...missing];
sharp.concurrency(1);
await Promise.all(
  Array.from({ length: availableParallelism() + 1 }, async () => {
    for (let picture = queue.pop(); picture; picture = queue.pop()) await write(picture);
  }),
);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(
  `pictures: ${missing.length} made in ${seconds} s, ${all.length - missing.length} already up to date\n`,
);
