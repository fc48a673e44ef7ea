// Composes the home page's still life (public/hero.webp and two smaller sizes) from Fluent emoji. The results are
// committed; run `node scripts/hero.mjs` after a change here.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const ASSETS = join(
  dirname(fileURLToPath(import.meta.resolve("@lobehub/fluent-emoji-3d/package.json"))),
  "assets",
);
const OUT = fileURLToPath(new URL("../public/", import.meta.url));
const WIDTH = 960;
const HEIGHT = 640;
/** Empty rows cut off at the top. */
const CROPPED_ROWS = 40;

// From back to front: emoji, x of the middle, y of the foot and size in pixels, rotation in degrees.
const STILL_LIFE = [
  ["1f490", 216, 500, 370, -8],
  ["1f33b", 762, 470, 330, 8],
  ["1f956", 418, 392, 300, -28],
  ["1f33d", 556, 372, 230, 8],
  ["1f96c", 474, 350, 190, 0],
  ["1f9fa", 460, 548, 430, 0],
  ["1f966", 296, 548, 200, -6],
  ["1f9c0", 690, 556, 220, 0],
  ["1f36f", 838, 572, 200, 0],
  ["1f346", 150, 574, 200, -18],
  ["1f955", 236, 604, 190, 6],
  ["1f345", 402, 616, 184, 0],
  ["1f950", 560, 612, 180, 0],
  ["1f353", 688, 622, 112, -6],
  ["1f34b", 772, 622, 128, 10],
  ["1f95a", 322, 624, 92, 0],
  ["1f34e", 92, 618, 132, 0],
];

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
const trimmed = (input) => sharp(input).trim({ background: clear, threshold: 1 }).png().toBuffer();

const placed = await Promise.all(
  STILL_LIFE.map(async ([emoji, x, foot, size, turn]) => {
    const upright = await trimmed(join(ASSETS, `${emoji}.webp`));
    const turned = turn
      ? await trimmed(await sharp(upright).rotate(turn, { background: clear }).png().toBuffer())
      : upright;
    const { data, info } = await sharp(turned)
      .resize(size, size, { fit: "inside" })
      .png()
      .toBuffer({ resolveWithObject: true });
    return {
      input: data,
      left: Math.round(x - info.width / 2),
      top: Math.round(foot - info.height),
      x,
      foot,
      width: info.width,
    };
  }),
);
const shadow = placed
  .map(
    ({ x, foot, width }) =>
      `<ellipse cx="${x}" cy="${foot - 3}" rx="${width * 0.46}" ry="${Math.max(9, width * 0.07)}"/>`,
  )
  .join("");
const shadows = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><filter id="soft"><feGaussianBlur stdDeviation="9"/></filter></defs><g fill="#2a1a08" fill-opacity=".32" filter="url(#soft)">${shadow}</g></svg>`,
);
const picture = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: clear } })
  .composite([{ input: shadows }, ...placed.map(({ input, left, top }) => ({ input, left, top }))])
  .png()
  .toBuffer();
for (const [name, width] of [
  ["hero.webp", WIDTH],
  ["hero-720.webp", (WIDTH * 3) / 4],
  ["hero-480.webp", WIDTH / 2],
]) {
  await sharp(picture)
    .extract({ left: 0, top: CROPPED_ROWS, width: WIDTH, height: HEIGHT - CROPPED_ROWS })
    .resize(width)
    .webp({ quality: 76, alphaQuality: 80, effort: 6 })
    .toFile(join(OUT, name));
}
