import { describe, expect, it } from "vitest";
import { CERTIFICATE, fileError, PICTURE, smallPicture } from "./files";

const MEGABYTE = 1024 * 1024;

describe("files", () => {
  it("are refused above 5 MB", () => {
    expect(fileError({ size: 5 * MEGABYTE, type: "image/png" }, PICTURE)).toBeNull();
    expect(fileError({ size: 5 * MEGABYTE + 1, type: "image/png" }, PICTURE)).toBe(
      "File too large. Maximum size is 5MB.",
    );
  });

  it("are refused for their type, with the field's message", () => {
    expect(fileError({ size: 1, type: "image/gif" }, PICTURE)).toBe(
      "Only JPEG, PNG, and WebP formats are allowed.",
    );
    expect(fileError({ size: 1, type: "text/html" }, CERTIFICATE)).toBe(
      "Only PDF and image files are allowed.",
    );
    expect(fileError({ size: 1, type: "application/pdf" }, CERTIFICATE)).toBeNull();
    expect(fileError({ size: 1, type: "" }, CERTIFICATE)).toBeNull();
  });
});

describe("pictures in two sizes", () => {
  const upload = `/api/uploads/products/0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d/${"0a".repeat(16)}`;

  it("have a small size beside the large one", () => {
    expect(smallPicture("/demo/kale.webp")).toBe("/demo/kale-400.webp");
    expect(smallPicture(`${upload}.webp`)).toBe(`${upload}-400.webp`);
  });

  it.each(["https://example.com/kale.webp", `${upload}.png`, `${upload}-400.webp`, "/kale.webp"])(
    "are not expected of other pictures: %s",
    (url) => expect(smallPicture(url)).toBeNull(),
  );
});
