import { describe, expect, it } from "vitest";
import type { Order } from "@/api/types";
import { adminActions, groupByCheckout, merchantActions, numberOf } from "./status";

const order = (orderNumber: string, parentNumber: string) =>
  ({ _id: "0123456789ab", orderNumber, parentNumber }) as Order;

const targets = (...args: Parameters<typeof merchantActions>) =>
  merchantActions(...args).map((action) => action.to);

describe("a merchant's actions", () => {
  it("follow the status table for pickup", () => {
    expect(targets("pending", "pickup")).toEqual(["confirmed", "cancelled"]);
    expect(targets("confirmed", "pickup")).toEqual(["preparing"]);
    expect(targets("preparing", "pickup")).toEqual(["ready-for-pickup"]);
    expect(targets("ready-for-pickup", "pickup")).toEqual(["delivered"]);
    expect(targets("delivered", "pickup")).toEqual(["returned"]);
  });

  it("send out or ship orders for delivery", () => {
    expect(targets("preparing", "standard-delivery")).toEqual(["out-for-delivery", "shipped"]);
    expect(targets("out-for-delivery", "same-day-delivery")).toEqual(["delivered"]);
    expect(targets("shipped", "standard-delivery")).toEqual(["delivered"]);
  });

  it("end with a cancelled or returned order", () => {
    expect(targets("cancelled", "pickup")).toEqual([]);
    expect(targets("returned", "pickup")).toEqual([]);
  });

  it("ask before a step that cannot be undone", () => {
    const asks = merchantActions("pending", "pickup").map((action) => action.ask);
    expect(asks).toEqual([undefined, "confirm"]);
    expect(merchantActions("preparing", "standard-delivery").map((action) => action.ask)).toEqual([
      "tracking",
      "required-tracking",
    ]);
    expect(merchantActions("delivered", "pickup")[0]?.ask).toBe("reason");
  });
});

const actionsOf = (status: Order["status"]) =>
  adminActions({ status, deliveryMethod: "standard-delivery" }).map(({ to }) => to);

describe("an admin's actions", () => {
  it("are the merchant's, and cancelling until the delivery", () => {
    expect(actionsOf("pending")).toEqual(["confirmed", "cancelled"]);
    expect(actionsOf("confirmed")).toEqual(["preparing", "cancelled"]);
    expect(actionsOf("preparing")).toEqual(["out-for-delivery", "shipped", "cancelled"]);
    expect(actionsOf("shipped")).toEqual(["delivered", "cancelled"]);
    expect(actionsOf("delivered")).toEqual(["returned"]);
    expect(actionsOf("cancelled")).toEqual([]);
  });
});

describe("orders of one checkout", () => {
  it("are grouped under the parent number", () => {
    const groups = groupByCheckout([order("B-2", "B"), order("A-1", "A"), order("B-1", "B")]);
    expect(groups.map((group) => [group.parent, group.orders.map((one) => one.orderNumber)])).toEqual([
      ["B", ["B-1", "B-2"]],
      ["A", ["A-1"]],
    ]);
  });

  it("show the end of the id when there is no number", () => {
    expect(numberOf(order("", "A"))).toBe("456789ab");
  });
});
