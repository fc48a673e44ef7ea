import { expect, it } from "vitest";
import { oneOf, parseSearch, price, stringifySearch, text, wholeNumber } from "./search";

it("keeps a ZIP with a leading zero, and words that look like numbers or booleans, as text", () => {
  expect(parseSearch("?zip=02134&search=007&isOrganic=true")).toEqual({
    zip: "02134",
    search: "007",
    isOrganic: "true",
  });
});

it("writes the parameters that it reads", () => {
  const search = { search: "bread & butter", page: "2", category: "dairy" };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

it("omits unset parameters", () => {
  expect(stringifySearch({ a: undefined, b: "", c: null })).toBe("");
  expect(stringifySearch({ page: 2, b: undefined })).toBe("?page=2");
});

it.each([
  ["3.5", 3.5],
  [".5", 0.5],
  ["0", 0],
  ["12.345", 12.35],
  ["-1", undefined],
  ["abc", undefined],
  ["1e3", undefined],
  ["", undefined],
])("reads the price %j as %j", (raw, expected) => {
  expect(price({ minPrice: raw }, "minPrice")).toBe(expected);
});

it("reads whole numbers from the smallest allowed up", () => {
  expect(wholeNumber({ page: "2" }, "page")).toBe(2);
  expect(wholeNumber({ page: "0" }, "page")).toBeUndefined();
  expect(wholeNumber({ page: "2.5" }, "page")).toBeUndefined();
});

it("treats blank text and unknown choices as not set", () => {
  expect(text({ search: "  " }, "search")).toBeUndefined();
  expect(oneOf({ sort: "cheapest" }, "sort", ["price", "name"])).toBeUndefined();
});
