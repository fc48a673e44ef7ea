import { expect, it } from "vitest";
import type { Notification } from "@/api/types";
import { groupNotifications, isShownAt, needsReader, targetOf } from "./groups";

let last = 0;
const news = (change: Partial<Notification>): Notification => {
  last += 1;
  const id = `n${last}`;
  return {
    _id: id,
    id,
    type: "order_status",
    title: "Order confirmed",
    message: "Meadow Farm has confirmed your order GS-261121-7K2QF-1.",
    createdAt: "2026-11-21T10:00:00Z",
    read: false,
    ...change,
  };
};

it("groups notifications about one order under its number", () => {
  const groups = groupNotifications([
    news({ orderId: "o1", orderNumber: "GS-1-1", title: "Order in preparation" }),
    news({ orderId: "o2", orderNumber: "GS-2-1" }),
    news({ orderId: "o1", orderNumber: "GS-1-1", read: true }),
  ]);
  expect(groups.map(({ title, unread }) => [title, unread.length])).toEqual([
    ["Order GS-1-1: 2 updates", 1],
    ["Order confirmed", 1],
  ]);
});

it.each(["productId", "conversationId"])(
  "groups notifications with the same %s under the product's name",
  (id) => {
    const about = { [id]: "x1", productName: "Honey" };
    const [group] = groupNotifications([news({ ...about, title: "Latest" }), news(about), news(about)]);
    expect(group?.title).toBe("Honey: 3 updates");
  },
);

it("does not group notifications without an object", () => {
  const approved = { type: "merchant_approved", title: "Merchant account approved" };
  expect(groupNotifications([news(approved), news(approved)])).toHaveLength(2);
});

it.each([
  [{ title: "New order" }, true],
  [{ title: "New order", read: true }, false],
  [{ title: "Order ready for pickup" }, true],
  [{ title: "Order shipped" }, false],
  [{ type: "product_rejected", title: "Product rejected" }, true],
  [{ type: "product_approved", title: "Product approved" }, false],
  [{ type: "message", title: "New message" }, true],
])("decides whether %j needs the reader: %s", (change, needed) => {
  const [group] = groupNotifications([news({ orderId: "o1", ...change })]);
  expect(group && needsReader(group)).toBe(needed);
});

it("needs no action for a new order that was cancelled since", () => {
  const [group] = groupNotifications([
    news({ orderId: "o1", title: "Order cancelled" }),
    news({ orderId: "o1", title: "New order" }),
  ]);
  expect(group && needsReader(group)).toBe(false);
});

it.each([
  ["order_status", { to: "/dashboard", search: { tab: "orders" } }],
  ["message", { to: "/messages" }],
  ["product_rejected", { to: "/dashboard/merchant" }],
  ["organic_approved", { to: "/dashboard/merchant" }],
  ["merchant_approved", { to: "/dashboard/merchant" }],
])("links %s to its page", (type, target) => {
  expect(targetOf(news({ type }))).toEqual(target);
});

it("links an order's buyer to the order, and its merchant to the list", () => {
  expect(targetOf(news({ orderId: "o1", role: "customer" }))).toEqual({ to: "/orders/o1" });
  expect(targetOf(news({ orderId: "o1", role: "merchant" }))).toEqual({
    to: "/dashboard",
    search: { tab: "orders" },
  });
});

it.each([
  ["/orders/o1", { orderId: "o1" }, true],
  ["/orders/o12", { orderId: "o1" }, false],
  ["/messages/k2", { type: "message", conversationId: "k1" }, true],
  ["/dashboard/merchant", { type: "product_approved", productId: "p1" }, true],
  ["/cart", { orderId: "o1" }, false],
])("decides whether %s shows %j: %s", (pathname, change, shown) => {
  expect(isShownAt({ pathname, search: {} }, news(change))).toBe(shown);
});
