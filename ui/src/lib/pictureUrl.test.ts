import { expect, it } from "vitest";
import { pictureUrl } from "./pictureUrl";

it.each([
  ["image/jpeg", "blob:file"],
  ["image/png", "blob:file"],
  ["image/webp", "blob:file"],
  ["image/svg+xml", undefined],
  ["application/pdf", undefined],
  ["text/html", undefined],
  ["", undefined],
])("has for a file of type %j the address %j", (type, url) => {
  URL.createObjectURL = () => "blob:file";
  expect(pictureUrl(new Blob(["x"], { type }))).toBe(url);
});
