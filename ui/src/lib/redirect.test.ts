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
  "/.//evil.test",
  "/..//evil.test",
  "/a/..//evil.test",
  "/%2e//evil.test",
  "/./\\evil.test",
  "javascript:alert(1)",
  "cart",
  "",
  undefined,
  "/login",
  "/login?redirect=/login",
])("redirects to the home page instead of %j", (path) => {
  expect(safeRedirect(path, origin)).toBe("/");
});

it("never leaves the site, whatever is wanted", () => {
  const parts = [
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2f",
    "%5c",
    "evil.test",
    "@",
    ":",
    "\t",
    "\n",
    " ",
    "?",
    "#",
    "login",
    "https:",
  ];
  // Every combination of up to four parts.
  let wanted = [""];
  for (let length = 1; length <= 4; length += 1) {
    wanted = wanted.flatMap((start) => parts.map((part) => start + part));
    const left = wanted.filter((path) => {
      const result = safeRedirect(path, origin);
      return !result.startsWith("/") || new URL(result, origin).origin !== origin;
    });
    expect(left).toEqual([]);
  }
});
