import { describe, expect, it } from "vitest";
import type { Config } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { checkoutAmounts } from "./amounts";

const config = (freeStandardOver: number | null = null) =>
  ({
    payments: { provider: "sandbox", publishableKey: null, testMode: true },
    checkout: {
      taxRate: 0.08,
      freeStandardOver,
      deliveryMethods: [
        { id: "pickup", title: "Store Pickup", description: "", time: "", price: 0 },
        { id: "standard-delivery", title: "Standard Delivery", description: "", time: "", price: 5 },
      ],
    },
  }) as Config;

const cart = (price: number, quantity: number): CartItem[] => [
  { product: { _id: "p", name: "Tomatoes", price }, quantity },
];

describe("the amounts of a checkout", () => {
  it("add tax of the subtotal and the fee of the method", () => {
    expect(checkoutAmounts(cart(3.5, 3), "standard-delivery", config())).toEqual({
      subtotal: 10.5,
      tax: 0.84,
      deliveryFee: 5,
      total: 16.34,
    });
  });

  it("round half a cent of tax up", () => {
    expect(checkoutAmounts(cart(0.0625 * 100, 1), "pickup", config()).tax).toBe(0.5);
    expect(checkoutAmounts(cart(3.25, 2), "pickup", config()).tax).toBe(0.52);
    expect(checkoutAmounts(cart(18.8125, 1), "pickup", config()).tax).toBe(1.5);
  });

  it("waive the standard fee only above the operator's limit", () => {
    expect(checkoutAmounts(cart(50, 1), "standard-delivery", config(50)).deliveryFee).toBe(5);
    expect(checkoutAmounts(cart(50.01, 1), "standard-delivery", config(50)).deliveryFee).toBe(0);
  });
});
