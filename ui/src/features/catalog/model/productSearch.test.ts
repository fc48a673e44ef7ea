import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search";
import type { Place } from "@/lib/place";
import { chipsOf, filterCount, quickFiltersOf } from "./chips";
import { readDraft, toDraft } from "./filterDraft";
import { listPlace, parseProductSearch, toQuery, toSummaryQuery, withFilters } from "./productSearch";
import { chosenSort, sortOf, sortsFor } from "./sorts";

const home: Place = { zipCode: "05401", radius: 25, type: "zip" };
const read = (url: string) => parseProductSearch(parseSearch(url));

it("round-trips through the URL", () => {
  const url =
    "?search=goat+cheese&category=dairy&minPrice=2.5&maxPrice=20&isOrganic=true&inStock=true&fulfillment=pickup" +
    "&distance=50&sort=-price&zip=02134&page=3";
  expect(stringifySearch({ ...read(url) })).toBe(url);
});

it("drops invalid parameters, so that they reach neither the server nor the next link", () => {
  const search = read(
    "?category=cars&minPrice=-3&maxPrice=abc&isOrganic=maybe&inStock=no&fulfillment=drone&distance=far" +
      "&sort=fanciest&page=0&zip=12&lat=1",
  );
  expect(Object.values(search).every((value) => value === undefined)).toBe(true);
  expect(Object.keys(search)).toContain("minPrice");
});

it("defaults to the newest first, the first page and no filter", () => {
  expect(toQuery(read(""), null)).toEqual({ page: 1, limit: 24 });
});

it("searches around the URL's place or the shopper's, within the chosen distance, or everywhere", () => {
  expect(toQuery(read(""), listPlace(read(""), home))).toEqual({
    zip: "05401",
    radius: 25,
    page: 1,
    limit: 24,
  });
  const far = read("?distance=100");
  expect(toQuery(far, listPlace(far, home))).toMatchObject({ zip: "05401", radius: 100 });
  const linked = read("?zip=10001");
  expect(toQuery(linked, listPlace(linked, home))).toMatchObject({ zip: "10001", radius: 25 });
  const anywhere = read("?distance=any&search=kale");
  expect(toQuery(anywhere, listPlace(anywhere, home))).toEqual({ search: "kale", page: 1, limit: 24 });
});

it("counts with all filters, regardless of order and page", () => {
  const search = read("?search=kale&isOrganic=false&inStock=true&fulfillment=delivery&sort=price&page=2");
  expect(toSummaryQuery(search, home)).toEqual({
    search: "kale",
    isOrganic: false,
    inStock: true,
    fulfillment: "delivery",
    zip: "05401",
    radius: 25,
    limit: 0,
  });
});

it.each([
  ["?search=kale", null, "Best match"],
  ["?search=kale", home, "Best match"],
  ["", home, "Nearest first"],
  ["", null, "Newest first"],
  ["?category=dairy", null, "Newest first"],
  ["?search=kale&sort=-createdAt", null, "Newest first"],
  ["?search=kale&sort=price", home, "Price: low to high"],
  ["?search=kale&sort=distance", home, "Nearest first"],
  ["?search=kale&sort=distance", null, "Best match"],
])("labels the order of %j at %j: %s", (url, place, label) => {
  const search = read(url);
  const near = place !== null;
  expect(sortsFor(search, near).find((sort) => sort.value === sortOf(search, near))?.label).toBe(label);
});

it("leaves the default order of a search and of a place to the server", () => {
  expect(toQuery(read("?search=kale"), null)).toEqual({ search: "kale", page: 1, limit: 24 });
  expect(toQuery(read(""), home)).not.toHaveProperty("sort");
  expect(toQuery(read("?search=kale&sort=-createdAt"), home)).toMatchObject({ sort: "-createdAt" });
  expect(toQuery(read("?sort=distance"), null)).not.toMatchObject({ sort: "distance" });
});

it("returns from a chosen sort order to the default", () => {
  const search = read("?search=kale&sort=price");
  const values = sortsFor(search, true).map((sort) => sort.value);
  expect(withFilters(search, { sort: chosenSort(values[0] ?? "none", search, true) })).toEqual({
    search: "kale",
  });
  expect(values.slice(1).map((value) => chosenSort(value, search, true))).toEqual(values.slice(1));
});

it("returns to the first page when a filter changes", () => {
  expect(withFilters(read("?category=dairy&page=4"), { category: undefined, maxPrice: 5 })).toEqual({
    maxPrice: 5,
  });
});

it("drops invalid prices of the form", () => {
  const draft = { ...toDraft(read("?category=dairy&distance=10")), minPrice: "-1", maxPrice: "x" };
  expect(readDraft(draft)).toEqual({
    category: "dairy",
    minPrice: undefined,
    maxPrice: undefined,
    isOrganic: undefined,
    distance: 10,
    fulfillment: undefined,
    inStock: undefined,
  });
});

it("lists the active filters, with both prices as one", () => {
  const labels = (url: string) => chipsOf(read(url)).map((chip) => chip.label);
  expect(labels("?search=kale&minPrice=2&maxPrice=5&isOrganic=false&distance=50")).toEqual([
    "“kale”",
    "$2.00 to $5.00",
    "Conventional",
    "Within 50 mi",
  ]);
  expect(labels("?distance=any&minPrice=3")).toEqual(["From $3.00", "Anywhere"]);
  expect(filterCount(read("?search=kale&isOrganic=true&maxPrice=10"))).toBe(3);
});

it("offers quick filters with counts, but none that would leave nothing", () => {
  const facets = {
    categories: [],
    organic: { true: 0, false: 9 },
    inStock: { true: 8, false: 1 },
    fulfillment: { pickup: 9, delivery: 4 },
    price: null,
  };
  const quick = quickFiltersOf(read("?fulfillment=delivery"), facets);
  expect(quick.map(({ label, count, on }) => [label, count, on])).toEqual([
    ["In stock", 8, false],
    ["Pickup", 9, false],
    ["Delivery", 4, true],
    ["Under $10", undefined, false],
  ]);
  expect(quick.find((filter) => filter.key === "delivery")?.change).toEqual({ fulfillment: undefined });
});
