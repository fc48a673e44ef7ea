import { expect, it } from "vitest";
import { estimate } from "./estimate";

const USUAL = { shipping: 5.99, freeOver: 50, taxRate: 0.08 };

it.each([
  [49.99, { shipping: 5.99, tax: 4, total: 59.98, missing: 0.01 }],
  // Exactly $50.00 is not above 50, so shipping is not free, but no amount is missing.
  [50, { shipping: 5.99, tax: 4, total: 59.99, missing: 0 }],
  [50.01, { shipping: 0, tax: 4, total: 54.01, missing: 0 }],
  // Half a cent of tax is rounded up.
  [0.0625 * 100, { shipping: 5.99, tax: 0.5, total: 12.74, missing: 43.75 }],
  [0.31, { shipping: 5.99, tax: 0.02, total: 6.32, missing: 49.69 }],
])("estimates shipping and tax of %d dollars", (subtotal, expected) => {
  expect(estimate(subtotal, USUAL)).toMatchObject(expected);
});

it("uses the shop's own free delivery limit, or none", () => {
  expect(estimate(50.01, { ...USUAL, freeOver: 60 })).toMatchObject({ shipping: 5.99, missing: 9.99 });
  expect(estimate(5000, { ...USUAL, freeOver: null })).toMatchObject({ shipping: 5.99, missing: 0 });
  expect(estimate(10, { shipping: 3, freeOver: 50, taxRate: 0.1 })).toMatchObject({
    shipping: 3,
    tax: 1,
    total: 14,
  });
});
