import { expect, it } from "vitest";
import { order } from "../../../../tests/shop";
import { merchantOrderParams, findMerchantOrders, parseMerchantOrders } from "./merchantOrderSearch";

const cora = order();
const address = { ...cora.merchant.address, state: "CA" } as typeof cora.merchant.address;
const all = [
  cora,
  order({
    _id: "o2",
    orderNumber: "GS-2-1",
    status: "delivered",
    // Still the 21st in California.
    createdAt: "2026-11-22T07:00:00Z",
    merchant: { ...cora.merchant, address },
    customer: { _id: "c2", id: "c2", name: "Dan Diaz", email: "dan@example.com" },
  }),
  order({ _id: "o3", orderNumber: "GS-3-1", createdAt: "2026-11-25T12:00:00Z", items: [] }),
];
const ids = (raw: Record<string, string>) =>
  findMerchantOrders(all, parseMerchantOrders(raw)).rows.map(({ _id }) => _id);

it.each([
  [{}, ["o1", "o2", "o3"]],
  [{ show: "delivered" }, ["o2"]],
  [{ show: "lost" }, ["o1", "o2", "o3"]],
  [{ q: "DIAZ" }, ["o2"]],
  [{ q: "gs-3" }, ["o3"]],
  [{ customer: "c1" }, ["o1", "o3"]],
  [{ product: "p1" }, ["o1", "o2"]],
  [{ from: "2026-11-21", to: "2026-11-21" }, ["o1", "o2"]],
  [{ from: "2026-11-22" }, ["o3"]],
  [{ from: "yesterday" }, ["o1", "o2", "o3"]],
])("finds the orders of %j", (raw, found) => {
  expect(ids(raw as unknown as Record<string, string>)).toEqual(found);
});

it("writes the parameters that it reads", () => {
  const raw = { show: "pending", q: "kale", page: "3" };
  expect(merchantOrderParams(parseMerchantOrders(raw))).toEqual(raw);
  expect(merchantOrderParams(parseMerchantOrders({}))).toEqual({ page: undefined });
});
