import { expect, it } from "vitest";
import type { Order } from "@/api/types";
import { order } from "../../../../tests/shop";
import { parseOrderSearch } from "./orderParams";
import { findOrders, ORDERS_PER_PAGE } from "./orderSearch";

const part = (parentNumber: string, status: Order["status"], change: Partial<Order> = {}) =>
  order({ _id: `${parentNumber}-1`, orderNumber: `${parentNumber}-1`, parentNumber, status, ...change });
const all = [part("C", "pending"), part("B", "delivered"), part("A", "cancelled"), part("D", "returned")];
const found = (search: Parameters<typeof findOrders>[1]) =>
  findOrders(all, search).groups.map(({ parent }) => parent);

it("finds orders by their state", () => {
  expect(found({})).toEqual(["C", "B", "A", "D"]);
  expect(found({ status: "open" })).toEqual(["C"]);
  expect(found({ status: "delivered" })).toEqual(["B"]);
  expect(found({ status: "ended" })).toEqual(["A", "D"]);
});

it("finds a checkout by a number, a stall or a product in one of its parts", () => {
  expect(found({ q: "b-1" })).toEqual(["B"]);
  expect(found({ q: " MEADOW " })).toHaveLength(4);
  expect(found({ q: "tomato", status: "open" })).toEqual(["C"]);
  expect(found({ q: "bread" })).toEqual([]);
});

it("turns pages, and stays on the last one", () => {
  const many = Array.from({ length: ORDERS_PER_PAGE + 1 }, (_, index) => part(`N${index}`, "pending"));
  expect(findOrders(many, { page: 2 })).toMatchObject({ page: 2, totalPages: 2, total: ORDERS_PER_PAGE + 1 });
  expect(findOrders(many, { page: 2 }).groups).toHaveLength(1);
  expect(findOrders(many, { page: 9 }).page).toBe(2);
  expect(findOrders([], { page: 3 })).toMatchObject({ page: 1, totalPages: 1, groups: [] });
});

it("reads the URL, and drops unknown values", () => {
  expect(parseOrderSearch({ status: "open", q: " jam ", page: "2" })).toEqual({
    status: "open",
    q: "jam",
    page: 2,
  });
  expect(parseOrderSearch({ status: "lost", q: "", page: "1" })).toEqual({});
});
