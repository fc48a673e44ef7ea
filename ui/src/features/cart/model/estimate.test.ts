import { expect, it } from "vitest";
import { estimate } from "./estimate";

it.each([
  [49.99, { shipping: 5.99, tax: 4, total: 59.98, missing: 0.01 }],
  // Exactly $50.00 is not above 50, and nothing is missing either.
  [50, { shipping: 5.99, tax: 4, total: 59.99, missing: 0 }],
  [50.01, { shipping: 0, tax: 4, total: 54.01, missing: 0 }],
  // Half a cent of tax goes up.
  [0.0625 * 100, { shipping: 5.99, tax: 0.5, total: 12.74, missing: 43.75 }],
  [0.31, { shipping: 5.99, tax: 0.02, total: 6.32, missing: 49.69 }],
])("reckons %d", (subtotal, expected) => {
  expect(estimate(subtotal, 50)).toMatchObject(expected);
});

it("reckons with the shop's own offer, or none", () => {
  expect(estimate(50.01, 60)).toMatchObject({ shipping: 5.99, missing: 9.99 });
  expect(estimate(5000, null)).toMatchObject({ shipping: 5.99, missing: 0 });
});
