import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search";
import { chipsOf } from "./chips";
import { readDraft, toDraft } from "./filterDraft";
import { parseProductSearch, toQuery, withFilters } from "./productSearch";

const read = (url: string) => parseProductSearch(parseSearch(url));

it("survives the way through the URL", () => {
  const url =
    "?search=goat+cheese&category=dairy&minPrice=2.5&maxPrice=20&isOrganic=true&sort=-price&zip=02134&page=3";
  expect(stringifySearch({ ...read(url) })).toBe(url);
});

it("overrides everything unreadable, so that it reaches neither the server nor the next link", () => {
  const search = read("?category=cars&minPrice=-3&maxPrice=abc&isOrganic=maybe&sort=fanciest&page=0&zip=12");
  expect(Object.values(search).every((value) => value === undefined)).toBe(true);
  expect(Object.keys(search)).toContain("minPrice");
});

it("asks for the newest first, the first page and no filter by default", () => {
  expect(toQuery(read(""))).toEqual({ sort: "-createdAt", page: 1, limit: 20 });
});

it("goes back to the first page when a filter changes", () => {
  expect(withFilters(read("?category=dairy&page=4"), { category: undefined, maxPrice: 5 })).toEqual({
    maxPrice: 5,
  });
});

it("drops prices from the form that are no prices", () => {
  const draft = { ...toDraft(read("?category=dairy")), minPrice: "-1", maxPrice: "x" };
  expect(readDraft(draft)).toEqual({
    category: "dairy",
    minPrice: undefined,
    maxPrice: undefined,
    isOrganic: undefined,
  });
});

it("names the filters in force, prices as one", () => {
  expect(
    chipsOf(read("?search=kale&minPrice=2&maxPrice=5&isOrganic=false")).map((chip) => chip.label),
  ).toEqual(["“kale”", "$2.00 to $5.00", "Conventional"]);
});
