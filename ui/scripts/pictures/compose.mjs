// Places objects (emoji of the Fluent set, and drawn jars) on the backdrops of backdrop.mjs.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { HEIGHT, WIDTH, plinth, shelf, stall } from "./backdrop.mjs";
import { blend } from "./blend.mjs";
import { recolor } from "./recolor.mjs";
import { vessel } from "./vessels.mjs";

const ASSETS = join(
  dirname(fileURLToPath(import.meta.resolve("@lobehub/fluent-emoji-3d/package.json"))),
  "assets",
);

/** A small number derived from the name: all variation between pictures depends on it alone. */
function variationOf(name) {
  let hash = 2166136261;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0), 16777619) >>> 0;
  return hash;
}

// Between two steps a picture stays `{data, info}`, raw pixels with their size: encoding it at each step would take
// longer than everything else.
const pixels = (picture) => picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
// `info.premultiplied` records an intermediate step and does not describe the pixels, so it must not be passed on.
const extent = ({ info: { width, height, channels } }) => ({ width, height, channels });
const image = (picture) => sharp(picture.data, { raw: extent(picture) });
const trim = (picture) => picture.trim({ background: "#0000", threshold: 1 });

async function drawn(entry) {
  if (entry.vessel) return pixels(trim(sharp(vessel(entry))));
  const { emoji, ...change } = typeof entry === "string" ? { emoji: entry } : entry;
  const plain = await pixels(sharp(join(ASSETS, `${emoji}.webp`)));
  recolor(plain.data, change);
  return pixels(trim(image(plain)));
}

/** Caches the result for each key. */
function cached(make) {
  const made = new Map();
  return (subject) => {
    const key = subject instanceof Buffer ? subject.toString() : JSON.stringify(subject);
    if (!made.has(key)) made.set(key, make(subject));
    return made.get(key);
  };
}

/** The picture of an entry of objects.json, without its transparent border. */
const objectPicture = cached(drawn);

/** A drawn backdrop, cached because many pictures share one. */
const backdrop = cached((svg) => pixels(sharp(svg)));

/** The soft shadow of an object that stands at (x, base) and is `width` wide; the light comes from the left. */
function shadow({ x, base, width }) {
  const [rx, ry] = [width * 0.56, Math.max(14, width * 0.12)];
  return `<ellipse cx="${x + width * 0.09}" cy="${base - ry * 0.25}" rx="${rx}" ry="${ry}" fill="url(#cast)"/>
    <ellipse cx="${x + 3}" cy="${base - ry * 0.2}" rx="${rx * 0.72}" ry="${ry * 0.55}" fill="url(#touch)"/>`;
}

const fade = (id, ...stops) =>
  `<radialGradient id="${id}">${stops
    .map(([at, opacity]) => `<stop offset="${at}" stop-color="#21160c" stop-opacity="${opacity}"/>`)
    .join("")}</radialGradient>`;

/** All shadows of a picture as one layer, limited to the strip that contains them. */
async function shadows(placed) {
  const top = 400;
  const strip =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT - top}" viewBox="0 ${top} ${WIDTH} ${HEIGHT - top}">` +
    `<defs>${fade("cast", [0, 0.42], [0.6, 0.16], [1, 0])}${fade("touch", [0, 0.5], [1, 0])}</defs>` +
    `${placed.map(shadow).join("")}</svg>`;
  return { ...(await pixels(sharp(Buffer.from(strip)))), left: 0, top };
}

/** An object scaled, rotated and mirrored; cached. */
const scaled = cached(async ({ entry, size, turn, mirrored }) => {
  let object = image(await objectPicture(entry));
  if (mirrored) object = object.flop();
  if (turn) object = trim(image(await pixels(object.rotate(turn, { background: "#0000" }))));
  return pixels(object.resize(size, size, { fit: "inside", kernel: "cubic" }));
});

/** An object and its top left corner when it stands at (x, base). */
async function place(entry, { x, base, size, turn = 0, mirrored = false }) {
  const { data, info } = await scaled({ entry, size, turn, mirrored });
  const { width, height } = info;
  return { data, info, left: Math.round(x - width / 2), top: Math.round(base - height), x, base, width };
}

/** Positions of one to four objects on the shelf, in order. */
const POSITIONS = [
  [{ x: 400, base: 532, size: 384 }],
  [
    { x: 306, base: 540, size: 350 },
    { x: 574, base: 508, size: 262 },
  ],
  [
    { x: 404, base: 552, size: 334 },
    { x: 186, base: 486, size: 250 },
    { x: 622, base: 490, size: 242 },
  ],
  [
    { x: 318, base: 552, size: 310 },
    { x: 536, base: 492, size: 250 },
    { x: 122, base: 484, size: 206 },
    { x: 664, base: 544, size: 196 },
  ],
];

/** Positions when the first object is a basket or a box: the others stand in front of it. */
const POSITIONS_AROUND_FIRST = [
  { x: 400, base: 500, size: 400 },
  { x: 276, base: 560, size: 226 },
  { x: 500, base: 566, size: 220 },
  { x: 640, base: 540, size: 196 },
];

/** The backdrop with its objects, the nearest in front. */
async function layered(background, placed) {
  const { data, info } = await background;
  const picture = { data: Buffer.from(data), info };
  blend(picture, await shadows(placed));
  for (const one of placed.toSorted((a, b) => a.base - b.base)) blend(picture, one);
  return picture;
}

/** Objects on a table. A repeated object is rotated and mirrored, so that no two look alike. */
export async function onTheShelf(name, category, entries) {
  const chance = variationOf(name);
  const spots =
    entries[0].holds && entries.length > 2 ? POSITIONS_AROUND_FIRST : POSITIONS[entries.length - 1];
  const placed = await Promise.all(
    entries.map((entry, index) => {
      const again = entries.indexOf(entry) < index;
      const turn = again ? [0, -11, 9, 14][(chance + index) % 4] : 0;
      return place(entry, { ...spots[index], turn, mirrored: again && index % 2 === 1 });
    }),
  );
  return layered(backdrop(shelf(category, (chance % 5) * 44 - 40)), placed);
}

/** The first object on a plinth, a different second one at its foot. */
export async function onThePlinth(name, category, entries) {
  const shift = (variationOf(name) % 3) * 60 - 60;
  const other = entries.find((entry) => entry !== entries[0]);
  const x = 400 + shift / 3;
  const placed = [await place(entries[0], { x, base: 476, size: 318 })];
  if (other) placed.push(await place(other, { x: x + (shift > 0 ? -236 : 236), base: 556, size: 176 }));
  return layered(backdrop(plinth(category, shift)), placed);
}

/** Positions of the goods on the counter. */
const COUNTER_POSITIONS = [
  { x: 172, base: 472, size: 186 },
  { x: 634, base: 474, size: 176 },
  { x: 296, base: 496, size: 120 },
  { x: 516, base: 498, size: 116 },
];

/** A keeper behind the counter of a stall, with goods on it. */
export async function atTheStall({ stripe, hue, keeper }, goods) {
  const { back, front } = stall(stripe, hue);
  const person = await place(keeper, { x: 400, base: 474, size: 330 });
  const placed = await Promise.all(goods.map((entry, index) => place(entry, COUNTER_POSITIONS[index])));
  const behind = await layered(backdrop(back), []);
  blend(behind, person);
  blend(behind, { ...(await backdrop(front)), left: 0, top: 0 });
  return layered(behind, placed);
}
