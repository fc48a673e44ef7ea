import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search";
import { chipsOf } from "./chips";
import { readDraft, toDraft } from "./filterDraft";
import { chosenSort, parseProductSearch, sortOf, sortsFor, toQuery, withFilters } from "./productSearch";

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

it.each([
  ["?search=kale", "Best match"],
  ["?search=kale&zip=05401", "Best match"],
  ["?zip=05401", "Nearest first"],
  ["", "Newest first"],
  ["?category=dairy", "Newest first"],
  ["?search=kale&sort=-createdAt", "Newest first"],
  ["?search=kale&sort=price", "Price: low to high"],
])("says how %j is sorted: %s", (url, label) => {
  const search = read(url);
  expect(sortsFor(search).find((sort) => sort.value === sortOf(search))?.label).toBe(label);
});

it("leaves the order of a search, and of a place, to the server until one is chosen", () => {
  expect(toQuery(read("?search=kale"))).toEqual({ search: "kale", page: 1, limit: 20 });
  expect(toQuery(read("?zip=05401"))).toEqual({ zip: "05401", page: 1, limit: 20 });
  expect(toQuery(read("?search=kale&sort=-createdAt"))).toMatchObject({ sort: "-createdAt" });
});

it("goes back from a chosen sort to the best match", () => {
  const search = read("?search=kale&sort=price");
  const values = sortsFor(search).map((sort) => sort.value);
  expect(withFilters(search, { sort: chosenSort(values[0] ?? "none") })).toEqual({ search: "kale" });
  expect(values.slice(1).map(chosenSort)).toEqual(values.slice(1));
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
