import { expect, it } from "vitest";
import { safeRedirect } from "./redirect";

const origin = "https://shop.test";

it.each(["/cart", "/products?category=dairy&page=2", "/checkout#step"])("redirects to %s", (path) => {
  expect(safeRedirect(path, origin)).toBe(path);
});

it.each([
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "javascript:alert(1)",
  "cart",
  "",
  undefined,
  "/login",
  "/login?redirect=/login",
])("redirects to the home page instead of %j", (path) => {
  expect(safeRedirect(path, origin)).toBe("/");
});
