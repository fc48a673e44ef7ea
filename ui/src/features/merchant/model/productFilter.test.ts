import { expect, it } from "vitest";
import { parseFilter, toOwnQuery } from "./productFilter";

it("asks the server for a page of twenty, without invalid parameters", () => {
  expect(toOwnQuery(parseFilter({ show: "odd" }))).toEqual({ page: 1, limit: 20 });
  expect(toOwnQuery(parseFilter({ show: "review", stock: "low", q: "kale", page: "9" }))).toEqual({
    state: "review",
    low: "true",
    search: "kale",
    page: 9,
    limit: 20,
  });
});
