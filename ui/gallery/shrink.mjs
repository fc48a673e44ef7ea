// Shrinks the PNG files of a folder: pictures of a UI need only a palette.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const folder = process.argv[2];
for (const name of readdirSync(folder).filter((file) => file.endsWith(".png"))) {
  const path = join(folder, name);
  const small = await sharp(readFileSync(path))
    .removeAlpha()
    .png({ palette: true, dither: 0, effort: 10 })
    .toBuffer();
  writeFileSync(path, small);
}
