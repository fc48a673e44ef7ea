import { expect, it } from "vitest";
import { isNarrowed, merchantOrderParams, parseMerchantOrders, toSalesQuery } from "./merchantOrderSearch";

it("writes the parameters that it reads", () => {
  const raw = { show: "pending", q: "kale", page: "3" };
  expect(merchantOrderParams(parseMerchantOrders(raw))).toEqual(raw);
  expect(merchantOrderParams(parseMerchantOrders({}))).toEqual({ page: undefined });
});

it("asks the server for a page of fifteen, without invalid parameters", () => {
  const search = parseMerchantOrders({ show: "lost", from: "yesterday", to: "2026-11-22", customer: "c1" });
  expect(toSalesQuery(search)).toEqual({ to: "2026-11-22", customer: "c1", page: 1, limit: 15 });
  expect(toSalesQuery(parseMerchantOrders({ show: "shipped", q: "kale", page: "2" }))).toEqual({
    status: "shipped",
    search: "kale",
    page: 2,
    limit: 15,
  });
});

it("distinguishes a stall without orders from a search without matches", () => {
  expect(isNarrowed(parseMerchantOrders({ show: "pending", page: "2" }))).toBe(false);
  expect(isNarrowed(parseMerchantOrders({ q: "kale" }))).toBe(true);
  expect(isNarrowed(parseMerchantOrders({ from: "2026-11-22" }))).toBe(true);
});
