import { expect, it } from "vitest";
import { parseOrderSearch, toPurchaseQuery } from "./orderParams";

it("reads the URL, and drops unknown values", () => {
  expect(parseOrderSearch({ status: "open", q: " jam ", page: "2" })).toEqual({
    status: "open",
    q: "jam",
    page: 2,
  });
  expect(parseOrderSearch({ status: "lost", q: "", page: "1" })).toEqual({});
});

it("asks the server for a page of ten purchases", () => {
  expect(toPurchaseQuery({})).toEqual({ limit: 10 });
  expect(toPurchaseQuery({ status: "ended", q: "jam", page: 2 })).toEqual({
    state: "ended",
    search: "jam",
    page: 2,
    limit: 10,
  });
});
