import { expect, test } from "vitest";
import { countOf, formatCount } from "./count";

test("numbers have separators for thousands", () => {
  const formats = new Intl.NumberFormat("en-US");
  for (const count of [
    0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991, -1, -100, -12_345,
  ]) {
    expect(formatCount(count)).toBe(formats.format(count));
  }
});

test("a count of one has the singular", () => {
  expect([0, 1, 2000].map((count) => countOf(count, "product"))).toEqual([
    "0 products",
    "1 product",
    "2,000 products",
  ]);
  expect([1, 2].map((count) => countOf(count, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});
