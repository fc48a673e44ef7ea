import { expect, it } from "vitest";
import { config, product } from "../../../../tests/shop";
import { methodFor, unavailableReason } from "./delivery";

const offered = (name: string, method: "pickup-only" | "delivery-only" | "both", sameDay = true) =>
  product({
    name,
    fulfillment: { ...product().fulfillment, method },
    shipping: { ...product().shipping, deliveryTime: { sameDay } },
  });

it("names the products that a method does not suit", () => {
  const cart = [
    offered("Kale", "pickup-only"),
    offered("Bread", "delivery-only"),
    offered("Eggs", "both", false),
  ];
  expect(unavailableReason("pickup", cart)).toBe("Delivery only: Bread");
  expect(unavailableReason("standard-delivery", cart)).toBe("Pickup only: Kale");
  expect(unavailableReason("same-day-delivery", cart.slice(1))).toBe("Not delivered the same day: Eggs");
  expect(unavailableReason("standard-delivery", cart.slice(1))).toBeNull();
});

it("chooses the wanted method, else the first that all products allow", () => {
  expect(methodFor("standard-delivery", config, [offered("Eggs", "both")])).toBe("standard-delivery");
  expect(methodFor("standard-delivery", config, [offered("Kale", "pickup-only")])).toBe("pickup");
  expect(methodFor("pickup", config, [offered("Bread", "delivery-only", false)])).toBe("standard-delivery");
  const none = [offered("Kale", "pickup-only"), offered("Bread", "delivery-only")];
  expect(methodFor("standard-delivery", config, none)).toBe("standard-delivery");
});
