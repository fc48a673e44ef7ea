// Draws the app icons from public/favicon.svg, and the preview picture of shared links:
// public/icons/{192,512,maskable-512,apple-180}.png and public/share.png. Skips icons newer than their sources.
import { existsSync } from "node:fs";
import { mkdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const PAPER = "#fcf8f0";
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const publicFile = (name) => at(`../public/${name}`);

const mark = await readFile(publicFile("favicon.svg"), "utf8");
/** The mark, rendered sharp at this size. */
const drawn = (size) =>
  sharp(Buffer.from(mark), { density: (72 * size) / 32 })
    .resize(size, size)
    .png();

/** The mark on paper. It takes `share` of the width, so that a round mask does not crop it. */
async function onPaper(size, share) {
  const input = await drawn(Math.round(size * share)).toBuffer();
  const canvas = sharp({ create: { width: size, height: size, channels: 4, background: PAPER } });
  return canvas.composite([{ input, gravity: "centre" }]).flatten({ background: PAPER });
}

/** 1200×630, the size that social networks show. No text: fonts differ between machines. */
async function shared() {
  const hero = await sharp(publicFile("hero.webp")).resize(820).toBuffer();
  const input = await drawn(150).toBuffer();
  const canvas = sharp({ create: { width: 1200, height: 630, channels: 4, background: PAPER } });
  return canvas.composite([
    { input: hero, left: 340, top: 80 },
    { input, left: 90, top: 90 },
  ]);
}

const ICONS = [
  ["icons/192.png", () => drawn(192)],
  ["icons/512.png", () => drawn(512)],
  ["icons/maskable-512.png", () => onPaper(512, 0.56)],
  ["icons/apple-180.png", () => onPaper(180, 0.7)],
  ["share.png", shared],
];

const sources = await Promise.all(
  ["../public/favicon.svg", "../public/hero.webp", "icons.mjs"].map((path) => stat(at(path))),
);
const newest = Math.max(...sources.map(({ mtimeMs }) => mtimeMs));
await mkdir(publicFile("icons"), { recursive: true });
for (const [name, draw] of ICONS) {
  const file = publicFile(name);
  if (existsSync(file) && (await stat(file)).mtimeMs >= newest) continue;
  await (await draw()).png({ palette: true, compressionLevel: 9 }).toFile(file);
}
