import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("marks disabled controls by colors, because opacity takes the contrast of their text", () => {
  const faded = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !/\.test\.tsx?$/.test(name) &&
      /disabled(:| \?|\s*&&)[^\n]*opacity-(?!100)\d/.test(readFileSync(`src/${name}`, "utf8")),
  );
  expect(faded).toEqual([]);
});
